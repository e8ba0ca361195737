//! A tensor and a dtype → the same elements, converted explicitly.
#![expect(
    unsafe_code,
    reason = "elements that lie one after the other are seen along one axis, or copied as they are"
)]

use super::ComputeError;
use crate::kernel::call::Kernel;
use crate::kernel::casts;
use crate::kernel::elementwise::run;
use crate::kernel::isa::Isa;
use crate::kernel::short::FEW;
use crate::policy::Policies;
use crate::tensor::fresh::{fresh, fresh_line};
use crate::tensor::raw::{RawView, RawViewMut};
use crate::tensor::{AsView, AsViewMut, Elements, Tensor};
use crate::{DType, Ruleset};

/// A tensor as if it had one axis.
pub(super) struct Flat<'a> {
    raw: RawView<'a>,
    /// The elements in their order, where they do not lie so already.
    copy: Option<Tensor>,
    shape: [usize; 1],
}

impl Flat<'_> {
    pub(super) fn raw(&self) -> RawView<'_> {
        let at = self.copy.as_ref().map_or(self.raw.at, |copy| copy.raw().at);
        // SAFETY: the elements of the tensor, or of its copy, lie one after the other.
        let flat = unsafe { RawView::new(self.raw.dtype, at, &self.shape, &[1]) };
        flat.with_weak(self.raw.weak)
    }
}

