//! Promotion: what two operands give, and any number of them together.

use crate::ruleset::Nary;
use crate::table::Cell;
use crate::{DType, DefaultKind, Kind, Operand, ResultType, RuleError, Ruleset, Scalar};

impl Ruleset {
    /// What two tensors promote to; the left operand first, as some tables are not symmetric.
    ///
    /// A look-up in a constant table, and usable in `const` code. Whether the result is weakly typed says
    /// [`result_type`](Ruleset::result_type).
    ///
    /// # Errors
    ///
    /// [`RuleError::Unsupported`] for a dtype the ruleset does not have, [`RuleError::Refused`],
    /// [`RuleError::NoKernel`] or [`RuleError::Unknown`] for a pair without a dtype, [`RuleError::Foreign`]
    /// where it gives a dtype that is none of [`DType`].
    ///
    /// ```
    /// use runtime::{DType, rulesets};
    ///
    /// assert_eq!(rulesets::ACLNN.promote(DType::F16, DType::Bf16), Ok(DType::F32));
    /// assert_eq!(rulesets::ACLNN.promote(DType::Bf16, DType::F16), Ok(DType::F64));
    /// ```
    #[inline]
    pub const fn promote(self, lhs: DType, rhs: DType) -> Result<DType, RuleError> {
        match self.rules().promotion.cells[lhs as usize][rhs as usize] {
            Cell::To(dtype) | Cell::Weak(dtype) => Ok(dtype),
            cell => Err(self.failure(cell, Operand::Tensor(lhs), Operand::Tensor(rhs))),
        }
    }

    /// What a tensor beside a Python number promotes to, whichever of them comes first.
    ///
    /// # Errors
    ///
    /// As [`promote`](Ruleset::promote); [`RuleError::Unknown`] for every number of a kind that no
    /// source of the ruleset speaks of.
    ///
    /// ```
    /// use runtime::{DType, Scalar, rulesets};
    ///
    /// assert_eq!(rulesets::MEGENGINE.promote_scalar(DType::I16, Scalar::Int), Ok(DType::I16));
    /// assert_eq!(rulesets::MEGENGINE.promote_scalar(DType::I16, Scalar::Float), Ok(DType::F32));
    /// ```
    #[inline]
    pub const fn promote_scalar(self, tensor: DType, scalar: Scalar) -> Result<DType, RuleError> {
        match self.scalar_cell(tensor, scalar) {
            Cell::To(dtype) | Cell::Weak(dtype) => Ok(dtype),
            cell => Err(self.failure(cell, Operand::Tensor(tensor), Operand::Scalar(scalar))),
        }
    }

    /// What any number of operands of any sorts promote to together, by the ruleset's
    /// [`nary`](Ruleset::nary) rule.
    ///
    /// Their order is kept where the rule has one, since some tables depend on it. Numbers that come before
    /// the first tensor meet it in their order. A sort of operand that the ruleset does not tell from
    /// tensors is one.
    ///
    /// # Errors
    ///
    /// Those of the first pair that gives no dtype; [`RuleError::NoTensor`] where no operand is a tensor.
    ///
    /// ```
    /// use runtime::{DType, Operand, Scalar, rulesets};
    ///
    /// let operands = [Operand::from(DType::Bool), Scalar::Int.into(), DType::F16.into()];
    /// assert_eq!(rulesets::MINDSPORE.result_type(&operands)?.dtype, DType::F16);
    ///
    /// let half = Operand::ForeignScalar(DType::F16);
    /// let result = rulesets::ACLNN_2025_09.result_type(&[DType::I8.into(), half])?;
    /// assert_eq!((result.dtype, result.weak), (DType::F32, false));
    /// # Ok::<(), runtime::RuleError>(())
    /// ```
    pub fn result_type(self, operands: &[Operand]) -> Result<ResultType, RuleError> {
        if let [only] = operands
            && let Some(dtype) = only.dtype().filter(|_| !only.is_scalar())
        {
            self.require(dtype)?;
        }
        self.together(operands, |lhs, rhs| self.two(lhs, rhs)).and_then(|all| self.result(all))
    }

