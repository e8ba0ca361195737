//! Which kernels an op has: for each dtype or pair, a loop for each instruction-set level.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::cast::{Cast, Saturate};
use super::convert::{Convert, convert};
use super::isa::{Isa, Level};
use super::lane::{Lane, Stored, is_native, same};
use super::ops::{BinaryOp, UnaryOp};
use crate::policy::Policies;
use crate::{DType, Element};

/// A loop over pairs: operands, output, how many. Says whether a pair was one the policies call an
/// error; the output is not to be used then.
///
/// What it is given must be elements of its dtypes, as many as it is told, and the output must
/// overlap neither operand.
pub(crate) type BinaryLoop = unsafe fn(*const u8, *const u8, *mut u8, usize, Policies) -> bool;

/// A loop over single elements: operand, output, how many; the same must hold.
pub(crate) type UnaryLoop = unsafe fn(*const u8, *mut u8, usize);

/// A loop for each level.
pub(crate) type ForEach<T> = [T; Isa::ALL.len()];

/// The kernels of an op on pairs, in the order of their dtypes.
pub(crate) struct BinaryTable {
    pub(crate) entries: &'static [Pair],
    /// For each left and right dtype, where its entries begin.
    pub(crate) first: [[u16; DTYPES]; DTYPES],
    /// Whether operands may be swapped.
    pub(crate) swaps: bool,
}

/// The kernel of a pair that computes in a dtype.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) operands: (DType, DType),
    pub(crate) compute: DType,
    pub(crate) loops: ForEach<BinaryLoop>,
}

