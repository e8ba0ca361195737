//! Asking a ruleset of the catalog: names → operands → a result.

use std::cmp::Reverse;

use crate::catalog::{
    Catalog, Column, DTypeId, Kind, Nary, Operand, Outcome, Ruleset, ScalarKind, TableName,
};
use crate::diagnostic::nearest;

/// What stands before a scalar's name where operands are spelled: `scalar:int`.
pub const SCALAR: &str = "scalar:";

/// What stands before the dtype of a tensor without axes: `zero:int8`.
pub const ZERO_DIM: &str = "zero:";

/// What stands before the dtype of a weakly typed tensor: `weak:int8`.
pub const WEAK: &str = "weak:";

/// What stands before the dtype of an operand, and the sort of operand it makes of that.
pub type Prefix = (&'static str, fn(DTypeId) -> Operand);

/// What operands give together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultType {
    /// The dtype.
    pub dtype: DTypeId,
    /// Whether it is weakly typed.
    pub weak: bool,
}

/// Where two operands meet: the cell of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Met {
    /// The table.
    pub table: TableName,
    /// Its row.
    pub row: DTypeId,
    /// Its column.
    pub column: Column,
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

/// The operand so spelled: a name of the ruleset's, perhaps after `zero:` or `weak:`, or `scalar:` and a kind
/// of Python number or a dtype.
///
/// # Errors
///
/// A name of nothing, or of a dtype the ruleset does not have.
pub fn operand(catalog: &Catalog, ruleset: &Ruleset, word: &str) -> Result<Operand, NameError> {
    let tensors: [Prefix; 2] = [(ZERO_DIM, Operand::ZeroDim), (WEAK, Operand::Weak)];
    for (prefix, sort) in tensors {
        if let Some(name) = word.strip_prefix(prefix) {
            return dtype(catalog, ruleset, name).map(sort).map_err(|error| error.after(prefix));
        }
    }
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
            NameError::Unknown { nearest: near.map(str::to_owned) }.after(SCALAR)
        }
        unsupported => unsupported,
    })
}

impl NameError {
    /// The same, of a name that stands after a prefix.
    fn after(self, prefix: &str) -> NameError {
        match self {
            NameError::Unknown { nearest } => {
                NameError::Unknown { nearest: nearest.map(|near| format!("{prefix}{near}")) }
            }
            unsupported => unsupported,
        }
    }
}

/// The dtype of operands taken together, by the ruleset's rule for more than two.
///
/// Scalars that come before the first tensor meet it in their order.
///
/// # Errors
///
/// The first pair that gives no dtype, or the lack of any tensor.
pub fn result_type(
    catalog: &Catalog,
    ruleset: &Ruleset,
    operands: &[Operand],
) -> Result<ResultType, Failure> {
    let rules = Rules { catalog, ruleset };
    let first = operands.iter().position(|operand| !operand.is_scalar());
    let Some(first) = first else { return Err(Failure::NoTensor) };
    let mut ordered = vec![operands[first]];
    ordered.extend(operands[..first].iter().chain(&operands[first + 1..]));
    let result = match ruleset.nary {
        Nary::Fold => rules.fold(&ordered)?,
        Nary::Join => {
            ordered.sort_by_key(|&operand| rules.rank(operand));
            rules.fold(&ordered)?
        }
        Nary::CategoryFold => rules.categories(&ordered)?,
    };
    let result = rules.sort(result);
    let dtype = result.dtype().ok_or(Failure::NoTensor)?;
    Ok(ResultType { dtype, weak: matches!(result, Operand::Weak(_)) })
}

/// What two operands give, and the cell that says so; `None` of numbers alone.
pub fn pair(
    catalog: &Catalog,
    ruleset: &Ruleset,
    operands: [Operand; 2],
) -> Option<(Met, Outcome)> {
    Rules { catalog, ruleset }.meet(operands)
}

/// A ruleset being asked.
#[derive(Clone, Copy)]
struct Rules<'a> {
    catalog: &'a Catalog,
    ruleset: &'a Ruleset,
}

