//! Arguments → values of a function, each good to about `2^-52`, and what it is outside its domain.
#![expect(unsafe_code, reason = "a loop for a level is called where the processor has it")]

use std::sync::LazyLock;

use crate::constants::HALF_PI;
use crate::double::Double;
use crate::exact;
use crate::function::Function;
use crate::functions::{self as of, Turn};
use crate::levels::Level;

/// Fills `values` with the function of arguments that all have the same sign and exponent, or any if the function is
/// not of angles. What [`limit`] answers is left without meaning.
pub fn values(function: Function, x: &[f32], values: &mut [f64]) {
    let wide: Vec<f64> = x.iter().map(|&x| inside(function, x)).collect();
    if matches!(function, Function::Sin | Function::Cos | Function::Tan) {
        let turns: Vec<Turn> = x.iter().map(|&x| turn(x)).collect();
        return angles_at_best(function, &turns, values);
    }
    let start = start(function);
    let starts: Vec<f64> = wide.iter().map(|&x| start(x)).collect();
    numbers_at_best(function, &wide, &starts, values);
}

/// The argument, held where the formulas are good.
fn inside(function: Function, x: f32) -> f64 {
    let x = f64::from(x);
    match function {
        Function::Exp
        | Function::Exp2
        | Function::Expm1
        | Function::Sinh
        | Function::Cosh
        | Function::Sigmoid => x.clamp(-300.0, 300.0),
        Function::Tanh => x.clamp(-40.0, 40.0),
        _ => x,
    }
}

/// What Newton's method starts from: the standard library's value, about which nothing is assumed but 40 bits.
fn start(function: Function) -> fn(f64) -> f64 {
    match function {
        Function::Log | Function::Log2 | Function::Log10 => f64::ln,
        Function::Log1p => f64::ln_1p,
        Function::Asin => f64::asin,
        Function::Acos => f64::acos,
        Function::Atan => f64::atan,
        Function::Asinh => |x| {
            let size = x.abs();
            (size + size * size / (1.0 + (1.0 + size * size).sqrt())).ln_1p().copysign(x)
        },
        Function::Acosh => |x| (x - 1.0 + ((x - 1.0) * (x + 1.0)).sqrt()).ln_1p(),
        Function::Atanh => |x| 0.5 * (2.0 * x / (1.0 - x)).ln_1p(),
        Function::Cbrt => f64::cbrt,
        Function::Sqrt => f64::sqrt,
        Function::Rsqrt => |x| 1.0 / x.sqrt(),
        _ => |_| 0.0,
    }
}

/// What a function is where no formula is asked: of NaN, of infinities, of zeros, outside its domain.
pub fn limit(function: Function, x: f32) -> Option<f32> {
    const INF: f32 = f32::INFINITY;
    if x.is_nan() {
        return Some(f32::NAN);
    }
    let negative = x.is_sign_negative();
    let half_pi = core::f32::consts::FRAC_PI_2.copysign(x);
    match function {
        Function::Exp | Function::Exp2 if x.is_infinite() => Some(if negative { 0.0 } else { INF }),
        Function::Sigmoid if x.is_infinite() => Some(if negative { 0.0 } else { 1.0 }),
        Function::Expm1 if x.is_infinite() => Some(if negative { -1.0 } else { INF }),
        Function::Cosh if x.is_infinite() => Some(INF),
        Function::Tanh if x.is_infinite() => Some(1.0_f32.copysign(x)),
        Function::Atan if x.is_infinite() => Some(half_pi),
        Function::Sin | Function::Cos | Function::Tan if x.is_infinite() => Some(f32::NAN),
        Function::Sinh | Function::Asinh | Function::Cbrt if x.is_infinite() => Some(x),
        Function::Sin
        | Function::Tan
        | Function::Asin
        | Function::Atan
        | Function::Sinh
        | Function::Tanh
        | Function::Asinh
        | Function::Atanh
        | Function::Cbrt
        | Function::Sqrt
        | Function::Expm1
        | Function::Log1p
            if x == 0.0 =>
        {
            Some(x)
        }
        Function::Rsqrt if x == 0.0 => Some(INF.copysign(x)),
        Function::Rsqrt if x == INF => Some(0.0),
        Function::Log | Function::Log2 | Function::Log10 if x == 0.0 => Some(-INF),
        Function::Log1p if x == -1.0 => Some(-INF),
        Function::Log1p if x < -1.0 => Some(f32::NAN),
        Function::Log | Function::Log2 | Function::Log10 | Function::Sqrt | Function::Rsqrt
            if negative =>
        {
            Some(f32::NAN)
        }
        Function::Log
        | Function::Log2
        | Function::Log10
        | Function::Log1p
        | Function::Sqrt
        | Function::Acosh
            if x == INF =>
        {
            Some(INF)
        }
        Function::Acosh if x < 1.0 => Some(f32::NAN),
        Function::Acosh if x == 1.0 => Some(0.0),
        Function::Asin | Function::Acos | Function::Atanh if x.abs() > 1.0 => Some(f32::NAN),
        _ => bounded(function, x).or_else(|| edge(function, x)),
    }
}

