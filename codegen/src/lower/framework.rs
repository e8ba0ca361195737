//! One file of `frameworks/` → one ruleset, without its device profiles.

use std::cell::RefCell;

use crate::catalog::{Column, DTypeId, DenseTables, Nary, Op, Policy, Ruleset, TableName};
use crate::diagnostic::{At, Mistake, Place, Sink};
use crate::spec::Framework;
use crate::spec::grid::Row;

use super::checks;
use super::claims;
use super::departures;
use super::deviations;
use super::dtypes::Dtypes;
use super::listing;
use super::op_cells;
use super::policies;
use super::sources::Sources;
use super::table::{self, Drawn, Supported};

/// What every framework is lowered against.
pub(super) struct World<'a> {
    pub(super) dtypes: &'a Dtypes,
    pub(super) ops: &'a [Op],
    /// Whether `ops` are all that `ops.toml` has.
    pub(super) ops_whole: bool,
    /// The dtypes that frameworks give and the spec does not have.
    pub(super) foreign: &'a [String],
    /// The policies of `ops.toml`.
    pub(super) policies: &'a [Policy],
    pub(super) sink: &'a Sink,
}

/// The ruleset a framework builds on.
#[derive(Clone, Copy)]
pub(super) enum Base<'a> {
    /// It stands alone.
    None,
    /// It has one that is a mistake itself, so what is not stated is not missed.
    Broken,
    /// This one.
    Ruleset(&'a Lowered),
}

/// A ruleset, and what its relatives and device profiles need besides.
pub(super) struct Lowered {
    pub(super) ruleset: Ruleset,
    pub(super) supported: Supported,
    /// Names of dtypes it gives that the spec does not have.
    foreign: Vec<String>,
    /// Where each cell of its tables is drawn.
    places: Vec<(TableName, Vec<Option<Place>>)>,
    /// What each device's `source` resolved to, in the order of the file.
    pub(super) device_sources: Vec<Vec<usize>>,
}

impl Lowered {
    /// Whether a cell of a table is drawn, and without a mistake.
    pub(super) fn is_drawn(&self, name: TableName, row: DTypeId, column: Column) -> bool {
        let table = self.ruleset.table(name);
        let places = self.places.iter().find(|(other, _)| *other == name);
        let row = table.rows.iter().position(|&id| id == row);
        let column = table.columns.iter().position(|&at| at == column);
        let index = row.zip(column).map(|(row, column)| row * table.columns.len() + column);
        index.zip(places).is_some_and(|(index, (_, places))| places[index].is_some())
    }
}

pub(super) fn lower(framework: &Framework, base: Base<'_>, world: &World<'_>) -> Lowered {
    check_name(&framework.ruleset, framework.at, "file", world.sink);
    let sources = Sources::new(framework, world.sink);
    let supported = supported(framework, base, world);
    let unsupported = unsupported(framework, base, &supported, world);
    let foreign = foreign(framework, base);
    let scope = listing::Scope {
        world,
        sources: &sources,
        supported: &supported,
        unsupported: &unsupported.ids,
        foreign: &foreign,
        foreign_certain: framework.unsupported_whole,
        foreign_missed: &RefCell::default(),
        unsupported_certain: unsupported.certain,
    };
    let promotion = table::promotion(framework, base, &scope);
    let scalars = table::scalars(framework, base, &scope);
    let further = TableName::OF_CATEGORIES
        .into_iter()
        .filter_map(|name| Some((name, table::further(name, framework, base, &scope)?)));
    let further: Vec<(TableName, Drawn)> = further.collect();
    let inherited = match base {
        Base::Ruleset(base) => Some(&base.ruleset),
        _ => None,
    };
    let observed = departures::observed(framework, &scope);
    let tables = op_cells::Tables { promotion: &promotion, scalars: &scalars };
    let op_rules = deviations::ops(framework, inherited, tables, &scope);
    let drawn = Tables { promotion, scalars, further };
    checks::check_sorts(framework, &drawn, &scope);
    let places = drawn.all().map(|(name, drawn)| (name, drawn.places.clone())).collect();
    let mut ruleset = Ruleset {
        name: framework.ruleset.clone(),
        framework: framework.name.as_ref().map_or_else(String::new, |name| name.value.clone()),
        edition: framework.edition.as_ref().map_or_else(String::new, |name| name.value.clone()),
        device: None,
        base: framework.base.as_ref().map(|base| base.value.clone()),
        names: listing::names(framework, inherited, &scope),
        abstract_types: listing::abstract_types(framework, inherited, &scope),
        defaults: listing::defaults(framework, inherited, &scope),
        ranges: listing::ranges(framework, inherited, &scope),
        output: listing::output(framework, inherited, &scope),
        nary: nary(framework, inherited, world.sink),
        op_cells: op_rules.cells,
        own_ops: op_rules.own,
        inexact: deviations::inexact(framework, inherited, &scope),
        policies: policies::chosen(framework, inherited, &scope),
        divergences: claims::divergences(framework, &drawn, &scope),
        departures: departures::departures(framework, &observed, &scope),
        observed,
        slips: claims::slips(framework, &drawn.promotion, &scope),
        promotion: drawn.promotion.table,
        scalars: drawn.scalars.table,
        further: drawn.further.into_iter().map(|(name, drawn)| (name, drawn.table)).collect(),
        lacks: Vec::new(),
        sources: Vec::new(),
        dtypes: supported.ids.clone(),
        unsupported: unsupported.ids.clone(),
        tables: DenseTables::default(),
    };
    let device_sources = framework.devices.iter().map(|device| sources.of(&device.source));
    let device_sources = device_sources.collect();
    ruleset.sources = sources.finish(framework.whole);
    Lowered { ruleset, supported, foreign, places, device_sources }
}

