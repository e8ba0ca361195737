//! What an op computes in and returns under a ruleset, and what all rulesets reach together.

use crate::catalog::{
    Catalog, Column, Compute, DType, DTypeId, Format, Group, Kind, Op, OpResult, OpRule, Operands,
    Outcome, Ruleset, ScalarKind,
};

/// The dtypes of an op on some operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpDTypes {
    /// What the operands are converted to.
    pub compute: DTypeId,
    /// What the result is of.
    pub result: DTypeId,
}

/// Why an op has no dtypes on some operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpFailure {
    /// The operands do not promote.
    Promotion(Outcome),
    /// The op is not defined on this dtype.
    Undefined(DTypeId),
    /// The op's own cell for these operands has no dtype.
    Own(Outcome),
    /// A default dtype is needed that no source states.
    NoDefault,
    /// The promoted dtype is not the first operand's.
    NotFirst(DTypeId),
}

/// Places in [`DEFAULT_KINDS`](crate::catalog::DEFAULT_KINDS).
const INTEGRAL: usize = 0;
const INDEXING: usize = 1;
const REAL: usize = 2;

impl Ruleset {
    /// The rule of an op: the ruleset's own, or everyone's.
    pub fn rule<'a>(&'a self, op: &'a Op) -> &'a OpRule {
        let own = self.own_ops.iter().find(|own| own.op == op.name);
        own.map_or(&op.rule, |own| &own.rule)
    }

    /// What an op's operands promote to: by a cell of its own, else by the ruleset's tables.
    fn promoted(&self, op: &Op, operands: Operands) -> Result<DTypeId, OpFailure> {
        if let Some(cell) = self.op_cell(op, operands) {
            return cell.outcome.dtype().ok_or(OpFailure::Own(cell.outcome));
        }
        let outcome = match operands {
            Operands::One(id) => Outcome::DType(id),
            Operands::Two(lhs, Column::DType(rhs)) => self.promote(lhs, rhs),
            Operands::Two(lhs, rhs @ Column::Kind(_)) => self.scalars.outcome(lhs, rhs),
        };
        outcome.dtype().ok_or(OpFailure::Promotion(outcome))
    }
}

/// What an op gives on one tensor.
///
/// # Errors
///
/// Why it gives nothing.
pub fn unary(
    catalog: &Catalog,
    ruleset: &Ruleset,
    op: &Op,
    operand: DTypeId,
) -> Result<OpDTypes, OpFailure> {
    let promoted = ruleset.promoted(op, Operands::One(operand))?;
    of_promoted(catalog, ruleset, op, promoted, operand)
}

/// What an op gives on a tensor and another operand, a tensor or a scalar.
///
/// # Errors
///
/// Why it gives nothing.
pub fn binary(
    catalog: &Catalog,
    ruleset: &Ruleset,
    op: &Op,
    (lhs, rhs): (DTypeId, Column),
) -> Result<OpDTypes, OpFailure> {
    let promoted = ruleset.promoted(op, Operands::Two(lhs, rhs))?;
    of_promoted(catalog, ruleset, op, promoted, lhs)
}

fn of_promoted(
    catalog: &Catalog,
    ruleset: &Ruleset,
    op: &Op,
    promoted: DTypeId,
    first: DTypeId,
) -> Result<OpDTypes, OpFailure> {
    let rule = ruleset.rule(op);
    let compute = compute(catalog, ruleset, rule.compute, promoted)?;
    let dtype = catalog.dtype(compute);
    if !rule.on.contains(&dtype.kind()) {
        return Err(OpFailure::Undefined(compute));
    }
    let result = match (rule.result, dtype.format) {
        (OpResult::Compute, _) => compute,
        (OpResult::Bool, _) => truth(catalog),
        (OpResult::Part, Format::Complex { part }) => part,
        (OpResult::Part, _) => compute,
        (OpResult::Index, _) => ruleset.defaults[INDEXING].ok_or(OpFailure::NoDefault)?,
        (OpResult::First, _) if compute == first => first,
        (OpResult::First, _) => return Err(OpFailure::NotFirst(compute)),
    };
    Ok(OpDTypes { compute, result })
}

