//! An element ⇄ what stands for it: itself, or in text a number, a pair of them or a name.

use alloc::format;
use alloc::string::String;
use core::fmt;

use num_complex::Complex;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, SeqAccess, Unexpected, Visitor,
};
use serde::ser::{Serialize, SerializeTuple, Serializer};

use crate::generated::codes::*;
use crate::{DType, Number, Typed};

/// An element type as serde takes it.
pub(super) trait Wire: Typed {
    /// What it is in a format that no human reads.
    type Native: Native;

    fn to_native(self) -> Self::Native;

    fn of_native(native: Self::Native) -> Self;

    /// The element that a text's item stands for, or why there is none.
    fn of_item(item: Item) -> Result<Self, String>;
}

/// What can be written in either kind of format.
pub(super) trait Native: Copy + for<'de> Deserialize<'de> {
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error>;
}

macro_rules! plain {
    ($($t:ty),*) => { $(
        impl Native for $t {
            fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }
        }
    )* };
}
plain!(bool, i8, i16, i32, i64, u8, u16, u32, u64);

/// A float by its digits; in text, what is not finite by its name, since JSON has no number for it.
macro_rules! floats {
    ($($t:ty),*) => { $(
        impl Native for $t {
            fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
                match self.is_finite() || !serializer.is_human_readable() {
                    true => self.serialize(serializer),
                    false if self.is_nan() => serializer.serialize_str("nan"),
                    false if self > 0.0 => serializer.serialize_str("inf"),
                    false => serializer.serialize_str("-inf"),
                }
            }
        }
    )* };
}
floats!(f32, f64);

/// The real part before the imaginary one.
impl<T: Native> Native for (T, T) {
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&Written(self.0))?;
        pair.serialize_element(&Written(self.1))?;
        pair.end()
    }
}

/// What is written as [`Native`] says.
pub(super) struct Written<T>(pub(super) T);

impl<T: Native> Serialize for Written<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

/// A value of a text, before its dtype may be known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item(pub(super) Number);

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Number::Bool(value) => value.fmt(f),
            Number::Int(value) => value.fmt(f),
            Number::Float(value) => write!(f, "{value:?}"),
            Number::Complex(re, im) => write!(f, "[{re:?}, {im:?}]"),
        }
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Item, D::Error> {
        ItemVisitor { part: false }.deserialize(deserializer).map(Item)
    }
}

/// Reads a value, or a part of a complex one: a part is a number, since a pair within a pair need never end.
#[derive(Clone, Copy)]
struct ItemVisitor {
    part: bool,
}

