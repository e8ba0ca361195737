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

/// The parts of a block.
type Parts<'a> = (&'a [f64; BLOCK], &'a [f64; BLOCK]);
type PartsMut<'a> = (&'a mut [f64; BLOCK], &'a mut [f64; BLOCK]);

/// A part of a number of which nothing is slow.
const NOT_SLOW: f64 = 1.0;

/// So few are computed one by one: it takes no longer than a whole block.
const FEW: usize = 4;
/// So few quotients are.
const FEW_QUOTIENTS: usize = 12;

/// A block of elements, or fewer of them in `room` and something else for what is left of it.
#[inline(always)]
fn padded<'a>(
    elements: &'a [f64],
    rest: f64,
    room: &'a mut Option<[f64; BLOCK]>,
) -> &'a [f64; BLOCK] {
    if let Ok(block) = elements.try_into() {
        return block;
    }
    let block = room.insert([rest; BLOCK]);
    block[..elements.len()].copy_from_slice(elements);
    block
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

/// What a function of some numbers gives of all in a block, where it is a long chain of steps: of lanes side by side.
///
/// This is a macro because the loop took five times the instructions where it called a closure.
macro_rules! by_lanes {
    ($($part:ident),* => $u:ident, $v:ident: $result:expr) => {
        // Of parts that are read where they are LLVM wrote an instruction in `pow` that Valgrind 3.19 does not know.
        $(let $part = *$part;)*
        for i in 0..RUN {
            $(let $part = take(&$part, i);)*
            let parts = $result;
            put(parts.0, &mut $u, i);
            put(parts.1, &mut $v, i);
        }
    };
}

/// The same where it is a few steps, none of which waits for long.
macro_rules! in_turn {
    ($($part:ident),* => $u:ident, $v:ident: $result:expr) => {
        for i in 0..BLOCK {
            $(let $part = $part[i];)*
            ($u[i], $v[i]) = $result;
        }
    };
}

/// Whether a block, of which most have none, has a NaN.
#[inline(always)]
fn has_nan(block: &[f64; BLOCK]) -> bool {
    // As wide as the elements, so that it is vector code.
    block.iter().fold(0, |any, x| any | u64::from(x.is_nan())) != 0
}

/// Other results where those of a block have a NaN.
#[cold]
#[inline(never)]
fn mend((u, v): PartsMut<'_>, of: impl Fn(usize) -> C128) {
    for i in 0..BLOCK {
        if u[i].is_nan() {
            C128 { re: u[i], im: v[i] } = of(i);
        }
    }
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
    (@doc $name:ident) => {
        concat!("[`", stringify!($name), "`](Complex::", stringify!($name), ") of each number.")
    };
    (@doc $name:ident as $like:ident of singles) => {
        concat!("[`", stringify!($like), "`](Complex::", stringify!($like), ") of each number, whose parts are `f32`.")
    };
    ($how:ident: $($name:ident $parts:ident = $all:path $(, as $like:ident of singles)?;)*) => {
        $(
            // Once, not in the loops of each level too.
            #[inline(never)]
            pub(super) fn $name(z: C128) -> C128 {
                let (re, im) = double::$name::<Native, f64>(z.re, z.im);
                if re.is_nan() { $all(z) } else { C128::new(re, im) }
            }
        )*

        /// Functions of as many numbers as both slices have parts of: those of each become those of its result. The bits are
        /// those of the functions of one.
        impl Complex<f64> {
            $(
                #[doc = functions!(@doc $name $(as $like of singles)?)]
                #[inline(always)]
                pub fn $parts<A: Arithmetic>(re: &mut [f64], im: &mut [f64]) {
                    for (re, im) in re.chunks_mut(BLOCK).zip(im.chunks_mut(BLOCK)) {
                        if re.len() <= FEW {
                            for (re, im) in re.iter_mut().zip(im) {
                                C128 { re: *re, im: *im } = $name(C128::new(*re, *im));
                            }
                            continue;
                        }
                        let (mut room, mut more) = (None, None);
                        let x = padded(re, NOT_SLOW, &mut room);
                        let y = padded(im, NOT_SLOW, &mut more);
                        let (mut u, mut v) = ([0.0; BLOCK], [0.0; BLOCK]);
                        $how!(x, y => u, v: double::$name::<A, _>(x, y));
                        if has_nan(&u) {
                            mend((&mut u, &mut v), |i| $all(C128::new(x[i], y[i])));
                        }
                        store(&u, re);
                        store(&v, im);
                    }
                }
            )*
        }
    };
}

