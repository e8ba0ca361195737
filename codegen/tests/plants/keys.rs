//! Every `key = value` of every real framework, deleted and misspelled, one at a time.

use std::collections::BTreeSet;

use concord_codegen::diagnostic::Place;

use crate::real::{Real, reals};

/// One `key = value` of a file, over however many lines.
#[derive(Clone)]
struct Entry {
    /// `[promotion]`, `[[source]]`.
    section: String,
    key: String,
    key_at: Place,
    at: Place,
    /// Which of the file's sections it is in; `[[divergence]]` comes many times.
    block: usize,
}

/// The entries of a file; of sections that have the same name and keys, those of the first.
fn entries(real: &Real) -> Vec<Entry> {
    let all = every_entry(real);
    let mut seen = BTreeSet::new();
    let firsts = all.chunk_by(|one, other| one.block == other.block).filter(|block| {
        let keys: Vec<&str> = block.iter().map(|entry| entry.key.as_str()).collect();
        seen.insert((block[0].section.as_str(), keys))
    });
    firsts.flatten().cloned().collect()
}

fn every_entry(real: &Real) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let (mut section, mut block) = (String::new(), 0);
    let mut start = 0;
    // How deep in brackets the value that is being read is, and whether in a drawing, where it goes on over
    // several lines.
    let (mut depth, mut drawing) = (0, false);
    for line in real.text.split_inclusive('\n') {
        let end = start + line.len();
        let at = Place { file: 0, start, end };
        start = end;
        let count = |signs: &str| line.matches(|c| signs.contains(c)).count();
        let quotes = line.matches("'''").count() == 1;
        match line.split_once('=') {
            _ if depth > 0 || drawing => {
                entries.last_mut().expect("a value has a key").at.end = end;
                drawing ^= quotes;
                if !drawing && !quotes {
                    depth = depth + count("[{") - count("]}");
                }
            }
            _ if line.starts_with('[') => {
                section = line.trim_end().to_owned();
                block += 1;
            }
            Some((key, _)) if !line.starts_with('#') => {
                drawing = quotes;
                depth = count("[{") - count("]}");
                let key = key.trim_end();
                let key_at = Place { end: at.start + key.len(), ..at };
                let key = key.to_owned();
                entries.push(Entry { section: section.clone(), key, key_at, at, block });
            }
            _ => {}
        }
    }
    entries
}

/// What deleting or misspelling an entry brings, where that is not what it brings elsewhere.
struct Exception {
    /// The beginning of a file's name and of a section, or its end after `*`, and a key; nothing stands for any.
    at: [&'static str; 3],
    wanted: &'static [&'static str],
}

