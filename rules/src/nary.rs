//! Any number of operands → the dtype they promote to together, two at a time.

use crate::{
    Cell, DTypeId, DTypeSet, Kind, Nary, OpError, OpId, Operand, PromotionError, ResultType, Tables,
};

/// A promotion of any number of operands that is under way.
///
/// The operands are gone over from the first to the last, as often as the ruleset's rule needs:
///
/// ```
/// # use concord_rules::{Cell, DTypeId, DTypeSet, Facts, Format, OpError, Operand, Promotion, Tables};
/// # const I8: DTypeId = DTypeId(0);
/// # static TABLES: Tables<'_> = Tables {
/// #     promotion: &[Cell::DType(I8)],
/// #     ..Tables::new(&[Facts { bits: 8, format: Format::Int }], DTypeSet::of(&[I8]))
/// # };
/// let operands = [Operand::Tensor(I8), Operand::Tensor(I8), Operand::Tensor(I8)];
/// let mut promotion = Promotion::new(&TABLES, None);
/// let result = loop {
///     for operand in operands {
///         promotion.take(operand)?;
///     }
///     if let Some(result) = promotion.end_pass()? {
///         break result;
///     }
/// };
/// assert_eq!(result, Operand::Tensor(I8));
/// # Ok::<(), OpError>(())
/// ```
///
/// [`Tables::promote_all`] does so for a slice. This type is for operands that are in another form,
/// and for `const` code that cannot collect them.
#[derive(Clone, Copy, Debug)]
pub struct Promotion<'a> {
    tables: &'a Tables<'a>,
    op: Option<OpId>,
    pass: u8,
    /// The place of the next operand.
    place: usize,
    /// The place of the first tensor.
    first: usize,
    /// Whether scalars came before it.
    late: bool,
    /// In a join, whether the operands are two, which are taken in their order.
    two: bool,
    /// In a join, the dtypes of the tensors so far.
    joined: DTypeSet,
    /// In a join, the error of the first that is refused beside another.
    refused: Option<OpError>,
    /// What the operands of this pass and of those before gave; of categories, the ones with axes.
    so_far: Option<Operand>,
    /// Of categories, what 0-d tensors and scalars gave.
    low: Option<Operand>,
    /// Of categories, the scalar of the highest kind, and how high that is.
    scalar: Option<(u8, Operand)>,
}

/// The pass in which the first tensor is found.
const FIRST: u8 = 0;

/// In a join, the pass of scalars, after one for each rank of tensors.
const SCALARS: u8 = 4;

/// The passes of categories.
const ZERO_DIM: u8 = 1;
const WITH_AXES: u8 = 2;

