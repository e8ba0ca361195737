//! `dtypes`, `unsupported` and `foreign` of `[framework]` → the dtypes a framework has, names and lacks.

use crate::catalog::{DTypeId, TableName};
use crate::diagnostic::{At, Mistake, Place};
use crate::spec::Framework;
use crate::spec::grid::Row;

use super::lowered::Base;
use super::scope::{Supported, World};

pub(super) fn supported(framework: &Framework, base: Base<'_>, world: &World<'_>) -> Supported {
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
pub(super) struct Unsupported {
    pub(super) ids: Vec<DTypeId>,
    /// Whether the list itself is free of mistakes.
    pub(super) certain: bool,
}

pub(super) fn unsupported(
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

/// The dtypes a framework gives that the spec does not have: its own and its base's.
pub(super) fn foreign(framework: &Framework, base: Base<'_>) -> Vec<String> {
    let own = framework.foreign.iter().map(|name| name.value.clone());
    let inherited = match base {
        Base::Ruleset(base) => base.foreign.as_slice(),
        _ => &[],
    };
    own.chain(inherited.iter().cloned()).collect()
}
