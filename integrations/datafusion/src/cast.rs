//! `torch_cast(a, 'bfloat16')`: a column converted to a dtype, as the ruleset converts.

use std::sync::Arc;

use arrow::datatypes::{DataType, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};
use runtime::{ComputeError, DType, RuleError};

use crate::array::{Values, array};
use crate::dtype::{dtype_of, field};
use crate::{Error, Rules};

/// The function.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cast {
    pub(crate) rules: Rules,
    name: String,
    signature: Signature,
}

impl Cast {
    pub(crate) fn new(rules: Rules) -> Cast {
        let name = format!("{}_cast", rules.prefix());
        Cast { rules, name, signature: Signature::user_defined(Volatility::Immutable) }
    }

    /// The dtypes converted from and to.
    fn dtypes(
        &self,
        fields: &[FieldRef],
        to: Option<&ScalarValue>,
    ) -> Result<(DType, DType), Error> {
        let name = to.and_then(|to| to.try_as_str().flatten());
        let ([from, _], Some(name)) = (fields, name) else {
            let takes = "a column and the name of a dtype as a constant".to_owned();
            return Err(Error::Arguments { function: self.name.clone(), takes });
        };
        let to: DType = name.parse().map_err(Error::DType)?;
        let from = dtype_of(from).ok_or_else(|| Error::ArrowType {
            function: self.name.clone(),
            found: from.data_type().clone(),
            help: "cast it to a numeric type first",
        })?;
        let ruleset = self.rules.ruleset();
        match [from, to].into_iter().find(|dtype| !ruleset.dtypes().contains(dtype)) {
            None => Ok((from, to)),
            Some(dtype) => {
                let error = ComputeError::from(RuleError::Unsupported { ruleset, dtype });
                let operands = format!("{from}, '{to}'");
                Err(Error::Compute { function: self.name.clone(), operands, error })
            }
        }
    }
}

impl ScalarUDFImpl for Cast {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        exec_err!("{} depends on its constant, not on types alone", self.name)
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        Ok(types.to_vec())
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let to = args.scalar_arguments.get(1).copied().flatten();
        let (_, to) = self.dtypes(args.arg_fields, to)?;
        let nullable = args.arg_fields.first().is_none_or(|from| from.is_nullable());
        Ok(Arc::new(field(&self.name, to, nullable)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let to = match args.args.get(1) {
            Some(ColumnarValue::Scalar(to)) => Some(to),
            _ => None,
        };
        let (from, to) = self.dtypes(&args.arg_fields, to)?;
        let Some(operand) = args.args.first() else { return exec_err!("{}: no column", self.name) };
        let column = match operand {
            ColumnarValue::Array(column) => Arc::clone(column),
            ColumnarValue::Scalar(value) => value.to_array_of_size(1)?,
        };
        let values = Values::new(&self.name, &column, from)?;
        let result = self.rules.ruleset().cast(&values.elements(), to).map_err(|error| {
            let operands = format!("{from}, '{to}'");
            Error::Compute { function: self.name.clone(), operands, error }
        })?;
        let result = array(result, values.nulls.clone());
        match operand {
            ColumnarValue::Array(_) => Ok(ColumnarValue::Array(result)),
            ColumnarValue::Scalar(_) => {
                ScalarValue::try_from_array(&result, 0).map(ColumnarValue::Scalar)
            }
        }
    }
}
