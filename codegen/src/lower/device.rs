//! `[device.*]` → the ruleset without what the device lacks, results demoted.

use crate::catalog::{Cell, Column, DEFAULT_KINDS, DTypeId, Outcome, Ruleset, Table};
use crate::diagnostic::{At, Mistake};
use crate::spec::{Device, Framework};

use super::framework::{Lowered, World, check_name};

/// The profiles of a framework, in the order of its file.
pub(super) fn lower(framework: &Framework, full: &Lowered, world: &World<'_>) -> Vec<Ruleset> {
    let devices = framework.devices.iter().zip(&full.device_sources);
    let profiles = devices.map(|(device, sources)| profile(device, sources, &full.ruleset, world));
    profiles.collect()
}

/// What a device lacks, and what a result it lacks becomes.
struct Demotion<'a> {
    device: &'a Device,
    lacks: Vec<DTypeId>,
    demote: Vec<(DTypeId, DTypeId)>,
    sources: &'a [usize],
}

fn profile(device: &Device, sources: &[usize], full: &Ruleset, world: &World<'_>) -> Ruleset {
    check_name(&device.name.value, device.name.at, "device", world.sink);
    let lacks: Vec<DTypeId> = device
        .lacks
        .iter()
        .filter_map(|code| of_framework(code, "in `lacks`", full, world))
        .collect();
    let mut dtypes = full.dtypes.clone();
    dtypes.retain(|id| !lacks.contains(id));
    let demotion = Demotion { device, demote: demote(device, &lacks, full, world), lacks, sources };
    let mut ruleset = Ruleset {
        name: format!("{}/{}", full.name, device.name.value),
        device: Some(device.name.value.clone()),
        promotion: demotion.table(&full.promotion, &dtypes, world),
        scalars: demotion.table(&full.scalars, &dtypes, world),
        defaults: demotion.defaults(full, world),
        // Both name cells of the full table, and are read there.
        divergences: Vec::new(),
        slips: Vec::new(),
        dtypes,
        ..full.clone()
    };
    for (_, members) in &mut ruleset.abstract_types {
        members.retain(|id| !demotion.lacks.contains(id));
    }
    ruleset.refused_ops.retain(|refused| {
        let (lhs, rhs) = refused.pair;
        !demotion.lacks.contains(&lhs) && !demotion.lacks.contains(&rhs)
    });
    ruleset.lacks = demotion.lacks;
    ruleset
}

fn of_framework(
    code: &At<String>,
    whereabouts: &str,
    full: &Ruleset,
    world: &World<'_>,
) -> Option<DTypeId> {
    let id = world.dtypes.resolve(code, whereabouts, world.sink)?;
    if full.dtypes.contains(&id) {
        return Some(id);
    }
    let message = format!("the framework has no `{}`, named {whereabouts}", code.value);
    world.sink.report(code.at.mistake(Mistake::DtypeNotSupported, message, "not in its `dtypes`"));
    None
}

fn demote(
    device: &Device,
    lacks: &[DTypeId],
    full: &Ruleset,
    world: &World<'_>,
) -> Vec<(DTypeId, DTypeId)> {
    let lines = device.demote.iter().filter_map(|(from, to)| {
        let from_id = of_framework(from, "in `demote`", full, world);
        let to_id = of_framework(to, "in `demote`", full, world)?;
        if lacks.contains(&to_id) {
            let message = format!(
                "the device demotes `{}` to `{}`, which it lacks too",
                from.value, to.value
            );
            let diagnostic =
                to.at.mistake(Mistake::DemotesToMissing, message, "not on this device");
            let listed = device.lacks.iter().find(|code| code.value == to.value);
            world.sink.report(match listed {
                Some(code) => diagnostic.and(code.at, "listed here"),
                None => diagnostic,
            });
        }
        Some((from_id?, to_id))
    });
    lines.collect()
}

impl Demotion<'_> {
    fn table(&self, full: &Table, dtypes: &[DTypeId], world: &World<'_>) -> Table {
        let mut columns = full.columns.clone();
        columns.retain(|column| match column {
            Column::DType(id) => dtypes.contains(id),
            Column::Kind(_) => true,
        });
        let mut missing: Vec<DTypeId> = Vec::new();
        let pairs = dtypes.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        let cells = pairs.filter_map(|(row, column)| full.get(row, column)).map(|cell| match cell
            .outcome
        {
            Outcome::DType(id) if self.lacks.contains(&id) => {
                let to = self.demote.iter().find(|(from, _)| *from == id).map(|&(_, to)| to);
                if to.is_none() && !missing.contains(&id) {
                    missing.push(id);
                }
                Cell {
                    outcome: to.map_or(Outcome::Unknown, Outcome::DType),
                    sources: self.sources.to_vec(),
                }
            }
            _ => cell.clone(),
        });
        let table =
            Table { rows: dtypes.to_vec(), cells: cells.collect(), columns: columns.clone() };
        for id in missing {
            self.report_missing(id, "a cell gives it", world);
        }
        table
    }

    fn defaults(&self, full: &Ruleset, world: &World<'_>) -> [Option<DTypeId>; 4] {
        let mut defaults = full.defaults;
        let lines = self.device.defaults.iter().flat_map(|section| &section.lines);
        for (key, words) in lines {
            let Some(index) = DEFAULT_KINDS.iter().position(|kind| *kind == key.value) else {
                let message = format!("unknown key `{}` in the device's defaults", key.value);
                let label = crate::diagnostic::did_you_mean(&key.value, DEFAULT_KINDS);
                world.sink.report(key.at.mistake(Mistake::UnknownKey, message, label));
                continue;
            };
            for code in words {
                defaults[index] = of_framework(code, "in the device's defaults", full, world);
            }
        }
        for id in defaults.iter().flatten() {
            if self.lacks.contains(id) {
                self.report_missing(*id, "it is a default", world);
            }
        }
        defaults
    }

    fn report_missing(&self, id: DTypeId, why: &str, world: &World<'_>) {
        let code = world.dtypes.code(id);
        let listed = self.device.lacks.iter().find(|listed| listed.value == code);
        let at = listed.map_or(self.device.name.at, |listed| listed.at);
        let message = format!(
            "`{}` lacks `{code}`, and nothing says what becomes of it",
            self.device.name.value
        );
        let diagnostic = at.mistake(Mistake::DemoteMissing, message, why);
        world.sink.report(
            diagnostic
                .help(format!("demote = {{ {code} = \"…\" }}, or the device's own [defaults]")),
        );
    }
}
