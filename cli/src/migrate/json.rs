//! A move → one object of JSON, every case a change on a line.

use std::borrow::Cow;

use codegen::Catalog;
use codegen::catalog::DTypeId;
use codegen::draw::words;
use rules::Losses;
use serde::Serialize;
use serde_json::{Map, Value};

use super::Move;
use super::cast::{Cast, Of};
use super::change::{Change, Harm, Severity};
use super::settings::{self, Lacking, Policy, Settings};
use crate::json::outcome;

/// A change by public names; null where refused, `"?"` where not known, `"!"` where nothing computes it.
#[derive(Serialize)]
struct ReportChange<'a> {
    /// From 1, the worst.
    severity: usize,
    /// What it does to code.
    harm: &'a str,
    kind: &'a str,
    op: Option<&'a str>,
    operands: Vec<String>,
    /// Whether it stands for the other order too; false of one operand.
    either_order: bool,
    was: Option<Cow<'a, str>>,
    becomes: Option<Cow<'a, str>>,
    lost: Vec<String>,
    cast: Option<ReportCast<'a>>,
    /// Whether a run says what one of the frameworks gives, where its ruleset gives otherwise.
    by_run: bool,
}

#[derive(Serialize)]
struct ReportCast<'a> {
    operand: Target,
    to: &'a str,
}

/// An operand by its place, `"both"` or `"result"`.
#[derive(Serialize)]
#[serde(untagged)]
enum Target {
    Operand(usize),
    Word(&'static str),
}

#[derive(Serialize)]
struct ReportPolicy<'a> {
    harm: &'a str,
    policy: &'a str,
    was: &'a str,
    becomes: &'a str,
    does: Both<'a>,
}

#[derive(Serialize)]
struct ReportDefault<'a> {
    harm: &'a str,
    default: &'a str,
    was: Option<&'a str>,
    becomes: Option<&'a str>,
}

#[derive(Serialize)]
struct ReportDTypes<'a> {
    /// Those that were asked of.
    both: Vec<&'a str>,
    lacks: Vec<ReportLacking<'a>>,
}

#[derive(Serialize)]
struct ReportLacking<'a> {
    dtype: &'a str,
    stand_in: Option<&'a str>,
    lost: Vec<String>,
}

/// Values that a framework computes otherwise than its ruleset.
#[derive(Serialize)]
struct ReportValues<'a> {
    harm: &'a str,
    ruleset: &'a str,
    says: &'a str,
}

#[derive(Serialize)]
struct Both<'a> {
    was: &'a str,
    becomes: &'a str,
}

pub(super) fn text(moved: &Move<'_>, changes: &[Change], settings: &Settings<'_>) -> String {
    let catalog = moved.catalog;
    let counts = counts(changes);
    let name = |id: DTypeId| catalog.dtype(id).name.as_str();
    let policies = settings.policies.iter().map(|policy| {
        let harm = Harm::OtherValues.name();
        let &Policy { name, values: [was, becomes] } = policy;
        let does = Both { was: &was.doc, becomes: &becomes.doc };
        ReportPolicy { harm, policy: name, was: &was.name, becomes: &becomes.name, does }
    });
    let defaults = settings.defaults.iter().map(|&(default, both)| {
        let harm = settings::harm_of_default(catalog, both).name();
        let [was, becomes] = both.map(|id| id.map(name));
        ReportDefault { harm, default, was, becomes }
    });
    let lacks = settings.lacks.iter().map(|Lacking { dtype, stand_in }| ReportLacking {
        dtype: name(*dtype),
        stand_in: stand_in.as_ref().map(|(id, _)| name(*id)),
        lost: stand_in.as_ref().map_or_else(Vec::new, |(_, lost)| words(lost)),
    });
    let both = moved.dtypes.iter().map(|&id| name(id)).collect();
    let policies: Vec<ReportPolicy<'_>> = policies.collect();
    let defaults: Vec<ReportDefault<'_>> = defaults.collect();
    let dtypes = ReportDTypes { both, lacks: lacks.collect() };
    let [nary, typed] = [settings.nary, settings.typed]
        .map(|both| both.map(|[was, becomes]| Both { was, becomes }));
    let [was, becomes] = moved.evidence.map(|evidence| evidence.assumed().collect::<Vec<_>>());
    let assumed = serde_json::json!({ "was": was, "becomes": becomes });
    let values: Vec<ReportValues<'_>> = settings
        .values
        .iter()
        .map(|(ruleset, says)| ReportValues { harm: Harm::OtherValues.name(), ruleset, says })
        .collect();
    let changes: Vec<ReportChange<'_>> =
        changes.iter().map(|change| report_change(catalog, change)).collect();
    [
        "{\n".to_owned(),
        format!("  \"from\": {},\n", json(&moved.from.name)),
        format!("  \"to\": {},\n", json(&moved.to.name)),
        format!("  \"counts\": {},\n", json(&counts)),
        format!("  \"changes\": {},\n", lines(&changes)),
        format!("  \"policies\": {},\n", lines(&policies)),
        format!("  \"defaults\": {},\n", lines(&defaults)),
        format!("  \"dtypes\": {},\n", json(&dtypes)),
        format!("  \"nary\": {},\n", json(&nary)),
        format!("  \"typed_scalars\": {},\n", json(&typed)),
        format!("  \"assumed\": {},\n", json(&assumed)),
        format!("  \"values\": {}\n}}\n", lines(&values)),
    ]
    .concat()
}

/// A value on one line.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("words and numbers are JSON")
}

/// A list with each value on a line.
fn lines<T: Serialize>(values: &[T]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("    {}", json(value))).collect();
    match values.as_slice() {
        [] => "[]".to_owned(),
        values => format!("[\n{}\n  ]", values.join(",\n")),
    }
}

/// How many changes there are of each kind, the most harmful first.
fn counts(changes: &[Change]) -> Map<String, Value> {
    let count = |severity| changes.iter().filter(|change| change.severity == severity).count();
    Severity::ALL
        .map(|severity| (severity.name().to_owned(), count(severity).into()))
        .into_iter()
        .collect()
}

fn report_change<'a>(catalog: &'a Catalog, change: &'a Change) -> ReportChange<'a> {
    let worse = Severity::ALL.iter().filter(|&&severity| severity < change.severity);
    ReportChange {
        severity: worse.count() + 1,
        harm: change.severity.harm().name(),
        kind: change.severity.name(),
        op: change.op.map(|op| catalog.ops[op].name.as_str()),
        operands: change.operands.iter().map(|&operand| words::operand(catalog, operand)).collect(),
        either_order: change.either_order && change.operands.len() > 1,
        was: outcome(catalog, change.was),
        becomes: outcome(catalog, change.becomes),
        lost: words(&change.lost),
        cast: change.cast.map(|Cast { of, to }| ReportCast {
            operand: match of {
                Of::First | Of::Either => Target::Operand(0),
                Of::Second => Target::Operand(1),
                Of::Both => Target::Word("both"),
                Of::Result => Target::Word("result"),
            },
            to: &catalog.dtype(to).name,
        }),
        by_run: change.by_run,
    }
}

fn words(lost: &Losses) -> Vec<String> {
    lost.iter().map(|loss| loss.to_string()).collect()
}
