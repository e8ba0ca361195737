//! Cases → how long others take for them, and how long we do in the same run.

#[cfg(feature = "peers")]
mod arrow;
#[cfg(feature = "peers")]
mod candle;
#[cfg(feature = "peers")]
mod nd;
mod python;

use std::path::{Path, PathBuf};

use rayon::ThreadPool;

use crate::cases::{Case, Contest, Size};
use crate::measure::{Effort, measure};
#[cfg(feature = "peers")]
use crate::ours::Arrays;
use crate::ours::worker;
use crate::progress::Progress;
use crate::results::{Measure, OurTime, Outcome, Peers};

/// What is needed to run peers.
pub(crate) struct Setting<'a> {
    pub(crate) effort: Effort,
    pub(crate) pools: &'a [ThreadPool; 2],
    pub(crate) progress: &'a Progress,
    /// Where environments are made.
    pub(crate) target: PathBuf,
    /// The Python to make them with, if it was named.
    pub(crate) python: Option<PathBuf>,
}

/// A case at a size, as all are given it.
pub(crate) struct Task {
    pub(crate) contest: &'static str,
    pub(crate) case: Case,
    pub(crate) len: usize,
    pub(crate) size: String,
}

impl Task {
    fn measure(&self, threads: usize) -> Measure {
        let (key, size) = (self.case.key(), self.size.clone());
        Measure { contest: self.contest, key, size, threads }
    }
}

/// A Python that has NumPy: the one that was named, if it has, else that of the environment of the peers.
pub(crate) fn python(target: &Path, named: Option<&Path>) -> Outcome<PathBuf> {
    python::with_numpy(target, named)
}

/// How many measurements there are: ours, and each library's, on one thread and on two.
pub(crate) fn steps(contests: &[Contest]) -> usize {
    let libraries = if cfg!(feature = "peers") { 3 } else { 0 };
    tasks(contests).len() * 2 * (1 + libraries + python::NAMES.len())
}

/// Everything by everyone, on one thread and on two.
pub(crate) fn run(contests: Vec<Contest>, setting: &Setting<'_>) -> Peers {
    let tasks = tasks(&contests);
    let mut peers = Peers { contests, ..Peers::default() };
    for threads in [1, 2] {
        for task in &tasks {
            setting.progress.step(&format!("ours, {threads} threads: {}", task.case.key()));
            if let Ok(seconds) = ours(task, threads, setting) {
                peers.ours.push(OurTime { work: task.measure(threads), seconds });
            }
        }
    }
    in_rust(&tasks, setting, &mut peers);
    python::run(&tasks, setting, &mut peers);
    peers
}

/// Each case of each contest at each size.
fn tasks(contests: &[Contest]) -> Vec<Task> {
    let of = |contest: &Contest| {
        let cases = contest.cases.iter();
        let all = cases.flat_map(|case| contest.sizes.iter().map(move |size| (case, size)));
        let task = |(case, size): (&Case, &Size)| Task {
            contest: contest.name,
            len: size.len(case),
            size: size.name(),
            case: case.clone(),
        };
        all.map(task).collect::<Vec<_>>()
    };
    contests.iter().flat_map(of).collect()
}

fn ours(task: &Task, threads: usize, setting: &Setting<'_>) -> Outcome<f64> {
    let mut run = worker(&task.case, task.len)?;
    // All rounds inside the pool: going there costs as much as a small case.
    let [timing] =
        setting.pools[threads - 1].install(|| measure(setting.effort, &mut |_, times| run(times)));
    Ok(timing.seconds)
}

#[cfg(not(feature = "peers"))]
fn in_rust(_: &[Task], _: &Setting<'_>, peers: &mut Peers) {
    for name in ["arrow-rs", "candle-core", "ndarray"] {
        peers.missing.push((name.to_owned(), "built without the feature `peers`".to_owned()));
    }
}

/// Work that is ready to be done, or why a library has none like it.
#[cfg(feature = "peers")]
type Ready = Outcome<Box<dyn FnMut() + Send>>;

/// A library of this process: its name and version, and what makes work of a task on some threads.
#[cfg(feature = "peers")]
struct Library {
    name: &'static str,
    version: &'static str,
    ready: fn(&Task, &Arrays, usize) -> Ready,
}

#[cfg(feature = "peers")]
fn in_rust(tasks: &[Task], setting: &Setting<'_>, peers: &mut Peers) {
    use crate::results::PeerTime;

    for library in &[arrow::LIBRARY, candle::LIBRARY, nd::LIBRARY] {
        peers.present.push((library.name.to_owned(), library.version.to_owned()));
        for threads in [1, 2] {
            for task in tasks {
                let key = task.case.key();
                setting.progress.step(&format!("{}, {threads} threads: {key}", library.name));
                let (seconds, ratio) = match beside(library, task, threads, setting) {
                    Ok((seconds, ratio)) => (Ok(seconds), ratio),
                    Err(reason) => (Err(reason), None),
                };
                let (peer, work) = (library.name.to_owned(), task.measure(threads));
                peers.times.push(PeerTime { peer, work, seconds, ratio });
            }
        }
    }
}

/// The seconds of a library of this process, and theirs ÷ ours in rounds in which both alternate.
#[cfg(feature = "peers")]
fn beside(
    library: &Library,
    task: &Task,
    threads: usize,
    setting: &Setting<'_>,
) -> Outcome<(f64, Option<f64>)> {
    let (case, effort) = (&task.case, setting.effort);
    let mut work = (library.ready)(task, &Arrays::new(case, task.len), threads)?;
    let mut ours = worker(case, task.len).ok();
    Ok(setting.pools[threads - 1].install(|| {
        let mut theirs = |times: usize| (0..times).for_each(|_| work());
        let Some(ours) = &mut ours else {
            let [theirs] = measure(effort, &mut |_, times| theirs(times));
            return (theirs.seconds, None);
        };
        let [theirs, ours] = measure(effort, &mut |who, times| match who {
            0 => theirs(times),
            _ => ours(times),
        });
        (theirs.seconds, Some(ours.ratio))
    }))
}