fn compute(
    catalog: &Catalog,
    ruleset: &Ruleset,
    rule: Compute,
    promoted: DTypeId,
) -> Result<DTypeId, OpFailure> {
    let dtype = catalog.dtype(promoted);
    let whole = matches!(dtype.kind(), Kind::Bool | Kind::Int | Kind::Uint);
    match rule {
        Compute::Promoted => Ok(promoted),
        Compute::Truth => Ok(truth(catalog)),
        Compute::Inexact | Compute::Real | Compute::Widened if !whole => Ok(promoted),
        Compute::Inexact => {
            let own = ruleset.inexact.iter().find(|(from, _)| *from == promoted);
            own.map(|&(_, to)| to).or(ruleset.defaults[REAL]).ok_or(OpFailure::NoDefault)
        }
        Compute::Real => ruleset.defaults[REAL].ok_or(OpFailure::NoDefault),
        Compute::Widened => {
            let default = ruleset.defaults[INTEGRAL].ok_or(OpFailure::NoDefault)?;
            Ok(widened(catalog, ruleset, dtype, promoted, default))
        }
    }
}

/// An integer as wide as the default at the least, of its own signedness if the ruleset has that.
fn widened(
    catalog: &Catalog,
    ruleset: &Ruleset,
    dtype: &DType,
    promoted: DTypeId,
    default: DTypeId,
) -> DTypeId {
    let bits = catalog.dtype(default).bits;
    match dtype.format {
        Format::Int | Format::Uint if dtype.bits >= bits => promoted,
        Format::Uint => {
            let wide = |id: &&DTypeId| {
                let wide = catalog.dtype(**id);
                wide.format == Format::Uint && wide.bits == bits
            };
            ruleset.dtypes.iter().find(wide).copied().unwrap_or(default)
        }
        _ => default,
    }
}

fn truth(catalog: &Catalog) -> DTypeId {
    let found = catalog.ids().find(|&id| catalog.dtype(id).kind() == Kind::Bool);
    found.unwrap_or(DTypeId(0))
}

/// What some ruleset reaches with an op: (left, right, compute) of every pair of tensors, in order.
/// For an op of one operand both are that one.
pub fn reached(catalog: &Catalog, op: &Op) -> Vec<(DTypeId, DTypeId, DTypeId)> {
    let mut triples = Vec::new();
    for ruleset in &catalog.rulesets {
        for &lhs in &ruleset.dtypes {
            if op.group.promotes() == 1 {
                let dtypes = unary(catalog, ruleset, op, lhs);
                triples.extend(dtypes.map(|dtypes| (lhs, lhs, dtypes.compute)));
                continue;
            }
            for &rhs in &ruleset.dtypes {
                let dtypes = binary(catalog, ruleset, op, (lhs, Column::DType(rhs)));
                triples.extend(dtypes.map(|dtypes| (lhs, rhs, dtypes.compute)));
            }
            // A scalar is made of the compute dtype before the loop.
            // An op may have cells of kinds that the table has no column for.
            let kinds = ScalarKind::ALL.map(Column::Kind);
            for column in ruleset.scalars.columns.iter().copied().chain(kinds) {
                let dtypes = binary(catalog, ruleset, op, (lhs, column));
                triples.extend(dtypes.map(|dtypes| (lhs, dtypes.compute, dtypes.compute)));
            }
        }
    }
    triples.sort();
    triples.dedup();
    triples
}

/// The dtypes that some ruleset computes an op in, in order: those it reaches by itself, and of a
/// reduction that returns what it computes in all it is defined on, since a caller may ask for one.
pub fn computed(catalog: &Catalog, op: &Op) -> Vec<DTypeId> {
    let mut ids: Vec<DTypeId> = reached(catalog, op).into_iter().map(|(.., id)| id).collect();
    for ruleset in &catalog.rulesets {
        let rule = ruleset.rule(op);
        if op.group == Group::Reduction && rule.result == OpResult::Compute {
            let defined = |id: &&DTypeId| rule.on.contains(&catalog.dtype(**id).kind());
            ids.extend(ruleset.dtypes.iter().filter(defined));
        }
    }
    ids.sort();
    ids.dedup();
    ids
}
