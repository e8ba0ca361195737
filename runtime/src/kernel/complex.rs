//! Complex elements ⇄ complex numbers of `math`, at no cost: both are pairs of parts.

use num_complex::Complex;

#[inline(always)]
pub(crate) fn to_math<T>(z: Complex<T>) -> math::Complex<T> {
    math::Complex::new(z.re, z.im)
}

#[inline(always)]
pub(crate) fn from_math<T>(z: math::Complex<T>) -> Complex<T> {
    Complex::new(z.re, z.im)
}
