//! Reductions: axes, dtypes and shapes of the result; the gathering is the kernels'.

use alloc::vec::Vec;

use super::ComputeError;
use crate::generated::kernels;
use crate::kernel::buffer::fresh;
use crate::kernel::raw::Raw;
use crate::kernel::reduce;
use crate::op::OpDTypes;
use crate::policy::FloatToInt;
use crate::tensor::Tensor;
use crate::{DType, Op, Operand, Ruleset};

/// Which axes a reduction goes over, and how.
///
/// Sums of floats are gathered in lanes, side by side where that is faster: the same for any number of
/// threads and any instruction set, but a tensor that lies otherwise in memory may sum to other last bits.
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
    axes: Option<Vec<isize>>,
    keepdims: bool,
    dtype: Option<DType>,
    correction: f64,
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

    /// Whether the axes that go stay with a length of 1.
    pub fn keepdims(self, keepdims: bool) -> Reduce {
        Reduce { keepdims, ..self }
    }

    /// Converts to this dtype before gathering, in place of the ruleset's own choice; of ops whose
    /// result is of what they compute in.
    pub fn dtype(self, dtype: DType) -> Reduce {
        Reduce { dtype: Some(dtype), ..self }
    }

    /// What a variance takes from the count: 0 for the population, 1 for a sample.
    pub fn correction(self, correction: f64) -> Reduce {
        Reduce { correction, ..self }
    }
}

impl Ruleset {
    pub(crate) fn reduction(
        self,
        op: Op,
        operand: Raw<'_>,
        how: &Reduce,
    ) -> Result<Tensor, ComputeError> {
        let dtypes = self.reduction_dtypes(op, operand.dtype, how.dtype)?;
        self.reduced(op, operand, how, dtypes).map(|result| result.with_weak(dtypes.weak))
    }

    fn reduced(
        self,
        op: Op,
        operand: Raw<'_>,
        how: &Reduce,
        OpDTypes { compute, result, .. }: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let table = kernels::reduction(op).and_then(|table| table.find(compute));
        let with = table.ok_or(ComputeError::NoLoop { op, dtype: compute })?;
        let policy = self.fixed_policies().float_to_int;
        let goes = axes(op, operand.shape.len(), how.axes.as_deref())?;
        if with.loops[0].scan.is_some() {
            return scan(op, operand, how, &goes, result, (with, policy));
        }
        let gone = goes.iter().filter(|&&goes| goes).count();
        if with.places && gone != 1 && gone != goes.len() {
            return Err(ComputeError::OneAxis { op });
        }
        let lens = operand.shape.iter().zip(&goes);
        let none = lens.clone().any(|(&len, &goes)| goes && len == 0);
        let outputs = lens.clone().filter(|&(_, &goes)| !goes).map(|(&len, _)| len);
        if none && !with.of_nothing && !outputs.clone().any(|len| len == 0) {
            return Err(ComputeError::Empty { op, shape: operand.shape.to_vec() });
        }
        let shape: Vec<usize> = match how.keepdims {
            true => lens.map(|(&len, &goes)| if goes { 1 } else { len }).collect(),
            false => outputs.collect(),
        };
        fresh(result, &shape, None, &mut |mut out| {
            reduce::reduce(operand, &goes, &mut out, with, how.correction, policy);
            Ok(())
        })
    }

    /// The dtypes of a reduction; a dtype that is asked for takes the place of the compute dtype.
    fn reduction_dtypes(
        self,
        op: Op,
        operand: DType,
        asked: Option<DType>,
    ) -> Result<OpDTypes, ComputeError> {
        let Some(asked) = asked else {
            return self.op_dtypes(op, &[Operand::Tensor(operand)]).map_err(ComputeError::of(op));
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

/// For each axis whether it goes.
fn axes(op: Op, ndim: usize, named: Option<&[isize]>) -> Result<Vec<bool>, ComputeError> {
    let Some(named) = named else { return Ok(alloc::vec![true; ndim]) };
    let mut goes = alloc::vec![false; ndim];
    for &axis in named {
        let place = if axis < 0 { axis.checked_add_unsigned(ndim) } else { Some(axis) };
        let place =
            place.and_then(|place| usize::try_from(place).ok()).filter(|&place| place < ndim);
        let error = |twice| ComputeError::Axis { op, axis, ndim, twice };
        let place = place.ok_or_else(|| error(false))?;
        if goes[place] {
            return Err(error(true));
        }
        goes[place] = true;
    }
    Ok(goes)
}

/// A result at every step along one axis; a tensor of one axis needs none named.
fn scan(
    op: Op,
    operand: Raw<'_>,
    how: &Reduce,
    goes: &[bool],
    result: DType,
    (with, policy): (&reduce::Gatherer, FloatToInt),
) -> Result<Tensor, ComputeError> {
    let mut named = goes.iter().enumerate().filter(|&(_, &goes)| goes).map(|(axis, _)| axis);
    let (Some(axis), None) = (named.next(), named.next()) else {
        let message = match (goes.len(), how.axes.is_some()) {
            (0, _) => "goes along an axis, and the operand has none: give it one".into(),
            (axes, _) => alloc::format!("goes along one axis of {axes}: name one"),
        };
        return Err(ComputeError::Operands { op, message });
    };
    fresh(result, operand.shape, None, &mut |mut out| match reduce::scan(
        operand, axis, &mut out, with, policy,
    ) {
        true => Ok(()),
        false => Err(ComputeError::NoLoop { op, dtype: with.compute }),
    })
}
