//! The loops over pairs and over single elements: whatever the dtypes, as fast as each can be.

use super::{
    BinaryLoop, ForEach, Pair, Single, UnaryLoop, for_each_level, levels, slice, slice_mut, zero,
};
use crate::kernel::cast::{Cast, Saturate};
use crate::kernel::convert::{CHUNK, Convert, convert};
use crate::kernel::isa::Level;
use crate::kernel::lane::{Lane, Stored, is_native, same};
use crate::kernel::ops::{BinaryOp, UnaryOp};
use crate::policy::Policies;
use crate::{Element, Kind};

type StoredAs<C, O> = <<O as BinaryOp<C>>::Out as Stored<C>>::As;
type UnaryStoredAs<C, O> = <<O as UnaryOp<C>>::Out as Stored<C>>::As;

for_each_level! {
    /// Pairs of `A` and `B`, computed in `C`.
    fn pairs<A, B, C, O>(a: *const u8, b: *const u8, out: *mut u8, len: usize, policies: &'static Policies) -> bool
    where {
        A: Convert<C> + Convert<C::Wide> + Lane,
        B: Convert<C> + Convert<C::Wide> + Lane,
        C: Lane + Convert<C::Wide>,
        O: BinaryOp<C>,
        O::Out: Element + Convert<StoredAs<C, O>>,
    }
    pairs_of
}

for_each_level! {
    /// Single elements of `C`.
    fn singles<C, O>(a: *const u8, out: *mut u8, len: usize, policies: &'static Policies)
    where {
        C: Lane + Convert<C::Wide>,
        O: UnaryOp<C>,
        O::Out: Element + Convert<UnaryStoredAs<C, O>>,
    }
    singles_of
}

/// The entry of a pair. Without vector instructions a fused loop of real numbers gains too little to be built;
/// of complex ones it decides the sign of a NaN.
pub(crate) const fn pair<A, B, C, O>() -> Pair
where
    A: Convert<C> + Convert<C::Wide> + Lane,
    B: Convert<C> + Convert<C::Wide> + Lane,
    C: Lane + Convert<C::Wide>,
    O: BinaryOp<C>,
    O::Out: Element + Convert<StoredAs<C, O>>,
{
    let loops: ForEach<BinaryLoop> = levels!(pairs::<A, B, C, O>);
    let compute = C::DTYPE as u8;
    let mixed = A::DTYPE as u8 != compute || B::DTYPE as u8 != compute;
    let [baseline, better, best] = loops;
    let real = !matches!(C::DTYPE.kind(), Kind::Complex);
    let baseline = match mixed && real && cfg!(target_arch = "x86_64") {
        true => None,
        false => Some(baseline),
    };
    let loops = [baseline, Some(better), Some(best)];
    Pair { operands: (A::DTYPE, B::DTYPE), compute: C::DTYPE, loops }
}

/// The entry of a dtype.
pub(crate) const fn single<C, O>() -> Single
where
    C: Lane + Convert<C::Wide>,
    O: UnaryOp<C>,
    O::Out: Element + Convert<UnaryStoredAs<C, O>>,
{
    let loops: ForEach<UnaryLoop> = levels!(singles::<C, O>);
    Single { compute: C::DTYPE, loops }
}

#[inline(always)]
unsafe fn pairs_of<L, A, B, C, O>(
    a: *const u8,
    b: *const u8,
    out: *mut u8,
    len: usize,
    policies: &'static Policies,
) -> bool
where
    L: Level,
    A: Convert<C> + Convert<C::Wide> + Lane,
    B: Convert<C> + Convert<C::Wide> + Lane,
    C: Lane + Convert<C::Wide>,
    O: BinaryOp<C>,
    O::Out: Element + Convert<StoredAs<C, O>>,
{
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, b, out) =
        unsafe { (slice::<A>(a, len), slice::<B>(b, len), slice_mut::<StoredAs<C, O>>(out, len)) };
    let (policies, mut failed) = (*policies, false);
    if is_native::<A>() && is_native::<B>() && is_native::<C>() && same::<O::Out, StoredAs<C, O>>()
    {
        // SAFETY: the types are the same.
        let out = unsafe { slice_mut::<O::Out>(out.as_mut_ptr().cast(), len) };
        if same::<A, C>() && same::<B, C>() {
            // SAFETY: the types are the same.
            let (a, b) = unsafe {
                (slice::<C::Wide>(a.as_ptr().cast(), len), slice::<C::Wide>(b.as_ptr().cast(), len))
            };
            failed = any_fails::<C, O>(a, b, policies);
            O::each(a, b, out, policies);
        } else {
            for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
                let (a, b) = (wide::<L, A, C>(a), wide::<L, B, C>(b));
                failed |= O::fails(a, b, policies);
                *out = O::apply(a, b, policies);
            }
        }
        return failed;
    }
    // Whole chunks are of a known length; what is left is made one.
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<CHUNK>(), b.as_chunks::<CHUNK>());
    let (out, out_rest) = out.as_chunks_mut::<CHUNK>();
    for ((a, b), out) in a.iter().zip(b).zip(out) {
        failed |= pairs_of_chunk::<L, A, B, C, O>(a, b, out, CHUNK, policies);
    }
    let count = out_rest.len();
    if count > 0 {
        let (a, b) = (padded(a_rest), padded(b_rest));
        let mut results = [zero(); CHUNK];
        failed |= pairs_of_chunk::<L, A, B, C, O>(&a, &b, &mut results, count, policies);
        out_rest.copy_from_slice(&results[..count]);
    }
    failed
}

