//! The text of the files → [`Spec`].

use toml::de::DeTable;

use super::grid::Grid;
use super::section::{FILE, Section};
use super::toml_1_0;
use super::{
    DTypeLine, Device, DivergenceLine, Framework, Listing, OpDeviation, OpLine, OpsSection,
    PolicyLine, SlipLine, SourceLine, Spec, TableSection,
};
use crate::catalog::{DEFAULT_KINDS, Group, Kind, TableName};
use crate::diagnostic::{At, Diagnostic, Mistake, Place, Sink};
use crate::load::{Role, Sources};

/// Reads every file; what cannot be read or understood is reported and left out.
pub(crate) fn read(sources: &Sources, sink: &Sink) -> Spec {
    // A spec without `ops.toml` has no ops, and that is no mistake.
    let ops_whole = !sources.files.iter().any(|file| file.role == Role::Ops);
    let mut spec = Spec { ops_whole, ..Spec::default() };
    for (file, source) in sources.files.iter().enumerate() {
        let text = match &source.text {
            Ok(text) => text,
            Err(reason) => {
                sink.report(Diagnostic {
                    mistake: Mistake::FileUnreadable,
                    message: format!("cannot read {}: {reason}", source.path),
                    labels: Vec::new(),
                    path: Some(source.path.clone()),
                    help: None,
                });
                continue;
            }
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        // What the parser recovers of a broken file only brings mistakes of its own making.
        if let Some(error) = errors.first() {
            let span = error.span().unwrap_or(0..0);
            let at = Place { file, start: span.start, end: span.end };
            let message = format!("{} is not TOML", source.path);
            sink.report(at.mistake(Mistake::NotToml, message, error.message()));
            continue;
        }
        let at = Place { file, start: 0, end: text.len() };
        toml_1_0::check(source, at, table.as_ref(), sink);
        let before = sink.len();
        match &source.role {
            Role::Dtypes => {
                spec.dtypes = dtypes(Section::new("dtypes.toml", at, table.as_ref(), sink))
            }
            Role::Ops => {
                let section = Section::new("ops.toml", at, table.as_ref(), sink);
                (spec.ops, spec.policies) = ops(section);
                spec.ops_whole = sink.len() == before;
            }
            Role::Framework(ruleset) => {
                let section = Section::new(FILE, top(at), table.as_ref(), sink);
                let read = framework(ruleset, section, text, sink);
                let whole = sink.len() == before;
                spec.frameworks.extend(read.map(|read| Framework { whole, ..read }));
            }
        }
    }
    spec
}

impl DTypeLine {
    /// A line of which only the key could be read.
    fn unread(code: At<String>) -> DTypeLine {
        DTypeLine {
            code,
            name: None,
            kind: None,
            bits: None,
            rust: None,
            needs: Vec::new(),
            exponent: None,
            mantissa: None,
            part: None,
        }
    }
}

/// The first byte of a file: where something missing from all of it is shown.
fn top(at: Place) -> Place {
    Place { end: 0, ..at }
}

/// Every key is a dtype, even one whose facts cannot be read: others may speak of it.
fn dtypes(section: Section<'_>) -> Vec<DTypeLine> {
    let lines = section.entries().map(|(code, value)| {
        let code = code.clone();
        let Some(line) = section.table_at(&code, value) else {
            return DTypeLine::unread(code);
        };
        let (name, kind) = (line.text("name"), line.need_text("kind"));
        let of = |name: &str| kind.as_ref().is_some_and(|kind| kind.value == name);
        let (float, complex) = (of(Kind::Float.name()), of(Kind::Complex.name()));
        let bits_of = |key| if float { line.need_integer(key) } else { line.integer(key) };
        let read = DTypeLine {
            code,
            name,
            bits: line.need_integer("bits"),
            rust: line.need_text("rust"),
            needs: words(&line, "needs"),
            exponent: bits_of("exponent"),
            mantissa: bits_of("mantissa"),
            part: if complex { line.need_text("part") } else { line.text("part") },
            kind,
        };
        line.close();
        read
    });
    lines.collect()
}

/// The ops of every group, then the policies.
fn ops(section: Section<'_>) -> (Vec<OpLine>, Vec<PolicyLine>) {
    let mut ops = Vec::new();
    for group in Group::ALL {
        for (name, line) in section.table(group.name()).map_or_else(Vec::new, tables) {
            let binary = group == Group::Binary;
            ops.push(OpLine {
                name,
                group,
                doc: line.need_text("doc"),
                on: line.need_words("on"),
                compute: line.need_text("compute"),
                result: line.need_text("result"),
                fused: if binary { line.flag("fused") } else { None },
                swaps: if binary { line.flag("swaps") } else { None },
            });
            line.close();
        }
    }
    let mut policies = Vec::new();
    for (name, line) in section.table("policies").map_or_else(Vec::new, tables) {
        policies.push(PolicyLine {
            name,
            doc: line.need_text("doc"),
            default: line.need_text("default"),
            values: line.need_pairs("values").map_or_else(Vec::new, |values| values.value),
        });
        line.close();
    }
    section.close();
    (ops, policies)
}

fn framework(ruleset: &str, file: Section<'_>, text: &str, sink: &Sink) -> Option<Framework> {
    let head = file.need_table("framework");
    let mut read = head.map(|head| sections(ruleset, head, &file, text, sink));
    // Without its head a file is no ruleset; its sections still say which keys it has.
    if read.is_none() {
        SECTIONS.iter().for_each(|key| _ = file.get(key));
    }
    if file.close()
        && let Some(read) = &mut read
    {
        doubt(read);
    }
    read
}

/// An unknown section may be a part of any that can be lacking something.
fn doubt(read: &mut Framework) {
    read.sections_whole = false;
    read.slips_whole = false;
    read.tables_mut().for_each(|table| table.whole = false);
    read.devices.iter_mut().for_each(|device| device.whole = false);
}

/// The keys of a framework's file, after `framework`.
const SECTIONS: [&str; 19] = [
    "source",
    "names",
    "abstract",
    "defaults",
    "ranges",
    "promotion",
    "scalars",
    "zero-dim",
    "zero-dim-pair",
    "zero-dim-scalars",
    "weak",
    "weak-pair",
    "output",
    "device",
    "ops",
    "inexact",
    "policies",
    "divergence",
    "slip",
];

fn sections(
    ruleset: &str,
    head: Section<'_>,
    file: &Section<'_>,
    text: &str,
    sink: &Sink,
) -> Framework {
    let names = file.table("names");
    let prefixes = names.as_ref().map_or_else(Vec::new, |names| words(names, "prefixes"));
    let read_table =
        |name: TableName| file.table(name.name()).map(|section| table(section, name, text, sink));
    let further = || TableName::OF_CATEGORIES.into_iter();
    let before = sink.len();
    let dtypes = head.words("dtypes");
    let unsupported = words(&head, "unsupported");
    let foreign = words(&head, "foreign");
    let dtypes_whole = sink.len() == before;
    let framework = Framework {
        ruleset: ruleset.to_owned(),
        at: head.at,
        whole: true,
        sections_whole: true,
        name: head.need_text("name"),
        edition: head.need_text("edition"),
        base: head.text("base"),
        source: head.need_words("source"),
        dtypes,
        unsupported,
        foreign,
        dtypes_whole,
        unsupported_whole: true,
        sources: file.tables("source").into_iter().map(source).collect(),
        names: names.map(listing),
        prefixes,
        abstract_types: file.table("abstract").map(listing),
        defaults: file.table("defaults").map(|section| fixed(section, &DEFAULT_KINDS)),
        ranges: file.table("ranges").map(listing),
        promotion: read_table(TableName::Promotion),
        scalars: read_table(TableName::Scalars),
        further: further().filter_map(|name| Some((name, read_table(name)?))).collect(),
        output: file.table("output").map(listing),
        devices: file.table("device").map_or_else(Vec::new, |section| devices(section, sink)),
        ops: file.table("ops").map(|section| deviations(section, sink)),
        inexact: file.table("inexact").map(listing),
        policies: file.table("policies").map(listing),
        divergences: file.tables("divergence").into_iter().filter_map(divergence).collect(),
        slips: Vec::new(),
        slips_whole: true,
    };
    let before = sink.len();
    let slips = file.tables("slip").into_iter().filter_map(slip).collect();
    let slips_whole = sink.len() == before;
    let unknown = head.close();
    let unsupported_whole = dtypes_whole && !unknown;
    Framework { unsupported_whole, slips, slips_whole, ..framework }
}

fn source(section: Section<'_>) -> SourceLine {
    let keys = ["id", "kind", "title", "version", "url"];
    let [id, kind, title, version, url] = keys.map(|key| section.need_text(key));
    let read = section.need_day("read");
    let observation = section.text("observation");
    let about = words(&section, "about");
    section.close();
    SourceLine { id, kind, title, version, url, read, observation, about }
}

fn table(section: Section<'_>, name: TableName, text: &str, sink: &Sink) -> TableSection {
    let before = sink.len();
    let (symmetric, nary, lattice, by) = match name {
        TableName::Promotion => (
            section.flag("symmetric"),
            section.text("nary"),
            section.table("lattice").map(listing),
            None,
        ),
        TableName::Scalars => (None, None, None, section.text("by")),
        TableName::ZeroDimPair | TableName::WeakPair => {
            (section.flag("symmetric"), None, None, None)
        }
        TableName::ZeroDim | TableName::ZeroDimScalars | TableName::Weak => {
            (None, None, None, None)
        }
    };
    let read = TableSection {
        at: section.at,
        whole: true,
        source: words(&section, "source"),
        symmetric,
        nary,
        by,
        marks: section.pairs("marks").map_or_else(Vec::new, |pairs| pairs.value),
        grid: section.text("grid").map(|grid| drawn(&grid, text)),
        lattice,
        cells: section.table("cells").map(listing),
    };
    section.close();
    TableSection { whole: sink.len() == before, ..read }
}

/// The grid between `'''` and `'''`, byte for byte as it stands in the file. One that is quoted
/// otherwise is left empty, which lowering reports.
fn drawn(grid: &At<String>, text: &str) -> Grid {
    let raw = &text[grid.at.start..grid.at.end];
    let body = raw.strip_prefix("'''").and_then(|raw| raw.strip_suffix("'''"));
    match body {
        Some(body) => {
            Grid::parse(body, Place { start: grid.at.start + 3, end: grid.at.end - 3, ..grid.at })
        }
        None => Grid::parse("", grid.at),
    }
}

fn devices(section: Section<'_>, sink: &Sink) -> Vec<Device> {
    let lines = tables(section).into_iter().map(|(name, device)| {
        let before = sink.len();
        let read = Device {
            name,
            source: words(&device, "source"),
            lacks: device.need_words("lacks"),
            demote: device.pairs("demote").map_or_else(Vec::new, |pairs| pairs.value),
            defaults: device.table("defaults").map(|section| fixed(section, &DEFAULT_KINDS)),
            observation: device.text("observation"),
            whole: true,
        };
        device.close();
        Device { whole: sink.len() == before, ..read }
    });
    lines.collect()
}

fn deviations(section: Section<'_>, sink: &Sink) -> OpsSection {
    let source = words(&section, "source");
    let lines = tables(section).into_iter().map(|(names, op)| {
        let before = sink.len();
        let read = OpDeviation {
            names,
            source: words(&op, "source"),
            on: words(&op, "on"),
            compute: op.text("compute"),
            result: op.text("result"),
            cells: op.pairs("cells").map_or_else(Vec::new, |pairs| pairs.value),
            mixed: op.text("mixed"),
            refuses: words(&op, "refuses"),
            whole: true,
        };
        op.close();
        OpDeviation { whole: sink.len() == before, ..read }
    });
    OpsSection { source, lines: lines.collect() }
}

fn divergence(section: Section<'_>) -> Option<DivergenceLine> {
    let at = section.at;
    let [table, runtime, why] = ["table", "runtime", "why"].map(|key| section.need_text(key));
    let [ops, devices] = ["ops", "devices"].map(|key| words(&section, key));
    let cells = section.need_words("cells");
    let says = section.need_pairs("says");
    section.close();
    let [table, runtime, why] = [table?, runtime?, why?];
    Some(DivergenceLine { at, table, ops, devices, cells, says: says?, runtime, why })
}

fn slip(section: Section<'_>) -> Option<SlipLine> {
    let [source, says, is, why] = ["source", "says", "is", "why"].map(|key| section.need_text(key));
    let [cell, range] = ["cell", "range"].map(|key| section.text(key));
    section.close();
    Some(SlipLine { source: source?, cell, range, says: says?, is: is?, why: why? })
}

/// One word or a list of words, where a key may be left out.
fn words(section: &Section<'_>, key: &'static str) -> Vec<At<String>> {
    section.words(key).map_or_else(Vec::new, |words| words.value)
}

/// A section whose keys are the file's own, each with one or several words.
fn listing(section: Section<'_>) -> Listing {
    let at = section.at;
    let source = words(&section, "source");
    let lines =
        section.entries().map(|(key, value)| (key.clone(), section.words_of(value))).collect();
    Listing { at, source, lines }
}

/// A section of certain keys, each with one or several words.
fn fixed(section: Section<'_>, keys: &[&'static str]) -> Listing {
    let at = section.at;
    let source = words(&section, "source");
    let lines = keys.iter().filter_map(|key| section.line(key)).collect();
    section.close();
    Listing { at, source, lines }
}

/// A section whose keys are the file's own, each a table.
fn tables(section: Section<'_>) -> Vec<(At<String>, Section<'_>)> {
    section
        .entries()
        .filter_map(|(key, value)| Some((key.clone(), section.table_at(key, value)?)))
        .collect()
}
