//! Narrow dtypes by enumeration: the number that each bit pattern is, and the pattern nearest to a number.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the whole part of a number is what is wanted"
)]

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use runtime::policy::{FloatOverflow, FloatToInt, Policies, UnsignedFloat};
use runtime::rules::{Float, Nan};
use runtime::{DType, Format, Kind};

use super::Bits;
use super::format::{Format as Ieee, Real};
use super::integer::value;

/// What a bit pattern of a narrow dtype is. Each is a value of float64.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A number; its sign counts where it is zero.
    Number(f64),
    /// An infinity: whether it is negative.
    Infinite(bool),
    /// No number, and whether the sign bit is set.
    Nan(bool),
}

impl Value {
    /// The same as a float64.
    pub fn double(self) -> f64 {
        match self {
            Value::Number(number) => number,
            Value::Infinite(negative) => signed(f64::INFINITY, negative),
            Value::Nan(_) => f64::NAN,
        }
    }
}

/// What every bit pattern is, in order.
pub fn values(dtype: DType) -> Vec<Value> {
    let count = 1_u32 << dtype.bits();
    (0..count)
        .map(|bits| match dtype.format() {
            Format::Float(float) => float_value(float, bits),
            Format::Int if bits >= count / 2 => Value::Number(f64::from(bits) - f64::from(count)),
            _ => Value::Number(f64::from(bits)),
        })
        .collect()
}

/// From the definition of the format: (1 + mantissa / 2^m) · 2^(exponent - bias), subnormal where the exponent is 0.
fn float_value(float: Float, bits: u32) -> Value {
    let Float { exponent, mantissa, bias, sign, zero, infinity, nan, tapered } = float;
    if tapered {
        return tapered_value(bits);
    }
    let fraction = bits & ((1 << mantissa) - 1);
    let stored = (bits >> mantissa) & ((1 << exponent) - 1);
    let negative = sign && bits >> (exponent + mantissa) == 1;
    let ones = stored == (1 << exponent) - 1;
    let all_ones = ones && fraction == (1 << mantissa) - 1;
    match nan {
        Nan::Ieee if ones && fraction != 0 => return Value::Nan(negative),
        Nan::Ones if all_ones => return Value::Nan(negative),
        Nan::NegativeZero if negative && stored == 0 && fraction == 0 => return Value::Nan(true),
        Nan::Ieee | Nan::Ones | Nan::NegativeZero | Nan::None => {}
    }
    if infinity && ones && fraction == 0 {
        return Value::Infinite(negative);
    }
    let part = f64::from(fraction) / f64::from(1_u32 << mantissa);
    let power = |exponent: i32| 2_f64.powi(exponent);
    let stored = i32::try_from(stored).expect("8 bits at the most");
    let magnitude = match stored {
        0 if zero => part * power(1 - bias),
        _ => (1.0 + part) * power(stored - bias),
    };
    Value::Number(if negative { -magnitude } else { magnitude })
}

/// From the definition of HiFloat8: behind the sign a prefix, 11, 10, 01, 001 or 0001, then 4, 3, 2, 1 or 0 bits of
/// exponent, then the mantissa. The exponent is a sign and a magnitude whose leading one is left out. Behind 0000 stands
/// the power of two of a subnormal number.
fn tapered_value(bits: u32) -> Value {
    let text = format!("{bits:08b}");
    let (sign, rest) = text.split_at(1);
    let negative = sign == "1";
    let number = |digits: &str| u32::from_str_radix(&format!("0{digits}"), 2).expect("binary");
    let magnitude = match rest {
        "0000000" if negative => return Value::Nan(false),
        "0000000" => 0.0,
        "1101111" => return Value::Infinite(negative),
        _ => match rest.strip_prefix("0000") {
            Some(place) => 2_f64.powi(number(place).cast_signed() - 23),
            None => {
                let prefixes = [("11", 4), ("10", 3), ("01", 2), ("001", 1), ("0001", 0)];
                let found = prefixes.into_iter().find_map(|(prefix, width)| {
                    rest.strip_prefix(prefix).map(|rest| rest.split_at(width))
                });
                let (exponent, mantissa) = found.expect("one of the prefixes");
                let exponent = match exponent.split_at_checked(1) {
                    None => 0,
                    Some(("0", rest)) => number(&format!("1{rest}")).cast_signed(),
                    Some((_, rest)) => -number(&format!("1{rest}")).cast_signed(),
                };
                let width = i32::try_from(mantissa.len()).expect("3 at the most");
                (1.0 + f64::from(number(mantissa)) * 2_f64.powi(-width)) * 2_f64.powi(exponent)
            }
        },
    };
    Value::Number(if negative { -magnitude } else { magnitude })
}

