//! `sin`, `cos` and `tan` of `f32`: near angles for loops, far ones apart.

use core::f64::consts::{FRAC_1_PI, FRAC_2_PI};

use super::polynomials::{SIN, SIN_WIDE};
use crate::arithmetic::Arithmetic;
use crate::bits::{SHIFTER, select};
use crate::polynomials::{COS, polynomial};
use crate::real::rare::{Angle, Cos, Sin, Tan, Trigonometric};
use crate::reduction::{NEAR_F32, rest_after_half_turns};

impl Trigonometric<f32> for Sin {
    #[inline(always)]
    fn near<A: Arithmetic>(x: f32) -> f32 {
        let wide = f64::from(x);
        let shifted = A::mul_add(wide, FRAC_1_PI, SHIFTER);
        let r = rest_after_half_turns::<A>(wide, shifted - SHIFTER);
        let y = A::narrow(sin_wide::<A>(r, shifted));
        if x == 0.0 { x } else { y }
    }

    #[cold]
    #[inline(never)]
    fn far<A: Arithmetic>(x: f32) -> f32 {
        A::narrow(Sin::far::<A>(f64::from(x)))
    }
}

impl Trigonometric<f32> for Cos {
    /// `sin(x + π/2)`.
    #[inline(always)]
    fn near<A: Arithmetic>(x: f32) -> f32 {
        let wide = f64::from(x);
        let shifted = A::mul_add(wide, FRAC_1_PI, 0.5) + SHIFTER;
        let r = rest_after_half_turns::<A>(wide, (shifted - SHIFTER) - 0.5);
        A::narrow(sin_wide::<A>(r, shifted))
    }

    #[cold]
    #[inline(never)]
    fn far<A: Arithmetic>(x: f32) -> f32 {
        A::narrow(Cos::far::<A>(f64::from(x)))
    }
}

impl Trigonometric<f32> for Tan {
    #[inline(always)]
    fn near<A: Arithmetic>(x: f32) -> f32 {
        let wide = f64::from(x);
        let shifted = A::mul_add(wide, FRAC_2_PI, SHIFTER);
        let r = rest_after_half_turns::<A>(wide, 0.5 * (shifted - SHIFTER));
        let u = r * r;
        let sin = A::mul_add(r * u, polynomial::<A, _>(u, &SIN), r);
        let cos = A::mul_add(u * u, polynomial::<A, _>(u, &COS), A::mul_add(-0.5, u, 1.0));
        let even = shifted.to_bits() & 1 == 0;
        let y = A::narrow(select(even, sin, cos) / select(even, cos, -sin));
        if x == 0.0 { x } else { y }
    }

    #[cold]
    #[inline(never)]
    fn far<A: Arithmetic>(x: f32) -> f32 {
        A::narrow(Tan::far::<A>(f64::from(x)))
    }
}

impl Angle for f32 {
    #[inline(always)]
    fn is_far(self) -> bool {
        (self.abs() > NEAR_F32) & (self.abs() < f32::INFINITY)
    }
}

/// `sin r` for `|r| ≤ π/2`, negated if the integer with the shifter added is odd.
#[inline(always)]
fn sin_wide<A: Arithmetic>(r: f64, shifted: f64) -> f64 {
    let u = r * r;
    let y = A::mul_add(r * u, polynomial::<A, _>(u, &SIN_WIDE), r);
    f64::from_bits(y.to_bits() ^ (shifted.to_bits() << 63))
}
