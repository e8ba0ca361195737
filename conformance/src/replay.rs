//! What frameworks computed when they were run, computed again by the runtime: every probe of
//! `conformance/observed/` under the ruleset that it speaks for.
//!
//! - Bits count, the sign of a zero too; every NaN is alike; of a complex number each part counts by itself.
//! - Of elementary functions, quotients and roots of complex numbers, and sums of floats, a result may be up to
//!   [`BOUND`] units in the last place away: the frameworks promise no last bits, and differ by processor.
//!   Zeros, infinities and NaN are to be met there too.
//! - Where the framework gave another dtype than the ruleset, values are not compared: that is a matter of
//!   dtypes.
//! - An error is an answer: where the dtypes have a kernel and the elements make an error of it, the runtime
//!   is to make one too.

mod compare;
mod run;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use codegen::catalog::{Catalog, ZERO_DIM};
use observed::conformity::DifferingValues;
use observed::{Observation, Probe, ProbeOp, ProbeOperand, View};
use runtime::{DType, Op, Ruleset};

pub use compare::Element;

/// How many units in the last place a result may be off that no definition rounds once.
pub const BOUND: u64 = 4;

/// A probe, and how the runtime's answer compares with the framework's.
#[derive(Debug, Clone, PartialEq)]
pub struct Replayed {
    /// The op by its name; `cast` for a conversion.
    pub op: String,
    /// Its operands, as the spec writes a cell: `f32`, `f32 × f32`, `i8 × scalar:int`, `f32 → i8`.
    pub cell: String,
    /// The cells of tensors with axes of which a declaration speaks of this one too, where an operand is 0-d.
    pub declared_by: Vec<String>,
    /// Which elements, as the observation names them: `i8.pairs × i8.counts`.
    pub operands: String,
    /// The dtype that both gave.
    pub result: Option<DType>,
    /// How they compare.
    pub outcome: Outcome,
}

/// How the runtime's answer compares with a framework's.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Bit for bit, or both an error.
    Same,
    /// As near as [`BOUND`], and no nearer than this many units in the last place.
    Within(u64),
    /// Nothing to compare.
    Silent(Silence),
    /// Something else.
    Differs(Difference),
}

/// Why there is nothing to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// The framework computes nothing of these dtypes.
    NotRun,
    /// The ruleset gives no dtype.
    NoDType,
    /// Both give one, but not the same.
    OtherDType,
    /// No element is the same each time the framework computes it.
    NotRepeatable,
    /// Both add the same elements, so many that their order is not promised, and part by no more than that makes.
    InAnotherOrder,
}

/// Where the answers part.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// How many elements differ.
    pub count: usize,
    /// Of how many.
    pub of: usize,
    /// The first few; none where one side is an error.
    pub elements: Vec<Element>,
    /// The error, where one side is one.
    pub error: Option<String>,
}

/// Elements that are told of a difference.
const TOLD: usize = 6;

/// Every probe of a view, replayed under a ruleset.
pub fn replay(
    catalog: &Catalog,
    observation: &Observation,
    view: &View,
    ruleset: Ruleset,
) -> Vec<Replayed> {
    let one = |probe| run::replay(catalog, observation, view, probe, ruleset);
    view.probes.iter().map(one).collect()
}

/// The ops and cells of which something differs.
pub fn differing(replayed: &[Replayed]) -> BTreeSet<DifferingValues> {
    let differ = replayed.iter().filter(|one| matches!(one.outcome, Outcome::Differs(_)));
    let found = differ.map(|Replayed { op, cell, declared_by, .. }| DifferingValues {
        op: op.clone(),
        cell: cell.clone(),
        declared_by: declared_by.clone(),
    });
    found.collect()
}

/// The most units in the last place that an op is off on a dtype, where it is at all.
pub fn farthest(replayed: &[Replayed]) -> BTreeMap<(String, DType), u64> {
    let mut farthest = BTreeMap::new();
    for one in replayed {
        if let (Outcome::Within(ulps), Some(dtype)) = (&one.outcome, one.result) {
            let most = farthest.entry((one.op.clone(), dtype)).or_default();
            *most = u64::max(*most, *ulps);
        }
    }
    farthest
}