/// The tables of one framework.
pub(super) struct Tables {
    pub(super) promotion: Drawn,
    pub(super) scalars: Drawn,
    further: Vec<(TableName, Drawn)>,
}

impl Tables {
    pub(super) fn all(&self) -> impl Iterator<Item = (TableName, &Drawn)> {
        let both = [(TableName::Promotion, &self.promotion), (TableName::Scalars, &self.scalars)];
        both.into_iter().chain(self.further.iter().map(|(name, drawn)| (*name, drawn)))
    }

    /// The table of that name, if the framework has it.
    pub(super) fn find(&self, name: TableName) -> Option<&Drawn> {
        self.all().find(|(other, _)| *other == name).map(|(_, drawn)| drawn)
    }
}

const NARY: [(&str, Nary); 3] =
    [("fold", Nary::Fold), ("join", Nary::Join), ("category-fold", Nary::CategoryFold)];

fn nary(framework: &Framework, base: Option<&Ruleset>, sink: &Sink) -> Nary {
    let word = framework.promotion.as_ref().and_then(|section| section.nary.as_ref());
    let stated = word.and_then(|word| {
        super::ops::one_of(word, &NARY, "a rule for more than two operands", sink)
    });
    stated.or(base.map(|base| base.nary)).unwrap_or(Nary::Fold)
}

/// The dtypes a framework gives that the spec does not have: its own and its base's.
fn foreign(framework: &Framework, base: Base<'_>) -> Vec<String> {
    let own = framework.foreign.iter().map(|name| name.value.clone());
    let inherited = match base {
        Base::Ruleset(base) => base.foreign.as_slice(),
        _ => &[],
    };
    own.chain(inherited.iter().cloned()).collect()
}

/// A ruleset's name becomes a Rust module and a snapshot's file.
pub(super) fn check_name(name: &str, at: Place, what: &str, sink: &Sink) {
    // A mode stands in a folder of its framework's name.
    let signs = if what == "file" { "-_@./" } else { "-_@." };
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || signs.contains(c);
    let keyword = crate::rust_names::is_keyword(&crate::rust_names::module(name));
    let letter = name.starts_with(|c: char| c.is_ascii_lowercase());
    if keyword || !letter || !name.chars().all(fits) {
        let message = format!("`{name}` is no name of a ruleset");
        let diagnostic =
            at.mistake(Mistake::RulesetName, message, format!("the {what} is called `{name}`"));
        sink.report(
            diagnostic.help("lower-case letters, digits, `-`, `_`, `@` and `.`, a letter first, and no word of Rust's own"),
        );
    }
}

