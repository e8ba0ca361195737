//! Tables in every form they are found in, what is read of them, and the rulesets they are nearest to.

use std::path::Path;

use concord_codegen::catalog::{Catalog, Cell, TableName};
use concord_codegen::draw;
use concord_codegen::identify::{Given, GivenError, identify, spec_file};
use concord_codegen::{Sources, load, lower};

fn catalog() -> Catalog {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    lower(&load(&spec, "spec")).unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}

fn read(catalog: &Catalog, text: &str) -> Given {
    Given::read(catalog, text, &[]).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn named(words: &[(&str, &str)]) -> Vec<(String, String)> {
    words.iter().map(|&(word, name)| (word.to_owned(), name.to_owned())).collect()
}

#[test]
fn every_form_of_a_table_is_the_same_table() {
    let catalog = catalog();
    let wanted = read(&catalog, ",int8,uint8\nint8,int8,int16\nuint8,-,uint8\n");
    assert_eq!(wanted.cells.len(), 4);
    for text in [
        "# comment\n\n x ; int8 ; uint8 \nint8;int8;int16\n# more\nuint8;-;uint8",
        "\t\"int8\"\tuint8\nint8\tint8\tint16\nuint8\t-\tuint8\n",
        "\u{feff},int8,uint8\r\nint8,int8,int16\r\nuint8,-,uint8\r\n",
        r#"{"rows": ["int8", "uint8"], "columns": ["int8", "uint8"], "cells": [["int8", "int16"], [null, "uint8"]]}"#,
        r#"{"int8": {"int8": "int8", "uint8": "int16"}, "uint8": {"int8": null, "uint8": "uint8"}}"#,
        r#"{"int8 × int8": "int8", "int8,uint8": "int16", "(uint8, int8)": null, "uint8 + uint8": "uint8"}"#,
        r#"[["int8","int8","int8"],["int8","uint8","int16"],["uint8","int8","-"],["uint8","uint8","uint8"]]"#,
    ] {
        assert_eq!(read(&catalog, text), wanted, "{text}");
    }
}

#[test]
fn what_show_prints_is_read() {
    let catalog = catalog();
    for ruleset in &catalog.rulesets {
        let sheet = draw::sheet(&catalog, ruleset, TableName::Promotion);
        for text in [sheet.csv(), sheet.json()] {
            let given = read(&catalog, &text);
            let cells: Vec<Cell> =
                ruleset.promotion.cells.iter().map(|cell| cell.outcome).collect();
            assert_eq!((&given.dtypes, given.cells), (&ruleset.dtypes, cells), "{}", ruleset.name);
        }
    }
}

#[test]
fn every_ruleset_is_nearest_to_its_own_table_and_becomes_itself() {
    let catalog = catalog();
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let files = load(&spec, "spec").files;
    for ruleset in &catalog.rulesets {
        let sheet = draw::sheet(&catalog, ruleset, TableName::Promotion);
        let given = read(&catalog, &sheet.csv());
        let found = identify(&catalog, &given);
        let own = found
            .nearest
            .iter()
            .find(|one| one.rulesets.iter().any(|other| other.name == ruleset.name));
        let own = own.map(|one| (one.agree, one.differing.different()));
        assert_eq!(own, Some((given.known().count(), 0)), "{}", ruleset.name);
        let nearest = &found.nearest[0];
        assert_eq!(nearest.differing.different(), 0, "{}", ruleset.name);
        assert!(found.alone.is_empty(), "{}", ruleset.name);
        let text = spec_file(&catalog, &given, "a \"quoted\" name.csv");
        let mine = Sources::from_texts("spec", [("frameworks/mine.toml", text.as_str())]).files;
        let all = files.iter().take(2).cloned().chain(mine).collect();
        let mine = lower(&Sources { files: all });
        let mine = mine.unwrap_or_else(|mistakes| panic!("{text}\n{mistakes:?}"));
        let again = draw::sheet(&mine, &mine.rulesets[0], TableName::Promotion);
        assert_eq!(again.cells, sheet.cells, "{}:\n{text}", ruleset.name);
    }
}

#[test]
fn words_are_read_as_the_framework_spells_them_that_knows_most() {
    let catalog = catalog();
    let name = |given: &Given| -> Vec<String> {
        given.dtypes.iter().map(|&id| catalog.dtype(id).name.clone()).collect()
    };
    // NumPy's letters and widths in bytes.
    let bytes = read(&catalog, ",i1,i2,i8,f8\ni1,i1,i2,i8,f8\n");
    assert_eq!(name(&bytes), ["int8", "int16", "int64", "float64"]);
    let bits = read(&catalog, ",I8,F64,BF16\nI8,I8,F64,BF16\n");
    assert_eq!(name(&bits), ["int8", "bfloat16", "float64"]);
    let read_as = read(&catalog, ",i8,f64\ni8,i8,f64\n").readings;
    assert!(read_as.iter().any(|one| one.word == "i8"), "{read_as:?}");
    let explained = Given::read(&catalog, ",i8\ni8,i8\n", &named(&[("i8", "int64")]));
    assert_eq!(
        explained.map(|given| (name(&given), given.readings)),
        Ok((vec!["int64".to_owned()], vec![]))
    );
}

#[test]
fn a_table_that_is_none_says_why() {
    let catalog = catalog();
    for (text, called, wanted) in [
        ("", &[][..], "no table: there is no cell in it"),
        (
            "# nothing\n",
            &[],
            "no table: no words between commas, tabs or semicolons in its first line",
        ),
        (",int8\n", &[], "no table: there is no cell in it"),
        ("[]", &[], "no table: there is no cell in it"),
        ("[1]", &[], "no table: 1 is not a list of a row, a column and what they give"),
        ("{\"a\": 1}", &[], "no table: `a` is no pair: write `int8 × uint8`"),
        ("{\"cells\": 1}", &[], "no table: null is not a list as `rows`"),
        (
            ",float 32\nint8,int8\n",
            &[],
            "no table: `float 32` is not one word, in the row of `int8` and the column of `float 32`",
        ),
        (
            "{\"rows\":[\"int8\"],\"columns\":[\"int8\"],\"cells\":[[\"int8\"],[\"int8\"]]}",
            &[],
            "no table: `rows` names 1 rows, and `cells` has 2",
        ),
        (
            "{\"int8\": {\"uint8\": 1}}",
            &[],
            "no table: 1 is not the name of a dtype, or null, in the row of int8 and the column of uint8",
        ),
        (
            "|  | int8 |\n|---|---|\n| int8 | int8 |\n",
            &[],
            "no table: a table of Markdown, which is not read: write CSV, its columns named in the first line, or JSON",
        ),
        (
            ",tall,tiny\ntall,tall,tall\n",
            &[],
            "no table: none of its rows and columns is a dtype: tall tiny",
        ),
        (",int8,i8\nint8,int8,int8\n", &[], "two words for int8: `int8` and `i8`"),
        (
            ",int8\nint8,int8\nint8,int16\n",
            &[],
            "two results: int8 × int8 is given as int8 and as int16",
        ),
        (
            ",int8\nint8,int8\n",
            &[("int8", "flaot")],
            "unknown name: `int8` cannot mean `flaot`, which is no dtype",
        ),
        (",int8\nint8,int8\n", &[("c64", "complex64")], "unknown name: the table has no `c64`"),
    ] {
        let error = Given::read(&catalog, text, &named(called)).map_err(|error| error.to_string());
        assert_eq!(error, Err(wanted.to_owned()), "{text}");
    }
    let long: String =
        (0..300).map(|place| format!("[\"int8\",\"int8\",\"new{place}\"],")).collect();
    let long = format!("[{}]", long.trim_end_matches(','));
    assert!(matches!(Given::read(&catalog, &long, &[]), Err(GivenError::CellTwice { .. })));
}

#[test]
fn a_dtype_that_no_spec_has_is_a_result_of_its_own() {
    let catalog = catalog();
    let given = read(&catalog, ",int8,Int256\nint8,Int256,Int256\nInt256,Int256,Int256\n");
    assert_eq!((given.left_out.clone(), given.cells.len()), (vec!["Int256".to_owned()], 1));
    let found = identify(&catalog, &given);
    assert_eq!(found.alone.len(), 1);
    let shown = given.catalog(&catalog);
    assert_eq!(shown.outcome_name(given.cells[0]), "<Int256>");
}
