//! The methods that every op of a group has, each written once; `generated/methods.rs` names the ops.

/// Writes the methods of the ops of one group into an `impl Ruleset`.
macro_rules! methods {
    (binary: $($op:ident, $doc:literal, $name:ident $into:ident $assign:ident $scalar:ident $reverse:ident;)*) => {$(
        #[doc = concat!($doc, "; shapes broadcast.")]
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: operands that the ruleset does not promote, an op that is not defined on
        /// them, shapes that do not broadcast.
        pub fn $name(self, lhs: &impl AsView, rhs: &impl AsView) -> Result<Tensor, ComputeError> {
            match self.lines_fresh(Op::$op, &lhs.raw(), &rhs.raw()) {
                Some(result) => Ok(result),
                None => self.views_fresh(Op::$op, lhs, rhs),
            }
        }

        #[doc = concat!("[`", stringify!($name), "`](Ruleset::", stringify!($name), ") into an existing tensor.")]
        ///
        /// The result is converted to the dtype of `out` where the ruleset's rule for outputs allows it,
        /// or, where no source states one, where the cast stays within the kind.
        ///
        /// # Errors
        ///
        /// [`ComputeError`], also where the result may not be converted to the dtype of `out` or does not
        /// have its shape; `out` is unchanged then.
        pub fn $into(
            self,
            lhs: &impl AsView,
            rhs: &impl AsView,
            out: &mut impl AsViewMut,
        ) -> Result<(), ComputeError> {
            match self.lines_into(Op::$op, &lhs.raw(), &rhs.raw(), &out.raw_mut()) {
                true => Ok(()),
                false => self.views_into(Op::$op, lhs, rhs, out),
            }
        }

        #[doc = concat!("[`", stringify!($name), "`](Ruleset::", stringify!($name), ") in place.")]
        ///
        /// The left operand becomes the result, by the rule for an existing tensor.
        ///
        /// # Errors
        ///
        #[doc = concat!("As [`", stringify!($into), "`](Ruleset::", stringify!($into), ").")]
        pub fn $assign(self, lhs: &mut impl AsViewMut, rhs: &impl AsView) -> Result<(), ComputeError> {
            self.binary_assign(Op::$op, lhs.raw_mut(), rhs.raw())
        }

        #[doc = concat!("[`", stringify!($name), "`](Ruleset::", stringify!($name), ") with a Python scalar on the right.")]
        ///
        /// # Errors
        ///
        /// [`ComputeError`], also where the dtype cannot hold the scalar and the ruleset refuses that.
        pub fn $scalar(self, lhs: &impl AsView, rhs: impl Into<Number>) -> Result<Tensor, ComputeError> {
            self.binary_scalar(Op::$op, lhs.raw(), rhs.into())
        }

        #[doc = concat!("[`", stringify!($name), "`](Ruleset::", stringify!($name), ") with a Python scalar on the left.")]
        ///
        /// # Errors
        ///
        #[doc = concat!("As [`", stringify!($scalar), "`](Ruleset::", stringify!($scalar), ").")]
        pub fn $reverse(self, lhs: impl Into<Number>, rhs: &impl AsView) -> Result<Tensor, ComputeError> {
            self.scalar_binary(Op::$op, lhs.into(), rhs.raw())
        }
    )*};
    (unary: $($op:ident, $doc:literal, $name:ident $into:ident;)*) => {$(
        #[doc = concat!($doc, ".")]
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: the ruleset lacks the dtype, or the op is not defined on it.
        pub fn $name(self, operand: &impl AsView) -> Result<Tensor, ComputeError> {
            self.unary(Op::$op, operand.raw())
        }

        #[doc = concat!("[`", stringify!($name), "`](Ruleset::", stringify!($name), ") into an existing tensor.")]
        ///
        /// The result is converted to the dtype of `out` where the ruleset's rule for outputs allows it,
        /// or, where no source states one, where the cast stays within the kind.
        ///
        /// # Errors
        ///
        /// [`ComputeError`], also where the result may not be converted to the dtype of `out` or does not
        /// have its shape; `out` is unchanged then.
        pub fn $into(self, operand: &impl AsView, out: &mut impl AsViewMut) -> Result<(), ComputeError> {
            self.unary_into(Op::$op, operand.raw(), out.raw_mut())
        }
    )*};
    (ternary: $($op:ident, $doc:literal, $name:ident;)*) => {$(
        #[doc = concat!($doc, "; shapes broadcast.")]
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: operands that the ruleset does not promote, an op that is not defined on
        /// them, shapes that do not broadcast.
        pub fn $name(
            self,
            first: &impl AsView,
            second: &impl AsView,
            third: &impl AsView,
        ) -> Result<Tensor, ComputeError> {
            self.ternary(Op::$op, [first.raw(), second.raw(), third.raw()])
        }
    )*};
    (product: $($op:ident, $doc:literal, $name:ident;)*) => {$(
        #[doc = concat!($doc, "; stacks of what it multiplies broadcast.")]
        ///
        /// [`Ruleset::apply`] takes the axes to sum over, as [`Options`].
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: operands that the ruleset does not promote, an op that is not defined on
        /// them, shapes that do not fit.
        pub fn $name(self, lhs: &impl AsView, rhs: &impl AsView) -> Result<Tensor, ComputeError> {
            self.product(Op::$op, lhs.raw(), rhs.raw(), &Options::default())
        }
    )*};
    (reduction: $($op:ident, $doc:literal, $name:ident;)*) => {$(
        #[doc = concat!($doc, ", over the axes that [`Reduce`] names.")]
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: an op that is not defined on the dtype, an axis that does not exist, no
        /// element where the op has no value for none.
        pub fn $name(self, operand: &impl AsView, how: &Reduce) -> Result<Tensor, ComputeError> {
            self.reduction(Op::$op, operand.raw(), how)
        }
    )*};
    (join: $($op:ident, $doc:literal, $name:ident;)*) => {$(
        #[doc = concat!($doc, ".")]
        ///
        /// An axis less than 0 counts from the last.
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: no operand, operands that the ruleset does not promote, an axis that does not
        /// exist, shapes that do not fit.
        pub fn $name(
            self,
            operands: &[&dyn AsView],
            options: impl Into<Options>,
        ) -> Result<Tensor, ComputeError> {
            let operands: alloc::vec::Vec<_> = operands.iter().map(|operand| operand.raw()).collect();
            self.join(Op::$op, &operands, &options.into().checked(Op::$op)?)
        }
    )*};
    (sorting: $($op:ident, $doc:literal, $name:ident;)*) => {$(
        #[doc = concat!($doc, ".")]
        ///
        /// An axis less than 0 counts from the last.
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: an op that is not defined on the dtype, an axis that does not exist.
        pub fn $name(
            self,
            operand: &impl AsView,
            options: impl Into<Options>,
        ) -> Result<Tensor, ComputeError> {
            self.sorting(Op::$op, operand.raw(), &options.into().checked(Op::$op)?)
        }
    )*};
    (selection: $($op:ident, $doc:literal, $name:ident;)*) => {$(
        #[doc = concat!($doc, ", over the axes that [`Reduce`] names.")]
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: an op that is not defined on the dtype, an axis that does not exist, no
        /// element where the dtype has no NaN.
        pub fn $name(self, operand: &impl AsView, how: &Reduce) -> Result<Tensor, ComputeError> {
            self.selection(Op::$op, operand.raw(), how)
        }
    )*};
    (lookup: $($op:ident, $doc:literal, $name:ident;)*) => {$(
        #[doc = concat!($doc, ".")]
        ///
        /// [`Options`] lists which options the op takes.
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: dtypes that the ruleset does not take, an axis that does not exist, shapes that
        /// do not fit, an index out of range.
        pub fn $name(
            self,
            lhs: &impl AsView,
            rhs: &impl AsView,
            options: impl Into<Options>,
        ) -> Result<Tensor, ComputeError> {
            self.lookup(Op::$op, lhs.raw(), rhs.raw(), &options.into().checked(Op::$op)?)
        }
    )*};
    (arrangement: $($op:ident, $doc:literal, $name:ident;)*) => {$(
        #[doc = concat!($doc, ".")]
        ///
        /// Of axes and diagonals [`Options`] tells.
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: an op that is not defined on the dtype, an axis that does not exist, fewer axes
        /// than the op goes over.
        pub fn $name(
            self,
            operand: &impl AsView,
            options: impl Into<Options>,
        ) -> Result<Tensor, ComputeError> {
            self.arrangement(Op::$op, operand.raw(), &options.into().checked(Op::$op)?)
        }
    )*};
}
pub(crate) use methods;
