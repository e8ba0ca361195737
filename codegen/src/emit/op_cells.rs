//! The cells of a ruleset's ops → a constant with a row for every rectangle of equal cells.

use std::collections::BTreeMap;

use super::words::call;
use crate::catalog::{Catalog, Cell, Column, DTypeId, Operands, Ruleset, Scalar};
use crate::rectangles::rectangles;
use crate::rust_names::{camel, variant};

/// The width of a line.
const WIDTH: usize = 100;

/// What an operation gives, for each of its operands.
type Cells = BTreeMap<Operands, Cell>;

/// The constant of all cells, operations with the same cells in one entry.
pub(super) fn draw(catalog: &Catalog, ruleset: &Ruleset) -> String {
    let mut groups: Vec<(Vec<&str>, Cells)> = Vec::new();
    for op in &catalog.ops {
        let own = ruleset.op_cells.iter().filter(|cell| cell.op == op.name);
        let cells: Cells = own.map(|cell| (cell.operands, cell.outcome)).collect();
        match groups.iter_mut().find(|(_, known)| *known == cells) {
            _ if cells.is_empty() => {}
            Some((ops, _)) => ops.push(&op.name),
            None => groups.push((vec![&op.name], cells)),
        }
    }
    let mut text =
        "pub(super) const OP_CELLS: &[OpCells<'static>] = {\n    use DType::*;\n    &[\n"
            .to_owned();
    for (ops, cells) in groups {
        let ops: Vec<String> = ops.into_iter().map(|op| format!("Op::{}", camel(op))).collect();
        text += "        OpCells {\n";
        text += &filled(12, "ops: &ops([", &ops, "]),");
        let rows = rows(catalog, &cells);
        match rows.as_slice() {
            [row] if row.len() + 22 <= WIDTH => text += &format!("            rows: &[{row}],\n"),
            rows => {
                text += "            rows: &[\n";
                rows.iter().for_each(|row| text += &broken(16, row));
                text += "            ],\n";
            }
        }
        text += "        },\n";
    }
    text + "    ]\n};\n"
}

/// The rows of an operation: single operands, then pairs of tensors, then tensors with Python scalars.
fn rows(catalog: &Catalog, cells: &Cells) -> Vec<String> {
    let mut singles: Vec<(Cell, Vec<DTypeId>)> = Vec::new();
    let mut pairs: Vec<(Cell, Vec<(DTypeId, DTypeId)>)> = Vec::new();
    let mut scalars: Vec<(Cell, Vec<(DTypeId, Scalar)>)> = Vec::new();
    fn add<T>(all: &mut Vec<(Cell, Vec<T>)>, gives: Cell, cell: T) {
        match all.iter_mut().find(|(known, _)| *known == gives) {
            Some((_, cells)) => cells.push(cell),
            None => all.push((gives, vec![cell])),
        }
    }
    for (&operands, &gives) in cells {
        match operands {
            Operands::One(id) => add(&mut singles, gives, id),
            Operands::Two(lhs, Column::DType(rhs)) => add(&mut pairs, gives, (lhs, rhs)),
            Operands::Two(tensor, Column::Scalar(kind)) => add(&mut scalars, gives, (tensor, kind)),
        }
    }
    let dtypes = |ids: &[DTypeId]| {
        let names: Vec<String> = ids.iter().map(|&id| variant(&catalog.dtype(id).code)).collect();
        names.join(", ")
    };
    let kinds = |kinds: &[Scalar]| {
        let names: Vec<String> =
            kinds.iter().map(|kind| format!("Scalar::{}", variant(kind.name()))).collect();
        names.join(", ")
    };
    let mut rows = Vec::new();
    for (gives, ids) in singles {
        rows.push(format!("singles(&[{}], {})", dtypes(&ids), call(catalog, gives)));
    }
    for (gives, cells) in pairs {
        for (lhs, rhs) in rectangles(&cells) {
            let (lhs, rhs) = (dtypes(&lhs), dtypes(&rhs));
            rows.push(format!("pairs(&[{lhs}], &[{rhs}], {})", call(catalog, gives)));
        }
    }
    for (gives, cells) in scalars {
        for (tensors, scalars) in rectangles(&cells) {
            let (tensors, scalars) = (dtypes(&tensors), kinds(&scalars));
            rows.push(format!("scalars(&[{tensors}], &[{scalars}], {})", call(catalog, gives)));
        }
    }
    rows
}

/// A row on one line, or broken after a list if it is too long.
fn broken(indent: usize, row: &str) -> String {
    if indent + row.len() < WIDTH {
        return format!("{:indent$}{row},\n", "");
    }
    let mut text = String::new();
    let (name, rest) = row.split_once('(').expect("a row is a call");
    text += &format!("{:indent$}{name}(\n", "");
    let inner = indent + 4;
    let mut line = String::new();
    for piece in rest.trim_end_matches(')').split_inclusive("], ") {
        if !line.is_empty() && inner + line.len() + piece.len() > WIDTH {
            text += &format!("{:inner$}{}\n", "", line.trim_end());
            line.clear();
        }
        line += piece;
    }
    let close = if rest.ends_with("))") { ")" } else { "" };
    text + &format!("{:inner$}{line}{close},\n{:indent$}),\n", "", "")
}

/// Sets words in lines that are not too long, between an opening and a closing sign.
fn filled(indent: usize, open: &str, words: &[String], close: &str) -> String {
    let one = format!("{:indent$}{open}{}{close}\n", "", words.join(", "));
    if one.len() <= WIDTH {
        return one;
    }
    let inner = indent + 4;
    let (mut text, mut line) = (format!("{:indent$}{open}\n", ""), String::new());
    for word in words {
        if inner + line.len() + word.len() + 1 > WIDTH {
            text += &format!("{:inner$}{}\n", "", line.trim_end());
            line.clear();
        }
        line += &format!("{word}, ");
    }
    text + &format!("{:inner$}{}\n{:indent$}{close}\n", "", line.trim_end(), "")
}
