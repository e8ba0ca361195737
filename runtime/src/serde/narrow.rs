//! An element of a narrow dtype ⇄ what stands for it: in text a number or a name, elsewhere its bits.

use alloc::format;
use alloc::string::String;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use super::element::{Item, Native, Wire, refused};
use crate::{Element, Narrow, Number, Typed};

/// The bits of an element, with the number it is.
#[derive(Clone, Copy)]
pub(super) struct Bits {
    bits: u8,
    number: Option<Number>,
}

/// Of a format that no human reads.
impl<'de> Deserialize<'de> for Bits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bits, D::Error> {
        u8::deserialize(deserializer).map(|bits| Bits { bits, number: None })
    }
}

impl Native for Bits {
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.number, serializer.is_human_readable()) {
            (Some(Number::Int(value)), true) => value.serialize(serializer),
            (Some(Number::Float(value)), true) => value.write(serializer),
            _ => self.bits.serialize(serializer),
        }
    }
}

impl<const DTYPE: u8> Wire for Narrow<DTYPE>
where
    Narrow<DTYPE>: Typed,
{
    type Native = Bits;

    fn to_native(self) -> Bits {
        Bits { bits: self.to_bits(), number: Some(self.into()) }
    }

    fn of_native(native: Bits) -> Narrow<DTYPE> {
        Narrow::from_bits(native.bits)
    }

    fn of_item(item: Item) -> Result<Narrow<DTYPE>, String> {
        let dtype = Self::DTYPE;
        let outside = |(least, most)| {
            Err(format!("{item} is out of the range of {dtype}, {least} to {most}"))
        };
        match (item.0, dtype.iinfo(), dtype.finfo()) {
            (Number::Int(value), Some(info), _) if !(info.min..=info.max).contains(&value) => {
                outside((format!("{}", info.min), format!("{}", info.max)))
            }
            (Number::Int(_), Some(_), _) => Ok(Narrow::from_f64(item.0.complex().0)),
            (Number::Int(_) | Number::Float(_), None, Some(info)) => {
                let number = item.0.complex().0;
                let nearest = Narrow::from_f64(number);
                let found = nearest.to_f64();
                match number.is_finite() {
                    true if found.is_finite() && number.abs() <= info.max.max(found.abs()) => {
                        Ok(nearest)
                    }
                    true => outside((format!("{}", info.min), format!("{}", info.max))),
                    false if number.is_nan() == found.is_nan() && !found.is_finite() => Ok(nearest),
                    false => refused(item, dtype),
                }
            }
            _ => refused(item, dtype),
        }
    }
}
