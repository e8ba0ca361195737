//! Complex elements ⇄ complex numbers of `math`, at no cost: both are pairs of parts; and functions of many, by their parts.
#![expect(unsafe_code, reason = "a loop of a level calls functions of that level")]

use math::Arithmetic;
use num_complex::Complex;

use super::accum::Canonical;
use super::cast::{Cast, Saturate};
use super::isa::{Isa, Level};
use super::levels::{at_level, for_each_level};

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
fn joined<L: Level, T>(re: &[f64], im: &[f64], out: &mut [Complex<T>])
where
    Complex<T>: Canonical,
    f64: Cast<T>,
{
    for ((out, re), im) in out.iter_mut().zip(re).zip(im) {
        let part = |part: &f64| part.cast::<L, Saturate>();
        *out = Complex::new(part(re), part(im)).canonical();
    }
}

/// An op on complex numbers by their parts, of any complex dtype: so each is compiled once for a level.
pub(crate) trait OnParts: 'static {
    /// The op on one number.
    fn of_one(z: math::Complex<f64>) -> math::Complex<f64>;

    /// The parts of each number become those of its result.
    fn apply<A: Arithmetic>(re: &mut [f64], im: &mut [f64]);
}

/// An op on two complex numbers, likewise.
pub(crate) trait OnPartsOfTwo: 'static {
    /// The parts of each left number become those of its result.
    fn apply<A: Arithmetic>(left: (&mut [f64], &mut [f64]), right: (&[f64], &[f64]));
}

for_each_level! {
    /// Some numbers, at most [`PARTS`].
    fn numbers<O>(re: &mut [f64], im: &mut [f64]) where { O: OnParts, }
    numbers_of
}

for_each_level! {
    /// Some pairs of numbers.
    fn pairs<O>(left: (&mut [f64], &mut [f64]), right: (&[f64], &[f64])) where { O: OnPartsOfTwo, }
    pairs_of
}

#[inline(always)]
unsafe fn numbers_of<L: Level, O: OnParts>(re: &mut [f64], im: &mut [f64]) {
    // Beside higher levels the lowest one is for few processors. Code for several numbers at once would be nearly as large
    // for it as for the two others together.
    if cfg!(levels) && matches!(L::ISA, Isa::Baseline) {
        for (re, im) in re.iter_mut().zip(im) {
            math::Complex { re: *re, im: *im } = O::of_one(math::Complex::new(*re, *im));
        }
        return;
    }
    O::apply::<L::Arithmetic>(re, im);
}

#[inline(always)]
unsafe fn pairs_of<L: Level, O: OnPartsOfTwo>(
    left: (&mut [f64], &mut [f64]),
    right: (&[f64], &[f64]),
) {
    O::apply::<L::Arithmetic>(left, right);
}

/// The op on each number.
#[inline(always)]
pub(crate) fn each_number<L: Level, T, O: OnParts>(a: &[Complex<T>], out: &mut [Complex<T>])
where
    T: Copy + Into<f64>,
    Complex<T>: Canonical,
    f64: Cast<T>,
{
    for (a, out) in a.chunks(PARTS).zip(out.chunks_mut(PARTS)) {
        let (mut re, mut im) = apart(a);
        let (re, im) = (&mut re[..a.len()], &mut im[..a.len()]);
        at_level!(L, numbers::<O>(re, im));
        joined::<L, _>(re, im, out);
    }
}

/// The op on each pair of numbers.
#[inline(always)]
pub(crate) fn each_pair<L: Level, T, O: OnPartsOfTwo>(
    a: &[Complex<T>],
    b: &[Complex<T>],
    out: &mut [Complex<T>],
) where
    T: Copy + Into<f64>,
    Complex<T>: Canonical,
    f64: Cast<T>,
{
    for ((a, b), out) in a.chunks(PARTS).zip(b.chunks(PARTS)).zip(out.chunks_mut(PARTS)) {
        let ((mut re, mut im), (b_re, b_im)) = (apart(a), apart(b));
        let (re, im) = (&mut re[..a.len()], &mut im[..a.len()]);
        let right = (&b_re[..a.len()], &b_im[..a.len()]);
        at_level!(L, pairs::<O>((&mut *re, &mut *im), right));
        joined::<L, _>(re, im, out);
    }
}

/// Implements unary ops on complex dtypes by a function of one number, and in loops by one of the parts of many.
macro_rules! by_parts {
    ($op:ident for $($t:ty),+: $function:ident $parts:ident) => {
        by_parts!($op by $op for $($t),+: $function, |z| z.$function(), $parts);
    };
    // The parts are those of `$on`, where an op has several.
    ($op:ident by $on:ident for $($t:ty),+: $function:ident, |$z:ident| $of_one:expr, $parts:ident) => {
        impl crate::kernel::complex::OnParts for $on {
            #[inline(always)]
            fn of_one($z: math::Complex<f64>) -> math::Complex<f64> {
                $of_one
            }

            #[inline(always)]
            fn apply<A: math::Arithmetic>(re: &mut [f64], im: &mut [f64]) {
                math::Complex::<f64>::$parts::<A>(re, im);
            }
        }

        $(
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
                    crate::kernel::complex::each_number::<L, _, $on>(a, out);
                }
            }
        )+
    };
}

/// Implements binary ops on complex dtypes, likewise.
macro_rules! pairs_by_parts {
    ($op:ident for $($t:ty),+: |$a:ident, $b:ident| $result:expr, $parts:ident) => {
        pairs_by_parts!($op by $op for $($t),+: |$a, $b| $result, $parts);
    };
    ($op:ident by $on:ident for $($t:ty),+: |$a:ident, $b:ident| $result:expr, $parts:ident) => {
        impl crate::kernel::complex::OnPartsOfTwo for $on {
            #[inline(always)]
            fn apply<A: math::Arithmetic>(
                left: (&mut [f64], &mut [f64]),
                right: (&[f64], &[f64]),
            ) {
                math::Complex::<f64>::$parts::<A>(left, right);
            }
        }

        $(
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
                    crate::kernel::complex::each_pair::<L, _, $on>(a, b, out);
                }
            }
        )+
    };
}
pub(crate) use {by_parts, pairs_by_parts};
