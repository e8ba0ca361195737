//! One batch of columns of the dtypes that the questions are about.

use std::sync::Arc;

use arrow::array::{
    ArrayRef, Float16Array, Float32Array, Float64Array, Int8Array, Int32Array, Int64Array,
    RecordBatch, UInt8Array,
};
use datafusion::error::Result;

/// A number of 8 bits for each row, of another sequence for each factor.
fn numbers(rows: usize, factor: usize) -> impl Iterator<Item = u8> {
    (0..rows).map(move |row| ((row * factor) >> 3).to_le_bytes()[0])
}

/// The columns, of so many rows.
pub(crate) fn batch(rows: usize) -> Result<RecordBatch> {
    let int8 = |by| numbers(rows, by).map(u8::cast_signed);
    let f16 = |by| numbers(rows, by).map(half::f16::from).map(Some).collect::<Float16Array>();
    let f32 = |by| {
        numbers(rows, by).map(|number| Some(f32::from(number) / 700.0)).collect::<Float32Array>()
    };
    let f64 = |by| {
        numbers(rows, by).map(|number| Some(f64::from(number) / 300.0)).collect::<Float64Array>()
    };
    let int32 = |by| numbers(rows, by).map(|number| Some(number.into())).collect::<Int32Array>();
    let some = int8(29).zip(0..).map(|(number, row)| (row % 11 != 0).then_some(number));
    let columns: [(&str, ArrayRef); 12] = [
        ("i", Arc::new(int8(31).map(Some).collect::<Int8Array>())),
        ("x", Arc::new(some.collect::<Int8Array>())),
        ("u", Arc::new(numbers(rows, 17).map(Some).collect::<UInt8Array>())),
        ("s", Arc::new(f32(13))),
        ("t", Arc::new(f32(19))),
        ("d", Arc::new(f64(11))),
        ("e", Arc::new(f64(23))),
        ("h", Arc::new(f16(7))),
        ("k", Arc::new(f16(5))),
        ("m", Arc::new(int32(37))),
        ("n", Arc::new(int32(41))),
        ("l", Arc::new(numbers(rows, 43).map(|n| Some(n.into())).collect::<Int64Array>())),
    ];
    Ok(RecordBatch::try_from_iter(columns)?)
}
