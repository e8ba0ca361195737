//! One element of the runtime's beside one of a framework's.

use std::fmt;

use runtime::{DType, Group, Kind, Op, rulesets};

use crate::elements::{bits as bits_of, tensor};
use crate::harness::show;
use crate::reference::Bits;
use crate::reference::format::Format;
use crate::reference::narrow;
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

/// How many units in the last place two elements are apart; `None` where they are not the same and no bound is
/// given, or further apart than `bound`.
///
/// A complex number that is not exact is taken as a whole: the unit is that of its larger part.
pub(super) fn apart(dtype: DType, got: Bits, wanted: Bits, exact: bool, bound: u64) -> Option<u64> {
    let Some(format) = Format::of(dtype) else {
        let nan = |bits: Bits| dtype.is_narrow() && numbers(dtype, &[bits])[0].0.is_nan();
        return (got == wanted || nan(got) && nan(wanted)).then_some(0);
    };
    if dtype.kind() != Kind::Complex {
        return part(format, got.0, wanted.0, exact, bound);
    }
    let whole = || if exact { None } else { as_a_whole(dtype, format, got, wanted, bound) };
    let parts = [(got.0, wanted.0), (got.1, wanted.1)];
    let by_parts = || {
        let apart = |(got, wanted)| part(format, got, wanted, exact, bound);
        parts.into_iter().try_fold(0, |most, pair| apart(pair).map(|ulps| ulps.max(most)))
    };
    by_parts().or_else(whole)
}

/// How many units of the wanted number's larger part two finite complex numbers are apart; zeros have signs.
fn as_a_whole(dtype: DType, format: Format, got: Bits, wanted: Bits, bound: u64) -> Option<u64> {
    let magnitude = |bits: u64| bits & (format.sign() - 1);
    let comparable = |(got, wanted): (u64, u64)| {
        let finite = magnitude(got).max(magnitude(wanted)) < format.infinity();
        finite && (magnitude(got) != 0 || magnitude(wanted) != 0 || got == wanted)
    };
    if !comparable((got.0, wanted.0)) || !comparable((got.1, wanted.1)) {
        return None;
    }
    let info = dtype.finfo()?;
    let value = |bits: Bits| numbers(dtype, &[bits])[0];
    let (got, wanted) = (value(got), value(wanted));
    let larger = wanted.0.abs().max(wanted.1.abs()).max(info.smallest_normal);
    let unit = info.eps * 2_f64.powi(exponent(larger));
    let most = f64::max((got.0 - wanted.0).abs(), (got.1 - wanted.1).abs()) / unit;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "positive, and beyond what u64 holds no bound is"
    )]
    let ulps = most.ceil().max(1.0) as u64;
    (most.is_finite() && ulps <= bound).then_some(ulps)
}

/// The power of two that is nearest below.
fn exponent(value: f64) -> i32 {
    i32::try_from(value.to_bits() >> 52 & 0x7ff).expect("eleven bits") - 1023
}

/// Elements of any dtype as pairs of float64.
pub(super) fn numbers(dtype: DType, elements: &[Bits]) -> Vec<(f64, f64)> {
    if dtype.is_narrow() {
        let values = narrow::values(dtype);
        let place = |bits: &Bits| usize::try_from(bits.0).expect("8 bits at the most");
        return elements.iter().map(|bits| (values[place(bits)].double(), 0.0)).collect();
    }
    let wide = rulesets::ACLNN.cast(&tensor(dtype, elements), DType::C128);
    let wide = bits_of(&wide.expect("every dtype is there and becomes complex128"));
    wide.into_iter().map(|(re, im)| (f64::from_bits(re), f64::from_bits(im))).collect()
}

fn part(format: Format, got: u64, wanted: u64, exact: bool, bound: u64) -> Option<u64> {
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
    u64::try_from(ulps).ok().filter(|&ulps| ulps <= bound)
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
