//! Batches → all their elements, of which the op is computed at the end.

use arrow::array::ArrayRef;
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::Accumulator;
use runtime::{Arg, AsView, ComputeError};

use super::{Job, states};
use crate::array::{Values, bytes};

/// The elements' bytes.
#[derive(Debug)]
pub(super) struct Collect {
    job: Job,
    bytes: Vec<u8>,
}

impl Collect {
    pub(super) fn new(job: Job) -> Collect {
        Collect { job, bytes: Vec::new() }
    }
}

impl Accumulator for Collect {
    fn update_batch(&mut self, batch: &[ArrayRef]) -> Result<()> {
        let [batch, ..] = batch else { return Ok(()) };
        let values = self.job.values(batch)?;
        self.bytes.extend_from_slice(bytes(&values.elements().as_view().to_tensor()));
        Ok(())
    }

    fn merge_batch(&mut self, batch: &[ArrayRef]) -> Result<()> {
        states(batch).for_each(|state| self.bytes.extend_from_slice(state));
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(vec![ScalarValue::Binary(Some(std::mem::take(&mut self.bytes)))])
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let values = Values::of_bytes(self.job.operand, &self.bytes);
        let ruleset = self.job.rules.ruleset();
        let elements = values.elements();
        match ruleset.apply(self.job.op, &[Arg::from(&elements)], &self.job.options()) {
            Ok(result) => self.job.scalar(bytes(&result)),
            Err(ComputeError::Empty { .. }) => self.job.null(),
            Err(error) => Err(self.job.refused(error).into()),
        }
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.bytes.capacity()
    }
}