impl Rules<'_> {
    fn fold(self, operands: &[Operand]) -> Result<Operand, Failure> {
        let (first, others) = operands.split_first().ok_or(Failure::NoTensor)?;
        others.iter().try_fold(*first, |so_far, &next| self.two(so_far, next))
    }

    /// Tensors with axes, then those without, then numbers: each by itself, the lower beside the higher.
    fn categories(self, operands: &[Operand]) -> Result<Operand, Failure> {
        let of = |fits: fn(&Operand) -> bool| {
            let those: Vec<Operand> =
                operands.iter().map(|&one| self.sort(one)).filter(fits).collect();
            those
        };
        let zero_dim = |one: &Operand| matches!(one, Operand::ZeroDim(_));
        let scalars = of(|one| one.is_scalar());
        let scalar = scalars.into_iter().max();
        let zeros = of(zero_dim);
        let low = match (zeros.as_slice(), scalar) {
            ([], scalar) => scalar,
            (zeros, None) => Some(self.fold(zeros)?),
            (zeros, Some(scalar)) => Some(self.two(self.fold(zeros)?, scalar)?),
        };
        let tensors = of(|one| !one.is_scalar() && !matches!(one, Operand::ZeroDim(_)));
        match (tensors.as_slice(), low) {
            ([], low) => low.ok_or(Failure::NoTensor),
            (tensors, None) => self.fold(tensors),
            (tensors, Some(low)) => self.two(self.fold(tensors)?, low),
        }
    }

    fn two(self, lhs: Operand, rhs: Operand) -> Result<Operand, Failure> {
        let (_, outcome) = self.meet([lhs, rhs]).ok_or(Failure::NoTensor)?;
        let zero_dim = |one| matches!(self.sort(one), Operand::ZeroDim(_) | Operand::Scalar(_));
        match outcome {
            Outcome::DType(id) if zero_dim(lhs) && zero_dim(rhs) => Ok(Operand::ZeroDim(id)),
            Outcome::DType(id) => Ok(Operand::Tensor(id)),
            Outcome::Weak(id) => Ok(Operand::Weak(id)),
            outcome => Err(Failure::Cell { lhs, rhs, outcome }),
        }
    }

    /// The sort of operand it is to this ruleset: one that it does not tell from tensors is one.
    fn sort(self, operand: Operand) -> Operand {
        match operand {
            Operand::ZeroDim(id) if !self.ruleset.has_table(TableName::ZeroDim) => {
                Operand::Tensor(id)
            }
            Operand::Weak(id) if !self.ruleset.has_table(TableName::Weak) => Operand::Tensor(id),
            operand => operand,
        }
    }

    fn meet(self, operands: [Operand; 2]) -> Option<(Met, Outcome)> {
        use Operand::{Scalar, Tensor, Weak, ZeroDim};
        let stated =
            |name: TableName, other| if self.ruleset.has_table(name) { name } else { other };
        let operands = operands.map(|operand| self.sort(operand));
        let (table, row, column) = match operands {
            [Tensor(row), Tensor(column)] => (TableName::Promotion, row, Column::DType(column)),
            [Tensor(row), Scalar(column)] | [Scalar(column), Tensor(row)] => {
                (TableName::Scalars, row, column)
            }
            [Tensor(row), ZeroDim(column)] | [ZeroDim(column), Tensor(row)] => {
                (TableName::ZeroDim, row, Column::DType(column))
            }
            [ZeroDim(row), ZeroDim(column)] => {
                (stated(TableName::ZeroDimPair, TableName::Promotion), row, Column::DType(column))
            }
            [ZeroDim(row), Scalar(column)] | [Scalar(column), ZeroDim(row)] => {
                (stated(TableName::ZeroDimScalars, TableName::Scalars), row, column)
            }
            [Tensor(row) | ZeroDim(row), Weak(column)]
            | [Weak(column), Tensor(row) | ZeroDim(row)] => {
                (TableName::Weak, row, Column::DType(column))
            }
            [Weak(row), Weak(column)] => {
                (stated(TableName::WeakPair, TableName::Promotion), row, Column::DType(column))
            }
            [Weak(row), Scalar(number)] | [Scalar(number), Weak(row)] => {
                match self.tensor_of(number) {
                    Some(tensor) if operands[0].is_scalar() => {
                        return self.meet([tensor, operands[1]]);
                    }
                    Some(tensor) => return self.meet([operands[0], tensor]),
                    None => (TableName::Scalars, row, number),
                }
            }
            [Scalar(_), Scalar(_)] => return None,
        };
        let outcome = match (self.ruleset.table(table).outcome(row, column), operands) {
            // Where weakly typed tensors have no table of their own, they stay so.
            (Outcome::DType(id), [Weak(_), Weak(_)]) if table == TableName::Promotion => {
                Outcome::Weak(id)
            }
            (outcome, _) => outcome,
        };
        Some((Met { table, row, column }, outcome))
    }

    /// A number as the tensor it is beside a weakly typed one: of its kind's default dtype, and weakly typed.
    /// Where there is no such default, it is a number as beside any tensor.
    fn tensor_of(self, number: Column) -> Option<Operand> {
        let kind = match number {
            Column::DType(id) => return Some(Operand::Tensor(id)),
            Column::Kind(kind) => kind,
        };
        let truth = || self.catalog.ids().find(|&id| self.catalog.dtype(id).kind() == Kind::Bool);
        let default = |place: usize| self.ruleset.defaults[place].map(Operand::Weak);
        match kind {
            ScalarKind::Bool => truth().map(Operand::Tensor),
            ScalarKind::Int => default(0),
            ScalarKind::Float => default(2),
            ScalarKind::Complex => default(3),
        }
    }

    /// Where an operand stands in a join: tensors before numbers, the highest kind first.
    fn rank(self, operand: Operand) -> (bool, Reverse<u8>) {
        let kind = operand.dtype().filter(|_| !operand.is_scalar());
        let kind = kind.map_or(0, |id| match self.catalog.dtype(id).kind() {
            Kind::Complex => 2,
            Kind::Float => 1,
            Kind::Bool | Kind::Int | Kind::Uint => 0,
        });
        (operand.is_scalar(), Reverse(kind))
    }
}