impl<'a> Promotion<'a> {
    /// By a ruleset's tables, and by the cells of an operation where one is named.
    pub const fn new(tables: &'a Tables<'a>, op: Option<OpId>) -> Promotion<'a> {
        let (so_far, low, scalar) = (None, None, None);
        let (pass, place, first, late, two) = (FIRST, 0, 0, false, false);
        let (joined, refused) = (DTypeSet::EMPTY, None);
        Promotion {
            tables,
            op,
            pass,
            place,
            first,
            late,
            two,
            joined,
            refused,
            so_far,
            low,
            scalar,
        }
    }

    /// Takes the next operand of a pass.
    ///
    /// # Errors
    ///
    /// Where it gives no dtype with what came before, or is the first tensor and of a dtype that the
    /// ruleset does not have.
    #[inline]
    pub const fn take(&mut self, operand: Operand) -> Result<(), OpError> {
        let place = self.place;
        self.place += 1;
        let operand = match self.op {
            Some(op) => self.tables.counted_in_op(op, operand),
            None => operand,
        };
        match (self.pass, self.tables.nary) {
            (FIRST, Nary::Fold) if self.so_far.is_some() && !self.late => self.fold(operand),
            (FIRST, Nary::Join) => {
                self.join(operand);
                self.find_first(operand, place)
            }
            (FIRST, Nary::Fold | Nary::CategoryFold) => self.find_first(operand, place),
            (_, Nary::Fold) if place == self.first => Ok(()),
            (_, Nary::Fold) => self.fold(operand),
            (pass, Nary::Join) if self.two || self.rank(operand) == pass => self.fold(operand),
            (_, Nary::Join) => Ok(()),
            (pass, Nary::CategoryFold) => self.take_category(self.tables.category(operand), pass),
        }
    }

    /// Ends a pass over all operands: the operand that the result is, or `None` where they must be gone
    /// over once more.
    ///
    /// # Errors
    ///
    /// As [`take`](Promotion::take); [`PromotionError::NoTensor`] where no operand was a tensor.
    #[inline]
    pub const fn end_pass(&mut self) -> Result<Option<Operand>, OpError> {
        let pass = self.pass;
        self.two = self.place == 2 && !self.late;
        self.pass += 1;
        self.place = 0;
        match (pass, self.tables.nary) {
            (FIRST, nary) => match (self.so_far, nary, self.refused) {
                (None, _, _) => Err(OpError::Promotion(PromotionError::NoTensor)),
                (Some(_), Nary::Join, Some(error)) if !self.two => Err(error),
                (Some(_), Nary::Fold, _) if self.late => Ok(None),
                (Some(all), Nary::Fold, _) => Ok(Some(all)),
                (Some(_), Nary::Join | Nary::CategoryFold, _) => {
                    self.so_far = None;
                    Ok(None)
                }
            },
            (_, Nary::Fold) | (SCALARS, Nary::Join) => Ok(self.so_far),
            (_, Nary::Join) if self.two => Ok(self.so_far),
            (_, Nary::Join) => Ok(None),
            (ZERO_DIM, Nary::CategoryFold) => match (self.so_far.take(), self.scalar) {
                (Some(zero_dim), Some((_, scalar))) => match self.pair(zero_dim, scalar) {
                    Ok(low) => {
                        self.low = Some(low);
                        Ok(None)
                    }
                    Err(error) => Err(error),
                },
                (Some(low), None) | (None, Some((_, low))) => {
                    self.low = Some(low);
                    Ok(None)
                }
                (None, None) => Ok(None),
            },
            (_, Nary::CategoryFold) => match (self.so_far, self.low) {
                (Some(tensors), Some(low)) => match self.pair(tensors, low) {
                    Ok(result) => Ok(Some(result)),
                    Err(error) => Err(error),
                },
                (Some(only), None) | (None, Some(only)) => Ok(Some(only)),
                (None, None) => Err(OpError::Promotion(PromotionError::NoTensor)),
            },
        }
    }

    const fn find_first(&mut self, operand: Operand, place: usize) -> Result<(), OpError> {
        if self.so_far.is_some() {
            return Ok(());
        }
        if self.tables.category(operand).is_scalar() {
            self.late = true;
            return Ok(());
        }
        if let Some(dtype) = operand.dtype()
            && !self.tables.has.contains(dtype)
        {
            return Err(OpError::Promotion(PromotionError::Unsupported(dtype)));
        }
        self.first = place;
        self.so_far = Some(operand);
        Ok(())
    }

    /// Adds a tensor to those of a join, and notes whether one of them is refused beside it.
    const fn join(&mut self, operand: Operand) {
        let Operand::Tensor(dtype) = self.tables.category(operand) else { return };
        if self.joined.contains(dtype) {
            return;
        }
        let mut place = 0;
        while place < self.tables.dtypes.len() && self.refused.is_none() {
            let other = DTypeId::at(place);
            if self.joined.contains(other)
                && let Err(error) = self.pair(Operand::Tensor(other), operand)
                && error.is_refusal()
            {
                self.refused = Some(error);
            }
            place += 1;
        }
        self.joined = self.joined.with(dtype);
    }

    const fn take_category(&mut self, operand: Operand, pass: u8) -> Result<(), OpError> {
        match operand {
            Operand::ZeroDim(_) if pass == ZERO_DIM => self.fold(operand),
            Operand::Tensor(_) | Operand::Weak(_) if pass == WITH_AXES => self.fold(operand),
            Operand::Scalar(scalar) if pass == ZERO_DIM => {
                self.take_scalar(scalar as u8, operand);
                Ok(())
            }
            // One that has a dtype counts as higher than all kinds.
            Operand::TypedScalar(_) if pass == ZERO_DIM => {
                self.take_scalar(u8::MAX, operand);
                Ok(())
            }
            Operand::Tensor(_)
            | Operand::ZeroDim(_)
            | Operand::Weak(_)
            | Operand::Scalar(_)
            | Operand::TypedScalar(_) => Ok(()),
        }
    }

    const fn take_scalar(&mut self, rank: u8, operand: Operand) {
        match self.scalar {
            Some((highest, _)) if rank < highest => {}
            Some(_) | None => self.scalar = Some((rank, operand)),
        }
    }

    #[inline]
    const fn fold(&mut self, next: Operand) -> Result<(), OpError> {
        let result = match self.so_far {
            None => Ok(next),
            Some(so_far) => self.pair(so_far, next),
        };
        match result {
            Ok(operand) => {
                self.so_far = Some(operand);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    #[inline]
    const fn pair(&self, lhs: Operand, rhs: Operand) -> Result<Operand, OpError> {
        match self.op {
            Some(op) => self.tables.promote_pair_in_op(op, lhs, rhs),
            None => match self.tables.promote_pair(lhs, rhs) {
                Ok(operand) => Ok(operand),
                Err(error) => Err(OpError::Promotion(error)),
            },
        }
    }

    /// The pass of a join in which an operand is taken: tensors before scalars, the highest kind first.
    const fn rank(&self, operand: Operand) -> u8 {
        match operand.dtype() {
            Some(dtype) if !self.tables.category(operand).is_scalar() => {
                match self.tables.kind(dtype) {
                    Kind::Complex => 1,
                    Kind::Float => 2,
                    Kind::Bool | Kind::Int | Kind::Uint => 3,
                }
            }
            _ => SCALARS,
        }
    }
}

impl Tables<'_> {
    /// What any number of operands promote to, by the tables and the ruleset's [`nary`](Tables::nary) rule.
    ///
    /// Scalars that come before the first tensor are promoted with it in their order.
    ///
    /// # Errors
    ///
    /// That of the first pair that gives no dtype; [`PromotionError::NoTensor`] where no operand is a
    /// tensor.
    pub const fn promote_all(&self, operands: &[Operand]) -> Result<ResultType, PromotionError> {
        match self.promote_together(None, operands) {
            Ok(operand) => self.as_result(operand),
            Err(error) => Err(error.of_tables()),
        }
    }

    /// What the framework's function of that name gives for any number of operands: what they promote to, but by
    /// the cells of an operation where the ruleset says [of which](Tables::result_type).
    ///
    /// # Errors
    ///
    /// As [`promote_all`](Tables::promote_all).
    pub const fn result_type(&self, operands: &[Operand]) -> Result<ResultType, PromotionError> {
        match self.promote_together(self.result_type, operands) {
            Ok(operand) => self.as_result(operand),
            Err(error) => Err(error.of_tables()),
        }
    }

    pub(crate) const fn promote_together(
        &self,
        op: Option<OpId>,
        operands: &[Operand],
    ) -> Result<Operand, OpError> {
        let mut promotion = Promotion::new(self, op);
        loop {
            let mut place = 0;
            while place < operands.len() {
                if let Err(error) = promotion.take(operands[place]) {
                    return Err(error);
                }
                place += 1;
            }
            match promotion.end_pass() {
                Ok(Some(result)) => return Ok(result),
                Ok(None) => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl OpError {
    /// Whether the framework refuses the two operands.
    const fn is_refusal(self) -> bool {
        let (OpError::Promotion(PromotionError::Cell { cell, .. }) | OpError::Cell { cell, .. }) =
            self
        else {
            return false;
        };
        matches!(cell, Cell::Refused)
    }

    /// The error of a promotion, by tables or by the cells of an operation.
    ///
    /// # Panics
    ///
    /// For an error that only what an operation makes of its operands has.
    pub const fn of_tables(self) -> PromotionError {
        match self {
            OpError::Promotion(error) => error,
            OpError::Cell { lhs, rhs: Some(rhs), cell } => {
                PromotionError::Cell { lhs: Operand::Tensor(lhs), rhs, cell }
            }
            OpError::Cell { rhs: None, .. }
            | OpError::Undefined(_)
            | OpError::NoDefault(_)
            | OpError::NotFirst { .. } => panic!("a promotion gives no error of an operation"),
        }
    }
}
