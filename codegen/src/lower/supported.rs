//! `dtypes`, `unsupported` and `foreign` of `[framework]` → the dtypes a framework has, and names that it does not have.

use crate::catalog::{DTypeId, TableName};
use crate::diagnostic::{At, Mistake, Place};
use crate::poison::{Checked, Listed, Poisoned};
use crate::spec::Framework;
use crate::spec::grid::Row;

use super::lowered::{Base, Supported};
use super::scope::World;

/// The dtypes that a framework lists and those it names as not supported; its base's, if it has no such list.
pub(super) fn supported(framework: &Framework, base: Base<'_>, world: &World<'_>) -> Supported {
    let inherited = base.map(|base| base.map(|base| &base.supported));
    let mut supported = match (&framework.dtypes, inherited) {
        (Ok(Some(codes)), _) => listed(framework, codes, world),
        (dtypes, Ok(Some(base))) => {
            let rest = dtypes.as_ref().map_or_else(|&poisoned| Err(poisoned), |_| base.ids.rest);
            let ids = Listed { rest, ..base.ids.clone() };
            Supported { ids, places: Vec::new(), ..base.clone() }
        }
        (&Err(poisoned), _) | (Ok(None), Err(poisoned)) => Supported::poisoned(poisoned),
        (Ok(None), Ok(None)) => {
            let message = "[framework] has no `dtypes`";
            let label = "needs `dtypes`, or a `base`";
            let missing = framework.at.mistake(Mistake::KeyMissing, message, label);
            Supported::poisoned(world.sink.report(missing))
        }
    };
    let named = ids(&framework.unsupported, "in `unsupported`", &mut supported.unknown, world);
    for &(id, at) in named.iter().filter(|(id, _)| supported.ids.contains(id)) {
        let message = format!("`{}` is in `dtypes` and in `unsupported`", world.dtypes.code(id));
        world.sink.report(at.mistake(Mistake::DtypeOrder, message, "listed as supported too"));
    }
    let rest = framework.unsupported.rest.and(named.rest);
    let items = match inherited {
        Ok(Some(base)) if framework.unsupported.is_empty() => {
            let mut inherited = base.unsupported.items.clone();
            inherited.retain(|id| !supported.ids.contains(id));
            inherited
        }
        Ok(_) | Err(_) => named.iter().map(|&(id, _)| id).collect(),
    };
    supported.unsupported = Listed { items, rest };
    supported
}

fn listed(framework: &Framework, codes: &At<Listed<At<String>>>, world: &World<'_>) -> Supported {
    let mut unknown = Vec::new();
    let Listed { items: mut ids, rest } = ids(&codes.value, "in `dtypes`", &mut unknown, world);
    let rest = codes.value.rest.and(rest).and(check_order(&codes.value, &ids, world));
    ids.sort();
    ids.dedup_by_key(|(id, _)| *id);
    let rest = rest.and_then(|()| check_listed(framework, codes.at, &ids, world));
    Supported {
        places: ids.iter().map(|(_, at)| *at).collect(),
        unknown,
        ids: Listed { items: ids.into_iter().map(|(id, _)| id).collect(), rest },
        unsupported: Listed::default(),
    }
}

/// Reports each dtype that the first drawn table has a row (and a column) for and `dtypes` does not list: once, however
/// often the file uses it.
fn check_listed(
    framework: &Framework,
    list: Place,
    listed: &[(DTypeId, Place)],
    world: &World<'_>,
) -> Checked<()> {
    let tables = TableName::ALL.into_iter();
    let tables = tables.filter_map(|name| Some((name, framework.table(name).ok()??)));
    let mut drawn_here =
        tables.filter(|(_, table)| table.grid.is_some() || table.lattice.is_some());
    let Some((name, table)) = drawn_here.next() else { return Ok(()) };
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
    let mut checked = Ok(());
    for (code, row) in drawn {
        let Some(id) = world.dtypes.find(&code.value) else { continue };
        if listed.iter().all(|(listed, _)| *listed != id) {
            let message = format!("`dtypes` does not list `{}`, which is drawn", code.value);
            let diagnostic = row.mistake(Mistake::DtypeNotSupported, message, "drawn here");
            checked = Err(world.sink.report(diagnostic.and(list, "not listed here")));
        }
    }
    checked
}

/// The dtypes of these codes; those that are unknown are added to `unknown`.
fn ids(
    codes: &[At<String>],
    whereabouts: &str,
    unknown: &mut Vec<(String, Poisoned)>,
    world: &World<'_>,
) -> Listed<(DTypeId, Place)> {
    let resolved = codes.iter().map(|code| {
        let id = world.dtypes.resolve(code, whereabouts, world.sink);
        let id = id.inspect_err(|&poisoned| unknown.push((code.value.clone(), poisoned)));
        id.map(|id| (id, code.at))
    });
    resolved.collect()
}

/// Checks that a list of dtypes is in the order of `dtypes.toml`, as every drawn table is.
fn check_order(codes: &[At<String>], ids: &[(DTypeId, Place)], world: &World<'_>) -> Checked<()> {
    let Some(pair) = ids.windows(2).find(|pair| pair[0].0 >= pair[1].0) else { return Ok(()) };
    let code = world.dtypes.code(pair[1].0);
    let (message, label) = if codes.iter().filter(|one| one.value == code).count() > 1 {
        (format!("`{code}` is listed twice in `dtypes`"), "again".to_owned())
    } else {
        let before = world.dtypes.code(pair[0].0);
        (
            format!("`dtypes` is not in the order of dtypes.toml at `{code}`"),
            format!("belongs before `{before}`"),
        )
    };
    Err(world.sink.report(pair[1].1.mistake(Mistake::DtypeOrder, message, label)))
}

/// The dtypes a framework gives that the spec does not have: its own and its base's. Poisoned if either list may hold
/// more.
pub(super) fn foreign(framework: &Framework, base: Base<'_>) -> Listed<String> {
    let own = framework.foreign.iter().map(|name| name.value.clone());
    let (inherited, rest) = match base {
        Ok(Some(base)) => (&base.foreign[..], base.foreign.rest),
        Ok(None) => (&[][..], Ok(())),
        Err(poisoned) => (&[][..], Err(poisoned)),
    };
    let rest = framework.foreign.rest.and(rest);
    Listed { items: own.chain(inherited.iter().cloned()).collect(), rest }
}
