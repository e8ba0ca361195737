//! An op → the dtypes that rulesets compute it in, for which there must be kernels.

use rules::{OpId, Operand, Tables};

use crate::catalog::{Catalog, Column, DTypeId, Group, Op, Scalar};

/// The (left, right, compute) dtypes of an op, for every pair of operands under every ruleset, in order. Left and right
/// are the same for an op of one operand.
pub fn reached(catalog: &Catalog, op: &Op) -> Vec<(DTypeId, DTypeId, DTypeId)> {
    let mut triples = Vec::new();
    let id = catalog.op_id(op);
    for ruleset in &catalog.rulesets {
        let tables = catalog.tables(ruleset);
        for &lhs in &ruleset.dtypes {
            let left = Operand::Tensor(lhs);
            if op.group.promotes() == 1 {
                triples.extend(compute(&tables, id, &[left]).map(|compute| (lhs, lhs, compute)));
                continue;
            }
            let pair = |rhs| compute(&tables, id, &[left, rhs]);
            for &rhs in &ruleset.dtypes {
                triples.extend(pair(Operand::Tensor(rhs)).map(|compute| (lhs, rhs, compute)));
            }
            // A scalar is converted to the compute dtype before the loop. An op may have cells for kinds of scalar
            // that the table has no column for.
            let columns = ruleset.scalars.columns.iter().map(|&column| match column {
                Column::DType(id) => Operand::TypedScalar(id),
                Column::Scalar(kind) => Operand::Scalar(kind),
            });
            for scalar in columns.chain(Scalar::ALL.map(Operand::Scalar)) {
                triples.extend(pair(scalar).map(|compute| (lhs, compute, compute)));
            }
        }
    }
    triples.sort();
    triples.dedup();
    triples
}

fn compute(tables: &Tables<'_>, op: OpId, operands: &[Operand]) -> Option<DTypeId> {
    tables.op_dtypes(op, operands).ok().map(|dtypes| dtypes.compute)
}

/// The dtypes that some ruleset computes an op in, in order: those of [`reached`]; and of a reduction or selection that
/// returns its compute dtype, all that it is defined on, since a caller may ask for any of them.
pub fn computed(catalog: &Catalog, op: &Op) -> Vec<DTypeId> {
    let mut ids: Vec<DTypeId> = reached(catalog, op).into_iter().map(|(.., id)| id).collect();
    for ruleset in &catalog.rulesets {
        let rule = ruleset.rule(op);
        if matches!(op.group, Group::Reduction | Group::Selection) && rule.returns_compute_dtype() {
            let defined = |id: &&DTypeId| rule.on.contains(catalog.dtype(**id).kind());
            ids.extend(ruleset.dtypes.iter().filter(defined));
        }
    }
    ids.sort();
    ids.dedup();
    ids
}
