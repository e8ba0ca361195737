//! A run → every ratio by its name, as JSON; such a file → what became slower since it was written.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::results::Results;

/// What of a run another run can be compared with.
#[derive(Serialize, Deserialize)]
pub(crate) struct Kept {
    machine: BTreeMap<String, String>,
    /// Ours ÷ the limit's speed, or theirs ÷ ours: more is better.
    ratios: BTreeMap<String, Ratio>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct Ratio {
    ratio: f64,
    /// The middle half of its rounds, as a part of it; a ratio to a peer has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spread: Option<f64>,
}

/// What is noise at the least.
const NOISE: f64 = 0.1;
/// What is noise where it is not measured: of peers.
const NOISE_OF_PEERS: f64 = 0.3;

/// The ratios of a run.
pub(crate) fn kept(results: &Results) -> Kept {
    let mut all = Vec::new();
    for row in results.rows.iter().chain(&results.sums) {
        let Ok(measured) = &row.measured else { continue };
        if measured.limit.is_some() {
            let name = format!("{}, n = {}, of the limit at {}", row.key, row.size, row.isa);
            all.push((name, measured.ours.ratio, Some(measured.ours.spread)));
        }
    }
    for (ratio, time) in results.peers.iter().flat_map(|peers| peers.compared()) {
        let work = &time.work;
        let threads = if work.threads == 1 { "one thread" } else { "two threads" };
        all.push((
            format!("{}, n = {}, {} on {threads}", work.key, work.size, time.peer),
            ratio,
            None,
        ));
    }
    Kept::new(&results.machine, all)
}

impl Kept {
    /// Ratios by their names, each with its spread if it has one.
    pub(crate) fn new(
        machine: &[(&'static str, String)],
        ratios: impl IntoIterator<Item = (String, f64, Option<f64>)>,
    ) -> Kept {
        // Three digits tell what noise leaves.
        let short = |value: f64| (value * 1000.0).round() / 1000.0;
        let entry = |(name, ratio, spread): (String, f64, Option<f64>)| {
            (name, Ratio { ratio: short(ratio), spread: spread.map(short) })
        };
        Kept {
            machine: machine.iter().map(|(name, is)| ((*name).to_owned(), is.clone())).collect(),
            ratios: ratios.into_iter().map(entry).collect(),
        }
    }

    pub(crate) fn read(path: &Path) -> Result<Kept, String> {
        let fault = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| fault(&error))?;
        serde_json::from_str(&text).map_err(|error| fault(&error))
    }

    /// A line for each entry, so that a change of one is a change of one.
    pub(crate) fn json(&self) -> Result<String, String> {
        self.lines().map_err(|error| error.to_string())
    }

    fn lines(&self) -> Result<String, serde_json::Error> {
        let mut text = String::from("{\n  \"machine\": {");
        fn entries<T: Serialize>(
            text: &mut String,
            all: &BTreeMap<String, T>,
        ) -> Result<(), serde_json::Error> {
            for (place, (name, value)) in all.iter().enumerate() {
                let comma = if place == 0 { "" } else { "," };
                let (name, value) = (serde_json::to_string(name)?, serde_json::to_string(value)?);
                text.push_str(&format!("{comma}\n    {name}: {value}"));
            }
            Ok(())
        }
        entries(&mut text, &self.machine)?;
        text.push_str("\n  },\n  \"ratios\": {");
        entries(&mut text, &self.ratios)?;
        text.push_str("\n  }\n}\n");
        Ok(text)
    }

    /// What became slower than it was in an older run, beyond the noise of both; the worst first.
    pub(crate) fn slower_than(&self, older: &Kept) -> String {
        let both = self.ratios.iter().filter_map(|(name, now)| {
            let before = older.ratios.get(name)?;
            let noise = match (before.spread, now.spread) {
                (Some(before), Some(now)) => NOISE.max(before + now),
                _ => NOISE_OF_PEERS,
            };
            Some((now.ratio / before.ratio, noise, name, before.ratio, now.ratio))
        });
        let both: Vec<_> = both.collect();
        let mut slower: Vec<_> =
            both.iter().filter(|(part, noise, ..)| *part < 1.0 - noise).collect();
        slower.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
        let mut text = format!(
            "slower than before, beyond the noise: {} of {} compared\n",
            slower.len(),
            both.len()
        );
        if self.machine.get("processor") != older.machine.get("processor") {
            text.push_str(
                "the older run is of another machine: its ratios need not be this one's\n",
            );
        }
        for (part, _, name, before, now) in slower {
            text.push_str(&format!("{:.0} %  {name}: {before} → {now}\n", part * 100.0));
        }
        text
    }
}
