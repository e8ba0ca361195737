//! What every op computes in and returns, as text to be read in review: what follows from promotion in a line,
//! then the cells that do not. Ops that agree under every ruleset are told together, and so are rulesets.

use std::fmt::Write as _;

use codegen::rectangles::rectangles;
use runtime::{DType, Kind, Op, OpDTypes, Operand, RuleError, Ruleset, rulesets};

/// Ops that give the same dtypes under every ruleset.
pub struct Family {
    /// The ops, in the order of the spec.
    pub ops: Vec<Op>,
    /// What they give.
    pub text: String,
}

/// Every op, in families.
pub fn families() -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for op in Op::ALL {
        let text = of_op(op);
        match families.iter_mut().find(|family| family.text == text) {
            Some(family) => family.ops.push(op),
            None => families.push(Family { ops: vec![op], text }),
        }
    }
    families
}

/// How many tensors of an op promote together; a condition does not.
pub fn promoting(op: Op) -> usize {
    op.group().promotes()
}

fn of_op(op: Op) -> String {
    let mut told: Vec<(Vec<&str>, String)> = Vec::new();
    for &ruleset in rulesets::ALL {
        let text = of_ruleset(ruleset, op);
        match told.iter_mut().find(|(_, other)| *other == text) {
            Some((names, _)) => names.push(ruleset.name()),
            None => told.push((vec![ruleset.name()], text)),
        }
    }
    let parts = told.into_iter().map(|(names, text)| format!("{}\n{text}", names.join(", ")));
    parts.collect::<Vec<_>>().join("\n")
}

/// A dtype, or why there is none.
type Answer = Result<OpDTypes, RuleError>;

fn of_ruleset(ruleset: Ruleset, op: Op) -> String {
    let dtypes = ruleset.dtypes();
    // What the op's rule makes of a promoted dtype, where the first operand is of that dtype too.
    let ruled: Vec<(DType, Answer)> =
        dtypes.iter().map(|&dtype| (dtype, by_rule(ruleset, op, dtype, dtype))).collect();
    let on = |kind: Kind| {
        let mut of_kind = ruled
            .iter()
            .filter(|(_, answer)| answer.is_ok_and(|dtypes| dtypes.compute.kind() == kind));
        of_kind.next().is_some()
    };
    let on: Vec<&str> = Kind::ALL.into_iter().filter(|&kind| on(kind)).map(Kind::name).collect();
    let promotes = promoting(op) == 2;
    let promoted = if promotes { "the promoted dtype" } else { "the operand's dtype" };
    let computes = changes(dtypes, &ruled, |dtype, answer| (dtype, answer.compute));
    let mut text = format!("  on {}; computes in {promoted}", on.join(" "));
    text += &computes.iter().map(|(to, from)| format!(", {from} in {to}")).collect::<String>();
    text += &match all_same(&ruled) {
        Some(result) => format!("; returns {result}"),
        None => {
            let returns = changes(dtypes, &ruled, |_, answer| (answer.compute, answer.result));
            let returns = returns.iter().map(|(to, from)| format!(", {to} for {from}"));
            format!("; returns the same{}", returns.collect::<String>())
        }
    };
    text.push('\n');
    for (gives, cells) in exceptions(ruleset, op) {
        let _ = writeln!(text, "  {cells}: {gives}");
    }
    text
}

/// The one result dtype of all, where it is not what is computed in.
fn all_same(ruled: &[(DType, Answer)]) -> Option<DType> {
    let mut given = ruled.iter().filter_map(|(_, answer)| answer.ok());
    let first = given.next()?;
    let computed = |answer: &OpDTypes| answer.compute == answer.result;
    let same = ruled.iter().filter_map(|(_, answer)| answer.ok());
    let differ = !same.clone().all(|answer| computed(&answer));
    (differ && given.all(|answer| answer.result == first.result)).then_some(first.result)
}

/// Each dtype that others become, with those, of which a whole kind goes by its name.
fn changes(
    dtypes: &[DType],
    ruled: &[(DType, Answer)],
    of: impl Fn(DType, OpDTypes) -> (DType, DType),
) -> Vec<(&'static str, String)> {
    let mut targets: Vec<(DType, Vec<DType>)> = Vec::new();
    for (dtype, answer) in ruled {
        let Ok(answer) = *answer else { continue };
        let (from, to) = of(*dtype, answer);
        if from == to {
            continue;
        }
        match targets.iter_mut().find(|(known, _)| *known == to) {
            Some((_, sources)) if sources.contains(&from) => {}
            Some((_, sources)) => sources.push(from),
            None => targets.push((to, vec![from])),
        }
    }
    targets.iter().map(|(to, from)| (to.code(), words(dtypes, from))).collect()
}

