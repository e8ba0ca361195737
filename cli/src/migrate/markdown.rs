//! A move → Markdown: a summary, then a table for each kind of change, the most harmful first.

use codegen::draw::markdown_table;

use super::Move;
use super::change::{Change, Harm, Severity};
use super::rows::{self, Row};
use super::settings::{self, Lacking, Settings};
use super::summary;

pub(super) fn text(moved: &Move<'_>, changes: &[Change], settings: &Settings<'_>) -> String {
    let Move { from, to, .. } = moved;
    let mut text = format!("# From `{}` to `{}`\n\n", from.name, to.name);
    if changes.is_empty() && settings.is_empty() {
        return text + "Nothing changes.\n";
    }
    text += &introduction(moved, changes);
    text += &summary::table(moved, changes, settings);
    text += &assumed(moved);
    let rows = rows::rows(moved, changes);
    let of_severity = |severity| {
        let those: Vec<&Row> = rows.iter().filter(|row| row.severity == severity).collect();
        match those.as_slice() {
            [] => String::new(),
            those => format!("## {}\n\n{}", severity.title(), section(moved, severity, those)),
        }
    };
    text += &defaults(moved, settings, Harm::SilentLoss, "Default dtypes that hold less");
    for severity in Severity::ALL {
        text += &of_severity(severity);
        match severity {
            Severity::LossyKind => {
                text += &policies(moved, settings);
                text += &phrases(moved, "Scalars that have a dtype", settings.typed);
            }
            Severity::Kind => {
                text += &defaults(moved, settings, Harm::Defaults, "Other default dtypes");
            }
            Severity::Weakness => {
                text += &phrases(moved, "Three operands and more", settings.nary);
            }
            Severity::Refused => text += &lacks(moved, settings),
            Severity::Narrower | Severity::Wider | Severity::Legal | Severity::Unknown => {}
        }
    }
    text += &values(settings);
    text.truncate(text.trim_end().len());
    text + "\n"
}

fn introduction(moved: &Move<'_>, changes: &[Change]) -> String {
    let Move { from, to, dtypes, .. } = moved;
    let asked = match (moved.named, dtypes.len()) {
        (_, 0) => "no dtype that both have".to_owned(),
        (false, count) => format!("{count} dtypes that both have"),
        (true, _) => {
            let names = dtypes.iter().map(|&id| moved.catalog.dtype(id).name.as_str());
            names.collect::<Vec<_>>().join(", ")
        }
    };
    let text = format!("{} → {}: {asked}", from.title(), to.title());
    if dtypes.is_empty() {
        return text + ".\n\n";
    }
    let text = text + ", with each other and with Python numbers.\n";
    if changes.is_empty() {
        return text + "What they give does not change.\n\n";
    }
    let by_run = match changes.iter().any(|change| change.by_run) {
        true => {
            "`by a run`: a recorded run of the framework gave what the row says, and its ruleset gives otherwise.\n"
        }
        false => "",
    };
    text + "An op is listed where it changes otherwise than what its operands promote to.\n\
            A pair stands for both its orders, where its row does not say otherwise.\n"
        + by_run
        + "\n"
}

/// The ops that no source and no run of a ruleset speaks of.
fn assumed(moved: &Move<'_>) -> String {
    let lines = [moved.from, moved.to].into_iter().zip(moved.evidence).map(|(ruleset, evidence)| {
        let ops: Vec<&str> = evidence.assumed().collect();
        let name = &ruleset.name;
        match ops.as_slice() {
            [] => String::new(),
            ops => format!(
                "- No source and no run of `{name}` speaks of these ops; what they give there is assumed: {}\n",
                ops.join(", ")
            ),
        }
    });
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { lines + "\n" }
}

/// The rows of a kind of change, with those columns that have anything to say of it.
fn section(moved: &Move<'_>, severity: Severity, rows: &[&Row]) -> String {
    let loses = matches!(severity, Severity::LossyKind | Severity::Narrower);
    let casts = severity != Severity::Legal && rows.iter().any(|row| !row.cast.is_empty());
    let mut head = vec!["op", "operands", "was", "becomes"];
    head.extend(loses.then_some("lost"));
    head.extend(casts.then_some("cast that keeps it"));
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let ops = row.ops.iter().map(|&op| moved.catalog.ops[op].name.as_str());
            let ops: Vec<&str> = ops.collect();
            let op = if ops.is_empty() { "promotion".to_owned() } else { ops.join(", ") };
            let mut cells = vec![op, row.operands.clone(), row.was.clone(), row.becomes.clone()];
            let lost = if row.lost.is_empty() { String::new() } else { row.lost.to_string() };
            cells.extend(loses.then_some(lost));
            cells.extend(casts.then(|| row.cast.clone()));
            cells
        })
        .collect();
    markdown_table(&head, &rows)
}

fn lacks(moved: &Move<'_>, settings: &Settings<'_>) -> String {
    let name = |id| moved.catalog.dtype(id).name.clone();
    let rows = settings.lacks.iter().map(|Lacking { dtype, stand_in }| match stand_in {
        Some((id, lost)) => [name(*dtype), name(*id), lost.to_string()],
        None => [name(*dtype), "none comes near".to_owned(), String::new()],
    });
    let rows: Vec<[String; 3]> = rows.collect();
    let title = format!("Dtypes that `{}` lacks", moved.to.name);
    table(&title, &["dtype", "what stands best for it", "lost"], &rows)
}

/// The defaults whose change does that to code.
fn defaults(moved: &Move<'_>, settings: &Settings<'_>, harm: Harm, title: &str) -> String {
    let name = |id| moved.catalog.dtype(id).name.clone();
    let known = |id: Option<_>| id.map_or_else(|| "not known".to_owned(), name);
    let those = settings
        .defaults
        .iter()
        .filter(|&&(_, both)| settings::harm_of_default(moved.catalog, both) == harm);
    let rows = those.map(|&(kind, both)| {
        let [was, becomes] = both.map(known);
        [kind.to_owned(), was, becomes]
    });
    let rows: Vec<[String; 3]> = rows.collect();
    let [from, to] = titles(moved);
    table(title, &["default", &from, &to], &rows)
}

fn policies(moved: &Move<'_>, settings: &Settings<'_>) -> String {
    let rows = settings.policies.iter().map(|one| {
        let [was, becomes] = one.values.map(|value| format!("{}: {}", value.name, value.doc));
        [one.name.to_owned(), was, becomes]
    });
    let rows: Vec<[String; 3]> = rows.collect();
    let [from, to] = titles(moved);
    table("Policies", &["policy", &from, &to], &rows)
}

/// What both rulesets do about something, in words, if they do not do the same.
fn phrases(moved: &Move<'_>, title: &str, both: Option<[&str; 2]>) -> String {
    let Some([was, becomes]) = both else { return String::new() };
    let [from, to] = titles(moved);
    format!("## {title}\n\n- {from}: {was}\n- {to}: {becomes}\n\n")
}

/// What the frameworks themselves compute otherwise.
fn values(settings: &Settings<'_>) -> String {
    let lines = settings.values.iter().map(|(ruleset, says)| format!("- `{ruleset}`, {says}\n"));
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("## Other values, by runs\n\n{lines}") }
}

fn titles(moved: &Move<'_>) -> [String; 2] {
    [moved.from, moved.to].map(|ruleset| format!("`{}`", ruleset.name))
}

/// A table below a heading; nothing, if it has no rows.
fn table(title: &str, head: &[&str], rows: &[[String; 3]]) -> String {
    match rows {
        [] => String::new(),
        rows => format!("## {title}\n\n{}", markdown_table(head, rows)),
    }
}
