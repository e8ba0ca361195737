//! What an op computes in and returns under a ruleset, and what all rulesets reach together.

use crate::catalog::{
    Catalog, Column, Compute, DType, DTypeId, Format, Group, Kind, Op, OpResult, OpRule, Operand,
    Operands, Outcome, Ruleset, ScalarKind,
};
use crate::promote;

/// The dtypes of an op on some operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpDTypes {
    /// What the operands are converted to.
    pub compute: DTypeId,
    /// What the result is of.
    pub result: DTypeId,
    /// Whether the result is weakly typed.
    pub weak: bool,
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

/// What an op gives, as a cell shows it: where it is not defined, there is no kernel.
pub fn outcome(answer: Result<OpDTypes, OpFailure>) -> Outcome {
    match answer {
        Ok(dtypes) if dtypes.weak => Outcome::Weak(dtypes.result),
        Ok(dtypes) => Outcome::DType(dtypes.result),
        Err(OpFailure::Promotion(outcome) | OpFailure::Own(outcome)) => outcome,
        Err(OpFailure::NoDefault) => Outcome::Unknown,
        Err(OpFailure::Undefined(_) | OpFailure::NotFirst(_)) => Outcome::NoKernel,
    }
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

    /// What an op's operands promote to: by a cell of its own, else by the ruleset's tables. Of operands that
    /// are not just tensors or numbers the op's cell is that of what the tables give, beside itself.
    fn promoted(
        &self,
        catalog: &Catalog,
        op: &Op,
        operands: [Operand; 2],
    ) -> Result<Outcome, OpFailure> {
        use Operand::{Scalar, Tensor};
        let own = |operands: Operands| self.op_cell(op, operands).map(|cell| cell.outcome);
        let plain = match operands {
            [Tensor(lhs), Tensor(rhs)] => Some(Operands::Two(lhs, Column::DType(rhs))),
            [Tensor(id), Scalar(column @ Column::Kind(_))]
            | [Scalar(column @ Column::Kind(_)), Tensor(id)] => Some(Operands::Two(id, column)),
            _ => None,
        };
        if let Some(outcome) = plain.and_then(own) {
            return outcome.dtype().map(|_| outcome).ok_or(OpFailure::Own(outcome));
        }
        let met = promote::pair(catalog, self, operands).map(|(_, outcome)| outcome);
        let outcome = met.unwrap_or(Outcome::Unknown);
        let id = outcome.dtype().ok_or(OpFailure::Promotion(outcome))?;
        let beside = Operands::Two(id, Column::DType(id));
        match own(beside).filter(|_| plain.is_none()) {
            Some(own) => own.dtype().map(|_| own).ok_or(OpFailure::Own(own)),
            None => Ok(outcome),
        }
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
    let own = ruleset.op_cell(op, Operands::One(operand)).map(|cell| cell.outcome);
    let promoted = own.unwrap_or(Outcome::DType(operand));
    let id = promoted.dtype().ok_or(OpFailure::Own(promoted))?;
    of_promoted(catalog, ruleset, op, promoted.with(id), operand)
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
    let rhs = match rhs {
        Column::DType(id) => Operand::Tensor(id),
        kind => Operand::Scalar(kind),
    };
    pair(catalog, ruleset, op, [Operand::Tensor(lhs), rhs])
}

/// What an op gives on two operands of any sorts, one of which is a tensor.
///
/// # Errors
///
/// Why it gives nothing.
pub fn pair(
    catalog: &Catalog,
    ruleset: &Ruleset,
    op: &Op,
    operands: [Operand; 2],
) -> Result<OpDTypes, OpFailure> {
    let promoted = ruleset.promoted(catalog, op, operands)?;
    let tensor = operands.iter().find(|operand| !operand.is_scalar());
    let first = tensor.or(operands.first()).and_then(|operand| operand.dtype());
    of_promoted(catalog, ruleset, op, promoted, first.unwrap_or(DTypeId(0)))
}

/// What the rule of an op makes of what its operands promote to, whatever cells the op has of its own;
/// `first` is the dtype of the first of them.
///
/// # Errors
///
/// Why it makes nothing of it.
pub fn of_promoted(
    catalog: &Catalog,
    ruleset: &Ruleset,
    op: &Op,
    outcome: Outcome,
    first: DTypeId,
) -> Result<OpDTypes, OpFailure> {
    let promoted = outcome.dtype().ok_or(OpFailure::Promotion(outcome))?;
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
    let weak = matches!(outcome, Outcome::Weak(_)) && rule.result == OpResult::Compute;
    Ok(OpDTypes { compute, result, weak })
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
