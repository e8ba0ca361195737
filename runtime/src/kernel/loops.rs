//! An op and the dtypes of its operands → the loops over contiguous elements, one for each level.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use half::bf16;

use super::accum::{Lane, Operand, Output, is_native, itself, same};
use super::cast::{Cast, Saturate, needs_detour};
use super::convert::{CHUNK, convert, narrow_apart, widen_apart};
use super::halves;
use super::isa::{Isa, Level};
use super::levels::{PerLevel, at_level, for_each_level, levels, slice, slice_mut, zero};
use super::ops::{BinaryOp, Pairwise, UnaryOp};
use super::signatures::{BinaryLoop, CompareLoop, OverwriteLoop, UnaryLoop};
use crate::policy::Policies;
use crate::{DType, Element};

/// The kernel of a pair of dtypes that computes in a third.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) operands: (DType, DType),
    pub(crate) compute: DType,
    /// None at a level at which operands are converted in blocks before the loop of the compute dtype.
    pub(crate) loops: PerLevel<Option<BinaryLoop>>,
    /// Those that overwrite the left operand, of an op that has them, where all is of one dtype that needs no conversion.
    pub(crate) overwriting: Option<PerLevel<OverwriteLoop>>,
}

type UnaryAs<C, O> = <<O as UnaryOp<C>>::Out as Output<C>>::As;
type BinaryAs<C, O> = <<O as BinaryOp<C>>::Out as Output<C>>::As;

/// The kernel of a unary op that computes in a dtype.
pub(crate) const fn unary_kernel<C: Lane, O: UnaryOp<C>>() -> PerLevel<UnaryLoop> {
    levels!(singles::<C, O>)
}

/// The kernel of a binary op on two dtypes that computes in a third. Without vector instructions a fused loop of
/// two dtypes gains too little to be built.
pub(crate) const fn pair_kernel<A, B, C, O>() -> Pair
where
    A: Operand<C>,
    B: Operand<C>,
    C: Lane,
    O: BinaryOp<C> + Pairwise,
{
    let [baseline, avx2, avx512]: PerLevel<BinaryLoop> = levels!(pairs::<A, B, C, O>);
    let compute = C::DTYPE as u8;
    let mixed = A::DTYPE as u8 != compute || B::DTYPE as u8 != compute;
    let loops = match mixed && cfg!(target_arch = "x86_64") {
        false => [Some(baseline), Some(avx2), Some(avx512)],
        true if cfg!(levels) => [None, Some(avx2), Some(avx512)],
        true => [None; Isa::ALL.len()],
    };
    let native = C::Accum::DTYPE as u8 == compute && O::Out::DTYPE as u8 == compute;
    let overwrites: PerLevel<OverwriteLoop> = levels!(overwrites::<C, O>);
    let overwriting = if O::OVERWRITES && !mixed && native { Some(overwrites) } else { None };
    Pair { operands: (A::DTYPE, B::DTYPE), compute: C::DTYPE, loops, overwriting }
}

