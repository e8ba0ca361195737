//! Tensors ⇄ `{"dtype": "int8", "shape": [2], "values": [1, 2]}`.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use ndarray::{ArrayD, ArrayViewD, IxDyn};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeStruct, Serializer};

use super::element::{Item, Wire, Written};
use crate::generated::codes::*;
use crate::tensor::shape::Shape;
use crate::tensor::shape::element_count;
use crate::tensor::{Tensor, TensorView};
use crate::{DType, Typed};

const NAME: &str = "Tensor";
const FIELDS: &[&str] = &["dtype", "shape", "values"];

/// As `{"dtype": "float32", "shape": [2], "values": [0.5, "nan"]}`: the values in the order of the axes.
///
/// In text, floats that are not finite are `"nan"`, `"inf"` and `"-inf"`, and complex numbers are pairs
/// `[real, imaginary]`.
///
/// ```
/// use concord_runtime::Tensor;
///
/// let a = Tensor::from(ndarray::array![[1_i8, 2], [3, 4]]);
/// let text = serde_json::to_string(&a)?;
/// assert_eq!(text, r#"{"dtype":"int8","shape":[2,2],"values":[1,2,3,4]}"#);
/// assert_eq!(serde_json::from_str::<Tensor>(&text)?, a);
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for Tensor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.view().serialize(serializer)
    }
}

/// As its tensor.
impl Serialize for TensorView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tensor = serializer.serialize_struct(NAME, FIELDS.len())?;
        tensor.serialize_field("dtype", &self.dtype())?;
        tensor.serialize_field("shape", self.shape())?;
        macro_rules! by_dtype {
            ($($variant:ident $element:ident),*) => {
                match self.dtype() {
                    $(DType::$variant => {
                        let values = self.array::<$element>().map_err(S::Error::custom)?;
                        tensor.serialize_field("values", &Values(values))?;
                    })*
                }
            };
        }
        each_dtype!(by_dtype);
        tensor.end()
    }
}

/// The elements in the order of the axes.
struct Values<'a, T>(ArrayViewD<'a, T>);

impl<T: Wire> Serialize for Values<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|element| Written(element.to_native())))
    }
}

/// Refuses values that the dtype does not have, or that are more or fewer than the shape's elements;
/// memory is taken only for values that are there.
impl<'de> Deserialize<'de> for Tensor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tensor, D::Error> {
        let text = deserializer.is_human_readable();
        deserializer.deserialize_struct(NAME, FIELDS, TensorVisitor { text })
    }
}

struct TensorVisitor {
    /// Whether humans read the format: then values describe themselves, and fields may have any order.
    text: bool,
}

impl<'de> Visitor<'de> for TensorVisitor {
    type Value = Tensor;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tensor: its dtype, its shape and its values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Tensor, A::Error> {
        let missing = |field| A::Error::invalid_length(field, &self);
        let dtype: DType = fields.next_element()?.ok_or_else(|| missing(0))?;
        let shape: Vec<usize> = fields.next_element()?.ok_or_else(|| missing(1))?;
        let values = match self.text {
            true => fields.next_element()?.map(Read::Items),
            false => fields.next_element_seed(Of(dtype))?.map(Read::Typed),
        };
        tensor(dtype, &shape, values.ok_or_else(|| missing(2))?)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Tensor, A::Error> {
        let (mut dtype, mut shape, mut values) = (None, None, None);
        while let Some(field) = fields.next_key()? {
            let twice = match field {
                Field::DType => dtype.replace(fields.next_value::<DType>()?).is_some(),
                Field::Shape => shape.replace(fields.next_value::<Vec<usize>>()?).is_some(),
                Field::Values => {
                    let read = match (self.text, dtype) {
                        (true, _) => Read::Items(fields.next_value()?),
                        (false, Some(dtype)) => Read::Typed(fields.next_value_seed(Of(dtype))?),
                        (false, None) => {
                            return Err(A::Error::custom("the dtype comes before the values"));
                        }
                    };
                    values.replace(read).is_some()
                }
            };
            if twice {
                return Err(A::Error::duplicate_field(field.name()));
            }
        }
        let dtype = dtype.ok_or_else(|| A::Error::missing_field("dtype"))?;
        let shape = shape.ok_or_else(|| A::Error::missing_field("shape"))?;
        tensor(dtype, &shape, values.ok_or_else(|| A::Error::missing_field("values"))?)
    }
}

#[derive(Clone, Copy)]
enum Field {
    DType,
    Shape,
    Values,
}

impl Field {
    fn name(self) -> &'static str {
        match self {
            Field::DType => "dtype",
            Field::Shape => "shape",
            Field::Values => "values",
        }
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Field, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = Field;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`dtype`, `shape` or `values`")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Field, E> {
                let all = [Field::DType, Field::Shape, Field::Values];
                let known = all.into_iter().find(|field| field.name() == name);
                known.ok_or_else(|| E::unknown_field(name, FIELDS))
            }
        }
        deserializer.deserialize_identifier(Name)
    }
}

/// Values as they were read.
enum Read {
    /// Of a text, whatever they are.
    Items(Vec<Item>),
    /// Elements of the dtype, along one axis.
    Typed(Tensor),
}

/// Reads elements of a dtype.
struct Of(DType);

impl<'de> DeserializeSeed<'de> for Of {
    type Value = Tensor;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tensor, D::Error> {
        macro_rules! by_dtype {
            ($($variant:ident $element:ident),*) => {
                match self.0 {
                    $(DType::$variant => {
                        deserializer.deserialize_seq(Elements::<$element>(PhantomData))
                    })*
                }
            };
        }
        each_dtype!(by_dtype)
    }
}

struct Elements<T>(PhantomData<T>);

impl<'de, T: Wire> Visitor<'de> for Elements<T> {
    type Value = Tensor;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "elements of {}", T::DTYPE)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Tensor, A::Error> {
        let mut elements: Vec<T> = Vec::new();
        while let Some(native) = values.next_element()? {
            elements.push(T::of_native(native));
        }
        Ok(Tensor::from(elements))
    }
}

fn tensor<E: Error>(dtype: DType, shape: &[usize], values: Read) -> Result<Tensor, E> {
    let found = match &values {
        Read::Items(items) => items.len(),
        Read::Typed(tensor) => tensor.len(),
    };
    let (count, shape_name) = (element_count(shape), Shape(shape));
    match count {
        Some(count) if count == found => {}
        Some(count) => {
            return Err(E::custom(format!(
                "a tensor of shape {shape_name} has {count} values, and there are {found}"
            )));
        }
        None => {
            return Err(E::custom(format!("memory cannot hold a tensor of shape {shape_name}")));
        }
    }
    macro_rules! by_dtype {
        ($items:ident $($variant:ident $element:ident),*) => {
            match dtype {
                $(DType::$variant => of_items::<$element>(shape, &$items).map_err(E::custom),)*
            }
        };
    }
    match values {
        Read::Items(items) => each_dtype!(by_dtype items),
        Read::Typed(tensor) => tensor.reshape(shape).map_err(E::custom),
    }
}

fn of_items<T: Wire + Typed>(
    shape: &[usize],
    items: &[Item],
) -> Result<Tensor, alloc::string::String> {
    let element = |(place, &item): (usize, &Item)| {
        T::of_item(item).map_err(|error| format!("value {place}: {error}"))
    };
    let elements = items.iter().enumerate().map(element).collect::<Result<Vec<T>, _>>()?;
    let array = ArrayD::from_shape_vec(IxDyn(shape), elements);
    array.map(Tensor::from).map_err(|error| format!("shape {}: {error}", Shape(shape)))
}
