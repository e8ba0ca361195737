//! `hypot` of `f64`.

use crate::arithmetic::Arithmetic;
use crate::bits::{pow2, select, sqrt};
use crate::double_double::Dd;

/// The root of the squares, which are summed in double-doubles, and a step of Newton's method.
#[inline(always)]
pub(super) fn hypot<A: Arithmetic>(x: f64, y: f64) -> f64 {
    const INVERSE: u64 = 0x7fde_6238_22fc_16e6;
    const UP: f64 = pow2(700.0);
    const DOWN: f64 = pow2(-700.0);
    let (x, y) = (x.abs(), y.abs());
    let (high, low) = (select(x > y, x, y), select(x > y, y, x));
    // By 2^±700, where squares are in range; what the smaller operand then loses makes no difference.
    let large = high > const { pow2(500.0) };
    let little = high < const { pow2(-500.0) };
    let factor = select(large, DOWN, select(little, UP, 1.0));
    let back = select(large, UP, select(little, DOWN, 1.0));
    let (a, b) = (Dd::square_of::<A>(high * factor), Dd::square_of::<A>(low * factor));
    let sum = Dd::ordered_sum(a.hi, b.hi);
    let lo = sum.lo + (a.lo + b.lo);
    let root = sqrt(sum.hi);
    let square = Dd::square_of::<A>(root);
    let rest = ((sum.hi - square.hi) - square.lo) + lo;
    // The inverse need not be exact: bits of it that are negated are it to an eighth, which a step makes a 64th.
    let inverse = f64::from_bits(INVERSE.wrapping_sub(root.to_bits()));
    let r = (root + (rest * inverse) * (1.0 - 0.5 * (root * inverse))) * back;
    let r = select(x.is_nan() | y.is_nan(), f64::NAN, r);
    select((x == f64::INFINITY) | (y == f64::INFINITY), f64::INFINITY, r)
}
