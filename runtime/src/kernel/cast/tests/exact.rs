//! The bits of a number into the bits of the same number in another format, by integers alone.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bits are put together and taken apart"
)]

use half::{bf16, f16};
use num_complex::Complex;

/// How a real number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Bool,
    Integer { bits: u32, signed: bool },
    Float { exponent: u32, fraction: u32 },
}

/// An element of one of the dtypes, as bits.
pub(crate) trait Element: crate::Element + Default {
    const FORMAT: Format;
    const COMPLEX: bool = false;

    /// From the bits of the real part and the imaginary one, which is 0 where there is none.
    fn from_parts(parts: (u64, u64)) -> Self;
    fn parts(self) -> (u64, u64);
}

macro_rules! elements {
    ($($number:ty, $format:expr, |$bits:ident| $from:expr, |$x:ident| $to:expr;)*) => { $(
        impl Element for $number {
            const FORMAT: Format = $format;

            fn from_parts(($bits, _): (u64, u64)) -> $number {
                $from
            }

            fn parts(self) -> (u64, u64) {
                let $x = self;
                ($to, 0)
            }
        }
    )* };
}

const fn integer(bits: u32, signed: bool) -> Format {
    Format::Integer { bits, signed }
}

const fn float(exponent: u32, fraction: u32) -> Format {
    Format::Float { exponent, fraction }
}

elements! {
    bool, Format::Bool, |bits| bits != 0, |x| x.into();
    i8, integer(8, true), |bits| bits as i8, |x| (x as u8).into();
    i16, integer(16, true), |bits| bits as i16, |x| (x as u16).into();
    i32, integer(32, true), |bits| bits as i32, |x| (x as u32).into();
    i64, integer(64, true), |bits| bits as i64, |x| x as u64;
    u8, integer(8, false), |bits| bits as u8, |x| x.into();
    u16, integer(16, false), |bits| bits as u16, |x| x.into();
    u32, integer(32, false), |bits| bits as u32, |x| x.into();
    u64, integer(64, false), |bits| bits, |x| x;
    f16, float(5, 10), |bits| f16::from_bits(bits as u16), |x| x.to_bits().into();
    bf16, float(8, 7), |bits| bf16::from_bits(bits as u16), |x| x.to_bits().into();
    f32, float(8, 23), |bits| f32::from_bits(bits as u32), |x| x.to_bits().into();
    f64, float(11, 52), |bits| f64::from_bits(bits), |x| x.to_bits();
}

impl<T: Element> Element for Complex<T>
where
    Complex<T>: crate::Element,
{
    const FORMAT: Format = T::FORMAT;
    const COMPLEX: bool = true;

    fn from_parts((re, im): (u64, u64)) -> Complex<T> {
        Complex { re: T::from_parts((re, 0)), im: T::from_parts((im, 0)) }
    }

    fn parts(self) -> (u64, u64) {
        (self.re.parts().0, self.im.parts().0)
    }
}

/// How a number that an integer dtype does not hold is written in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outside {
    Wrap,
    Saturate,
    Indefinite,
}

/// The conversion of an element of `A` to one of `B`.
pub(crate) fn convert<A: Element, B: Element>(parts: (u64, u64), outside: Outside) -> (u64, u64) {
    let outside = match A::FORMAT {
        Format::Float { .. } => outside,
        _ => Outside::Wrap,
    };
    let part = |bits| match A::FORMAT == B::FORMAT {
        true => bits,
        false => Number::read(A::FORMAT, bits).write(B::FORMAT, outside),
    };
    let (re, im) = (part(parts.0), part(parts.1));
    match (A::COMPLEX, B::COMPLEX) {
        (true, true) => (re, im),
        (true, false) if B::FORMAT == Format::Bool => (re | im, 0),
        _ => (re, 0),
    }
}

/// What some bits mean.
#[derive(Clone, Copy)]
enum Number {
    /// The fraction moved to the top of 52 bits, and the format it was read in.
    Nan {
        negative: bool,
        payload: u64,
        from: Format,
    },
    Infinite {
        negative: bool,
    },
    /// `magnitude` times two to the power of `scale`.
    Finite {
        negative: bool,
        magnitude: u64,
        scale: i32,
    },
}

