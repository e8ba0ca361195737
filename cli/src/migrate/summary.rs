//! A move → a table of ten lines at the most: for each kind of harm how much of it there is, and the worst.

use codegen::draw::{markdown_table, words};

use super::Move;
use super::change::{Change, Harm, Severity};
use super::settings::{self, Settings};

/// A line: the harm, what changes, how often, and the worst of it.
type Line = [String; 4];

/// The table, the most harmful first.
pub(super) fn table(moved: &Move<'_>, changes: &[Change], settings: &Settings<'_>) -> String {
    let of = |harm, what, those: &[Severity]| of_changes(moved, changes, harm, what, those);
    let lines = [
        of_defaults(moved, settings, Harm::SilentLoss, "default dtypes that hold less"),
        of(Harm::SilentLoss, "results that hold less", &[Severity::Narrower]),
        of(Harm::SilentLoss, "another kind of dtype, which loses values", &[Severity::LossyKind]),
        of_policies(settings),
        of(Harm::OtherValues, "another kind of dtype", &[Severity::Kind]),
        of_defaults(moved, settings, Harm::Defaults, "other default dtypes"),
        of(
            Harm::Wider,
            "wider, or weakly typed on one side only",
            &[Severity::Wider, Severity::Weakness],
        ),
        with_lacks(
            moved,
            settings,
            of(Harm::Error, "newly refused, or without a kernel", &[Severity::Refused]),
        ),
        of(Harm::Legal, "newly legal", &[Severity::Legal]),
        of(Harm::Unknown, "not known on one side", &[Severity::Unknown]),
    ];
    let lines: Vec<Line> = lines.into_iter().flatten().collect();
    match lines.as_slice() {
        [] => String::new(),
        lines => markdown_table(&["harm", "what changes", "how often", "the worst"], lines),
    }
}

fn line(harm: Harm, what: &str, often: String, worst: String) -> Line {
    [harm.title().to_owned(), what.to_owned(), often, worst]
}

/// Changes of these severities: how many promotions and ops, and the first.
fn of_changes(
    moved: &Move<'_>,
    changes: &[Change],
    harm: Harm,
    what: &str,
    severities: &[Severity],
) -> Option<Line> {
    let those: Vec<&Change> =
        changes.iter().filter(|change| severities.contains(&change.severity)).collect();
    let worst = those.iter().rev().max_by_key(|change| {
        // Of those that are as bad, the first.
        (change.lost.iter().count(), std::cmp::Reverse((change.severity, change.op)))
    })?;
    let ops = those.iter().filter(|change| change.op.is_some()).count();
    let counts = [(those.len() - ops, "promotion"), (ops, "case of ops")];
    let counts = counts.into_iter().filter(|&(count, _)| count > 0).map(|(count, what)| {
        match (count, what) {
            (1, what) => format!("1 {what}"),
            (count, "promotion") => format!("{count} promotions"),
            (count, _) => format!("{count} cases of ops"),
        }
    });
    Some(line(harm, what, counts.collect::<Vec<_>>().join(", "), words_of(moved, worst)))
}

/// `int8 × float: float64 → float32`
fn words_of(moved: &Move<'_>, change: &Change) -> String {
    let operands = change.operands.iter().map(|&one| words::operand(moved.catalog, one));
    let operands = operands.collect::<Vec<_>>().join(" × ");
    let [was, becomes] =
        [change.was, change.becomes].map(|cell| words::outcome(moved.catalog, cell));
    let op = change.op.map(|op| format!("{} of ", moved.catalog.ops[op].name));
    format!("{}{operands}: {was} → {becomes}", op.unwrap_or_default())
}

fn of_defaults(moved: &Move<'_>, settings: &Settings<'_>, harm: Harm, what: &str) -> Option<Line> {
    let harms = |both| settings::harm_of_default(moved.catalog, both) == harm;
    let those = settings.defaults.iter().filter(|&&(_, both)| harms(both));
    let name = |id: Option<_>| id.map_or("not known", |id| moved.catalog.dtype(id).name.as_str());
    // Most dtypes that are not named are those of floats.
    let those: Vec<String> = those
        .map(|&(kind, [was, becomes])| format!("{kind}: {} → {}", name(was), name(becomes)))
        .collect();
    let worst = those.iter().find(|one| one.starts_with("real")).or(those.first())?;
    Some(line(harm, what, those.len().to_string(), worst.clone()))
}

fn of_policies(settings: &Settings<'_>) -> Option<Line> {
    let first = settings.policies.first()?;
    let [was, becomes] = first.values.map(|value| value.name.as_str());
    let worst = format!("{}: {was} → {becomes}", first.name);
    Some(line(Harm::OtherValues, "policies", settings.policies.len().to_string(), worst))
}

/// The errors, with the dtypes that are not there.
fn with_lacks(moved: &Move<'_>, settings: &Settings<'_>, line: Option<Line>) -> Option<Line> {
    let first = settings.lacks.first().map(|lacking| &moved.catalog.dtype(lacking.dtype).name);
    let Some(first) = first else { return line };
    let missing = match settings.lacks.len() {
        1 => "1 dtype that is not there".to_owned(),
        count => format!("{count} dtypes that are not there"),
    };
    Some(match line {
        Some([harm, what, often, worst]) => [harm, what, format!("{often}, {missing}"), worst],
        None => self::line(Harm::Error, "dtypes", missing, first.clone()),
    })
}
