//! What an op gives on elements of the dtype that it computes in.

use std::cell::RefCell;
use std::collections::HashMap;

use runtime::policy::{ClipBounds, Policies};
use runtime::{DType, Kind, Op};

use super::format::{Format, Real};
use super::wanted::{Part, Wanted, one, truth};
use super::{Bits, complex, elementary, float, flush, integer, policies};

/// What an op on two operands gives; `None` where a policy makes it an error.
///
/// # Panics
///
/// For an op that is not defined on the dtype.
pub fn binary(op: Op, compute: DType, a: Bits, b: Bits, policies: Policies) -> Option<Wanted> {
    if flush::flushes(op, compute, policies) {
        let [a, b] = [a, b].map(|bits| flush::element(compute, bits, policies));
        let wanted = binary(op, compute, a, b, flush::kept(policies))?;
        return Some(flush::result(op, compute, wanted, policies));
    }
    if let Some(wanted) = policies::binary(op, compute, a, b, policies) {
        return Some(wanted);
    }
    let wanted = match (compute.kind(), Format::under(compute, policies)) {
        (Kind::Bool, _) => integer::truths(op, a.0 != 0, b.0 != 0).map(Some),
        (Kind::Complex, Some(format)) if matches!(op, Op::Pow | Op::FloatPower) => {
            Some(Some(once((Op::Pow, Kind::Complex, format, a, b), || complex::pow(format, a, b))))
        }
        (Kind::Complex, Some(format)) => complex::binary(op, format, a, b, policies).map(Some),
        (_, Some(format)) => reals(op, format, a.0, b.0).map(Some),
        _ => integer::binary(op, compute, a.0, b.0, policies),
    };
    wanted.unwrap_or_else(|| panic!("{op} has no reference on {compute}"))
}

fn reals(op: Op, format: Format, a: u64, b: u64) -> Option<Wanted> {
    if let Some(wanted) = float::binary(op, format, a, b) {
        return Some(wanted);
    }
    let (x, y) = (format.decode(a), format.decode(b));
    if let Some(wanted) = float::comparison(op, float::compare(&x, &y)) {
        return Some(wanted);
    }
    let (op, of_two): (Op, fn(&Real, &Real) -> elementary::Value) = match op {
        Op::Pow | Op::FloatPower => (Op::Pow, elementary::pow),
        Op::Atan2 => (op, elementary::atan2),
        Op::Hypot => (op, elementary::hypot),
        Op::Logaddexp => (op, elementary::logaddexp),
        _ => return None,
    };
    let asked = (op, Kind::Float, format, (a, 0), (b, 0));
    Some(once(asked, || one(of_two(&x, &y).part(format, 1))))
}

/// A function of real or complex numbers and what it is asked of.
type Asked = (Op, Kind, Format, Bits, Bits);

thread_local! {
    static ANSWERS: RefCell<HashMap<Asked, Wanted>> = RefCell::default();
}

/// The answer of a reference that takes long, which is asked of the same under many policies.
fn once(asked: Asked, answer: impl FnOnce() -> Wanted) -> Wanted {
    let known = ANSWERS.with_borrow(|answers| answers.get(&asked).copied());
    known.unwrap_or_else(|| {
        let answer = answer();
        ANSWERS.with_borrow_mut(|answers| answers.insert(asked, answer));
        answer
    })
}

/// What an op on one operand gives.
///
/// # Panics
///
/// For an op that is not defined on the dtype.
pub fn unary(op: Op, compute: DType, a: Bits) -> Wanted {
    unary_in(op, compute, Format::of(compute), a)
}

/// The same where a float is rounded to a format of that dtype.
///
/// # Panics
///
/// For an op that is not defined on the dtype.
pub fn unary_in(op: Op, compute: DType, format: Option<Format>, a: Bits) -> Wanted {
    let wanted = match (compute.kind(), format) {
        (Kind::Bool, _) => integer::one_truth(op, a.0 != 0),
        (Kind::Complex, Some(format)) => complex::unary(op, format, a),
        (_, Some(format)) if elementary::is_function(op) => {
            Some(one(elementary::function(op, &format.decode(a.0)).part(format, 1)))
        }
        (_, Some(format)) => float::unary(op, format, a.0),
        _ => integer::unary(op, compute, a.0),
    };
    wanted.unwrap_or_else(|| panic!("{op} has no reference on {compute}"))
}

/// A value between two bounds; `None` where the policy makes the bounds an error.
///
/// # Panics
///
/// For a dtype that has no order.
pub fn clip(compute: DType, [value, low, high]: [Bits; 3], policies: Policies) -> Option<Bits> {
    let pick = |op: Op, a: Bits, b: Bits| {
        let (re, im) = binary(op, compute, a, b, policies).expect("no policy makes it an error");
        let bits = |part: Part| match part {
            Part::Is(bits) => bits,
            _ => Format::of(compute).map_or(0, Format::nan),
        };
        match compute.kind() {
            Kind::Complex => (bits(re), bits(im)),
            _ => (bits(re), 0),
        }
    };
    let is = |op: Op, a: Bits, b: Bits| pick(op, a, b).0 != 0;
    let raised = |value| pick(Op::Maximum, value, low);
    let lowered = |value| pick(Op::Minimum, value, high);
    match policies.clip_bounds {
        ClipBounds::Error if is(Op::Greater, low, high) => None,
        ClipBounds::Upper | ClipBounds::Error => Some(lowered(raised(value))),
        ClipBounds::Lower => Some(raised(lowered(value))),
        ClipBounds::Compared if is(Op::Less, value, low) => Some(low),
        ClipBounds::Compared if is(Op::Greater, value, high) => Some(high),
        ClipBounds::Compared => Some(value),
        ClipBounds::Within if is(Op::LessEqual, value, low) => Some(low),
        ClipBounds::Within if is(Op::LessEqual, value, high) => Some(value),
        ClipBounds::Within => Some(high),
    }
}

/// The truth of what is other than zero.
pub fn is_truth(dtype: DType, bits: Bits) -> Wanted {
    truth(super::cast::cast(dtype, DType::Bool, bits).0 != 0)
}
