//! Functions and aggregates ↔ bytes, by which another process makes them anew: the names of op and ruleset, and the
//! text of a ruleset of one's own.

use datafusion::logical_expr::{AggregateUDF, ScalarUDF};
use runtime::Op;

use crate::aggregate::Aggregate;
use crate::cast::Cast;
use crate::function::{Literals, OpFunction};
use crate::rows::RowFunction;
use crate::{Error, Rules, rules};

/// What stands between the parts: no name has it, and the text comes last.
const END: char = '\n';

fn encode(kind: &str, op: Option<Op>, rules: &Rules) -> Vec<u8> {
    let op = op.map_or("", Op::name);
    let text = rules.text().map(|text| format!("{END}{text}")).unwrap_or_default();
    format!("{kind}{END}{op}{END}{}{text}", rules.ruleset().name()).into_bytes()
}

/// The bytes of a function; `None` if it is none of Concord's.
pub fn encode_function(function: &ScalarUDF) -> Option<Vec<u8>> {
    let inner = function.inner();
    if let Some(function) = inner.downcast_ref::<OpFunction>() {
        let kind = match function.literals {
            Literals::All => "op",
            Literals::Texts => "noted",
        };
        return Some(encode(kind, Some(function.op), &function.rules));
    }
    if let Some(function) = inner.downcast_ref::<RowFunction>() {
        return Some(encode("rows", Some(function.op), &function.rules));
    }
    let cast = inner.downcast_ref::<Cast>()?;
    Some(encode("cast", None, &cast.rules))
}

/// The bytes of an aggregate; `None` if it is none of Concord's.
pub fn encode_aggregate(aggregate: &AggregateUDF) -> Option<Vec<u8>> {
    let aggregate = aggregate.inner().downcast_ref::<Aggregate>()?;
    Some(encode("aggregate", Some(aggregate.op), &aggregate.rules))
}

struct Parts<'a> {
    kind: &'a str,
    op: &'a str,
    rules: Rules,
}

fn decode(bytes: &[u8]) -> Result<Parts<'_>, Error> {
    let wrong = || Error::Op("the bytes are no function of Concord's".to_owned());
    let text = std::str::from_utf8(bytes).map_err(|_| wrong())?;
    let mut parts = text.splitn(4, END);
    let (Some(kind), Some(op), Some(name)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(wrong());
    };
    let rules = match parts.next() {
        Some(text) => Rules::own(name, text)?,
        None => Rules::find(name)?,
    };
    Ok(Parts { kind, op, rules })
}

/// The function that bytes of [`encode_function`] are of.
///
/// # Errors
///
/// Bytes that are of none, or of a ruleset or an op that this release does not have.
pub fn decode_function(bytes: &[u8]) -> Result<ScalarUDF, Error> {
    let Parts { kind, op, rules } = decode(bytes)?;
    let of = |literals| -> Result<ScalarUDF, Error> {
        Ok(ScalarUDF::new_from_impl(OpFunction::new(rules.clone(), rules::op(op)?, literals)))
    };
    match kind {
        "op" => of(Literals::All),
        "noted" => of(Literals::Texts),
        "rows" => Ok(ScalarUDF::new_from_impl(RowFunction::new(rules.clone(), rules::op(op)?))),
        "cast" => Ok(ScalarUDF::new_from_impl(Cast::new(rules))),
        _ => Err(Error::Op(format!("`{kind}` is no kind of function"))),
    }
}

/// The aggregate that bytes of [`encode_aggregate`] are of.
///
/// # Errors
///
/// As [`decode_function`].
pub fn decode_aggregate(bytes: &[u8]) -> Result<AggregateUDF, Error> {
    let Parts { op, rules, .. } = decode(bytes)?;
    Ok(AggregateUDF::new_from_impl(Aggregate::new(rules, rules::op(op)?)))
}
