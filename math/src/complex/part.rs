//! What complex functions need of parts in `f32` and in `f64`.

use super::{arithmetic, parts};
use crate::number::{C128, Complex, Part};

impl Part for f64 {
    const NAN: f64 = f64::NAN;

    #[inline(always)]
    fn widen(z: C128) -> C128 {
        z
    }

    #[inline(always)]
    fn narrow(z: C128) -> C128 {
        z
    }

    #[inline(always)]
    fn abs(z: C128) -> f64 {
        arithmetic::abs(z)
    }

    #[inline(always)]
    fn reciprocal(z: C128) -> C128 {
        parts::reciprocal(z)
    }

    #[inline(always)]
    fn divide(z: C128, w: C128) -> C128 {
        parts::divide(z, w)
    }
}

impl Part for f32 {
    const NAN: f32 = f32::NAN;

    #[inline(always)]
    fn widen(z: Complex<f32>) -> C128 {
        Complex::new(z.re.into(), z.im.into())
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the one rounding of a result")]
    fn narrow(z: C128) -> Complex<f32> {
        Complex::new(z.re as f32, z.im as f32)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the one rounding of a result")]
    fn abs(z: Complex<f32>) -> f32 {
        arithmetic::abs_f32(Self::widen(z)) as f32
    }

    // Not inlined, because loops compiled for AVX2 are slower with it inside.
    fn reciprocal(z: Complex<f32>) -> Complex<f32> {
        Self::narrow(parts::reciprocal_f32(Self::widen(z)))
    }

    #[inline(always)]
    fn divide(z: Complex<f32>, w: Complex<f32>) -> Complex<f32> {
        Self::narrow(parts::divide_f32(Self::widen(z), Self::widen(w)))
    }
}
