//! What programs read of an answer.

use std::borrow::Cow;

use codegen::Catalog;
use codegen::catalog::{Outcome, Source};
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

/// A value in lines of its own.
pub(crate) fn page(value: &impl Serialize) -> Page {
    Page::Verbatim(serde_json::to_string_pretty(value).expect("words and numbers are JSON") + "\n")
}

/// A public name, with a star if it is weakly typed; null where refused, `"?"` where not known, `"!"` where
/// nothing computes it.
pub(crate) fn outcome(catalog: &Catalog, outcome: Outcome) -> Option<Cow<'_, str>> {
    match outcome {
        Outcome::Refused => None,
        outcome => Some(catalog.outcome_name(outcome)),
    }
}

/// A source with all that is known of it.
pub(crate) fn source(source: &Source) -> Value {
    let Source { id, kind, title, version, url, read } = source;
    let kind = kind.name();
    json!({ "id": id, "kind": kind, "title": title, "version": version, "url": url, "read": read })
}
