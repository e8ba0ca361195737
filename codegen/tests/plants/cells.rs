//! Cells, rows and columns of every real framework made wrong: some by themselves, every cell at once.

use concord_codegen::diagnostic::Place;
use concord_codegen::spec::grid::Row;

use crate::real::{Drawing, Real, reals};

/// A file made wrong, and the mistakes that this must bring.
struct Plant {
    what: String,
    text: String,
    wanted: Vec<&'static str>,
}

/// Lowers each file with each of its plants.
fn check(plants: impl Fn(&Real, &Drawing) -> Vec<Plant>) {
    let mut failures = Vec::new();
    let mut count = 0;
    for real in reals() {
        for drawing in real.drawings() {
            for Plant { what, text, wanted } in plants(&real, &drawing) {
                let got = real.mistakes(&text);
                count += 1;
                if got != wanted {
                    let (file, table) = (&real.name, &drawing.table);
                    failures.push(format!(
                        "{file} [{table}]: {what}\n  got {got:?}, wanted {wanted:?}"
                    ));
                }
            }
        }
    }
    assert!(count > 0, "nothing was planted");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

/// Each cell with the name of its row and column.
fn cells(drawing: &Drawing) -> impl Iterator<Item = (String, usize, usize, Place)> {
    let rows = drawing.grid.rows.iter().enumerate();
    rows.flat_map(move |(row, line)| {
        line.cells.iter().enumerate().map(move |(column, word)| {
            let right = &drawing.grid.columns[column].value;
            (format!("{} × {right}", line.label.value), row, column, word.at)
        })
    })
}

/// One cell of each row that has its turn, every column in turn.
fn cell_of_rows(drawing: &Drawing) -> impl Iterator<Item = (String, Place)> {
    let columns = drawing.grid.columns.len();
    cells(drawing)
        .filter(move |(_, row, column, _)| row % columns == *column && drawing.has_turn(*row))
        .map(|(cell, .., at)| (cell, at))
}

/// An edit of one cell, of one row after the other.
fn of_rows(
    real: &Real,
    drawing: &Drawing,
    edit: impl Fn(&str) -> String,
    wanted: &'static str,
) -> Vec<Plant> {
    let plants = cell_of_rows(drawing).map(|(cell, at)| {
        let word = edit(real.word(at));
        Plant {
            what: format!("`{word}` for cell {cell}"),
            text: real.edited(vec![(at, &word)]),
            wanted: vec![wanted],
        }
    });
    plants.collect()
}

fn line(row: &Row) -> Place {
    let last = row.cells.last().unwrap_or(&row.label);
    Place { end: last.at.end, ..row.label.at }
}

/// The sign after a cell's dtype that says which source it has, or nothing.
fn mark(word: &str) -> &str {
    word[1..].trim_start_matches(|sign: char| sign.is_ascii_alphanumeric())
}

#[test]
fn cells_of_no_dtype() {
    check(|real, drawing| {
        let wrong: Vec<(Place, String)> =
            cells(drawing).map(|(.., at)| (at, format!("c12{}", mark(real.word(at))))).collect();
        vec![Plant {
            what: "`c12` in each cell".to_owned(),
            text: real.edited(wrong.iter().map(|(at, word)| (*at, word.as_str())).collect()),
            wanted: vec!["unknown_dtype"; wrong.len()],
        }]
    });
}

#[test]
fn a_cell_too_few() {
    check(|real, drawing| of_rows(real, drawing, |_| String::new(), "ragged_row"));
}

#[test]
fn a_cell_too_many() {
    check(|real, drawing| of_rows(real, drawing, |word| format!("{word} {word}"), "ragged_row"));
}

#[test]
fn a_mark_that_is_not_declared() {
    check(|real, drawing| of_rows(real, drawing, |word| format!("{word}~"), "mark_unknown"));
}

#[test]
fn a_dtype_refused_beside_itself() {
    check(|real, drawing| {
        let own = cells(drawing).filter(|(_, row, column, _)| row == column);
        let plants = own.filter(|_| drawing.table == "promotion").map(|(cell, _, _, at)| Plant {
            what: format!("`-` in cell {cell}"),
            text: real.edited(vec![(at, "-")]),
            wanted: vec!["refused_diagonal"],
        });
        plants.collect()
    });
}

#[test]
fn cells_that_are_not_their_mirror_images() {
    check(|real, drawing| {
        let columns = &drawing.grid.columns;
        let rows = drawing.grid.rows.iter().enumerate().filter(|_| drawing.symmetric);
        // Those on one side of the diagonal, so that none is the mirror image of another.
        let plants = rows.filter(|(row, _)| row + 1 < columns.len()).map(|(row, line)| {
            let wrong: Vec<(Place, &str)> = (row + 1..columns.len())
                .map(|column| {
                    let at = line.cells[column].at;
                    let is = real.word(at).trim_end_matches('\'');
                    let own = columns[row].value.as_str();
                    (at, if own == is { columns[column].value.as_str() } else { own })
                })
                .collect();
            Plant {
                what: format!("cells of row {} beyond the diagonal", line.label.value),
                wanted: vec!["asymmetric_cell"; wrong.len()],
                text: real.edited(wrong),
            }
        });
        plants.collect()
    });
}

#[test]
fn a_row_missing_repeated_or_moved() {
    check(|real, drawing| {
        let rows = &drawing.grid.rows;
        let mut plants = Vec::new();
        for (index, row) in rows.iter().enumerate().filter(|(row, _)| drawing.has_turn(*row)) {
            let (label, at) = (&row.label.value, line(row));
            let words = real.word(at);
            plants.push(Plant {
                what: format!("no row {label}"),
                text: real.edited(vec![(at, "")]),
                wanted: vec!["row_missing"],
            });
            plants.push(Plant {
                what: format!("row {label} twice"),
                text: real.edited(vec![(at, &format!("{words}\n{words}"))]),
                wanted: vec!["row_repeated"],
            });
            plants.push(Plant {
                what: format!("row {label} misspelled"),
                text: real.edited(vec![(row.label.at, &format!("{label}x"))]),
                wanted: vec!["unknown_dtype"],
            });
            if let Some(next) = rows.get(index + 1) {
                let below = line(next);
                plants.push(Plant {
                    what: format!("row {label} below the next"),
                    text: real.edited(vec![(at, real.word(below)), (below, words)]),
                    wanted: vec!["row_order"],
                });
            }
        }
        plants
    });
}

#[test]
fn a_column_missing_misspelled_or_moved() {
    check(|real, drawing| {
        let columns = &drawing.grid.columns;
        // The kinds of number a table has columns for are its own to choose: without its label, a
        // column that every row has a cell for is one cell too many in each.
        let kinds = columns[1].value == "int";
        let mut plants = Vec::new();
        let columns = columns.iter().enumerate();
        for (index, column) in columns.filter(|(column, _)| drawing.has_turn(*column)) {
            let (label, at) = (column.value.as_str(), column.at);
            plants.push(Plant {
                what: format!("no column {label}"),
                text: real.edited(vec![(at, "")]),
                wanted: vec![if kinds { "ragged_row" } else { "column_order" }],
            });
            plants.push(Plant {
                what: format!("column {label} misspelled"),
                text: real.edited(vec![(at, &format!("{label}x"))]),
                wanted: vec![if kinds { "column_order" } else { "unknown_dtype" }],
            });
            if let Some(next) = drawing.grid.columns.get(index + 1) {
                plants.push(Plant {
                    what: format!("column {label} after the next"),
                    text: real.edited(vec![(at, &next.value), (next.at, label)]),
                    wanted: vec!["column_order"],
                });
            }
        }
        plants
    });
}