impl Ruleset {
    /// All elements of a tensor in their order, along one axis.
    pub(super) fn flat<'a>(self, raw: &RawView<'a>) -> Result<Flat<'a>, ComputeError> {
        let copy = match raw.is_standard() {
            true => None,
            false => Some(self.as_dtype(raw, raw.dtype, raw.shape)?),
        };
        Ok(Flat { raw: *raw, copy, shape: [raw.shape.iter().product()] })
    }

    /// Whether loops know only the carrier of a dtype that an op computes in.
    #[inline]
    pub(super) fn is_carried(self, compute: DType) -> bool {
        self.carrier(compute) != compute
    }

    /// The dtype of the loops that compute in a dtype.
    #[inline]
    pub(super) fn carrier(self, compute: DType) -> DType {
        casts::carrier(compute, self.fixed_policies())
    }

    /// An operand converted to the dtype that an op computes in, where loops know only its carrier; `None` if it need
    /// not be.
    #[inline]
    pub(super) fn rounded_to_carried(
        self,
        operand: &RawView<'_>,
        compute: DType,
    ) -> Result<Option<Tensor>, ComputeError> {
        match self.is_carried(compute) && operand.dtype != compute {
            true => self.as_dtype(operand, compute, operand.shape).map(Some),
            false => Ok(None),
        }
    }

    /// The elements of an operand converted to a dtype and then to its carrier, in standard layout; `None` if they are
    /// so already.
    pub(super) fn carried(
        self,
        operand: &RawView<'_>,
        compute: DType,
    ) -> Result<Option<Tensor>, ComputeError> {
        let rounded = self.rounded_to_carried(operand, compute)?;
        match &rounded {
            Some(rounded) => self.standard(&rounded.raw(), compute.carrier()),
            None => self.standard(operand, compute.carrier()),
        }
    }

    /// The elements of an operand in standard layout and of a dtype; `None` if they are so already.
    pub(super) fn standard(
        self,
        raw: &RawView<'_>,
        dtype: DType,
    ) -> Result<Option<Tensor>, ComputeError> {
        match raw.dtype == dtype && raw.is_standard() {
            true => Ok(None),
            false => self.as_dtype(raw, dtype, raw.shape).map(Some),
        }
    }

    /// The elements of an operand converted to a dtype, in a new tensor of a shape they broadcast to.
    pub(super) fn as_dtype(
        self,
        operand: &RawView<'_>,
        dtype: DType,
        shape: &[usize],
    ) -> Result<Tensor, ComputeError> {
        fresh(dtype, shape, None, &mut |out| {
            copy(self, operand, out);
            Ok(())
        })
    }

    /// The elements of a tensor converted to another dtype, by the ruleset's policy of floats to integers.
    ///
    /// Every conversion is made, whether or not it can lose values, since the caller names it;
    /// [`can_cast`](Ruleset::can_cast) tells what may be converted silently.
    ///
    /// # Errors
    ///
    /// [`ComputeError::Rule`] where the ruleset lacks the tensor's dtype or the other.
    ///
    /// ```
    /// use ndarray::array;
    /// use concord_runtime::{DType, Tensor, rulesets};
    ///
    /// let a = array![-1.5_f64, 300.0];
    /// let rounded = rulesets::TORCH.cast(&a, DType::I16)?;
    /// assert_eq!(rounded, Tensor::from(vec![-1_i16, 300]));
    /// let mut out = array![0.0_f32, 0.0];
    /// rulesets::TORCH.cast_into(&a, &mut out)?;
    /// assert_eq!(out, array![-1.5, 300.0]);
    /// # Ok::<(), concord_runtime::ComputeError>(())
    /// ```
    pub fn cast(self, tensor: &impl AsView, dtype: DType) -> Result<Tensor, ComputeError> {
        let operand = tensor.raw();
        self.require(operand.dtype)?;
        self.require(dtype)?;
        self.as_dtype(&operand, dtype, operand.shape)
    }

    /// [`cast`](Ruleset::cast) of few elements along one axis, in fewer instructions. `None` where that must be called
    /// instead: of other elements, and for an error.
    pub fn cast_line(self, elements: &Elements<'_>, dtype: DType) -> Option<Tensor> {
        let line = elements.line().filter(|line| line.len <= FEW)?;
        if !self.has(line.dtype) || !self.has(dtype) {
            return None;
        }
        fresh_line(dtype, false, line.len, &mut |out| {
            let caster = casts::find(line.dtype, dtype, self.fixed_policies(), Isa::active());
            // SAFETY: both have these elements, and the output is one of its own.
            unsafe { caster.call(line.at, out.at, line.len) };
            true
        })
    }

    /// [`cast`](Ruleset::cast) into an existing tensor, to its dtype.
    ///
    /// # Errors
    ///
    /// Those of [`cast`](Ruleset::cast); [`ComputeError::OutputShape`] for an output of another shape.
    pub fn cast_into(
        self,
        tensor: &impl AsView,
        out: &mut impl AsViewMut,
    ) -> Result<(), ComputeError> {
        let (operand, mut out) = (tensor.raw(), out.raw_mut());
        self.require(operand.dtype)?;
        self.require(out.dtype)?;
        if operand.shape != out.shape {
            let (result, output) = (operand.shape.to_vec(), out.shape.to_vec());
            return Err(ComputeError::OutputShape { op: None, result, output });
        }
        copy(self, &operand, &mut out);
        Ok(())
    }
}

/// Converts elements into an output of a shape they broadcast to.
pub(super) fn copy(ruleset: Ruleset, from: &RawView<'_>, to: &mut RawViewMut<'_>) {
    copy_by(ruleset.fixed_policies(), from, to);
}

/// The same by policies, on which a copy to the same dtype does not depend.
pub(super) fn copy_by(policies: &'static Policies, from: &RawView<'_>, to: &mut RawViewMut<'_>) {
    if !copy_few(from, to) {
        run(&Kernel::cast(from.dtype, to.dtype, policies), &[*from], to, policies);
    }
}

/// The shortest way, of few elements of the output's dtype that lie as it does. Returns false if it does not apply.
#[inline]
fn copy_few(from: &RawView<'_>, to: &mut RawViewMut<'_>) -> bool {
    let len = to.len();
    let alike = from.dtype == to.dtype && from.shape == to.shape && len <= FEW;
    if !alike || !from.is_standard() || !to.is_standard() {
        return false;
    }
    // SAFETY: both have these elements, and nothing else refers to the output.
    unsafe { from.at.copy_to_nonoverlapping(to.at, len * to.dtype.size()) };
    true
}
