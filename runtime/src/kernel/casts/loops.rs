//! The loops that convert elements: in one step, in two, by way of a third dtype, and to the float that rounds alike.

use half::{bf16, f16};

use crate::Element;
use crate::kernel::accum::Lane;
use crate::kernel::cast::{Near, Policy, Saturate, round_away};
use crate::kernel::convert::{CHUNK, Convert, convert, each};
use crate::kernel::isa::Level;
use crate::kernel::levels::{at_level, for_each_level, slice, slice_mut, zero};

/// At most so many elements are faster one by one than as a chunk, whose copies are calls.
const FEW: usize = 4;

/// Converts as many elements as both slices have: those by chunks by a call of their loop, whose code is long.
#[inline(always)]
pub(crate) fn cast_slice<L: Level, A: Convert<B>, B: Element>(src: &[A], dst: &mut [B]) {
    let len = src.len().min(dst.len());
    match A::IN_CHUNKS {
        true => {
            let (a, out) = (src.as_ptr().cast(), dst.as_mut_ptr().cast());
            at_level!(L, casts::<A, B, Saturate>(a, out, len));
        }
        false => convert::<L, A, B, Saturate>(src, dst),
    }
}

for_each_level! {
    /// Elements of `A`, as elements of `B`.
    fn casts<A, B, P>(a: *const u8, out: *mut u8, len: usize)
    where { A: Convert<B>, B: Element, P: Policy, }
    casts_of
}

#[inline(always)]
unsafe fn casts_of<L: Level, A: Convert<B>, B: Element, P: Policy>(
    a: *const u8,
    out: *mut u8,
    len: usize,
) {
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, out) = unsafe { (slice::<A>(a, len), slice_mut::<B>(out, len)) };
    if A::IN_CHUNKS && len <= FEW {
        return each::<L, A, B, P>(a, out);
    }
    let rest = if A::IN_CHUNKS { len % CHUNK } else { 0 };
    let whole = len - rest;
    convert::<L, A, B, P>(&a[..whole], &mut out[..whole]);
    if rest == 0 {
        return;
    }
    // The rest is one chunk more, by a call of this loop, so that its code is here once.
    if let (Some(a), Some(out)) = (a.last_chunk::<CHUNK>(), out.last_chunk_mut::<CHUNK>()) {
        let (a, out) = (a.as_ptr().cast(), out.as_mut_ptr().cast());
        return at_level!(L, casts::<A, B, P>(a, out, CHUNK));
    }
    let (mut chunk, mut results) = ([a[0]; CHUNK], [zero::<B>(); CHUNK]);
    chunk[..len].copy_from_slice(a);
    let (from, to) = (chunk.as_ptr().cast(), results.as_mut_ptr().cast());
    at_level!(L, casts::<A, B, P>(from, to, CHUNK));
    out.copy_from_slice(&results[..len]);
}

for_each_level! {
    /// The same in two loops, the first of which gives what the dtype computes in.
    fn casts_in_two<A, B, P>(a: *const u8, out: *mut u8, len: usize)
    where { A: Lane, A::Accum: Convert<B>, B: Element, P: Policy, }
    casts_in_two_of
}

#[inline(always)]
unsafe fn casts_in_two_of<L: Level, A: Lane, B: Element, P: Policy>(
    a: *const u8,
    out: *mut u8,
    len: usize,
) where
    A::Accum: Convert<B>,
{
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (elements, results) = unsafe { (slice::<A>(a, len), slice_mut::<B>(out, len)) };
    let mut wide = [zero::<A::Accum>(); CHUNK];
    let wide: *mut u8 = wide.as_mut_ptr().cast();
    for (elements, results) in elements.chunks(CHUNK).zip(results.chunks_mut(CHUNK)) {
        let (a, out) = (elements.as_ptr().cast(), results.as_mut_ptr().cast());
        at_level!(L, casts::<A, A::Accum, Saturate>(a, wide, elements.len()));
        at_level!(L, casts::<A::Accum, B, P>(wide, out, elements.len()));
    }
}

for_each_level! {
    /// Elements of `A`, as elements of `M`, then of `B`.
    fn casts_by_way_of<A, M, B>(a: *const u8, out: *mut u8, len: usize)
    where { A: Convert<M>, M: Convert<B> + Element, B: Element, }
    casts_by_way_of_any
}

#[inline(always)]
unsafe fn casts_by_way_of_any<L: Level, A: Convert<M>, M: Convert<B> + Element, B: Element>(
    a: *const u8,
    out: *mut u8,
    len: usize,
) {
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, out) = unsafe { (slice::<A>(a, len), slice_mut::<B>(out, len)) };
    let mut middle = [zero::<M>(); CHUNK];
    for (a, out) in a.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
        let middle = &mut middle[..a.len()];
        cast_slice::<L, A, M>(a, middle);
        cast_slice::<L, M, B>(middle, out);
    }
}

for_each_level! {
    /// Elements of `A`, as floats that round to a narrow one as they do.
    fn nears<A>(a: *const u8, out: *mut u8, len: usize)
    where { A: Near<f32>, }
    nears_of
}

#[inline(always)]
unsafe fn nears_of<L: Level, A: Near<f32>>(a: *const u8, out: *mut u8, len: usize) {
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, out) = unsafe { (slice::<A>(a, len), slice_mut::<f32>(out, len)) };
    for (out, &a) in out.iter_mut().zip(a) {
        *out = a.near::<L, bf16>();
    }
}

for_each_level! {
    /// Elements of `A`, which is `f32`, as those of `f16`, ties away from zero.
    fn away<A>(a: *const u8, out: *mut u8, len: usize)
    where { A: Copy + Into<f32>, }
    away_of
}

#[inline(always)]
unsafe fn away_of<L: Level, A: Copy + Into<f32>>(a: *const u8, out: *mut u8, len: usize) {
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, out) = unsafe { (slice::<A>(a, len), slice_mut::<f16>(out, len)) };
    for (out, &a) in out.iter_mut().zip(a) {
        *out = round_away(a.into());
    }
}
