//! Arbitrary bytes → a question to Concord, and what must be true of the answer, whatever it is.
//!
//! A function for each target; it panics where something is not so. `fuzz/targets/` runs them under a fuzzer and
//! sanitizers, and `tests/corpora.rs` gives each the inputs of `fuzz/corpus/`, which were found worth keeping.

mod eval;
mod kernels;
mod npy;
mod serde;
mod spec_file;

/// A target: what it is given.
pub type Target = fn(&[u8]);

/// Every target by the name of its corpus.
pub const TARGETS: [(&str, Target); 5] = [
    ("eval", eval::lines),
    ("kernels", kernels::elements),
    ("npy", npy::file),
    ("serde", serde::documents),
    ("spec", spec_file::ruleset),
];

/// The target of that name.
///
/// # Panics
///
/// If there is none.
pub fn target(name: &str) -> Target {
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no target is called {name}")).1
}
