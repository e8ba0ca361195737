//! Several lines whose elements lie one after the other → the scan of each, an element of every line at a time.
//!
//! What a line gives depends on the element before, so one line alone takes as long as so many additions that wait for
//! each other. Tiles of several lines are turned round, so that the lines are beside each other in a vector.

use core::mem::MaybeUninit;

use crate::Kind;
use crate::kernel::isa::Isa;
use crate::kernel::parallel::for_tasks;
use crate::kernel::reduce::Reducer;
use crate::kernel::reduce::fold::{Loops, Results};
use crate::kernel::stream::{Block, Stream};
use crate::kernel::turn::{SIDE, turner};
use crate::tensor::walk::Walk;

/// The lines of a scan.
pub(super) struct Abreast<'a> {
    pub(super) with: &'a Reducer,
    /// Where each line begins: in the output, and in the operand.
    pub(super) lines: &'a Walk,
    /// Along a line; its second and third operand are the output and the input.
    pub(super) line: &'a Walk,
    pub(super) input: Stream,
    pub(super) output: Stream,
    pub(super) rounds: bool,
    /// Whether the first result of a line is its first element as it is.
    pub(super) keeps_first: bool,
}

// SAFETY: elements are numbers; threads write different lines of the output.
unsafe impl Sync for Abreast<'_> {}

/// Room for a tile of elements of any dtype, not initialised.
#[repr(C, align(64))]
struct Room(MaybeUninit<[[u128; SIDE]; SIDE]>);

impl Room {
    fn new() -> Room {
        Room(MaybeUninit::uninit())
    }

    fn at(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

impl Abreast<'_> {
    /// Scans all lines. Returns false if there are too few, or they are too short, or of integers: one after the other
    /// they take less time than it takes to turn them.
    pub(super) fn scan(&self) -> bool {
        let settles = self.with.loops[Isa::active() as usize].results.is_some();
        let waits = matches!(self.with.compute.kind(), Kind::Float | Kind::Complex);
        if self.lines.len < SIDE / 2 || self.line.len < SIDE || !settles || !waits {
            return false;
        }
        let groups = self.lines.len.div_ceil(SIDE);
        for_tasks(groups, self.line.len.saturating_mul(SIDE), &|group| self.group(group * SIDE));
        true
    }

    /// Scans the lines from the `first` on, as many as a tile has rows.
    fn group(&self, first: usize) {
        let level = Isa::active() as usize;
        let Loops { step, results: Some(Results { first: first_step, settle }), .. } =
            self.with.loops[level]
        else {
            return;
        };
        let sizes = (self.with.compute.size(), self.with.result.size());
        let turns = (turner(sizes.0)[level], turner(sizes.1)[level]);
        let count = SIDE.min(self.lines.len - first);
        let begins: [(isize, isize); SIDE] = core::array::from_fn(|line| {
            let line = first + line.min(count - 1);
            (self.lines.offset(0, line), self.lines.offset(1, line))
        });
        let [mut rows, mut columns, mut results, mut turned] =
            core::array::from_fn(|_| Room::new());
        let mut all = Block::new();
        let [mut read, mut written] = [const { [Block::new(), Block::new()] }; 2];
        let all = all.at();
        // SAFETY: a block has room for as many accumulators of any reducer, and a tile for as many elements; both
        // tensors have these elements.
        unsafe {
            (self.with.identity)(all, SIDE);
            // What lies beyond the last line, or its end, is computed with and turned, though not written.
            rows.at().write_bytes(0, SIDE * SIDE * sizes.0);
            results.at().write_bytes(0, SIDE * SIDE * sizes.1);
            for at in (0..self.line.len).step_by(SIDE) {
                let range = (at, SIDE.min(self.line.len - at));
                for (line, &(_, from)) in begins[..count].iter().enumerate() {
                    let elements = self.input.read(self.line, from, range, &mut read);
                    let row = rows.at().add(line * SIDE * sizes.0);
                    row.copy_from_nonoverlapping(elements, range.1 * sizes.0);
                }
                (turns.0)(rows.at(), columns.at());
                for column in 0..range.1 {
                    let elements = columns.at().add(column * SIDE * sizes.0);
                    match self.keeps_first && at + column == 0 {
                        true => first_step(elements, all, SIDE),
                        false => step(elements, SIDE, at + column, all),
                    }
                    settle(all, SIDE, self.rounds, results.at().add(column * SIDE * sizes.1));
                }
                (turns.1)(results.at(), turned.at());
                for (line, &(to, _)) in begins[..count].iter().enumerate() {
                    let row = turned.at().add(line * SIDE * sizes.1);
                    self.output.write(self.line, to, range, &mut written, |out| {
                        out.copy_from_nonoverlapping(row, range.1 * sizes.1);
                    });
                }
            }
        }
    }
}
