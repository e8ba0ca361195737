//! Columns → the tables of `docs/exchange.md`, and the recorded run of PyTorch, which is too large for every check.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use runtime::DType;
use serde::{Deserialize, Serialize};

use crate::files::{self, Answers};
use crate::libraries;
use crate::trip::{Column, Outcome, Outcomes, Remark};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const BEGIN: &str =
    "<!-- The tables are written by `conformance/exchange/check --write`: do not edit them. -->\n";
const END: &str = "<!-- End of the tables. -->\n";

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A recorded run, and which files it was of.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Record {
    files: String,
    answers: Answers,
}

/// Writes the tables, and records PyTorch's answers if there are any.
pub(crate) fn write(folder: &Path) -> Result<()> {
    let torch = torch(folder)?;
    fs::write(recorded(), serde_json::to_string_pretty(&torch)? + "\n")?;
    let text = fs::read_to_string(document())?;
    Ok(fs::write(document(), with_tables(&text, &tables(folder, &torch)?)?)?)
}

/// Says where the tables or the record are others than those that are committed.
pub(crate) fn check(folder: &Path) -> Result<()> {
    let torch = torch(folder)?;
    if serde_json::from_str::<Record>(&fs::read_to_string(recorded())?)? != torch {
        return Err(
            "PyTorch answers otherwise than recorded: conformance/exchange/check --write".into()
        );
    }
    let text = fs::read_to_string(document())?;
    let wanted = with_tables(&text, &tables(folder, &torch)?)?;
    let differs = |(one, other): &(&str, &str)| one != other;
    match text.lines().zip(wanted.lines()).find(differs) {
        None if text.len() == wanted.len() => Ok(()),
        None => Err("docs/exchange.md has more or fewer lines: conformance/exchange/check --write".into()),
        Some((is, should)) => Err(format!(
            "docs/exchange.md is stale: conformance/exchange/check --write\n   is {is}\nfound {should}"
        )
        .into()),
    }
}

fn document() -> PathBuf {
    here("../../docs/exchange.md")
}

fn recorded() -> PathBuf {
    here("torch.json")
}

fn with_tables(text: &str, tables: &str) -> Result<String> {
    let (before, rest) =
        text.split_once(BEGIN).ok_or("docs/exchange.md has no place for tables")?;
    let (_, after) = rest.split_once(END).ok_or("docs/exchange.md has no end of the tables")?;
    Ok(format!("{before}{BEGIN}\n{tables}\n{END}{after}"))
}

/// PyTorch's answers about these files: fresh ones, or those that were recorded of the same files.
fn torch(folder: &Path) -> Result<Record> {
    let files = digest(&folder.join("ours"))?;
    if let Some(answers) = files::take(folder, "torch")? {
        return Ok(Record { files, answers });
    }
    let record: Record = serde_json::from_str(&fs::read_to_string(recorded())?)?;
    match record.files == files {
        true => Ok(record),
        false => Err("the files are others than those PyTorch read when it was recorded: \
                      conformance/exchange/check --write --torch <python that has it>"
            .into()),
    }
}

