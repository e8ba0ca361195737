//! What an op takes besides operands, and which ops take what.

use alloc::vec::Vec;

use super::{ComputeError, Reduce};
use crate::Op;
use crate::generated::kernels::KERNELS;
use crate::kernel::ops::{ArrangementOp, JoinOp, LookupOp, Sums};
use crate::kernel::tables::Kernels;

/// The arguments of an op besides its operands: none, those of a reduction, or an axis and others. An `isize` is an
/// axis.
///
/// | op | options |
/// |---|---|
/// | reductions, `median` | those of [`Reduce`] |
/// | `concat` | an axis, by default the first, or [`flattened`](Options::flattened) |
/// | `stack` | an axis, by default the first |
/// | `sort`, `argsort` | an axis, by default the last, or [`flattened`](Options::flattened); [`descending`](Options::descending) |
/// | `take` | an axis; by default [`flattened`](Options::flattened) |
/// | `take_along_axis` | an axis, by default the last, or [`flattened`](Options::flattened) |
/// | `searchsorted` | [`right`](Options::right) |
/// | `diff` | an axis, by default the last; [`times`](Options::times) |
/// | `tril`, `triu` | [`diagonal`](Options::diagonal) |
/// | `vecdot` | an axis, by default the last |
/// | `tensordot` | [`last_axes`](Options::last_axes), by default 2, or [`axis_pairs`](Options::axis_pairs) |
///
/// ```
/// use concord_runtime::{Op, Options, Reduce, Tensor, rulesets};
///
/// let a = Tensor::from(vec![1_i16, 2]);
/// let options = Options::from(Reduce::axis(0).keepdims(true));
/// assert_eq!(rulesets::DPCTL.apply(Op::Sum, &[(&a).into()], &options)?.shape(), [1]);
/// let refused = rulesets::DPCTL.apply(Op::Sign, &[(&a).into()], &options);
/// assert_eq!(refused.unwrap_err().kind(), "options");
///
/// let down = rulesets::TORCH.sort(&a, Options::default().descending())?;
/// assert_eq!(down, Tensor::from(vec![2_i16, 1]));
/// # Ok::<(), concord_runtime::ComputeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    pub(super) reduce: Option<Reduce>,
    pub(super) axis: Option<isize>,
    pub(super) flattened: bool,
    pub(super) descending: bool,
    pub(super) right: bool,
    pub(super) diagonal: Option<isize>,
    pub(super) times: Option<usize>,
    pub(super) sums: Option<SumsOver>,
}

/// The axes of two operands that a product sums over.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SumsOver {
    /// So many of the last ones of the first, and as many of the first ones of the second.
    Last(usize),
    /// These of the first, in turn with these of the second.
    Pairs(Vec<isize>, Vec<isize>),
}

impl From<Reduce> for Options {
    fn from(reduce: Reduce) -> Options {
        Options { reduce: Some(reduce), ..Options::default() }
    }
}

impl From<isize> for Options {
    fn from(axis: isize) -> Options {
        Options::axis(axis)
    }
}

