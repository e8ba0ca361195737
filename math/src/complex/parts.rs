//! Functions of many complex numbers, given by their parts: several side by side, those that the short way is not for one
//! by one.

use super::{C128, arithmetic, double, exponential, hyperbolic, inverse, power};
use crate::arithmetic::{Arithmetic, Native};
use crate::lanes::Several;
use crate::number::Complex;

/// How many lanes are computed side by side, and how many numbers each has: as many as the widest vector.
const LANES: usize = 4;
const RUN: usize = 8;
/// What is computed at once.
const BLOCK: usize = LANES * RUN;

/// A part of a number of which nothing is slow.
const NOT_SLOW: f64 = 1.0;

/// So few are computed one by one: it takes no longer than a whole block.
const FEW: usize = 4;
/// So few quotients are.
const FEW_QUOTIENTS: usize = 12;

/// Up to a block of elements, and something else for what is left of it.
#[inline(always)]
fn padded(elements: &[f64], rest: f64) -> [f64; BLOCK] {
    // Of a whole block the length is known, so that no copy is a call.
    elements.try_into().unwrap_or_else(|_| {
        let mut block = [rest; BLOCK];
        block[..elements.len()].copy_from_slice(elements);
        block
    })
}

/// Those at `i` of all runs.
#[inline(always)]
fn take(block: &[f64; BLOCK], i: usize) -> Several<LANES> {
    Several(core::array::from_fn(|lane| block[lane * RUN + i]))
}

/// Stores each in its run.
#[inline(always)]
fn put(group: Several<LANES>, block: &mut [f64; BLOCK], i: usize) {
    for lane in 0..LANES {
        block[lane * RUN + i] = group.0[lane];
    }
}

/// Where a block, of which most have none, has a NaN.
#[inline(always)]
fn places_of_nan(block: &[f64; BLOCK]) -> impl Iterator<Item = usize> + use<> {
    let any = block.iter().fold(false, |any, x| any | x.is_nan());
    let block = *block;
    (0..if any { BLOCK } else { 0 }).filter(move |&i| block[i].is_nan())
}

/// The first of a block.
#[inline(always)]
fn store(block: &[f64; BLOCK], elements: &mut [f64]) {
    match elements.as_chunks_mut() {
        ([whole], []) => *whole = *block,
        _ => elements.copy_from_slice(&block[..elements.len()]),
    }
}

/// Declares functions: that of one number, and that of many by their parts, given the one that holds for all numbers.
macro_rules! functions {
    ($($name:ident $parts:ident = $all:path;)*) => {
        $(
            pub(super) fn $name(z: C128) -> C128 {
                let (re, im) = double::$name::<Native, f64>(z.re, z.im);
                if re.is_nan() { $all(z) } else { C128::new(re, im) }
            }
        )*

        /// Functions of as many numbers as both slices have parts of: those of each become those of its result. The bits are
        /// those of the functions of one.
        impl Complex<f64> {
            $(
                #[doc = concat!("[`", stringify!($name), "`](Complex::", stringify!($name), ") of each number.")]
                #[inline(always)]
                pub fn $parts<A: Arithmetic>(re: &mut [f64], im: &mut [f64]) {
                    for (re, im) in re.chunks_mut(BLOCK).zip(im.chunks_mut(BLOCK)) {
                        if re.len() <= FEW {
                            for (re, im) in re.iter_mut().zip(im) {
                                C128 { re: *re, im: *im } = $name(C128::new(*re, *im));
                            }
                            continue;
                        }
                        let (x, y) = (padded(re, NOT_SLOW), padded(im, NOT_SLOW));
                        let (mut u, mut v) = ([0.0; BLOCK], [0.0; BLOCK]);
                        for i in 0..RUN {
                            let parts = double::$name::<A, _>(take(&x, i), take(&y, i));
                            put(parts.0, &mut u, i);
                            put(parts.1, &mut v, i);
                        }
                        for i in places_of_nan(&u) {
                                C128 { re: u[i], im: v[i] } = $all(C128::new(x[i], y[i]));
                        }
                        store(&u, re);
                        store(&v, im);
                    }
                }
            )*
        }
    };
}

/// The parts of a block.
type Parts<'a> = (&'a [f64; BLOCK], &'a [f64; BLOCK]);
type Results = ([f64; BLOCK], [f64; BLOCK]);

/// Powers, if all exponents are one integer for which there is something to multiply.
#[inline(always)]
fn to_the_integer<A: Arithmetic>(z: Parts<'_>, (c, d): Parts<'_>) -> Option<Results> {
    let differs = |any, (&c_i, &d): (&f64, &f64)| any | (c_i != c[0]) | (d != 0.0);
    let n = power::small_integer(C128::new(c[0], 0.0)).filter(|n| !matches!(n, 0 | 1))?;
    (!c.iter().zip(d).fold(false, differs)).then(|| double::integer::<A, BLOCK>(z, n))
}

