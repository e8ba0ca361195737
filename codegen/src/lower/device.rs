//! `[device.*]` → the ruleset without what the device lacks, results demoted.

use crate::catalog::{
    Cell, Column, DEFAULT_KINDS, DTypeId, Observed, OpCell, Outcome, Ruleset, Table, TableName,
};
use crate::diagnostic::{At, Mistake, Place, Sink};
use crate::spec::{Device, Framework};

use super::listing::check_default;
use super::lowered::Lowered;
use super::observed_differences;
use super::ruleset_names::check_name;
use super::scope::World;
use super::words::single;

/// The profiles of a framework, in the order of its file.
pub(super) fn lower(framework: &Framework, full: &Lowered, world: &World<'_>) -> Vec<Ruleset> {
    let devices = framework.devices.iter().zip(&full.device_sources);
    let profiles = devices.map(|(device, sources)| profile(device, sources, full, world));
    profiles.collect()
}

/// What a device lacks, and what a result it lacks becomes.
struct Demotion<'a> {
    device: &'a Device,
    lacks: Vec<DTypeId>,
    /// What each becomes; nothing, where the word for it is a mistake.
    demote: Vec<(DTypeId, Option<DTypeId>)>,
    sources: &'a [usize],
}

fn profile(device: &Device, sources: &[usize], lowered: &Lowered, world: &World<'_>) -> Ruleset {
    let full = &lowered.ruleset;
    check_name(&device.name.value, device.name.at, "device", world.sink);
    let lacks: Vec<DTypeId> = device
        .lacks
        .iter()
        .filter_map(|code| of_framework(code, "in `lacks`", lowered, world))
        .collect();
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
        // Both name cells of the full table, and are read there.
        divergences: Vec::new(),
        slips: Vec::new(),
        observed: observed(device, full, world.sink),
        dtypes,
        ..full.clone()
    };
    if device.whole {
        missing.into_iter().for_each(|id| demotion.report_missing(id, world));
    }
    for (_, members) in &mut ruleset.abstract_types {
        members.retain(|id| !demotion.lacks.contains(id));
    }
    for (_, to) in ruleset.output.iter_mut().flatten() {
        to.retain(|id| !demotion.lacks.contains(id));
    }
    ruleset.lacks = demotion.lacks;
    ruleset
}

/// The run of the framework on such a device: of the same source, another view.
fn observed(device: &Device, full: &Ruleset, sink: &Sink) -> Vec<Observed> {
    let place =
        device.observation.as_ref().and_then(|word| observed_differences::place(word, sink));
    let run = place.zip(full.observed.first());
    run.map(|((file, view), run)| Observed { file, view, ..run.clone() }).into_iter().collect()
}

fn of_framework(
    code: &At<String>,
    whereabouts: &str,
    lowered: &Lowered,
    world: &World<'_>,
) -> Option<DTypeId> {
    let supported = &lowered.supported;
    if supported.unknown.contains(&code.value) {
        return None;
    }
    let id = world.dtypes.resolve(code, whereabouts, world.sink)?;
    if !supported.certain || supported.ids.contains(&id) {
        return Some(id);
    }
    let message = format!("the framework has no `{}`, named {whereabouts}", code.value);
    world.sink.report(code.at.mistake(Mistake::DtypeNotSupported, message, "not in its `dtypes`"));
    None
}

