//! An element as it is written ↔ an element of a dtype, and its bits as a number.

use std::io::{self, Write};

use half::{bf16, f16};
use num_complex::Complex;
use runtime::{DType, Element, Narrow, Number, Typed};

use crate::eval::nested::{Atom, Leaf};
use crate::eval::object::shortened;

/// An element of a dtype that can be read and written.
pub(super) trait Word: Typed {
    /// Whether it is written as a list of two.
    const PAIR: bool = false;

    /// The element that is written so, by one rounding of the nearest float64 where it is a float.
    fn read(leaf: Leaf<'_>) -> Result<Self, String>;

    /// The element that has these bits.
    fn from_bits(bits: u128) -> Result<Self, String>;

    fn bits(self) -> u128;

    /// As JSON, floats as the shortest text that means them and no other of their dtype.
    fn print(self, out: &mut dyn Write) -> io::Result<()>;
}

impl Word for bool {
    fn read(leaf: Leaf<'_>) -> Result<bool, String> {
        match leaf {
            Leaf::One(Atom::Bool(value)) => Ok(value),
            other => Err(format!("{} is no bool: it takes true or false", shown(other))),
        }
    }

    fn from_bits(bits: u128) -> Result<bool, String> {
        match bits {
            0 | 1 => Ok(bits == 1),
            _ => Err(format!("{bits:02x} is no bool: 00 is false and 01 is true")),
        }
    }

    fn bits(self) -> u128 {
        self.into()
    }

    fn print(self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{self}")
    }
}

/// The bits of a type that has bytes.
macro_rules! bits_of_bytes {
    ($type:ident) => {
        fn from_bits(bits: u128) -> Result<$type, String> {
            let mut bytes = [0; size_of::<$type>()];
            bytes.copy_from_slice(&bits.to_be_bytes()[size_of::<u128>() - size_of::<$type>()..]);
            Ok($type::from_be_bytes(bytes))
        }

        fn bits(self) -> u128 {
            let mut bytes = [0; size_of::<u128>()];
            bytes[size_of::<u128>() - size_of::<$type>()..].copy_from_slice(&self.to_be_bytes());
            u128::from_be_bytes(bytes)
        }
    };
}

macro_rules! integers {
    ($($type:ident)*) => { $(
        impl Word for $type {
            fn read(leaf: Leaf<'_>) -> Result<$type, String> {
                let outside = || out_of_range(leaf, $type::MIN.into(), $type::MAX.into(), Self::DTYPE);
                let value = integer(leaf).map_err(|why| format!("{why}: {} takes integers", Self::DTYPE))?;
                let value = value.ok_or_else(outside)?;
                $type::try_from(value).map_err(|_| outside())
            }

            bits_of_bytes!($type);

            fn print(self, out: &mut dyn Write) -> io::Result<()> {
                write!(out, "{self}")
            }
        }
    )* };
}
integers!(i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! floats {
    ($($type:ident: |$wide:ident| $narrowed:expr, |$value:ident| $shown:expr;)*) => { $(
        impl Word for $type {
            fn read(leaf: Leaf<'_>) -> Result<$type, String> {
                let $wide = float(leaf)?;
                Ok($narrowed)
            }

            bits_of_bytes!($type);

            fn print(self, out: &mut dyn Write) -> io::Result<()> {
                let $value = self;
                let shown = $shown;
                match shown {
                    _ if shown.is_nan() => out.write_all(b"\"nan\""),
                    _ if shown.is_infinite() => write!(out, "\"{shown}\""),
                    _ if shown == 0.0 && shown.is_sign_negative() => out.write_all(b"\"-0.0\""),
                    _ => write!(out, "{shown:?}"),
                }
            }
        }
    )* };
}

floats! {
    f64: |wide| wide, |value| value;
    f32: |wide| nearest_f32(wide), |value| value;
    f16: |wide| f16::from_f32(odd_f32(wide)), |value| value.to_f32();
    bf16: |wide| bf16::from_f32(odd_f32(wide)), |value| value.to_f32();
}

impl<const DTYPE: u8> Word for Narrow<DTYPE>
where
    Narrow<DTYPE>: Typed,
{
    fn read(leaf: Leaf<'_>) -> Result<Narrow<DTYPE>, String> {
        let Some(info) = Self::DTYPE.iinfo() else { return Ok(Narrow::from_f64(float(leaf)?)) };
        let value =
            integer(leaf).map_err(|why| format!("{why}: {} takes integers", Self::DTYPE))?;
        let value = value.filter(|value| (info.min..=info.max).contains(value));
        let value = value.ok_or_else(|| out_of_range(leaf, info.min, info.max, Self::DTYPE))?;
        let value = i16::try_from(value).expect("a narrow integer");
        Ok(Narrow::from_f64(value.into()))
    }

    fn from_bits(bits: u128) -> Result<Narrow<DTYPE>, String> {
        let fits = u8::try_from(bits).ok().map(Narrow::from_bits);
        fits.filter(|element| u128::from(element.to_bits()) == bits).ok_or_else(|| {
            format!("{bits:02x} is no {}, which has {} bits", Self::DTYPE, Self::DTYPE.bits())
        })
    }

    fn bits(self) -> u128 {
        self.to_bits().into()
    }

    fn print(self, out: &mut dyn Write) -> io::Result<()> {
        match Number::from(self) {
            Number::Int(value) => write!(out, "{value}"),
            _ => f64::print(self.to_f64(), out),
        }
    }
}

impl<T: Word> Word for Complex<T>
where
    Complex<T>: Typed,
{
    const PAIR: bool = true;

    fn read(leaf: Leaf<'_>) -> Result<Complex<T>, String> {
        match leaf {
            Leaf::Pair(re, im) => {
                Ok(Complex::new(T::read(Leaf::One(re))?, T::read(Leaf::One(im))?))
            }
            Leaf::One(_) => Err(format!("{} is no {}: write [re, im]", shown(leaf), Self::DTYPE)),
        }
    }

    fn from_bits(bits: u128) -> Result<Complex<T>, String> {
        let width = T::DTYPE.bits();
        Ok(Complex::new(T::from_bits(bits >> width)?, T::from_bits(bits & ((1 << width) - 1))?))
    }

    fn bits(self) -> u128 {
        (self.re.bits() << T::DTYPE.bits()) | self.im.bits()
    }

    fn print(self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"[")?;
        self.re.print(out)?;
        out.write_all(b",")?;
        self.im.print(out)?;
        out.write_all(b"]")
    }
}

/// An integer; `None` for one that 128 bits do not hold.
pub(super) fn integer(leaf: Leaf<'_>) -> Result<Option<i128>, String> {
    let wrong = || format!("{} is no integer", shown(leaf));
    let Leaf::One(Atom::Number(text) | Atom::Text(text)) = leaf else { return Err(wrong()) };
    let digits = text.strip_prefix('-').unwrap_or(text);
    match !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        true => Ok(text.parse().ok()),
        false => Err(wrong()),
    }
}

