//! One element of the runtime's beside one of a framework's.

use std::fmt;

use runtime::{DType, Group, Kind, Op};

use super::BOUND;
use crate::harness::show;
use crate::reference::Bits;
use crate::reference::format::Format;
use crate::reference::wanted::order;

/// An element on which the two part.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// The operands as values and bits.
    pub operands: String,
    /// What the runtime gives.
    pub got: String,
    /// What the framework gave.
    pub wanted: String,
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: got {}, wanted {}", self.operands, self.got, self.wanted)
    }
}

impl Element {
    /// An element of a dtype and what it was made of.
    pub(super) fn new(operands: &[(DType, Bits)], dtype: DType, got: Bits, wanted: Bits) -> Self {
        let operands: Vec<String> =
            operands.iter().map(|&(dtype, bits)| show(dtype, bits)).collect();
        Element {
            operands: operands.join(", "),
            got: show(dtype, got),
            wanted: show(dtype, wanted),
        }
    }
}

/// How many units in the last place two elements are apart; `None` where they are not the same and no
/// bound is given.
pub(super) fn apart(dtype: DType, got: Bits, wanted: Bits, exact: bool) -> Option<u64> {
    let Some(format) = Format::of(dtype) else {
        return (got == wanted).then_some(0);
    };
    let parts = [part(format, got.0, wanted.0, exact), part(format, got.1, wanted.1, exact)];
    let parts = if dtype.kind() == Kind::Complex { &parts[..] } else { &parts[..1] };
    parts.iter().try_fold(0, |most, part| part.map(|ulps| ulps.max(most)))
}

fn part(format: Format, got: u64, wanted: u64, exact: bool) -> Option<u64> {
    let (nan, other) = (format.is_nan(got), format.is_nan(wanted));
    if got == wanted || (nan && other) {
        return Some(0);
    }
    let magnitude = |bits: u64| bits & (format.sign() - 1);
    let special = |bits: u64| magnitude(bits) == 0 || magnitude(bits) >= format.infinity();
    if exact || special(got) || special(wanted) {
        return None;
    }
    let ulps = order(format, got).abs_diff(order(format, wanted));
    u64::try_from(ulps).ok().filter(|&ulps| ulps <= BOUND)
}

/// Whether an op's definition leaves one result only, of elements of this dtype.
pub(super) fn is_exact(op: Op, dtype: DType) -> bool {
    match dtype.kind() {
        Kind::Float => match op.group() {
            Group::Reduction => matches!(op, Op::Max | Op::Min),
            _ => !is_elementary(op) || op == Op::Sqrt,
        },
        Kind::Complex => matches!(
            op,
            Op::Add | Op::Subtract | Op::Negative | Op::Positive | Op::Conj | Op::Round
        ),
        _ => true,
    }
}

fn is_elementary(op: Op) -> bool {
    matches!(
        op,
        Op::Pow
            | Op::FloatPower
            | Op::Rsqrt
            | Op::Cbrt
            | Op::Sigmoid
            | Op::Exp2
            | Op::Atan2
            | Op::Hypot
            | Op::Logaddexp
            | Op::Sqrt
            | Op::Exp
            | Op::Expm1
            | Op::Log
            | Op::Log1p
            | Op::Log2
            | Op::Log10
            | Op::Sin
            | Op::Cos
            | Op::Tan
            | Op::Asin
            | Op::Acos
            | Op::Atan
            | Op::Sinh
            | Op::Cosh
            | Op::Tanh
            | Op::Asinh
            | Op::Acosh
            | Op::Atanh
            | Op::Abs
    )
}