impl<'de> DeserializeSeed<'de> for ItemVisitor {
    type Value = Number;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Number, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ItemVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.part {
            true => "a number, \"nan\", \"inf\" or \"-inf\"",
            false => "a bool, a number, \"nan\", \"inf\", \"-inf\" or a pair [real, imaginary]",
        })
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Number, E> {
        match self.part {
            true => Err(E::invalid_type(Unexpected::Bool(value), &self)),
            false => Ok(value.into()),
        }
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
        match text {
            "nan" => Ok(f64::NAN.into()),
            "inf" => Ok(f64::INFINITY.into()),
            "-inf" => Ok(f64::NEG_INFINITY.into()),
            _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<Number, A::Error> {
        let part = ItemVisitor { part: true };
        if self.part {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        let mut parts = [0.0; 2];
        for (place, to) in parts.iter_mut().enumerate() {
            let number = pair.next_element_seed(part)?;
            *to = number.ok_or_else(|| A::Error::invalid_length(place, &self))?.complex().0;
        }
        match pair.next_element_seed(part)? {
            None => Ok(Number::Complex(parts[0], parts[1])),
            Some(_) => Err(A::Error::invalid_length(3, &self)),
        }
    }
}

pub(super) fn refused<T>(item: Item, dtype: DType) -> Result<T, String> {
    Err(format!("{item} is no {dtype}"))
}

impl Wire for bool {
    type Native = bool;

    fn to_native(self) -> bool {
        self
    }

    fn of_native(native: bool) -> bool {
        native
    }

    fn of_item(item: Item) -> Result<bool, String> {
        match item.0 {
            Number::Bool(value) => Ok(value),
            Number::Int(_) | Number::Float(_) | Number::Complex(..) => refused(item, DType::Bool),
        }
    }
}

macro_rules! integers {
    ($($t:ident),*) => { $(
        impl Wire for $t {
            type Native = $t;

            fn to_native(self) -> $t {
                self
            }

            fn of_native(native: $t) -> $t {
                native
            }

            fn of_item(item: Item) -> Result<$t, String> {
                let dtype = <$t as crate::Element>::DTYPE;
                match item.0 {
                    Number::Int(value) => value.try_into().map_err(|_| {
                        format!("{value} is out of the range of {dtype}, {} to {}", $t::MIN, $t::MAX)
                    }),
                    Number::Bool(_) | Number::Float(_) | Number::Complex(..) => refused(item, dtype),
                }
            }
        }
    )* };
}
integers!(i8, i16, i32, i64, u8, u16, u32, u64);

/// The nearest float of a dtype, unless that is infinite and the number is not.
fn rounded<T: Into<f64> + Copy>(number: f64, to: T, dtype: DType) -> Result<T, String> {
    let value: f64 = to.into();
    match value.is_infinite() && number.is_finite() {
        true => Err(format!("{number:?} is out of the range of {dtype}")),
        false => Ok(to),
    }
}

macro_rules! wire_floats {
    ($($t:ty, $complex:ty as $native:ty, |$number:ident| $nearest:expr;)*) => { $(
        impl Wire for $t {
            type Native = $native;

            fn to_native(self) -> $native {
                self.into()
            }

            fn of_native($number: $native) -> $t {
                let $number = f64::from($number);
                $nearest
            }

            fn of_item(item: Item) -> Result<$t, String> {
                let dtype = <$t as crate::Element>::DTYPE;
                let $number = match item.0 {
                    Number::Int(_) | Number::Float(_) => item.0.complex().0,
                    Number::Bool(_) | Number::Complex(..) => return refused(item, dtype),
                };
                rounded($number, $nearest, dtype)
            }
        }

        impl Wire for $complex {
            type Native = ($native, $native);

            fn to_native(self) -> ($native, $native) {
                (self.re.into(), self.im.into())
            }

            fn of_native((re, im): ($native, $native)) -> $complex {
                Complex::new(<$t>::of_native(re), <$t>::of_native(im))
            }

            fn of_item(item: Item) -> Result<$complex, String> {
                let dtype = <$complex as crate::Element>::DTYPE;
                let Number::Complex(re, im) = item.0 else {
                    return Err(format!("{item} is no {dtype}, which is a pair [real, imaginary]"));
                };
                let part = |$number: f64| rounded($number, $nearest, dtype);
                Ok(Complex::new(part(re)?, part(im)?))
            }
        }
    )* };
}

#[expect(clippy::cast_possible_truncation, reason = "the nearest float is wanted")]
fn single(number: f64) -> f32 {
    number as f32
}

wire_floats! {
    f16, c32 as f32, |number| f16::from_f64(number);
    f32, c64 as f32, |number| single(number);
    f64, c128 as f64, |number| number;
}

impl Wire for bf16 {
    type Native = f32;

    fn to_native(self) -> f32 {
        self.into()
    }

    fn of_native(native: f32) -> bf16 {
        bf16::from_f32(native)
    }

    fn of_item(item: Item) -> Result<bf16, String> {
        let number = f64::of_item(item).map_err(|_| format!("{item} is no {}", DType::Bf16))?;
        rounded(number, bf16::from_f64(number), DType::Bf16)
    }
}