impl Options {
    /// The axis along which tensors are joined, sorted or looked up; a negative one counts from the last.
    ///
    /// ```
    /// use concord_runtime::{Op, Options, Tensor, rulesets};
    ///
    /// let a = Tensor::from(vec![1_i16, 2]);
    /// let operands = [(&a).into(), (&a).into()];
    /// let pairs = rulesets::NUMPY.apply(Op::Stack, &operands, &Options::axis(-1))?;
    /// assert_eq!(pairs.array::<i16>()?, ndarray::array![[1, 1], [2, 2]].into_dyn());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn axis(axis: isize) -> Options {
        Options { axis: Some(axis), ..Options::default() }
    }

    /// Operands as if each had one axis, with its elements in their order: NumPy's `axis=None`.
    pub fn flattened() -> Options {
        Options { flattened: true, ..Options::default() }
    }

    /// The greatest element first, NaN before it; equal elements keep their order.
    pub fn descending(self) -> Options {
        Options { descending: true, ..self }
    }

    /// Returns the index after elements equal to the one looked for, not before them: NumPy's `side="right"`.
    pub fn right(self) -> Options {
        Options { right: true, ..self }
    }

    /// The diagonal: 0 is the main one, a positive number one above it, a negative number one below it.
    pub fn diagonal(diagonal: isize) -> Options {
        Options { diagonal: Some(diagonal), ..Options::default() }
    }

    /// How many times the difference is taken, 1 by default: NumPy's `n`.
    pub fn times(self, times: usize) -> Options {
        Options { times: Some(times), ..self }
    }

    /// Sums over so many of the last axes of the first operand, and as many of the first axes of the second.
    ///
    /// ```
    /// use ndarray::array;
    /// use concord_runtime::{Op, Options, Tensor, rulesets};
    ///
    /// let a = Tensor::from(array![[1_i64, 2], [3, 4]]);
    /// let b = Tensor::from(vec![1_i64, 10]);
    /// let operands = [(&a).into(), (&b).into()];
    /// let product = rulesets::NUMPY.apply(Op::Tensordot, &operands, &Options::last_axes(1))?;
    /// assert_eq!(product, Tensor::from(vec![21_i64, 43]));
    /// # Ok::<(), concord_runtime::ComputeError>(())
    /// ```
    pub fn last_axes(count: usize) -> Options {
        Options { sums: Some(SumsOver::Last(count)), ..Options::default() }
    }

    /// Sums over axes of the first operand, each with the axis of the second in the same place.
    pub fn axis_pairs(lhs: &[isize], rhs: &[isize]) -> Options {
        let sums = Some(SumsOver::Pairs(lhs.to_vec(), rhs.to_vec()));
        Options { sums, ..Options::default() }
    }

    /// How a reduction is done: over all axes unless these options say otherwise.
    pub(super) fn reduce(&self) -> Reduce {
        self.reduce.clone().unwrap_or_default()
    }

    /// The options, unless the op does not take some of them.
    pub(crate) fn checked(self, op: Op) -> Result<Options, ComputeError> {
        self.check(op)?;
        Ok(self)
    }

    /// Refuses options that an op does not take.
    pub(super) fn check(&self, op: Op) -> Result<(), ComputeError> {
        let given = [
            (self.reduce.is_some(), Opt::Reduce),
            (self.axis.is_some(), Opt::Axis),
            (self.flattened, Opt::Flattened),
            (self.descending, Opt::Descending),
            (self.right, Opt::Right),
            (self.diagonal.is_some(), Opt::Diagonal),
            (self.times.is_some(), Opt::Times),
            (self.sums.is_some(), Opt::Sums),
        ];
        match given.into_iter().all(|(given, option)| !given || taken(op).contains(&option)) {
            true => Ok(()),
            false => Err(ComputeError::Options { op }),
        }
    }
}

/// An option, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opt {
    Reduce,
    Axis,
    Flattened,
    Descending,
    Right,
    Diagonal,
    Times,
    Sums,
}

/// The options that an op takes.
pub(super) fn taken(op: Op) -> &'static [Opt] {
    match KERNELS[op as usize] {
        Kernels::Unary(_) | Kernels::Binary(_) | Kernels::Ternary(_) => &[],
        Kernels::Reduction(_) | Kernels::Selection(_) => &[Opt::Reduce],
        Kernels::Product(table) => match table.0.first().map(|(_, with)| with.sums) {
            Some(Sums::OneAxis) => &[Opt::Axis],
            Some(Sums::AnyAxes) => &[Opt::Sums],
            Some(Sums::Matrices | Sums::LastAxes) | None => &[],
        },
        Kernels::Join(JoinOp::Concat) => &[Opt::Axis, Opt::Flattened],
        Kernels::Join(JoinOp::Stack) => &[Opt::Axis],
        Kernels::Sorting(_) => &[Opt::Axis, Opt::Flattened, Opt::Descending],
        Kernels::Lookup(LookupOp::Take | LookupOp::TakeAlongAxis) => &[Opt::Axis, Opt::Flattened],
        Kernels::Lookup(LookupOp::Searchsorted) => &[Opt::Right],
        Kernels::Arrangement(ArrangementOp::Diff) => &[Opt::Axis, Opt::Times],
        Kernels::Arrangement(ArrangementOp::Tril | ArrangementOp::Triu) => &[Opt::Diagonal],
        Kernels::Arrangement(ArrangementOp::Nonzero) => &[],
    }
}

/// Whether an op takes the correction of a [`Reduce`].
pub(super) fn takes_correction(op: Op) -> bool {
    match KERNELS[op as usize] {
        Kernels::Reduction(table) => table.0.iter().any(|(_, with)| with.corrects),
        Kernels::Unary(_)
        | Kernels::Binary(_)
        | Kernels::Ternary(_)
        | Kernels::Product(_)
        | Kernels::Join(_)
        | Kernels::Sorting(_)
        | Kernels::Selection(_)
        | Kernels::Lookup(_)
        | Kernels::Arrangement(_) => false,
    }
}

/// What an op takes, in words.
pub(super) fn taken_words(op: Op) -> alloc::string::String {
    let words = taken(op).iter().map(|option| match option {
        Opt::Reduce => "those of a reduction, which may name several axes",
        Opt::Axis => "an axis",
        Opt::Flattened => "all axes as one",
        Opt::Descending => "a descending order",
        Opt::Right => "the right side",
        Opt::Diagonal => "a diagonal",
        Opt::Times => "how many times",
        Opt::Sums => "the axes to sum over",
    });
    words.collect::<Vec<_>>().join(" and ")
}
