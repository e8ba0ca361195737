//! An elementwise op of a ruleset as a scalar function: columns → a column.

use std::sync::Arc;

use arrow::array::{ArrayRef, BooleanArray, UInt64Array};
use arrow::buffer::NullBuffer;
use arrow::compute::{filter, take};
use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
    Volatility,
};
use runtime::{Arg, ComputeError, DType, Elements, Number, Op, Options, Tensor};

use crate::array::{Values, array, sample};
use crate::dtype::{dtype_of, field, number};
use crate::methods::methods;
use crate::{Error, Rules, docs};

/// The function of an elementwise op.
///
/// An argument that is a literal is a Python scalar of the ruleset, any other one a tensor. An optimizer may put a
/// literal in place of a column, so [`Literals`] notes which arguments are scalars before it does.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct OpFunction {
    pub(crate) rules: Rules,
    pub(crate) op: Op,
    pub(crate) literals: Literals,
    name: String,
    signature: Signature,
}

/// Which arguments are Python scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Literals {
    /// Every literal: as a query states it.
    All,
    /// Those that are text, and a number is a constant column: as an analysed plan has it.
    Texts,
}

/// An argument as far as it is known when a query is planned.
enum Operand {
    Column(DType),
    Scalar(Number),
    Absent,
}

impl OpFunction {
    pub(crate) fn new(rules: Rules, op: Op, literals: Literals) -> OpFunction {
        let name = rules.function(op);
        let signature = Signature::user_defined(Volatility::Immutable);
        OpFunction { rules, op, literals, name, signature }
    }

    /// What an argument is.
    fn operand(&self, field: &Field, literal: Option<&ScalarValue>) -> Result<Operand, Error> {
        if let Some(value) = literal
            && (self.literals == Literals::All || field.data_type().is_string())
        {
            if let Some(number) = number(value) {
                return Ok(Operand::Scalar(number));
            }
            let absent = value.is_null() || value.try_as_str() == Some(Some("None"));
            if absent && self.op == Op::Clip {
                return Ok(Operand::Absent);
            }
        }
        dtype_of(field).map(Operand::Column).ok_or_else(|| Error::ArrowType {
            function: self.name.clone(),
            found: field.data_type().clone(),
            help: match field.data_type() {
                DataType::Null => "cast NULL to a numeric type first",
                found if found.is_string() => {
                    "a text that is a constant must be a number as Python writes it, such as '1+2j'"
                }
                DataType::FixedSizeBinary(_) => {
                    "say of what dtype it is by an extension type such as concord.bfloat16"
                }
                _ => "cast it to a numeric type first",
            },
        })
    }

    /// The dtype of the result.
    fn result(&self, operands: &[Operand]) -> Result<DType, Error> {
        let samples: Vec<_> = operands
            .iter()
            .map(|operand| match operand {
                Operand::Column(dtype) => Ok(sample(*dtype, &[1])),
                Operand::Scalar(number) => Err(Arg::Number(*number)),
                Operand::Absent => Err(Arg::Absent),
            })
            .collect();
        let args: Vec<Arg<'_>> = samples
            .iter()
            .map(|sample| sample.as_ref().map_or_else(Arg::clone, Arg::from))
            .collect();
        let ruleset = self.rules.ruleset();
        let dtypes = ruleset.apply_dtypes(self.op, &args, &Options::default(), None);
        dtypes.map(|dtypes| dtypes.result).map_err(|error| self.refused(operands, error))
    }

    fn refused(&self, operands: &[Operand], error: ComputeError) -> Error {
        let words = operands.iter().map(|operand| match operand {
            Operand::Column(dtype) => dtype.to_string(),
            Operand::Scalar(number) => number.to_string(),
            Operand::Absent => "None".to_owned(),
        });
        let operands = words.collect::<Vec<_>>().join(", ");
        Error::Compute { function: self.name.clone(), operands, error }
    }

    /// The op on operands of as many rows, the nulls among which are left out if the op cannot be on them.
    fn compute(
        &self,
        operands: &[Operand],
        columns: &[Option<Values>],
        rows: usize,
    ) -> Result<ArrayRef, Error> {
        let nulls = columns.iter().flatten().fold(None, |nulls: Option<NullBuffer>, column| {
            NullBuffer::union(nulls.as_ref(), column.nulls.as_ref())
        });
        match self.apply(operands, columns) {
            Ok(tensor) => Ok(array(tensor, nulls)),
            Err(error) => match nulls {
                // A null may hide a zero to divide by.
                Some(nulls) if Error::is_of_elements(&error) => {
                    self.compute_valid(operands, columns, &nulls, rows)
                }
                _ => Err(self.refused(operands, error)),
            },
        }
    }

