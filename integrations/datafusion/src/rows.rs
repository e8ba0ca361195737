//! An op on whole tensors as a scalar function: columns of lists, a tensor in each row → a column.
//!
//! The lists of a row are one tensor: of one axis, or of as many as they are nested. What a row gives is a number or
//! lists again, as many axes deep as the op's result.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, ListArray, new_null_array};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::compute::{cast, concat};
use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
    Volatility,
};
use runtime::{Arg, AsView, DType, Op, Options, Tensor};

use crate::array::{Values, array, sample_of_rank};
use crate::dtype::{dtype_of, field};
use crate::methods::methods;
use crate::{Error, Rules, docs};

/// The function of an op on tensors.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct RowFunction {
    pub(crate) rules: Rules,
    pub(crate) op: Op,
    name: String,
    signature: Signature,
}

/// The dtype of a column's elements, and how deep they are in lists.
fn depth(field: &Field) -> Option<(DType, usize)> {
    match field.data_type() {
        DataType::List(inner)
        | DataType::LargeList(inner)
        | DataType::FixedSizeList(inner, _)
        | DataType::ListView(inner)
        | DataType::LargeListView(inner) => depth(inner).map(|(dtype, depth)| (dtype, depth + 1)),
        _ => Some((dtype_of(field)?, 0)),
    }
}

/// A field of lists so deep.
fn nested(name: &str, dtype: DType, depth: usize, nullable: bool) -> Field {
    match depth {
        0 => field(name, dtype, nullable),
        _ => {
            let inner = nested("item", dtype, depth - 1, true);
            Field::new(name, DataType::List(Arc::new(inner)), nullable)
        }
    }
}

impl RowFunction {
    pub(crate) fn new(rules: Rules, op: Op) -> RowFunction {
        let name = rules.function(op);
        RowFunction { rules, op, name, signature: Signature::user_defined(Volatility::Immutable) }
    }

    fn rows(&self, message: impl Into<String>) -> Error {
        Error::Rows { op: self.op, message: message.into() }
    }

    /// The dtypes and depths of the arguments.
    fn operands(&self, fields: &[FieldRef]) -> Result<Vec<(DType, usize)>, Error> {
        let operand = |field: &FieldRef| {
            depth(field).filter(|&(_, depth)| depth > 0).ok_or_else(|| Error::ArrowType {
                function: self.name.clone(),
                found: field.data_type().clone(),
                help: "it takes lists of numbers, a tensor in each row",
            })
        };
        fields.iter().map(operand).collect()
    }

    fn refused(&self, operands: &[(DType, usize)], error: runtime::ComputeError) -> Error {
        let words = operands.iter().map(|(dtype, depth)| format!("{dtype}{}", "[]".repeat(*depth)));
        let operands = words.collect::<Vec<_>>().join(", ");
        Error::Compute { function: self.name.clone(), operands, error }
    }

    /// The dtype and the depth of what a row gives: those that tensors of as many axes give.
    fn result(&self, operands: &[(DType, usize)]) -> Result<(DType, usize), Error> {
        let tensors: Vec<Tensor> =
            operands.iter().map(|&(dtype, depth)| sample_of_rank(dtype, depth)).collect();
        let result = self.apply(&tensors).map_err(|error| self.refused(operands, error))?;
        Ok((result.dtype(), result.ndim()))
    }

    fn apply(&self, tensors: &[Tensor]) -> Result<Tensor, runtime::ComputeError> {
        let args: Vec<Arg<'_>> = tensors.iter().map(Arg::from).collect();
        self.rules.ruleset().apply(self.op, &args, &Options::default())
    }

    /// The tensor of a row.
    fn tensor(&self, row: &ArrayRef, dtype: DType, depth: usize) -> Result<Tensor, Error> {
        let mut shape = Vec::with_capacity(depth);
        let mut elements = Arc::clone(row);
        for axis in 0..depth {
            shape.push(elements.len() / shape.iter().product::<usize>().max(1));
            if axis + 1 == depth {
                break;
            }
            let lists = lists(&elements).map_err(|error| self.rows(error.to_string()))?;
            let mut lens = lists.offsets().lengths();
            let first = lens.next().unwrap_or(0);
            if lists.null_count() > 0 || lens.any(|len| len != first) {
                return Err(self.rows("the lists of a row differ in length, and are no tensor"));
            }
            let from = lists.offsets().first().copied().unwrap_or(0);
            let inner = usize::try_from(from).unwrap_or_default();
            elements = lists.values().slice(inner, first * lists.len());
        }
        if elements.null_count() > 0 {
            return Err(self.rows("an element of a list is null, which no tensor has"));
        }
        let values = Values::new(&self.name, &elements, dtype)?;
        let flat = values.elements().as_view().to_tensor();
        flat.reshape(&shape).map_err(|error| self.rows(error.to_string()))
    }
}

