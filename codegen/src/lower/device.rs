//! `[device.*]` → the ruleset without the dtypes that the device lacks, results of those demoted to others.

use crate::catalog::{
    Cell, Column, DEFAULT_KINDS, DTypeId, Observed, OpCell, Ruleset, SourcedCell, Table, TableName,
};
use crate::diagnostic::{At, Mistake, Place};
use crate::poison::{Checked, Listed, Sink};
use crate::spec::{Device, Framework};

use super::listing::{check_default, default_lines};
use super::lowered::Lowered;
use super::observed_differences;
use super::ruleset_names::check_name;
use super::scope::{World, lacks};

/// The profiles of a framework, in the order of its file.
pub(super) fn lower(framework: &Framework, full: &Lowered, world: &World<'_>) -> Vec<Ruleset> {
    let devices = framework.devices.iter().zip(&full.device_sources);
    let profiles = devices.map(|(device, sources)| profile(device, sources, full, world));
    profiles.collect()
}

/// What a device lacks, and what a result it lacks becomes.
struct Demotion<'a> {
    device: &'a Device,
    lacks: Listed<DTypeId>,
    demote: Listed<(DTypeId, Checked<DTypeId>)>,
    sources: &'a [usize],
}

fn profile(device: &Device, sources: &[usize], lowered: &Lowered, world: &World<'_>) -> Ruleset {
    let full = &lowered.ruleset;
    check_name(&device.name.value, device.name.at, "device", world.sink);
    let lacks = device.lacks.iter().map(|code| of_framework(code, "in `lacks`", lowered, world));
    let mut lacks: Listed<DTypeId> = lacks.collect();
    lacks.rest = lacks.rest.and(device.rest);
    let mut dtypes = full.dtypes.clone();
    dtypes.retain(|id| !lacks.contains(id));
    let demote = demote(device, &lacks, lowered, world);
    let demotion = Demotion { device, demote, lacks, sources };
    let mut missing = Vec::new();
    let mut ruleset = Ruleset {
        name: format!("{}/{}", full.name, device.name.value),
        device: Some(device.name.value.clone()),
        base: Some(full.name.clone()),
        promotion: demotion.table(&full.promotion, &dtypes, &mut missing),
        scalars: demotion.table(&full.scalars, &dtypes, &mut missing),
        further: demotion.further(&full.further, &dtypes, &mut missing),
        op_cells: demotion.op_cells(&full.op_cells, &mut missing),
        inexact: demotion.inexact(&full.inexact, &mut missing),
        defaults: demotion.defaults(lowered, world),
        // Both are about cells of the full tables.
        divergences: Vec::new(),
        slips: Vec::new(),
        observed: observed(device, full, world.sink),
        dtypes,
        ..full.clone()
    };
    missing.into_iter().for_each(|id| demotion.report_missing(id, world));
    for (_, members) in &mut ruleset.abstract_types {
        members.retain(|id| !demotion.lacks.contains(id));
    }
    for (_, to) in ruleset.output.iter_mut().flatten() {
        to.retain(|id| !demotion.lacks.contains(id));
    }
    ruleset.lacks = demotion.lacks.items;
    ruleset
}

/// The run of the framework on such a device: another view of the same recorded run.
fn observed(device: &Device, full: &Ruleset, sink: &Sink) -> Vec<Observed> {
    let place = device.observation.as_ref().map(|word| observed_differences::place(word, sink));
    let run = place.and_then(Checked::ok).zip(full.observed.first());
    run.map(|((file, view), run)| Observed { file, view, ..run.clone() }).into_iter().collect()
}

fn of_framework(
    code: &At<String>,
    whereabouts: &str,
    lowered: &Lowered,
    world: &World<'_>,
) -> Checked<DTypeId> {
    lowered.supported.check_word(&code.value)?;
    let id = world.dtypes.resolve(code, whereabouts, world.sink)?;
    match lowered.supported.ids.find(|&has| has == id) {
        Ok(None) => Err(lacks(code, whereabouts, world.sink)),
        Ok(Some(_)) | Err(_) => Ok(id),
    }
}

