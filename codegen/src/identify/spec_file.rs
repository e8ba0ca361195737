//! A table → the file of a ruleset that states it and nothing else.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Given;
use crate::catalog::{Catalog, Cell, DTypeId};
use crate::spec::grid;

/// A spec file of the table: its dtypes, what it calls them, and its cells.
///
/// `from` is the name of the file that the table was read from. What a table does not say, the file does not state: the
/// header lists what its reader has to fill in.
pub fn spec_file(catalog: &Catalog, given: &Given, from: &str) -> String {
    let catalog = given.catalog(catalog);
    let results = given.known().filter_map(|(_, cell)| cell.dtype());
    let dtypes: BTreeSet<DTypeId> = given.dtypes.iter().copied().chain(results).collect();
    let codes: Vec<&str> = dtypes.iter().map(|&id| catalog.dtype(id).code.as_str()).collect();
    let from = from.replace(char::is_control, " ");
    let mut text = format!(
        "# The table of {from}, as `concord identify` read it.\n\
         #\n\
         # Fill in: what the framework is called, where the table comes from and which day it was read.\n\
         # A table of two operands does not say what three give, nor what Python numbers do: `nary` is a guess,\n\
         # and [scalars], [defaults] and the other sections of spec/README.md are not here.\n\
         \n\
         [framework]\n\
         name    = \"Mine\"\n\
         edition = \"1\"\n\
         source  = \"table\"\n\
         dtypes  = [{}]\n",
        quoted(&codes)
    );
    let foreign: Vec<&str> = catalog
        .foreign
        .iter()
        .zip(0..)
        .filter(|(_, place)| given.cells.contains(&Cell::Foreign(*place)))
        .map(|(name, _)| name.as_str())
        .collect();
    if !foreign.is_empty() {
        text += &format!("foreign = [{}]\n", quoted(&foreign));
    }
    text += &format!(
        "\n[[source]]\n\
         id      = \"table\"\n\
         kind    = \"code\"\n\
         title   = {}\n\
         version = \"not stated\"\n\
         url     = \"https://example.org\"\n\
         read    = 2000-01-01\n",
        quoted(&[&from])
    );
    let own: Vec<(&str, &str)> = given
        .dtypes
        .iter()
        .zip(&given.words)
        .map(|(&id, word)| (catalog.dtype(id), word.as_str()))
        .filter(|(dtype, word)| dtype.name != *word && !word.contains(char::is_whitespace))
        .map(|(dtype, word)| (dtype.code.as_str(), word))
        .collect();
    if !own.is_empty() {
        let lines = own.iter().map(|(code, word)| format!("{code:<4} = [{}]\n", quoted(&[word])));
        text += &format!("\n[names]\n{}", lines.collect::<String>());
    }
    let mirror = |(pair, cell): ([DTypeId; 2], Cell)| given.cell(pair[1], pair[0]) == cell;
    let symmetric = given.known().all(mirror);
    let all: Vec<DTypeId> = dtypes.iter().copied().collect();
    let grid = draw(&catalog, &all, |row, column| given.cell(row, column));
    text += &format!(
        "\n[promotion]\n\
         symmetric = {symmetric}\n\
         nary      = \"fold\"\n\
         grid = '''\n{grid}'''\n"
    );
    // A weakly typed result is promoted further by a table of its own, which is not known.
    if given.cells.iter().any(|cell| matches!(cell, Cell::Weak(_))) {
        let unknown = draw(&catalog, &all, |_, _| Cell::Unknown);
        text += &format!("\n[weak]\ngrid = '''\n{unknown}'''\n");
    }
    text
}

fn draw(catalog: &Catalog, dtypes: &[DTypeId], cell: impl Fn(DTypeId, DTypeId) -> Cell) -> String {
    let codes: Vec<&str> = dtypes.iter().map(|&id| catalog.dtype(id).code.as_str()).collect();
    let cells: Vec<Vec<String>> = dtypes
        .iter()
        .map(|&row| {
            let cells = dtypes.iter().map(|&column| cell(row, column));
            cells.map(|cell| catalog.outcome_code(cell).into_owned()).collect()
        })
        .collect();
    let rows: Vec<(&str, Vec<&str>)> = codes
        .iter()
        .zip(&cells)
        .map(|(&code, row)| (code, row.iter().map(String::as_str).collect()))
        .collect();
    grid::draw(&codes, &rows)
}

/// Words between quotes. A string of JSON is one of TOML.
fn quoted(words: &[&str]) -> String {
    let quoted = words.iter().map(|&word| Value::from(word).to_string());
    quoted.collect::<Vec<_>>().join(", ")
}
