//! Numbers → words of one width, as NumPy aligns them in columns.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::digits::{Binary, Limit, odd_part};
use crate::{DType, Kind, Number, narrow};

/// Digits after the point unless others are asked for, as in NumPy.
const PRECISION: i32 = 8;

/// What a dtype of floats is to whoever prints it; of a complex one, its parts.
#[derive(Clone, Copy)]
struct Format {
    dtype: DType,
    /// The bits of a mantissa.
    precision: i32,
    /// The power of two of the lowest bit.
    lowest: i32,
    /// From this on exponents are written: where digits before the point are no longer known.
    cutoff: f64,
}

impl Format {
    fn of(dtype: DType) -> Option<Format> {
        let limits = dtype.finfo()?;
        Some(Format {
            dtype: limits.dtype,
            precision: 1 - odd_part(limits.eps).1,
            lowest: odd_part(limits.smallest_subnormal).1,
            cutoff: (1.0 / limits.resolution).round().min(1e8),
        })
    }

    /// The nearest number of the dtype.
    fn round(&self, value: f64) -> f64 {
        match self.dtype {
            DType::F16 => half::f16::from_f64(value).to_f64(),
            DType::Bf16 => half::bf16::from_f64(value).to_f64(),
            #[expect(clippy::cast_possible_truncation, reason = "it is what is asked for")]
            DType::F32 => f64::from(value as f32),
            // No other float is narrower than float64.
            other => narrow::nearest(other, value).unwrap_or(value),
        }
    }

    /// The digits of a number's magnitude, and the power of ten of the first.
    fn digits(&self, value: f64, limit: Limit) -> (String, i32) {
        if value == 0.0 {
            return ("0".into(), 0);
        }
        let (digits, first) = Binary::new(value.abs(), self.precision, self.lowest).digits(limit);
        (digits.into_iter().map(|digit| char::from(b'0' + digit)).collect(), first)
    }

    /// The sign and the digits before the point; those after it.
    fn positional(&self, value: f64, limit: Limit, plus: bool) -> (String, String) {
        let (digits, first) = self.digits(value, limit);
        let sign = sign(value, plus);
        let Ok(before) = usize::try_from(first).map(|first| first + 1) else {
            let zeros = first.unsigned_abs() as usize - 1;
            let fraction = format!("{:0<zeros$}{digits}", "");
            return (format!("{sign}0"), fraction.trim_end_matches('0').into());
        };
        let (whole, fraction) = digits.split_at(before.min(digits.len()));
        (format!("{sign}{whole:0<before$}"), fraction.trim_end_matches('0').into())
    }

    /// The sign and the digit before the point; those after it; the power of ten.
    fn scientific(&self, value: f64, limit: Limit, plus: bool) -> (String, String, i32) {
        let (digits, first) = self.digits(value, limit);
        let (whole, fraction) = digits.split_at(1);
        (format!("{}{whole}", sign(value, plus)), fraction.trim_end_matches('0').into(), first)
    }
}

fn sign(value: f64, plus: bool) -> &'static str {
    match value.is_sign_negative() {
        true => "-",
        false if plus => "+",
        false => "",
    }
}

/// The power of ten at the end of a number, of two digits or more.
fn exponent(power: i32, digits: usize) -> String {
    let sign = if power < 0 { '-' } else { '+' };
    format!("e{sign}{:0digits$}", power.unsigned_abs())
}

/// What is no finite number, as a word.
fn not_finite(value: f64, plus: bool) -> String {
    match value.is_nan() {
        true => format!("{}nan", if plus { "+" } else { "" }),
        false => format!("{}inf", sign(value, plus)),
    }
}

/// A column of floats: with exponents or not, and how much room they have around the point.
struct Floats {
    format: Format,
    /// Whether positive numbers have a sign, too.
    plus: bool,
    precision: i32,
    before: usize,
    after: usize,
    /// The digits of exponents, if they are written.
    exponents: Option<usize>,
}

impl Floats {
    fn new(values: &[f64], format: Format, precision: i32, plus: bool) -> Floats {
        let finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
        let mut floats = Floats { format, plus, precision, before: 0, after: 0, exponents: None };
        let sizes = finite.iter().filter(|&&value| value != 0.0).map(|value| value.abs());
        let (most, least) =
            (sizes.clone().fold(0.0, f64::max), sizes.fold(f64::INFINITY, f64::min));
        let wide = format.round(most / least) > 1000.0;
        let small = least < format.round(0.0001);
        if finite.is_empty() {
            // Nothing to align.
        } else if most > 0.0 && (most >= format.cutoff || small || wide) {
            let limit = Limit::Total { most: Some(precision + 1), least: None };
            let parts = finite.iter().map(|&value| format.scientific(value, limit, plus));
            let (mut fractions, mut powers) = (0, 0);
            for (whole, fraction, power) in parts {
                floats.before = floats.before.max(whole.len());
                fractions = fractions.max(fraction.len());
                powers = powers.max(exponent(power, 2).len() - 2);
            }
            floats.precision = i32::try_from(fractions).unwrap_or(i32::MAX);
            floats.exponents = Some(powers);
            floats.after = fractions + powers + 2;
        } else {
            let limit = Limit::Fraction { most: Some(precision), least: None };
            for &value in &finite {
                let (whole, fraction) = format.positional(value, limit, plus);
                floats.before = floats.before.max(whole.len());
                floats.after = floats.after.max(fraction.len());
            }
        }
        if finite.len() < values.len() {
            let negative = values.contains(&f64::NEG_INFINITY) || plus;
            let room = |len: usize| len.saturating_sub(floats.after + 1);
            floats.before = floats.before.max(room(3 + usize::from(negative)));
        }
        floats
    }

