//! Reductions of tensors → new tensors: axes, dtypes, shapes, and which kernel runs.

use alloc::vec::Vec;

use super::ComputeError;
use super::options::takes_correction;
use crate::generated::kernels::KERNELS;
use crate::kernel::ops::Gives;
use crate::kernel::reduce::{self, Reducer};
use crate::kernel::tables::Kernels;
use crate::op::OpDTypes;
use crate::policy::{
    CumulativeAccumulator, CumulativeAxis, DefaultCorrection, EmptyExtreme, ExtremeAxis, Policies,
    Subnormals,
};
use crate::tensor::fresh::fresh;
use crate::tensor::raw::RawView;
use crate::tensor::{AsView, Tensor};
use crate::{DType, Kind, Op, Operand, Ruleset};

/// Which axes a reduction goes over, and how.
///
/// Fewer than 8 elements are added, or multiplied, in order. Sums of more floats are the same for any number of threads
/// and any instruction set, but a tensor with other strides may be added up in another order and differ in the last
/// bits.
///
/// ```
/// use ndarray::array;
/// use concord_runtime::{DType, Reduce, Tensor, rulesets};
///
/// let a = Tensor::from(array![[1_u8, 2], [3, 250]]);
/// let all = rulesets::DPCTL.sum(&a, &Reduce::all())?;
/// assert_eq!((all.dtype(), all.shape()), (DType::U64, &[][..]));
/// let rows = rulesets::DPCTL.sum(&a, &Reduce::axis(-1).keepdims(true))?;
/// assert_eq!(rows.array::<u64>()?, array![[3], [253]].into_dyn());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reduce {
    pub(super) axes: Option<Vec<isize>>,
    pub(super) keepdims: bool,
    dtype: Option<DType>,
    correction: Option<f64>,
}

impl Reduce {
    /// Over all axes.
    pub fn all() -> Reduce {
        Reduce::default()
    }

    /// Over one axis; a negative one counts from the last.
    pub fn axis(axis: isize) -> Reduce {
        Reduce::axes(&[axis])
    }

    /// Over some axes; negative ones count from the last.
    pub fn axes(axes: &[isize]) -> Reduce {
        Reduce { axes: Some(axes.to_vec()), ..Reduce::default() }
    }

    /// Whether reduced axes are kept, with length 1.
    pub fn keepdims(self, keepdims: bool) -> Reduce {
        Reduce { keepdims, ..self }
    }

    /// Converts to this dtype first, instead of the one the ruleset computes in; only for ops that return
    /// their compute dtype.
    pub fn dtype(self, dtype: DType) -> Reduce {
        Reduce { dtype: Some(dtype), ..self }
    }

    /// What a variance subtracts from the count: 0 for a population, 1 for a sample. Without it, the ruleset's
    /// [`default_correction`](crate::policy::Policies::default_correction) holds. Other ops than `var` and `std` refuse
    /// one.
    ///
    /// ```
    /// use concord_runtime::{Reduce, Tensor, rulesets};
    ///
    /// let a = Tensor::from(vec![1.0_f32, 2.0, 3.0]);
    /// let sample = rulesets::TORCH.var(&a, &Reduce::all())?;
    /// assert_eq!(sample.array::<f32>()?.sum(), 1.0);
    /// let population = rulesets::TORCH.var(&a, &Reduce::all().correction(0.0))?;
    /// assert!((population.array::<f32>()?.sum() - 2.0 / 3.0).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn correction(self, correction: f64) -> Reduce {
        Reduce { correction: Some(correction), ..self }
    }
}

impl Ruleset {
    pub(crate) fn reduction(
        self,
        op: Op,
        operand: RawView<'_>,
        how: &Reduce,
    ) -> Result<Tensor, ComputeError> {
        let dtypes = self.reduction_dtypes(op, operand.dtype, how)?;
        self.reduced(op, operand, how, dtypes).map(|result| result.with_weak(dtypes.weak))
    }

