//! A reduction along one axis → its result after every element.

use super::Reducer;
use super::fold::AnyAccumulator;
use crate::kernel::layout::Walk;
use crate::kernel::stream::{Block, Stream};
use crate::policy::Policies;
use crate::tensor::raw::{RawView, RawViewMut};

/// Scans `operand` along an axis into `out`, which has its shape. Returns false if the op has no such form.
pub(crate) fn scan(
    operand: &RawView<'_>,
    axis: usize,
    out: &mut RawViewMut<'_>,
    with: &Reducer,
    policies: &Policies,
) -> bool {
    let Some(scan) = with.scan else { return false };
    let rounds = with.rounding(policies).is_some();
    let mut shape = out.shape.to_vec();
    let len = shape.remove(axis);
    let without = |strides: &[isize]| [&strides[..axis], &strides[axis + 1..]].concat();
    let (to, from) = (without(out.strides), without(operand.strides));
    let lines = Walk::new(&shape, &[(&shape, &to), (&shape, &from)]);
    // A line is scanned from its first element on, whatever the strides.
    let shape = &[len][..];
    let strides = [&[1][..], &out.strides[axis..=axis], &operand.strides[axis..=axis]];
    let line = Walk::new(shape, &strides.map(|strides| (shape, strides)));
    let output = Stream::writing(out, with.result, policies, (&line, 1));
    let input = Stream::reading(operand, with.compute, policies, (&line, 2));
    let block = input.per_block().min(output.per_block());
    let [mut read, mut written] = [const { [Block::new(), Block::new()] }; 2];
    for place in 0..lines.len {
        let (to, from) = (lines.offset(0, place), lines.offset(1, place));
        let mut all = AnyAccumulator::default();
        // SAFETY: there is room for an accumulator of any reducer.
        unsafe { (with.identity)(all.at_mut(), 1) };
        for at in (0..len).step_by(block) {
            let range = (at, block.min(len - at));
            // SAFETY: both tensors have these elements, and a block has room for so many.
            unsafe {
                let elements = input.read(&line, from, range, &mut read);
                output.write(&line, to, range, &mut written, |results| {
                    scan(elements, range.1, all.at_mut(), results, rounds);
                });
            }
        }
    }
    true
}
