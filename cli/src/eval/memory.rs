//! What memory is left: much is asked for in small pieces, which end the program where there is none.

use std::hint::black_box;

/// What is less than this is asked for without a look at what is left.
pub(super) const SMALL: usize = 1 << 20;

/// What a line takes beside its elements: what is known of its ruleset, what computes, the text of the answer.
const BESIDE: usize = 64 << 20;

/// Has all threads take memory from one place, which grows piece by piece: where the C library finds none for something
/// large, it else sets 64 MiB aside for another place, and nothing is left for what is small.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library is told")]
pub(super) fn keep_together() {
    // SAFETY: it takes two numbers, and may be called at any time; what it answers is whether it knows them.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
}

/// Other C libraries do not divide it.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn keep_together() {}

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
