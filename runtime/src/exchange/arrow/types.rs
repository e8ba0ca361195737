//! Arrow types and fields ⇄ dtypes. What Arrow has no type of is an extension type.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::collections::HashMap;

use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field};

use crate::{DType, Element, IdSystem, NoId, UnknownId};

/// The key of a field's metadata under which Arrow has the name of an extension type.
const EXTENSION: &str = "ARROW:extension:name";
/// What the names of ours begin with.
const PREFIX: &str = "concord.";

/// The type that holds a dtype's elements, and the name of the extension type if it is one.
///
/// ```
/// use arrow_schema::DataType;
/// use concord_runtime::DType;
/// use concord_runtime::exchange::arrow::arrow_type;
///
/// assert_eq!(arrow_type(DType::F16), (DataType::Float16, None));
/// let (storage, name) = arrow_type(DType::Bf16);
/// assert_eq!((storage, name.as_deref()), (DataType::FixedSizeBinary(2), Some("concord.bfloat16")));
/// ```
pub fn arrow_type(dtype: DType) -> (DataType, Option<String>) {
    if let Ok(own) = DataType::try_from(dtype) {
        return (own, None);
    }
    let storage = match dtype.is_narrow() {
        true => DataType::try_from(u8::DTYPE).expect("Arrow has a type of bytes"),
        false => {
            let bytes = i32::try_from(dtype.size()).expect("an element of a few bytes");
            DataType::FixedSizeBinary(bytes)
        }
    };
    (storage, Some(format!("{PREFIX}{dtype}")))
}

/// A field that holds a dtype's elements: the extension type's name is in its metadata.
pub fn field(name: &str, dtype: DType, nullable: bool) -> Field {
    let (storage, extension) = arrow_type(dtype);
    let field = Field::new(name, storage, nullable);
    match extension {
        Some(extension) => field.with_metadata(HashMap::from([(EXTENSION.to_owned(), extension)])),
        None => field,
    }
}

/// If Arrow has no type of its own for the dtype; [`arrow_type`] has one for each.
impl TryFrom<DType> for DataType {
    type Error = NoId;

    fn try_from(dtype: DType) -> Result<DataType, NoId> {
        let format = dtype.arrow()?;
        let schema = FFI_ArrowSchema::try_new(format, Vec::new(), None);
        let known = schema.and_then(|schema| DataType::try_from(&schema));
        known.map_err(|_| NoId { system: IdSystem::Arrow, dtype })
    }
}

/// The dtype of one of Arrow's own types.
///
/// ```
/// use arrow_schema::DataType;
/// use concord_runtime::DType;
///
/// assert_eq!(DType::try_from(&DataType::UInt16), Ok(DType::U16));
/// let error = DType::try_from(&DataType::Utf8).unwrap_err();
/// assert_eq!(error.to_string(), "Arrow has no dtype `Utf8` among those here");
/// ```
impl TryFrom<&DataType> for DType {
    type Error = UnknownId<String>;

    fn try_from(found: &DataType) -> Result<DType, UnknownId<String>> {
        // By its name: the letters of formats are so few that another is always near.
        let unknown = || UnknownId { system: IdSystem::Arrow, id: found.to_string() };
        let schema = FFI_ArrowSchema::try_from(found).map_err(|_| unknown())?;
        DType::from_arrow(schema.format()).map_err(|_| unknown())
    }
}

/// The dtype of a field: that of its extension type if it has one of ours, else that of its type.
///
/// ```
/// use concord_runtime::DType;
/// use concord_runtime::exchange::arrow::field;
///
/// for dtype in DType::ALL {
///     assert_eq!(DType::try_from(&field("x", dtype, true)), Ok(dtype));
/// }
/// ```
impl TryFrom<&Field> for DType {
    type Error = UnknownId<String>;

    fn try_from(field: &Field) -> Result<DType, UnknownId<String>> {
        let Some(extension) = field.metadata().get(EXTENSION) else {
            return DType::try_from(field.data_type());
        };
        let named = extension.strip_prefix(PREFIX).and_then(|name| name.parse().ok());
        let holds = |dtype: &DType| arrow_type(*dtype).0 == *field.data_type();
        let unknown = || UnknownId { system: IdSystem::Arrow, id: extension.clone() };
        named.filter(holds).ok_or_else(unknown)
    }
}