/// A chunk of pairs, of which only so many may fail.
#[inline(always)]
fn pairs_of_chunk<L, A, B, C, O>(
    a: &[A; CHUNK],
    b: &[B; CHUNK],
    out: &mut [StoredAs<C, O>; CHUNK],
    count: usize,
    policies: Policies,
) -> bool
where
    L: Level,
    A: Convert<C> + Convert<C::Wide> + Lane,
    B: Convert<C> + Convert<C::Wide> + Lane,
    C: Lane + Convert<C::Wide>,
    O: BinaryOp<C>,
    O::Out: Element + Convert<StoredAs<C, O>>,
{
    let (a, b) = (widen::<L, A, C>(a), widen::<L, B, C>(b));
    let mut results = [zero::<O::Out>(); CHUNK];
    O::each(&a, &b, &mut results, policies);
    convert::<L, O::Out, StoredAs<C, O>, Saturate>(&results, out);
    any_fails::<C, O>(&a[..count], &b[..count], policies)
}

/// The first elements of a chunk, and zeros.
#[inline(always)]
fn padded<T: Element>(rest: &[T]) -> [T; CHUNK] {
    let mut chunk = [zero(); CHUNK];
    chunk[..rest.len()].copy_from_slice(rest);
    chunk
}

#[inline(always)]
fn any_fails<C: Lane, O: BinaryOp<C>>(a: &[C::Wide], b: &[C::Wide], policies: Policies) -> bool {
    let mut failed = false;
    for (&a, &b) in a.iter().zip(b) {
        failed |= O::fails(a, b, policies);
    }
    failed
}

#[inline(always)]
unsafe fn singles_of<L, C, O>(a: *const u8, out: *mut u8, len: usize, policies: &'static Policies)
where
    L: Level,
    C: Lane + Convert<C::Wide>,
    O: UnaryOp<C>,
    O::Out: Element + Convert<UnaryStoredAs<C, O>>,
{
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, out) = unsafe { (slice::<C>(a, len), slice_mut::<UnaryStoredAs<C, O>>(out, len)) };
    if is_native::<C>() && same::<O::Out, UnaryStoredAs<C, O>>() {
        // SAFETY: the types are the same.
        let (a, out) = unsafe {
            (
                slice::<C::Wide>(a.as_ptr().cast(), len),
                slice_mut::<O::Out>(out.as_mut_ptr().cast(), len),
            )
        };
        return O::each(a, out, *policies);
    }
    let ((a, a_rest), (out, out_rest)) = (a.as_chunks::<CHUNK>(), out.as_chunks_mut::<CHUNK>());
    for (a, out) in a.iter().zip(out) {
        singles_of_chunk::<L, C, O>(a, out, *policies);
    }
    let count = out_rest.len();
    if count > 0 {
        let mut results = [zero(); CHUNK];
        singles_of_chunk::<L, C, O>(&padded(a_rest), &mut results, *policies);
        out_rest.copy_from_slice(&results[..count]);
    }
}

#[inline(always)]
fn singles_of_chunk<L, C, O>(
    a: &[C; CHUNK],
    out: &mut [UnaryStoredAs<C, O>; CHUNK],
    policies: Policies,
) where
    L: Level,
    C: Lane + Convert<C::Wide>,
    O: UnaryOp<C>,
    O::Out: Element + Convert<UnaryStoredAs<C, O>>,
{
    let mut wide = [zero::<C::Wide>(); CHUNK];
    let mut results = [zero::<O::Out>(); CHUNK];
    convert::<L, C, C::Wide, Saturate>(a, &mut wide);
    O::each(&wide, &mut results, policies);
    convert::<L, O::Out, UnaryStoredAs<C, O>, Saturate>(&results, out);
}

/// One element of `A`, as one of `C`, in what its loops compute in.
#[inline(always)]
fn wide<L: Level, A: Cast<C>, C: Lane + Cast<C::Wide>>(a: A) -> C::Wide {
    let a: C = a.cast::<L, Saturate>();
    a.cast::<L, Saturate>()
}

/// A chunk of `A` as one of `C`, in what its loops compute in: rounded to `C` where that is a half.
#[inline(always)]
fn widen<L, A, C>(a: &[A; CHUNK]) -> [C::Wide; CHUNK]
where
    L: Level,
    A: Convert<C> + Convert<C::Wide> + Lane,
    C: Lane + Convert<C::Wide>,
{
    let mut wide = [zero::<C::Wide>(); CHUNK];
    if same::<A, C>() || is_native::<C>() {
        convert::<L, A, C::Wide, Saturate>(a, &mut wide);
        return wide;
    }
    let mut rounded = [zero::<C>(); CHUNK];
    convert::<L, A, C, Saturate>(a, &mut rounded);
    convert::<L, C, C::Wide, Saturate>(&rounded, &mut wide);
    wide
}