    fn reduced(
        self,
        op: Op,
        operand: RawView<'_>,
        how: &Reduce,
        OpDTypes { compute, result, weak }: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let no_loop = ComputeError::NoLoop { op, dtype: compute };
        let Kernels::Reduction(table) = KERNELS[op as usize] else { return Err(no_loop) };
        let kept;
        let policies = match op.moves(compute) {
            true => {
                kept = Policies { subnormals: Subnormals::Keep, ..*self.fixed_policies() };
                &kept
            }
            false => self.fixed_policies(),
        };
        let rounded = self.rounded_to_carried(&operand, compute)?;
        let operand = rounded.as_ref().map_or(operand, AsView::raw);
        let carrier = self.carrier(compute);
        let with = table.find(carrier).ok_or(no_loop)?;
        let carried;
        let with = match carrier != compute.carrier() {
            true => {
                carried = with.rounding_to_float16_away();
                &carried
            }
            false => with,
        };
        let with = match (with.gives, policies.cumulative_accumulator) {
            (Gives::EveryStep, CumulativeAccumulator::Twice) => {
                twice(compute.carrier()).and_then(|wide| table.find(wide)).unwrap_or(with)
            }
            (Gives::EveryStep | Gives::Total | Gives::TotalOfSome | Gives::Place, _) => with,
        };
        let mut goes = axes(op, operand.shape.len(), how.axes.as_deref())?;
        match (with.gives, &how.axes) {
            (Gives::EveryStep, None) if goes.len() != 1 => match policies.cumulative_axis {
                CumulativeAxis::Error => {}
                CumulativeAxis::Flatten => {
                    let copy = self.as_dtype(&operand, operand.dtype, operand.shape)?;
                    let flat = copy.reshape(&[operand.shape.iter().product()]);
                    let flat = flat.expect("a new tensor of as many elements lies in order");
                    return self.reduced(op, flat.raw(), how, OpDTypes { compute, result, weak });
                }
                CumulativeAxis::First => only_first(&mut goes),
            },
            (Gives::Place, None) if policies.extreme_axis == ExtremeAxis::First => {
                only_first(&mut goes);
            }
            (Gives::EveryStep | Gives::Place | Gives::TotalOfSome | Gives::Total, _) => {}
        }
        let gone = goes.iter().filter(|&&goes| goes).count();
        let lens = operand.shape.iter().zip(&goes);
        let none = lens.clone().any(|(&len, &goes)| goes && len == 0);
        let outputs = lens.clone().filter(|&(_, &goes)| !goes).map(|(&len, _)| len);
        let empty = none && !outputs.clone().any(|len| len == 0);
        let limit = self.fixed_policies().empty_extreme == EmptyExtreme::Limit;
        match with.gives {
            Gives::EveryStep => return scan(op, operand, how, &goes, result, (with, policies)),
            Gives::Place if gone != 1 && gone != goes.len() => {
                return Err(ComputeError::OneAxis { op });
            }
            Gives::TotalOfSome if empty && limit => {}
            Gives::Place | Gives::TotalOfSome if empty => {
                return Err(ComputeError::Empty { op, shape: operand.shape.to_vec() });
            }
            Gives::Place | Gives::TotalOfSome | Gives::Total => {}
        }
        let shape: Vec<usize> = match how.keepdims {
            true => lens.map(|(&len, &goes)| if goes { 1 } else { len }).collect(),
            false => outputs.collect(),
        };
        fresh(result, &shape, None, &mut |out| {
            let correction = how.correction.unwrap_or(match policies.default_correction {
                DefaultCorrection::Zero => 0.0,
                DefaultCorrection::One => 1.0,
            });
            match reduce::reduce(&operand, &goes, out, with, correction, policies) {
                true => Ok(()),
                false => Err(ComputeError::NoLoop { op, dtype: with.compute }),
            }
        })
    }

    /// The dtypes of a reduction; a dtype that is asked for is computed in and returned.
    pub(super) fn reduction_dtypes(
        self,
        op: Op,
        operand: DType,
        how: &Reduce,
    ) -> Result<OpDTypes, ComputeError> {
        if how.correction.is_some() && !takes_correction(op) {
            return Err(ComputeError::Correction { op });
        }
        let Some(asked) = how.dtype else {
            return self.dtypes_in(op, &[Operand::Tensor(operand)]).map_err(ComputeError::of(op));
        };
        self.require(operand).map_err(ComputeError::of(op))?;
        self.require(asked).map_err(ComputeError::of(op))?;
        let undefined = crate::RuleError::OpUndefined { ruleset: self, op, dtype: asked };
        if !self.op_rule(op).returns_compute_dtype() || !self.op_rule(op).on.contains(asked.kind())
        {
            return Err(ComputeError::of(op)(undefined));
        }
        Ok(OpDTypes { compute: asked, result: asked, weak: false })
    }
}

/// The dtype of the same kind with twice the bits; only of floats.
fn twice(dtype: DType) -> Option<DType> {
    let is_float = matches!(dtype.kind(), Kind::Float | Kind::Complex);
    let wide = |other: &DType| other.kind() == dtype.kind() && other.bits() == 2 * dtype.bits();
    DType::ALL.into_iter().find(|other| is_float && wide(other))
}

/// Leaves the first of the axes that are reduced.
fn only_first(goes: &mut [bool]) {
    goes.iter_mut().skip(1).for_each(|goes| *goes = false);
}

/// For each axis whether it is reduced.
pub(super) fn axes(
    op: Op,
    ndim: usize,
    named: Option<&[isize]>,
) -> Result<Vec<bool>, ComputeError> {
    let Some(named) = named else { return Ok(alloc::vec![true; ndim]) };
    let mut goes = alloc::vec![false; ndim];
    for &axis in named {
        let place = axis_of(op, axis, ndim)?;
        if goes[place] {
            return Err(ComputeError::Axis { op, axis, ndim, twice: true });
        }
        goes[place] = true;
    }
    Ok(goes)
}

/// An axis that may be counted from the last.
pub(super) fn axis_of(op: Op, axis: isize, ndim: usize) -> Result<usize, ComputeError> {
    let place = if axis < 0 { axis.checked_add_unsigned(ndim) } else { Some(axis) };
    let place = place.and_then(|place| usize::try_from(place).ok()).filter(|&place| place < ndim);
    place.ok_or(ComputeError::Axis { op, axis, ndim, twice: false })
}

/// A result after every element along one axis, which need not be named if there is only one.
fn scan(
    op: Op,
    operand: RawView<'_>,
    how: &Reduce,
    goes: &[bool],
    result: DType,
    (with, policies): (&Reducer, &Policies),
) -> Result<Tensor, ComputeError> {
    let mut named = goes.iter().enumerate().filter(|&(_, &goes)| goes).map(|(axis, _)| axis);
    let (Some(axis), None) = (named.next(), named.next()) else {
        let message = match (goes.len(), how.axes.is_some()) {
            (0, _) => "goes along an axis, and the operand has none: give it one".into(),
            (axes, _) => alloc::format!("goes along one axis of {axes}: name one"),
        };
        return Err(ComputeError::Operands { op, message });
    };
    fresh(result, operand.shape, None, &mut |out| match reduce::scan(
        &operand, axis, out, with, policies,
    ) {
        true => Ok(()),
        false => Err(ComputeError::NoLoop { op, dtype: with.compute }),
    })
}
