//! A reduction over some axes of an operand of any dtype and layout → calls of its loops over contiguous elements.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

mod fold;
mod narrow;
mod scan;
mod seek;
mod truths;

pub(crate) use fold::{Reducer, reduction_kernel};
pub(crate) use narrow::{Narrow, narrow_kernel};
pub(crate) use scan::scan;
pub(crate) use seek::{Seek, seek_kernel};
pub(crate) use truths::{Truth, Truths, count, truth_kernel};

use alloc::vec::Vec;

use super::casts::{self, Caster};
use super::flush::flush;
use super::isa::Isa;
use super::ops::{IN_ORDER, LANES};
use super::parallel;
use super::stream::{BLOCK, Block, Stream};
use crate::DType;
use crate::policy::Policies;
use crate::tensor::raw::{RawView, RawViewMut};
use crate::tensor::walk::Walk;
use fold::{AnyAccumulator, Fold, Loops};

/// Elements that are folded before accumulators are combined in a tree, however many threads there are.
const LEAF: usize = parallel::CHUNK;

/// Elements after which it is first asked whether more can change the result.
const SETTLING: usize = 64;

/// About how many elements the outputs have whose results are written at once.
const TOGETHER: usize = 2048;

/// The bytes that the accumulators of an output may take if it is computed beside others though they lie further apart.
const FEW_BYTES: usize = 256;

/// The bytes of a line up to which elements are folded sooner beside those of other lines than by themselves.
const LINE: usize = 64;

/// Rows that are combined before they are combined with those above.
const ROWS: usize = 128;
const _: () = assert!(ROWS <= u8::MAX as usize, "their numbers are of one byte");

/// Blocks of accumulators that are used side by side.
const BLOCKS: usize = 2;

/// Blocks of accumulators that are used side by side where each output has one for every lane.
const LANE_BLOCKS: usize = 4;

/// A reduction of an operand: which axes go, which stay.
struct Task<'a> {
    operand: Stream,
    output: Stream,
    /// The axes that stay, in the order of the output; the operand is the second.
    kept: Walk,
    /// The axes that go, in logical order; the operand is the second.
    gone: Walk,
    /// Whether neighbouring outputs are computed at the same time, so that the operand is read along the axes
    /// that stay.
    side_by_side: bool,
    /// How many accumulators each output has then: as many as a loop would use for its elements alone.
    lanes: usize,
    with: &'a Reducer,
    fold: Fold,
    step: Fold,
    /// The level of the loops.
    level: usize,
    /// Rounds accumulators to the compute dtype after every element, where the policies want it.
    round: Option<unsafe fn(*mut u8, usize)>,
    correction: f64,
}

// SAFETY: elements are numbers; threads write different elements of the output.
unsafe impl Sync for Task<'_> {}

/// Reduces the axes of `operand` that `goes` marks into `out`, whose elements lie one after the other. Returns false if
/// the op has no such form.
pub(crate) fn reduce(
    operand: &RawView<'_>,
    goes: &[bool],
    out: &mut RawViewMut<'_>,
    with: &Reducer,
    correction: f64,
    policies: &Policies,
) -> bool {
    let rounds = with.rounding(policies).is_some();
    let narrow = with.narrow.iter().find(|narrow| narrow.from == operand.dtype && !rounds);
    let (taken, loops) = match narrow {
        Some(narrow) => (narrow.from, &narrow.loops),
        None => (with.compute, &with.loops),
    };
    let level = Isa::active() as usize;
    let Loops { fold: Some(fold), step, .. } = loops[level] else { return false };
    let all_go = goes.iter().all(|&goes| goes) && out.dtype == with.result;
    if all_go && !rounds && operand.is_standard() {
        let cast = match operand.dtype == taken {
            true if policies.flush(taken) => Some(casts::flushing(taken, policies, Isa::active())),
            true => None,
            false => Some(casts::find(operand.dtype, taken, policies, Isa::active())),
        };
        if total_of_few(operand, (taken, cast), out, with, fold, correction) {
            if policies.flush(out.dtype) {
                flush(out);
            }
            return true;
        }
    }
    let pick = |gone: bool| {
        let axes = (0..goes.len()).filter(move |&axis| goes[axis] == gone);
        let shape: Vec<usize> = axes.clone().map(|axis| operand.shape[axis]).collect();
        let strides: Vec<isize> = axes.map(|axis| operand.strides[axis]).collect();
        Walk::in_order(&shape, &[(&shape, &strides)])
    };
    let (kept, gone) = (pick(false), pick(true));
    let apart = |walk: &Walk| walk.row_stride(1).unsigned_abs();
    // Few elements give the same side by side, in less time than it takes to begin with each output: fewer where each is
    // folded as it lies there.
    let ordered = !with.any_order && with.settled.is_none();
    let most = match ordered {
        true if !with.few_by_steps => 0,
        true => LANES.min(FEW_BYTES / with.size),
        false => LANES,
    };
    let in_place = operand.dtype == taken && !policies.flush(taken) && apart(&gone) == 1;
    // Lanes take longer to combine where the order counts.
    let line = if ordered { 2 * LINE } else { LINE };
    let few = gone.len <= if in_place { most.min(line / taken.size()) } else { most };
    let nearer = apart(&kept) < apart(&gone) || gone.row() == 1;
    let side_by_side =
        gone.len > 1 && kept.row() >= 8 && (nearer || few && kept.row() >= gone.len / 2);
    let lanes = if nearer || !ordered { 1 } else { lanes_for(gone.len) };
    let walked = if side_by_side { &kept } else { &gone };
    let task = Task {
        operand: Stream::reading(operand, taken, policies, (walked, 1)).flushed(taken, policies),
        output: Stream::writing(out, with.result, policies, (&kept, 0))
            .flushed(with.result, policies),
        side_by_side,
        lanes,
        with,
        fold,
        step,
        level,
        round: with.rounding(policies),
        correction,
        kept,
        gone,
    };
    task.run();
    true
}

