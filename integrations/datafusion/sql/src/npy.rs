//! `.npy` files ↔ record batches: a column for an array of one axis, columns `c0`, `c1` and so on for one of two.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, RecordBatch};
use arrow::compute::concat_batches;
use arrow::datatypes::{Schema, SchemaRef};
use concord_datafusion::{dtype_of, field, to_arrow, to_tensor};
use runtime::{AsView, Tensor};

use crate::Failure;

fn failed(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::Message(format!("{}: {error}", path.display()))
}

/// The columns of a file.
pub(crate) fn read(path: &Path) -> Result<RecordBatch, Failure> {
    let file = File::open(path).map_err(|error| failed(path, error))?;
    let tensor = Tensor::read_npy(BufReader::new(file)).map_err(|error| failed(path, error))?;
    let dtype = tensor.dtype();
    let columns: Vec<(String, ArrayRef)> = match *tensor.shape() {
        [_] => vec![("value".to_owned(), to_arrow(tensor))],
        [_, columns] => {
            let column = |place: usize| {
                let view = tensor.view().index_axis(1, place);
                let column = view.map(|view| to_arrow(view.to_tensor()));
                column.map(|column| (format!("c{place}"), column))
            };
            (0..columns).filter_map(column).collect()
        }
        _ => return Err(failed(path, "a table is an array of one or two axes")),
    };
    let fields: Vec<_> = columns.iter().map(|(name, _)| field(name, dtype, false)).collect();
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(|error| failed(path, error))
}

/// Writes the only column of a result.
pub(crate) fn write(
    path: &Path,
    schema: &SchemaRef,
    batches: &[RecordBatch],
) -> Result<(), Failure> {
    let [column] = schema.fields().as_ref() else {
        return Err(failed(path, "an npy file holds one column, select one"));
    };
    let Some(dtype) = dtype_of(column) else {
        return Err(failed(path, format!("an npy file holds numbers, not {}", column.data_type())));
    };
    let whole = concat_batches(schema, batches).map_err(|error| failed(path, error))?;
    let array = whole.column(0);
    if array.logical_null_count() > 0 {
        return Err(failed(path, "an npy file has no nulls: leave them out, or replace them"));
    }
    let tensor = to_tensor(array, dtype)?;
    let file = File::create(path).map_err(|error| failed(path, error))?;
    tensor.as_view().write_npy(BufWriter::new(file)).map_err(|error| failed(path, error))
}
