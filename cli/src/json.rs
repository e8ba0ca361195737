//! What programs read of an answer.

use std::borrow::Cow;

use codegen::Catalog;
use codegen::catalog::{Cell, Source};
use serde::Serialize;
use serde_json::{Value, json};

use crate::lines::Lines;
use crate::page::Page;

/// What is said of a ruleset, below its name and title.
#[derive(Serialize)]
pub(crate) struct Titled<'a> {
    pub(crate) ruleset: &'a str,
    pub(crate) title: String,
    #[serde(flatten)]
    pub(crate) lines: Lines,
}

/// No line is longer, but for one long word.
const WIDTH: usize = 100;

/// A value in few lines: a list or an object that fits in a line is on one.
pub(crate) fn page(value: &impl Serialize) -> Page {
    let value = serde_json::to_value(value).expect("words and numbers are JSON");
    Page::Verbatim(format!("{}\n", drawn(&value, 0, 0)))
}

/// A value that begins at a column, in lines of an indentation.
fn drawn(value: &Value, indent: usize, column: usize) -> String {
    let line = value.to_string();
    // A comma may stand behind it.
    if column + line.chars().count() < WIDTH {
        return line;
    }
    let inner = " ".repeat(indent + 2);
    let (open, items, close): (_, Vec<String>, _) = match value {
        Value::Array(items) => {
            let items = items.iter().map(|item| drawn(item, indent + 2, indent + 2));
            ('[', items.map(|item| format!("{inner}{item}")).collect(), ']')
        }
        Value::Object(items) => {
            let items = items.iter().map(|(key, item)| {
                let key = format!("{inner}{}: ", Value::from(key.as_str()));
                let column = key.chars().count();
                key + &drawn(item, indent + 2, column)
            });
            ('{', items.collect(), '}')
        }
        _ => return line,
    };
    format!("{open}\n{}\n{:indent$}{close}", items.join(",\n"), "")
}

/// A public name, with a star if it is weakly typed; null where refused, `"?"` where not known, `"!"` where
/// nothing computes it.
pub(crate) fn outcome(catalog: &Catalog, outcome: Cell) -> Option<Cow<'_, str>> {
    match outcome {
        Cell::Refused => None,
        outcome => Some(catalog.outcome_name(outcome)),
    }
}

/// A source with all that is known of it.
pub(crate) fn source(source: &Source) -> Value {
    let Source { id, kind, title, version, url, read } = source;
    let kind = kind.name();
    json!({ "id": id, "kind": kind, "title": title, "version": version, "url": url, "read": read })
}
