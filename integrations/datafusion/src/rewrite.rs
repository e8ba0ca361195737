//! Analysed expressions → the same, with what only the query's text shows written into them.
//!
//! An optimizer may put a literal in place of a column. Before it does, each literal of a query that is a Python
//! scalar becomes the text that Python would write for it, and casts become those of the ruleset.

use std::sync::Arc;

use arrow::datatypes::FieldRef;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::Transformed;
use datafusion::common::{DFSchema, Result, ScalarValue};
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::expr_rewriter::FunctionRewrite;
use datafusion::logical_expr::{Cast as CastExpr, Expr, ExprSchemable, ScalarUDF, TryCast};
use runtime::Op;

use crate::Rules;
use crate::cast::Cast;
use crate::dtype::{dtype_of, number};
use crate::function::{Literals, OpFunction};
use crate::generic::Generic;

/// Notes which literals are Python scalars, and replaces `concord('torch', 'add', …)` by the function it names.
#[derive(Debug)]
pub(crate) struct PinLiterals;

impl FunctionRewrite for PinLiterals {
    fn name(&self) -> &str {
        "concord_literals"
    }

    fn rewrite(&self, expr: Expr, _: &DFSchema, _: &ConfigOptions) -> Result<Transformed<Expr>> {
        let Expr::ScalarFunction(mut call) = expr else { return Ok(Transformed::no(expr)) };
        if let Some(generic) = call.func.inner().downcast_ref::<Generic>() {
            let function = generic.of_exprs(&call.args)?;
            call.args.drain(..2);
            call.func = Arc::new(function);
            return Ok(Transformed::yes(pinned(call).unwrap_or_else(Expr::ScalarFunction)));
        }
        Ok(match pinned(call) {
            Ok(pinned) => Transformed::yes(pinned),
            Err(call) => Transformed::no(Expr::ScalarFunction(call)),
        })
    }
}

/// A call whose literals are noted; the call itself if they are already, or if it is of another function.
fn pinned(call: ScalarFunction) -> Result<Expr, ScalarFunction> {
    let Some(function) = call.func.inner().downcast_ref::<OpFunction>() else { return Err(call) };
    if function.literals == Literals::Texts {
        return Err(call);
    }
    Ok(self::call(&function.rules, function.op, call.args.clone()))
}

/// A call of an op's function, its literals noted.
pub(crate) fn call(rules: &Rules, op: Op, args: Vec<Expr>) -> Expr {
    let function = OpFunction::new(rules.clone(), op, Literals::Texts);
    let args = args.into_iter().map(|arg| match arg.as_literal() {
        Some(value) if value.is_null() && op == Op::Clip => text("None".to_owned()),
        Some(value) => number(value).map_or(arg, |number| text(number.to_string())),
        None => arg,
    });
    let function = Arc::new(ScalarUDF::new_from_impl(function));
    Expr::ScalarFunction(ScalarFunction::new_udf(function, args.collect()))
}

fn text(text: String) -> Expr {
    Expr::Literal(ScalarValue::Utf8(Some(text)), None)
}

/// The field of an expression; that of a cast is the cast's own, since DataFusion keeps the name of the extension type
/// that was cast from.
pub(crate) fn field_of(expr: &Expr, schema: &DFSchema) -> Option<FieldRef> {
    match expr {
        Expr::Cast(CastExpr { field, .. }) | Expr::TryCast(TryCast { field, .. }) => {
            Some(Arc::clone(field))
        }
        other => other.to_field(schema).ok().map(|(_, field)| field),
    }
}

/// The call that a cast of numbers is under a ruleset.
fn of_ruleset(rules: &Rules, cast: &CastExpr, schema: &DFSchema) -> Option<Expr> {
    if cast.expr.as_literal().is_some() {
        return None;
    }
    let from = field_of(&cast.expr, schema).and_then(|field| dtype_of(&field))?;
    let to = dtype_of(&cast.field)?;
    let has = |dtype| rules.ruleset().dtypes().contains(&dtype);
    if from == to || !has(from) || !has(to) {
        return None;
    }
    let function = Arc::new(ScalarUDF::new_from_impl(Cast::new(rules.clone())));
    let args = vec![(*cast.expr).clone(), text(to.name().to_owned())];
    Some(Expr::ScalarFunction(ScalarFunction::new_udf(function, args)))
}

/// The expression, or the call that it is under a ruleset where DataFusion takes the cast's field for that of another
/// dtype: `cast(a as tinyint unsigned)` of int4, whose elements are bytes too.
///
/// Other casts stay until a query is analysed, so that `group by` finds them by what they are.
pub(crate) fn known(rules: &Rules, expr: Expr, schema: &DFSchema) -> Expr {
    let Expr::Cast(cast) = &expr else { return expr };
    let taken_for = expr.to_field(schema).ok().and_then(|(_, field)| dtype_of(&field));
    if taken_for == dtype_of(&cast.field) {
        return expr;
    }
    of_ruleset(rules, cast, schema).unwrap_or(expr)
}

/// Replaces casts and signs of numbers by those of a ruleset.
#[derive(Debug)]
pub(crate) struct RewriteCasts {
    rules: Rules,
}

impl RewriteCasts {
    pub(crate) fn new(rules: Rules) -> RewriteCasts {
        RewriteCasts { rules }
    }
}

impl FunctionRewrite for RewriteCasts {
    fn name(&self) -> &str {
        "concord_casts"
    }

    fn rewrite(
        &self,
        expr: Expr,
        schema: &DFSchema,
        _: &ConfigOptions,
    ) -> Result<Transformed<Expr>> {
        Ok(match expr {
            Expr::Cast(cast) => match of_ruleset(&self.rules, &cast, schema) {
                Some(call) => Transformed::yes(call),
                None => Transformed::no(Expr::Cast(cast)),
            },
            Expr::Negative(expr)
                if expr.as_literal().is_none()
                    && field_of(&expr, schema)
                        .and_then(|field| dtype_of(&field))
                        .is_some_and(|dtype| self.rules.ruleset().dtypes().contains(&dtype)) =>
            {
                Transformed::yes(call(&self.rules, Op::Negative, vec![*expr]))
            }
            other => Transformed::no(other),
        })
    }
}
