//! `identify`: the rulesets nearest to a promotion table, the cells on which they differ, the laws it breaks.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use codegen::catalog::{Cell, DTypeId, Ruleset};
use codegen::identify::{
    Alone, Comparison, Given, GivenError, Identified, Reading, identify, spec_file,
};
use codegen::{Catalog, draw};
use rules::laws::Laws;
use rules::nearest as nearest_name;
use serde::Serialize;

use crate::args::{self, TextFormat};
use crate::lines::Lines;
use crate::page::Page;
use crate::{Answer, ask, json};

/// How many rulesets, cells and counter-examples are shown unless all are asked for.
const SHOWN: usize = 5;

/// What follows if there are more.
const ALL: &str = "\n`--all` shows every one\n";

pub(crate) fn run(args: &args::Identify, catalog: &Catalog) -> Answer {
    let name = args.table.display();
    let text = read(&args.table).map_err(|error| format!("cannot read {name}: {error}\n"))?;
    of_text(args, catalog, &text)
}

/// The same of a text, which is the table that the arguments name.
pub(crate) fn of_text(args: &args::Identify, catalog: &Catalog, text: &str) -> Answer {
    let against = args.against.as_deref().map(|name| ask::ruleset(catalog, name)).transpose()?;
    let name = args.table.display().to_string();
    let given = Given::read(catalog, text, &args.names).map_err(|error| failure(&name, &error))?;
    let given = if args.symmetric { given.mirrored() } else { given };
    let unknown: Vec<String> =
        given.unknown_results(catalog).iter().map(|word| no_dtype(catalog, word)).collect();
    let catalog = &given.catalog(catalog);
    if let Some(path) = &args.spec_file {
        let file = args.table.file_name().map_or(name.clone(), |file| file.display().to_string());
        let text = spec_file(catalog, &given, &file);
        write(path, &text)
            .map_err(|error| format!("cannot write {}: {error}\n", path.display()))?;
    }
    let found = identify(catalog, &given);
    let unknown = unknown.as_slice();
    let shown = Shown { catalog, name: &name, given: &given, unknown, found: &found, against };
    Ok(match args.format {
        TextFormat::Text => shown.text(if args.all { usize::MAX } else { SHOWN }),
        TextFormat::Json => json::page(&shown.report()),
    })
}

fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    if path == Path::new("-") {
        io::stdin().read_to_string(&mut text)?;
    } else {
        File::open(path)?.read_to_string(&mut text)?;
    }
    Ok(text)
}

/// Writes a file that is not there yet.
fn write(path: &Path, text: &str) -> io::Result<()> {
    File::create_new(path)?.write_all(text.as_bytes())
}

/// Why a text is no table, with the way out.
fn failure(name: &str, error: &GivenError) -> String {
    let way_out = match error {
        GivenError::Empty | GivenError::Unreadable(_) | GivenError::CellTwice { .. } => {
            "the README describes what a table looks like".to_owned()
        }
        GivenError::NoDTypes(words) => {
            let word = words.first().map_or("word", String::as_str);
            format!("say what they mean: `--name {word}=int8`")
        }
        GivenError::Ambiguous { word, meanings } => {
            let meaning = meanings.first().map_or("int8", |(name, _)| name);
            format!("say which: `--name {word}={meaning}`")
        }
        GivenError::SameDType { words: [_, word], .. } => {
            format!("say what it means: `--name {word}=int8`")
        }
        GivenError::NoDType { .. } => "public names are those of `concord show numpy`".to_owned(),
        GivenError::NotInTable(_) => "`--name` explains a word of the table".to_owned(),
    };
    let error = error.to_string();
    match error.split_once(": ") {
        Some((title, rest)) => format!("{title}: {name}: {rest}\n{way_out}\n"),
        None => format!("{error}: {name}\n{way_out}\n"),
    }
}

/// A table, what was found of it, and the ruleset that its differences are drawn from, if not the nearest.
struct Shown<'a> {
    catalog: &'a Catalog,
    name: &'a str,
    given: &'a Given,
    /// Results that are no dtypes, each with the name that may be meant.
    unknown: &'a [String],
    found: &'a Identified<'a>,
    against: Option<&'a Ruleset>,
}

