//! arrow-rs: arrays of one axis, with nulls and without.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::*;
use arrow_array::{Array, ArrayRef, BooleanArray, make_array};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use runtime::exchange::SharedTensor;
use runtime::exchange::arrow::{
    arrow_type, field, from_arrow, from_arrow_with_nulls, to_arrow, to_arrow_with_nulls,
};
use runtime::{DType, Tensor, TensorView};

use crate::content::Content;
use crate::trip::{Library, Remark};

const NAME: &str = "arrow-rs";

pub(super) const ARRAY: Library = Library { name: NAME, way: "array", out, back, one_axis: true };

pub(super) const NULLS: Library = Library {
    name: NAME,
    way: "array with nulls",
    out: out_with_nulls,
    back: back_with_nulls,
    one_axis: true,
};

/// Places of nulls among so many elements.
fn nulls(len: usize) -> Vec<bool> {
    (0..len).map(|place| place % 3 == 1).collect()
}

/// A copy that the array may keep, in the layout of the view.
fn kept(view: &TensorView<'_>) -> SharedTensor<'static> {
    let tensor = view.to_tensor();
    // A copy lies in order; one of one axis that was reversed lies backwards in memory again.
    match view.strides() {
        [-1] => {
            let backwards = tensor.view().invert_axis(0).map(|view| view.to_tensor());
            let leaked: &'static Tensor = Box::leak(Box::new(backwards.expect("an axis")));
            leaked.view().invert_axis(0).expect("an axis").into()
        }
        _ => tensor.into(),
    }
}

fn out(view: &TensorView<'_>) -> Result<Content, Remark> {
    let array = to_arrow(kept(view)).map_err(Remark::ours)?;
    Ok(content(view.dtype(), &array))
}

fn out_with_nulls(view: &TensorView<'_>) -> Result<Content, Remark> {
    let mask = Tensor::from(nulls(view.len()));
    let array = to_arrow_with_nulls(kept(view), &mask.view()).map_err(Remark::ours)?;
    let found: Vec<bool> = (0..array.len()).map(|place| array.is_null(place)).collect();
    assert_eq!(found, nulls(view.len()), "{}: other nulls", view.dtype());
    // The elements where there are nulls are kept; without the nulls arrow-rs shows them.
    let whole = array.to_data().into_builder().nulls(None).build().expect("an array");
    Ok(content(view.dtype(), &make_array(whole)))
}

/// What arrow-rs has in an array of a field of ours.
pub(crate) fn content(wanted: DType, array: &ArrayRef) -> Content {
    array.to_data().validate_full().unwrap_or_else(|error| panic!("{wanted}: {error}"));
    let named = field("x", wanted, true);
    assert_eq!(named.data_type(), array.data_type());
    let dtype = DType::try_from(&named).expect("a field of ours");
    let shape = [array.len()];
    macro_rules! primitive {
        ($($arrow:ident),*) => {
            match array.data_type() {
                $(data if *data == $arrow::DATA_TYPE && arrow_type(wanted).1.is_none() => {
                    let elements = array.as_primitive::<$arrow>().values();
                    Content::of(dtype, &shape, elements.iter().copied())
                })*
                DataType::Boolean => {
                    Content::of(dtype, &shape, array.as_boolean().values().iter())
                }
                DataType::UInt8 => {
                    let bytes = array.as_primitive::<UInt8Type>().values().to_vec();
                    Content { dtype, shape: shape.into(), bytes, numbers: None }
                }
                DataType::FixedSizeBinary(_) => {
                    let elements = array.as_fixed_size_binary();
                    let bytes = elements.iter().flatten().flatten().copied().collect();
                    Content { dtype, shape: shape.into(), bytes, numbers: None }
                }
                other => panic!("{wanted} is {other} in Arrow"),
            }
        };
    }
    primitive!(
        Int8Type,
        Int16Type,
        Int32Type,
        Int64Type,
        UInt8Type,
        UInt16Type,
        UInt32Type,
        UInt64Type,
        Float16Type,
        Float32Type,
        Float64Type
    )
}

/// An array that arrow-rs makes of bytes, which begins in the middle of its buffer.
pub(crate) fn array(content: &Content, nulls: Option<NullBuffer>) -> Result<ArrayRef, Remark> {
    const BEFORE: usize = 3;
    let dtype = content.dtype;
    let &[len] = &content.shape[..] else {
        return Err(Remark::new(NAME, "an array has one axis"));
    };
    if dtype == DType::Bool {
        let bits: BooleanBuffer = content.bytes.iter().map(|&byte| byte == 1).collect();
        return Ok(Arc::new(BooleanArray::new(bits, nulls)));
    }
    let mut bytes = vec![0; BEFORE * dtype.size()];
    bytes.extend(&content.bytes);
    let data = ArrayData::builder(arrow_type(dtype).0)
        .len(len + BEFORE)
        .add_buffer(Buffer::from_vec(bytes));
    let array = make_array(data.build().map_err(|error| Remark::new(NAME, error))?);
    let data = array.slice(BEFORE, len).to_data().into_builder().nulls(nulls);
    Ok(make_array(data.build().map_err(|error| Remark::new(NAME, error))?))
}

fn back(content: &Content) -> Result<Tensor, Remark> {
    let array = array(content, None)?;
    let tensor = from_arrow(&array, content.dtype).map_err(Remark::ours)?;
    Ok(tensor.to_tensor())
}

fn back_with_nulls(content: &Content) -> Result<Tensor, Remark> {
    let mask = nulls(content.shape.iter().product());
    let is_valid: NullBuffer = mask.iter().map(|is_null| !is_null).collect();
    let array = array(content, Some(is_valid))?;
    let (tensor, found) = from_arrow_with_nulls(&array, content.dtype).map_err(Remark::ours)?;
    let wanted = mask.contains(&true).then(|| Tensor::from(mask));
    assert_eq!(found, wanted, "{}: another mask", content.dtype);
    Ok(tensor.to_tensor())
}
