//! Results → what a reader asks first: how many figures are met, what is the worst, who is faster.

use super::{distinct, head, limits, line, mark, ratio};
use crate::cases::Contest;
use crate::results::{PeerTime, Peers, Results};

/// The counts, the picture, and the worst of each class and of each contest.
pub(super) fn all(results: &Results) -> String {
    let mut text = String::from("\n## Summary\n\n");
    let reached: Vec<f64> = results.rows.iter().filter_map(|row| row.reached()).collect();
    let met = reached.iter().filter(|reached| **reached >= 1.0).count();
    text.push_str(&format!("- {met} of {} figures against the limit are met.\n", reached.len()));
    if let Some(peers) = &results.peers {
        text.push_str(&counts(peers));
    }
    text.push_str("\n![How each class stands to its figure, and to each peer](performance.svg)\n");
    text.push_str(&limits::summary(&results.rows));
    if let Some(peers) = &results.peers {
        text.push_str(&contests(peers));
    }
    text
}

/// How often a peer is faster.
fn counts(peers: &Peers) -> String {
    let mut text = String::new();
    for (threads, words) in [(1, "one thread"), (2, "two threads")] {
        let own = peers.compared().filter(|(_, time)| time.work.threads == threads);
        let ratios: Vec<f64> = own.map(|(ratio, _)| ratio).collect();
        let below = |least: f64| ratios.iter().filter(|ratio| **ratio < least).count();
        text.push_str(&format!(
            "- Of {} results of peers on {words}, {} are faster than ours, {} of them by more than a tenth.\n",
            ratios.len(),
            below(1.0),
            below(0.9),
        ));
    }
    text
}

/// Whether a result is one that the figure of a contest is of.
pub(super) fn is_asked(contest: &Contest, time: &PeerTime) -> bool {
    let named = contest.peers.is_empty() || contest.peers.contains(&time.peer.as_str());
    time.work.contest == contest.name && named && (contest.on_two || time.work.threads == 1)
}

/// For each contest and size: the figure, the worst result, how many meet it.
fn contests(peers: &Peers) -> String {
    let mut text = String::from("\n### Beside peers: the worst of each class\n\n");
    text.push_str("Theirs ÷ ours, on one thread unless said.\n\n");
    head(&mut text, &["class", "n", "figure", "worst", "case and peer", "", "met"]);
    for contest in &peers.contests {
        let asked = peers.compared().filter(|(_, time)| is_asked(contest, time));
        let asked: Vec<(f64, &PeerTime)> = asked.collect();
        for size in distinct(&asked, |(_, time)| time.work.size.clone()) {
            let of = asked.iter().filter(|(_, time)| time.work.size == size);
            let Some((value, time)) = of.clone().min_by(|(a, _), (b, _)| a.total_cmp(b)) else {
                continue;
            };
            let met = of.clone().filter(|(ratio, _)| *ratio >= contest.least).count();
            let on_two = if time.work.threads == 2 { ", two threads" } else { "" };
            let who = format!("{}, {}{on_two}", time.work.key, time.peer);
            let (figure, counts) =
                (format!("≥ {}", contest.least), format!("{met} of {}", of.count()));
            let reached = mark(value / contest.least);
            line(
                &mut text,
                &[contest.name, &size, &figure, &ratio(*value), &who, &reached, &counts],
            );
        }
    }
    text
}