    /// Operands taken together by the ruleset's rule; `two` says what two of them give.
    pub(crate) fn together(
        self,
        operands: &[Operand],
        two: impl Fn(Operand, Operand) -> Result<Operand, RuleError>,
    ) -> Result<Operand, RuleError> {
        let no_tensor = RuleError::NoTensor { ruleset: self };
        let first = operands.iter().position(|operand| !operand.is_scalar()).ok_or(no_tensor)?;
        if let Some(dtype) = operands[first].dtype() {
            self.require(dtype)?;
        }
        let others = operands[..first].iter().chain(&operands[first + 1..]).copied();
        let all = || core::iter::once(operands[first]).chain(others.clone());
        let step = |so_far: Option<Operand>, next: Operand| match so_far {
            None => Ok(Some(next)),
            Some(so_far) => two(so_far, next).map(Some),
        };
        let result = match self.nary() {
            Nary::Fold => all().try_fold(None, step)?,
            Nary::Join => {
                let of = |rank: u8| all().filter(move |&operand| join_rank(operand) == rank);
                (0..=LAST).flat_map(of).try_fold(None, step)?
            }
            Nary::CategoryFold => {
                let all = || all().map(|operand| self.sort(operand));
                let zero_dim = |operand: &Operand| matches!(operand, Operand::ZeroDim(_));
                let zeros = all().filter(zero_dim).try_fold(None, step)?;
                let number = all().filter(|operand| operand.is_scalar()).max_by_key(scalar_rank);
                let low = match (zeros, number) {
                    (Some(zero), Some(number)) => Some(two(zero, number)?),
                    (zero, number) => zero.or(number),
                };
                let tensor = |operand: &Operand| !operand.is_scalar() && !zero_dim(operand);
                match (all().filter(tensor).try_fold(None, step)?, low) {
                    (Some(tensors), Some(low)) => Some(two(tensors, low)?),
                    (tensors, low) => tensors.or(low),
                }
            }
        };
        result.ok_or(no_tensor)
    }

    /// An operand that stands for a result.
    pub(crate) fn result(self, operand: Operand) -> Result<ResultType, RuleError> {
        match self.sort(operand) {
            Operand::Weak(dtype) => Ok(ResultType { dtype, weak: true }),
            other => match other.dtype() {
                Some(dtype) => Ok(dtype.into()),
                None => Err(RuleError::NoTensor { ruleset: self }),
            },
        }
    }

    /// What two operands give.
    pub(crate) fn two(self, lhs: Operand, rhs: Operand) -> Result<Operand, RuleError> {
        let low =
            |operand| matches!(self.sort(operand), Operand::ZeroDim(_)) || operand.is_scalar();
        match self.meet(lhs, rhs)? {
            Cell::To(dtype) if low(lhs) && low(rhs) => Ok(Operand::ZeroDim(dtype)),
            Cell::To(dtype) => Ok(Operand::Tensor(dtype)),
            Cell::Weak(dtype) => Ok(Operand::Weak(dtype)),
            cell => Err(self.failure(cell, lhs, rhs)),
        }
    }

    /// The sort of operand it is to this ruleset: one that it does not tell from tensors is one.
    pub(crate) fn sort(self, operand: Operand) -> Operand {
        match operand {
            Operand::ZeroDim(dtype) if self.rules().zero_dim.is_none() => Operand::Tensor(dtype),
            Operand::Weak(dtype) if self.rules().weak.is_none() => Operand::Tensor(dtype),
            operand => operand,
        }
    }

    /// The cell of two operands.
    fn meet(self, lhs: Operand, rhs: Operand) -> Result<Cell, RuleError> {
        use Operand::{ForeignScalar, Scalar, Tensor, Weak, ZeroDim};
        let rules = self.rules();
        let at = |cells: &[[Cell; DType::ALL.len()]], row: DType, column: DType| {
            cells[row as usize][column as usize]
        };
        let tables = &rules.promotion.cells;
        let cell = match (self.sort(lhs), self.sort(rhs)) {
            (Tensor(row), Tensor(column)) => at(tables, row, column),
            (Tensor(tensor), Scalar(scalar)) | (Scalar(scalar), Tensor(tensor)) => {
                self.scalar_cell(tensor, scalar)
            }
            (Tensor(tensor) | ZeroDim(tensor), ForeignScalar(scalar))
            | (ForeignScalar(scalar), Tensor(tensor) | ZeroDim(tensor)) => {
                self.foreign_cell(tensor, scalar)
            }
            (Tensor(tensor), ZeroDim(zero)) | (ZeroDim(zero), Tensor(tensor)) => {
                at(rules.zero_dim.unwrap_or(tables), tensor, zero)
            }
            (ZeroDim(row), ZeroDim(column)) => {
                at(rules.zero_dim_pair.unwrap_or(tables), row, column)
            }
            (ZeroDim(zero), Scalar(scalar)) | (Scalar(scalar), ZeroDim(zero)) => {
                match rules.zero_dim_scalars {
                    Some(table) => table[zero as usize][scalar as usize],
                    None => self.scalar_cell(zero, scalar),
                }
            }
            (Tensor(tensor) | ZeroDim(tensor), Weak(weak))
            | (Weak(weak), Tensor(tensor) | ZeroDim(tensor)) => {
                at(rules.weak.unwrap_or(tables), tensor, weak)
            }
            (Weak(row), Weak(column)) => match rules.weak_pair {
                Some(table) => at(table, row, column),
                // Where weakly typed tensors have no table of their own, they stay so.
                None => match at(tables, row, column) {
                    Cell::To(dtype) => Cell::Weak(dtype),
                    cell => cell,
                },
            },
            (Weak(weak), Scalar(scalar)) => match self.tensor_of(scalar) {
                Some(tensor) => return self.meet(lhs, tensor),
                None => self.scalar_cell(weak, scalar),
            },
            (Scalar(scalar), Weak(weak)) => match self.tensor_of(scalar) {
                Some(tensor) => return self.meet(tensor, rhs),
                None => self.scalar_cell(weak, scalar),
            },
            (Weak(weak), ForeignScalar(dtype)) | (ForeignScalar(dtype), Weak(weak)) => {
                at(rules.weak.unwrap_or(tables), dtype, weak)
            }
            (Scalar(_) | ForeignScalar(_), Scalar(_) | ForeignScalar(_)) => {
                return Err(RuleError::NoTensor { ruleset: self });
            }
        };
        Ok(cell)
    }

