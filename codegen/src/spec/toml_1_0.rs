//! A parsed file → the first place that only TOML 1.1 allows. Most TOML readers, Python's own included, reject it.
//!
//! The parser of this crate reads 1.1, where a table in braces may be broken into lines and end with a comma.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Mistake, Place};
use crate::load::SourceFile;
use crate::poison::Sink;

/// Reports the first place of a file that TOML 1.0 does not allow.
pub(super) fn check(source: &SourceFile, at: Place, table: &DeTable<'_>, sink: &Sink) {
    let Ok(text) = &source.text else { return };
    let places = table.iter().filter_map(|(_, value)| newer(text, value));
    if let Some(span) = places.min_by_key(|place| place.start) {
        let message = format!("{} is not TOML 1.0", source.path);
        let label = "only TOML 1.1 allows this in a table in braces";
        let wrong = at.here((), span).at.mistake(Mistake::NotToml, message, label);
        let way = "keep a table in braces on one line without a comma at its end, or give it a \
                   header of its own, such as [ops.pow.cells]";
        sink.report(wrong.help(way));
    }
}

/// The first place in `value` that TOML 1.0 does not allow: the end of a line between the braces of a table, or the
/// comma after its last entry.
fn newer(text: &str, value: &Spanned<DeValue<'_>>) -> Option<Range<usize>> {
    let below = match value.as_ref() {
        DeValue::Array(items) => items.iter().find_map(|item| newer(text, item)),
        DeValue::Table(table) => table.iter().find_map(|(_, value)| newer(text, value)),
        _ => None,
    };
    let own = in_braces(text, value).then(|| between(text, value)).flatten();
    below.into_iter().chain(own).min_by_key(|place| place.start)
}

/// The first such place between the values of a table in braces.
fn between(text: &str, table: &Spanned<DeValue<'_>>) -> Option<Range<usize>> {
    let mut values = Vec::new();
    leaves(text, table, &mut values);
    values.sort_by_key(|span| span.start);
    let mut from = table.span().start + 1;
    values.push(table.span().end - 1..table.span().end);
    for value in &values {
        let gap = from..value.start.max(from);
        if let Some(line) = text.get(gap.clone())?.find('\n') {
            return Some(from + line..from + line);
        }
        from = value.end.max(from);
    }
    let last = text.get(..table.span().end - 1)?.trim_end();
    last.ends_with(',').then(|| last.len() - 1..last.len())
}

/// The values of a table in braces, those below dotted keys too, which have no braces of their own.
fn leaves(text: &str, table: &Spanned<DeValue<'_>>, found: &mut Vec<Range<usize>>) {
    let DeValue::Table(entries) = table.as_ref() else { return };
    for (_, value) in entries.iter() {
        match value.as_ref() {
            DeValue::Table(_) if !in_braces(text, value) => leaves(text, value, found),
            _ => found.push(value.span()),
        }
    }
}

fn in_braces(text: &str, value: &Spanned<DeValue<'_>>) -> bool {
    let is_table = matches!(value.as_ref(), DeValue::Table(_));
    is_table && text.get(value.span()).is_some_and(|text| text.starts_with('{'))
}
