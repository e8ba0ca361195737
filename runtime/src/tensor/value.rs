//! An element of any type → the number it is, exactly.

use super::access::Typed;
use crate::Value;
use crate::generated::codes::*;

/// An element as a number of its kind.
pub(crate) trait ToValue: Typed {
    fn value(self) -> Value;
}

macro_rules! to_value {
    ($($t:ty),* => |$element:ident| $value:expr) => { $(
        impl ToValue for $t {
            fn value(self) -> Value {
                let $element = self;
                $value
            }
        }
    )* };
}

to_value!(bool => |element| Value::Bool(element));
to_value!(i8, i16, i32, i64, u8, u16, u32, u64 => |element| Value::Int(element.into()));
to_value!(f16, bf16, f32 => |element| Value::Float(element.into()));
to_value!(f64 => |element| Value::Float(element));
to_value!(c128 => |element| Value::Complex(element.re, element.im));
to_value!(c32, c64 => |element| Value::Complex(element.re.into(), element.im.into()));
