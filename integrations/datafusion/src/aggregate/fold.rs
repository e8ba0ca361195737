//! Batches → the result so far, which is reduced with the next one's as two elements.

use arrow::array::ArrayRef;
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::Accumulator;
use runtime::{Arg, ComputeError, Number, Op, Options, Reduce, Tensor};

use super::{Job, states};
use crate::array::{Values, bytes};

/// The result so far, as an element's bytes; nothing before the first batch.
#[derive(Debug)]
pub(super) struct Fold {
    job: Job,
    so_far: Vec<u8>,
    /// What `count_nonzero` counts.
    count: u64,
}

impl Fold {
    pub(super) fn new(job: Job) -> Fold {
        Fold { job, so_far: Vec::new(), count: 0 }
    }

    fn apply(&self, values: &Values, options: &Options) -> Result<Tensor> {
        let ruleset = self.job.rules.ruleset();
        let result = ruleset.apply(self.job.op, &[Arg::from(&values.elements())], options);
        Ok(result.map_err(|error| self.job.refused(error))?)
    }

    /// Takes in the result of a batch.
    fn take_in(&mut self, result: &[u8]) -> Result<()> {
        self.so_far.extend_from_slice(result);
        let dtype = self.job.dtypes.result;
        if self.so_far.len() == dtype.size() {
            return Ok(());
        }
        let both = Values::of_bytes(dtype, &self.so_far);
        let options = match self.job.op {
            Op::Sum | Op::Prod => Options::from(Reduce::all().dtype(dtype)),
            _ => Options::default(),
        };
        let result = self.apply(&both, &options)?;
        self.so_far = bytes(&result).to_vec();
        Ok(())
    }
}

impl Accumulator for Fold {
    fn update_batch(&mut self, batch: &[ArrayRef]) -> Result<()> {
        let [batch, ..] = batch else { return Ok(()) };
        let values = self.job.values(batch)?;
        if values.is_empty() {
            return Ok(());
        }
        let result = self.apply(&values, &Options::default())?;
        match (self.job.op, result.view().number()) {
            (Op::CountNonzero, Some(Number::Int(count))) => {
                self.count += u64::try_from(count).unwrap_or_default();
                Ok(())
            }
            _ => self.take_in(bytes(&result)),
        }
    }

    fn merge_batch(&mut self, batch: &[ArrayRef]) -> Result<()> {
        for state in states(batch) {
            match (self.job.op, <[u8; 8]>::try_from(state)) {
                (Op::CountNonzero, Ok(count)) => self.count += u64::from_le_bytes(count),
                _ if state.is_empty() => {}
                _ => self.take_in(state)?,
            }
        }
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let state = match self.job.op {
            Op::CountNonzero => self.count.to_le_bytes().to_vec(),
            _ => self.so_far.clone(),
        };
        Ok(vec![ScalarValue::Binary(Some(state))])
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let result = self.job.dtypes.result;
        if self.job.op == Op::CountNonzero {
            let count = Values::of_bytes(runtime::DType::U64, &self.count.to_le_bytes());
            let count = runtime::rulesets::NUMPY.cast(&count.elements(), result);
            return self.job.scalar(bytes(&count.map_err(|error| self.job.refused(error))?));
        }
        if !self.so_far.is_empty() {
            return self.job.scalar(&self.so_far);
        }
        let none = Values::of_bytes(self.job.operand, &[]);
        let ruleset = self.job.rules.ruleset();
        match ruleset.apply(self.job.op, &[Arg::from(&none.elements())], &Options::default()) {
            Ok(result) => self.job.scalar(bytes(&result)),
            Err(ComputeError::Empty { .. }) => self.job.null(),
            Err(error) => Err(self.job.refused(error).into()),
        }
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.so_far.capacity()
    }
}
