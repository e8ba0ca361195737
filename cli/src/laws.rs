//! `laws`: what holds of a ruleset's promotion, and every counter-example, beside what was run of it.

use std::borrow::Cow;

use codegen::catalog::{Cell, DTypeId, Ruleset};
use codegen::{Catalog, draw};
use rules::laws::{Laws, Lossy};
use serde::Serialize;

use crate::args::{self, TextFormat};
use crate::page::Page;
use crate::run_evidence::Together;
use crate::{Answer, Origin, ask, json};

/// How many counter-examples to a law are shown unless all are asked for.
const SHOWN: usize = 5;

/// What follows if there are more.
const ALL: &str = "\n`--all` shows every counter-example\n";

pub(crate) fn run(args: &args::Laws, catalog: &Catalog, origin: &Origin) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let laws = catalog.tables(ruleset).laws();
    let runs = origin.runs(catalog, ruleset)?;
    let together = Together::new(catalog, ruleset, &runs);
    let together = |triple| together.of(triple);
    Ok(match args.format {
        TextFormat::Text => {
            let (name, title, count) = (&ruleset.name, ruleset.title(), ruleset.dtypes.len());
            let title = format!("{name}: {title}, {count} dtypes\n\n");
            let most = if args.all { usize::MAX } else { SHOWN };
            let text = draw::laws_in_short(catalog, &laws, most, together);
            let all = if text.contains("\n    and ") { ALL } else { "" };
            Page::Prose(title + &ask::note_on_codes(catalog, &[ruleset], &text) + &text + all)
        }
        TextFormat::Json => json::page(&report(catalog, ruleset, &laws, together)),
    })
}

/// The counter-examples to each law; a law without any holds.
#[derive(Serialize)]
struct Report<'c> {
    ruleset: &'c str,
    title: String,
    dtypes: Vec<&'c str>,
    symmetric: Vec<Example<'c>>,
    idempotent: Vec<Example<'c>>,
    associative: Vec<Example<'c>>,
    monotone: Vec<Example<'c>>,
    /// Null if the ruleset has no bool.
    bool_identity: Option<Vec<Example<'c>>>,
    /// Of each, what the one operand and what the other loses.
    lossless: Vec<Example<'c>>,
    /// How many cells give a dtype at all.
    defined: usize,
}

/// Operands by public name, and what is given of them.
#[derive(Serialize)]
struct Example<'c> {
    operands: Vec<&'c str>,
    gives: Vec<Option<Cow<'c, str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<[Vec<String>; 2]>,
    /// What recorded runs gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<String>,
}

impl<'c> Example<'c> {
    fn new(catalog: &'c Catalog, operands: &[DTypeId], gives: &[Cell]) -> Example<'c> {
        Example {
            operands: names(catalog, operands),
            gives: gives.iter().map(|&one| json::outcome(catalog, one)).collect(),
            lost: None,
            runs: None,
        }
    }
}

fn names<'c>(catalog: &'c Catalog, ids: &[DTypeId]) -> Vec<&'c str> {
    ids.iter().map(|&id| catalog.dtype(id).name.as_str()).collect()
}

fn report<'c>(
    catalog: &'c Catalog,
    ruleset: &'c Ruleset,
    laws: &Laws,
    together: impl Fn([DTypeId; 3]) -> Option<String>,
) -> Report<'c> {
    let example = |operands: &[DTypeId], gives: &[Cell]| Example::new(catalog, operands, gives);
    let associative = laws.associative.iter().map(|(triple, both)| {
        let runs = together(*triple);
        Example { runs, ..example(triple, both) }
    });
    let lossy = laws.lossless.iter().map(|Lossy { pair, result, lost }| {
        let lost = lost.map(|lost| lost.iter().map(|loss| loss.to_string()).collect());
        Example { lost: Some(lost), ..example(pair, &[Cell::DType(*result)]) }
    });
    let bool_identity = laws.bool_identity.as_ref();
    Report {
        ruleset: &ruleset.name,
        title: ruleset.title(),
        dtypes: names(catalog, &ruleset.dtypes),
        symmetric: laws.symmetric.iter().map(|(pair, both)| example(pair, both)).collect(),
        idempotent: laws.idempotent.iter().map(|(id, own)| example(&[*id], &[*own])).collect(),
        associative: associative.collect(),
        monotone: laws.monotone.iter().map(|(triple, both)| example(triple, both)).collect(),
        bool_identity: bool_identity
            .map(|all| all.iter().map(|(id, both)| example(&[*id], both)).collect()),
        lossless: lossy.collect(),
        defined: laws.defined,
    }
}
