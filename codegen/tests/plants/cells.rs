//! Every cell, row, column and key of every real framework, made wrong one at a time.

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

/// One cell of each row, every column in turn: what is counted, is counted by rows.
fn cell_of_rows(drawing: &Drawing) -> impl Iterator<Item = (String, usize, usize, Place)> {
    let columns = drawing.grid.columns.len();
    cells(drawing).filter(move |(_, row, column, _)| row % columns == *column)
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
        let plants = drawing.grid.rows.iter().map(|row| {
            let wrong: Vec<(Place, String)> = row
                .cells
                .iter()
                .map(|cell| (cell.at, format!("c12{}", mark(&cell.value))))
                .collect();
            Plant {
                what: format!("`c12` in each cell of row {}", row.label.value),
                text: real.edited(wrong.iter().map(|(at, word)| (*at, word.as_str())).collect()),
                wanted: vec!["unknown_dtype"; wrong.len()],
            }
        });
        plants.collect()
    });
}

#[test]
fn a_cell_too_few() {
    check(|real, drawing| {
        let plants = cell_of_rows(drawing).map(|(cell, _, _, at)| Plant {
            what: format!("no cell {cell}"),
            text: real.edited(vec![(at, "")]),
            wanted: vec!["ragged_row"],
        });
        plants.collect()
    });
}

#[test]
fn a_cell_too_many() {
    check(|real, drawing| {
        let plants = cell_of_rows(drawing).map(|(cell, _, _, at)| {
            let word = real.word(at);
            Plant {
                what: format!("cell {cell} twice"),
                text: real.edited(vec![(at, &format!("{word} {word}"))]),
                wanted: vec!["ragged_row"],
            }
        });
        plants.collect()
    });
}

#[test]
fn a_mark_that_is_not_declared() {
    check(|real, drawing| {
        let plants = cell_of_rows(drawing).map(|(cell, _, _, at)| Plant {
            what: format!("`~` after cell {cell}"),
            text: real.edited(vec![(at, &format!("{}~", real.word(at)))]),
            wanted: vec!["mark_unknown"],
        });
        plants.collect()
    });
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
fn two_mistakes_in_two_rows() {
    check(|real, drawing| {
        let plants = drawing.grid.rows.windows(2).map(|rows| {
            let (upper, lower) = (&rows[0], &rows[1]);
            let last = lower.cells.len() - 1;
            Plant {
                what: format!("`c12` in rows {} and {}", upper.label.value, lower.label.value),
                text: real.edited(vec![(upper.cells[0].at, "c12"), (lower.cells[last].at, "c12")]),
                wanted: vec!["unknown_dtype"; 2],
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
        for (index, row) in rows.iter().enumerate() {
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
        for (index, column) in columns.iter().enumerate() {
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
            if let Some(next) = columns.get(index + 1) {
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
