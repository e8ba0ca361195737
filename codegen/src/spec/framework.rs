//! The text of a file of `frameworks/` → [`Framework`].

use super::grid::Grid;
use super::section::{Section, fixed, list, listing, tables, words};
use super::{
    Device, DivergenceLine, Framework, OpOverrideLine, OpsSection, SlipLine, SourceLine,
    TableSection,
};
use crate::catalog::{DEFAULT_KINDS, TableName};
use crate::diagnostic::{At, Place};
use crate::poison::{Checked, Listed, Sink};

/// A file of `frameworks/`; `None` if it has no `[framework]`.
pub(super) fn framework(
    ruleset: &str,
    file: Section<'_>,
    text: &str,
    sink: &Sink,
) -> Option<Framework> {
    let head = file.need_table("framework");
    let read = head.map(|head| sections(ruleset, head, &file, text, sink));
    // Without [framework] a file is not a ruleset. Its other sections are known all the same.
    if read.is_none() {
        SECTIONS.iter().for_each(|key| _ = file.get(key));
    }
    let known = file.close_checked();
    read.map(|mut read| {
        poison(&mut read, known);
        read
    })
}

/// Poisons everything that an unknown section may have been meant for.
fn poison(read: &mut Framework, known: Checked<()>) {
    read.sections = known;
    read.slips.rest = read.slips.rest.and(known);
    for (_, table) in &mut read.tables {
        match table {
            Ok(Some(table)) => table.rest = table.rest.and(known),
            absent => *absent = perhaps(std::mem::replace(absent, Ok(None)), known),
        }
    }
    read.devices.iter_mut().for_each(|device| device.rest = device.rest.and(known));
}

/// A key, poisoned if it is missing and there is an unknown key: that may be this one, misspelled.
fn perhaps<T>(read: Checked<Option<T>>, known: Checked<()>) -> Checked<Option<T>> {
    match read {
        Ok(None) => known.map(|()| None),
        read => read,
    }
}

/// The keys of a framework's file, after `framework`.
const SECTIONS: [&str; 20] = [
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
    "narrow-ops",
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
    let table = |name: TableName| {
        let section = file.checked_table(name.name());
        (name, section.map(|section| section.map(|section| table(section, name, text, sink))))
    };
    let (base, dtypes) = (head.checked_text("base"), head.words("dtypes"));
    let mut framework = Framework {
        ruleset: ruleset.to_owned(),
        at: head.at,
        rest: Ok(()),
        sections: Ok(()),
        name: head.need_text("name"),
        edition: head.need_text("edition"),
        base: Ok(None),
        source: head.need_words("source"),
        dtypes: Ok(None),
        unsupported: list(&head, "unsupported"),
        foreign: list(&head, "foreign"),
        sources: file.tables("source").into_iter().map(source).collect(),
        names: names.map(listing),
        prefixes,
        abstract_types: file.table("abstract").map(listing),
        defaults: file.table("defaults").map(|section| fixed(section, &DEFAULT_KINDS)),
        ranges: file.table("ranges").map(listing),
        tables: TableName::ALL.into_iter().map(table).collect(),
        output: file.table("output").map(listing),
        devices: file.table("device").map_or_else(Vec::new, |section| devices(section, sink)),
        ops: file.table("ops").map(|section| overrides(section, false, sink)),
        narrow_ops: file.table("narrow-ops").map(|section| overrides(section, true, sink)),
        inexact: file.table("inexact").map(listing),
        policies: file.table("policies").map(listing),
        divergences: file.tables("divergence").into_iter().filter_map(divergence).collect(),
        slips: Listed::default(),
    };
    let slips = || file.tables("slip").into_iter().filter_map(slip).collect();
    let (items, rest) = sink.watch(slips);
    framework.slips = Listed { items, rest };
    let known = head.close_checked();
    framework.base = perhaps(base, known);
    framework.dtypes = perhaps(Ok(dtypes), known);
    for list in [&mut framework.unsupported, &mut framework.foreign] {
        list.rest = list.rest.and(known);
    }
    framework
}

fn source(section: Section<'_>) -> SourceLine {
    let keys = ["id", "kind", "title", "version", "url"];
    let [id, kind, title, version, url] = keys.map(|key| section.need_text(key));
    let read = section.need_day("read");
    let observation = section.text("observation");
    let [about, ops] = ["about", "ops"].map(|key| words(&section, key));
    section.close();
    SourceLine { id, kind, title, version, url, read, observation, about, ops }
}

