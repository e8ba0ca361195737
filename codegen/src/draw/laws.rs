//! The algebraic laws of a table → text: whether each holds, and every counter-example.

use std::borrow::Cow;

use crate::catalog::{Catalog, Cell, DTypeId};
use rules::laws::{Laws, Lossy};

/// Whether each law holds of a table, every counter-example on a line below it.
pub fn laws(catalog: &Catalog, laws: &Laws) -> String {
    let verdicts = verdicts(catalog, laws, usize::MAX, |_| None);
    let text = verdicts.iter().map(|verdict| format!("{}\n{}", verdict.line(), verdict.examples));
    text.collect::<String>() + &lossless(laws)
}

/// Whether each law holds of a table; then the first counter-examples to each that does not, and how many more there
/// are. `beside` remarks on triples whose result depends on the order.
pub fn laws_in_short(
    catalog: &Catalog,
    laws: &Laws,
    most: usize,
    beside: impl Fn([DTypeId; 3]) -> Option<String>,
) -> String {
    let verdicts = verdicts(catalog, laws, most, beside);
    let lines = verdicts.iter().map(|verdict| verdict.line() + "\n");
    let mut text = lines.collect::<String>() + &lossless(laws);
    for Verdict { law, count, examples, .. } in verdicts.iter().filter(|one| one.count > 0) {
        let more = match count.saturating_sub(most) {
            0 => String::new(),
            more => format!("    and {more} more\n"),
        };
        text += &format!("\n{law}\n{examples}{more}");
    }
    text
}

/// Whether a law holds.
struct Verdict {
    law: &'static str,
    /// What counter-examples are.
    what: &'static str,
    /// How many there are.
    count: usize,
    remark: String,
    /// As many of them as were asked for, a line each.
    examples: String,
}

impl Verdict {
    fn new(
        law: &'static str,
        what: &'static str,
        most: usize,
        examples: impl ExactSizeIterator<Item = String>,
    ) -> Verdict {
        let count = examples.len();
        let examples = examples.take(most).map(|example| format!("    {example}\n")).collect();
        Verdict { law, what, count, remark: String::new(), examples }
    }

    /// `symmetric     no: 2 pairs`
    fn line(&self) -> String {
        let Verdict { law, what, count, remark, .. } = self;
        let verdict = match count {
            0 => "yes".to_owned(),
            1 => format!("no: 1 {what}"),
            count => format!("no: {count} {what}s"),
        };
        format!("{law:<14}{verdict}{remark}")
    }
}

fn verdicts(
    catalog: &Catalog,
    laws: &Laws,
    most: usize,
    beside: impl Fn([DTypeId; 3]) -> Option<String>,
) -> Vec<Verdict> {
    let words = Words { catalog };
    let associative = laws.associative.iter().map(|one| match beside(one.0) {
        Some(more) => format!("{}; {more}", words.associative(one)),
        None => words.associative(one),
    });
    let one_way =
        laws.associative.iter().filter(|(_, both)| both.iter().any(|one| one.dtype().is_none()));
    let remark = match one_way.count() {
        0 => String::new(),
        count => format!(", {count} of them refused one way"),
    };
    let [symmetric, idempotent] = [
        Verdict::new(
            "symmetric",
            "pair",
            most,
            laws.symmetric.iter().map(|one| words.symmetric(one)),
        ),
        Verdict::new(
            "idempotent",
            "dtype",
            most,
            laws.idempotent.iter().map(|one| words.idempotent(one)),
        ),
    ];
    let associative = Verdict::new("associative", "order-dependent triple", most, associative);
    let monotone = laws.monotone.iter().map(|one| words.monotone(one));
    let bool_identity = laws.bool_identity.as_ref().map(|others| {
        let examples = others.iter().map(|one| words.bool_identity(one));
        Verdict::new("bool identity", "dtype", most, examples)
    });
    let lossless = laws.lossless.iter().map(|one| words.lossy(one));
    let first = [
        symmetric,
        idempotent,
        Verdict { remark, ..associative },
        Verdict::new("monotone", "triple", most, monotone),
    ];
    let last = Verdict::new("lossless", "cell", most, lossless);
    first.into_iter().chain(bool_identity).chain([last]).collect()
}

fn lossless(laws: &Laws) -> String {
    let lossless = laws.defined - laws.lossless.len();
    format!("({lossless} of {} cells that give a dtype are lossless)\n", laws.defined)
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
