//! Subnormal numbers in operands and results of loops → zeros of their sign, where a ruleset flushes them.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::isa::{Isa, Level};
use super::levels::{PerLevel, for_each_level, levels, slice, slice_mut};
use super::signatures::{BinaryLoop, UnaryLoop};
use super::stream::{BLOCK, Block};
use crate::DType;
use crate::policy::{Policies, Subnormals};
use crate::tensor::raw::{RawView, RawViewMut};

/// The bits of a float, or of a part of a complex number.
pub(crate) trait Part: Copy + Ord {
    /// How many magnitudes are subnormal.
    const SUBNORMALS: Self;
    const MAX: Self;

    /// Less than `SUBNORMALS` if it is subnormal, and only then.
    fn rank(self) -> Self;

    /// Zero, with its sign.
    fn zero(self) -> Self;
}

macro_rules! part {
    ($($bits:ty: $normal:expr;)*) => { $(
        impl Part for $bits {
            const SUBNORMALS: $bits = $normal - 1;
            const MAX: $bits = <$bits>::MAX;

            #[inline(always)]
            fn rank(self) -> $bits {
                (self & (<$bits>::MAX >> 1)).wrapping_sub(1)
            }

            #[inline(always)]
            fn zero(self) -> $bits {
                self & !(<$bits>::MAX >> 1)
            }
        }
    )* };
}

part! {
    // Of bfloat16, whose exponent is that of float32.
    u16: 1 << 7;
    u32: f32::MIN_POSITIVE.to_bits();
    u64: f64::MIN_POSITIVE.to_bits();
}

for_each_level! {
    /// Whether any of so many parts is subnormal.
    fn finds_parts<T>(parts: *const u8, len: usize) -> bool
    where { T: Part, }
    finds_of
}

#[inline(always)]
unsafe fn finds_of<L: Level, T: Part>(parts: *const u8, len: usize) -> bool {
    // SAFETY: the caller vouches for as many parts.
    let parts = unsafe { slice::<T>(parts, len) };
    parts.iter().fold(T::MAX, |least, part| least.min(part.rank())) < T::SUBNORMALS
}

for_each_level! {
    /// The same of as many parts in each of two places.
    fn finds_in_two<T>(places: [*const u8; 2], len: usize) -> bool
    where { T: Part, }
    finds_in_two_of
}

#[inline(always)]
unsafe fn finds_in_two_of<L: Level, T: Part>(places: [*const u8; 2], len: usize) -> bool {
    // SAFETY: the caller vouches for as many parts in each.
    let [a, b] = places.map(|parts| unsafe { slice::<T>(parts, len) });
    let ranks = a.iter().zip(b).map(|(a, b)| a.rank().min(b.rank()));
    ranks.fold(T::MAX, |least, rank| least.min(rank)) < T::SUBNORMALS
}

for_each_level! {
    /// So many parts, which become zeros where they are subnormal.
    fn flushes_parts<T>(parts: *mut u8, len: usize)
    where { T: Part, }
    flushes_of
}

#[inline(always)]
unsafe fn flushes_of<L: Level, T: Part>(parts: *mut u8, len: usize) {
    // SAFETY: the caller vouches for as many parts, to which nothing else refers.
    for part in unsafe { slice_mut::<T>(parts, len) } {
        *part = if part.rank() < T::SUBNORMALS { part.zero() } else { *part };
    }
}

/// The loops over parts of one size.
struct Loops {
    find: PerLevel<unsafe fn(*const u8, usize) -> bool>,
    find_in_two: PerLevel<unsafe fn([*const u8; 2], usize) -> bool>,
    flush: PerLevel<unsafe fn(*mut u8, usize)>,
}

const fn loops<T: Part>() -> Loops {
    Loops {
        find: levels!(finds_parts::<T>),
        find_in_two: levels!(finds_in_two::<T>),
        flush: levels!(flushes_parts::<T>),
    }
}

static HALVES: Loops = loops::<u16>();
static SINGLES: Loops = loops::<u32>();
static DOUBLES: Loops = loops::<u64>();

/// Elements of a dtype whose subnormal numbers a ruleset may flush.
#[derive(Clone, Copy)]
struct Flushed {
    loops: &'static Loops,
    /// How many parts an element has.
    parts: usize,
}

/// Of each dtype, in their order.
static FLUSHED: [Option<Flushed>; DType::ALL.len()] = {
    let mut all = [None; DType::ALL.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = Flushed::new(DType::ALL[place]);
        place += 1;
    }
    all
};

impl Flushed {
    /// Of bfloat16, float32, float64 and complex dtypes of these. Others are computed in float32, whose normal numbers
    /// theirs are.
    const fn new(dtype: DType) -> Option<Flushed> {
        let Some(info) = dtype.finfo() else { return None };
        let loops = match info.bits {
            16 if info.smallest_normal.to_bits() == (f32::MIN_POSITIVE as f64).to_bits() => &HALVES,
            32 => &SINGLES,
            64 => &DOUBLES,
            _ => return None,
        };
        Some(Flushed { loops, parts: (dtype.bits() / info.bits) as usize })
    }

    #[inline]
    fn of(dtype: DType) -> Option<Flushed> {
        FLUSHED[dtype as usize]
    }

    /// Whether any of so many elements is subnormal, or has a part that is.
    unsafe fn finds(&self, elements: *const u8, len: usize) -> bool {
        // SAFETY: the caller vouches for as many elements.
        unsafe { self.loops.find[Isa::active() as usize](elements, len * self.parts) }
    }