fn table(section: Section<'_>, name: TableName, text: &str, sink: &Sink) -> TableSection {
    let (read, rest) = sink.watch(|| table_keys(section, name, text));
    TableSection { rest, ..read }
}

fn table_keys(section: Section<'_>, name: TableName, text: &str) -> TableSection {
    let (symmetric, nary, result_type, lattice, by, typed) = match name {
        TableName::Promotion => (
            section.flag("symmetric"),
            section.text("nary"),
            section.text("result_type"),
            section.table("lattice").map(listing),
            None,
            None,
        ),
        TableName::Scalars => (None, None, None, None, section.text("by"), section.text("typed")),
        TableName::ZeroDimPair | TableName::WeakPair => {
            (section.flag("symmetric"), None, None, None, None, None)
        }
        TableName::ZeroDim | TableName::ZeroDimScalars | TableName::Weak => {
            (None, None, None, None, None, None)
        }
    };
    let read = TableSection {
        at: section.at,
        rest: Ok(()),
        source: words(&section, "source"),
        symmetric,
        nary,
        result_type,
        typed,
        by,
        marks: section.pairs("marks").map_or_else(Vec::new, |pairs| pairs.value),
        grid: section.text("grid").map(|grid| drawn(&grid, text)),
        lattice,
        cells: section.table("cells").map(listing),
        narrow: section.table("narrow").map(listing),
    };
    section.close();
    read
}

/// The grid between `'''` and `'''`, byte for byte as it is in the file. A grid in other quotes is empty, which
/// lowering reports.
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
    let lines = tables(section).into_iter().map(|(name, section)| {
        let (read, rest) = sink.watch(|| device(name, section));
        Device { rest, ..read }
    });
    lines.collect()
}

fn device(name: At<String>, section: Section<'_>) -> Device {
    let read = Device {
        name,
        source: words(&section, "source"),
        lacks: section.need_words("lacks"),
        demote: section.pairs("demote").map_or_else(Vec::new, |pairs| pairs.value),
        defaults: section.table("defaults").map(|section| fixed(section, &DEFAULT_KINDS)),
        observation: section.text("observation"),
        rest: Ok(()),
    };
    section.close();
    read
}

/// Lines of `[ops]`, or of `[narrow-ops]`, which have cells alone.
fn overrides(section: Section<'_>, narrow: bool, sink: &Sink) -> OpsSection {
    let source = words(&section, "source");
    let kernels = if narrow { section.words("kernels") } else { None };
    let lines = tables(section).into_iter().map(|(names, section)| {
        let (read, rest) = sink.watch(|| op_override(names, section, narrow));
        OpOverrideLine { rest, ..read }
    });
    OpsSection { source, kernels: kernels.map(|words| words.value.items), lines: lines.collect() }
}

fn op_override(names: At<String>, section: Section<'_>, narrow: bool) -> OpOverrideLine {
    let on = if narrow { Vec::new() } else { words(&section, "on") };
    let rule = |key| if narrow { None } else { section.text(key) };
    let [compute, result, zero_dim] = ["compute", "result", "zero_dim"].map(rule);
    let read = OpOverrideLine {
        names,
        source: words(&section, "source"),
        on,
        compute,
        result,
        zero_dim,
        cells: section.pairs("cells").map_or_else(Vec::new, |pairs| pairs.value),
        mixed: section.text("mixed"),
        refuses: words(&section, "refuses"),
        rest: Ok(()),
    };
    section.close();
    read
}

fn divergence(section: Section<'_>) -> Option<DivergenceLine> {
    let at = section.at;
    let [table, runtime, why] = ["table", "runtime", "why"].map(|key| section.need_text(key));
    let [ops, devices] = ["ops", "devices"].map(|key| words(&section, key));
    let cells = section.need_words("cells");
    let some_values = section.flag("some_values");
    let says = section.need_pairs("says");
    section.close();
    let [table, runtime, why] = [table?, runtime?, why?];
    Some(DivergenceLine { at, table, ops, devices, cells, some_values, says: says?, runtime, why })
}

fn slip(section: Section<'_>) -> Option<SlipLine> {
    let [source, says, is, why] = ["source", "says", "is", "why"].map(|key| section.need_text(key));
    let [cell, range] = ["cell", "range"].map(|key| section.text(key));
    section.close();
    Some(SlipLine { source: source?, cell, range, says: says?, is: is?, why: why? })
}