fn supported(framework: &Framework, base: Base<'_>, world: &World<'_>) -> Supported {
    match (&framework.dtypes, base) {
        (Some(codes), _) => {
            let before = world.sink.len();
            let mut ids = ids(&codes.value, "in `dtypes`", world);
            check_order(&codes.value, &ids, world);
            ids.sort();
            ids.dedup_by_key(|(id, _)| *id);
            let listed = codes.value.iter().chain(&framework.unsupported);
            let unknown = listed.filter(|code| world.dtypes.find(&code.value).is_none());
            if world.sink.len() == before && framework.dtypes_whole {
                check_listed(framework, codes.at, &ids, world);
            }
            Supported {
                places: ids.iter().map(|(_, at)| *at).collect(),
                unknown: unknown.map(|code| code.value.clone()).collect(),
                certain: framework.dtypes_whole && world.sink.len() == before,
                ids: ids.into_iter().map(|(id, _)| id).collect(),
            }
        }
        (None, Base::Ruleset(base)) => {
            // A key that is unknown may be `dtypes`.
            let certain = base.supported.certain && framework.unsupported_whole;
            Supported { places: Vec::new(), certain, ..base.supported.clone() }
        }
        (None, base) => {
            if let (Base::None, true) = (base, framework.whole) {
                let message = "[framework] has no `dtypes`";
                world.sink.report(framework.at.mistake(
                    Mistake::KeyMissing,
                    message,
                    "needs `dtypes`, or a `base`",
                ));
            }
            Supported { ids: Vec::new(), places: Vec::new(), unknown: Vec::new(), certain: false }
        }
    }
}

/// A dtype that the first drawn table has a row for, and a column if it has such, is missing from `dtypes`:
/// one mistake, however often the file speaks of it.
fn check_listed(
    framework: &Framework,
    list: Place,
    listed: &[(DTypeId, Place)],
    world: &World<'_>,
) {
    let tables = TableName::ALL.into_iter();
    let tables = tables.filter_map(|name| Some((name, framework.table(name)?)));
    let mut drawn_here =
        tables.filter(|(_, table)| table.grid.is_some() || table.lattice.is_some());
    let Some((name, table)) = drawn_here.next() else { return };
    let drawn: Vec<(&At<String>, Place)> = match (&table.grid, &table.lattice) {
        (Some(grid), _) => {
            let column = |row: &Row| {
                name.of_scalars() || grid.columns.iter().any(|code| code.value == row.label.value)
            };
            let rows = grid.rows.iter().filter(|row| column(row));
            rows.map(|row| (&row.label, row.label.at)).collect()
        }
        (None, Some(lattice)) => lattice.lines.iter().map(|(code, _)| (code, code.at)).collect(),
        (None, None) => Vec::new(),
    };
    for (code, row) in drawn {
        let Some(id) = world.dtypes.find(&code.value) else { continue };
        if listed.iter().all(|(listed, _)| *listed != id) {
            let message = format!("`dtypes` does not list `{}`, which is drawn", code.value);
            let diagnostic = row.mistake(Mistake::DtypeNotSupported, message, "drawn here");
            world.sink.report(diagnostic.and(list, "not listed here"));
        }
    }
}

fn ids(codes: &[At<String>], whereabouts: &str, world: &World<'_>) -> Vec<(DTypeId, Place)> {
    codes
        .iter()
        .filter_map(|code| Some((world.dtypes.resolve(code, whereabouts, world.sink)?, code.at)))
        .collect()
}

/// A list of dtypes follows `dtypes.toml`, as every drawn table does.
fn check_order(codes: &[At<String>], ids: &[(DTypeId, Place)], world: &World<'_>) {
    if let Some(pair) = ids.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
        let code = world.dtypes.code(pair[1].0);
        let (message, label) = if codes.iter().filter(|one| one.value == code).count() > 1 {
            (format!("`{code}` stands twice in `dtypes`"), "again".to_owned())
        } else {
            let before = world.dtypes.code(pair[0].0);
            (
                format!("`dtypes` is not in the order of dtypes.toml at `{code}`"),
                format!("belongs before `{before}`"),
            )
        };
        world.sink.report(pair[1].1.mistake(Mistake::DtypeOrder, message, label));
    }
}

/// The dtypes named as not supported.
struct Unsupported {
    ids: Vec<DTypeId>,
    /// Whether the list itself is free of mistakes.
    certain: bool,
}

fn unsupported(
    framework: &Framework,
    base: Base<'_>,
    supported: &Supported,
    world: &World<'_>,
) -> Unsupported {
    let before = world.sink.len();
    let listed = ids(&framework.unsupported, "in `unsupported`", world);
    let certain = framework.unsupported_whole && world.sink.len() == before;
    for (id, at) in &listed {
        if supported.ids.contains(id) {
            let message =
                format!("`{}` is in `dtypes` and in `unsupported`", world.dtypes.code(*id));
            world.sink.report(at.mistake(Mistake::DtypeOrder, message, "listed as supported too"));
        }
    }
    let ids = match base {
        Base::Ruleset(base) if framework.unsupported.is_empty() => {
            let mut inherited = base.ruleset.unsupported.clone();
            inherited.retain(|id| !supported.ids.contains(id));
            inherited
        }
        _ => listed.into_iter().map(|(id, _)| id).collect(),
    };
    Unsupported { ids, certain }
}