    fn apply(
        &self,
        operands: &[Operand],
        columns: &[Option<Values>],
    ) -> Result<Tensor, ComputeError> {
        use Operand::{Absent, Column, Scalar};
        let (ruleset, op) = (self.rules.ruleset(), self.op);
        // No op takes more than three.
        let elements: [Option<Elements<'_>>; 3] = std::array::from_fn(|place| {
            columns.get(place).and_then(Option::as_ref).map(Values::elements)
        });
        match (operands, &elements) {
            ([Column(_)], [Some(operand), ..]) => ruleset.apply_unary(op, operand),
            ([Column(_), Column(_)], [Some(lhs), Some(rhs), _]) => {
                ruleset.apply_binary(op, lhs, rhs)
            }
            ([Column(_), Scalar(rhs)], [Some(lhs), ..]) => {
                ruleset.apply_scalar(op, lhs, *rhs, false)
            }
            ([Scalar(lhs), Column(_)], [_, Some(rhs), _]) => {
                ruleset.apply_scalar(op, rhs, *lhs, true)
            }
            _ => {
                let args =
                    operands.iter().zip(&elements).map(|(operand, elements)| match operand {
                        Column(_) => elements.as_ref().map_or(Arg::Absent, Arg::from),
                        Scalar(number) => Arg::Number(*number),
                        Absent => Arg::Absent,
                    });
                ruleset.apply(op, &args.collect::<Vec<_>>(), &Options::default())
            }
        }
    }

    /// The same on the rows that are not null.
    fn compute_valid(
        &self,
        operands: &[Operand],
        columns: &[Option<Values>],
        nulls: &NullBuffer,
        rows: usize,
    ) -> Result<ArrayRef, Error> {
        let arrow = |error: arrow::error::ArrowError| Error::Rows {
            op: self.op,
            message: error.to_string(),
        };
        let valid = BooleanArray::new(nulls.inner().clone(), None);
        let kept = columns.iter().zip(operands).map(|(column, operand)| {
            let (Some(column), Operand::Column(dtype)) = (column, operand) else { return Ok(None) };
            let elements = column.elements();
            let whole = runtime::AsView::as_view(&elements).to_tensor();
            let kept = filter(&array(whole, None), &valid).map_err(arrow)?;
            Values::new(&self.name, &kept, *dtype).map(Some)
        });
        let kept: Vec<Option<Values>> = kept.collect::<Result<_, Error>>()?;
        let tensor = self.apply(operands, &kept).map_err(|error| self.refused(operands, error))?;
        let mut next = 0;
        let places = (0..rows).map(|row| {
            nulls.is_valid(row).then(|| {
                next += 1;
                next - 1
            })
        });
        let places: UInt64Array = places.collect();
        take(&array(tensor, None), &places, None).map_err(arrow)
    }
}

impl ScalarUDFImpl for OpFunction {
    methods!();

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let operands = args.arg_fields.iter().zip(args.scalar_arguments);
        let operands = operands.map(|(field, literal)| self.operand(field, *literal));
        let operands = operands.collect::<Result<Vec<_>, Error>>()?;
        let dtype = self.result(&operands)?;
        let nullable = args.arg_fields.iter().any(|field| field.is_nullable());
        Ok(Arc::new(field(&self.name, dtype, nullable)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let rows = args.number_rows;
        let constant = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
        let rows = if constant { 1 } else { rows };
        let mut operands = Vec::with_capacity(args.args.len());
        let mut columns = Vec::with_capacity(args.args.len());
        for (arg, field) in args.args.iter().zip(&args.arg_fields) {
            let literal = match arg {
                ColumnarValue::Scalar(value) => Some(value),
                ColumnarValue::Array(_) => None,
            };
            let operand = self.operand(field, literal)?;
            columns.push(match (&operand, arg) {
                (Operand::Column(dtype), ColumnarValue::Array(column)) => {
                    Some(Values::new(&self.name, column, *dtype)?)
                }
                (Operand::Column(dtype), ColumnarValue::Scalar(value)) => {
                    let one = value.to_array_of_size(1)?;
                    Some(Values::new(&self.name, &one, *dtype)?.repeated(rows))
                }
                (Operand::Scalar(_) | Operand::Absent, _) => None,
            });
            operands.push(operand);
        }
        let result = self.compute(&operands, &columns, rows)?;
        match constant {
            true => ScalarValue::try_from_array(&result, 0).map(ColumnarValue::Scalar),
            false => Ok(ColumnarValue::Array(result)),
        }
    }
}
