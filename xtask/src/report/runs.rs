//! A ruleset and the runs that speak for it → what came of holding it against each.

use codegen::Catalog;
use codegen::catalog::{Observed, Ruleset};
use codegen::draw::markdown_table;
use observed::Observation;
use observed::conformity::{self, Conformity};

/// A ruleset, held against every run that speaks for it.
pub(super) struct Held<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) runs: Vec<Run<'a>>,
}

/// One run, and what came of it.
pub(super) struct Run<'a> {
    pub(super) observed: &'a Observed,
    pub(super) observation: &'a Observation,
    pub(super) conformity: Conformity,
}

/// Every ruleset of the catalog, held against its runs.
pub(super) fn all<'a>(
    catalog: &'a Catalog,
    observations: &'a [Observation],
) -> Result<Vec<Held<'a>>, String> {
    let held = |ruleset: &'a Ruleset| {
        let runs =
            ruleset.observed.iter().map(|observed| run(catalog, ruleset, observed, observations));
        Ok(Held { ruleset, runs: runs.collect::<Result<_, String>>()? })
    };
    catalog.rulesets.iter().map(held).collect()
}

fn run<'a>(
    catalog: &Catalog,
    ruleset: &Ruleset,
    observed: &'a Observed,
    observations: &'a [Observation],
) -> Result<Run<'a>, String> {
    let found = observations.iter().find(|one| one.name == observed.file);
    let observation = found.ok_or_else(|| {
        format!("{}: conformance/observed/{}.json is not there\n", ruleset.name, observed.file)
    })?;
    let conformity = conformity::compare(catalog, ruleset, observed, observation);
    let conformity = conformity.map_err(|error| format!("{error}\n"))?;
    Ok(Run { observed, observation, conformity })
}

impl Held<'_> {
    /// How many of the cells that its runs asked, and it states, are as they gave: `99.7 % of 15,602`.
    pub(super) fn agreement(&self) -> String {
        let counts = self.runs.iter().flat_map(|run| &run.conformity.counts);
        let (mut agreed, mut asked) = (0, 0);
        for (_, count) in counts {
            agreed += count.agreed;
            asked += count.agreed + count.differed;
        }
        match asked {
            0 => "not run".to_owned(),
            asked => {
                // Rounded down, so that 100 % is all of them.
                let share = agreed * 1000 / asked;
                format!("{}.{} % of {}", share / 10, share % 10, thousands(asked))
            }
        }
    }

    /// How it compares with each run that speaks for it.
    pub(super) fn section(&self) -> String {
        self.runs.iter().map(Run::section).collect()
    }
}

impl Run<'_> {
    fn section(&self) -> String {
        let Run { observed, observation, conformity } = self;
        let rows: Vec<[String; 4]> = conformity
            .counts
            .iter()
            .map(|(aspect, count)| {
                let numbers = [count.agreed, count.differed, count.silent];
                let [agreed, differed, silent] = numbers.map(thousands);
                [aspect.name().to_owned(), agreed, differed, silent]
            })
            .collect();
        format!(
            "### Against {} {}, run ({})\n\n{}.\n\n{}",
            observation.framework,
            observation.version,
            observed.view,
            observation.configuration,
            markdown_table(
                &["", "cells that agree", "that differ", "on which the ruleset is silent"],
                &rows,
            )
        )
    }
}

/// `15602` → `15,602`
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::thousands;

    #[test]
    fn digits_are_in_threes() {
        let shown = [0, 7, 999, 1000, 15_602, 1_234_567].map(thousands);
        assert_eq!(shown, ["0", "7", "999", "1,000", "15,602", "1,234,567"]);
    }
}