/// The nearest float64 of a number, or of a string that names one.
pub(super) fn float(leaf: Leaf<'_>) -> Result<f64, String> {
    let wrong =
        || format!("{} is no float: it takes a number, \"nan\", \"inf\" or \"-inf\"", shown(leaf));
    match leaf {
        Leaf::One(Atom::Number(text) | Atom::Text(text)) => text.parse().map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the nearest float32 is what is wanted")]
fn nearest_f32(wide: f64) -> f32 {
    wide as f32
}

/// A float32 that every narrower float rounds to as it would the float64: of two neighbours the one
/// whose last bit is set, where the value lies between them.
fn odd_f32(wide: f64) -> f32 {
    let near = nearest_f32(wide);
    if f64::from(near) == wide || wide.is_nan() {
        return near;
    }
    let beyond = f64::from(near).abs() > wide.abs();
    f32::from_bits((near.to_bits() - u32::from(beyond)) | 1)
}

fn out_of_range(leaf: Leaf<'_>, min: i128, max: i128, dtype: DType) -> String {
    format!("{} is out of the range of {dtype}, {min} to {max}", shown(leaf))
}

/// An element as it stands in the line, if it is short.
pub(super) fn shown(leaf: Leaf<'_>) -> String {
    let atom = |atom| match atom {
        Atom::Bool(value) => value.to_string(),
        Atom::Number(text) => shortened(text),
        Atom::Text(text) => format!("\"{}\"", shortened(text)),
    };
    match leaf {
        Leaf::One(one) => atom(one),
        Leaf::Pair(re, im) => format!("[{}, {}]", atom(re), atom(im)),
    }
}