    fn word(&self, value: f64) -> String {
        let Floats { before, after, precision, plus, .. } = *self;
        if !value.is_finite() {
            return format!("{:>1$}", not_finite(value, plus), before + after + 1);
        }
        let most = Some(precision);
        match self.exponents {
            None => {
                let limit = Limit::Fraction { most, least: Some(0) };
                let (whole, fraction) = self.format.positional(value, limit, plus);
                format!("{whole:>before$}.{fraction:<after$}")
            }
            Some(digits) => {
                let total = Some(precision + 1);
                let limit = Limit::Total { most: total, least: total };
                let (whole, fraction, power) = self.format.scientific(value, limit, plus);
                let zeros = after - digits - 2;
                format!("{whole:>before$}.{fraction:0<zeros$}{}", exponent(power, digits))
            }
        }
    }
}

/// Elements as words of a column each. `alone`: they are the one element of a tensor without axes.
pub(super) fn words(
    dtype: DType,
    values: &[Number],
    precision: Option<usize>,
    alone: bool,
) -> Vec<String> {
    let precision =
        precision.map_or(PRECISION, |digits| i32::try_from(digits.min(1100)).unwrap_or(PRECISION));
    match (dtype.kind(), Format::of(dtype)) {
        (Kind::Float, Some(format)) => {
            let values: Vec<f64> = values.iter().map(|&value| parts(value).0).collect();
            let floats = Floats::new(&values, format, precision, false);
            values.into_iter().map(|value| floats.word(value)).collect()
        }
        (Kind::Complex, Some(format)) => {
            let (re, im): (Vec<f64>, Vec<f64>) = values.iter().map(|&value| parts(value)).unzip();
            let real = Floats::new(&re, format, precision, false);
            let imaginary = Floats::new(&im, format, precision, true);
            let word = |(re, im)| {
                let im = imaginary.word(im);
                let digits = im.trim_end();
                format!("{}{digits}j{:2$}", real.word(re), "", im.len() - digits.len())
            };
            re.into_iter().zip(im).map(word).collect()
        }
        _ => {
            let words: Vec<String> = values.iter().map(|&value| whole(value)).collect();
            let width = match dtype.kind() {
                _ if alone => 0,
                Kind::Bool => "False".len(),
                Kind::Int | Kind::Uint | Kind::Float | Kind::Complex => {
                    words.iter().map(String::len).max().unwrap_or(0)
                }
            };
            words.into_iter().map(|word| format!("{word:>width$}")).collect()
        }
    }
}

/// One element by itself, as a NumPy scalar's text.
pub(super) fn scalar(dtype: DType, value: Number) -> String {
    let Some(format) = Format::of(dtype) else { return whole(value) };
    let cutoff = if format.dtype == DType::F64 { 1e16 } else { format.cutoff };
    let text = |value: f64, plus: bool, zero: &str| {
        let size = value.abs();
        if !value.is_finite() {
            return not_finite(value, plus);
        }
        let point = |fraction: &str| if fraction.is_empty() { "" } else { "." };
        if size == 0.0 || (1e-4..cutoff).contains(&size) {
            let limit = Limit::Fraction { most: None, least: None };
            let (whole, fraction) = format.positional(value, limit, plus);
            let fraction = if fraction.is_empty() { zero } else { &fraction };
            format!("{whole}{}{fraction}", point(fraction))
        } else {
            let limit = Limit::Total { most: None, least: None };
            let (whole, fraction, power) = format.scientific(value, limit, plus);
            format!("{whole}{}{fraction}{}", point(&fraction), exponent(power, 2))
        }
    };
    let (re, im) = parts(value);
    match dtype.kind() {
        Kind::Complex if re == 0.0 && re.is_sign_positive() => format!("{}j", text(im, false, "")),
        Kind::Complex => format!("({}{}j)", text(re, false, ""), text(im, true, "")),
        Kind::Bool | Kind::Int | Kind::Uint | Kind::Float => text(re, false, "0"),
    }
}

/// A bool or an integer.
fn whole(value: Number) -> String {
    match value {
        Number::Bool(true) => "True".into(),
        Number::Bool(false) => "False".into(),
        Number::Int(value) => value.to_string(),
        Number::Float(value) | Number::Complex(value, _) => value.to_string(),
    }
}

/// The real and the imaginary part of a float or a complex number.
fn parts(value: Number) -> (f64, f64) {
    match value {
        Number::Float(re) => (re, 0.0),
        Number::Complex(re, im) => (re, im),
        Number::Bool(_) | Number::Int(_) => (0.0, 0.0),
    }
}
