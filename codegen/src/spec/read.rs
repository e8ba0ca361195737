//! The text of the files → [`Spec`].

use toml::de::DeTable;

use super::grid::Grid;
use super::section::Section;
use super::{
    DTypeLine, Device, DivergenceLine, Framework, Listing, OpDeviation, OpLine, SlipLine,
    SourceLine, Spec, TableSection,
};
use crate::catalog::TableName;
use crate::diagnostic::{At, Diagnostic, Mistake, Place, Sink};
use crate::load::{Role, Sources};

/// Reads every file; what cannot be read or understood is reported and left out.
pub(crate) fn read(sources: &Sources, sink: &Sink) -> Spec {
    let mut spec = Spec::default();
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
        for error in &errors {
            let span = error.span().unwrap_or(0..0);
            let at = Place { file, start: span.start, end: span.end };
            sink.report(at.mistake(Mistake::NotToml, "this is not TOML", error.message()));
        }
        // What the parser recovered of a broken file would only bring mistakes of its own making.
        if !errors.is_empty() {
            continue;
        }
        let at = Place { file, start: 0, end: text.len() };
        match &source.role {
            Role::Dtypes => {
                spec.dtypes = dtypes(Section::new("dtypes.toml", at, table.as_ref(), sink))
            }
            Role::Ops => spec.ops = ops(Section::new("ops.toml", at, table.as_ref(), sink)),
            Role::Framework(ruleset) => {
                let section = Section::new("this file", top(at), table.as_ref(), sink);
                spec.frameworks.extend(framework(ruleset, section, text));
            }
        }
    }
    spec
}

/// The first byte of a file: where something missing from all of it is shown.
fn top(at: Place) -> Place {
    Place { end: 0, ..at }
}

fn dtypes(section: Section<'_>) -> Vec<DTypeLine> {
    let lines = tables(section).into_iter().map(|(code, line)| {
        let read = DTypeLine {
            code,
            name: line.text("name"),
            kind: line.need_text("kind"),
            bits: line.need_integer("bits"),
            rust: line.need_text("rust"),
            needs: words(&line, "needs"),
            exponent: line.integer("exponent"),
            mantissa: line.integer("mantissa"),
            part: line.text("part"),
        };
        line.close();
        read
    });
    lines.collect()
}

fn ops(section: Section<'_>) -> Vec<OpLine> {
    let mut ops = Vec::new();
    for (group, operands) in [("binary", 2), ("unary", 1)] {
        for (name, line) in section.table(group).map_or_else(Vec::new, tables) {
            ops.push(OpLine {
                name,
                operands,
                on: line.need_words("on"),
                compute: line.need_text("compute"),
                result: line.need_text("result"),
            });
            line.close();
        }
    }
    section.close();
    ops
}

fn framework(ruleset: &str, file: Section<'_>, text: &str) -> Option<Framework> {
    let head = file.need_table("framework")?;
    let names = file.table("names");
    let prefixes = names.as_ref().map_or_else(Vec::new, |names| words(names, "prefixes"));
    let promotion = TableName::Promotion;
    let framework = Framework {
        ruleset: ruleset.to_owned(),
        at: head.at,
        name: head.need_text("name"),
        edition: head.need_text("edition"),
        base: head.text("base"),
        source: head.need_words("source"),
        dtypes: head.words("dtypes"),
        unsupported: words(&head, "unsupported"),
        sources: file.tables("source").into_iter().filter_map(source).collect(),
        names: names.map(listing),
        prefixes,
        abstract_types: file.table("abstract").map(listing),
        defaults: file.table("defaults").map(listing),
        ranges: file.table("ranges").map(listing),
        promotion: file.table("promotion").map(|section| table(section, promotion, text)),
        scalars: file.table("scalars").map(|section| table(section, TableName::Scalars, text)),
        output: file.table("output").map(listing),
        devices: file.table("device").map_or_else(Vec::new, devices),
        ops: file.table("ops").map_or_else(Vec::new, deviations),
        divergences: file.tables("divergence").into_iter().filter_map(divergence).collect(),
        slips: file.tables("slip").into_iter().filter_map(slip).collect(),
    };
    head.close();
    file.close();
    Some(framework)
}

fn source(section: Section<'_>) -> Option<SourceLine> {
    let keys = ["id", "kind", "title", "version", "url"];
    let [id, kind, title, version, url] = keys.map(|key| section.need_text(key));
    let read = section.need_day("read");
    section.close();
    Some(SourceLine {
        id: id?,
        kind: kind?,
        title: title?,
        version: version?,
        url: url?,
        read: read?,
    })
}

fn table(section: Section<'_>, name: TableName, text: &str) -> TableSection {
    let (symmetric, nary, lattice, by) = match name {
        TableName::Promotion => (
            section.flag("symmetric"),
            section.text("nary"),
            section.table("lattice").map(listing),
            None,
        ),
        TableName::Scalars => (None, None, None, section.text("by")),
    };
    let read = TableSection {
        at: section.at,
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
    read
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

fn devices(section: Section<'_>) -> Vec<Device> {
    let lines = tables(section).into_iter().map(|(name, device)| {
        let read = Device {
            name,
            source: words(&device, "source"),
            lacks: device.need_words("lacks"),
            demote: device.pairs("demote").map_or_else(Vec::new, |pairs| pairs.value),
            defaults: device.table("defaults").map(listing),
        };
        device.close();
        read
    });
    lines.collect()
}

fn deviations(section: Section<'_>) -> Vec<OpDeviation> {
    let lines = tables(section).into_iter().map(|(name, op)| {
        let read =
            OpDeviation { name, source: words(&op, "source"), refuses: op.need_words("refuses") };
        op.close();
        read
    });
    lines.collect()
}

fn divergence(section: Section<'_>) -> Option<DivergenceLine> {
    let at = section.at;
    let [table, runtime, why] = ["table", "runtime", "why"].map(|key| section.need_text(key));
    let cells = section.need_words("cells");
    let says = section.need_pairs("says");
    section.close();
    Some(DivergenceLine { at, table: table?, cells, says: says?, runtime: runtime?, why: why? })
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

/// A section whose keys are the file's own, each a table.
fn tables(section: Section<'_>) -> Vec<(At<String>, Section<'_>)> {
    section
        .entries()
        .filter_map(|(key, value)| {
            Some((key.clone(), section.table_of(&format!("`{}`", key.value), value)?))
        })
        .collect()
}