/// Where a function is so close to a number that bounds of its series decide.
fn bounded(function: Function, x: f32) -> Option<f32> {
    /// `2^-13`, `2^-26` and `2^-27`.
    const SMALL: f32 = 1.0 / 8192.0;
    const SMALLER: f32 = SMALL * SMALL;
    const SMALLEST: f32 = 0.5 * SMALLER;
    let size = x.abs();
    let limit = match function {
        Function::Exp if x > 88.73 => f32::INFINITY,
        Function::Exp2 if x >= 128.0 => f32::INFINITY,
        Function::Exp | Function::Sigmoid if x < -104.0 => 0.0,
        Function::Exp2 if x < -150.0 => 0.0,
        Function::Exp | Function::Exp2 if size < SMALLER => 1.0,
        Function::Expm1 if x > 88.73 => f32::INFINITY,
        Function::Expm1 if x < -18.0 => -1.0,
        Function::Expm1 if size < SMALLER => x,
        Function::Sigmoid if x > 18.0 => 1.0,
        Function::Sigmoid if size < SMALLER => 0.5,
        Function::Sinh if size > 90.0 => f32::INFINITY.copysign(x),
        Function::Cosh if size > 90.0 => f32::INFINITY,
        Function::Tanh if size > 10.0 => 1.0_f32.copysign(x),
        Function::Cos | Function::Cosh if size < SMALL => 1.0,
        Function::Sin
        | Function::Tan
        | Function::Asin
        | Function::Atan
        | Function::Sinh
        | Function::Tanh
        | Function::Asinh
        | Function::Atanh
            if size < SMALL =>
        {
            x
        }
        Function::Atan if size > 1.0 / SMALLEST => core::f32::consts::FRAC_PI_2.copysign(x),
        Function::Acos if size < SMALLEST => core::f32::consts::FRAC_PI_2,
        Function::Log1p if size < SMALLEST => x,
        _ => return None,
    };
    Some(limit)
}

/// At the ends of a domain.
fn edge(function: Function, x: f32) -> Option<f32> {
    let half_pi = core::f32::consts::FRAC_PI_2.copysign(x);
    match function {
        Function::Atanh if x.abs() == 1.0 => Some(f32::INFINITY.copysign(x)),
        Function::Asin if x.abs() == 1.0 => Some(half_pi),
        Function::Acos if x == 1.0 => Some(0.0),
        Function::Acos if x == -1.0 => Some(core::f32::consts::PI),
        _ => None,
    }
}

/// A loop over arguments and what Newton's method starts from. A closure would not be inlined, and a fused
/// multiply-add outside the loop's instruction set is a call.
macro_rules! each {
    ($out:ident = $x:ident, $starts:ident: |$one:pat_param, $start:pat_param| $formula:expr) => {
        for ((out, &$one), &$start) in $out.iter_mut().zip($x).zip($starts) {
            *out = $formula.h;
        }
    };
}