impl<'a> Shown<'a> {
    /// The comparison that is drawn.
    fn drawn(&self) -> Option<&'a Comparison<'a>> {
        let has = |one: &&Comparison<'_>| match self.against {
            Some(ruleset) => one.rulesets.iter().any(|other| other.name == ruleset.name),
            None => true,
        };
        self.found.nearest.iter().find(has)
    }

    fn text(&self, most: usize) -> Page {
        let Shown { catalog, given, found, .. } = *self;
        let count = given.known().count();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let dtypes = given.dtypes.len();
        let mut text = format!(
            "{}: {count} cell{} of {dtypes} dtype{}\n\n",
            self.name,
            plural(count),
            plural(dtypes)
        );
        let mut lines = Lines::default();
        lines.add_words("left out", given.left_out.iter().map(String::as_str).collect());
        lines.add_all("no dtypes", self.unknown.iter().cloned());
        lines.add_all("read as", given.readings.iter().map(|one| reading(catalog, one)));
        lines.add_all("nearest", first(&found.nearest, most, nearest));
        let alone = both_orders(&found.alone);
        lines.add_all("alone", first(&alone, most, |one| lonely(catalog, one)));
        text += &(lines.text() + "\n");
        let laws = draw::laws_in_short(catalog, &found.laws, most, |_| None);
        let all = [found.nearest.len(), alone.len()].iter().any(|&count| count > most)
            || laws.contains("\n    and ");
        text += &(laws + if all { ALL } else { "" });
        match (self.drawn(), self.against) {
            (Some(one), _) if one.differing.cells.is_empty() => Page::Prose(text),
            (Some(one), _) => {
                let name = self.against.map_or(&one.rulesets[0].name, |ruleset| &ruleset.name);
                let grid = one.differing.draw(catalog);
                Page::Grid(format!("{text}\ntable/{name} where they differ:\n\n{grid}"))
            }
            (None, Some(ruleset)) => {
                Page::Prose(format!("{text}\n{} says nothing of these cells\n", ruleset.name))
            }
            (None, None) => Page::Prose(text),
        }
    }

    fn report(&self) -> Report<'a> {
        let Shown { catalog, given, found, .. } = *self;
        let Laws { symmetric, idempotent, associative, monotone, bool_identity, lossless, defined } =
            &found.laws;
        Report {
            cells: given.known().count(),
            dtypes: given.dtypes.iter().map(|&id| name(catalog, id)).collect(),
            left_out: &given.left_out,
            no_dtypes: self.unknown,
            read_as: given.readings.iter().map(|one| reading(catalog, one)).collect(),
            nearest: found.nearest.iter().map(|one| report_of(catalog, one)).collect(),
            alone: found.alone.iter().map(|one| report_alone(catalog, one)).collect(),
            counter_examples: Counts {
                symmetric: symmetric.len(),
                idempotent: idempotent.len(),
                associative: associative.len(),
                monotone: monotone.len(),
                bool_identity: bool_identity.as_ref().map(Vec::len),
                lossless: lossless.len(),
                defined: *defined,
            },
        }
    }
}

/// A result that is no dtype, with the way out.
fn no_dtype(catalog: &Catalog, word: &str) -> String {
    let known = catalog.dtypes.iter().map(|dtype| dtype.name.as_str());
    match nearest_name(word, known) {
        Some(near) => format!("`{word}`: did you mean {near}? `--name {word}={near}` says so"),
        None => format!("`{word}`: a dtype that Concord does not have; `-` would be a refusal"),
    }
}

fn name(catalog: &Catalog, id: DTypeId) -> &str {
    &catalog.dtype(id).name
}

/// The first of many as lines, and how many more there are.
fn first<T>(all: &[T], most: usize, line: impl Fn(&T) -> String) -> Vec<String> {
    let mut lines: Vec<String> = all.iter().take(most).map(line).collect();
    let more = all.len().saturating_sub(most);
    lines.extend((more > 0).then(|| format!("and {more} more")));
    lines
}

/// That a word means something else in some rulesets.
fn reading(catalog: &Catalog, Reading { word, dtype, others }: &Reading) -> String {
    let others = others.iter().map(|(id, rulesets)| {
        let call = if rulesets.len() == 1 { "calls" } else { "call" };
        format!("{} {call} {} so", rulesets.join(", "), name(catalog, *id))
    });
    let others: Vec<String> = others.collect();
    format!("`{word}` is {}, but {}", name(catalog, *dtype), others.join("; "))
}

