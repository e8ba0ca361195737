//! Ops that give a result at every step along one axis.

use crate::DType;
use crate::kernel::buffer::{BLOCK, Block, gather, scatter};
use crate::kernel::casts;
use crate::kernel::isa::Isa;
use crate::kernel::layout::Walk;
use crate::kernel::raw::{Raw, RawMut};
use crate::policy::FloatToInt;

use super::Gatherer;
use super::gathering::Gathered;

/// Scans `operand` along an axis into `out`, which has its shape. Says whether the op can.
pub(crate) fn scan(
    operand: Raw<'_>,
    axis: usize,
    out: &mut RawMut<'_>,
    with: &Gatherer,
    policy: FloatToInt,
) -> bool {
    let isa = Isa::active();
    let Some(scan) = with.loops[isa as usize].scan else { return false };
    let cast = |from: DType, to: DType| (from != to).then(|| casts::find(from, to, policy, isa));
    let (cast_in, cast_out) = (cast(operand.dtype, with.compute), cast(with.result, out.dtype));
    let without = |strides: &[isize]| {
        let mut strides = strides.to_vec();
        strides.remove(axis);
        strides
    };
    let mut shape = out.shape.to_vec();
    let len = shape.remove(axis);
    let lines = Walk::new(&shape, [&without(operand.strides), &without(out.strides)]);
    let (from_stride, to_stride) = (operand.strides[axis], out.strides[axis]);
    let sizes = (operand.dtype.size(), out.dtype.size());
    let largest = sizes.0.max(sizes.1).max(with.compute.size()).max(with.result.size());
    let mut blocks = [Block::new(), Block::new(), Block::new(), Block::new()];
    for line in 0..lines.len {
        let mut all = Gathered::new();
        let (from, to) = (lines.offset(0, line), lines.offset(1, line));
        // SAFETY: a gathering has room for any gatherer's.
        unsafe { (with.start)(all.at(), 1) };
        for at in (0..len).step_by(BLOCK / largest) {
            let count = (BLOCK / largest).min(len - at);
            let [gathered, converted, result, stored] = &mut blocks;
            let begin = |start: isize, stride: isize| start + at.cast_signed() * stride;
            let from = operand.at.wrapping_offset(begin(from, from_stride) * sizes.0.cast_signed());
            let to = out.at.wrapping_offset(begin(to, to_stride) * sizes.1.cast_signed());
            // SAFETY: both tensors have these elements, and blocks have room for `count` of any dtype.
            unsafe {
                gather(from, from_stride, count, sizes.0, gathered.at());
                let mut elements = gathered.at();
                if let Some(cast) = cast_in {
                    cast(elements, converted.at(), count);
                    elements = converted.at();
                }
                scan(elements, count, all.at(), result.at());
                let mut results = result.at();
                if let Some(cast) = cast_out {
                    cast(results, stored.at(), count);
                    results = stored.at();
                }
                scatter(results, count, sizes.1, to, to_stride);
            }
        }
    }
    true
}
