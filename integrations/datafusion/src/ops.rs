//! A ruleset → the functions and the aggregates of its ops.

use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use runtime::{Group, Op};

use crate::aggregate::{Aggregate, OPS};
use crate::cast::Cast;
use crate::function::{Literals, OpFunction};
use crate::rows::RowFunction;
use crate::{Error, Rules};

/// The scalar functions of a ruleset.
pub fn functions(rules: &Rules) -> Vec<ScalarUDF> {
    let op = |op: Op| match op.group() {
        Group::Unary | Group::Binary | Group::Ternary => {
            let function = OpFunction::new(rules.clone(), op, Literals::All);
            Some(ScalarUDF::new_from_impl(function))
        }
        _ if OPS.contains(&op) => None,
        Group::Product
        | Group::Reduction
        | Group::Join
        | Group::Sorting
        | Group::Selection
        | Group::Lookup
        | Group::Arrangement => Some(ScalarUDF::new_from_impl(RowFunction::new(rules.clone(), op))),
    };
    let cast = ScalarUDF::new_from_impl(Cast::new(rules.clone()));
    Op::ALL.into_iter().filter_map(op).chain([cast]).collect()
}

/// The aggregate functions of a ruleset.
pub fn aggregates(rules: &Rules) -> Vec<AggregateUDF> {
    let of = |op| AggregateUDF::new_from_impl(Aggregate::new(rules.clone(), op));
    OPS.into_iter().map(of).collect()
}

/// The scalar function of an op, as a query states it.
pub(crate) fn function(rules: &Rules, op: Op) -> Result<ScalarUDF, Error> {
    let name = rules.function(op);
    let found = functions(rules).into_iter().find(|function| function.name() == name);
    found.ok_or_else(|| Error::Op(format!("{op} is an aggregate: call it by its name, {name}(a)")))
}
