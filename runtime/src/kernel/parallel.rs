//! A range of elements → chunks of it, on as many threads as pay.

use alloc::vec::Vec;
use core::ops::Range;

/// How many elements a task has: few enough to balance the threads, enough that starting a task costs little.
pub(crate) const CHUNK: usize = 16 * 1024;

/// Runs `work` on every chunk of `0..len`, in any order, on one or more threads. Returns whether any call
/// returned true.
///
/// The first chunk is timed: threads are woken only for more work than waking them costs.
#[cfg(feature = "rayon")]
pub(crate) fn for_chunks(len: usize, work: &(dyn Fn(Range<usize>) -> bool + Sync)) -> bool {
    use std::time::{Duration, Instant};

    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    /// Several times what waking the pool costs.
    const WORTH_IT: Duration = Duration::from_micros(50);

    if len <= 2 * CHUNK {
        return work(0..len);
    }
    let chunks = len.div_ceil(CHUNK);
    let chunk = |place: usize| place * CHUNK..len.min((place + 1) * CHUNK);
    let begin = Instant::now();
    let mut any = work(chunk(0));
    let rest = u32::try_from(chunks - 1).unwrap_or(u32::MAX);
    if begin.elapsed().saturating_mul(rest) < WORTH_IT || !has_threads() {
        return any | work(CHUNK..len);
    }
    any |=
        (1..chunks).into_par_iter().map(|place| work(chunk(place))).reduce(|| false, |a, b| a | b);
    any
}

/// Runs `work` on all of `0..len`. Returns what it returned.
#[cfg(not(feature = "rayon"))]
pub(crate) fn for_chunks(len: usize, work: &(dyn Fn(Range<usize>) -> bool + Sync)) -> bool {
    work(0..len)
}

/// Runs `work` on every task of `0..tasks`, each over about `size` elements.
pub(crate) fn for_tasks(tasks: usize, size: usize, work: &(dyn Fn(usize) + Sync)) {
    // Several small tasks are started together.
    let each = (CHUNK / size.max(1)).max(1);
    #[cfg(feature = "rayon")]
    if is_worth_it(tasks, size) {
        use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
        return (0..tasks).into_par_iter().with_min_len(each).for_each(work);
    }
    let _ = each;
    (0..tasks).for_each(work);
}

/// The results of `work` for every task of `0..tasks`, in order, each over about `size` elements.
pub(crate) fn map_tasks<T: Send>(
    tasks: usize,
    size: usize,
    work: &(dyn Fn(usize) -> T + Sync),
) -> Vec<T> {
    #[cfg(feature = "rayon")]
    if is_worth_it(tasks, size) {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};
        return (0..tasks).into_par_iter().map(work).collect();
    }
    let _ = size;
    (0..tasks).map(work).collect()
}

/// How many threads there are.
pub(crate) fn threads() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

/// Whether so many elements take longer than waking the pool.
#[cfg(feature = "rayon")]
fn is_worth_it(tasks: usize, size: usize) -> bool {
    tasks > 1 && tasks.saturating_mul(size) >= 16 * CHUNK && has_threads()
}

/// Whether there are threads to run on. They are those of the process that asked first: a child that was forked from it
/// has none of them, and would wait for them for ever.
#[cfg(feature = "rayon")]
fn has_threads() -> bool {
    use std::sync::OnceLock;

    static ASKED_BY: OnceLock<u32> = OnceLock::new();
    let own = std::process::id();
    *ASKED_BY.get_or_init(|| own) == own && rayon::current_num_threads() > 1
}
