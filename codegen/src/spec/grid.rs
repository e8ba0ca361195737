//! A drawn table ⇄ labelled words, each with its place.
//!
//! ```text
//!       bool  u8    u16
//! bool  bool  u8    u16'
//! u16   -     ?     u16
//! ```
//!
//! The first line labels the columns, the first word of every other line labels its row. Words are
//! separated by spaces; [`Grid::draw`] sets them in columns of one width, six unless a word is longer.

use crate::diagnostic::{At, Place};

/// A table as it is drawn: words, not yet dtypes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The drawing, without the quotes around it.
    pub at: Place,
    /// The words of the first line.
    pub columns: Vec<At<String>>,
    /// The other lines.
    pub rows: Vec<Row>,
}

/// One line of a drawn table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its first word.
    pub label: At<String>,
    /// The others.
    pub cells: Vec<At<String>>,
}

/// Width of a column whose words are short.
const WIDTH: usize = 6;

impl Grid {
    /// Reads the drawing that stands at `at`. Any text is a grid; blank lines are passed over.
    pub fn parse(drawing: &str, at: Place) -> Grid {
        let mut lines = Vec::new();
        let mut start = at.start;
        for line in drawing.split('\n') {
            let words = words(line, at.file, start);
            if !words.is_empty() {
                lines.push(words);
            }
            start += line.len() + 1;
        }
        let mut lines = lines.into_iter();
        let columns = lines.next().unwrap_or_default();
        let rows = lines.filter_map(|line| {
            let mut words = line.into_iter();
            Some(Row { label: words.next()?, cells: words.collect() })
        });
        Grid { at, columns, rows: rows.collect() }
    }

    /// Draws it, aligned, ending in a line break.
    pub fn draw(&self) -> String {
        let columns: Vec<&str> = texts(&self.columns).collect();
        let rows =
            self.rows.iter().map(|row| (row.label.value.as_str(), texts(&row.cells).collect()));
        draw(&columns, &rows.collect::<Vec<_>>())
    }
}

/// Draws labelled words as a grid, ending in a line break.
pub fn draw(columns: &[&str], rows: &[(&str, Vec<&str>)]) -> String {
    let words = rows.iter().flat_map(|(label, cells)| cells.iter().chain([label]));
    let longest = columns.iter().chain(words).map(|word| word.chars().count());
    let width = longest.max().unwrap_or(0).max(WIDTH - 1) + 1;
    let header = [""].iter().chain(columns).copied().collect();
    let rows =
        rows.iter().map(|(label, cells)| [label].into_iter().chain(cells).copied().collect());
    let mut text = String::new();
    for line in std::iter::once(header).chain(rows.collect::<Vec<Vec<&str>>>()) {
        let drawn: String = line.iter().map(|word| format!("{word:width$}")).collect();
        text.push_str(drawn.trim_end());
        text.push('\n');
    }
    text
}

fn texts(words: &[At<String>]) -> impl Iterator<Item = &str> {
    words.iter().map(|word| word.value.as_str())
}

fn words(line: &str, file: usize, start: usize) -> Vec<At<String>> {
    line.split_whitespace()
        .map(|word| {
            let start = start + (word.as_ptr() as usize - line.as_ptr() as usize);
            At { value: word.to_owned(), at: Place { file, start, end: start + word.len() } }
        })
        .collect()
}
