//! Times of others → theirs ÷ ours, the cases in which they are faster, and who is missing.

use super::{Causes, cause, distinct, head, line, ratio, time};
use crate::results::{Measure, PeerTime, Peers};

pub(super) fn all(peers: &Peers, causes: &Causes) -> String {
    let mut text = String::from("\n## Peers\n\n");
    text.push_str("Theirs ÷ ours on the same work in the same run: above 1 we are faster. Outputs are there before where a peer can write into them; JAX, polars, pyarrow, arrow-rs and candle make fresh ones. Where dtypes differ and a peer has no op on the pair, its own casts come before. A dash: the peer has no such work. Each library alternates with ours: one of Rust in the same rounds, one of Python, in a process of its own, every few milliseconds.\n\n");
    let present: Vec<String> =
        peers.present.iter().map(|(name, version)| format!("{name} {version}")).collect();
    text.push_str(&format!("Measured: {}.\n", present.join(", ")));
    for (name, reason) in &peers.missing {
        text.push_str(&format!("\nMissing: **{name}**: {reason}\n"));
    }
    for threads in [1, 2] {
        for size in distinct(&peers.ours, |ours| ours.work.size.clone()) {
            table(&mut text, peers, &size, threads);
        }
    }
    exceptions(&mut text, peers, causes);
    unsupported(&mut text, peers);
    text
}

fn table(text: &mut String, peers: &Peers, size: &str, threads: usize) {
    let many = if threads == 1 { "one thread" } else { "two threads" };
    text.push_str(&format!("\n### {size}, {many}\n\n"));
    let names = distinct(&peers.times, |time| time.peer.clone());
    let titles = ["case".to_owned(), "ours".to_owned()].into_iter().chain(names.iter().cloned());
    head(text, &titles.collect::<Vec<_>>());
    let here = |work: &Measure| work.size == size && work.threads == threads;
    for ours in peers.ours.iter().filter(|ours| here(&ours.work)) {
        let cell = |name: &String| {
            let found =
                peers.times.iter().find(|time| time.peer == *name && time.work == ours.work);
            match found.and_then(|time| time.ratio) {
                Some(value) if value < 1.0 => format!("**{}**", ratio(value)),
                Some(value) => ratio(value),
                None => "–".to_owned(),
            }
        };
        let cells = [ours.work.key.clone(), time(ours.seconds)];
        line(text, &cells.into_iter().chain(names.iter().map(cell)).collect::<Vec<_>>());
    }
}

/// Every case in which a peer is faster.
fn exceptions(text: &mut String, peers: &Peers, causes: &Causes) {
    let mut faster: Vec<(f64, &PeerTime)> =
        peers.compared().filter(|(ratio, _)| *ratio < 1.0).collect();
    faster.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let compared = peers.compared().count();
    text.push_str(&format!("\n## Exceptions: {} of {compared}\n\n", faster.len()));
    text.push_str("Where a peer is faster, the worst first.\n\n");
    head(text, &["case", "n", "threads", "peer", "theirs ÷ ours", "cause"]);
    for (value, time) in faster {
        let work = &time.work;
        let why = cause(causes, &work.key, work.contest, Some(&time.peer));
        let threads = work.threads.to_string();
        line(text, &[&work.key, &work.size, &threads, &time.peer, &ratio(value), why]);
    }
}

/// Why there are dashes.
fn unsupported(text: &mut String, peers: &Peers) {
    text.push_str("\n### Not measured\n\n");
    for name in distinct(&peers.times, |time| time.peer.clone()) {
        let of = peers.times.iter().filter(|time| time.peer == name);
        let failed: Vec<(&str, &str)> = of
            .filter_map(|time| {
                Some((time.work.key.as_str(), time.seconds.as_ref().err()?.as_str()))
            })
            .collect();
        for reason in distinct(&failed, |(_, reason)| *reason) {
            let with = failed.iter().filter(|(_, other)| *other == reason).copied();
            let keys = distinct(&with.collect::<Vec<_>>(), |(key, _)| *key).join("; ");
            text.push_str(&format!("- {name}: {reason} ({keys})\n"));
        }
    }
}
