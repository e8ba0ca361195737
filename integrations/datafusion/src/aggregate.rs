//! A reduction of a ruleset as an aggregate function: a column → one element.
//!
//! | op | state | the same bits in any order of rows |
//! |---|---|---|
//! | `sum`, `prod` of integers; `max`, `min`, `all`, `any`, `count_nonzero` | the result so far | yes |
//! | `sum`, `mean` of floats | the exact sum | yes: rounded once |
//! | `var`, `std` | the exact sums of values and squares | yes: rounded once, the root once more |
//! | `median` | every element | yes |
//! | `prod` of floats | the product so far, rounded at every step | no |
//! | `max`, `min` of complex numbers | the result so far | where no part is NaN or a zero: of those with a NaN, and of equal ones, the first is taken |
//!
//! Nulls are passed over. What is left over no rows is what the op gives for no elements, or null if it gives nothing.

mod collect;
mod exactly;
mod fold;

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray};
use arrow::compute::{filter, is_not_null};
use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::{
    Accumulator, AggregateUDFImpl, Documentation, Signature, Volatility,
};
use datafusion::physical_expr::expressions::Literal;
use runtime::{Arg, ComputeError, DType, Kind, Number, Op, OpDTypes, Options, Reduce};

use crate::array::{Values, array, sample};
use crate::dtype::{dtype_of, field, number};
use crate::methods::methods;
use crate::{Error, Rules, docs};

/// The ops that are aggregates.
pub const OPS: [Op; 11] = [
    Op::Sum,
    Op::Prod,
    Op::Mean,
    Op::Var,
    Op::Std,
    Op::Max,
    Op::Min,
    Op::All,
    Op::Any,
    Op::CountNonzero,
    Op::Median,
];

/// The function of a reduction.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Aggregate {
    pub(crate) rules: Rules,
    pub(crate) op: Op,
    name: String,
    signature: Signature,
}

/// What an accumulator needs to know.
#[derive(Clone, Debug)]
struct Job {
    rules: Rules,
    op: Op,
    function: String,
    operand: DType,
    dtypes: OpDTypes,
    /// What `var` and `std` take off the count.
    correction: Option<f64>,
}

impl Aggregate {
    pub(crate) fn new(rules: Rules, op: Op) -> Aggregate {
        let name = rules.function(op);
        let signature = Signature::user_defined(Volatility::Immutable);
        Aggregate { rules, op, name, signature }
    }

    fn job(&self, fields: &[FieldRef], correction: Option<f64>) -> Result<Job, Error> {
        let with_correction = matches!(self.op, Op::Var | Op::Std);
        let operand = match fields {
            [operand] => operand,
            [operand, _] if with_correction => operand,
            _ => {
                let takes = match with_correction {
                    true => "a column, and a constant that is taken off the count",
                    false => "one column",
                };
                return Err(Error::Arguments { function: self.name.clone(), takes: takes.into() });
            }
        };
        let dtype = dtype_of(operand).ok_or_else(|| Error::ArrowType {
            function: self.name.clone(),
            found: operand.data_type().clone(),
            help: "cast it to a numeric type first",
        })?;
        let job = Job {
            rules: self.rules.clone(),
            op: self.op,
            function: self.name.clone(),
            operand: dtype,
            dtypes: OpDTypes { compute: dtype, result: dtype, weak: false },
            correction,
        };
        let ruleset = self.rules.ruleset();
        let one = sample(dtype, &[1]);
        let dtypes = ruleset.apply_dtypes(self.op, &[Arg::from(&one)], &Options::default(), None);
        Ok(Job { dtypes: dtypes.map_err(|error| job.refused(error))?, ..job })
    }
}

impl Job {
    fn refused(&self, error: ComputeError) -> Error {
        let operands = self.operand.to_string();
        Error::Compute { function: self.function.clone(), operands, error }
    }

    /// The elements of a batch that are not null.
    fn values(&self, batch: &ArrayRef) -> Result<Values> {
        let batch = match batch.logical_null_count() {
            0 => Arc::clone(batch),
            _ => filter(batch, &is_not_null(batch)?)?,
        };
        Ok(Values::new(&self.function, &batch, self.operand)?)
    }

    /// Options of the op, on elements that have been converted before.
    fn options(&self) -> Options {
        let all = Reduce::all();
        let all = match self.correction {
            Some(correction) => all.correction(correction),
            None => all,
        };
        Options::from(all)
    }

    /// An element of the result's dtype, of its bytes.
    fn scalar(&self, bytes: &[u8]) -> Result<ScalarValue> {
        let values = Values::of_bytes(self.dtypes.result, bytes);
        let tensor = runtime::AsView::as_view(&values.elements()).to_tensor();
        ScalarValue::try_from_array(&array(tensor, None), 0)
    }

    /// Null of the result's type.
    fn null(&self) -> Result<ScalarValue> {
        ScalarValue::try_new_null(&crate::dtype::storage(self.dtypes.result))
    }
}

/// The states of a column of them.
fn states(states: &[ArrayRef]) -> impl Iterator<Item = &[u8]> {
    states.iter().flat_map(|column| column.as_binary::<i32>().iter().flatten())
}

impl AggregateUDFImpl for Aggregate {
    methods!();

    fn return_field(&self, fields: &[FieldRef]) -> Result<FieldRef> {
        let job = self.job(fields, None)?;
        Ok(Arc::new(field(&self.name, job.dtypes.result, true)))
    }

    fn state_fields(&self, args: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        Ok(vec![Arc::new(Field::new(format!("{}[state]", args.name), DataType::Binary, true))])
    }

    fn accumulator(&self, args: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        if args.is_distinct {
            let takes = "every row: select the distinct ones in a subquery".to_owned();
            return Err(Error::Arguments { function: self.name.clone(), takes }.into());
        }
        let correction = match args.exprs.get(1) {
            None => None,
            Some(expr) => {
                let literal = expr.downcast_ref::<Literal>().and_then(|expr| number(expr.value()));
                Some(match literal {
                    Some(Number::Int(count @ 0..=0xffff)) => {
                        f64::from(u16::try_from(count).unwrap_or_default())
                    }
                    _ => {
                        let takes = "a constant integer of 0 or more off the count".to_owned();
                        return Err(Error::Arguments { function: self.name.clone(), takes }.into());
                    }
                })
            }
        };
        let job = self.job(args.expr_fields, correction)?;
        let inexact = matches!(job.dtypes.compute.kind(), Kind::Float | Kind::Complex);
        Ok(match self.op {
            Op::Median => Box::new(collect::Collect::new(job)),
            Op::Sum | Op::Mean | Op::Var | Op::Std if inexact => {
                Box::new(exactly::Exactly::new(job))
            }
            _ => Box::new(fold::Fold::new(job)),
        })
    }
}