/// Quotients, if all divisors are real.
#[expect(clippy::extra_unused_type_parameters, reason = "it is called as the others are")]
#[inline(always)]
fn by_real<A: Arithmetic>(z: Parts<'_>, w: Parts<'_>) -> Option<Results> {
    w.1.iter().all(|&im| im == 0.0).then(|| double::by_real(z, w))
}

/// The same of functions of two numbers: the parts of the left one become those of the result. A function of blocks goes
/// first, of those that it is for.
macro_rules! functions_of_two {
    ($($name:ident $parts:ident = $all:path, above $few:ident, unless $of_some:ident;)*) => {
        $(
            pub(super) fn $name(z: C128, w: C128) -> C128 {
                let (re, im) = double::$name::<Native, f64>((z.re, z.im), (w.re, w.im));
                if re.is_nan() { $all(z, w) } else { C128::new(re, im) }
            }
        )*

        /// Functions of as many pairs of numbers as all slices have parts of: those of each left one become those of the
        /// result. The bits are those of the functions of one pair.
        impl Complex<f64> {
            $(
                #[doc = concat!("`", stringify!($name), "` of each pair.")]
                #[inline(always)]
                pub fn $parts<A: Arithmetic>(
                    (re, im): (&mut [f64], &mut [f64]),
                    (other_re, other_im): (&[f64], &[f64]),
                ) {
                    let left = re.chunks_mut(BLOCK).zip(im.chunks_mut(BLOCK));
                    let right = other_re.chunks(BLOCK).zip(other_im.chunks(BLOCK));
                    for ((re, im), (c, d)) in left.zip(right) {
                        if re.len() <= $few {
                            let left = re.iter_mut().zip(im);
                            for ((re, im), (&c, &d)) in left.zip(c.iter().zip(d)) {
                                let (z, w) = (C128::new(*re, *im), C128::new(c, d));
                                C128 { re: *re, im: *im } = $name(z, w);
                            }
                            continue;
                        }
                        let (x, y) = (padded(re, NOT_SLOW), padded(im, NOT_SLOW));
                        let (mut u, mut v) = ([0.0; BLOCK], [0.0; BLOCK]);
                        let (c, d) = (padded(c, c[0]), padded(d, d[0]));
                        if let Some(parts) = $of_some::<A>((&x, &y), (&c, &d)) {
                            (u, v) = parts;
                        } else {
                            for i in 0..RUN {
                                let left = (take(&x, i), take(&y, i));
                                let right = (take(&c, i), take(&d, i));
                                let parts = double::$name::<A, _>(left, right);
                                put(parts.0, &mut u, i);
                                put(parts.1, &mut v, i);
                            }
                        }
                        for i in places_of_nan(&u) {
                                let (z, w) = (C128::new(x[i], y[i]), C128::new(c[i], d[i]));
                                C128 { re: u[i], im: v[i] } = $all(z, w);
                        }
                        store(&u, re);
                        store(&v, im);
                    }
                }
            )*
        }
    };
}

functions_of_two! {
    pow pow_parts = power::pow, above FEW, unless to_the_integer;
    divide divide_parts = arithmetic::divide, above FEW_QUOTIENTS, unless by_real;
}

functions! {
    exp exp_parts = exponential::exp;
    exp2 exp2_parts = power::exp2;
    expm1 expm1_parts = exponential::expm1;
    log log_parts = exponential::log;
    log1p log1p_parts = exponential::log1p;
    log2 log2_parts = exponential::log2;
    log10 log10_parts = exponential::log10;
    sin sin_parts = hyperbolic::sin;
    cos cos_parts = hyperbolic::cos;
    tan tan_parts = hyperbolic::tan;
    sinh sinh_parts = hyperbolic::sinh;
    cosh cosh_parts = hyperbolic::cosh;
    tanh tanh_parts = hyperbolic::tanh;
    asin asin_parts = inverse::asin;
    acos acos_parts = inverse::acos;
    atan atan_parts = inverse::atan;
    asinh asinh_parts = inverse::asinh;
    acosh acosh_parts = inverse::acosh;
    atanh atanh_parts = inverse::atanh;
    sigmoid sigmoid_parts = exponential::sigmoid;
    sqrt sqrt_parts = arithmetic::sqrt;
    rsqrt rsqrt_parts = arithmetic::rsqrt;
    sign sign_parts = arithmetic::sign;
}