/// How many accumulators a loop uses for so many elements: one after the other if they are few, else lanes in turn.
fn lanes_for(len: usize) -> usize {
    if len < IN_ORDER { 1 } else { LANES }
}

/// The shortest way to one result: of few elements, which lie one after the other, converted to the dtype that the loop
/// takes. Returns false if there are none or more.
fn total_of_few(
    operand: &RawView<'_>,
    (taken, cast): (DType, Option<Caster>),
    out: &mut RawViewMut<'_>,
    with: &Reducer,
    fold: Fold,
    correction: f64,
) -> bool {
    let len = operand.shape.iter().product::<usize>();
    if len == 0 || len > BLOCK / taken.size().max(operand.dtype.size()) {
        return false;
    }
    let (mut all, mut block) = (AnyAccumulator::default(), Block::new());
    // SAFETY: there is room for an accumulator of any reducer, a block has room for the elements, of which as many are
    // there, and the output is one element of the result's dtype.
    unsafe {
        let elements = match cast {
            None => operand.at,
            Some(cast) => cast.converted(operand.at, &mut block, len),
        };
        fold(elements, len, 0, all.at_mut());
        (with.finish)(all.at(), 1, len, correction, out.at);
    }
    true
}

impl Task<'_> {
    fn run(&self) {
        let outputs = self.kept.len;
        if self.side_by_side {
            let tile = if self.lanes > 1 { self.lane_tile() } else { self.tile() };
            let per_row = self.kept.row().div_ceil(tile);
            let tiles = outputs / self.kept.row() * per_row;
            parallel::for_tasks(tiles, tile.saturating_mul(self.gone.len), &|task| {
                let (row, part) = (task / per_row, task % per_row);
                let begin = row * self.kept.row() + part * tile;
                let count = tile.min((row + 1) * self.kept.row() - begin);
                if self.lanes > 1 { self.in_lanes(begin, count) } else { self.rows(begin, count) }
            });
        } else if outputs > 1 {
            let group = (TOGETHER / self.gone.len.max(1)).clamp(1, self.part());
            let tasks = outputs.div_ceil(group);
            parallel::for_tasks(tasks, group.saturating_mul(self.gone.len), &|task| {
                let first = task * group;
                self.group(first, group.min(outputs - first));
            });
        } else if outputs == 1 {
            let leaf = |leaf| self.leaf(0, leaf);
            let first = self.with.settled.map(|_| leaf(0)).filter(|first| self.is_settled(first));
            let all = || self.tree(parallel::map_tasks(self.leaves(), LEAF, &leaf));
            self.finish(0, first.unwrap_or_else(all).at(), 1);
        }
    }

    /// Computes `count` outputs from the `first` on, at most a part, one after the other.
    fn group(&self, first: usize, count: usize) {
        let (mut all, size) = (Block::new(), self.with.size);
        let whole = (1..=LEAF).contains(&self.gone.len)
            && self.operand.in_place(&self.gone, 0) == self.gone.len;
        if whole && self.round.is_none() && self.with.settled.is_none() {
            for place in 0..count {
                let begin = self.kept.offset(1, first + place);
                // SAFETY: the elements of an output lie one after the other, and a block has room for the accumulators of a
                // part.
                unsafe {
                    let elements = self.operand.first(&self.gone, begin);
                    (self.fold)(elements, self.gone.len, 0, all.at().add(place * size));
                }
            }
            return self.finish(first, all.at(), count);
        }
        for place in 0..count {
            let leaf = |leaf| self.leaf(first + place, leaf);
            let one = match self.leaves() {
                1 => leaf(0),
                leaves => self.tree((0..leaves).map(leaf).collect()),
            };
            // SAFETY: a block has room for the accumulators of a part.
            unsafe { all.at().add(place * size).copy_from_nonoverlapping(one.at(), size) };
        }
        self.finish(first, all.at(), count);
    }

    fn leaves(&self) -> usize {
        self.gone.len.div_ceil(LEAF).max(1)
    }

    /// How many accumulators and elements fit in a block.
    fn part(&self) -> usize {
        (BLOCK / self.with.size).min(self.operand.per_block()).min(self.output.per_block())
    }

    /// How many accumulators are used side by side: as long a stretch of each row as leaves something for every thread.
    /// The longer it is, the fewer times memory is fetched from a place where none was expected to be.
    fn tile(&self) -> usize {
        let share = self.kept.row().div_ceil(parallel::threads());
        (BLOCKS * BLOCK / self.with.size).min(share.max(self.part()))
    }

    /// The same where each output has an accumulator for every lane.
    fn lane_tile(&self) -> usize {
        (LANE_BLOCKS * BLOCK / self.with.size / self.lanes).min(self.part())
    }

    /// Combines accumulators with their neighbours, then the results with theirs.
    fn tree(&self, mut accumulators: Vec<AnyAccumulator>) -> AnyAccumulator {
        while accumulators.len() > 1 {
            let pairs = accumulators.chunks_mut(2).map(|pair| {
                if let [before, after] = pair {
                    // SAFETY: both are accumulators of this reducer.
                    unsafe { self.combine(before.at_mut(), after.at(), 1) };
                }
                pair[0]
            });
            accumulators = pairs.collect();
        }
        accumulators.pop().unwrap_or_default()
    }

    /// Folds a leaf of the elements of an output, block by block.
    fn leaf(&self, output: usize, leaf: usize) -> AnyAccumulator {
        let (start, end) = (leaf * LEAF, self.gone.len.min((leaf + 1) * LEAF));
        let (mut all, mut next) = (AnyAccumulator::default(), AnyAccumulator::default());
        let mut blocks = [Block::new(), Block::new()];
        // SAFETY: there is room for an accumulator of any reducer.
        unsafe { (self.with.identity)(all.at_mut(), 1) };
        let begin = self.kept.offset(1, output);
        let per_block = self.operand.per_block();
        let mut at = start;
        while at < end {
            let in_place = || self.operand.in_place(&self.gone, at).min(end - at);
            let block = if self.with.any_order {
                in_place().max(per_block)
            } else if at == start && self.with.settled.is_some() {
                // A few elements often settle it.
                per_block.min(SETTLING)
            } else if self.with.settled.is_some() || self.round.is_some() {
                per_block
            } else {
                // All of the leaf, or whole blocks: the loop goes on from one to the next.
                let whole = in_place();
                let blocks = if whole < end - at { whole - whole % per_block } else { whole };
                blocks.max(per_block)
            };
            let count = block.min(end - at);
            // SAFETY: the walk stays inside the operand, and what is read is of the compute dtype.
            unsafe {
                let elements = self.operand.read(&self.gone, begin, (at, count), &mut blocks);
                if at == start {
                    self.fold(elements, count, at, all.at_mut());
                } else {
                    self.fold(elements, count, at, next.at_mut());
                    self.combine(all.at_mut(), next.at(), 1);
                }
            }
            if self.is_settled(&all) {
                break;
            }
            at += count;
        }
        all
    }

    /// Whether no element more can change what an accumulator gives.
    fn is_settled(&self, all: &AnyAccumulator) -> bool {
        // SAFETY: it is an accumulator of this reducer.
        self.with.settled.is_some_and(|settled| unsafe { settled(all.at()) })
    }

    /// Computes `count` outputs of one row from the `first` on, at most a tile, side by side.
    fn rows(&self, first: usize, count: usize) {
        let mut blocks = [Block::new(), Block::new()];
        let [mut all, mut next] = [const { [const { Block::new() }; BLOCKS] }; 2];
        let (all, next): (*mut u8, *mut u8) = (all.as_mut_ptr().cast(), next.as_mut_ptr().cast());
        let part = self.part();
        let parts = || (0..count).step_by(part).map(|at| (at, part.min(count - at)));
        // SAFETY: the accumulators of a tile fit in the blocks, which lie one after the other, and values with their rows,
        // which are no larger, fit there too; the walk stays inside the operand, and what is read is of the compute
        // dtype.
        unsafe {
            (self.with.identity)(all, count);
            for rows in (0..self.gone.len).step_by(ROWS) {
                let seek = self.with.seek.map(|seek| (seek, next.add(count * seek.size)));
                // The first rows are nothing to combine with others.
                let into = if rows == 0 { all } else { next };
                if seek.is_none() && rows > 0 {
                    (self.with.identity)(next, count);
                }
                for (number, row) in (0..).zip(rows..self.gone.len.min(rows + ROWS)) {
                    let begin = self.gone.offset(1, row);
                    for (at, count) in parts() {
                        let range = (first + at, count);
                        let elements = self.operand.read(&self.kept, begin, range, &mut blocks);
                        match seek {
                            Some((seek, found)) => {
                                let (values, found) =
                                    (next.add(at * seek.size), found.add(at * seek.size));
                                (seek.row[self.level])(elements, count, number, values, found);
                            }
                            None => self.step(elements, count, row, into.add(at * self.with.size)),
                        }
                    }
                }
                match seek {
                    Some((seek, found)) => (seek.found)(next, found, count, rows, all),
                    None if rows > 0 => self.combine(all, next, count),
                    None => {}
                }
            }
            for (at, count) in parts() {
                self.finish(first + at, all.add(at * self.with.size), count);
            }
        }
    }

    /// The same, at most a tile of lanes: elements are accumulated in the order in which a loop accumulates those of one
    /// output.
    fn in_lanes(&self, first: usize, count: usize) {
        let mut blocks = [Block::new(), Block::new()];
        let mut all = [const { Block::new() }; LANE_BLOCKS];
        let all: *mut u8 = all.as_mut_ptr().cast();
        // SAFETY: the accumulators of a tile fit in the blocks, which lie one after the other; the walk stays inside the
        // operand, and what is read is of the compute dtype.
        unsafe {
            (self.with.identity)(all, self.lanes * count);
            for row in 0..self.gone.len {
                let begin = self.gone.offset(1, row);
                let elements = self.operand.read(&self.kept, begin, (first, count), &mut blocks);
                let lane = row % self.lanes;
                self.step(elements, count, row, all.add(lane * count * self.with.size));
            }
            self.combine_lanes(all, self.lanes, count);
        }
        self.finish(first, all, count);
    }

    /// So many elements, the first of which is the `place`-th, into one accumulator.
    ///
    /// # Safety
    ///
    /// As many elements of the compute dtype are there, and room for an accumulator.
    unsafe fn fold(&self, elements: *const u8, count: usize, place: usize, into: *mut u8) {
        if self.round.is_none() {
            // SAFETY: as the caller vouches.
            return unsafe { (self.fold)(elements, count, place, into) };
        }
        // The same order as that of the loops.
        let lanes = lanes_for(count);
        let (mut all, size) = (Block::new(), self.with.size);
        // SAFETY: as the caller vouches; a block has room for that many accumulators.
        unsafe {
            (self.with.identity)(all.at(), lanes);
            for at in (0..count).step_by(lanes) {
                let from = elements.add(at * self.with.compute.size());
                self.step(from, lanes.min(count - at), place + at, all.at());
            }
            self.combine_lanes(all.at(), lanes, 1);
            into.copy_from_nonoverlapping(all.at(), size);
        }
    }

    /// So many elements, all the `place`-th of their output, each into an accumulator of its own.
    ///
    /// # Safety
    ///
    /// As many elements of the compute dtype and accumulators are there.
    unsafe fn step(&self, elements: *const u8, count: usize, place: usize, into: *mut u8) {
        // SAFETY: as the caller vouches.
        unsafe {
            (self.step)(elements, count, place, into);
            if let Some(round) = self.round {
                round(into, count);
            }
        }
    }

    /// So many accumulators with as many of later elements, in place of the first.
    ///
    /// # Safety
    ///
    /// As many are there in both, and they do not overlap.
    unsafe fn combine(&self, into: *mut u8, after: *const u8, count: usize) {
        // SAFETY: as the caller vouches.
        unsafe {
            (self.with.combine)(into, after, count);
            if let Some(round) = self.round {
                round(into, count);
            }
        }
    }

    /// The accumulators of so many lanes, each of `count` outputs, in place of those of the first lane.
    ///
    /// # Safety
    ///
    /// As many are there.
    unsafe fn combine_lanes(&self, all: *mut u8, mut lanes: usize, count: usize) {
        while lanes > 1 {
            lanes /= 2;
            // SAFETY: as the caller vouches.
            unsafe { self.combine(all, all.add(lanes * count * self.with.size), lanes * count) };
        }
    }

    /// Writes the results of `count` accumulators, from the `first` output on.
    fn finish(&self, first: usize, all: *const u8, count: usize) {
        let mut blocks = [Block::new(), Block::new()];
        // SAFETY: the output has these elements, and a block has room for a tile of results.
        unsafe {
            self.output.write(&self.kept, 0, (first, count), &mut blocks, |out| {
                (self.with.finish)(all, count, self.gone.len, self.correction, out);
            });
        }
    }
}