/// A number for the bytes that PyTorch is given: FNV-1a.
fn digest(folder: &Path) -> Result<String> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<PathBuf> = entries.collect::<std::io::Result<_>>()?;
    paths.retain(|path| {
        path.extension().is_some_and(|it| it == "safetensors") || path.ends_with("expected.json")
    });
    paths.sort();
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for path in paths {
        for byte in fs::read(path)? {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    Ok(format!("{digest:016x}"))
}

fn tables(folder: &Path, torch: &Record) -> Result<String> {
    let mut python = Vec::new();
    let mut versions = BTreeMap::new();
    for part in ["numpy", "safetensors", "pyarrow"] {
        let answers =
            files::take(folder, part)?.ok_or(format!("ask.py was not asked for {part}"))?;
        versions.extend(answers.versions);
        python.extend(answers.columns);
    }
    versions.extend(torch.answers.versions.clone());
    python.extend(torch.answers.columns.clone());
    let mut text = String::new();
    let rust = libraries::VERSIONS.map(|(library, version)| format!("{library} {version}"));
    writeln!(text, "### Rust\n\n{}.\n", rust.join(", "))?;
    text.push_str(&table(&libraries::columns())?);
    writeln!(text, "\n### Python\n\n{}.\n", versions_text(&versions))?;
    text.push_str(&table(&python)?);
    writeln!(text, "\n### Enums of dtypes\n\nThe same versions, by `TryFrom`.\n")?;
    text.push_str(&table(&libraries::enums())?);
    Ok(text)
}

fn versions_text(versions: &BTreeMap<String, String>) -> String {
    let all: Vec<String> =
        versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
    all.join(", ")
}

/// Notes in the order in which cells need them.
#[derive(Default)]
struct Notes(Vec<String>);

impl Notes {
    /// The number of a note.
    fn number(&mut self, note: String) -> usize {
        match self.0.iter().position(|known| *known == note) {
            Some(place) => place + 1,
            None => {
                self.0.push(note);
                self.0.len()
            }
        }
    }
}

fn table(columns: &[Column]) -> Result<String> {
    let mut text = String::from("| dtype |");
    for Column { library, way, .. } in columns {
        write!(text, " {library}: {way} |")?;
    }
    writeln!(text, "\n|---|{}", "---|".repeat(columns.len()))?;
    let mut notes = Notes::default();
    for dtype in DType::ALL {
        let name = dtype.to_string();
        write!(text, "| `{name}` |")?;
        for column in columns {
            let trip = column.trips.get(&name).ok_or("a dtype is missing")?;
            write!(text, " {} |", cell(&name, &trip.out, &trip.back, &mut notes))?;
        }
        text.push('\n');
    }
    text.push('\n');
    for (place, note) in notes.0.iter().enumerate() {
        writeln!(text, "{}. {note}", place + 1)?;
    }
    Ok(text)
}

fn cell(name: &str, out: &Outcomes, back: &Outcomes, notes: &mut Notes) -> String {
    let goes = |outcomes: &Outcomes| outcomes.values().any(|it| matches!(it, Outcome::Same(_)));
    let word = match (goes(out), goes(back)) {
        (true, true) => "both",
        (true, false) => "out",
        (false, true) => "in",
        (false, false) => "–",
    };
    let mut numbers: Vec<usize> = Vec::new();
    for note in remarks(name, out).into_iter().chain(remarks(name, back)) {
        let number = notes.number(note);
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    match numbers.is_empty() {
        true => word.into(),
        false => format!("{word} <sup>{}</sup>", numbers.join(", ")),
    }
}

/// What was said of a direction, each remark with the layouts that it is of unless it is of all.
fn remarks(name: &str, outcomes: &Outcomes) -> Vec<String> {
    let mut said: BTreeMap<&Remark, Vec<&str>> = BTreeMap::new();
    for (layout, outcome) in outcomes {
        match outcome {
            Outcome::Same(Some(remark)) | Outcome::Refused(remark) => {
                said.entry(remark).or_default().push(layout);
            }
            Outcome::Same(None) => {}
        }
    }
    let note = |(remark, layouts): (&Remark, Vec<&str>)| {
        let says = remark.says.replace(name, "…").replace('|', "\\|").replace('<', "\\<");
        match layouts.len() == outcomes.len() {
            true => format!("{}: {says}", remark.by),
            false => format!("{} of what is {}: {says}", remark.by, layouts.join(", ")),
        }
    };
    said.into_iter().map(note).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(all: [(&str, Option<&str>); 2]) -> Outcomes {
        let outcome = |says: Option<&str>| match says {
            None => Outcome::Same(None),
            Some(says) => Outcome::Refused(Remark::new("A", says)),
        };
        all.map(|(layout, says)| (layout.to_owned(), outcome(says))).into()
    }

    #[test]
    fn a_cell_says_which_ways_are_open_and_what_was_said_of_the_others() {
        let open = outcomes([("whole", None), ("row", None)]);
        let part = outcomes([("whole", None), ("row", Some("no rows of int8"))]);
        let shut = outcomes([("whole", Some("no int8")), ("row", Some("no int8"))]);
        let mut notes = Notes::default();
        let cases = [
            (&open, &open, "both"),
            (&open, &shut, "out <sup>1</sup>"),
            (&shut, &open, "in <sup>1</sup>"),
            (&shut, &shut, "– <sup>1</sup>"),
            (&part, &shut, "both <sup>2, 1</sup>"),
        ];
        for (out, back, wanted) in cases {
            let found = cell("int8", out, back, &mut notes);
            // The last: part of the layouts go out, none come in.
            let wanted = if out == &part { wanted.replace("both", "out") } else { wanted.into() };
            assert_eq!(found, wanted);
        }
        assert_eq!(notes.0, ["A: no …", "A of what is row: no rows of …"]);
    }

    #[test]
    fn tables_replace_what_is_between_the_marks() {
        let text = format!("before\n{BEGIN}old\n{END}after\n");
        let new = with_tables(&text, "new").expect("marks");
        assert_eq!(new, format!("before\n{BEGIN}\nnew\n{END}after\n"));
        assert!(with_tables("before", "new").is_err());
    }
}
