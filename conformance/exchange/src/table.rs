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
    versions: BTreeMap<String, String>,
    columns: Vec<Cells>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Cells {
    title: String,
    cells: BTreeMap<String, Cell>,
}

/// What a cell says: which ways are open, and what was said of the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Cell {
    open: String,
    remarks: Vec<String>,
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
        let Answers { versions, columns } = answers;
        return Ok(Record { files, versions, columns: cells(columns) });
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
        python.extend(cells(answers.columns));
    }
    versions.extend(torch.versions.clone());
    python.extend(torch.columns.clone());
    let mut text = String::new();
    let rust = libraries::VERSIONS.map(|(library, version)| format!("{library} {version}"));
    writeln!(text, "### Rust\n\n{}.\n", rust.join(", "))?;
    text.push_str(&table(&cells(libraries::columns()))?);
    writeln!(text, "\n### Python\n\n{}.\n", versions_text(&versions))?;
    text.push_str(&table(&python)?);
    writeln!(text, "\n### Enums of dtypes\n\nThe same versions, by `TryFrom`.\n")?;
    text.push_str(&table(&cells(libraries::enums()))?);
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

fn table(columns: &[Cells]) -> Result<String> {
    let mut text = String::from("| dtype |");
    for column in columns {
        write!(text, " {} |", column.title)?;
    }
    writeln!(text, "\n|---|{}", "---|".repeat(columns.len()))?;
    let mut notes = Notes::default();
    for dtype in DType::ALL {
        let name = dtype.to_string();
        write!(text, "| `{name}` |")?;
        for column in columns {
            let Cell { open, remarks } = column.cells.get(&name).ok_or("a dtype is missing")?;
            let mut numbers: Vec<usize> =
                remarks.iter().map(|remark| notes.number(remark.clone())).collect();
            numbers.sort_unstable();
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            match numbers.is_empty() {
                true => write!(text, " {open} |")?,
                false => write!(text, " {open} <sup>{}</sup> |", numbers.join(", "))?,
            }
        }
        text.push('\n');
    }
    text.push('\n');
    for (place, note) in notes.0.iter().enumerate() {
        writeln!(text, "{}. {note}", place + 1)?;
    }
    Ok(text)
}

fn cells(columns: Vec<Column>) -> Vec<Cells> {
    let column = |Column { library, way, trips }: Column| {
        let cells =
            trips.iter().map(|(name, trip)| (name.clone(), cell(name, &trip.out, &trip.back)));
        Cells { title: format!("{library}: {way}"), cells: cells.collect() }
    };
    columns.into_iter().map(column).collect()
}

fn cell(name: &str, out: &Outcomes, back: &Outcomes) -> Cell {
    let goes = |outcomes: &Outcomes| outcomes.values().any(|it| matches!(it, Outcome::Same(_)));
    let open = match (goes(out), goes(back)) {
        (true, true) => "both",
        (true, false) => "out",
        (false, true) => "in",
        (false, false) => "–",
    };
    let mut remarks = remarks(name, out, goes(out));
    for remark in self::remarks(name, back, goes(back)) {
        if !remarks.contains(&remark) {
            remarks.push(remark);
        }
    }
    Cell { open: open.into(), remarks }
}

/// What was said of a direction: where nothing goes, of the plainest tensor; else each remark, with the layouts that it
/// is of unless it is of all.
fn remarks(name: &str, outcomes: &Outcomes, goes: bool) -> Vec<String> {
    let mut said: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (layout, outcome) in outcomes {
        if let Outcome::Same(Some(remark)) | Outcome::Refused(remark) = outcome {
            said.entry(general(name, layout, remark)).or_default().push(layout);
        }
    }
    if !goes {
        let plainest = ["whole", "row", "enum"].into_iter().find(|it| outcomes.contains_key(*it));
        said.retain(|_, layouts| layouts.iter().any(|&layout| Some(layout) == plainest));
        return said.into_keys().collect();
    }
    let note = |(says, layouts): (String, Vec<&str>)| match layouts.len() == outcomes.len() {
        true => says,
        false => format!("{says} (layouts: {})", layouts.join(", ")),
    };
    said.into_iter().map(note).collect()
}

/// A remark without what is of one dtype or one layout alone, so that others have the same.
fn general(name: &str, layout: &str, remark: &Remark) -> String {
    let mut says = remark.says.replace(&format!("tensor `{layout}`: "), "");
    says = replace_word(&says, name, "…");
    if remark.by != "Concord" {
        // The first sentence: others list what there is.
        says = says.split(". ").next().unwrap_or_default().to_owned();
        says = inside_brackets(&says);
        let words = says.split(' ').map(|word| match word.parse::<i64>() {
            Ok(_) => "N",
            Err(_) => word,
        });
        says = words.collect::<Vec<_>>().join(" ");
    }
    let says = says.replace('|', "\\|").replace('<', "&lt;");
    format!("{}: {}", remark.by, says.trim_end_matches('.'))
}

/// Replaces a word where it is not part of a longer one.
fn replace_word(text: &str, word: &str, with: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut replaced = String::new();
    let mut left = text;
    while let Some(at) = left.find(word) {
        let (before, rest) = left.split_at(at);
        let after = &rest[word.len()..];
        let whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        replaced.push_str(before);
        replaced.push_str(if whole { with } else { word });
        left = after;
    }
    replaced + left
}

/// `[16, 2]` as `[…]`.
fn inside_brackets(text: &str) -> String {
    let mut parts = text.split('[');
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, after) = part.split_once(']').unwrap_or(("", part));
        replaced.push_str("[…]");
        replaced.push_str(after);
    }
    replaced
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
        let part = outcomes([
            ("whole", None),
            ("row", Some("no rows of int8 and code 7 with [2, 3]. Sorry.")),
        ]);
        let shut = outcomes([("whole", Some("no int8, but uint8")), ("row", Some("no rows"))]);
        let (none, row) =
            ("A: no …, but uint8", "A: no rows of … and code N with […] (layouts: row)");
        let cases: [(&Outcomes, &Outcomes, &str, &[&str]); 5] = [
            (&open, &open, "both", &[]),
            (&open, &shut, "out", &[none]),
            (&shut, &open, "in", &[none]),
            (&shut, &shut, "–", &[none]),
            (&part, &shut, "out", &[row, none]),
        ];
        for (out, back, open, remarks) in cases {
            let found = cell("int8", out, back);
            assert_eq!((found.open.as_str(), &found.remarks[..]), (open, &remarks.map_owned()[..]));
        }
    }

    /// Words as the cells have them.
    trait Owned {
        fn map_owned(&self) -> Vec<String>;
    }

    impl Owned for &[&str] {
        fn map_owned(&self) -> Vec<String> {
            self.iter().map(|&word| word.to_owned()).collect()
        }
    }

    #[test]
    fn tables_replace_what_is_between_the_marks() {
        let text = format!("before\n{BEGIN}old\n{END}after\n");
        let new = with_tables(&text, "new").expect("marks");
        assert_eq!(new, format!("before\n{BEGIN}\nnew\n{END}after\n"));
        assert!(with_tables("before", "new").is_err());
    }
}
