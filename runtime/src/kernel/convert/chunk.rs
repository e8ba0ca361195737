//! Slices → chunks of a fixed length, in which 16-bit floats go by way of `f32`.
#![expect(unsafe_code, reason = "a complex number is seen as its two parts")]

use half::{bf16, f16};
use num_complex::Complex;

use super::half::{narrow, widen};
use crate::kernel::cast::{Cast, Half, Near, Part, Policy, Saturate};
use crate::kernel::isa::Level;

/// How many elements are converted at a time where a half dtype takes part: 256 bytes of `f32`.
pub(crate) const CHUNK: usize = 64;

/// A dtype whose chunks become chunks of another.
pub(crate) trait Chunked<T>: Cast<T> {
    /// Converts a chunk.
    fn chunk<L: Level, P: Policy>(src: &[Self; CHUNK], dst: &mut [T; CHUNK]);
}

/// Converts whole chunks, as many as both slices have.
#[inline(always)]
pub(crate) fn in_chunks<L, A, B, P>(src: &[A], dst: &mut [B])
where
    L: Level,
    A: Chunked<B>,
    P: Policy,
{
    debug_assert!(src.len().min(dst.len()).is_multiple_of(CHUNK), "whole chunks");
    let (from, _) = src.as_chunks();
    let (to, _) = dst.as_chunks_mut();
    for (to, from) in to.iter_mut().zip(from) {
        A::chunk::<L, P>(from, to);
    }
}

/// A half dtype, with the wider one that its elements are computed in.
pub(crate) trait Packed: Copy {
    /// `f32`, or two of them.
    type Wide: Copy + Default;

    /// The type of its parts.
    type Half: Half;

    /// A chunk of the same values.
    fn unpack<L: Level>(src: &[Self; CHUNK]) -> [Self::Wide; CHUNK];

    /// The nearest values, ties to even.
    fn pack<L: Level>(src: &[Self::Wide; CHUNK], dst: &mut [Self; CHUNK]);
}

macro_rules! packed {
    ($($half:ty),*) => { $(
        impl Packed for $half {
            type Wide = f32;
            type Half = $half;

            #[inline(always)]
            fn unpack<L: Level>(src: &[$half; CHUNK]) -> [f32; CHUNK] {
                let mut wide = [0.0; CHUNK];
                widen::<L, $half>(src, &mut wide);
                wide
            }

            #[inline(always)]
            fn pack<L: Level>(src: &[f32; CHUNK], dst: &mut [$half; CHUNK]) {
                narrow::<L, $half>(src, dst);
            }
        }
    )* };
}

packed!(f16, bf16);

impl Packed for Complex<f16> {
    type Wide = Complex<f32>;
    type Half = f16;

    #[inline(always)]
    fn unpack<L: Level>(src: &[Complex<f16>; CHUNK]) -> [Complex<f32>; CHUNK] {
        let mut wide = [Complex { re: 0.0, im: 0.0 }; CHUNK];
        widen::<L, f16>(flat(src), flat_mut(&mut wide));
        wide
    }

    #[inline(always)]
    fn pack<L: Level>(src: &[Complex<f32>; CHUNK], dst: &mut [Complex<f16>; CHUNK]) {
        narrow::<L, f16>(flat(src), flat_mut(dst));
    }
}

/// A chunk of anything into halves.
#[inline(always)]
pub(crate) fn pack<L, A, B>(src: &[A; CHUNK], dst: &mut [B; CHUNK])
where
    L: Level,
    A: Near<B::Wide>,
    B: Packed,
{
    let mut wide = [B::Wide::default(); CHUNK];
    for (to, from) in wide.iter_mut().zip(src) {
        *to = from.near::<L, B::Half>();
    }
    B::pack::<L>(&wide, dst);
}

/// A chunk of numbers into `bf16` by way of the nearest `f32`. Rounding twice differs from rounding once only where that
/// is the middle of two `bf16` and not the number itself: such a chunk goes the way of [`pack`].
#[inline(always)]
pub(crate) fn pack_nearest<L, A>(src: &[A; CHUNK], dst: &mut [bf16; CHUNK])
where
    L: Level,
    A: Cast<f32> + Near<f32> + PartialEq,
    f32: Cast<A>,
{
    const MIDDLE: u32 = 1 << 15;
    let mut nearest = [0.0; CHUNK];
    // 0 if there is one.
    let mut middles = u32::MAX;
    for (to, from) in nearest.iter_mut().zip(src) {
        *to = from.cast::<L, Saturate>();
    }
    for x in &nearest {
        middles = middles.min((x.to_bits() ^ MIDDLE) << 16);
    }
    let mut exact = true;
    if middles == 0 {
        for (to, from) in nearest.iter().zip(src) {
            exact &= Cast::<A>::cast::<L, Saturate>(*to) == *from;
        }
    }
    match exact {
        true => narrow::<L, bf16>(&nearest, dst),
        false => pack::<L, _, _>(src, dst),
    }
}

/// The parts of complex numbers, real and imaginary in turn.
#[inline(always)]
pub(crate) fn flat<T: Part>(complex: &[Complex<T>]) -> &[T] {
    // SAFETY: `Complex` is `repr(C)` of two `T`, so it has their alignment and no padding, and
    // twice as many of them fill the same memory.
    unsafe { core::slice::from_raw_parts(complex.as_ptr().cast(), 2 * complex.len()) }
}

/// The same, to be written.
#[inline(always)]
pub(crate) fn flat_mut<T: Part>(complex: &mut [Complex<T>]) -> &mut [T] {
    // SAFETY: as in `flat`; the slice is borrowed for as long as the result.
    unsafe { core::slice::from_raw_parts_mut(complex.as_mut_ptr().cast(), 2 * complex.len()) }
}
