//! A slice of any dtype that a Rust type holds → a slice of any other, at the speed of memory.
//!
//! Each element becomes what [`cast`](super::cast) makes of it. Everything here is inlined into
//! functions compiled for the level that they name; called from any other it is slow.

mod apart;
mod chunk;
pub(super) mod half;
mod narrow_range;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use self::half::HalfSlice;
use self::half::nearest_f16;
pub(crate) use self::half::{narrow, widen};
pub(crate) use apart::{narrow_apart, widen_apart};
pub(crate) use chunk::CHUNK;

use ::half::{bf16, f16};
use num_complex::Complex;

use super::cast::{Cast, Part, Policy, needs_detour};
use super::isa::Level;
use chunk::{Chunked, Packed, flat, flat_mut, in_chunks, pack, pack_nearest};
use narrow_range::{Exact, FromI32, NarrowRange, via_i32};

/// Converts as many elements as both slices have: of dtypes that are converted by chunks, whole chunks.
///
/// To be called where the features of `L` are enabled.
#[inline(always)]
pub(crate) fn convert<L, A, B, P>(src: &[A], dst: &mut [B])
where
    L: Level,
    A: Convert<B>,
    P: Policy,
{
    A::convert::<L, P>(src, dst);
}

/// A dtype whose slices become slices of another.
pub(crate) trait Convert<T>: Cast<T> {
    /// Whether that is done by whole chunks only.
    const IN_CHUNKS: bool = false;

    /// Converts as many elements as both slices have.
    fn convert<L: Level, P: Policy>(src: &[Self], dst: &mut [T]);
}

/// Element by element: LLVM vectorises the loop.
#[inline(always)]
pub(crate) fn each<L: Level, A: Cast<B>, B, P: Policy>(src: &[A], dst: &mut [B]) {
    for (to, from) in dst.iter_mut().zip(src) {
        *to = from.cast::<L, P>();
    }
}

/// What needs no instruction of its own: `$from` to each `$to`, for lists of both.
macro_rules! native {
    ($($from:ty),* => $to:tt) => { $( native!(@from $from => $to); )* };
    (@from $from:ty => [$($to:ty),*]) => { $(
        impl Convert<$to> for $from {
            #[inline(always)]
            fn convert<L: Level, P: Policy>(src: &[$from], dst: &mut [$to]) {
                each::<L, $from, $to, P>(src, dst);
            }
        }
    )* };
}

native!(bool, i8, i16, i32, u8, u16, u32 =>
    [bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Complex<f32>, Complex<f64>]);
native!(i64, u64 =>
    [bool, i8, i16, i32, i64, u8, u16, u32, u64, f64, Complex<f32>, Complex<f64>]);
native!(f32, f64 => [bool, f32, f64, Complex<f32>, Complex<f64>]);
native!(Complex<f32>, Complex<f64> =>
    [bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64]);
// Only bits are moved or tested.
native!(f16 => [bool, f16, Complex<f16>]);
native!(bf16 => [bool, bf16]);
native!(Complex<f16> => [bool, f16]);

/// Complex to complex: twice as many parts.
impl<S: Part + Convert<T>, T: Part> Convert<Complex<T>> for Complex<S> {
    const IN_CHUNKS: bool = S::IN_CHUNKS;

    #[inline(always)]
    fn convert<L: Level, P: Policy>(src: &[Complex<S>], dst: &mut [Complex<T>]) {
        S::convert::<L, P>(flat(src), flat_mut(dst));
    }
}

/// By chunks: where a 16-bit float takes part, or where a test of a whole chunk saves work.
macro_rules! chunked {
    ($($from:ty),* => $to:tt, |$src:ident, $dst:ident, $L:ident, $P:ident| $chunk:expr) => { $(
        chunked!(@from $from => $to, |$src, $dst, $L, $P| $chunk);
    )* };
    (@from $from:ty => [$($to:ty),*], |$src:ident, $dst:ident, $L:ident, $P:ident| $chunk:expr) => { $(
        impl Convert<$to> for $from {
            const IN_CHUNKS: bool = true;

            #[inline(always)]
            fn convert<L: Level, P: Policy>(src: &[$from], dst: &mut [$to]) {
                in_chunks::<L, $from, $to, P>(src, dst);
            }
        }

        impl Chunked<$to> for $from {
            #[inline(always)]
            fn chunk<$L: Level, $P: Policy>($src: &[$from; CHUNK], $dst: &mut [$to; CHUNK]) {
                $chunk
            }
        }
    )* };
}