/// A number to be converted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// An integer or a bool.
    Whole(i128),
    /// A float.
    Real(f64),
}

impl Input {
    /// The number that an element is: of a complex one its real part.
    ///
    /// # Panics
    ///
    /// For more bits than a narrow dtype has.
    pub fn of(from: DType, element: Bits) -> Input {
        if from.is_narrow() {
            let place = usize::try_from(element.0).expect("a byte");
            return match values(from)[place] {
                Value::Number(number) if from.kind() != Kind::Float => Input::Whole(number as i128),
                Value::Number(number) => Input::Real(number),
                Value::Infinite(negative) => Input::Real(signed(f64::INFINITY, negative)),
                Value::Nan(negative) => Input::Real(signed(f64::NAN, negative)),
            };
        }
        match Ieee::of(from) {
            None => Input::Whole(value(from, element.0)),
            Some(format) => match format.decode(element.0) {
                Real::Nan => Input::Real(signed(f64::NAN, format.is_negative(element.0))),
                _ => Input::Real(format.double(element.0)),
            },
        }
    }

    /// The same as an element of int64 or float64.
    ///
    /// # Panics
    ///
    /// For a whole number that no int64 is.
    pub fn widest(self) -> (DType, Bits) {
        match self {
            Input::Whole(whole) => {
                (DType::I64, (i64::try_from(whole).expect("few bits").cast_unsigned(), 0))
            }
            Input::Real(real) => (DType::F64, (real.to_bits(), 0)),
        }
    }
}

fn signed(value: f64, negative: bool) -> f64 {
    value.copysign(if negative { -1.0 } else { 1.0 })
}

/// The conversion of numbers to a narrow dtype under some policies.
pub struct Nearest {
    dtype: DType,
    policies: Policies,
    /// The numbers that are not negative, in order, with their bits.
    positive: Vec<(f64, u64)>,
    /// Of a float.
    special: Option<Special>,
}

thread_local! {
    /// Those that were asked for: each enumerates its dtype.
    static KNOWN: RefCell<HashMap<(DType, Policies), Rc<Nearest>>> = RefCell::default();
}

impl Nearest {
    /// Of a dtype, made once in each thread.
    pub fn known(dtype: DType, policies: Policies) -> Rc<Nearest> {
        KNOWN.with_borrow_mut(|known| {
            let nearest = known.entry((dtype, policies));
            nearest.or_insert_with(|| Rc::new(Nearest::new(dtype, policies))).clone()
        })
    }

    /// Of a dtype.
    pub fn new(dtype: DType, policies: Policies) -> Nearest {
        let numbers = values(dtype).into_iter().zip(0..).filter_map(|(value, bits)| match value {
            Value::Number(number) if number.is_sign_positive() => Some((number, bits)),
            _ => None,
        });
        let mut positive: Vec<(f64, u64)> = numbers.collect();
        positive.sort_by(|one, other| one.0.total_cmp(&other.0));
        let special = match dtype.format() {
            Format::Float(float) => Some(Special::of(float, policies.float_overflow)),
            _ => None,
        };
        Nearest { dtype, policies, positive, special }
    }

    /// The bits of the element that a number becomes.
    pub fn of(&self, input: Input) -> u64 {
        match (self.dtype.format(), self.special) {
            (Format::Float(float), Some(special)) => self.float(float, special, input),
            _ => self.integer(input),
        }
    }

