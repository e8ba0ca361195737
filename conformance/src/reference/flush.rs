//! Subnormal numbers → zeros of their sign, where a policy flushes them.

use runtime::policy::{Policies, Subnormals};
use runtime::{DType, Kind, Op};

use super::Bits;
use super::cast::cast_by;
use super::format::Format;
use super::wanted::{Part, Wanted};

/// What gives truth values, counts or places.
const OTHERS: &[Op] = &[
    Op::Equal,
    Op::NotEqual,
    Op::Less,
    Op::LessEqual,
    Op::Greater,
    Op::GreaterEqual,
    Op::LogicalNot,
    Op::Isnan,
    Op::Isinf,
    Op::Isfinite,
    Op::Signbit,
    Op::All,
    Op::Any,
    Op::CountNonzero,
    Op::Argmax,
    Op::Argmin,
];

/// What moves elements, or changes their sign or last bit.
const MOVING: &[Op] = &[
    Op::Negative,
    Op::Positive,
    Op::Copysign,
    Op::Nextafter,
    Op::Real,
    Op::Imag,
    Op::Conj,
    Op::Sort,
];

/// What moves complex numbers alone.
const MOVING_COMPLEX: &[Op] = &[Op::Maximum, Op::Minimum, Op::Fmax, Op::Fmin, Op::Max, Op::Min];

/// The format of the numbers of a dtype, or of the parts of its numbers, that are flushed.
fn flushed_format(dtype: DType, policies: Policies) -> Option<Format> {
    let flushes = matches!(dtype, DType::Bf16 | DType::F32 | DType::F64 | DType::C64 | DType::C128);
    match policies.subnormals {
        Subnormals::Flush if flushes => Format::of(dtype),
        Subnormals::Flush | Subnormals::Keep => None,
    }
}

/// All bits of the exponent are zeros.
fn zero_of(format: Format, bits: u64) -> u64 {
    let exponent = format.infinity();
    if bits & exponent == 0 { bits & format.sign() } else { bits }
}

/// An element that an op takes.
pub fn element(dtype: DType, bits: Bits, policies: Policies) -> Bits {
    match flushed_format(dtype, policies) {
        Some(format) => (zero_of(format, bits.0), zero_of(format, bits.1)),
        None => bits,
    }
}

/// An element that an op takes as what it computes with.
pub fn operand(op: Op, from: DType, compute: DType, bits: Bits, policies: Policies) -> Bits {
    let bits = cast_by(from, compute, bits, policies);
    if flushes(op, compute, policies) { element(compute, bits, policies) } else { bits }
}

/// Whether a conversion computes nothing: of an integer, of a narrow dtype, of parts that stay as they are, of those that
/// bfloat16 and float32 share, of bfloat16 to bool.
pub fn moves(from: DType, to: DType) -> bool {
    let part = |dtype: DType| match dtype {
        DType::C64 | DType::Bf16 => DType::F32,
        DType::C128 => DType::F64,
        other => other,
    };
    let narrow = from.is_narrow() || to.is_narrow();
    let to_bool = (from, to) == (DType::Bf16, DType::Bool);
    from.finfo().is_none() || narrow || to_bool || part(from) == part(to)
}

/// What an op gives that computes in a dtype: of it, of its parts, or other than a float.
pub fn result(op: Op, compute: DType, (re, im): Wanted, policies: Policies) -> Wanted {
    let format = flushed_format(compute, policies).filter(|_| !OTHERS.contains(&op));
    let Some(format) = format else { return (re, im) };
    let part = |part: Part| match part {
        Part::Is(bits) => Part::Is(zero_of(format, bits)),
        Part::Between(low, high) => Part::Between(zero_of(format, low), zero_of(format, high)),
        other => other,
    };
    (part(re), part(im))
}

/// The same policies where nothing is flushed any more.
pub fn kept(policies: Policies) -> Policies {
    Policies { subnormals: Subnormals::Keep, ..policies }
}

/// Whether an op that computes in a dtype flushes some of its numbers.
pub fn flushes(op: Op, compute: DType, policies: Policies) -> bool {
    let moves = match compute.kind() {
        Kind::Complex => MOVING.contains(&op) || MOVING_COMPLEX.contains(&op),
        _ => MOVING.contains(&op) || op == Op::Abs,
    };
    flushed_format(compute, policies).is_some() && !moves
}
