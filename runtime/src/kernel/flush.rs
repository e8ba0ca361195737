//! Subnormal numbers in operands and results of loops → zeros of their sign, where a ruleset flushes them.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::isa::{Isa, Level};
use super::levels::{PerLevel, for_each_level, levels, slice, slice_mut};
use super::stream::{BLOCK, Block};
use crate::DType;
use crate::policy::{Policies, Subnormals};
use crate::tensor::raw::{RawView, RawViewMut};

/// The bits of a float, or of a part of a complex number.
pub(crate) trait Part: Copy {
    fn is_subnormal(self) -> bool;

    /// A zero of its sign in place of a subnormal number.
    fn flushed(self) -> Self;
}

macro_rules! part {
    ($($bits:ty: $normal:expr;)*) => { $(
        impl Part for $bits {
            #[inline(always)]
            fn is_subnormal(self) -> bool {
                (self & (<$bits>::MAX >> 1)).wrapping_sub(1) < $normal - 1
            }

            #[inline(always)]
            fn flushed(self) -> $bits {
                let sign = self & !(<$bits>::MAX >> 1);
                if self.is_subnormal() { sign } else { self }
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
    parts.iter().fold(false, |any, part| any | part.is_subnormal())
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
        *part = part.flushed();
    }
}

/// The loops over parts of one size.
struct Loops {
    find: PerLevel<unsafe fn(*const u8, usize) -> bool>,
    flush: PerLevel<unsafe fn(*mut u8, usize)>,
}

const fn loops<T: Part>() -> Loops {
    Loops { find: levels!(finds_parts::<T>), flush: levels!(flushes_parts::<T>) }
}

static HALVES: Loops = loops::<u16>();
static SINGLES: Loops = loops::<u32>();
static DOUBLES: Loops = loops::<u64>();

/// Elements of a dtype whose subnormal numbers a ruleset may flush.
#[derive(Clone, Copy)]
struct Flushed {
    loops: &'static Loops,
    /// The bytes of an element.
    size: usize,
    /// How many parts an element has.
    parts: usize,
}

impl Flushed {
    /// Of bfloat16, float32, float64 and complex dtypes of these. Others are computed in float32, whose normal numbers
    /// theirs are.
    fn of(dtype: DType) -> Option<Flushed> {
        let info = dtype.finfo().filter(|_| !dtype.is_narrow())?;
        let loops = match info.bits {
            16 if info.smallest_normal == f64::from(f32::MIN_POSITIVE) => &HALVES,
            32 => &SINGLES,
            64 => &DOUBLES,
            _ => return None,
        };
        let parts = (dtype.bits() / info.bits) as usize;
        Some(Flushed { loops, size: dtype.size(), parts })
    }

    /// Whether any of so many elements is subnormal, or has a part that is.
    unsafe fn finds(&self, elements: *const u8, len: usize) -> bool {
        // SAFETY: the caller vouches for as many elements.
        unsafe { self.loops.find[Isa::active() as usize](elements, len * self.parts) }
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
    let len = operand.shape.iter().product();
    // SAFETY: the operand has these elements.
    Flushed::of(operand.dtype).is_some_and(|flushed| unsafe { flushed.finds(operand.at, len) })
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
/// As of the loop, on all of the elements.
pub(crate) unsafe fn run_flushed<const N: usize>(
    [taken, given]: [DType; 2],
    operands: [*const u8; N],
    out: *mut u8,
    count: usize,
    run: impl Fn([*const u8; N], *mut u8, usize) -> bool,
) -> bool {
    let (flushed, results) = (Flushed::of(taken), Flushed::of(given));
    let [taken, given] = [taken, given].map(DType::size);
    let (step, mut any) = (BLOCK / taken.max(given), false);
    let mut blocks = [const { Block::new() }; N];
    for start in (0..count).step_by(step) {
        let len = step.min(count - start);
        let mut at = operands.map(|operand| operand.wrapping_add(start * taken));
        if let Some(flushed) = flushed {
            for (at, block) in at.iter_mut().zip(&mut blocks) {
                // SAFETY: the operand has these elements, and a block room for them.
                unsafe {
                    if flushed.finds(*at, len) {
                        let block = block.at();
                        block.copy_from_nonoverlapping(*at, len * flushed.size);
                        flushed.flush(block, len);
                        *at = block;
                    }
                }
            }
        }
        let out = out.wrapping_add(start * given);
        any |= run(at, out, len);
        if let Some(results) = results {
            // SAFETY: the loop has written these elements, to which nothing else refers.
            unsafe {
                if results.finds(out, len) {
                    results.flush(out, len);
                }
            }
        }
    }
    any
}