    fn integer(&self, input: Input) -> u64 {
        let info = self.dtype.iinfo().expect("an integer dtype");
        let whole = match (input, self.policies.float_to_int) {
            (Input::Whole(whole), _) => whole,
            (Input::Real(real), FloatToInt::Saturate) => (real as i128).clamp(info.min, info.max),
            // By way of int32, of which the low bits are kept.
            (Input::Real(real), FloatToInt::Truncate) => {
                let fits = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&real.trunc());
                if fits { real as i128 } else { i32::MIN.into() }
            }
        };
        let mask = (1_i128 << self.dtype.bits()) - 1;
        u64::try_from(whole & mask).expect("masked")
    }

    fn float(&self, float: Float, special: Special, input: Input) -> u64 {
        let Float { sign, zero, .. } = float;
        let magnitude_taken = self.policies.unsigned_float == UnsignedFloat::Magnitude;
        let (negative, is_zero, is_nan) = match input {
            Input::Whole(whole) => (whole < 0, whole == 0, false),
            // Float32, by way of which it goes, has no number below.
            Input::Real(real) => {
                (real.is_sign_negative(), real.abs() <= 2_f64.powi(-150), real.is_nan())
            }
        };
        let sign_bit = if negative && sign { 1 << (float.bits() - 1) } else { 0 };
        if is_nan {
            return match float.nan {
                Nan::NegativeZero => special.nan,
                Nan::Ieee | Nan::Ones | Nan::None => special.nan ^ sign_bit,
            };
        }
        if !sign && !magnitude_taken && (negative || is_zero) {
            return special.nan;
        }
        if !zero && is_zero {
            return 0;
        }
        let bits = match input {
            // Nor above.
            Input::Real(real) if real.abs() >= 2_f64.powi(128) => special.infinity,
            _ => self.magnitude(float, special, input),
        };
        match float.nan {
            Nan::NegativeZero if bits == 0 || bits == special.nan => bits,
            Nan::Ieee | Nan::Ones | Nan::NegativeZero | Nan::None => bits ^ sign_bit,
        }
    }

    /// Of a finite number, leaving its sign out.
    fn magnitude(&self, float: Float, special: Special, input: Input) -> u64 {
        let above = self.positive.partition_point(|&(number, _)| compare(input, number).is_lt());
        // The first number that is not below the input.
        let (last, last_bits) = *self.positive.last().expect("there are numbers");
        let (low, high) = match self.positive.get(above) {
            Some(&high) if compare(input, high.0).is_eq() => return high.1,
            Some(&high) if above == 0 => return high.1,
            Some(&high) => (self.positive[above - 1], high),
            // As if the format went on.
            None => {
                let power = 2_f64.powi(last.log2().floor() as i32);
                let mantissa = if float.tapered { 1 } else { float.mantissa };
                let step = power / f64::from(1_u32 << mantissa);
                ((last, last_bits), (last + step, special.overflow))
            }
        };
        if !float.zero && low.1 == 0 {
            // Between the two least numbers of a float without subnormal ones, float32 has subnormal numbers, of which
            // ml_dtypes and torch take any above the least for the next.
            return if self.by_float32(input) == low.0 { low.1 } else { high.1 };
        }
        match compare(input, f64::midpoint(low.0, high.0)) {
            Ordering::Greater => low.1,
            Ordering::Less => high.1,
            // The significand of a float without a mantissa is 1, which is odd.
            Ordering::Equal if float.mantissa == 0 => high.1,
            // HiFloat8 rounds a tie away from zero.
            Ordering::Equal if float.tapered => high.1,
            Ordering::Equal if low.1 % 2 == 0 => low.1,
            Ordering::Equal => high.1,
        }
    }

    fn by_float32(&self, input: Input) -> f64 {
        match input {
            Input::Real(real) => real.abs(),
            Input::Whole(whole) => whole.unsigned_abs() as f64,
        }
    }
}

/// How a number compares with the magnitude of an input.
fn compare(input: Input, number: f64) -> Ordering {
    match input {
        Input::Real(real) => number.partial_cmp(&real.abs()).expect("neither is NaN"),
        Input::Whole(whole) => {
            let whole = whole.unsigned_abs();
            let floor = number as u128;
            floor.cmp(&whole).then(number.partial_cmp(&number.trunc()).expect("a number"))
        }
    }
}

/// The bits that stand for what a format has no number for.
#[derive(Clone, Copy)]
struct Special {
    overflow: u64,
    infinity: u64,
    nan: u64,
}

impl Special {
    fn of(float: Float, overflow: FloatOverflow) -> Special {
        let all = 1_u32 << float.bits();
        let find = |wanted: fn(Value) -> bool| {
            (0..all).find(|&bits| wanted(float_value(float, bits))).map(u64::from)
        };
        let infinity = find(|value| value == Value::Infinite(false));
        let quiet = match float.nan {
            Nan::Ieee => infinity.map(|infinity| infinity | (1 << float.mantissa) >> 1),
            Nan::Ones | Nan::NegativeZero | Nan::None => {
                find(|value| matches!(value, Value::Nan(_)))
            }
        };
        let greatest = (0..all)
            .filter_map(|bits| match float_value(float, bits) {
                Value::Number(number) => Some((number, bits)),
                Value::Infinite(_) | Value::Nan(_) => None,
            })
            .max_by(|one, other| one.0.total_cmp(&other.0))
            .map(|(_, bits)| u64::from(bits))
            .expect("there are numbers");
        let nan = quiet.unwrap_or(u64::from(all / 2));
        let outside = infinity.or(quiet).unwrap_or(greatest);
        let saturates = match overflow {
            FloatOverflow::Special => false,
            FloatOverflow::Saturate => true,
            FloatOverflow::SaturateOnes => float.sign && float.nan == Nan::Ones,
        };
        match saturates {
            true => Special {
                overflow: greatest,
                infinity: if float.sign { greatest } else { outside },
                nan,
            },
            false => Special { overflow: outside, infinity: outside, nan },
        }
    }
}
