//! The cells of a ruleset's ops → a constant with a row for every rectangle of equal cells, of those that its base lacks.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use super::words::call;
use super::{WIDTH, ident, wrapped};
use crate::catalog::{Catalog, Cell, Column, DTypeId, Operands, Ruleset, Scalar};
use crate::rectangles::{Rectangle, rectangles};
use crate::rust_names::{camel, module, variant};

/// What an operation gives, for each of its operands.
type Cells = BTreeMap<Operands, Cell>;

/// Operations that give the same, and what they give.
type Group<'a> = (Vec<&'a str>, Cells);

/// The lists of a ruleset's op cells: those of rulesets down the chain of bases, and its own, in which are the operations
/// that differ.
pub(super) struct OpLayers<'a> {
    bases: Vec<&'a Ruleset>,
    own: Vec<Group<'a>>,
}

impl<'a> OpLayers<'a> {
    /// With those of the base if its own are fewer rows then.
    pub(super) fn of(catalog: &'a Catalog, ruleset: &'a Ruleset) -> OpLayers<'a> {
        let alone = OpLayers { bases: Vec::new(), own: groups(catalog, ruleset, None) };
        let base = ruleset.base.as_ref().and_then(|name| catalog.ruleset(name));
        let Some(base) = base.filter(|base| !base.op_cells.is_empty()) else { return alone };
        let own = groups(catalog, ruleset, Some(base));
        let lines = |groups: &[Group<'_>]| -> usize {
            groups.iter().map(|(_, cells)| 1 + rows(catalog, cells).len()).sum()
        };
        if lines(&own) >= lines(&alone.own) {
            return alone;
        }
        let OpLayers { mut bases, own: of_base } = OpLayers::of(catalog, base);
        if !of_base.is_empty() {
            bases.push(base);
        }
        OpLayers { bases, own }
    }

    /// The paths to the lists.
    pub(super) fn constants(&self) -> Vec<TokenStream> {
        let bases = self.bases.iter().map(|base| {
            let module = ident(&module(&base.name));
            quote!(super::#module::OP_CELLS)
        });
        bases.chain((!self.own.is_empty()).then(|| quote!(OP_CELLS))).collect()
    }

    /// The constant of its own list, if it has one.
    pub(super) fn draw(&self, catalog: &Catalog) -> Option<String> {
        if self.own.is_empty() {
            return None;
        }
        let mut text = "pub(super) const OP_CELLS: &[OpCells<'static>] = &[\n".to_owned();
        for (ops, cells) in &self.own {
            let ops: Vec<String> = ops.iter().map(|op| format!("Op::{}", camel(op))).collect();
            let open = format!("cells(&ops([{}]), &[", ops.join(", "));
            let rows = rows(catalog, cells);
            match rows.as_slice() {
                [] => text += &wrapped(4, &format!("{open}]),")),
                [row] if open.len() + row.len() + 8 <= WIDTH => {
                    text += &format!("    {open}{row}]),\n");
                }
                rows => {
                    text += &wrapped(4, &open);
                    text.extend(rows.iter().map(|row| wrapped(8, &format!("{row},"))));
                    text += "    ]),\n";
                }
            }
        }
        Some(text + "];\n")
    }
}

/// The operations with cells, or those whose cells are not the base's; those with the same cells in one group.
fn groups<'a>(
    catalog: &'a Catalog,
    ruleset: &'a Ruleset,
    base: Option<&Ruleset>,
) -> Vec<Group<'a>> {
    let cells_of = |ruleset: &Ruleset, op: &str| -> Cells {
        let own = ruleset.op_cells.iter().filter(|cell| cell.op == op);
        own.map(|cell| (cell.operands, cell.outcome)).collect()
    };
    let mut groups: Vec<Group<'_>> = Vec::new();
    for op in &catalog.ops {
        let cells = cells_of(ruleset, &op.name);
        let usual = base.map_or_else(Cells::new, |base| cells_of(base, &op.name));
        match groups.iter_mut().find(|(_, known)| *known == cells) {
            _ if cells == usual => {}
            Some((ops, _)) => ops.push(&op.name),
            None => groups.push((vec![&op.name], cells)),
        }
    }
    groups
}

/// The rows of an operation: single operands, then pairs of tensors, those of one dtype last, then tensors with Python
/// scalars.
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
        let (alike, others) = alike_apart(rectangles(&cells));
        for (lhs, rhs) in others {
            let (lhs, rhs) = (dtypes(&lhs), dtypes(&rhs));
            rows.push(format!("pairs(&[{lhs}], &[{rhs}], {})", call(catalog, gives)));
        }
        if !alike.is_empty() {
            rows.push(format!("alike(&[{}], {})", dtypes(&alike), call(catalog, gives)));
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

/// The dtypes that stand beside themselves in a rectangle of that pair alone, and the other rectangles.
fn alike_apart(
    rectangles: Vec<Rectangle<DTypeId, DTypeId>>,
) -> (Vec<DTypeId>, Vec<Rectangle<DTypeId, DTypeId>>) {
    let (alike, others): (Vec<_>, Vec<_>) =
        rectangles.into_iter().partition(|(lhs, rhs)| lhs.len() == 1 && lhs == rhs);
    (alike.into_iter().flat_map(|(lhs, _)| lhs).collect(), others)
}
