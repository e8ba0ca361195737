//! `hypot` of `f64`.

use crate::arithmetic::Arithmetic;
use crate::bits::{over_twice, pow2, select, sqrt};
use crate::double_double::Dd;
use crate::lanes::Lanes;

/// The root of the squares, which are summed in double-doubles, and a step of Newton's method.
#[inline(always)]
pub(crate) fn hypot<A: Arithmetic, T: Lanes>(x: T, y: T) -> T {
    let high = x.each_with(y, |x, y| select(x.abs() > y.abs(), x.abs(), y.abs()));
    let low = x.each_with(y, |x, y| select(x.abs() > y.abs(), y.abs(), x.abs()));
    let factor = high.each(|high| factors(high).0);
    let (a, b) = (Dd::square_of::<A>(high * factor), Dd::square_of::<A>(low * factor));
    let sum = Dd::ordered_sum(a.hi, b.hi);
    let lo = sum.lo + (a.lo + b.lo);
    let root = sum.hi.each(sqrt);
    let square = Dd::square_of::<A>(root);
    let rest = ((sum.hi - square.hi) - square.lo) + lo;
    let r = (root + over_twice(rest, root)) * high.each(|high| factors(high).1);
    r.each_with_two(x, y, |r, x, y| {
        let r = select(x.is_nan() | y.is_nan(), f64::NAN, r);
        select((x.abs() == f64::INFINITY) | (y.abs() == f64::INFINITY), f64::INFINITY, r)
    })
}

/// By `2^±700`, where squares are in range, and back; what the smaller operand then loses makes no difference.
#[inline(always)]
fn factors(high: f64) -> (f64, f64) {
    const UP: f64 = pow2(700.0);
    const DOWN: f64 = pow2(-700.0);
    let large = high > const { pow2(500.0) };
    let little = high < const { pow2(-500.0) };
    (select(large, DOWN, select(little, UP, 1.0)), select(large, UP, select(little, DOWN, 1.0)))
}
