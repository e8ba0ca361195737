//! A reduction along one axis → its result after every element.

mod abreast;

use alloc::vec::Vec;

use super::Reducer;
use super::fold::{AnyAccumulator, Loops, Results, Scan};
use crate::kernel::isa::Isa;
use crate::kernel::ops::LANES;
use crate::kernel::stream::{BLOCK, Block, Stream};
use crate::policy::Policies;
use crate::tensor::raw::{RawView, RawViewMut};
use crate::tensor::walk::Walk;
use abreast::Abreast;

/// Scans `operand` along an axis into `out`, which has its shape. Returns false if the op has no such form.
pub(crate) fn scan(
    operand: &RawView<'_>,
    axis: usize,
    out: &mut RawViewMut<'_>,
    with: &Reducer,
    policies: &Policies,
) -> bool {
    let (Some(scan), Some(loops)) = (with.scan, with.loops[Isa::active() as usize].results) else {
        return false;
    };
    let apart = with.round_apart.filter(|_| with.rounding(policies).is_some());
    if apart.is_none() && scan_side_by_side(operand, axis, out, with, policies) {
        return true;
    }
    let rounds = with.rounding(policies).is_some();
    let keeps_first = (with.keeps_first)(*policies);
    let mut shape = out.shape.to_vec();
    let len = shape.remove(axis);
    let without = |strides: &[isize]| [&strides[..axis], &strides[axis + 1..]].concat();
    let (to, from) = (without(out.strides), without(operand.strides));
    let lines = Walk::new(&shape, &[(&shape, &to), (&shape, &from)]);
    // A line is scanned from its first element on, whatever the strides.
    let shape = &[len][..];
    let strides = [&[1][..], &out.strides[axis..=axis], &operand.strides[axis..=axis]];
    let line = Walk::new(shape, &strides.map(|strides| (shape, strides)));
    let output =
        Stream::writing(out, with.result, policies, (&line, 1)).flushed(with.result, policies);
    let input = Stream::reading(operand, with.compute, policies, (&line, 2))
        .flushed(with.compute, policies);
    let abreast = Abreast { with, lines: &lines, line: &line, input, output, rounds, keeps_first };
    if apart.is_none() && abreast.scan() {
        return true;
    }
    let (size, wide) = (with.compute.size(), with.size);
    let converted = (size != wide).then_some((loops, [size, wide]));
    let steps = Steps { scan, converted, rounds };
    let block = match apart {
        Some(_) => 1,
        None => input.per_block().min(output.per_block()),
    };
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
                    let first = keeps_first && at == 0;
                    steps.run(elements, range.1, all.at_mut(), results, first);
                });
                if let Some(round) = apart {
                    round(all.at_mut(), 1);
                }
            }
        }
    }
    true
}

/// What is done with the elements of one line.
struct Steps {
    scan: Scan,
    /// For a dtype that loops compute for in another: what converts, and the bytes of an element of both.
    converted: Option<(Results, [usize; 2])>,
    rounds: bool,
}

impl Steps {
    /// Scans so many elements into results of their dtype; whether the accumulator becomes the first of them.
    ///
    /// # Safety
    ///
    /// There are as many elements, an accumulator, and room for as many results.
    unsafe fn run(&self, elements: *const u8, len: usize, all: *mut u8, out: *mut u8, first: bool) {
        let Steps { scan, converted, rounds } = *self;
        let Some((Results { first: convert, settle }, [size, wide])) = converted else {
            // SAFETY: as the caller vouches.
            return unsafe { scan(elements, len, all, out, rounds, first) };
        };
        let [mut taken, mut given] = [Block::new(), Block::new()];
        for at in (0..len).step_by(BLOCK / wide) {
            let count = (BLOCK / wide).min(len - at);
            // SAFETY: as the caller vouches, and a block has room for so many.
            unsafe {
                convert(elements.add(at * size), taken.at(), count);
                scan(taken.at(), count, all, given.at(), rounds, first && at == 0);
                settle(given.at(), count, false, out.add(at * size));
            }
        }
    }
}

/// The same of neighbouring lines at the same time, where their elements lie beside each other and those of a line
/// apart. Returns false if that does not apply.
fn scan_side_by_side(
    operand: &RawView<'_>,
    axis: usize,
    out: &mut RawViewMut<'_>,
    with: &Reducer,
    policies: &Policies,
) -> bool {
    let last = out.shape.len() - 1;
    let apart = axis < last && operand.strides[last] == 1 && out.strides[last] == 1;
    if !apart || out.shape[last] < LANES || out.len() == 0 {
        return false;
    }
    let rounds = with.rounding(policies).is_some();
    let keeps_first = (with.keeps_first)(*policies);
    let Loops { step, results: Some(Results { first, settle }), .. } =
        with.loops[Isa::active() as usize]
    else {
        return false;
    };
    // All axes but the two: where the first element of each pair of theirs is.
    let others = || (0..last).filter(|&other| other != axis);
    let shape: Vec<usize> = others().map(|other| out.shape[other]).collect();
    let to: Vec<isize> = others().map(|other| out.strides[other]).collect();
    let from: Vec<isize> = others().map(|other| operand.strides[other]).collect();
    let outer = Walk::new(&shape, &[(&shape, &to), (&shape, &from)]);
    let row = &[out.shape[last]][..];
    let row = Walk::new(row, &[(row, &[1]), (row, &[1]), (row, &[1])]);
    let output =
        Stream::writing(out, with.result, policies, (&row, 1)).flushed(with.result, policies);
    let input =
        Stream::reading(operand, with.compute, policies, (&row, 2)).flushed(with.compute, policies);
    let tile = input.per_block().min(output.per_block()).min(BLOCK / with.size);
    let mut all = Block::new();
    let [mut read, mut written] = [const { [Block::new(), Block::new()] }; 2];
    for place in 0..outer.len {
        let (to, from) = (outer.offset(0, place), outer.offset(1, place));
        for at in (0..row.len).step_by(tile) {
            let range = (at, tile.min(row.len - at));
            // SAFETY: the accumulators of a tile fit in a block.
            unsafe { (with.identity)(all.at(), range.1) };
            for line in 0..out.shape[axis].cast_signed() {
                let (to, from) =
                    (to + line * out.strides[axis], from + line * operand.strides[axis]);
                // SAFETY: both tensors have these elements, and a block has room for so many.
                unsafe {
                    let elements = input.read(&row, from, range, &mut read);
                    match line == 0 && keeps_first {
                        true => first(elements, all.at(), range.1),
                        false => step(elements, range.1, 0, all.at()),
                    }
                    output.write(&row, to, range, &mut written, |results| {
                        settle(all.at(), range.1, rounds, results);
                    });
                }
            }
        }
    }
    true
}