/// How many probes came out how: `dpctl 0.21.1: 1847 probes: 1532 same, 96 within 3 ulp, …`.
pub fn counts(observation: &Observation, replayed: &[Replayed]) -> String {
    let count = |is: fn(&Outcome) -> bool| replayed.iter().filter(|one| is(&one.outcome)).count();
    let silent = count(|outcome| matches!(outcome, Outcome::Silent(_)));
    format!(
        "{} {}: {} probes: {} same, {} within {} ulp, {} silent, {} of declared divergences",
        observation.framework,
        observation.version,
        replayed.len(),
        count(|outcome| *outcome == Outcome::Same),
        count(|outcome| matches!(outcome, Outcome::Within(_))),
        farthest(replayed).values().max().copied().unwrap_or(0),
        silent,
        count(|outcome| matches!(outcome, Outcome::Differs(_))),
    )
}

/// What differs, a probe at a time, with the first elements of each.
pub fn told(replayed: &[Replayed]) -> String {
    let mut text = String::new();
    for one in replayed {
        let Outcome::Differs(difference) = &one.outcome else { continue };
        let Difference { count, of, elements, error } = difference;
        let _ =
            writeln!(text, "{} {} [{}]: {count} of {of} differ", one.op, one.cell, one.operands);
        for element in elements {
            let _ = writeln!(text, "    {element}");
        }
        if let Some(error) = error {
            let _ = writeln!(text, "    {error}");
        }
    }
    text
}

/// A probe's op as it is called, and its operands as a cell: of `where` without the condition, which does not
/// promote, and bounds of `clip` that are alike once, as in the tables.
fn cell(catalog: &Catalog, observation: &Observation, probe: &Probe) -> (String, String) {
    let dtype = |name: &str| &catalog.dtype(observation.vectors[name].dtype).code;
    let code = |operand: &ProbeOperand| match operand {
        ProbeOperand::Vector(name) => dtype(name).clone(),
        ProbeOperand::ZeroDim(name) => format!("{ZERO_DIM}{}", dtype(name)),
        ProbeOperand::Number(kind, _) => format!("{}{}", codegen::catalog::SCALAR, kind.name()),
        ProbeOperand::Absent => unreachable!("what is left out is in no cell"),
    };
    let given = promoting(probe).iter().filter(|one| **one != ProbeOperand::Absent);
    let mut given: Vec<&ProbeOperand> = given.collect();
    // Two bounds are in the cell of the one of the higher kind.
    if let [_, ProbeOperand::Number(low, _), ProbeOperand::Number(high, _)] = given[..] {
        given.remove(if low > high { 2 } else { 1 });
    } else {
        given.truncate(2);
    }
    let codes: Vec<String> = given.into_iter().map(code).collect();
    match probe.op {
        ProbeOp::Op(op) => (catalog.ops[op].name.clone(), codes.join(" × ")),
        ProbeOp::Cast(to) => {
            ("cast".to_owned(), format!("{} → {}", codes.join(" × "), catalog.dtype(to).code))
        }
    }
}

/// The operands of a probe that promote.
fn promoting(probe: &Probe) -> &[ProbeOperand] {
    match probe.op {
        ProbeOp::Op(op) if Op::ALL[op] == Op::Where => &probe.operands[1..],
        ProbeOp::Op(_) | ProbeOp::Cast(_) => &probe.operands,
    }
}

/// A probe's operands, as the observation writes them.
fn operands(probe: &Probe) -> String {
    let word = |operand: &ProbeOperand| match operand {
        ProbeOperand::Vector(name) => name.clone(),
        ProbeOperand::ZeroDim(name) => format!("{ZERO_DIM}{name}"),
        ProbeOperand::Number(kind, number) => format!("{}:{number}", kind.name()),
        ProbeOperand::Absent => observed::ABSENT.to_owned(),
    };
    let words: Vec<String> = probe.operands.iter().map(word).collect();
    words.join(if probe.cross { " × " } else { ", " })
}