/// What each lacked dtype becomes, poisoned if the word for it is a mistake.
fn demote(
    device: &Device,
    lacks: &Listed<DTypeId>,
    lowered: &Lowered,
    world: &World<'_>,
) -> Listed<(DTypeId, Checked<DTypeId>)> {
    let lines = device.demote.iter().map(|(from, to)| {
        let from_id = of_framework(from, "in `demote`", lowered, world);
        let to_id = of_framework(to, "in `demote`", lowered, world);
        if to_id.is_ok_and(|to| lacks.contains(&to)) {
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
        let from_id = from_id?;
        if let Ok(None) = lacks.find(|&id| id == from_id) {
            let message = format!("the device demotes `{}`, which it does not lack", from.value);
            let label = "not in its `lacks`";
            world.sink.report(from.at.mistake(Mistake::DemoteUnused, message, label));
        }
        Ok((from_id, to_id))
    });
    let lines: Listed<(DTypeId, Checked<DTypeId>)> = lines.collect();
    Listed { rest: lines.rest.and(device.rest), ..lines }
}

impl Demotion<'_> {
    /// What a lacked dtype becomes. If no line demotes it, it is added to `missing`, unless a line could not be read.
    fn of(&self, id: DTypeId, missing: &mut Vec<DTypeId>) -> Option<DTypeId> {
        match self.demote.find(|(from, _)| *from == id) {
            Ok(Some(&(_, to))) => return to.ok(),
            Ok(None) if !missing.contains(&id) => missing.push(id),
            Ok(None) | Err(_) => {}
        }
        None
    }

    /// What a result that is lacked becomes; `None` if it is not lacked.
    fn demoted(&self, outcome: Cell, missing: &mut Vec<DTypeId>) -> Option<Cell> {
        let id = outcome.dtype().filter(|id| self.lacks.contains(id))?;
        Some(self.of(id, missing).map_or(Cell::Unknown, |to| outcome.with(to)))
    }

    /// The tables of the other operand categories, without what is lacked.
    fn further(
        &self,
        full: &[(TableName, Table)],
        dtypes: &[DTypeId],
        missing: &mut Vec<DTypeId>,
    ) -> Vec<(TableName, Table)> {
        full.iter().map(|(name, table)| (*name, self.table(table, dtypes, missing))).collect()
    }

    /// The cells of ops without what is lacked. Dtypes that no line demotes are added to `missing`.
    fn op_cells(&self, full: &[OpCell], missing: &mut Vec<DTypeId>) -> Vec<OpCell> {
        let here = |cell: &&OpCell| !cell.operands.dtypes().any(|id| self.lacks.contains(&id));
        let cells = full.iter().filter(here);
        let cells = cells.map(|cell| match self.demoted(cell.outcome, missing) {
            Some(outcome) => OpCell { outcome, sources: self.sources.to_vec(), ..cell.clone() },
            None => cell.clone(),
        });
        cells.collect()
    }

    /// A table without what is lacked. Dtypes that no line demotes are added to `missing`.
    fn table(&self, full: &Table, dtypes: &[DTypeId], missing: &mut Vec<DTypeId>) -> Table {
        let mut columns = full.columns.clone();
        columns.retain(|column| match column {
            Column::DType(id) => dtypes.contains(id),
            Column::Scalar(_) => true,
        });
        let pairs = dtypes.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        let cells = pairs.filter_map(|(row, column)| full.get(row, column));
        let cells = cells.map(|cell| match self.demoted(cell.outcome, missing) {
            Some(outcome) => SourcedCell { outcome, sources: self.sources.to_vec() },
            None => cell.clone(),
        });
        Table { rows: dtypes.to_vec(), cells: cells.collect(), columns: columns.clone() }
    }

    /// The floats of inexact ops without what is lacked. Dtypes that no line demotes are added to `missing`.
    fn inexact(
        &self,
        full: &[(DTypeId, DTypeId)],
        missing: &mut Vec<DTypeId>,
    ) -> Vec<(DTypeId, DTypeId)> {
        let here = full.iter().filter(|(from, _)| !self.lacks.contains(from));
        let demoted = here.filter_map(|&(from, to)| {
            if !self.lacks.contains(&to) {
                return Some((from, to));
            }
            Some((from, self.of(to, missing)?))
        });
        demoted.collect()
    }

    fn defaults(&self, lowered: &Lowered, world: &World<'_>) -> [Option<DTypeId>; 4] {
        let mut defaults = lowered.ruleset.defaults;
        let mut stated = [None; 4];
        let sections = self.device.defaults.iter();
        for (kind, code) in sections.flat_map(|section| default_lines(section, world.sink)) {
            let index = kind as usize;
            defaults[index] = of_framework(code, "in the device's defaults", lowered, world).ok();
            stated[index] = Some(code.at);
            if let Some(id) = defaults[index] {
                check_default(kind, code, id, world);
            }
        }
        for ((kind, stated), id) in DEFAULT_KINDS.iter().zip(stated).zip(defaults) {
            // What could not be read may state the default that is needed.
            let read = stated.map_or(self.device.rest, |_| Ok(()));
            if let (Some(id), Ok(())) = (id.filter(|id| self.lacks.contains(id)), read) {
                self.report_default(kind, stated, id, world);
            }
        }
        defaults
    }

    fn report_missing(&self, id: DTypeId, world: &World<'_>) {
        let (device, code) = (&self.device.name.value, world.dtypes.code(id));
        let message = format!(
            "`{device}` lacks `{code}`, which cells or [inexact] give, and nothing says what it becomes"
        );
        let label = format!("needs a line for `{code}` in `demote`");
        let diagnostic = self.listed(id, world).mistake(Mistake::DemoteMissing, message, label);
        world.sink.report(diagnostic.help(format!("demote = {{ {code} = \"…\" }}")));
    }

    fn report_default(&self, kind: &str, stated: Option<Place>, id: DTypeId, world: &World<'_>) {
        let (device, code) = (&self.device.name.value, world.dtypes.code(id));
        let message = format!("`{device}` lacks `{code}`, its default of `{kind}`");
        let listed = self.listed(id, world);
        let diagnostic = match stated {
            Some(at) => at
                .mistake(Mistake::DemoteMissing, message, "not on this device")
                .and(listed, "listed here"),
            None => {
                let key = if kind.contains(' ') { format!("\"{kind}\"") } else { kind.to_owned() };
                let help = format!("in [device.{device}.defaults]: {key} = \"…\"");
                let label = "the framework's default";
                listed.mistake(Mistake::DemoteMissing, message, label).help(help)
            }
        };
        world.sink.report(diagnostic);
    }

    /// Where the device lists that it lacks this one.
    fn listed(&self, id: DTypeId, world: &World<'_>) -> Place {
        let code = world.dtypes.code(id);
        let listed = self.device.lacks.iter().find(|listed| listed.value == code);
        listed.map_or(self.device.name.at, |listed| listed.at)
    }
}
