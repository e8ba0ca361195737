//! The methods that every op of a group has, each written once; `generated/methods.rs` names the ops.

/// Writes the `impl Ruleset` with the methods of the ops of one group, and an example of them.
macro_rules! methods {
    (binary: $($op:ident, $doc:literal, $name:ident $into:ident $assign:ident $scalar:ident $reverse:ident;)*) => {
        /// Ops of two operands, whose shapes broadcast: of two tensors, into an existing tensor, in place, and with a Python
        /// scalar on either side.
        ///
        /// ```
        /// use ndarray::array;
        /// use concord_runtime::{Tensor, rulesets};
        ///
        /// let torch = rulesets::TORCH;
        /// let (a, b) = (array![100_i8, -1], array![200_u8, 1]);
        /// assert_eq!(torch.add(&a, &b)?, Tensor::from(vec![300_i16, 0]));
        /// assert_eq!(torch.divide_scalar(&a, 8)?, Tensor::from(vec![12.5_f32, -0.125]));
        /// assert_eq!(torch.scalar_subtract(1, &a)?, Tensor::from(vec![-99_i8, 2]));
        ///
        /// // Comparisons promote, too, and return bools.
        /// assert_eq!(torch.less(&a, &b)?, Tensor::from(vec![true, true]));
        /// assert_eq!(torch.equal_scalar(&a, -1)?, Tensor::from(vec![false, true]));
        ///
        /// // An existing tensor keeps its dtype, where the ruleset lets the result be converted to it.
        /// let mut out = array![0_i64, 0];
        /// torch.multiply_into(&a, &b, &mut out)?;
        /// torch.add_assign(&mut out, &a)?;
        /// assert_eq!(out, array![20_100, -2]);
        /// let refused = torch.add_assign(&mut out, &array![0.5_f32, 0.5]).unwrap_err();
        /// assert_eq!(refused.kind(), "output_dtype");
        /// # Ok::<(), concord_runtime::ComputeError>(())
        /// ```
        impl Ruleset {$(
            #[doc = concat!($doc, "; shapes broadcast.")]
            ///
            /// # Errors
            ///
            /// [`ComputeError`]: operands that the ruleset does not promote, an op that is not defined on
            /// them, shapes that do not broadcast.
            pub fn $name(self, lhs: &impl AsView, rhs: &impl AsView) -> Result<Tensor, ComputeError> {
                match self.lines_fresh(Op::$op, lhs.line(), rhs.line()) {
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
                match self.lines_into(Op::$op, lhs.line(), rhs.line(), out.line_mut()) {
                    true => Ok(()),
                    false => self.views_into(Op::$op, lhs, rhs, out),
                }
            }

            #[doc = concat!("[`", stringify!($name), "`](Ruleset::", stringify!($name), ") in place.")]
            ///
            /// The left operand becomes the result, by the rule for an existing tensor. One that is weakly typed promotes
            /// as such, and stays so.
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
        )*}
    };
    (unary: $($op:ident, $doc:literal, $name:ident $into:ident;)*) => {
        /// Ops of one operand, element by element: of a tensor, and into an existing one.
        ///
        /// ```
        /// use ndarray::array;
        /// use concord_runtime::{Tensor, rulesets};
        ///
        /// let a = array![4_i8, 9];
        /// assert_eq!(rulesets::TORCH.sqrt(&a)?, Tensor::from(vec![2.0_f32, 3.0]));
        /// assert_eq!(rulesets::DPCTL.negative(&a)?, Tensor::from(vec![-4_i8, -9]));
        /// assert_eq!(rulesets::TORCH.isnan(&array![f32::NAN, 1.0])?, Tensor::from(vec![true, false]));
        ///
        /// let mut out = array![0.0_f64, 0.0];
        /// rulesets::TORCH.sqrt_into(&a, &mut out)?;
        /// assert_eq!(out, array![2.0, 3.0]);
        /// # Ok::<(), concord_runtime::ComputeError>(())
        /// ```
        impl Ruleset {$(
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
        )*}
    };
    (ternary: $($op:ident, $doc:literal, $name:ident;)*) => {
        /// Ops of three operands, whose shapes broadcast.
        ///
        /// [`Ruleset::apply`] takes Python scalars among them.
        ///
        /// ```
        /// use ndarray::array;
        /// use concord_runtime::{Tensor, rulesets};
        ///
        /// let numpy = rulesets::NUMPY;
        /// let (a, b) = (array![1_i8, 2, 3], array![10_u8, 20, 30]);
        /// let chosen = numpy.where_(&array![true, false, true], &a, &b)?;
        /// assert_eq!(chosen, Tensor::from(vec![1_i16, 20, 3]));
        /// let bounded = numpy.clip(&a, &array![2_i8], &array![2_i8])?;
        /// assert_eq!(bounded, Tensor::from(vec![2_i8, 2, 2]));
        /// # Ok::<(), concord_runtime::ComputeError>(())
        /// ```
        impl Ruleset {$(
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
                self.ternary_of(Op::$op, [&first.into(), &second.into(), &third.into()])
            }
        )*}
    };
    (product: $($op:ident, $doc:literal, $name:ident;)*) => {
        /// Sums of products of two operands.
        ///
        /// ```
        /// use ndarray::{arr0, array};
        /// use concord_runtime::{Tensor, rulesets};
        ///
        /// let numpy = rulesets::NUMPY;
        /// let (a, b) = (array![[1_i8, 2], [3, 4]], array![1_u8, 10]);
        /// assert_eq!(numpy.matmul(&a, &b)?, Tensor::from(vec![21_i16, 43]));
        /// assert_eq!(numpy.vecdot(&b, &b)?, Tensor::from(arr0(101_u8)));
        /// # Ok::<(), concord_runtime::ComputeError>(())
        /// ```
        impl Ruleset {$(
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
        )*}
    };
    (reduction: $($op:ident, $doc:literal, $name:ident;)*) => {
        /// Ops over the axes of one operand: sums and other reductions, and cumulative ops, which go along one axis.
        ///
        /// ```
        /// use ndarray::array;
        /// use concord_runtime::{Reduce, Tensor, rulesets};
        ///
        /// let torch = rulesets::TORCH;
        /// let a = array![[1_u8, 2], [3, 250]];
        /// assert_eq!(torch.sum(&a, &Reduce::axis(0))?, Tensor::from(vec![4_i64, 252]));
        /// assert_eq!(torch.argmax(&a, &Reduce::axis(1))?, Tensor::from(vec![1_i64, 1]));
        /// let running = torch.cumulative_sum(&a, &Reduce::axis(1))?;
        /// assert_eq!(running, Tensor::from(array![[1_i64, 3], [3, 253]]));
        /// # Ok::<(), concord_runtime::ComputeError>(())
        /// ```
        impl Ruleset {$(
            #[doc = concat!($doc, ", over the axes that [`Reduce`] names.")]
            ///
            /// # Errors
            ///
            /// [`ComputeError`]: an op that is not defined on the dtype, an axis that does not exist, no
            /// element where the op has no value for none.
            pub fn $name(self, operand: &impl AsView, how: &Reduce) -> Result<Tensor, ComputeError> {
                self.reduction(Op::$op, operand.raw(), how)
            }
        )*}
    };
    (join: $($op:ident, $doc:literal, $name:ident;)*) => {
        /// Ops that put any number of operands together; what they promote to need not be what a sum of them does.
        ///
        /// ```
        /// use ndarray::array;
        /// use concord_runtime::{Tensor, rulesets};
        ///
        /// let torch = rulesets::TORCH;
        /// let (a, b) = (array![1_i8, 2], array![0.5_f32]);
        /// assert_eq!(torch.concat(&[&a, &b], 0)?, Tensor::from(vec![1.0_f32, 2.0, 0.5]));
        /// assert_eq!(torch.stack(&[&a, &a], -1)?, Tensor::from(array![[1_i8, 1], [2, 2]]));
        /// # Ok::<(), concord_runtime::ComputeError>(())
        /// ```
        impl Ruleset {$(
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
        )*}
    };
    (sorting: $($op:ident, $doc:literal, $name:ident;)*) => {
        /// Ops that put the elements along an axis in order.
        ///
        /// ```
        /// use ndarray::array;
        /// use concord_runtime::{Options, Tensor, rulesets};
        ///
        /// let numpy = rulesets::NUMPY;
        /// let a = array![3.0_f32, f32::NAN, 1.0];
        /// assert_eq!(numpy.argsort(&a, 0)?, Tensor::from(vec![2_i64, 0, 1]));
        /// let down = rulesets::TORCH.sort(&array![3_i8, 1, 2], Options::default().descending())?;
        /// assert_eq!(down, Tensor::from(vec![3_i8, 2, 1]));
        /// # Ok::<(), concord_runtime::ComputeError>(())
        /// ```
        impl Ruleset {$(
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
        )*}
    };
    (selection: $($op:ident, $doc:literal, $name:ident;)*) => {
        /// Ops that give the middle of the elements along some axes.
        ///
        /// ```
        /// use ndarray::array;
        /// use concord_runtime::{Reduce, Tensor, rulesets};
        ///
        /// let a = array![[1.0_f32, 5.0, 2.0, 4.0]];
        /// assert_eq!(rulesets::NUMPY.median(&a, &Reduce::axis(1))?, Tensor::from(vec![3.0_f32]));
        /// assert_eq!(rulesets::TORCH.median(&a, &Reduce::axis(1))?, Tensor::from(vec![2.0_f32]));
        /// # Ok::<(), concord_runtime::ComputeError>(())
        /// ```
        impl Ruleset {$(
            #[doc = concat!($doc, ", over the axes that [`Reduce`] names.")]
            ///
            /// # Errors
            ///
            /// [`ComputeError`]: an op that is not defined on the dtype, an axis that does not exist, no
            /// element where the dtype has no NaN.
            pub fn $name(self, operand: &impl AsView, how: &Reduce) -> Result<Tensor, ComputeError> {
                self.selection(Op::$op, operand.raw(), how)
            }
        )*}
    };
    (lookup: $($op:ident, $doc:literal, $name:ident;)*) => {
        /// Ops that look elements up: those at some indices, or the places at which values belong.
        ///
        /// ```
        /// use ndarray::array;
        /// use concord_runtime::{Options, Tensor, rulesets};
        ///
        /// let numpy = rulesets::NUMPY;
        /// let a = array![10_i8, 20, 20, 30];
        /// assert_eq!(numpy.take(&a, &array![3_i64, -4], 0)?, Tensor::from(vec![30_i8, 10]));
        /// let places = numpy.searchsorted(&a, &array![20_i8], Options::default().right())?;
        /// assert_eq!(places, Tensor::from(vec![3_i64]));
        /// # Ok::<(), concord_runtime::ComputeError>(())
        /// ```
        impl Ruleset {$(
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
        )*}
    };
    (arrangement: $($op:ident, $doc:literal, $name:ident;)*) => {
        /// Ops that look at where the elements of an operand stand.
        ///
        /// ```
        /// use ndarray::array;
        /// use concord_runtime::{Options, Tensor, rulesets};
        ///
        /// let numpy = rulesets::NUMPY;
        /// assert_eq!(numpy.diff(&array![1_i8, 4, 9], 0)?, Tensor::from(vec![3_i8, 5]));
        /// let upper = numpy.triu(&array![[1_i8, 2], [3, 4]], Options::diagonal(1))?;
        /// assert_eq!(upper, Tensor::from(array![[0_i8, 2], [0, 0]]));
        /// let places = numpy.nonzero(&array![0.0_f32, 7.0], Options::default())?;
        /// assert_eq!(places, Tensor::from(array![[1_i64]]));
        /// # Ok::<(), concord_runtime::ComputeError>(())
        /// ```
        impl Ruleset {$(
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
        )*}
    };
}
pub(crate) use methods;
