//! Arrow fields ↔ dtypes. What Arrow has no type of is an extension type.
//!
//! | dtype | Arrow |
//! |---|---|
//! | `bool`, integers of 8 to 64 bits, `float16` to `float64` | Arrow's own types |
//! | `bfloat16`, `complex32`, `complex64`, `complex128` | fixed-size binary of 2, 4, 8 and 16 bytes, called `concord.bfloat16` and so on |
//! | narrow dtypes: float8, float6, float4, int4 and so on | `UInt8`, called `concord.float8_e4m3fn` and so on: a byte for each element, the bits above it clear |

use std::collections::HashMap;

use arrow::datatypes::{DataType, Field};
use datafusion::common::ScalarValue;
use runtime::{DType, Number};

/// The key that Arrow gives the name of an extension type.
const EXTENSION: &str = "ARROW:extension:name";

/// What the names of Concord's extension types begin with.
const PREFIX: &str = "concord.";

/// The Arrow type that holds a dtype's elements, and the name of the extension type if it is one.
///
/// ```
/// use arrow::datatypes::DataType;
/// use concord_datafusion::arrow_type;
/// use runtime::DType;
///
/// assert_eq!(arrow_type(DType::I8), (DataType::Int8, None));
/// let (storage, name) = arrow_type(DType::Bf16);
/// assert_eq!((storage, name.as_deref()), (DataType::FixedSizeBinary(2), Some("concord.bfloat16")));
/// ```
pub fn arrow_type(dtype: DType) -> (DataType, Option<String>) {
    let plain = PLAIN.iter().any(|(plain, _)| *plain == dtype);
    (storage(dtype), (!plain).then(|| extension(dtype)))
}

/// The dtypes of which Arrow has types.
static PLAIN: [(DType, DataType); 12] = [
    (DType::Bool, DataType::Boolean),
    (DType::I8, DataType::Int8),
    (DType::I16, DataType::Int16),
    (DType::I32, DataType::Int32),
    (DType::I64, DataType::Int64),
    (DType::U8, DataType::UInt8),
    (DType::U16, DataType::UInt16),
    (DType::U32, DataType::UInt32),
    (DType::U64, DataType::UInt64),
    (DType::F16, DataType::Float16),
    (DType::F32, DataType::Float32),
    (DType::F64, DataType::Float64),
];

/// The Arrow type that holds a dtype's elements.
pub(crate) fn storage(dtype: DType) -> DataType {
    match PLAIN.iter().find(|(plain, _)| *plain == dtype) {
        Some((_, storage)) => storage.clone(),
        None if dtype.is_narrow() => DataType::UInt8,
        None => DataType::FixedSizeBinary(i32::try_from(dtype.size()).unwrap_or(i32::MAX)),
    }
}

fn extension(dtype: DType) -> String {
    format!("{PREFIX}{dtype}")
}

/// A field that holds a dtype's elements.
pub fn field(name: &str, dtype: DType, nullable: bool) -> Field {
    let (storage, extension) = arrow_type(dtype);
    let field = Field::new(name, storage, nullable);
    match extension {
        Some(extension) => field.with_metadata(HashMap::from([(EXTENSION.to_owned(), extension)])),
        None => field,
    }
}

/// The dtype that a field's elements are of; those of a dictionary and of runs are their values'.
///
/// `None` if there is none: strings, dates, decimals, and binary that is not called an extension type of Concord.
/// A name of an extension type whose elements another Arrow type holds is left over from what a field was cast from,
/// since DataFusion's casts keep it: the field's elements are of its Arrow type.
pub fn dtype_of(field: &Field) -> Option<DType> {
    let found = match field.data_type() {
        DataType::Dictionary(_, values) => values,
        DataType::RunEndEncoded(_, values) => values.data_type(),
        plain => plain,
    };
    let named = field.metadata().get(EXTENSION).and_then(|name| name.strip_prefix(PREFIX));
    if let Some(name) = named {
        let dtype: DType = name.parse().ok()?;
        if self::storage(dtype) == *found {
            return Some(dtype);
        }
    }
    PLAIN.iter().find(|(_, plain)| plain == found).map(|(dtype, _)| *dtype)
}

/// A literal of SQL as the Python scalar that it is; `None` of one that is not a number.
pub(crate) fn number(value: &ScalarValue) -> Option<Number> {
    Some(match value {
        ScalarValue::Boolean(value) => Number::Bool((*value)?),
        ScalarValue::Int8(value) => (*value)?.into(),
        ScalarValue::Int16(value) => (*value)?.into(),
        ScalarValue::Int32(value) => (*value)?.into(),
        ScalarValue::Int64(value) => (*value)?.into(),
        ScalarValue::UInt8(value) => (*value)?.into(),
        ScalarValue::UInt16(value) => (*value)?.into(),
        ScalarValue::UInt32(value) => (*value)?.into(),
        ScalarValue::UInt64(value) => (*value)?.into(),
        ScalarValue::Float32(value) => (*value)?.into(),
        ScalarValue::Float64(value) => Number::Float((*value)?),
        ScalarValue::Decimal128(Some(value), _, 0) => Number::Int(*value),
        ScalarValue::Decimal128(Some(value), _, scale) => {
            Number::Float(format!("{value}e{}", -i32::from(*scale)).parse().ok()?)
        }
        ScalarValue::Utf8(Some(text))
        | ScalarValue::LargeUtf8(Some(text))
        | ScalarValue::Utf8View(Some(text)) => return python(text),
        _ => return None,
    })
}

/// A number as Python writes it: `True`, `7`, `0.5`, `inf`, `1+2j`.
pub(crate) fn python(text: &str) -> Option<Number> {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    if let Some(parts) = inner.strip_suffix('j') {
        // The sign between the parts is the last one that no exponent has.
        let split = parts.char_indices().rev().find(|&(place, c)| {
            place > 0 && "+-".contains(c) && !parts[..place].ends_with(['e', 'E'])
        });
        let (re, im) = split.map_or(("0", parts), |(place, _)| parts.split_at(place));
        return Some(Number::Complex(re.parse().ok()?, im.parse().ok()?));
    }
    match text {
        "True" | "true" => Some(Number::Bool(true)),
        "False" | "false" => Some(Number::Bool(false)),
        _ => text.parse().map(Number::Int).ok().or_else(|| text.parse().map(Number::Float).ok()),
    }
}