/// Powers, if all exponents are one integer for which there is something to multiply; whether they are.
#[inline(always)]
fn to_the_integer<A: Arithmetic>(z: Parts<'_>, (c, d): Parts<'_>, out: PartsMut<'_>) -> bool {
    let differs = |any, (&c_i, &d): (&f64, &f64)| any | (c_i != c[0]) | (d != 0.0);
    let n = power::small_integer(C128::new(c[0], 0.0)).filter(|n| !matches!(n, 0 | 1));
    let n = n.filter(|_| !c.iter().zip(d).fold(false, differs));
    if let Some(n) = n {
        (*out.0, *out.1) = double::integer::<A, BLOCK>(z, n);
    }
    n.is_some()
}

/// Quotients, if all divisors are real; whether they are.
#[expect(clippy::extra_unused_type_parameters, reason = "it is called as the others are")]
#[inline(always)]
fn by_real<A: Arithmetic>(z: Parts<'_>, w: Parts<'_>, out: PartsMut<'_>) -> bool {
    let real = w.1.iter().all(|&im| im == 0.0);
    if real {
        double::by_real(z, w, out);
    }
    real
}

/// The same of functions of two numbers: the parts of the left one become those of the result. A function of blocks goes
/// first, of those that it is for.
macro_rules! functions_of_two {
    ($($how:ident: $name:ident $parts:ident = $all:path, above $few:ident $(, unless $of_some:ident)?;)*) => {
        $(
            #[inline(never)]
            pub(super) fn $name(z: C128, w: C128) -> C128 {
                let (re, im) = double::$name::<Native, f64>((z.re, z.im), (w.re, w.im));
                if re.is_nan() { $all(z, w) } else { C128::new(re, im) }
            }
        )*

        /// Functions of as many pairs of numbers as all slices have parts of: those of each left one become those of the
        /// result. The bits are those of the functions of one pair. `divide_f32` divides numbers whose parts are `f32`.
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
                        let mut rooms = [None; 4];
                        let [of_x, of_y, of_c, of_d] = &mut rooms;
                        let (x, y) = (padded(re, NOT_SLOW, of_x), padded(im, NOT_SLOW, of_y));
                        let (c, d) = (padded(c, c[0], of_c), padded(d, d[0], of_d));
                        let (mut u, mut v) = ([0.0; BLOCK], [0.0; BLOCK]);
                        let done = false $(|| $of_some::<A>((x, y), (c, d), (&mut u, &mut v)))?;
                        if !done {
                            $how!(x, y, c, d => u, v: double::$name::<A, _>((x, y), (c, d)));
                        }
                        if has_nan(&u) {
                            mend((&mut u, &mut v), |i| {
                                $all(C128::new(x[i], y[i]), C128::new(c[i], d[i]))
                            });
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
    by_lanes: pow pow_parts = power::pow, above FEW, unless to_the_integer;
    in_turn: divide divide_parts = arithmetic::divide, above FEW_QUOTIENTS, unless by_real;
    in_turn: divide_f32 divide_f32_parts = arithmetic::smith, above FEW_QUOTIENTS;
}

functions! {
    by_lanes:
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
}

functions! {
    in_turn:
    sqrt sqrt_parts = arithmetic::sqrt;
    rsqrt rsqrt_parts = arithmetic::rsqrt;
    sign sign_parts = arithmetic::sign;
    reciprocal reciprocal_parts = arithmetic::reciprocal;
    reciprocal_f32 reciprocal_f32_parts = arithmetic::reciprocal, as reciprocal of singles;
}
