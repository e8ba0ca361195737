//! A few telling pairs, and what each framework gives for them → `answers.svg`, the README's picture.

use std::fmt::Write as _;

use codegen::catalog::{Catalog, Cell, Column, Kind, Ruleset, Scalar};
use codegen::draw::words;

use super::page::Family;

/// Public names of the dtypes of two tensors; of a tensor and a Python float where there is one.
const PAIRS: [(&str, Option<&str>); 7] = [
    ("int8", Some("uint8")),
    ("int32", Some("uint32")),
    ("int64", Some("uint64")),
    ("int64", Some("float32")),
    ("float16", Some("bfloat16")),
    ("int8", None),
    ("bfloat16", None),
];

const LABEL: usize = 190;
const WIDTH: usize = 124;
const HEIGHT: usize = 24;

/// The picture: a row for each framework, a column for each pair.
pub(super) fn svg(catalog: &Catalog, families: &[Family<'_>]) -> String {
    let (width, height) = (LABEL + PAIRS.len() * WIDTH, (families.len() + 1) * HEIGHT + 8);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
         <title>What each framework promotes a few pairs to</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (column, (lhs, rhs)) in PAIRS.iter().enumerate() {
        let title = format!("{lhs} + {}", rhs.unwrap_or("1.0"));
        label(
            &mut text,
            LABEL + column * WIDTH + WIDTH / 2,
            0,
            "middle\" font-weight=\"600",
            &title,
        );
    }
    let firsts = families.iter().filter_map(|family| family.rulesets.first());
    for (row, held) in (1..).zip(firsts) {
        label(&mut text, LABEL - 8, row, "end", &held.ruleset.title());
        for (column, &(lhs, rhs)) in PAIRS.iter().enumerate() {
            let (answer, colour) = answer(catalog, held.ruleset, lhs, rhs);
            let (x, y) = (LABEL + column * WIDTH + 1, row * HEIGHT + 1);
            let _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{colour}\"/>",
                WIDTH - 2,
                HEIGHT - 2
            );
            label(&mut text, x + WIDTH / 2, row, "middle", &answer);
        }
    }
    text + "</svg>\n"
}

fn label(text: &mut String, x: usize, row: usize, anchor: &str, words: &str) {
    let y = row * HEIGHT + 16;
    let _ = writeln!(
        text,
        "<text x=\"{x}\" y=\"{y}\" fill=\"#111\" text-anchor=\"{anchor}\">{words}</text>"
    );
}

/// What a ruleset gives for a pair, and the colour of its kind.
fn answer(
    catalog: &Catalog,
    ruleset: &Ruleset,
    lhs: &str,
    rhs: Option<&str>,
) -> (String, &'static str) {
    let dtype = |name: &str| {
        let id = catalog.ids().find(|&id| catalog.dtype(id).name == name);
        id.filter(|id| ruleset.dtypes.contains(id))
    };
    let cell = match (dtype(lhs), rhs.map(dtype)) {
        (Some(lhs), Some(Some(rhs))) => ruleset.promote(lhs, rhs),
        (Some(lhs), None) => ruleset.scalars.outcome(lhs, Column::Scalar(Scalar::Float)),
        _ => return ("no such dtype".to_owned(), "#fff"),
    };
    let colour = match cell {
        Cell::DType(id) | Cell::Weak(id) => match catalog.dtype(id).kind() {
            Kind::Bool => "#e5e5e5",
            Kind::Int => "#bcd9f5",
            Kind::Uint => "#c3ead9",
            Kind::Float => "#fbd9a5",
            Kind::Complex => "#e3c7f2",
        },
        Cell::Foreign(_) => "#bcd9f5",
        Cell::Refused | Cell::NoKernel => "#e5e5e5",
        Cell::Unknown => "#fff",
    };
    let answer = match cell {
        Cell::Foreign(place) => catalog.foreign(place).to_owned(),
        Cell::Weak(id) => catalog.dtype(id).name.clone(),
        cell => words::outcome(catalog, cell),
    };
    (answer, colour)
}