#[inline(always)]
fn numbers(function: Function, x: &[f64], starts: &[f64], out: &mut [f64]) {
    match function {
        Function::Sqrt => each!(out = x, starts: |x, start| of::sqrt(x, start)),
        Function::Rsqrt => each!(out = x, starts: |x, start| of::rsqrt(x, start)),
        Function::Cbrt => each!(out = x, starts: |x, start| of::cbrt(x, start)),
        Function::Sigmoid => each!(out = x, starts: |x, _| of::sigmoid(x)),
        Function::Exp => each!(out = x, starts: |x, _| of::exp(x.into())),
        Function::Exp2 => each!(out = x, starts: |x, _| of::exp2(x)),
        Function::Expm1 => each!(out = x, starts: |x, _| of::expm1(x.into())),
        Function::Log => each!(out = x, starts: |x, start| of::log(x, start)),
        Function::Log1p => each!(out = x, starts: |x, start| of::log1p(x, start)),
        Function::Log2 => each!(out = x, starts: |x, start| of::log2(x, start)),
        Function::Log10 => each!(out = x, starts: |x, start| of::log10(x, start)),
        Function::Asin => each!(out = x, starts: |x, start| of::asin(x, start)),
        Function::Acos => each!(out = x, starts: |x, start| of::acos(x, start)),
        Function::Atan => each!(out = x, starts: |x, start| of::atan(x, start)),
        Function::Sinh => each!(out = x, starts: |x, _| of::sinh(x)),
        Function::Cosh => each!(out = x, starts: |x, _| of::cosh(x)),
        Function::Tanh => each!(out = x, starts: |x, _| of::tanh(x)),
        Function::Asinh => each!(out = x, starts: |x, start| of::asinh(x, start)),
        Function::Acosh => each!(out = x, starts: |x, start| of::acosh(x, start)),
        Function::Atanh => each!(out = x, starts: |x, start| of::atanh(x, start)),
        Function::Sin | Function::Cos | Function::Tan => {
            panic!("{function:?} is a function of angles")
        }
    }
}

/// As `each`, over angles.
macro_rules! each_angle {
    ($out:ident = $turns:ident: |$sin:pat_param, $cos:pat_param| $formula:expr) => {
        for (out, &turn) in $out.iter_mut().zip($turns) {
            let ($sin, $cos) = of::sin_cos(turn);
            *out = $formula.h;
        }
    };
}

/// Declares a function that calls a loop compiled for AVX-512 where the processor has it.
macro_rules! at_best {
    ($name:ident = $loop:ident($($arg:ident: $ty:ty),+)) => {
        fn $name($($arg: $ty),+) {
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma")]
            fn avx512($($arg: $ty),+) {
                $loop($($arg),+);
            }
            match Level::Avx512.is_available() {
                // SAFETY: the processor has what is enabled.
                true => unsafe { avx512($($arg),+) },
                false => $loop($($arg),+),
            }
        }
    };
}

at_best!(numbers_at_best = numbers(function: Function, x: &[f64], starts: &[f64], out: &mut [f64]));
at_best!(angles_at_best = angles(function: Function, turns: &[Turn], out: &mut [f64]));

#[inline(always)]
fn angles(function: Function, turns: &[Turn], out: &mut [f64]) {
    match function {
        Function::Sin => each_angle!(out = turns: |sin, _| sin),
        Function::Cos => each_angle!(out = turns: |_, cos| cos),
        Function::Tan => each_angle!(out = turns: |sin, cos| (sin / cos)),
        _ => panic!("{function:?} is no function of angles"),
    }
}

/// For each exponent `e` of the last bit of an `f32` from -24 on: `2^e · 2/π` modulo 4 in steps of `2^-126`.
static QUARTERS: LazyLock<Vec<u128>> = LazyLock::new(|| {
    let words = exact::two_over_pi();
    let bit = |at: usize| u128::from(words.get(at / 64).map_or(0, |word| word >> (at % 64) & 1));
    (0..=128).map(|e| (0..128).map(|i| bit(448 - 126 + 24 - e + i) << i).sum()).collect()
});

/// The angle as quarter turns and a rest good to `2^-100`.
#[expect(clippy::cast_possible_truncation, reason = "the float is an integer that an `i128` holds")]
fn turn(x: f32) -> Turn {
    let size = x.abs();
    if size < core::f32::consts::FRAC_PI_4 || !size.is_finite() {
        return Turn { quarters: 0.0, rest: f64::from(x).into() };
    }
    let exponent = (size.to_bits() >> 23) as usize - 126;
    let m = u128::from(size.to_bits() & 0x7f_ffff | 0x80_0000);
    let product = QUARTERS[exponent].wrapping_mul(m);
    let quarters = product.wrapping_add(1 << 125) >> 126;
    let rest = product.wrapping_sub(quarters << 126).cast_signed();
    let h = rest as f64;
    let l = (rest - h as i128) as f64;
    let scale = f64::from_bits((1023 - 126) << 52).copysign(x.into());
    Turn {
        quarters: (quarters as f64).copysign(x.into()),
        rest: Double { h, l }.scale(scale) * HALF_PI,
    }
}