fn demote(
    device: &Device,
    lacks: &[DTypeId],
    lowered: &Lowered,
    world: &World<'_>,
) -> Vec<(DTypeId, Option<DTypeId>)> {
    let lines = device.demote.iter().filter_map(|(from, to)| {
        let from_id = of_framework(from, "in `demote`", lowered, world);
        let to_id = of_framework(to, "in `demote`", lowered, world);
        if to_id.is_some_and(|to| lacks.contains(&to)) {
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
        if let Some(from_id) = from_id
            && !lacks.contains(&from_id)
            && device.whole
        {
            let message = format!("the device demotes `{}`, which it does not lack", from.value);
            let label = "not in its `lacks`";
            world.sink.report(from.at.mistake(Mistake::DemoteUnused, message, label));
        }
        Some((from_id?, to_id))
    });
    lines.collect()
}

impl Demotion<'_> {
    /// What a lacked dtype becomes; nothing, where no line says.
    fn of(&self, id: DTypeId) -> Option<Option<DTypeId>> {
        self.demote.iter().find(|(from, _)| *from == id).map(|&(_, to)| to)
    }

    /// What a result that is lacked becomes; nothing, where it is not lacked.
    fn demoted(&self, outcome: Outcome, missing: &mut Vec<DTypeId>) -> Option<Outcome> {
        let id = outcome.dtype().filter(|id| self.lacks.contains(id))?;
        let to = self.of(id);
        if to.is_none() && !missing.contains(&id) {
            missing.push(id);
        }
        Some(to.flatten().map_or(Outcome::Unknown, |to| outcome.with(to)))
    }

    /// The tables of operands that are not just tensors, likewise.
    fn further(
        &self,
        full: &[(TableName, Table)],
        dtypes: &[DTypeId],
        missing: &mut Vec<DTypeId>,
    ) -> Vec<(TableName, Table)> {
        full.iter().map(|(name, table)| (*name, self.table(table, dtypes, missing))).collect()
    }

    /// The cells of single ops without what is lacked; `missing` as for a table.
    fn op_cells(&self, full: &[OpCell], missing: &mut Vec<DTypeId>) -> Vec<OpCell> {
        let here = |cell: &&OpCell| !cell.operands.dtypes().any(|id| self.lacks.contains(&id));
        let cells = full.iter().filter(here);
        let cells = cells.map(|cell| match self.demoted(cell.outcome, missing) {
            Some(outcome) => OpCell { outcome, sources: self.sources.to_vec(), ..cell.clone() },
            None => cell.clone(),
        });
        cells.collect()
    }

    /// A table without what is lacked; `missing` gathers what a cell gives and no line demotes.
    fn table(&self, full: &Table, dtypes: &[DTypeId], missing: &mut Vec<DTypeId>) -> Table {
        let mut columns = full.columns.clone();
        columns.retain(|column| match column {
            Column::DType(id) => dtypes.contains(id),
            Column::Kind(_) => true,
        });
        let pairs = dtypes.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        let cells = pairs.filter_map(|(row, column)| full.get(row, column));
        let cells = cells.map(|cell| match self.demoted(cell.outcome, missing) {
            Some(outcome) => Cell { outcome, sources: self.sources.to_vec() },
            None => cell.clone(),
        });
        Table { rows: dtypes.to_vec(), cells: cells.collect(), columns: columns.clone() }
    }

    /// What integers become in an inexact op; `missing` gathers what no line demotes.
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
            let demoted = self.of(to);
            if demoted.is_none() && !missing.contains(&to) {
                missing.push(to);
            }
            Some((from, demoted??))
        });
        demoted.collect()
    }

    fn defaults(&self, lowered: &Lowered, world: &World<'_>) -> [Option<DTypeId>; 4] {
        let mut defaults = lowered.ruleset.defaults;
        let mut stated = [None; 4];
        let lines = self.device.defaults.iter().flat_map(|section| &section.lines);
        for (key, words) in lines {
            let index = DEFAULT_KINDS.iter().position(|kind| *kind == key.value);
            let Some(index) = index else { continue };
            if let Some(code) = single(key, words, self.device.whole, world.sink) {
                defaults[index] = of_framework(code, "in the device's defaults", lowered, world);
                stated[index] = Some(code.at);
                if let Some(id) = defaults[index] {
                    check_default(index, code, world.dtypes.get(id).kind(), world.sink);
                }
            }
        }
        let all = DEFAULT_KINDS.iter().zip(stated).zip(defaults);
        for ((kind, stated), id) in all {
            // A default under a misspelled key may be the one that is needed.
            if let Some(id) =
                id.filter(|id| self.lacks.contains(id) && (self.device.whole || stated.is_some()))
            {
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
