//! What every op computes in and returns, drawn from the runtime: ops that agree under every ruleset
//! together, rulesets that agree on an op together.

use runtime::{DType, Group, Op, OpDTypes, Operand, RuleError, Ruleset, rulesets};

/// Ops that give the same dtypes under every ruleset, drawn.
pub struct Family {
    /// The ops, in the order of the spec.
    pub ops: Vec<Op>,
    /// Their grids.
    pub text: String,
}

/// Every op, in families.
pub fn families() -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for op in Op::ALL {
        let text = draw(op);
        match families.iter_mut().find(|family| family.text == text) {
            Some(family) => family.ops.push(op),
            None => families.push(Family { ops: vec![op], text }),
        }
    }
    families
}

/// How many tensors of an op promote together; a condition does not.
pub fn promoting(op: Op) -> usize {
    match op.group() {
        Group::Binary | Group::Product | Group::Ternary => 2,
        _ => 1,
    }
}

fn draw(op: Op) -> String {
    let mut drawn: Vec<(Vec<&str>, String)> = Vec::new();
    for &ruleset in rulesets::ALL {
        let text = match promoting(op) {
            2 => grids(ruleset, op),
            _ => lines(ruleset, op),
        };
        match drawn.iter_mut().find(|(_, other)| *other == text) {
            Some((names, _)) => names.push(ruleset.name()),
            None => drawn.push((vec![ruleset.name()], text)),
        }
    }
    let parts = drawn.into_iter().map(|(names, text)| format!("{}\n{text}", names.join(", ")));
    parts.collect::<Vec<_>>().join("\n")
}

/// One operand: what it is, what is returned, and what is computed in where that is another dtype.
fn lines(ruleset: Ruleset, op: Op) -> String {
    let dtypes = ruleset.dtypes();
    let answer = |&dtype: &DType| ruleset.op_dtypes(op, &[Operand::Tensor(dtype)]);
    let answers: Vec<_> = dtypes.iter().map(answer).collect();
    let head = row("", dtypes.iter().map(|dtype| dtype.code()));
    let result = row("gives", answers.iter().map(|answer| cell(*answer, |dtypes| dtypes.result)));
    let mut text = head + &result;
    if answers.iter().flatten().any(|dtypes| dtypes.compute != dtypes.result) {
        text += &row("in", answers.iter().map(|answer| cell(*answer, |dtypes| dtypes.compute)));
    }
    text
}

/// Two operands: what is returned, and what is computed in where that is another dtype.
fn grids(ruleset: Ruleset, op: Op) -> String {
    let answer = |lhs: DType, rhs: DType| ruleset.op_dtypes(op, &[lhs.into(), rhs.into()]);
    let dtypes = ruleset.dtypes();
    let all = dtypes.iter().flat_map(|&lhs| dtypes.iter().map(move |&rhs| answer(lhs, rhs)));
    let differs = all.flatten().any(|dtypes| dtypes.compute != dtypes.result);
    let grid = |label: &str, of: fn(OpDTypes) -> DType| {
        let mut text = row(label, dtypes.iter().map(|dtype| dtype.code()));
        for &lhs in dtypes {
            text += &row(lhs.code(), dtypes.iter().map(|&rhs| cell(answer(lhs, rhs), of)));
        }
        text
    };
    let results = all_same(dtypes, answer);
    match (differs, results) {
        (false, _) => grid("", |dtypes| dtypes.result),
        // Where all that is returned is one dtype, what is computed in says the rest.
        (true, Some(result)) => {
            format!("gives {result}, computed in\n{}", grid("", |dtypes| dtypes.compute))
        }
        (true, None) => {
            grid("gives", |dtypes| dtypes.result) + &grid("in", |dtypes| dtypes.compute)
        }
    }
}

/// The one dtype that is ever returned, if there is just one.
fn all_same(
    dtypes: &[DType],
    answer: impl Fn(DType, DType) -> Result<OpDTypes, RuleError>,
) -> Option<DType> {
    let pairs = dtypes.iter().flat_map(|&lhs| dtypes.iter().map(move |&rhs| (lhs, rhs)));
    let mut results = pairs.filter_map(|(lhs, rhs)| answer(lhs, rhs).ok()).map(|one| one.result);
    let first = results.next()?;
    results.all(|result| result == first).then_some(first)
}

fn row<'a>(label: &str, cells: impl Iterator<Item = &'a str>) -> String {
    let cells = cells.map(|cell| format!("{cell:<6}")).collect::<String>();
    format!("{label:<6}{}\n", cells.trim_end())
}

/// A dtype's code, or why there is none: `-` no promotion, `.` the op is not defined on what they promote
/// to, `x` the ruleset has no kernel of this op for them, `?` no source says.
fn cell(answer: Result<OpDTypes, RuleError>, of: impl Fn(OpDTypes) -> DType) -> &'static str {
    match answer {
        Ok(dtypes) => of(dtypes).code(),
        Err(RuleError::Refused { .. } | RuleError::OpNotPromoted { .. }) => "-",
        Err(RuleError::OpUndefined { .. } | RuleError::OpKeepsFirst { .. }) => ".",
        Err(RuleError::OpRefused { .. }) => "x",
        Err(
            RuleError::Unknown { .. } | RuleError::OpUnknown { .. } | RuleError::NoDefault { .. },
        ) => "?",
        Err(_) => "!",
    }
}
