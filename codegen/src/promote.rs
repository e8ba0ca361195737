//! Asking a ruleset of the catalog: names → operands → a result.

use crate::catalog::{Catalog, Column, DTypeId, Nary, Outcome, Ruleset, ScalarKind};
use crate::diagnostic::nearest;

/// What stands before a scalar's name where operands are spelled: `scalar:int`.
pub const SCALAR: &str = "scalar:";

/// One operand of a promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// A tensor of this dtype.
    Tensor(DTypeId),
    /// A number: of a kind of Python's, or of a dtype.
    Scalar(Column),
}

/// Why a name is no operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameError {
    /// Nothing is called so.
    Unknown {
        /// The name that comes near.
        nearest: Option<String>,
    },
    /// It is a dtype the ruleset does not have.
    Unsupported(DTypeId),
}

/// Why operands have no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// This pair, met on the way, gives no dtype.
    Cell {
        /// What was there so far.
        lhs: Operand,
        /// The operand that came next.
        rhs: Operand,
        /// Refused, unknown or without a kernel.
        outcome: Outcome,
    },
    /// There is no tensor among them.
    NoTensor,
}

/// The dtype a ruleset calls so: its own names first, then public names, then codes.
///
/// # Errors
///
/// A name of nothing, or of a dtype the ruleset does not have.
pub fn dtype(catalog: &Catalog, ruleset: &Ruleset, name: &str) -> Result<DTypeId, NameError> {
    let own = ruleset.names.iter().find(|(_, names)| names.iter().any(|own| own == name));
    let found = own.map(|&(id, _)| id).or_else(|| {
        let known =
            |id: &DTypeId| catalog.dtype(*id).name == name || catalog.dtype(*id).code == name;
        catalog.ids().find(known)
    });
    match found {
        Some(id) if ruleset.dtypes.contains(&id) => Ok(id),
        Some(id) => Err(NameError::Unsupported(id)),
        None => {
            let own = ruleset.names.iter().flat_map(|(_, names)| names).map(String::as_str);
            let public = ruleset.dtypes.iter().map(|&id| catalog.dtype(id).name.as_str());
            let near = nearest(name, own.chain(public)).map(str::to_owned);
            Err(NameError::Unknown { nearest: near })
        }
    }
}

/// The operand so spelled: a name of the ruleset's, or `scalar:` and a kind of Python number or a dtype.
///
/// # Errors
///
/// A name of nothing, or of a dtype the ruleset does not have.
pub fn operand(catalog: &Catalog, ruleset: &Ruleset, word: &str) -> Result<Operand, NameError> {
    let Some(scalar) = word.strip_prefix(SCALAR) else {
        return dtype(catalog, ruleset, word).map(Operand::Tensor);
    };
    let kind = ScalarKind::parse(scalar).map(|kind| Operand::Scalar(Column::Kind(kind)));
    let typed = || dtype(catalog, ruleset, scalar).map(|id| Operand::Scalar(Column::DType(id)));
    // `bool` is a kind of number and a dtype: it means what the ruleset tells its scalars apart by.
    let by_dtype = matches!(ruleset.scalars.columns.first(), Some(Column::DType(_)));
    let found = match kind {
        Some(kind) if !by_dtype => Ok(kind),
        Some(kind) => typed().or(Ok(kind)),
        None => typed(),
    };
    found.map_err(|error| match error {
        NameError::Unknown { nearest: near } => {
            let kinds = ScalarKind::ALL.map(ScalarKind::name);
            let near = nearest(scalar, kinds.into_iter().chain(near.as_deref()));
            NameError::Unknown { nearest: near.map(|near| format!("{SCALAR}{near}")) }
        }
        unsupported => unsupported,
    })
}

/// The dtype of operands taken together, by the ruleset's rule for more than two.
///
/// Scalars that come before the first tensor meet it in their order.
///
/// # Errors
///
/// The first pair that gives no dtype, or the lack of any tensor.
pub fn result_type(ruleset: &Ruleset, operands: &[Operand]) -> Result<DTypeId, Failure> {
    let Nary::Fold = ruleset.nary;
    let first = operands.iter().position(|operand| matches!(operand, Operand::Tensor(_)));
    let Some(first) = first else { return Err(Failure::NoTensor) };
    let Operand::Tensor(mut so_far) = operands[first] else {
        unreachable!("just found as a tensor")
    };
    for &next in operands[..first].iter().chain(&operands[first + 1..]) {
        let outcome = match next {
            Operand::Tensor(id) => ruleset.promote(so_far, id),
            Operand::Scalar(column) => ruleset.scalars.outcome(so_far, column),
        };
        match outcome {
            Outcome::DType(id) => so_far = id,
            outcome => {
                let lhs = Operand::Tensor(so_far);
                return Err(Failure::Cell { lhs, rhs: next, outcome });
            }
        }
    }
    Ok(so_far)
}
