//! A drawn table → words → the same table.

use std::path::Path;

use concord_codegen::diagnostic::{At, Place};
use concord_codegen::spec::grid::{Grid, draw};
use proptest::collection::vec;
use proptest::prelude::*;

fn parse(drawing: &str) -> Grid {
    Grid::parse(drawing, Place { file: 0, start: 0, end: drawing.len() })
}

#[test]
fn every_real_grid_is_drawn_as_it_stands() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let mut count = 0;
    for file in concord_codegen::load(&spec, "spec").files {
        let text = file.text.unwrap_or_else(|error| panic!("{}: {error}", file.path));
        for stands in text.split("'''").skip(1).step_by(2) {
            let drawn = format!("\n{}", parse(stands).draw());
            assert_eq!(drawn, stands, "{}: got the first, the file has the second", file.path);
            count += 1;
        }
    }
    assert!(count > 0, "no grid was found");
}

/// A table of at least a column and a row; words of all lengths, not all of them of letters.
fn tables() -> impl Strategy<Value = (Vec<String>, Vec<(String, Vec<String>)>)> {
    let word = || "[a-z0-9?!'×•-]{1,9}";
    (1..6_usize, 1..6_usize).prop_flat_map(move |(columns, rows)| {
        (vec(word(), columns), vec((word(), vec(word(), columns)), rows))
    })
}

proptest! {
    #[test]
    fn what_is_drawn_is_read_and_drawn_again((columns, rows) in tables()) {
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let rows: Vec<(&str, Vec<&str>)> = rows
            .iter()
            .map(|(label, cells)| (label.as_str(), cells.iter().map(String::as_str).collect()))
            .collect();
        let drawn = draw(&columns, &rows);
        let grid = parse(&drawn);

        let words = |words: &[At<String>]| -> Vec<String> {
            words.iter().map(|word| word.value.clone()).collect()
        };
        prop_assert_eq!(words(&grid.columns), columns);
        prop_assert_eq!(grid.rows.len(), rows.len());
        for (read, (label, cells)) in grid.rows.iter().zip(&rows) {
            prop_assert_eq!(&read.label.value, label);
            prop_assert_eq!(&words(&read.cells), cells);
        }
        prop_assert_eq!(grid.draw(), drawn);
    }

    #[test]
    fn any_text_is_a_grid_whose_words_stand_where_they_say(text in "[a-z0-9×' \t\r\n]{0,60}") {
        let grid = parse(&text);
        let cells = grid.rows.iter().flat_map(|row| row.cells.iter().chain([&row.label]));
        for word in grid.columns.iter().chain(cells) {
            prop_assert_eq!(&text[word.at.start..word.at.end], word.value.as_str());
        }
        let count = grid.columns.len() + grid.rows.iter().map(|row| 1 + row.cells.len()).sum::<usize>();
        prop_assert_eq!(count, text.split_whitespace().count());
    }
}
