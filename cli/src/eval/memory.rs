//! What memory is left: much is asked for in small pieces, which end the program where there is none.

use std::hint::black_box;

/// What is less than this is asked for without a look at what is left.
pub(super) const SMALL: usize = 1 << 20;

/// What a line takes beside its elements: what is known of its ruleset, what computes, the text of the answer.
const BESIDE: usize = 64 << 20;

/// Whether memory holds, beside what it holds already, as much as this again and what a line takes in small pieces.
pub(super) fn is_left(bytes: usize) -> bool {
    if bytes <= SMALL {
        return true;
    }
    let mut beside = Vec::<u8>::new();
    let is_left = beside.try_reserve_exact(BESIDE + bytes).is_ok();
    // What is given back unused would not be asked for at all.
    black_box(&beside);
    is_left
}
