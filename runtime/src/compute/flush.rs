//! Subnormal numbers of whole tensors → zeros of their sign, where a ruleset flushes them and the loops do not.

use super::ComputeError;
use crate::Ruleset;
use crate::kernel::call::Kernel;
use crate::kernel::elementwise::run;
use crate::kernel::flush::{finds, flush};
use crate::tensor::fresh::fresh;
use crate::tensor::raw::RawView;
use crate::tensor::{AsViewMut, Tensor};

impl Ruleset {
    /// An operand with subnormal numbers flushed; `None` where it stays as it is.
    pub(super) fn flushed(self, operand: &RawView<'_>) -> Result<Option<Tensor>, ComputeError> {
        let policies = self.fixed_policies();
        if !policies.flush(operand.dtype) || (operand.is_standard() && !finds(operand)) {
            return Ok(None);
        }
        let kernel = Kernel::flushing(operand.dtype, policies);
        let flushed = fresh(operand.dtype, operand.shape, None, &mut |out| {
            run(&kernel, &[*operand], out, policies);
            Ok::<(), ComputeError>(())
        });
        flushed.map(Some)
    }

    /// A result that no one else refers to, with subnormal numbers flushed.
    pub(super) fn flushed_result(self, mut result: Tensor) -> Tensor {
        if self.fixed_policies().flush(result.dtype()) {
            flush(&mut result.raw_mut());
        }
        result
    }
}