/// The kernels of an op on single elements.
pub(crate) struct UnaryTable(pub(crate) &'static [Single]);

/// The kernel that computes in a dtype.
#[derive(Clone, Copy)]
pub(crate) struct Single {
    pub(crate) compute: DType,
    pub(crate) loops: ForEach<UnaryLoop>,
}

const DTYPES: usize = DType::ALL.len();

impl BinaryTable {
    /// The kernel of two dtypes that computes in a third.
    #[inline]
    pub(crate) fn find(
        &self,
        lhs: DType,
        rhs: DType,
        compute: DType,
    ) -> Option<&ForEach<BinaryLoop>> {
        let first = usize::from(self.first[lhs as usize][rhs as usize]);
        let entries = self.entries.get(first..)?.iter();
        let mut same = entries.take_while(|entry| entry.operands == (lhs, rhs));
        Some(&same.find(|entry| entry.compute == compute)?.loops)
    }
}

impl UnaryTable {
    /// The kernel that computes in a dtype.
    #[inline]
    pub(crate) fn find(&self, compute: DType) -> Option<&ForEach<UnaryLoop>> {
        Some(&self.0.iter().find(|entry| entry.compute == compute)?.loops)
    }
}

/// Where the entries of each pair begin; nowhere is past the last.
pub(crate) const fn index(entries: &[Pair]) -> [[u16; DTYPES]; DTYPES] {
    let mut first = [[u16::MAX; DTYPES]; DTYPES];
    let mut place = entries.len();
    while place > 0 {
        place -= 1;
        let (lhs, rhs) = entries[place].operands;
        assert!(place < u16::MAX as usize, "an op has fewer kernels than a table can count");
        #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
        let small = place as u16;
        first[lhs as usize][rhs as usize] = small;
    }
    first
}

/// The kernels of an op on pairs: `left: right => compute, …;` for each left dtype.
macro_rules! binary {
    ($op:ident, swaps = $swaps:literal; $($lhs:ident: $($rhs:ident => $compute:ident),*;)*) => {{
        use crate::kernel::tables::{Pair, index, pair};
        const ENTRIES: &[Pair] = &[$($(pair::<$lhs, $rhs, $compute, $op>(),)*)*];
        BinaryTable { entries: ENTRIES, first: index(ENTRIES), swaps: $swaps }
    }};
}

/// The kernels of an op on single elements, by what they compute in.
macro_rules! unary {
    ($op:ident; $($compute:ident),*;) => {{
        use crate::kernel::tables::single;
        UnaryTable(&[$(single::<$compute, $op>(),)*])
    }};
}
pub(crate) use super::product::{ProductTable, product};
pub(crate) use super::reduce::{ReductionTable, reduction};
pub(crate) use {binary, unary};

/// A slice of elements that a caller of a loop vouches for.
///
/// # Safety
///
/// `at` is a place of `len` elements that no one writes to while the slice lives.
#[inline(always)]
pub(crate) unsafe fn slice<'a, T>(at: *const u8, len: usize) -> &'a [T] {
    // SAFETY: as the caller vouches; a loop over none may be given any place, so an aligned one is made up.
    unsafe {
        match len {
            0 => &[],
            _ => core::slice::from_raw_parts(at.cast(), len),
        }
    }
}

/// The same, to write to.
///
/// # Safety
///
/// As [`slice`], and no one else refers to the place. The elements need not be initialised: they
/// are numbers, and a loop writes them before it reads them.
#[inline(always)]
pub(crate) unsafe fn slice_mut<'a, T>(at: *mut u8, len: usize) -> &'a mut [T] {
    // SAFETY: as above.
    unsafe {
        match len {
            0 => &mut [],
            _ => core::slice::from_raw_parts_mut(at.cast(), len),
        }
    }
}

/// Compiles a generic loop for each level: the same body, with other instructions to choose from.
macro_rules! for_each_level {
    (
        $(#[$doc:meta])*
        fn $name:ident<$($generic:ident),*>($($arg:ident: $ty:ty),*) $(-> $out:ty)?
        where { $($bounds:tt)* }
        $body:ident
    ) => {
        $(#[$doc])*
        pub(crate) mod $name {
            use super::*;

            pub(crate) unsafe fn baseline<$($generic),*>($($arg: $ty),*) $(-> $out)? where $($bounds)* {
                // SAFETY: as the caller vouches.
                unsafe { $body::<crate::kernel::isa::Baseline, $($generic),*>($($arg),*) }
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma,f16c")]
            pub(crate) unsafe fn avx2<$($generic),*>($($arg: $ty),*) $(-> $out)? where $($bounds)* {
                // SAFETY: as the caller vouches.
                unsafe { $body::<crate::kernel::isa::Avx2, $($generic),*>($($arg),*) }
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,f16c")]
            pub(crate) unsafe fn avx512<$($generic),*>($($arg: $ty),*) $(-> $out)? where $($bounds)* {
                // SAFETY: as the caller vouches.
                unsafe { $body::<crate::kernel::isa::Avx512, $($generic),*>($($arg),*) }
            }
        }
    };
}

/// The three levels of a loop; where the architecture has one only, three times that one.
#[cfg(target_arch = "x86_64")]
macro_rules! levels {
    ($name:ident::<$($generic:ty),*>) => {
        [
            $name::baseline::<$($generic),*>,
            $name::avx2::<$($generic),*>,
            $name::avx512::<$($generic),*>,
        ]
    };
}
#[cfg(not(target_arch = "x86_64"))]
macro_rules! levels {
    ($name:ident::<$($generic:ty),*>) => {
        [$name::baseline::<$($generic),*>; 3]
    };
}
pub(crate) use {for_each_level, levels};

type StoredAs<C, O> = <<O as BinaryOp<C>>::Out as Stored<C>>::As;
type UnaryStoredAs<C, O> = <<O as UnaryOp<C>>::Out as Stored<C>>::As;

for_each_level! {
    /// Pairs of `A` and `B`, computed in `C`.
    fn pairs<A, B, C, O>(a: *const u8, b: *const u8, out: *mut u8, len: usize, policies: Policies) -> bool
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
    fn singles<C, O>(a: *const u8, out: *mut u8, len: usize)
    where {
        C: Lane + Convert<C::Wide>,
        O: UnaryOp<C>,
        O::Out: Element + Convert<UnaryStoredAs<C, O>>,
    }
    singles_of
}

/// The entry of a pair.
pub(crate) const fn pair<A, B, C, O>() -> Pair
where
    A: Convert<C> + Convert<C::Wide> + Lane,
    B: Convert<C> + Convert<C::Wide> + Lane,
    C: Lane + Convert<C::Wide>,
    O: BinaryOp<C>,
    O::Out: Element + Convert<StoredAs<C, O>>,
{
    let loops: ForEach<BinaryLoop> = levels!(pairs::<A, B, C, O>);
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

/// How many elements are widened at a time.
const CHUNK: usize = super::convert::CHUNK;

#[inline(always)]
unsafe fn pairs_of<L, A, B, C, O>(
    a: *const u8,
    b: *const u8,
    out: *mut u8,
    len: usize,
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
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, b, out) =
        unsafe { (slice::<A>(a, len), slice::<B>(b, len), slice_mut::<StoredAs<C, O>>(out, len)) };
    let mut failed = false;
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
unsafe fn singles_of<L, C, O>(a: *const u8, out: *mut u8, len: usize)
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
        return O::each(a, out);
    }
    let ((a, a_rest), (out, out_rest)) = (a.as_chunks::<CHUNK>(), out.as_chunks_mut::<CHUNK>());
    for (a, out) in a.iter().zip(out) {
        singles_of_chunk::<L, C, O>(a, out);
    }
    let count = out_rest.len();
    if count > 0 {
        let mut results = [zero(); CHUNK];
        singles_of_chunk::<L, C, O>(&padded(a_rest), &mut results);
        out_rest.copy_from_slice(&results[..count]);
    }
}

#[inline(always)]
fn singles_of_chunk<L, C, O>(a: &[C; CHUNK], out: &mut [UnaryStoredAs<C, O>; CHUNK])
where
    L: Level,
    C: Lane + Convert<C::Wide>,
    O: UnaryOp<C>,
    O::Out: Element + Convert<UnaryStoredAs<C, O>>,
{
    let mut wide = [zero::<C::Wide>(); CHUNK];
    let mut results = [zero::<O::Out>(); CHUNK];
    convert::<L, C, C::Wide, Saturate>(a, &mut wide);
    O::each(&wide, &mut results);
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

/// All bits zero, which every element type can have.
#[inline(always)]
pub(crate) fn zero<T: Element>() -> T {
    // SAFETY: element types are numbers and truth values, all of which have zero bits as a value.
    unsafe { core::mem::zeroed() }
}
