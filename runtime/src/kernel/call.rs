//! A loop over contiguous elements, with the dtypes that it takes and gives, and how it is called.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::casts::{self, Caster};
use super::flush::{binary_flushed, unary_flushed};
use super::isa::Isa;
use super::loops::COMPARE;
use super::signatures::{BinaryLoop, CompareLoop, TernaryLoop, UnaryLoop};
use super::stream::BLOCK;
use super::ternary::{lerp_kernel, select_kernel};
use crate::policy::Policies;
use crate::{DType, Element};

/// A loop over contiguous elements, the dtypes of the operands it takes and of the result it gives.
#[derive(Clone, Copy)]
pub(crate) struct Kernel {
    pub(crate) run: Loop,
    /// Those of operands that it does not have do not matter.
    pub(crate) operands: [DType; 3],
    pub(crate) result: DType,
}

impl Kernel {
    /// Converts one dtype to another.
    pub(crate) fn cast(from: DType, to: DType, policies: &Policies) -> Kernel {
        let run = Loop::Cast(casts::find(from, to, policies, Isa::active()));
        Kernel { run, operands: [from; 3], result: to }
    }

    /// Flushes subnormal numbers of a dtype that is not narrow.
    pub(crate) fn flushing(dtype: DType, policies: &Policies) -> Kernel {
        let run = Loop::Cast(casts::flushing(dtype, policies, Isa::active()));
        Kernel { run, operands: [dtype; 3], result: dtype }
    }

    /// The same with subnormal numbers of its operands and its result flushed, where the policies want it.
    pub(crate) fn flushed(self, policies: &Policies) -> Kernel {
        let dtypes = [self.operands[0], self.result];
        match dtypes.into_iter().any(|dtype| policies.flush(dtype)) {
            true => Kernel { run: self.run.flushed(dtypes), ..self },
            false => self,
        }
    }

    /// Whether a block holds so many elements of each operand.
    #[inline]
    pub(crate) fn fits_a_block(&self, len: usize) -> bool {
        self.operands.iter().all(|taken| len <= BLOCK / taken.size())
    }

    /// Takes a signed and an unsigned integer, and gives what a comparison says of their true values.
    pub(crate) fn compare(says: [bool; 3], isa: Isa) -> Kernel {
        let run = Loop::Compare(COMPARE[isa as usize], says);
        Kernel { run, operands: [i64::DTYPE, u64::DTYPE, u64::DTYPE], result: DType::bool() }
    }

    /// Takes a bool and two elements of a dtype, and chooses the first of them where the bool is true.
    pub(crate) fn select(dtype: DType) -> Kernel {
        let run = Loop::Ternary(select_kernel(dtype.size())[Isa::active() as usize]);
        Kernel { run, operands: [DType::bool(), dtype, dtype], result: dtype }
    }

    /// Takes two numbers of a dtype and a share of the way from one to the other; `None` of a dtype without such a loop.
    /// Where the policies flush subnormal numbers, each step does.
    pub(crate) fn lerp(dtype: DType, policies: &Policies) -> Option<Kernel> {
        let run = Loop::Ternary(lerp_kernel(dtype, policies)?[Isa::active() as usize]);
        Some(Kernel { run, operands: [dtype; 3], result: dtype })
    }
}

/// A loop over contiguous elements.
#[derive(Clone, Copy)]
pub(crate) enum Loop {
    Cast(Caster),
    Unary(UnaryLoop),
    Binary(BinaryLoop),
    Ternary(TernaryLoop),
    /// Compares; with what the op says of a left operand that is less, equal and greater.
    Compare(CompareLoop, [bool; 3]),
    /// Of one operand, subnormal numbers flushed; with the dtypes that it takes and gives.
    FlushedUnary(UnaryLoop, [DType; 2]),
    /// Of two operands.
    FlushedBinary(BinaryLoop, [DType; 2]),
}

impl Loop {
    /// The same with subnormal numbers of its operands and its results flushed, which are of these dtypes.
    pub(crate) fn flushed(self, dtypes: [DType; 2]) -> Loop {
        match self {
            Loop::Unary(run) => Loop::FlushedUnary(run, dtypes),
            Loop::Binary(run) => Loop::FlushedBinary(run, dtypes),
            other => other,
        }
    }

    /// Runs over contiguous elements. Returns whether the policies make any pair an error.
    ///
    /// # Safety
    ///
    /// Each operand it takes and the output have `count` elements of its dtypes, and the output overlaps no
    /// operand.
    #[inline]
    pub(crate) unsafe fn run(
        self,
        [first, second, third]: [*const u8; 3],
        out: *mut u8,
        count: usize,
        policies: &'static Policies,
    ) -> bool {
        // SAFETY: as the caller vouches.
        unsafe {
            match self {
                Loop::Cast(cast) => cast.call(first, out, count),
                Loop::Unary(run) => run(first, out, count, policies),
                Loop::Binary(run) => return run(first, second, out, count, policies),
                Loop::Ternary(run) => run(first, second, third, out, count),
                Loop::Compare(run, says) => run(first, second, out, count, says),
                Loop::FlushedUnary(run, dtypes) => {
                    unary_flushed(run, dtypes, first, out, count, policies);
                }
                Loop::FlushedBinary(run, dtypes) => {
                    return binary_flushed(run, dtypes, [first, second], out, count, policies);
                }
            }
        }
        false
    }
}
