//! The algebraic laws of a table → text: whether each holds, and every counter-example.

use std::borrow::Cow;

use crate::catalog::{Catalog, Cell, DTypeId};
use rules::laws::{Laws, Lossy};

/// Whether each law holds of a table, then every counter-example on a line of its own.
pub fn laws(catalog: &Catalog, laws: &Laws) -> String {
    laws_beside(catalog, laws, |_| None)
}

/// The same, with a remark from `beside` after each triple whose result depends on the order.
pub fn laws_beside(
    catalog: &Catalog,
    laws: &Laws,
    beside: impl Fn([DTypeId; 3]) -> Option<String>,
) -> String {
    let words = Words { catalog };
    let one_way =
        laws.associative.iter().filter(|(_, both)| both.iter().any(|one| one.dtype().is_none()));
    let one_way = match one_way.count() {
        0 => String::new(),
        count => format!(", {count} of them refused one way"),
    };
    let mut text = [
        verdict("symmetric", "pair", "", laws.symmetric.iter().map(|one| words.symmetric(one))),
        verdict("idempotent", "dtype", "", laws.idempotent.iter().map(|one| words.idempotent(one))),
        verdict(
            "associative",
            "order-dependent triple",
            &one_way,
            laws.associative.iter().map(|one| match beside(one.0) {
                Some(more) => format!("{}; {more}", words.associative(one)),
                None => words.associative(one),
            }),
        ),
        verdict("monotone", "triple", "", laws.monotone.iter().map(|one| words.monotone(one))),
    ]
    .concat();
    if let Some(others) = &laws.bool_identity {
        let examples = others.iter().map(|one| words.bool_identity(one));
        text.push_str(&verdict("bool identity", "dtype", "", examples));
    }
    text.push_str(&verdict(
        "lossless",
        "cell",
        "",
        laws.lossless.iter().map(|one| words.lossy(one)),
    ));
    let lossless = laws.defined - laws.lossless.len();
    text.push_str(&format!(
        "({lossless} of {} cells that give a dtype are lossless)\n",
        laws.defined
    ));
    text
}

/// Whether a law holds, and its counter-examples.
fn verdict(law: &str, what: &str, more: &str, examples: impl Iterator<Item = String>) -> String {
    let examples: Vec<String> = examples.map(|example| format!("    {example}\n")).collect();
    let verdict = match examples.len() {
        0 => "yes".to_owned(),
        1 => format!("no: 1 {what}"),
        count => format!("no: {count} {what}s"),
    };
    format!("{law:<14}{verdict}{more}\n{}", examples.concat())
}

/// Counter-examples as sentences of short codes.
struct Words<'a> {
    catalog: &'a Catalog,
}

impl Words<'_> {
    fn codes<const N: usize>(&self, ids: &[DTypeId; N]) -> [&str; N] {
        ids.map(|id| self.catalog.dtype(id).code.as_str())
    }

    fn outcomes(&self, both: &[Cell; 2]) -> [Cow<'_, str>; 2] {
        both.map(|outcome| self.catalog.outcome_code(outcome))
    }

    fn symmetric(&self, (pair, both): &([DTypeId; 2], [Cell; 2])) -> String {
        let ([a, b], [here, there]) = (self.codes(pair), self.outcomes(both));
        format!("{a} × {b} = {here}, {b} × {a} = {there}")
    }

    fn idempotent(&self, (id, own): &(DTypeId, Cell)) -> String {
        let [a] = self.codes(&[*id]);
        format!("{a} × {a} = {}", self.catalog.outcome_code(*own))
    }

    fn associative(&self, (triple, both): &([DTypeId; 3], [Cell; 2])) -> String {
        let ([a, b, c], [left, right]) = (self.codes(triple), self.outcomes(both));
        format!("({a} × {b}) × {c} = {left}, {a} × ({b} × {c}) = {right}")
    }

    fn monotone(&self, (triple, both): &([DTypeId; 3], [Cell; 2])) -> String {
        let ([a, b, c], [low, high]) = (self.codes(triple), self.outcomes(both));
        format!("{a} ≤ {b}, but {a} × {c} = {low} is not below {b} × {c} = {high}")
    }

    fn bool_identity(&self, (id, both): &(DTypeId, [Cell; 2])) -> String {
        let ([a], [left, right]) = (self.codes(&[*id]), self.outcomes(both));
        format!("bool × {a} = {left}, {a} × bool = {right}")
    }

    fn lossy(&self, Lossy { pair, result, lost }: &Lossy) -> String {
        let ([a, b], [result]) = (self.codes(pair), self.codes(&[*result]));
        let losers = [a, b].into_iter().zip(lost).filter(|(_, lost)| !lost.is_empty());
        let mut losers: Vec<String> =
            losers.map(|(code, lost)| format!("{code} {}", lost)).collect();
        losers.dedup();
        format!("{a} × {b} = {result}: {}", losers.join("; "))
    }
}