/// Lists of any layout as those with offsets of 32 bits.
fn lists(array: &ArrayRef) -> Result<ListArray, arrow::error::ArrowError> {
    let inner = match array.data_type() {
        DataType::List(_) => return Ok(array.as_list::<i32>().clone()),
        DataType::LargeList(inner)
        | DataType::FixedSizeList(inner, _)
        | DataType::ListView(inner)
        | DataType::LargeListView(inner) => inner,
        other => {
            let message = format!("{other} is no list");
            return Err(arrow::error::ArrowError::CastError(message));
        }
    };
    cast(array, &DataType::List(Arc::clone(inner))).map(|lists| lists.as_list::<i32>().clone())
}

/// Results of rows as a column: their elements in lists that are as deep as the results have axes.
fn column(
    function: &RowFunction,
    results: Vec<Option<Tensor>>,
    dtype: DType,
    depth: usize,
) -> Result<ArrayRef> {
    let valid: NullBuffer = results.iter().map(Option::is_some).collect();
    let shapes: Vec<Vec<usize>> = results
        .iter()
        .map(|result| result.as_ref().map_or(vec![0; depth], |result| result.shape().to_vec()))
        .collect();
    let flat = results.into_iter().map(|result| match result {
        Some(tensor) => {
            let tensor = tensor.to_tensor();
            let len = tensor.len();
            let flat = tensor.reshape(&[len]).map_err(|error| function.rows(error.to_string()))?;
            Ok(array(flat, None))
        }
        None if depth == 0 => Ok(new_null_array(&crate::dtype::storage(dtype), 1)),
        None => Ok(new_null_array(&crate::dtype::storage(dtype), 0)),
    });
    let flat: Vec<ArrayRef> = flat.collect::<Result<_, Error>>()?;
    let parts: Vec<&dyn Array> = flat.iter().map(AsRef::as_ref).collect();
    let mut elements = match parts.is_empty() {
        true => new_null_array(&crate::dtype::storage(dtype), 0),
        false => concat(&parts)?,
    };
    for axis in (0..depth).rev() {
        let lens = shapes
            .iter()
            .flat_map(|shape| std::iter::repeat_n(shape[axis], shape[..axis].iter().product()));
        let offsets = OffsetBuffer::from_lengths(lens);
        let inner = Arc::new(nested("item", dtype, depth - 1 - axis, true));
        let nulls = (axis == 0).then(|| valid.clone()).filter(|valid| valid.null_count() > 0);
        elements = Arc::new(ListArray::try_new(inner, offsets, elements, nulls)?);
    }
    Ok(elements)
}

impl ScalarUDFImpl for RowFunction {
    methods!();

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let (dtype, depth) = self.result(&self.operands(args.arg_fields)?)?;
        let nullable = args.arg_fields.iter().any(|field| field.is_nullable());
        Ok(Arc::new(nested(&self.name, dtype, depth, nullable)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let operands = self.operands(&args.arg_fields)?;
        let (dtype, depth) = self.result(&operands)?;
        let columns = args.args.iter().map(|arg| Ok(lists(&arg.to_array(args.number_rows)?)?));
        let columns: Vec<ListArray> = columns.collect::<Result<_>>()?;
        let mut results = Vec::with_capacity(args.number_rows);
        for row in 0..args.number_rows {
            if columns.iter().any(|column| column.is_null(row)) {
                results.push(None);
                continue;
            }
            let tensors = columns.iter().zip(&operands);
            let tensors = tensors
                .map(|(column, &(dtype, depth))| self.tensor(&column.value(row), dtype, depth));
            let tensors = tensors.collect::<Result<Vec<_>, Error>>()?;
            let result = self.apply(&tensors).map_err(|error| self.refused(&operands, error))?;
            results.push(Some(result));
        }
        Ok(ColumnarValue::Array(column(self, results, dtype, depth)?))
    }
}