for_each_level! {
    /// Single elements of `C`.
    fn singles<C, O>(a: *const u8, out: *mut u8, len: usize, policies: &'static Policies)
    where { C: Lane, O: UnaryOp<C>, }
    singles_of
}

for_each_level! {
    /// Pairs of `A` and `B`, computed in `C`.
    fn pairs<A, B, C, O>(a: *const u8, b: *const u8, out: *mut u8, len: usize, policies: &'static Policies) -> bool
    where { A: Operand<C>, B: Operand<C>, C: Lane, O: BinaryOp<C> + Pairwise, }
    pairs_of
}

for_each_level! {
    /// Pairs of `C`, which computes in itself, of which the left ones become the results.
    fn overwrites<C, O>(a: *mut u8, b: *const u8, len: usize, policies: &'static Policies)
    where { C: Lane, O: BinaryOp<C>, }
    overwrites_of
}

for_each_level! {
    /// Signed and unsigned integers, compared by their true values.
    fn compares<S, U>(a: *const u8, b: *const u8, out: *mut u8, len: usize, says: [bool; 3])
    where { S: Cast<U> + Default + PartialOrd, U: Copy + PartialOrd, }
    compares_of
}

/// The loop that compares the widest integers, as which all others are compared.
pub(crate) static COMPARE: PerLevel<CompareLoop> = levels!(compares::<i64, u64>);

#[inline(always)]
unsafe fn compares_of<L: Level, S: Cast<U> + Default + PartialOrd, U: Copy + PartialOrd>(
    a: *const u8,
    b: *const u8,
    out: *mut u8,
    len: usize,
    [less, equal, greater]: [bool; 3],
) {
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, b, out) =
        unsafe { (slice::<S>(a, len), slice::<U>(b, len), slice_mut::<bool>(out, len)) };
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        let (negative, a): (bool, U) = (a < S::default(), a.cast::<L, Saturate>());
        let is_less = negative | (a < b);
        let is_equal = !negative & (a == b);
        *out = (less & is_less) | (equal & is_equal) | (greater & !is_less & !is_equal);
    }
}

#[inline(always)]
unsafe fn pairs_of<L: Level, A: Operand<C>, B: Operand<C>, C: Lane, O: BinaryOp<C> + Pairwise>(
    a: *const u8,
    b: *const u8,
    out: *mut u8,
    len: usize,
    policies_at: &'static Policies,
) -> bool {
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, b, out) =
        unsafe { (slice::<A>(a, len), slice::<B>(b, len), slice_mut::<BinaryAs<C, O>>(out, len)) };
    let (policies, mut failed) = (*policies_at, false);
    let by_chunks = sooner_by_chunks::<L, A, C>() || sooner_by_chunks::<L, B, C>();
    let native = is_native::<A>() && is_native::<B>() && is_native::<C>();
    if native && !by_chunks && same::<O::Out, BinaryAs<C, O>>() {
        // SAFETY: the types are the same.
        let out = unsafe { slice_mut::<O::Out>(out.as_mut_ptr().cast(), len) };
        if same::<A, C>() && same::<B, C>() {
            // SAFETY: the types are the same.
            let (a, b) = unsafe {
                (
                    slice::<C::Accum>(a.as_ptr().cast(), len),
                    slice::<C::Accum>(b.as_ptr().cast(), len),
                )
            };
            failed = O::any_fails(a, b, policies);
            O::each_at::<L>(a, b, out, policies);
        } else {
            for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
                let (a, b) = (accum::<L, A, C>(a), accum::<L, B, C>(b));
                failed |= O::fails(a, b, policies);
                *out = O::result(a, b, policies);
            }
        }
        return failed;
    }
    let mut done = 0;
    if let Some(op) = O::BASIC
        && same::<A, B>()
        && same::<A, BinaryAs<C, O>>()
    {
        // SAFETY: the types are the same.
        let (b, out) = unsafe {
            (slice::<A>(b.as_ptr().cast(), len), slice_mut::<A>(out.as_mut_ptr().cast(), len))
        };
        done = halves::basic::<L, A>(op, a, b, out);
    }
    let ((a, a_rest), (b, b_rest)) = (a[done..].as_chunks(), b[done..].as_chunks());
    let (out, out_rest) = out[done..].as_chunks_mut();
    for ((a, b), out) in a.iter().zip(b).zip(out) {
        failed |= pairs_of_chunk::<L, A, B, C, O>(a, b, out, policies);
    }
    if !out_rest.is_empty() {
        // The rest is one chunk more, by a call of this loop, so that its code is here once.
        let (a, b, mut results) =
            (padded(a_rest), padded(b_rest), [zero::<BinaryAs<C, O>>(); CHUNK]);
        let (a, b, to) = (a.as_ptr().cast(), b.as_ptr().cast(), results.as_mut_ptr().cast());
        failed |= at_level!(L, pairs::<A, B, C, O>(a, b, to, CHUNK, policies_at));
        out_rest.copy_from_slice(&results[..out_rest.len()]);
    }
    failed
}

/// Whether `A` becomes `C` sooner by chunks: most have only numbers that a shorter way suffices for.
#[inline(always)]
fn sooner_by_chunks<L: Level, A: Lane, C: Lane>() -> bool {
    needs_detour::<L>() && (same::<A, i64>() || same::<A, u64>()) && same::<C, f32>()
}

#[inline(always)]
unsafe fn overwrites_of<L: Level, C: Lane, O: BinaryOp<C>>(
    a: *mut u8,
    b: *const u8,
    len: usize,
    policies: &'static Policies,
) {
    // SAFETY: the caller vouches for as many elements of this dtype, which is that of results too.
    let (a, b) = unsafe { (slice_mut::<O::Out>(a, len), slice::<C::Accum>(b, len)) };
    O::each_over(a, b, *policies);
}

