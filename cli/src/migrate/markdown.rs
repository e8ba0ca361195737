//! A move → Markdown: how many cases change, then a table for each kind of change, the worst first.

use codegen::draw::markdown_table;

use super::Move;
use super::change::{Change, Severity};
use super::rows::{self, Row};
use super::settings::{Lacking, Settings};

pub(super) fn text(moved: &Move<'_>, changes: &[Change], settings: &Settings<'_>) -> String {
    let Move { from, to, .. } = moved;
    let mut text = format!("# From `{}` to `{}`\n\n", from.name, to.name);
    if changes.is_empty() && settings.is_empty() {
        return text + "Nothing changes.\n";
    }
    text += &summary(moved, changes);
    let rows = rows::rows(moved, changes);
    for severity in Severity::ALL {
        let those: Vec<&Row> = rows.iter().filter(|row| row.severity == severity).collect();
        if !those.is_empty() {
            text += &format!("## {}\n\n{}", severity.title(), section(moved, severity, &those));
        }
    }
    text += &of_settings(moved, settings);
    text.truncate(text.trim_end().len());
    text + "\n"
}

fn summary(moved: &Move<'_>, changes: &[Change]) -> String {
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
    let text = text
        + "An op is listed where it changes otherwise than what its operands promote to.\n\
           A pair stands for both its orders, where its row does not say otherwise.\n\n";
    let rows = Severity::ALL.iter().filter_map(|&severity| {
        let those: Vec<&Change> = changes.iter().filter(|one| one.severity == severity).collect();
        let ops = those.iter().filter(|one| one.op.is_some()).count();
        let counts = [those.len() - ops, ops].map(|count| count.to_string());
        let [promotions, ops] = counts;
        (!those.is_empty()).then(|| [severity.title().to_owned(), promotions, ops])
    });
    text + &markdown_table(&["change", "promotions", "ops"], &rows.collect::<Vec<_>>())
}

/// The rows of a kind of change, with those columns that have anything to say of it.
fn section(moved: &Move<'_>, severity: Severity, rows: &[&Row]) -> String {
    let loses = matches!(severity, Severity::Kind | Severity::Narrower);
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

fn of_settings(moved: &Move<'_>, settings: &Settings<'_>) -> String {
    let Settings { lacks, defaults, policies, nary } = settings;
    let [from, to] = [moved.from, moved.to].map(|ruleset| format!("`{}`", ruleset.name));
    let name = |id| moved.catalog.dtype(id).name.clone();
    let mut text = String::new();
    if !lacks.is_empty() {
        let rows: Vec<[String; 3]> = lacks
            .iter()
            .map(|Lacking { dtype, stand_in }| match stand_in {
                Some((id, lost)) => [name(*dtype), name(*id), lost.to_string()],
                None => [name(*dtype), "none comes near".to_owned(), String::new()],
            })
            .collect();
        let head = ["dtype", "what stands best for it", "lost"];
        text += &format!("## Dtypes that {to} lacks\n\n{}", markdown_table(&head, &rows));
    }
    if !defaults.is_empty() {
        let known = |id: Option<_>| id.map_or_else(|| "not known".to_owned(), name);
        let rows = defaults.iter().map(|&(kind, both)| {
            let [was, becomes] = both.map(known);
            [kind.to_owned(), was, becomes]
        });
        let rows: Vec<[String; 3]> = rows.collect();
        text +=
            &format!("## Default dtypes\n\n{}", markdown_table(&["default", &from, &to], &rows));
    }
    if !policies.is_empty() {
        let rows = policies.iter().map(|one| {
            let [was, becomes] = one.values.map(|value| format!("{}: {}", value.name, value.doc));
            [one.name.to_owned(), was, becomes]
        });
        let rows: Vec<[String; 3]> = rows.collect();
        text += &format!("## Policies\n\n{}", markdown_table(&["policy", &from, &to], &rows));
    }
    if let Some([was, becomes]) = nary {
        text += &format!("## Three operands and more\n\n- {from}: {was}\n- {to}: {becomes}\n");
    }
    text
}
