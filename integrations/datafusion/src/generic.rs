//! `concord('torch', 'add', a, b)`: the function of an op that is named by constants.

use std::sync::Arc;

use arrow::datatypes::{DataType, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature,
    Volatility,
};

use crate::{Error, Rules, ops, rules};

/// The function, and the rulesets of one's own that it can name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Generic {
    own: Vec<Rules>,
    signature: Signature,
}

impl Default for Generic {
    fn default() -> Generic {
        Generic { own: Vec::new(), signature: Signature::user_defined(Volatility::Immutable) }
    }
}

impl Generic {
    pub(crate) const NAME: &str = "concord";

    pub(crate) fn with(mut self, rules: &Rules) -> Generic {
        self.own.retain(|own| own.ruleset().name() != rules.ruleset().name());
        if rules.text().is_some() {
            self.own.push(rules.clone());
        }
        self
    }

    /// The function that two constants name.
    fn named(&self, names: [Option<&ScalarValue>; 2]) -> Result<ScalarUDF, Error> {
        let text = |value: Option<&ScalarValue>| {
            value.and_then(|value| value.try_as_str().flatten().map(str::to_owned))
        };
        let [Some(ruleset), Some(op)] = names.map(text) else {
            let takes = "the names of a ruleset and of an op as constants, then the operands: \
                         concord('torch', 'add', a, b)";
            return Err(Error::Arguments { function: Generic::NAME.into(), takes: takes.into() });
        };
        let own = self.own.iter().find(|own| own.ruleset().name() == ruleset).cloned();
        let found = own.map_or_else(|| Rules::find(&ruleset), Ok)?;
        ops::function(&found, rules::op(&op)?)
    }

    /// The function that the first two arguments name.
    pub(crate) fn of_exprs(&self, args: &[Expr]) -> Result<ScalarUDF, Error> {
        self.named([0, 1].map(|place| args.get(place).and_then(Expr::as_literal)))
    }
}

impl ScalarUDFImpl for Generic {
    fn name(&self) -> &str {
        Generic::NAME
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        exec_err!("concord depends on its constants, not on types alone")
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        Ok(types.to_vec())
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let names = [0, 1].map(|place| args.scalar_arguments.get(place).copied().flatten());
        let function = self.named(names)?;
        function.return_field_from_args(ReturnFieldArgs {
            arg_fields: args.arg_fields.get(2..).unwrap_or_default(),
            scalar_arguments: args.scalar_arguments.get(2..).unwrap_or_default(),
        })
    }

    fn invoke_with_args(&self, mut args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let names = [0, 1].map(|place| match args.args.get(place) {
            Some(ColumnarValue::Scalar(value)) => Some(value),
            _ => None,
        });
        let function = self.named(names)?;
        args.args.drain(..2);
        args.arg_fields.drain(..2);
        Arc::new(function).invoke_with_args(args)
    }
}
