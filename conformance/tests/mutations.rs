//! Ten thousand damaged copies of the real spec load with mistakes or without, never with a panic or a hang.

use std::cell::Cell;

use codegen::{Sources, diagnostic, lower};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// One damage to one file.
#[derive(Debug, Clone)]
enum Damage {
    /// A byte put in place of another; what is then no UTF-8 is replaced.
    Byte { at: usize, byte: u8 },
    /// A byte taken out.
    Drop { at: usize },
    /// A line taken out.
    DropLine { line: usize },
    /// A line written twice.
    RepeatLine { line: usize },
    /// A line exchanged with another.
    SwapLines { one: usize, other: usize },
    /// A word exchanged with another of the file.
    SwapWords { one: usize, other: usize },
    /// All that follows taken out.
    Cut { at: usize },
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<usize>;
    prop_oneof![
        4 => (at(), any::<u8>()).prop_map(|(at, byte)| Damage::Byte { at, byte }),
        2 => at().prop_map(|at| Damage::Drop { at }),
        2 => at().prop_map(|line| Damage::DropLine { line }),
        2 => at().prop_map(|line| Damage::RepeatLine { line }),
        2 => (at(), at()).prop_map(|(one, other)| Damage::SwapLines { one, other }),
        4 => (at(), at()).prop_map(|(one, other)| Damage::SwapWords { one, other }),
        1 => at().prop_map(|at| Damage::Cut { at }),
    ]
}

fn apply(text: &str, damage: &Damage) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut lines: Vec<&str> = text.lines().collect();
    match *damage {
        Damage::Byte { at, byte } => {
            let at = at % bytes.len().max(1);
            bytes.get_mut(at).into_iter().for_each(|old| *old = byte);
        }
        Damage::Drop { at } if !bytes.is_empty() => drop(bytes.remove(at % bytes.len())),
        Damage::Cut { at } => bytes.truncate(at % bytes.len().max(1)),
        Damage::DropLine { line } if !lines.is_empty() => drop(lines.remove(line % lines.len())),
        Damage::RepeatLine { line } if !lines.is_empty() => {
            lines.insert(line % lines.len(), lines[line % lines.len()])
        }
        Damage::SwapLines { one, other } if !lines.is_empty() => {
            let count = lines.len();
            lines.swap(one % count, other % count);
        }
        Damage::SwapWords { one, other } => {
            let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
            let mut swapped = words.clone();
            if !words.is_empty() {
                swapped.swap(one % words.len(), other % words.len());
            }
            return swapped.concat();
        }
        _ => {}
    }
    match damage {
        Damage::Byte { .. } | Damage::Drop { .. } | Damage::Cut { .. } => {
            String::from_utf8_lossy(&bytes).into_owned()
        }
        _ => lines.join("\n") + "\n",
    }
}

/// The file to damage, and with it only those it needs: dtypes, ops and the ruleset it builds on.
fn needed(name: &str) -> Vec<(&'static str, &'static str)> {
    let framework = name.strip_prefix("frameworks/").unwrap_or("mindspore.toml");
    let base = framework.split(['@', '/']).next().unwrap_or(framework).trim_end_matches(".toml");
    let wanted = [
        "dtypes.toml".to_owned(),
        "ops.toml".to_owned(),
        format!("frameworks/{base}.toml"),
        format!("frameworks/{framework}"),
    ];
    spec::FILES.into_iter().filter(|(file, _)| wanted.iter().any(|wanted| wanted == file)).collect()
}

/// Runs `cases` damaged specs from a seed of its own, so that each part can run beside the others.
fn run(cases: u32, seed: u8) {
    let strategy = (0..spec::FILES.len(), proptest::collection::vec(damage(), 1..4));
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let [clean, mistaken] = [Cell::new(0_u32), Cell::new(0_u32)];
    let outcome = TestRunner::new_with_rng(config, rng).run(&strategy, |(file, damages)| {
        let (name, text) = spec::FILES[file];
        let damaged = damages.iter().fold(text.to_owned(), |text, damage| apply(&text, damage));
        let files = needed(name)
            .into_iter()
            .map(|(file, text)| (file, if file == name { damaged.as_str() } else { text }));
        let sources = Sources::from_texts("spec", files);
        match lower(&sources) {
            Ok(catalog) => {
                codegen::generate(&catalog);
                codegen::align(&sources);
                clean.set(clean.get() + 1);
            }
            Err(mistakes) => {
                prop_assert!(!mistakes.is_empty(), "refused without a mistake");
                // A few are drawn of each, since one damaged line of dtypes.toml can make hundreds.
                let shown = diagnostic::render(&mistakes[..mistakes.len().min(4)], &sources, false);
                prop_assert!(shown.contains("error["), "a mistake without a message: {shown}");
                mistaken.set(mistaken.get() + 1);
            }
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    let [clean, mistaken] = [clean.get(), mistaken.get()];
    assert_eq!(clean + mistaken, cases);
    assert!(
        clean > 0 && mistaken > 0,
        "{clean} loaded, {mistaken} did not: the damage is all of one sort"
    );
}

#[test]
fn five_thousand_damaged_specs_load_or_say_why() {
    run(5_000, 1);
}

#[test]
fn five_thousand_others_load_or_say_why() {
    run(5_000, 2);
}