    /// A number as the tensor it is beside a weakly typed one: of its kind's default dtype, and weakly typed.
    /// Where there is no such default, it is a number as beside any tensor.
    fn tensor_of(self, scalar: Scalar) -> Option<Operand> {
        let default = |kind| self.default_dtype(kind).ok().map(Operand::Weak);
        match scalar {
            Scalar::Bool => Some(Operand::Tensor(DType::truth())),
            Scalar::Int => default(DefaultKind::Integral),
            Scalar::Float => default(DefaultKind::RealFloating),
            Scalar::Complex => default(DefaultKind::ComplexFloating),
        }
    }

    const fn scalar_cell(self, tensor: DType, scalar: Scalar) -> Cell {
        let cell = match &self.rules().scalars {
            Some(scalars) => scalars.cells[tensor as usize][scalar as usize],
            None => Cell::Unknown,
        };
        // A ruleset without the table still knows which dtypes it has.
        match cell {
            Cell::Unknown if !self.has(tensor) => Cell::Unsupported,
            cell => cell,
        }
    }

    const fn foreign_cell(self, tensor: DType, scalar: DType) -> Cell {
        match &self.rules().typed_scalars {
            Some(typed) => typed.cells[tensor as usize][scalar as usize],
            None if !self.has(tensor) || !self.has(scalar) => Cell::Unsupported,
            None => Cell::Unknown,
        }
    }

    /// Why a cell gives no dtype.
    const fn failure(self, cell: Cell, lhs: Operand, rhs: Operand) -> RuleError {
        let ruleset = self;
        match cell {
            Cell::Refused => RuleError::Refused { ruleset, lhs, rhs },
            Cell::NoKernel => RuleError::NoKernel { ruleset, lhs, rhs },
            Cell::Foreign(place) => {
                let name = crate::generated::cells::FOREIGN[place as usize];
                RuleError::Foreign { ruleset, lhs, rhs, name }
            }
            Cell::Unsupported => match (lhs.dtype(), rhs.dtype()) {
                (Some(dtype), _) if !self.has(dtype) => RuleError::Unsupported { ruleset, dtype },
                (_, Some(dtype)) | (Some(dtype), None) => RuleError::Unsupported { ruleset, dtype },
                (None, None) => RuleError::NoTensor { ruleset },
            },
            Cell::Unknown | Cell::To(_) | Cell::Weak(_) => RuleError::Unknown { ruleset, lhs, rhs },
        }
    }
}

/// The last of [`join_rank`].
const LAST: u8 = 3;

/// Where an operand stands in a join: tensors before numbers, the highest kind first.
fn join_rank(operand: Operand) -> u8 {
    match operand.dtype().filter(|_| !operand.is_scalar()).map(DType::kind) {
        Some(Kind::Complex) => 0,
        Some(Kind::Float) => 1,
        Some(Kind::Bool | Kind::Int | Kind::Uint) => 2,
        None => LAST,
    }
}

/// Which number is of the highest kind; those that have a dtype come last.
fn scalar_rank(operand: &Operand) -> u8 {
    match operand {
        Operand::Scalar(scalar) => *scalar as u8,
        _ => u8::MAX,
    }
}