    /// The same of so many elements of each operand.
    #[inline]
    unsafe fn finds_in<const N: usize>(&self, operands: [*const u8; N], len: usize) -> bool {
        // SAFETY: the caller vouches for as many elements of each.
        unsafe {
            match operands[..] {
                [lhs, rhs] => {
                    let find = self.loops.find_in_two[Isa::active() as usize];
                    find([lhs, rhs], len * self.parts)
                }
                _ => operands.iter().any(|&operand| self.finds(operand, len)),
            }
        }
    }

    /// So many elements, which become zeros where they are subnormal.
    unsafe fn flush(&self, elements: *mut u8, len: usize) {
        // SAFETY: the caller vouches for as many elements, to which nothing else refers.
        unsafe { self.loops.flush[Isa::active() as usize](elements, len * self.parts) }
    }
}

impl Policies {
    /// Whether subnormal numbers of a dtype are flushed.
    #[inline]
    pub(crate) fn flush(&self, dtype: DType) -> bool {
        self.subnormals == Subnormals::Flush && Flushed::of(dtype).is_some()
    }
}

/// Whether any element of an operand whose elements lie one after the other is subnormal, or has a part that is.
pub(crate) fn finds(operand: &RawView<'_>) -> bool {
    debug_assert!(operand.is_standard(), "its elements lie one after the other");
    // SAFETY: the operand has these elements.
    unsafe { any_subnormal(operand.dtype, operand.at, operand.shape.iter().product()) }
}

/// Whether any of so many elements is subnormal, or has a part that is.
///
/// # Safety
///
/// There are as many of the dtype.
pub(super) unsafe fn any_subnormal(dtype: DType, elements: *const u8, len: usize) -> bool {
    // SAFETY: as the caller vouches.
    Flushed::of(dtype).is_some_and(|flushed| unsafe { flushed.finds(elements, len) })
}

/// Flushes subnormal numbers of an output whose elements lie one after the other.
pub(crate) fn flush(out: &mut RawViewMut<'_>) {
    debug_assert!(out.is_standard(), "its elements lie one after the other");
    if let Some(flushed) = Flushed::of(out.dtype) {
        // SAFETY: the output has these elements, to which nothing else refers.
        unsafe { flushed.flush(out.at, out.len()) }
    }
}

/// Runs a loop over elements of one dtype that gives elements of another, on operands of which subnormal numbers are
/// flushed, and flushes its results: a block at a time, of which only those are copied or written anew that have a
/// subnormal number. Returns whether the loop says of any block that a pair is an error.
///
/// # Safety
///
/// As for the loop, on all of the elements.
#[inline]
pub(crate) unsafe fn run_flushed<const N: usize>(
    [taken, given]: [DType; 2],
    operands: [*const u8; N],
    out: *mut u8,
    count: usize,
    run: impl Fn([*const u8; N], *mut u8, usize) -> bool,
) -> bool {
    let (flushed, results) = (Flushed::of(taken), Flushed::of(given));
    let (size, given) = (taken.size(), given.size());
    let step = BLOCK / size.max(given);
    let (mut start, mut any) = (0, false);
    while start < count {
        let len = step.min(count - start);
        let at = operands.map(|operand| operand.wrapping_add(start * size));
        let out = out.wrapping_add(start * given);
        // SAFETY: the caller vouches for these elements, which no one writes to, and a block has room for so many.
        any |= unsafe {
            match flushed.filter(|flushed| flushed.finds_in(at, len)) {
                Some(flushed) => run_copied(flushed, (at, size), out, len, &run),
                None => run(at, out, len),
            }
        };
        if let Some(results) = results {
            // SAFETY: the loop has written these elements, to which nothing else refers.
            unsafe {
                if results.finds(out, len) {
                    results.flush(out, len);
                }
            }
        }
        start += len;
    }
    any
}

/// Runs a loop on copies of so many elements of its operands, which are of so many bytes, in which subnormal numbers are
/// flushed.
///
/// # Safety
///
/// As for the loop, and a block holds them.
#[cold]
#[inline(never)]
unsafe fn run_copied<const N: usize>(
    flushed: Flushed,
    (operands, size): ([*const u8; N], usize),
    out: *mut u8,
    len: usize,
    run: &dyn Fn([*const u8; N], *mut u8, usize) -> bool,
) -> bool {
    let mut blocks = [const { Block::new() }; N];
    let mut at = operands;
    for (at, block) in at.iter_mut().zip(&mut blocks) {
        let block = block.at();
        // SAFETY: as the caller vouches.
        unsafe {
            block.copy_from_nonoverlapping(*at, len * size);
            flushed.flush(block, len);
        }
        *at = block;
    }
    run(at, out, len)
}

/// A loop of one operand, subnormal numbers flushed.
#[inline(never)]
pub(super) unsafe fn unary_flushed(
    run: UnaryLoop,
    dtypes: [DType; 2],
    operand: *const u8,
    out: *mut u8,
    count: usize,
    policies: &'static Policies,
) {
    // SAFETY: as the caller vouches.
    unsafe {
        run_flushed(dtypes, [operand], out, count, |[operand], out, count| {
            run(operand, out, count, policies);
            false
        });
    }
}

/// The same of two operands.
#[inline(never)]
pub(super) unsafe fn binary_flushed(
    run: BinaryLoop,
    dtypes: [DType; 2],
    operands: [*const u8; 2],
    out: *mut u8,
    count: usize,
    policies: &'static Policies,
) -> bool {
    // SAFETY: as the caller vouches.
    unsafe {
        run_flushed(dtypes, operands, out, count, |[lhs, rhs], out, count| {
            run(lhs, rhs, out, count, policies)
        })
    }
}
