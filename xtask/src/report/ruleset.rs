//! One ruleset of the report: sources, cells, laws, what was run, divergences, slips.

use codegen::Catalog;
use codegen::catalog::{Cell, Observed, Ruleset};
use codegen::draw::{self, declared, markdown_table, words};
use observed::Observation;
use observed::conformity::{self, Conformity};

/// Counter-examples of a law that are shown; `concord laws` has all.
const SHOWN: usize = 3;

/// Every ruleset on a line.
pub(super) fn overview(catalog: &Catalog) -> String {
    let rows: Vec<[String; 7]> = catalog
        .rulesets
        .iter()
        .map(|one| {
            let count = |outcome| one.promotion.count(outcome).to_string();
            [
                format!("`{}`", one.name),
                one.title(),
                one.dtypes.len().to_string(),
                one.promotion.cells.len().to_string(),
                count(Cell::Refused),
                count(Cell::NoKernel),
                (one.divergences.len() + one.observed_differences.len()).to_string(),
            ]
        })
        .collect();
    let head = ["ruleset", "framework", "dtypes", "cells", "refused", "no kernel", "divergences"];
    markdown_table(&head, &rows)
}

pub(super) fn section(
    catalog: &Catalog,
    ruleset: &Ruleset,
    observations: &[Observation],
) -> Result<String, String> {
    let mut text = format!("## `{}`: {}\n\n", ruleset.name, ruleset.title());
    for source in &ruleset.sources {
        text += &format!("- {}, read {}\n", words::source(source), source.read);
    }
    text += &format!("\n### What it keeps\n\n```text\n{}```\n\n", kept(catalog, ruleset));
    text += &runs(catalog, ruleset, observations)?;
    // A profile's are those of its framework.
    if ruleset.device.is_none() {
        text += &divergences(catalog, ruleset);
    }
    Ok(text)
}

/// The laws, with a few counter-examples of each.
fn kept(catalog: &Catalog, ruleset: &Ruleset) -> String {
    let laws = catalog.tables(ruleset).laws();
    let (mut text, mut examples) = (String::new(), 0);
    for line in draw::laws(catalog, &laws).lines() {
        let example = line.starts_with("    ");
        examples = if example { examples + 1 } else { 0 };
        if examples <= SHOWN {
            text += &format!("{line}\n");
        } else if examples == SHOWN + 1 {
            text += "    …\n";
        }
    }
    text
}

/// A run that speaks for a ruleset, and what came of holding it against that.
pub(super) fn held<'o>(
    catalog: &Catalog,
    ruleset: &Ruleset,
    observed: &Observed,
    observations: &'o [Observation],
) -> Result<(&'o Observation, Conformity), String> {
    let found = observations.iter().find(|one| one.name == observed.file);
    let observation = found.ok_or_else(|| {
        format!("{}: conformance/observed/{}.json is not there\n", ruleset.name, observed.file)
    })?;
    let conformity = conformity::compare(catalog, ruleset, observed, observation);
    conformity.map(|conformity| (observation, conformity)).map_err(|error| format!("{error}\n"))
}

/// How it compares with each run that speaks for it.
fn runs(
    catalog: &Catalog,
    ruleset: &Ruleset,
    observations: &[Observation],
) -> Result<String, String> {
    let mut text = String::new();
    for observed in &ruleset.observed {
        let (observation, conformity) = held(catalog, ruleset, observed, observations)?;
        text += &format!(
            "### Against {} {}, run ({})\n\n{}.\n\n",
            observation.framework, observation.version, observed.view, observation.configuration
        );
        let rows: Vec<[String; 4]> = conformity
            .counts
            .iter()
            .map(|(aspect, count)| {
                let numbers = [count.agreed, count.differed, count.silent];
                let [agreed, differed, silent] = numbers.map(|number| number.to_string());
                [aspect.name().to_owned(), agreed, differed, silent]
            })
            .collect();
        text += &markdown_table(
            &["", "cells that agree", "that differ", "of which it says nothing"],
            &rows,
        );
    }
    Ok(text)
}

fn divergences(catalog: &Catalog, ruleset: &Ruleset) -> String {
    let drawn = ruleset
        .divergences
        .iter()
        .map(|one| format!("- {}\n", declared::divergence(catalog, ruleset, one)));
    let run = ruleset
        .observed_differences
        .iter()
        .map(|one| format!("- {}\n", declared::difference(catalog, ruleset, one)));
    let slips =
        ruleset.slips.iter().map(|one| format!("- {}\n", declared::slip(catalog, ruleset, one)));
    let parts = [("Divergences", drawn.chain(run).collect::<String>()), ("Slips", slips.collect())];
    let parts = parts.iter().filter(|(_, lines)| !lines.is_empty());
    parts.map(|(title, lines)| format!("### {title}\n\n{lines}\n")).collect()
}
