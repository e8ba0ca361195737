//! A function of float64 → the largest error found over random arguments, in units in the last place.

use astro_float_num::BigFloat;
use rayon::prelude::*;

use crate::exact::{self, BITS, MODE};
use crate::function::Function;
use crate::levels::{self, BINARY, Level};

/// Where a function is farthest off.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// As the function is called.
    pub name: String,
    /// One argument or two, as bits.
    pub arguments: Vec<u64>,
    /// In units in the last place.
    pub error: f64,
}

/// All names: of functions of one argument, then of two.
pub fn names() -> impl Iterator<Item = &'static str> {
    Function::ALL.iter().map(|function| function.name()).chain(BINARY.iter().copied())
}

/// The most that the documentation of `math` allows a function to be off at its arguments.
pub fn bound_at(name: &str, arguments: &[u64]) -> f64 {
    match name {
        "exp" | "exp2" | "sigmoid" | "pow" if value_at(name, arguments).is_subnormal() => 0.8,
        "exp" | "exp2" | "pow" => 0.7,
        _ => 0.6,
    }
}

fn value_at(name: &str, arguments: &[u64]) -> f64 {
    let mut value = [0.0];
    match arguments.iter().map(|&bits| f64::from_bits(bits)).collect::<Vec<f64>>()[..] {
        [x] => levels::of_f64(name, Level::Baseline)(&[x], &mut value),
        [x, y] => levels::pairs_of_f64(name, Level::Baseline)(&[x], &[y], &mut value),
        _ => panic!("one argument or two"),
    }
    value[0]
}

/// How far off a function is at its arguments.
pub fn error_at(name: &str, arguments: &[u64]) -> f64 {
    let wide: Vec<f64> = arguments.iter().map(|&bits| f64::from_bits(bits)).collect();
    let got = value_at(name, arguments);
    // Terms of a sum that nearly cancel so much need more bits than are computed.
    if name == "logaddexp" && got.abs() < 1e-60 {
        return 0.0;
    }
    let exact = match (name.parse(), &wide[..]) {
        (Ok(function), &[x]) => exact::value(function, x),
        (_, &[x, y]) => exact::value_of_two(name, x, y),
        _ => panic!("{name} takes two arguments"),
    };
    error(&exact, got)
}

/// The worst of `count` random arguments.
pub fn worst(name: &str, count: u64, seed: u64) -> Worst {
    let one = |i: u64| {
        let mut random = Random(seed.wrapping_add(i).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let arguments: Vec<u64> =
            domains(name).iter().map(|&domain| random.of(domain).to_bits()).collect();
        Worst { name: name.to_owned(), error: error_at(name, &arguments), arguments }
    };
    let worse = |a: Worst, b: Worst| if b.error > a.error { b } else { a };
    (0..count).into_par_iter().map(one).reduce_with(worse).expect("some arguments")
}

/// The distance from an exact value, 0 where that is out of range.
fn error(exact: &BigFloat, got: f64) -> f64 {
    let Some(exponent) = exact.exponent().filter(|_| !exact.is_zero()) else { return 0.0 };
    if !(-1075..=1024).contains(&exponent) || !got.is_finite() {
        return 0.0;
    }
    // The library does not take subnormal floats, so small ones are moved up.
    let up = if exponent < 0 { 2.0_f64.powi(200) } else { 1.0 };
    let exact = exact.mul(&BigFloat::from_f64(up, BITS), BITS, MODE);
    let off = exact.sub(&BigFloat::from_f64(got * up, BITS), BITS, MODE);
    let last_place = (exponent - 53).max(-1074) + if exponent < 0 { 200 } else { 0 };
    match (off.is_zero(), off.mantissa_digits(), off.exponent()) {
        (false, Some(digits), Some(exponent)) => {
            let top = *digits.last().expect("a number has digits") as f64;
            top * 2.0_f64.powi(exponent - last_place - 64)
        }
        _ => 0.0,
    }
}

/// Between which numbers arguments lie.
fn domains(name: &str) -> Vec<(f64, f64)> {
    let one = |low: f64, high: f64| vec![(low, high)];
    match name {
        "sqrt" | "rsqrt" | "log" | "log2" | "log10" => one(f64::MIN_POSITIVE, f64::MAX),
        "cbrt" | "asinh" | "atan" | "sin" | "cos" | "tan" => one(f64::MIN, f64::MAX),
        "sigmoid" => one(-700.0, 40.0),
        "exp" => one(-745.0, 709.7),
        "exp2" => one(-1074.0, 1023.9),
        "expm1" => one(-40.0, 709.7),
        "log1p" => one(-0.999_999_999, f64::MAX),
        "asin" | "acos" | "atanh" => one(-1.0, 1.0),
        "sinh" | "cosh" => one(-710.0, 710.0),
        "tanh" => one(-20.0, 20.0),
        "acosh" => one(1.0, f64::MAX),
        "pow" => vec![(f64::MIN_POSITIVE, f64::MAX), (-1100.0, 1100.0)],
        "logaddexp" => vec![(-700.0, 700.0), (-700.0, 700.0)],
        _ => vec![(f64::MIN, f64::MAX), (f64::MIN, f64::MAX)],
    }
}

/// Xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        for _ in 0..2 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
        }
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number near 1, one of any size, or one of a few; again until it lies between the bounds.
    fn of(&mut self, (low, high): (f64, f64)) -> f64 {
        loop {
            let sign = if self.next().is_multiple_of(2) { 1.0 } else { -1.0 };
            let x = match self.next() % 4 {
                0 => 1.0 + sign * self.unit() * 2.0_f64.powf(-30.0 * self.unit()),
                1 => f64::from_bits(self.next()),
                2 => sign * 20.0 * self.unit(),
                _ => sign * 1000.0 * self.unit(),
            };
            if x > low && x < high && x.abs() > 1e-300 {
                return x;
            }
        }
    }
}