const fn except(at: [&'static str; 3], wanted: &'static [&'static str]) -> Exception {
    Exception { at, wanted }
}

/// An entry that is deleted is missing, but for these.
const DELETED: &[Exception] = &[
    // What no one has to say.
    except(["", "[names]", ""], &[]),
    except(["", "[abstract]", ""], &[]),
    except(["", "[defaults]", ""], &[]),
    except(["", "[inexact]", ""], &[]),
    except(["", "[ops]", ""], &[]),
    except(["", "[ops.", ""], &[]),
    except(["", "[narrow-ops]", ""], &[]),
    except(["", "[policies]", ""], &[]),
    except(["", "[[slip]]", "cell"], &[]),
    except(["", "[[source]]", "about"], &[]),
    except(["", "[[source]]", "ops"], &[]),
    except(["", "[[divergence]]", "some_values"], &[]),
    // A run that is not recorded is held against nothing: its divergences are of no run then.
    except(["mindspore.toml", "[[source]]", "observation"], &[]),
    except(["megengine.toml", "[[source]]", "observation"], &[]),
    except(["openvino", "[[source]]", "observation"], &[]),
    except(["", "[[source]]", "observation"], &["divergence_of_run"]),
    except(["", "[device.", "observation"], &[]),
    // A section without a source has the framework's.
    except(["", "[promotion]", "source"], &[]),
    except(["", "[scalars]", "source"], &[]),
    except(["", "[promotion]", "result_type"], &[]),
    except(["", "[scalars]", "typed"], &[]),
    except(["", "[zero-dim", "source"], &[]),
    except(["", "[weak", "source"], &[]),
    except(["", "[output]", "source"], &[]),
    except(["", "[device.", "source"], &[]),
    // Then its kind decides.
    except(["aclnn@2025.09", "[output]", "c32"], &[]),
    // The line of a dtype stands beside one of several, which holds without it.
    except(["numpy", "[output]", "c32"], &[]),
    except(["numpy", "[output]", "f8e5m2"], &[]),
    except(["numpy", "[output]", "f8e8m0fnu"], &[]),
    except(["numpy", "[output]", "f6e2m3fn"], &[]),
    // What others speak of is not there any more.
    except(["", "[promotion]", "marks"], &["mark_unknown"]),
    except(["", "[scalars]", "marks"], &["mark_unknown"]),
    except(["", "[zero-dim", "marks"], &["mark_unknown"]),
    except(["", "[framework]", "foreign"], &["unknown_dtype"]),
    except(["", "[promotion.lattice]", ""], &["row_missing"]),
    except(["", "*.narrow]", "source"], &[]),
    except(["", "*.narrow]", ""], &["row_missing"]),
    except(["triton", "[promotion]", "symmetric"], &TRITON_SIDES),
    // Of a table that claims no symmetry its `narrow` states one order only.
    except(["tinygrad", "[weak-pair]", "symmetric"], &["row_missing"]),
    except(["dpctl", "[device.no-fp16]", "demote"], &["demote_missing"]),
    except(["dpctl", "[device.no-fp64]", "demote"], &["demote_missing"; 2]),
    except(["dpctl", "[device.no-fp16-no-fp64]", "demote"], &["demote_missing"; 3]),
    except(["dpctl", "[device.no-fp64.defaults]", ""], &["demote_missing"]),
    except(["dpctl", "[device.no-fp16-no-fp64.defaults]", ""], &["demote_missing"]),
    except(["megengine.toml", "[framework]", "unsupported"], &["dtype_not_supported"; 4]),
    except(["megengine@1.13", "[framework]", "unsupported"], &[]),
    except(["megengine", "[ranges]", "i64"], &["slip_not_there"]),
    except(["array-api", "[ranges]", "i16"], &["slip_not_there"]),
    except(["array-api", "[ranges]", "i32"], &["slip_not_there"]),
    except(["array-api", "[ranges]", "i64"], &["slip_not_there"]),
    except(["", "[[slip]]", "range"], &["range_wrong"]),
    except(["", "[ranges]", ""], &[]),
];

/// Five divergences speak of cells that a table without a word on its two sides does not have.
const TRITON_SIDES: [&str; 6] = [
    "key_missing",
    "divergence_not_followed",
    "divergence_not_followed",
    "divergence_not_followed",
    "divergence_not_followed",
    "divergence_not_followed",
];

/// What a relative leaves out is its base's, which may fit the rest of it or not.
const INHERITED: [&str; 5] = ["base", "dtypes", "grid", "cells", "narrow"];

/// A key that is misspelled is unknown, but for these.
const MISSPELLED: &[Exception] = &[
    // What is no `source` is an op, which takes a table.
    except(["", "[ops]", "source"], &["wrong_type"]),
    except(["", "[narrow-ops]", "source"], &["wrong_type"]),
    except(["", "[narrow-ops]", "kernels"], &["wrong_type"]),
    // A framework calls its types as it likes.
    except(["", "[abstract]", ""], &[]),
    except(["", "[names]", ""], &["unknown_dtype"]),
    except(["", "[inexact]", ""], &["unknown_dtype"]),
    except(["", "[ranges]", ""], &["unknown_dtype"]),
    except(["", "[output]", ""], &["unknown_dtype"]),
    except(["", "[promotion.lattice]", ""], &["unknown_dtype"]),
    except(["", "[ops]", ""], &["op_unknown"]),
    except(["", "[narrow-ops]", ""], &["op_unknown"]),
    except(["", "*.cells]", ""], &["unknown_dtype"]),
    // What is no `source` is a cell.
    except(["", "*.narrow]", "source"], &["cell_not_pair"]),
    except(["", "*.narrow]", ""], &["unknown_dtype"]),
    // The dtypes are those of its base then, of which its [output] has no line for two.
    except(["numpy@1.26", "[framework]", "dtypes"], &["unknown_key", "key_missing", "key_missing"]),
    except(["tinygrad", "[weak-pair]", "symmetric"], &["unknown_key", "row_missing"]),
];

/// Edits each entry; checks what that brings, and that no exception is made for nothing.
fn check(
    edit: impl Fn(&Real, &Entry) -> String,
    rule: &'static [&'static str],
    exceptions: &[Exception],
    inherits: bool,
) {
    let mut failures = Vec::new();
    let mut met = vec![false; exceptions.len()];
    for real in reals() {
        for entry in entries(&real) {
            let file = real.name.trim_start_matches("frameworks/");
            let fits = |Exception { at: [name, section, key], .. }: &Exception| {
                file.starts_with(name)
                    && match section.strip_prefix('*') {
                        Some(end) => entry.section.ends_with(end),
                        None => entry.section.starts_with(section),
                    }
                    && (key.is_empty() || entry.key == *key)
            };
            let exception = exceptions.iter().position(fits);
            let wanted = exception.map_or(rule, |at| exceptions[at].wanted);
            exception.into_iter().for_each(|at| met[at] = true);
            if real.is_relative() && inherits && INHERITED.contains(&entry.key.as_str()) {
                real.mistakes(&edit(&real, &entry));
                continue;
            }
            let mut got = real.mistakes(&edit(&real, &entry));
            // What only this named is a source that nothing uses then.
            got.retain(|id| !inherits || *id != "source_unused" || wanted.contains(id));
            if got != wanted {
                let Entry { section, key, .. } = &entry;
                failures
                    .push(format!("{file} {section} {key}\n  got {got:?}\n  wanted {wanted:?}"));
            }
        }
    }
    let idle = exceptions.iter().zip(met).filter(|(_, met)| !met);
    failures
        .extend(idle.map(|(exception, _)| format!("no entry is excepted by {:?}", exception.at)));
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}

/// A name with a letter too many, inside the signs around it.
fn misspelled(name: &str) -> String {
    if let Some(quoted) = name.strip_prefix('"') {
        return format!("\"x{quoted}");
    }
    let close = name.trim_end_matches(']').len();
    format!("{}x{}", &name[..close], &name[close..])
}

#[test]
fn an_entry_that_is_deleted() {
    check(|real, entry| real.edited(vec![(entry.at, "")]), &["key_missing"], DELETED, true);
}

#[test]
fn a_key_that_is_misspelled() {
    check(
        |real, entry| real.edited(vec![(entry.key_at, &misspelled(&entry.key))]),
        &["unknown_key"],
        MISSPELLED,
        false,
    );
}

/// Of sections that have the same name the first; sections of sections are left out: `[device.*]`, `[promotion.lattice]`.
#[test]
fn a_section_that_is_misspelled() {
    let mut failures = Vec::new();
    for real in reals() {
        let mut seen = BTreeSet::new();
        let heads = real.text.match_indices("\n[").filter_map(|(at, _)| {
            let line = real.text[at + 1..].lines().next()?;
            let place = Place { file: 0, start: at + 1, end: at + 1 + line.len() };
            Some((line, place)).filter(|(line, _)| !line.contains('.') && seen.insert(*line))
        });
        for (head, at) in heads {
            let got = real.mistakes(&real.edited(vec![(at, &misspelled(head))]));
            if got != ["unknown_key"] {
                failures.push(format!("{} {head}: got {got:?}", real.name));
            }
        }
    }
    assert!(failures.is_empty(), "wanted [\"unknown_key\"]:\n{}", failures.join("\n"));
}

#[test]
fn a_dtype_that_is_misspelled_or_left_out_of_the_list() {
    let mut failures = Vec::new();
    for real in reals() {
        let listed = entries(&real).into_iter().filter(|entry| entry.key == "dtypes");
        for Entry { at, .. } in listed {
            let words = real.word(at).match_indices('"').collect::<Vec<_>>();
            for quotes in words.chunks_exact(2) {
                let (start, end) = (at.start + quotes[0].0, at.start + quotes[1].0 + 1);
                let code = Place { start, end, ..at };
                let wrong = format!("\"{}x\"", real.word(code).trim_matches('"'));
                // A list may end in a comma, but not begin with one.
                let comma = usize::from(real.text[end..].starts_with(','));
                let with_comma = Place { end: end + comma, ..code };
                let edits = [
                    ("misspelled", vec![(code, wrong.as_str())], "unknown_dtype"),
                    ("left out", vec![(with_comma, "")], "dtype_not_supported"),
                ];
                for (what, edit, wanted) in edits {
                    let got = real.mistakes(&real.edited(edit));
                    // A file that draws no grid may leave out what it has no line for: its base has it.
                    let line = format!("\n{} ", real.word(code).trim_matches('"'));
                    let stated = real.text.contains("\ngrid") || real.text.contains(&line);
                    if what == "left out" && !stated {
                        continue;
                    }
                    if got != [wanted] {
                        let (file, code) = (&real.name, real.word(code));
                        failures
                            .push(format!("{file}: {code} {what}: got {got:?}, wanted {wanted}"));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}
