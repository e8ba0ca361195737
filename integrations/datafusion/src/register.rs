//! A ruleset → functions, aggregates and operators of a session.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::SessionContext;

use crate::Rules;
use crate::generic::Generic;
use crate::operators::Operators;
use crate::ops::{aggregates, functions};
use crate::rewrite::{PinLiterals, RewriteCasts};

/// Registers every op of a ruleset: `torch_add(a, b)`, `torch_cast(a, 'bfloat16')`, aggregates such as
/// `torch_sum(a)`, and `concord('torch', 'add', a, b)`.
///
/// # Errors
///
/// [`Error::Ruleset`](crate::Error::Ruleset) for a name that no ruleset has.
///
/// ```
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// use datafusion::prelude::SessionContext;
///
/// let ctx = SessionContext::new();
/// concord_datafusion::register(&ctx, "torch")?;
/// let sum = "select arrow_typeof(torch_add(arrow_cast(100, 'Int8'), arrow_cast(200, 'UInt8'))) as t";
/// let batches = ctx.sql(sum).await?.collect().await?;
/// assert!(arrow::util::pretty::pretty_format_batches(&batches)?.to_string().contains("| Int16 |"));
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// # }).unwrap();
/// ```
pub fn register(ctx: &SessionContext, ruleset: &str) -> Result<()> {
    register_rules(&mut ctx.clone(), &Rules::find(ruleset)?)
}

/// Registers every op of a ruleset, which may be one's own, in a session or any other registry of functions.
///
/// # Errors
///
/// Those of the registry.
pub fn register_rules(registry: &mut dyn FunctionRegistry, rules: &Rules) -> Result<()> {
    for function in functions(rules) {
        registry.register_udf(Arc::new(function))?;
    }
    for aggregate in aggregates(rules) {
        registry.register_udaf(Arc::new(aggregate))?;
    }
    let before = registry.udf(Generic::NAME).ok();
    let before = before.as_ref().and_then(|function| function.inner().downcast_ref::<Generic>());
    let generic = before.cloned().unwrap_or_default().with(rules);
    registry.register_udf(Arc::new(ScalarUDF::new_from_impl(generic)))?;
    registry.register_function_rewrite(Arc::new(PinLiterals))
}

/// Gives operators and casts of SQL the meaning that a ruleset gives them: `a + b` is `torch_add(a, b)` where both
/// are numbers.
///
/// # Errors
///
/// [`Error::Ruleset`](crate::Error::Ruleset) for a name that no ruleset has.
pub fn plan_operators(ctx: &SessionContext, ruleset: &str) -> Result<()> {
    plan_rules_operators(ctx, &Rules::find(ruleset)?)
}

/// The same by a ruleset that may be one's own.
///
/// # Errors
///
/// Those of the session.
pub fn plan_rules_operators(ctx: &SessionContext, rules: &Rules) -> Result<()> {
    let mut ctx = ctx.clone();
    ctx.register_expr_planner(Arc::new(Operators::new(rules.clone())))?;
    ctx.register_function_rewrite(Arc::new(RewriteCasts::new(rules.clone())))?;
    // Errors say where in the query an operand stands.
    ctx.state_ref().write().config_mut().options_mut().sql_parser.collect_spans = true;
    Ok(())
}
