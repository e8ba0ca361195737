//! The plans that were resolved so far, found by ruleset, op, dtypes and categories.

use alloc::boxed::Box;
use std::sync::OnceLock;

use super::Resolved;
use crate::ruleset::RulesetData;
use crate::tensor::raw::{Line, RawView};
use crate::{Op, Ruleset};

/// What a plan is found by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::compute) struct Key {
    /// Where the ruleset's data is, which stays there.
    ruleset: usize,
    /// The op, and the dtype and category of each operand.
    call: u64,
}

/// A plan, and after it those of the same slot.
struct Kept {
    key: Key,
    plan: Resolved,
    next: Slot,
}

type Slot = OnceLock<Box<Kept>>;

/// The bits of a slot's place.
const PLACE: u32 = 12;

/// Few programs use so many plans; those that try every op on every dtype under every ruleset resolve some of them
/// on every call.
const PER_SLOT: usize = 16;

static SLOTS: [Slot; 1 << PLACE] = [const { OnceLock::new() }; 1 << PLACE];

impl Key {
    /// Of an op on two operands, or on one that is named twice.
    #[inline]
    pub(in crate::compute) fn new(
        ruleset: Ruleset,
        op: Op,
        lhs: &RawView<'_>,
        rhs: &RawView<'_>,
    ) -> Key {
        let part = |view: &RawView<'_>| (u64::from(view.category()) << 8) | view.dtype as u64;
        Key::of(ruleset, op, part(lhs), part(rhs))
    }

    /// Of an op on two operands that have one axis.
    #[inline]
    pub(in crate::compute) fn of_lines(ruleset: Ruleset, op: Op, lhs: Line, rhs: Line) -> Key {
        let part = |line: Line| (u64::from(line.weak) << 9) | line.dtype as u64;
        Key::of(ruleset, op, part(lhs), part(rhs))
    }

    #[inline]
    fn of(ruleset: Ruleset, op: Op, lhs: u64, rhs: u64) -> Key {
        let call = (lhs << 32) | (rhs << 16) | op as u64;
        Key { ruleset: core::ptr::from_ref::<RulesetData>(ruleset.data()).addr(), call }
    }

    #[inline]
    fn slot(self) -> &'static Slot {
        // Multiplied by an odd number, the high bits depend on all others.
        let mixed = (self.ruleset as u64 ^ self.call).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (mixed >> (u64::BITS - PLACE)) as usize;
        &SLOTS[place]
    }

    /// The plan that was kept.
    #[inline]
    pub(in crate::compute) fn find(self) -> Option<&'static Resolved> {
        let mut slot = self.slot();
        loop {
            let kept = slot.get()?;
            if kept.key == self {
                return Some(&kept.plan);
            }
            slot = &kept.next;
        }
    }

    /// Keeps a plan, unless too many are.
    pub(in crate::compute) fn keep(self, plan: Resolved) -> Option<&'static Resolved> {
        let mut slot = self.slot();
        for _ in 0..PER_SLOT {
            let new = || Box::new(Kept { key: self, plan, next: OnceLock::new() });
            let kept = slot.get_or_init(new);
            if kept.key == self {
                return Some(&kept.plan);
            }
            slot = &kept.next;
        }
        None
    }
}
