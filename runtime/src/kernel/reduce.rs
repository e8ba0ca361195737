//! Ops that make one element of many along some axes: any layout, through loops of contiguous elements.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

mod gathering;
mod lines;

pub(crate) use gathering::{Gatherer, ReductionTable, gatherer, reduction};
pub(crate) use lines::scan;

use alloc::vec::Vec;
use core::ops::Range;

use super::buffer::{BLOCK, Block, gather, standard_strides};
use super::casts;
use super::isa::Isa;
use super::layout::Walk;
use super::parallel;
use super::raw::{Raw, RawMut};
use crate::policy::FloatToInt;
use gathering::Gathered;

/// Elements that are gathered before gatherings meet in a tree, however many threads there are.
const LEAF: usize = parallel::CHUNK;

/// Rows that meet before they join those above.
const ROWS: usize = 128;

/// A reduction of an operand: which axes go, which stay.
struct Task<'a> {
    operand: Raw<'a>,
    /// The axes that stay; the second operand is the output.
    kept: Walk<2>,
    /// The axes that go, in logical order, which the second operand stands for.
    gone: Walk<2>,
    with: &'a Gatherer,
    isa: Isa,
    correction: f64,
    cast: Option<super::tables::CastLoop>,
    output: Output,
}

/// Where results go: one after the other, of the gatherer's result dtype or converted from it.
#[derive(Clone, Copy)]
struct Output {
    at: *mut u8,
    size: usize,
    cast: Option<super::tables::CastLoop>,
}

// SAFETY: elements are numbers; tasks write different elements of the output.
unsafe impl Sync for Task<'_> {}

/// Reduces the axes of `operand` that `goes` names into `out`, whose elements lie one after the other.
pub(crate) fn reduce(
    operand: Raw<'_>,
    goes: &[bool],
    out: &mut RawMut<'_>,
    with: &Gatherer,
    correction: f64,
    policy: FloatToInt,
) {
    let pick = |gone: bool| {
        let axes = (0..goes.len()).filter(move |&axis| goes[axis] == gone);
        let shape: Vec<usize> = axes.clone().map(|axis| operand.shape[axis]).collect();
        let strides: Vec<isize> = axes.map(|axis| operand.strides[axis]).collect();
        let order = standard_strides(&shape);
        Walk::new(&shape, [&strides, &order])
    };
    let isa = Isa::active();
    let cast = |from, to| casts::find(from, to, policy, isa);
    let task = Task {
        operand,
        kept: pick(false),
        gone: pick(true),
        with,
        isa,
        correction,
        cast: (operand.dtype != with.compute).then(|| cast(operand.dtype, with.compute)),
        output: Output {
            at: out.at,
            size: out.dtype.size(),
            cast: (out.dtype != with.result).then(|| cast(with.result, out.dtype)),
        },
    };
    task.run();
}

