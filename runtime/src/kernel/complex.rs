//! Complex elements ⇄ complex numbers of `math`, at no cost: both are pairs of parts; and functions of many, by their parts.

use num_complex::Complex;

use super::accum::Canonical;
use super::cast::{Cast, Saturate};
use super::isa::Level;

#[inline(always)]
pub(crate) fn to_math<T>(z: Complex<T>) -> math::Complex<T> {
    math::Complex::new(z.re, z.im)
}

#[inline(always)]
pub(crate) fn from_math<T>(z: math::Complex<T>) -> Complex<T> {
    Complex::new(z.re, z.im)
}

/// How many numbers are taken apart at once.
pub(crate) const PARTS: usize = 128;

/// The real parts of up to [`PARTS`] numbers, and the imaginary ones.
#[inline(always)]
pub(crate) fn apart<T: Copy + Into<f64>>(numbers: &[Complex<T>]) -> ([f64; PARTS], [f64; PARTS]) {
    let (mut re, mut im) = ([0.0; PARTS], [0.0; PARTS]);
    for ((re, im), number) in re.iter_mut().zip(&mut im).zip(numbers) {
        (*re, *im) = (number.re.into(), number.im.into());
    }
    (re, im)
}

/// Numbers of such parts, each rounded once.
#[inline(always)]
pub(crate) fn joined<L: Level, T>(re: &[f64], im: &[f64], out: &mut [Complex<T>])
where
    Complex<T>: Canonical,
    f64: Cast<T>,
{
    for ((out, re), im) in out.iter_mut().zip(re).zip(im) {
        let part = |part: &f64| part.cast::<L, Saturate>();
        *out = Complex::new(part(re), part(im)).canonical();
    }
}

/// Implements unary ops on complex dtypes by a function of one number, and in loops by one of the parts of many.
///
/// It is a macro, so that the function is compiled for the level of the loop.
macro_rules! by_parts {
    ($op:ident for $($t:ty),+: $function:ident $parts:ident) => { $(
        impl crate::kernel::ops::UnaryOp<$t> for $op {
            type Out = <$t as crate::kernel::accum::Lane>::Accum;

            #[inline(always)]
            fn apply(a: Self::Out, _: crate::policy::Policies) -> Self::Out {
                from_math(to_math(a).$function())
            }

            #[inline(always)]
            fn each_at<L: crate::kernel::isa::Level>(
                a: &[Self::Out],
                out: &mut [Self::Out],
                _: crate::policy::Policies,
            ) {
                use crate::kernel::complex::{PARTS, apart, joined};
                for (a, out) in a.chunks(PARTS).zip(out.chunks_mut(PARTS)) {
                    let (mut re, mut im) = apart(a);
                    let (re, im) = (&mut re[..a.len()], &mut im[..a.len()]);
                    math::Complex::<f64>::$parts::<L::Arithmetic>(re, im);
                    joined::<L, _>(re, im, out);
                }
            }
        }
    )+ };
}

/// Implements binary ops on complex dtypes, likewise.
macro_rules! pairs_by_parts {
    ($op:ident for $($t:ty),+: |$a:ident, $b:ident| $result:expr, $parts:ident) => { $(
        impl crate::kernel::ops::BinaryOp<$t> for $op {
            type Out = <$t as crate::kernel::accum::Lane>::Accum;

            #[inline(always)]
            fn apply($a: Self::Out, $b: Self::Out, _: crate::policy::Policies) -> Self::Out {
                let ($a, $b) = (to_math($a), to_math($b));
                from_math($result)
            }

            #[inline(always)]
            fn each_at<L: crate::kernel::isa::Level>(
                a: &[Self::Out],
                b: &[Self::Out],
                out: &mut [Self::Out],
                _: crate::policy::Policies,
            ) {
                use crate::kernel::complex::{PARTS, apart, joined};
                let pairs = a.chunks(PARTS).zip(b.chunks(PARTS));
                for ((a, b), out) in pairs.zip(out.chunks_mut(PARTS)) {
                    let ((mut re, mut im), (b_re, b_im)) = (apart(a), apart(b));
                    let (re, im) = (&mut re[..a.len()], &mut im[..a.len()]);
                    let right = (&b_re[..a.len()], &b_im[..a.len()]);
                    math::Complex::<f64>::$parts::<L::Arithmetic>((&mut *re, &mut *im), right);
                    joined::<L, _>(re, im, out);
                }
            }
        }
    )+ };
}
pub(crate) use {by_parts, pairs_by_parts};