impl Number {
    fn read(format: Format, bits: u64) -> Number {
        match format {
            Format::Bool => Number::Finite { negative: false, magnitude: bits, scale: 0 },
            Format::Integer { bits: width, signed } => {
                let negative = signed && bits >> (width - 1) != 0;
                let magnitude =
                    if negative { (1_u128 << width) - u128::from(bits) } else { bits.into() };
                Number::Finite { negative, magnitude: magnitude as u64, scale: 0 }
            }
            Format::Float { exponent: e, fraction: f } => {
                let negative = bits >> (e + f) != 0;
                let exponent = (bits >> f) & ((1 << e) - 1);
                let fraction = bits & ((1 << f) - 1);
                let bias = (1 << (e - 1)) - 1;
                // That of the last place, where the exponent is 1 or 0.
                let lowest = 1 - bias - f as i32;
                if exponent == (1 << e) - 1 {
                    let payload = fraction << (52 - f);
                    match fraction {
                        0 => Number::Infinite { negative },
                        _ => Number::Nan { negative, payload, from: format },
                    }
                } else if exponent == 0 {
                    Number::Finite { negative, magnitude: fraction, scale: lowest }
                } else {
                    let scale = lowest + exponent as i32 - 1;
                    Number::Finite { negative, magnitude: fraction | (1 << f), scale }
                }
            }
        }
    }

    fn write(self, format: Format, outside: Outside) -> u64 {
        match format {
            Format::Bool => !matches!(self, Number::Finite { magnitude: 0, .. }) as u64,
            Format::Integer { bits, signed } => {
                let integer = match outside {
                    Outside::Wrap => self.integer_part(),
                    Outside::Saturate => self.saturated(bits, signed),
                    Outside::Indefinite => self.indefinite(bits, signed),
                };
                (integer as u128 & ((1 << bits) - 1)) as u64
            }
            Format::Float { exponent, fraction } => self.float(format, exponent, fraction),
        }
    }

    /// 0 for NaN; what no integer dtype comes near may be any such integer.
    fn integer_part(self) -> i128 {
        let signed = |negative, magnitude: i128| if negative { -magnitude } else { magnitude };
        match self {
            Number::Nan { .. } => 0,
            Number::Infinite { negative } => signed(negative, 1 << 100),
            Number::Finite { negative, magnitude, scale } => {
                let magnitude = i128::from(magnitude);
                let part = match scale {
                    ..-63 => 0,
                    -63..0 => magnitude >> -scale,
                    0..64 => magnitude << scale,
                    _ if magnitude == 0 => 0,
                    _ => 1 << 100,
                };
                signed(negative, part)
            }
        }
    }

    fn saturated(self, bits: u32, signed: bool) -> i128 {
        let (low, high) = match signed {
            true => (-1 << (bits - 1), (1 << (bits - 1)) - 1),
            false => (0, (1 << bits) - 1),
        };
        self.integer_part().clamp(low, high)
    }

    fn indefinite(self, bits: u32, signed: bool) -> i128 {
        let within = |integer: i128, end: i128| match self {
            Number::Nan { .. } => -end,
            _ if (-end..end).contains(&integer) => integer,
            _ => -end,
        };
        let integer = self.integer_part();
        match (bits, signed) {
            (8 | 16, _) | (32, true) => within(integer, 1 << 31),
            (64, false) if integer >= 1 << 63 => within(integer - (1 << 63), 1 << 63) ^ (1 << 63),
            _ => within(integer, 1 << 63),
        }
    }

    fn float(self, format: Format, e: u32, f: u32) -> u64 {
        let sign = |negative: bool| u64::from(negative) << (e + f);
        let infinity = ((1 << e) - 1) << f;
        match self {
            Number::Nan { negative, payload, from } => {
                // The one conversion between formats that only moves bits.
                let moved = (from, format) == (bf16::FORMAT, f32::FORMAT);
                let quiet = if moved { 0 } else { 1 << (f - 1) };
                sign(negative) | infinity | (payload >> (52 - f)) | quiet
            }
            Number::Infinite { negative } => sign(negative) | infinity,
            Number::Finite { negative, magnitude: 0, .. } => sign(negative),
            Number::Finite { negative, magnitude, scale } => {
                let bias = (1 << (e - 1)) - 1;
                let lowest = 1 - bias - f as i32;
                // The place of the last bit: f below the first, or the lowest there is.
                let first = scale + magnitude.ilog2() as i32;
                let last = (first - f as i32).max(lowest);
                let significand = rounded_shift(magnitude, scale - last);
                // A significand with its implicit one adds that one to the exponent.
                let bits = u128::from(significand) + (((last - lowest) as u128) << f);
                sign(negative) | bits.min(infinity.into()) as u64
            }
        }
    }
}

/// `magnitude` times two to the power of `by`, to the nearest, ties to even.
fn rounded_shift(magnitude: u64, by: i32) -> u64 {
    match by {
        0.. => magnitude << by,
        ..-64 => 0,
        _ => {
            let below = u128::from(magnitude) << (64 + by) & u128::from(u64::MAX);
            let whole = (u128::from(magnitude) >> -by) as u64;
            let up = below > 1 << 63 || (below == 1 << 63 && whole & 1 == 1);
            whole + u64::from(up)
        }
    }
}