chunked!(f16, bf16 => [f32], |src, dst, L, P| widen::<L, _>(src, dst));
chunked!(f32 => [f16, bf16], |src, dst, L, P| narrow::<L, _>(src, dst));

chunked!(f16, bf16 =>
    [f64, Complex<f32>, Complex<f64>],
    |src, dst, L, P| each::<L, _, _, P>(&Packed::unpack::<L>(src), dst));
chunked!(Complex<f16> =>
    [i8, i16, i32, i64, u8, u16, u32, u64, f32, f64],
    |src, dst, L, P| each::<L, _, _, P>(&Packed::unpack::<L>(src), dst));

chunked!(f32, f64 =>
    [i8, i16, i32, i64, u8, u16, u32, u64],
    |src, dst, L, P| integers::<L, _, _, P>(src, dst));
chunked!(f16, bf16 =>
    [i8, i16, i32, i64, u8, u16, u32, u64],
    |src, dst, L, P| integers::<L, _, _, P>(&Packed::unpack::<L>(src), dst));
chunked!(i64, u64 => [f32], |src, dst, L, P| {
    // Elsewhere there is an instruction for it.
    if !needs_detour::<L>() || !via_i32(src, dst, |x| x as f32) {
        each::<L, _, _, P>(src, dst);
    }
});

chunked!(i32 => [bf16], |src, dst, L, P| match Exact::exact(src) {
    Some(exact) => Packed::pack::<L>(&exact, dst),
    None => pack::<L, _, _>(src, dst),
});
chunked!(i64 => [bf16], |src, dst, L, P| match Exact::exact(src) {
    Some(exact) if needs_detour::<L>() => Packed::pack::<L>(&exact, dst),
    _ => pack_nearest::<L, _>(src, dst),
});
chunked!(u64, f64 => [bf16], |src, dst, L, P| pack_nearest::<L, _>(src, dst));
chunked!(bool, i8, i16, u8, u16, u32 => [bf16], |src, dst, L, P| pack::<L, _, _>(src, dst));
chunked!(i64 => [f16], |src, dst, L, P| match Exact::exact(src) {
    Some(exact) if needs_detour::<L>() => Packed::pack::<L>(&exact, dst),
    _ if nearest_f16::<L, _>(src, dst) => {}
    _ => pack::<L, _, _>(src, dst),
});
chunked!(u64, f64 => [f16], |src, dst, L, P| {
    if !nearest_f16::<L, _>(src, dst) {
        pack::<L, _, _>(src, dst);
    }
});
chunked!(bool, i8, i16, i32, u8, u16, u32 => [f16], |src, dst, L, P| pack::<L, _, _>(src, dst));
chunked!(bool, i8, i16, i32, i64, u8, u16, u32, u64, f64 =>
    [Complex<f16>],
    |src, dst, L, P| pack::<L, _, _>(src, dst));
chunked!(f32 => [Complex<f16>], |src, dst, L, P| pack::<L, _, _>(src, dst));
chunked!(Complex<f32>, Complex<f64> => [f16, bf16],
    |src, dst, L, P| pack::<L, _, _>(src, dst));

chunked!(f16 => [bf16],
    |src, dst, L, P| pack::<L, _, _>(&Packed::unpack::<L>(src), dst));
chunked!(bf16 => [f16, Complex<f16>],
    |src, dst, L, P| pack::<L, _, _>(&Packed::unpack::<L>(src), dst));
chunked!(Complex<f16> => [bf16],
    |src, dst, L, P| pack::<L, _, _>(&Packed::unpack::<L>(src), dst));

/// Floats to integers: where all of a chunk fit `i32`, by way of it.
#[inline(always)]
fn integers<L, A, B, P>(src: &[A; CHUNK], dst: &mut [B; CHUNK])
where
    L: Level,
    A: NarrowRange + Cast<B>,
    B: FromI32,
    P: Policy,
{
    let convert = |x| if P::SATURATE { B::saturated(x) } else { B::wrapped(x) };
    if !via_i32(src, dst, convert) {
        each::<L, _, _, P>(src, dst);
    }
}
