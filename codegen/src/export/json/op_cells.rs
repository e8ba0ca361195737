//! The cells of a ruleset's ops → JSON: ops that give the same together, operands as rectangles.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::outcome;
use crate::catalog::{Catalog, Cell, Column, DTypeId, OpCell, Operands, Ruleset, SCALAR};
use crate::rectangles::rectangles;

/// Cells of some ops: each operand of `left` with each of `right`.
#[derive(Serialize)]
pub(super) struct Cells<'a> {
    ops: Vec<&'a str>,
    left: Vec<&'a str>,
    /// Not there if the ops take one operand.
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<Vec<Cow<'a, str>>>,
    gives: Option<Cow<'a, str>>,
    sources: Vec<&'a str>,
}

/// What cells that stand together have in common: what they give, and the sources that say so.
type Says<'a> = (Cell, &'a [usize]);

pub(super) fn cells<'a>(catalog: &'a Catalog, ruleset: &'a Ruleset) -> Vec<Cells<'a>> {
    let mut of_operands: Vec<(Operands, Says<'a>, Vec<&str>)> = Vec::new();
    let mut places: BTreeMap<Operands, Vec<usize>> = BTreeMap::new();
    for OpCell { op, operands, outcome, sources } in &ruleset.op_cells {
        let says = (*outcome, sources.as_slice());
        let known = places.entry(*operands).or_default();
        match known.iter().find(|&&place| of_operands[place].1 == says) {
            Some(&place) => of_operands[place].2.push(op),
            None => {
                known.push(of_operands.len());
                of_operands.push((*operands, says, vec![op]));
            }
        }
    }
    let mut groups: Vec<(Vec<&str>, Says<'a>, Vec<Operands>)> = Vec::new();
    for (operands, says, ops) in of_operands {
        match groups.iter_mut().find(|(known, said, _)| *known == ops && *said == says) {
            Some((.., all)) => all.push(operands),
            None => groups.push((ops, says, vec![operands])),
        }
    }
    groups
        .iter()
        .flat_map(|(ops, (gives, sources), operands)| {
            let sources: Vec<&str> =
                sources.iter().map(|&place| ruleset.sources[place].id.as_str()).collect();
            let row = |left: &[DTypeId], right: Option<&[Column]>| Cells {
                ops: ops.clone(),
                left: left.iter().map(|&id| catalog.dtype(id).name.as_str()).collect(),
                right: right.map(|all| all.iter().map(|&one| word(catalog, one)).collect()),
                gives: outcome(catalog, *gives),
                sources: sources.clone(),
            };
            let pairs: Vec<(DTypeId, Column)> = operands.iter().filter_map(pair).collect();
            let ones: Vec<DTypeId> = operands.iter().filter_map(one).collect();
            let alone = (!ones.is_empty()).then(|| row(&ones, None));
            let rectangles = rectangles(&pairs);
            let beside = rectangles.iter().map(|(left, right)| row(left, Some(right)));
            alone.into_iter().chain(beside).collect::<Vec<_>>()
        })
        .collect()
}

fn pair(operands: &Operands) -> Option<(DTypeId, Column)> {
    match *operands {
        Operands::One(_) => None,
        Operands::Two(lhs, rhs) => Some((lhs, rhs)),
    }
}

fn one(operands: &Operands) -> Option<DTypeId> {
    match *operands {
        Operands::One(id) => Some(id),
        Operands::Two(..) => None,
    }
}

/// `int8`, or `scalar:int` of a Python scalar.
fn word(catalog: &Catalog, column: Column) -> Cow<'_, str> {
    match column {
        Column::DType(id) => catalog.dtype(id).name.as_str().into(),
        Column::Scalar(kind) => format!("{SCALAR}{}", kind.name()).into(),
    }
}
