//! `sin`, `cos` and `tan`.

use core::f32::consts::FRAC_2_PI;

use super::{SHIFTER, except_of_float16, polynomial, select};
use crate::arithmetic::Arithmetic;

/// `π/2` in three pieces.
const FRAC_PI_2_PIECES: [f32; 3] = [1.570_796_4, -4.371_139e-8, -1.715_124_5e-15];

/// `(sin r / r - 1) / r²` in `r²`, for `|r| ≤ π/4`, to 2^-26.3.
const SIN: [f32; 3] = [-0.166_666_64, 0.008_332_737, -0.000_195_853_73];
/// `(cos r - 1 + r²/2) / r⁴` in `r²`, for `|r| ≤ π/4`, to 2^-30.5 of 1.
const COS: [f32; 3] = [0.041_666_664, -0.001_388_829_1, 2.454_542e-5];

/// What functions of an angle are made of.
struct Angle {
    /// Of what is left of the angle.
    sin: f32,
    cos: f32,
    /// How many quarters of a turn are not, in the low bits.
    quarters: u32,
}

/// Of an angle that is not [far](is_far).
#[inline(always)]
fn angle<A: Arithmetic>(x: f32) -> Angle {
    let shifted = A::mul_add_f32(x, FRAC_2_PI, SHIFTER);
    let k = shifted - SHIFTER;
    let r = FRAC_PI_2_PIECES.iter().fold(x, |rest, &piece| A::mul_add_f32(-k, piece, rest));
    let square = r * r;
    let sin = A::mul_add_f32(r * square, polynomial::<A, _>(square, &SIN), r);
    let less = A::mul_add_f32(-0.5, square, 1.0);
    let cos = A::mul_add_f32(square * square, polynomial::<A, _>(square, &COS), less);
    Angle { sin, cos, quarters: shifted.to_bits() }
}

impl Angle {
    /// The sine of the angle and as many quarters of a turn more.
    #[inline(always)]
    fn turned(&self, more: u32) -> f32 {
        let quarters = self.quarters.wrapping_add(more);
        let size = select(quarters & 1 == 0, self.sin, self.cos);
        f32::from_bits(size.to_bits() ^ ((quarters & 2) << 30))
    }
}

/// Magnitudes of float16 whose sine is too close to the middle of two, and one on the right side, as bits.
const SIN_EXCEPTIONS: [(u32, u32); 2] = [(0x3e56_6000, 0x3e54_d100), (0x4396_0000, 0xbf7f_ef00)];

#[inline(always)]
pub(in crate::real) fn sin<A: Arithmetic>(x: f32) -> f32 {
    let size = x.abs();
    let result = except_of_float16::<A, _>(size, angle::<A>(size).turned(0), &SIN_EXCEPTIONS);
    f32::from_bits(result.to_bits() ^ (x.to_bits() & (1 << 31)))
}

/// The same of `cos`.
const COS_EXCEPTIONS: [(u32, u32); 1] = [(0x3d6f_8000, 0x3f7f_9100)];

#[inline(always)]
pub(in crate::real) fn cos<A: Arithmetic>(x: f32) -> f32 {
    let size = x.abs();
    except_of_float16::<A, _>(size, angle::<A>(size).turned(1), &COS_EXCEPTIONS)
}

/// The same of `tan`.
const TAN_EXCEPTIONS: [(u32, u32); 2] = [(0x3d12_8000, 0x3d12_9100), (0x42bd_a000, 0x3f22_2f00)];

#[inline(always)]
pub(in crate::real) fn tan<A: Arithmetic>(x: f32) -> f32 {
    let size = x.abs();
    let angle = angle::<A>(size);
    let swapped = angle.quarters & 1 != 0;
    let result = select(swapped, -angle.cos, angle.sin) / select(swapped, angle.sin, angle.cos);
    let result = except_of_float16::<A, _>(size, result, &TAN_EXCEPTIONS);
    f32::from_bits(result.to_bits() ^ (x.to_bits() & (1 << 31)))
}

/// Whether the pieces of `π/2` are not enough for an angle; they are for every float16.
#[inline(always)]
pub(in crate::real) fn is_far(x: f32) -> bool {
    (x.abs() > 65_504.0) & (x.abs() < f32::INFINITY)
}

/// Computes a function of those angles that are far by way of `f64`.
#[cold]
#[inline(never)]
pub(in crate::real) fn of_far(x: &[f32], out: &mut [f32], function: fn(f32) -> f32) {
    for (o, &x) in out.iter_mut().zip(x).filter(|(_, x)| is_far(**x)) {
        *o = function(x);
    }
}