/// A chunk of pairs; whether any of them fails.
#[inline(always)]
fn pairs_of_chunk<L: Level, A: Operand<C>, B: Operand<C>, C: Lane, O: BinaryOp<C>>(
    a: &[A; CHUNK],
    b: &[B; CHUNK],
    out: &mut [BinaryAs<C, O>; CHUNK],
    policies: Policies,
) -> bool {
    let mut results = [zero::<O::Out>(); CHUNK];
    let is_bf16 = same::<A, bf16>() && same::<B, bf16>() && same::<BinaryAs<C, O>, bf16>();
    if is_bf16 && same::<O::Out, f32>() && !O::KEEPS_NAN {
        let (a, b) = (accums_apart::<A, C>(a), accums_apart::<B, C>(b));
        O::each_at::<L>(&a, &b, &mut results, policies);
        *out = itself(narrow_apart::<L>(&itself(results)));
        return O::any_fails(&a, &b, policies);
    }
    let (a, b) = (accums::<L, A, C>(a), accums::<L, B, C>(b));
    O::each_at::<L>(&a, &b, &mut results, policies);
    convert::<L, O::Out, BinaryAs<C, O>, Saturate>(&results, out);
    O::any_fails(&a, &b, policies)
}

/// The elements, then the first of them over again: of others, which nobody asked for, the op might take longer, or fail.
#[inline(always)]
fn padded<T: Element>(rest: &[T]) -> [T; CHUNK] {
    let mut chunk = [rest[0]; CHUNK];
    chunk[..rest.len()].copy_from_slice(rest);
    chunk
}

#[inline(always)]
unsafe fn singles_of<L: Level, C: Lane, O: UnaryOp<C>>(
    a: *const u8,
    out: *mut u8,
    len: usize,
    policies: &'static Policies,
) {
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, out) = unsafe { (slice::<C>(a, len), slice_mut::<UnaryAs<C, O>>(out, len)) };
    if is_native::<C>() && same::<O::Out, UnaryAs<C, O>>() {
        // SAFETY: the types are the same.
        let (a, out) = unsafe {
            (
                slice::<C::Accum>(a.as_ptr().cast(), len),
                slice_mut::<O::Out>(out.as_mut_ptr().cast(), len),
            )
        };
        return O::each_at::<L>(a, out, *policies);
    }
    let ((a, a_rest), (out, out_rest)) = (a.as_chunks(), out.as_chunks_mut());
    for (a, out) in a.iter().zip(out) {
        singles_of_chunk::<L, C, O>(a, out, *policies);
    }
    if !out_rest.is_empty() {
        // As for pairs.
        let (a, mut results) = (padded(a_rest), [zero::<UnaryAs<C, O>>(); CHUNK]);
        let (a, to) = (a.as_ptr().cast(), results.as_mut_ptr().cast());
        at_level!(L, singles::<C, O>(a, to, CHUNK, policies));
        out_rest.copy_from_slice(&results[..out_rest.len()]);
    }
}

#[inline(always)]
fn singles_of_chunk<L: Level, C: Lane, O: UnaryOp<C>>(
    a: &[C; CHUNK],
    out: &mut [UnaryAs<C, O>; CHUNK],
    policies: Policies,
) {
    let mut wide = [zero::<C::Accum>(); CHUNK];
    let mut results = [zero::<O::Out>(); CHUNK];
    let is_bf16 = same::<C, bf16>() && same::<UnaryAs<C, O>, bf16>();
    if is_bf16 && same::<O::Out, f32>() && !O::KEEPS_NAN {
        O::each_at::<L>(&accums_apart::<C, C>(a), &mut results, policies);
        *out = itself(narrow_apart::<L>(&itself(results)));
        return;
    }
    convert::<L, C, C::Accum, Saturate>(a, &mut wide);
    O::each_at::<L>(&wide, &mut results, policies);
    convert::<L, O::Out, UnaryAs<C, O>, Saturate>(&results, out);
}

/// An element of `A` as one of `C`, then of the type that `C` computes in.
#[inline(always)]
fn accum<L: Level, A: Cast<C>, C: Lane>(a: A) -> C::Accum {
    let a: C = a.cast::<L, Saturate>();
    a.cast::<L, Saturate>()
}

/// A chunk of `A`, which is `bf16`, as one of `f32`, in which `C` computes: in another order.
#[inline(always)]
fn accums_apart<A: Lane, C: Lane>(a: &[A; CHUNK]) -> [C::Accum; CHUNK] {
    itself(widen_apart(&itself(*a)))
}

/// A chunk of `A` as one of `C`, then of the type that `C` computes in.
#[inline(always)]
fn accums<L: Level, A: Operand<C>, C: Lane>(a: &[A; CHUNK]) -> [C::Accum; CHUNK] {
    let mut wide = [zero::<C::Accum>(); CHUNK];
    if same::<A, C>() || is_native::<C>() {
        convert::<L, A, C::Accum, Saturate>(a, &mut wide);
        return wide;
    }
    let mut rounded = [zero::<C>(); CHUNK];
    convert::<L, A, C, Saturate>(a, &mut rounded);
    convert::<L, C, C::Accum, Saturate>(&rounded, &mut wide);
    wide
}
