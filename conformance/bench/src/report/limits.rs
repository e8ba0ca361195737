//! Rows beside their limits → the figures: the worst of each class, then every case.

use super::{Causes, cause, distinct, head, line, mark, ratio, time};
use crate::cases::Figure;
use crate::results::Row;

/// For each class and size: the figure, the worst case, how many meet it.
pub(super) fn summary(rows: &[Row]) -> String {
    let mut text = String::from("\n### Of the limit: the worst of each class\n\n");
    head(&mut text, &["class", "n", "figure", "worst", "case", "", "met"]);
    for class in distinct(rows, |row| row.class) {
        let of: Vec<&Row> = rows.iter().filter(|row| row.class == class).collect();
        for size in distinct(&of, |row| row.size.clone()) {
            let cells: Vec<&&Row> = of.iter().filter(|row| row.size == size).collect();
            worst(&mut text, class, &size, &cells);
        }
    }
    text
}

fn worst(text: &mut String, class: &str, size: &str, rows: &[&&Row]) {
    let measured = rows.iter().filter_map(|row| Some((row.reached()?, row)));
    let Some((reached, row)) = measured.min_by(|(a, _), (b, _)| a.total_cmp(b)) else {
        let reason = rows.iter().find_map(|row| row.measured.as_ref().err());
        let reason = reason.map_or("there is no limit kernel", String::as_str);
        line(text, &[class, size, "", "not measured", reason, "", ""]);
        return;
    };
    let met = rows.iter().filter(|row| row.reached().is_some_and(|reached| reached >= 1.0)).count();
    let figure = row.figure.map_or(String::new(), figure);
    let counts = format!("{met} of {}", rows.len());
    line(text, &[class, size, &figure, &value(row), &row.key, &mark(reached), &counts]);
}

/// Every case of every class, sizes side by side.
pub(super) fn details(rows: &[Row]) -> String {
    let mut text = String::new();
    for class in distinct(rows, |row| row.class) {
        let of: Vec<&Row> = rows.iter().filter(|row| row.class == class).collect();
        text.push_str(&format!("\n### {class}\n\n"));
        let level = of.first().map_or(String::new(), |row| format!("case ({}); n =", row.isa));
        let sizes = distinct(&of, |row| row.size.clone());
        let titles = sizes.iter().cloned();
        head(&mut text, &std::iter::once(level).chain(titles).collect::<Vec<_>>());
        for key in distinct(&of, |row| row.key.clone()) {
            let cells = of.iter().filter(|row| row.key == key).map(|row| cell(row));
            line(&mut text, &std::iter::once(key.clone()).chain(cells).collect::<Vec<_>>());
        }
    }
    text
}

/// All that fall short, with the cause if one is known.
pub(super) fn misses(rows: &[Row], causes: &Causes) -> String {
    let missed = |row: &&Row| row.reached().is_some_and(|reached| reached < 1.0);
    let missed: Vec<&Row> = rows.iter().filter(missed).collect();
    if missed.is_empty() {
        return "\nEvery figure against the limit is met.\n".to_owned();
    }
    let mut text = format!("\n## Figures missed: {} of {}\n\n", missed.len(), rows.len());
    head(&mut text, &["case", "level", "n", "figure", "measured", "", "cause"]);
    for row in missed {
        let figure = row.figure.map_or(String::new(), figure);
        let reached = row.reached().map_or(String::new(), mark);
        let why = cause(causes, &row.key, row.class, None);
        let level = row.isa.name();
        line(&mut text, &[&row.key, level, &row.size, &figure, &value(row), &reached, why]);
    }
    text
}

pub(super) fn figure(figure: Figure) -> String {
    match figure {
        Figure::AtMost(nanoseconds) => format!("≤ {nanoseconds} ns"),
        Figure::AtLeast(ratio) => format!("≥ {ratio}"),
    }
}

/// What the figure is of: a time or a ratio.
fn value(row: &Row) -> String {
    match (&row.measured, row.figure) {
        (Err(reason), _) => reason.clone(),
        (Ok(measured), Some(Figure::AtMost(_))) => time(measured.ours.seconds),
        (Ok(measured), _) if measured.limit.is_none() => time(measured.ours.seconds),
        (Ok(measured), _) => ratio(measured.ours.ratio),
    }
}

fn cell(row: &Row) -> String {
    let Ok(measured) = &row.measured else { return value(row) };
    let spread = format!("± {:.0} %", measured.ours.spread * 50.0);
    match row.reached() {
        Some(reached) => format!("{} {spread} {}", value(row), mark(reached)),
        None => format!("{} {spread}", value(row)),
    }
}