fn nearest(one: &Comparison<'_>) -> String {
    let names: Vec<&str> = one.rulesets.iter().map(|ruleset| ruleset.name.as_str()).collect();
    let apart = match one.apart {
        0 => String::new(),
        apart => format!(", {apart} not stated"),
    };
    format!(
        "{}: {} agree, {} differ{apart}",
        names.join(", "),
        one.agree,
        one.differing.different()
    )
}

/// Cells that agree with no ruleset, those that are alike in either order once.
fn both_orders<'a, 'c>(cells: &'a [Alone<'c>]) -> Vec<(&'a Alone<'c>, bool)> {
    let mirror = |one: &Alone<'_>| {
        let [lhs, rhs] = one.pair;
        let like = |other: &&Alone<'_>| {
            other.pair == [rhs, lhs] && (other.gives, &other.others) == (one.gives, &one.others)
        };
        lhs != rhs && cells.iter().any(|other| like(&other))
    };
    let once = cells.iter().map(|one| (one, mirror(one)));
    once.filter(|(one, mirrored)| !mirrored || one.pair[0] < one.pair[1]).collect()
}

/// `int8 × uint32 = int16, in either order: int64 in 20 rulesets, - in 3`
fn lonely(catalog: &Catalog, (one, mirrored): &(&Alone<'_>, bool)) -> String {
    let [lhs, rhs] = one.pair.map(|id| name(catalog, id));
    let others = one.others.iter().map(|(cell, rulesets)| {
        let word = catalog.outcome_name(*cell);
        match rulesets.as_slice() {
            [ruleset] => format!("{word} in {}", ruleset.name),
            several => format!("{word} in {} rulesets", several.len()),
        }
    });
    let others: Vec<String> = others.collect();
    let order = if *mirrored { ", in either order" } else { "" };
    format!("{lhs} × {rhs} = {}{order}: {}", catalog.outcome_name(one.gives), others.join(", "))
}

/// What `--format json` prints.
#[derive(Serialize)]
struct Report<'a> {
    cells: usize,
    dtypes: Vec<&'a str>,
    left_out: &'a [String],
    no_dtypes: &'a [String],
    read_as: Vec<String>,
    nearest: Vec<ReportNear<'a>>,
    alone: Vec<ReportAlone<'a>>,
    counter_examples: Counts,
}

#[derive(Serialize)]
struct ReportNear<'a> {
    rulesets: Vec<&'a str>,
    agree: usize,
    differ: usize,
    apart: usize,
    cells: Vec<ReportCell<'a>>,
}

/// A differing cell by public names; null where refused.
#[derive(Serialize)]
struct ReportCell<'a> {
    row: &'a str,
    column: &'a str,
    table: Option<Cow<'a, str>>,
    ruleset: Option<Cow<'a, str>>,
}

#[derive(Serialize)]
struct ReportAlone<'a> {
    row: &'a str,
    column: &'a str,
    table: Option<Cow<'a, str>>,
    rulesets: Vec<(Option<Cow<'a, str>>, Vec<&'a str>)>,
}

/// How many counter-examples there are to each law.
#[derive(Serialize)]
struct Counts {
    symmetric: usize,
    idempotent: usize,
    associative: usize,
    monotone: usize,
    /// Null if the table has no bool.
    bool_identity: Option<usize>,
    lossless: usize,
    /// How many cells give a dtype at all.
    defined: usize,
}

fn report_of<'a>(catalog: &'a Catalog, one: &'a Comparison<'a>) -> ReportNear<'a> {
    let cell = |one: Cell| json::outcome(catalog, one);
    ReportNear {
        rulesets: one.rulesets.iter().map(|ruleset| ruleset.name.as_str()).collect(),
        agree: one.agree,
        differ: one.differing.different(),
        apart: one.apart,
        cells: one
            .differing
            .cells
            .iter()
            .map(|one| ReportCell {
                row: name(catalog, one.row),
                column: catalog.column_name(one.column),
                table: cell(one.outcomes[0]),
                ruleset: cell(one.outcomes[1]),
            })
            .collect(),
    }
}

fn report_alone<'a>(catalog: &'a Catalog, one: &'a Alone<'a>) -> ReportAlone<'a> {
    let [row, column] = one.pair.map(|id| name(catalog, id));
    let others = one.others.iter().map(|(cell, rulesets)| {
        let names = rulesets.iter().map(|ruleset| ruleset.name.as_str()).collect();
        (json::outcome(catalog, *cell), names)
    });
    ReportAlone {
        row,
        column,
        table: json::outcome(catalog, one.gives),
        rulesets: others.collect(),
    }
}