impl Task<'_> {
    fn run(&self) {
        let outputs = self.kept.len;
        // Neighbours that stay are gathered side by side, where those that go lie farther apart.
        let apart = |walk: &Walk<2>| walk.row_stride(0).unsigned_abs();
        let rows = self.kept.row() >= 8
            && self.gone.len > 1
            && (apart(&self.kept) < apart(&self.gone) || self.gone.row() == 1);
        if rows {
            let tile = self.tile();
            let per_row = self.kept.row().div_ceil(tile);
            let tiles = outputs / self.kept.row() * per_row;
            parallel::for_tasks(tiles, tile.saturating_mul(self.gone.len), &|task| {
                let (row, part) = (task / per_row, task % per_row);
                let begin = row * self.kept.row() + part * tile;
                self.rows(begin..(row + 1) * self.kept.row(), tile);
            });
        } else if outputs > 1 {
            parallel::for_tasks(outputs, self.gone.len, &|output| {
                let all = self.gather(output, 0..self.gone.len);
                self.finish(output, &all, 1);
            });
        } else if outputs == 1 {
            let leaves = self.gone.len.div_ceil(LEAF).max(1);
            let gathered = parallel::map_tasks(leaves, LEAF, &|leaf| {
                self.leaf(0, leaf * LEAF..self.gone.len.min((leaf + 1) * LEAF))
            });
            self.finish(0, &self.tree(gathered), 1);
        }
    }

    /// How many gatherings fit side by side in the nearest cache.
    fn tile(&self) -> usize {
        let size = self.operand.dtype.size().max(self.with.compute.size());
        (BLOCK / size).min(BLOCK / self.with.size)
    }

    /// What `range` of the elements that go gather to, for one output.
    fn gather(&self, output: usize, range: Range<usize>) -> Gathered {
        let leaves = range.len().div_ceil(LEAF).max(1);
        if leaves == 1 {
            return self.leaf(output, range);
        }
        let leaf = |leaf: usize| {
            let begin = range.start + leaf * LEAF;
            self.leaf(output, begin..range.end.min(begin + LEAF))
        };
        self.tree((0..leaves).map(leaf).collect())
    }

    /// Gatherings meet their neighbours, then those theirs.
    fn tree(&self, mut gathered: Vec<Gathered>) -> Gathered {
        while gathered.len() > 1 {
            let pairs = gathered.chunks_mut(2).map(|pair| {
                let [before, rest @ ..] = pair else { return Gathered::new() };
                if let [after] = rest {
                    // SAFETY: both are gatherings of this gatherer's.
                    unsafe { (self.with.meet)(before.at(), after.at(), 1) };
                }
                *before
            });
            gathered = pairs.collect();
        }
        gathered.pop().unwrap_or_else(Gathered::new)
    }

    /// What at most [`LEAF`] elements gather to, block by block.
    fn leaf(&self, output: usize, range: Range<usize>) -> Gathered {
        let loops = self.with.loops[self.isa as usize];
        let mut all = Gathered::new();
        let mut next = Gathered::new();
        let mut blocks = [Block::new(), Block::new()];
        // SAFETY: a gathering has room for any gatherer's.
        unsafe { (self.with.start)(all.at(), 1) };
        let begin = self.kept.offset(0, output);
        let size = self.operand.dtype.size().max(self.with.compute.size());
        let (mut at, mut first) = (range.start, true);
        while at < range.end {
            let count = (BLOCK / size).min(range.end - at);
            let elements = self.elements((&self.gone, begin), at, count, &mut blocks);
            // SAFETY: `elements` are `count` of the compute dtype.
            unsafe {
                match first {
                    true => (loops.gather)(elements, count, at, all.at()),
                    false => {
                        (loops.gather)(elements, count, at, next.at());
                        (self.with.meet)(all.at(), next.at(), 1);
                    }
                }
            }
            first = false;
            at += count;
        }
        all
    }

    /// A stretch of elements, one after the other and of the compute dtype.
    fn elements(
        &self,
        (walk, begin): (&Walk<2>, isize),
        at: usize,
        count: usize,
        blocks: &mut [Block; 2],
    ) -> *const u8 {
        let size = self.operand.dtype.size();
        let from =
            |offset: isize| self.operand.at.wrapping_offset((begin + offset) * size.cast_signed());
        let in_row = count <= walk.left_in_row(at) && walk.row_stride(0) == 1;
        let elements = if in_row || walk.is_dense(0) {
            from(walk.offset(0, at))
        } else {
            let (block, stride, mut filled) = (blocks[0].at(), walk.row_stride(0), 0);
            walk.pieces(0, at, count, |offset, len| {
                // SAFETY: the walk stays inside the operand, and a block has room for `count` elements.
                unsafe { gather(from(offset), stride, len, size, block.add(filled * size)) };
                filled += len;
            });
            block.cast_const()
        };
        match self.cast {
            None => elements,
            Some(cast) => {
                let block = blocks[1].at();
                // SAFETY: as above.
                unsafe { cast(elements, block, count) };
                block.cast_const()
            }
        }
    }

    /// The outputs from `range.start` on, a tile at the most and none beyond their row, side by side.
    fn rows(&self, range: Range<usize>, tile: usize) {
        let loops = self.with.loops[self.isa as usize];
        let count = tile.min(range.len());
        let mut blocks = [Block::new(), Block::new()];
        let (mut all, mut next) = (Block::new(), Block::new());
        // SAFETY: a tile of gatherings fits in a block.
        unsafe { (self.with.start)(all.at(), count) };
        for rows in (0..self.gone.len).step_by(ROWS) {
            // SAFETY: as above.
            unsafe { (self.with.start)(next.at(), count) };
            for row in rows..self.gone.len.min(rows + ROWS) {
                let begin = self.gone.offset(0, row);
                let elements = self.elements((&self.kept, begin), range.start, count, &mut blocks);
                // SAFETY: `elements` are `count` of the compute dtype, and so many gatherings are started.
                unsafe { (loops.rows)(elements, count, row, next.at()) };
            }
            // SAFETY: both are started.
            unsafe { (self.with.meet)(all.at(), next.at(), count) };
        }
        self.finish_at(range.start, all.at(), count);
    }

    fn finish(&self, output: usize, all: &Gathered, count: usize) {
        let mut all = *all;
        self.finish_at(output, all.at(), count);
    }

    /// Writes what `count` gatherings come to, from the `first` output on.
    fn finish_at(&self, first: usize, all: *const u8, count: usize) {
        let mut block = Block::new();
        // SAFETY: the output has these elements, and a block has room for a tile of results.
        unsafe {
            let to = self.output.at.add(first * self.output.size);
            let result = if self.output.cast.is_some() { block.at() } else { to };
            (self.with.finish)(all, count, self.gone.len, self.correction, result);
            if let Some(cast) = self.output.cast {
                cast(result, to, count);
            }
        }
    }
}
