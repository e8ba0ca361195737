//! What memory is left: a small allocation that fails ends the program, so there must be room for all of them.

use std::hint::black_box;

/// What is no larger than this is allocated without asking what is left.
pub(super) const SMALL: usize = 1 << 20;

/// What a line takes beside its elements: what is known of its ruleset, what computes, the text of the answer.
const BESIDE: usize = 64 << 20;

/// Has all threads allocate from one arena of the C library: after a large allocation that fails it would reserve
/// 64 MiB of addresses for another arena, and small allocations could fail too.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library is told")]
pub(super) fn keep_together() {
    // SAFETY: it takes two numbers, and may be called at any time; what it answers is whether it knows them.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
}

/// Other C libraries have no arenas.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn keep_together() {}

/// Whether memory holds, beside what it holds already, as much as this again and what a line takes in small pieces.
pub(super) fn is_left(bytes: usize) -> bool {
    if bytes <= SMALL {
        return true;
    }
    let mut beside = Vec::<u8>::new();
    let is_left = beside.try_reserve_exact(BESIDE + bytes).is_ok();
    // Else the compiler leaves out an allocation that nothing uses.
    black_box(&beside);
    is_left
}