/// Dtypes by their codes, all of a kind that there are by the kind's name.
fn words(dtypes: &[DType], some: &[DType]) -> String {
    let mut words: Vec<&str> = Vec::new();
    for kind in Kind::ALL {
        let of_kind = || dtypes.iter().filter(move |dtype| dtype.kind() == kind);
        let whole = of_kind().count() > 0 && of_kind().all(|dtype| some.contains(dtype));
        match whole {
            true => words.push(kind.name()),
            false => words.extend(of_kind().filter(|dtype| some.contains(dtype)).map(|d| d.code())),
        }
    }
    words.join(" ")
}

/// What the rule of an op gives of what its operands promote to, whatever cells it has of its own.
fn by_rule(ruleset: Ruleset, op: Op, promoted: DType, first: DType) -> Answer {
    let promoted = rules::Operand::Tensor(promoted.id());
    let dtypes = ruleset.tables().dtypes_of_promoted(op.id(), promoted, first.id());
    let undefined = RuleError::OpUndefined { ruleset, op, dtype: first };
    let [compute, result] = match dtypes {
        Ok(dtypes) => [dtypes.compute, dtypes.result].map(DType::from_id),
        Err(_) => return Err(undefined),
    };
    Ok(OpDTypes { compute, result, weak: false })
}

/// The cells in which an op gives something else than follows from what its operands promote to, those that
/// give the same together.
fn exceptions(ruleset: Ruleset, op: Op) -> Vec<(String, String)> {
    let dtypes = ruleset.dtypes();
    let (mut singles, mut pairs) = (Vec::new(), Vec::new());
    // What all pairs of unlike dtypes give, if it is the same.
    let mut unlike: Vec<String> = Vec::new();
    for &lhs in dtypes {
        if promoting(op) == 1 {
            let (got, wanted) =
                (ruleset.op_dtypes(op, &[Operand::Tensor(lhs)]), by_rule(ruleset, op, lhs, lhs));
            if word(got) != word(wanted) {
                add(&mut singles, word(got), lhs);
            }
            continue;
        }
        for &rhs in dtypes {
            let got = ruleset.op_dtypes(op, &[lhs.into(), rhs.into()]);
            if lhs != rhs && !unlike.contains(&word(got)) {
                unlike.push(word(got));
            }
            let promoted = ruleset.promote_all(&[lhs.into(), rhs.into()]);
            let wanted = promoted.and_then(|promoted| by_rule(ruleset, op, promoted.dtype, lhs));
            if word(got) != word(wanted) {
                add(&mut pairs, word(got), (lhs, rhs));
            }
        }
    }
    let singles = singles.into_iter().map(|(gives, some)| (gives, words(dtypes, &some)));
    let pairs = pairs.into_iter().map(|(gives, mut cells)| {
        let mixed = unlike == [gives.as_str()] && cells.iter().any(|(lhs, rhs)| lhs != rhs);
        cells.retain(|(lhs, rhs)| !mixed || lhs == rhs);
        let mixed = mixed.then(|| "unlike dtypes".to_owned());
        let parts = rectangles(&cells)
            .into_iter()
            .map(|(lhs, rhs)| format!("{} × {}", words(dtypes, &lhs), words(dtypes, &rhs)));
        (gives, mixed.into_iter().chain(parts).collect::<Vec<_>>().join("; "))
    });
    singles.chain(pairs).collect()
}

fn add<T>(all: &mut Vec<(String, Vec<T>)>, gives: String, cell: T) {
    match all.iter_mut().find(|(known, _)| *known == gives) {
        Some((_, cells)) => cells.push(cell),
        None => all.push((gives, vec![cell])),
    }
}

/// `f32`, `f32 in f64`, or why there is none: `-` no promotion, `undefined` on what the operands promote to,
/// `no kernel` for them, `?` no source says.
fn word(answer: Answer) -> String {
    match answer {
        Ok(OpDTypes { compute, result, .. }) if compute == result => result.code().to_owned(),
        Ok(OpDTypes { compute, result, .. }) => format!("{} in {}", result.code(), compute.code()),
        Err(error) => match error {
            RuleError::Refused { .. } | RuleError::OpNotPromoted { .. } => "-",
            RuleError::OpUndefined { .. } | RuleError::OpKeepsFirst { .. } => "undefined",
            RuleError::OpRefused { .. } | RuleError::NoKernel { .. } => "no kernel",
            RuleError::Unknown { .. }
            | RuleError::OpUnknown { .. }
            | RuleError::NoDefault { .. } => "?",
            RuleError::Foreign { name, .. } => name,
            other => return format!("{other:?}"),
        }
        .to_owned(),
    }
}
