//! A ruleset and the runs that speak for it → where its framework does otherwise than its rules give, and which
//! ops are assumed: neither its file nor a run speaks of them.

use std::collections::{BTreeMap, BTreeSet};

use codegen::catalog::{
    Asked, Aspect, Catalog, Cell, DTypeId, DifferenceCell, DifferenceOf, Observed,
    ObservedDifference, Op, OpResult, Operand, Ruleset,
};

use crate::conformity::PROMOTES;
use crate::observation::{Observation, Seen, View, without_places};

/// The op whose first operand is a condition, which does not promote.
const HAS_CONDITION: &str = "where";

/// What the recorded runs of a ruleset's framework add to its rules.
pub struct Evidence<'a> {
    catalog: &'a Catalog,
    ruleset: &'a Ruleset,
    runs: Vec<Run<'a>>,
    /// The ops that the file or a run speaks of, as places in the catalog.
    known: BTreeSet<usize>,
    /// The declared differences of values, by op or `cast` and cell.
    values: BTreeMap<(&'a str, &'a str), Vec<&'a ObservedDifference>>,
    /// Those of calls, by function and arguments.
    calls: BTreeMap<(&'a str, &'a str), &'a ObservedDifference>,
    /// That of the ruleset it is a mode of, whose framework computes values of tensors as in every mode.
    of_base: Option<Box<Evidence<'a>>>,
}

/// A run, and the cells on which it is declared to differ.
struct Run<'a> {
    observed: &'a Observed,
    observation: &'a Observation,
    cells: BTreeMap<(usize, Asked), &'a ObservedDifference>,
}

/// What a framework does otherwise than the ruleset gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Otherwise<'a> {
    /// Framework and version: `torch 2.15.0`.
    pub run: String,
    /// `raises TypeError`, `gives int32`; of values what they are there and here.
    pub does: String,
    /// Why the ruleset does not follow it.
    pub why: &'a str,
}

impl Otherwise<'_> {
    /// `torch 2.15.0 raises TypeError: a function of two tensors, which takes no number`
    pub fn sentence(&self) -> String {
        format!("{} {}: {}", self.run, self.does, self.why)
    }
}

impl<'a> Evidence<'a> {
    /// What recorded runs say of a ruleset; runs of other frameworks are passed over.
    pub fn new(
        catalog: &'a Catalog,
        ruleset: &'a Ruleset,
        observations: &'a [Observation],
    ) -> Evidence<'a> {
        let mut known: BTreeSet<usize> = places(catalog, &ruleset.stated_ops).collect();
        let mut runs = Vec::new();
        for observed in &ruleset.observed {
            let found = observations.iter().find(|one| one.name == observed.file);
            let Some(observation) = found.filter(|one| one.view(&observed.view).is_some()) else {
                continue;
            };
            let mut run = Run { observed, observation, cells: BTreeMap::new() };
            run.cells = run.declared(catalog, ruleset);
            known.extend((0..catalog.ops.len()).filter(|&op| run.speaks_of(catalog, op)));
            runs.push(run);
        }
        let mut values: BTreeMap<_, Vec<&ObservedDifference>> = BTreeMap::new();
        let mut called = BTreeMap::new();
        for one in differences(ruleset) {
            if let DifferenceOf::Calls(names, calls) = &one.of {
                let each = names.iter().flat_map(|name| calls.iter().map(move |call| (name, call)));
                called.extend(each.map(|(name, call)| ((name.as_str(), call.as_str()), one)));
            }
            let DifferenceOf::Values(ops, cells) = &one.of else { continue };
            let cells = || cells.iter().flat_map(|one| &one.cells);
            for (op, cell) in ops.iter().flat_map(|op| cells().map(move |cell| (op, cell))) {
                values.entry((op.as_str(), cell.as_str())).or_default().push(one);
            }
        }
        let is_mode_of = |base: &&Ruleset| {
            let runs = base.observed.iter().any(|one| {
                ruleset.observed.iter().any(|own| own.file == one.file && own.view != one.view)
            });
            ruleset.base.as_ref() == Some(&base.name) && base.device == ruleset.device && runs
        };
        let base = catalog.rulesets.iter().find(is_mode_of);
        let of_base = base.map(|base| Box::new(Evidence::new(catalog, base, observations)));
        Evidence { catalog, ruleset, runs, known, values, calls: called, of_base }
    }

    /// Whether neither the ruleset's own file nor a run of it speaks of an op: what it gives follows from the
    /// promotion rule and `ops.toml` alone. The op is a place in [`Catalog::ops`].
    pub fn assumes(&self, op: usize) -> bool {
        !self.known.contains(&op)
    }

    /// The ops that are assumed, in order.
    pub fn assumed(&self) -> impl Iterator<Item = &'a str> {
        let ops = self.catalog.ops.iter().enumerate();
        ops.filter(|&(place, _)| self.assumes(place)).map(|(_, op)| op.name.as_str())
    }

    /// Where runs gave another dtype than the ruleset, or an error, of an op on these operands.
    pub fn otherwise(&self, op: usize, operands: &[Operand]) -> Vec<Otherwise<'a>> {
        let found = self.runs.iter().filter_map(|run| {
            let (one, seen) = run.difference(self.catalog, op, operands)?;
            let does = match run.observation.error(seen) {
                Some(text) => raises(seen, text),
                None if one.some_values => {
                    format!("gives {} of some values", seen.name(self.catalog))
                }
                None => format!("gives {}", seen.name(self.catalog)),
            };
            Some(Otherwise { run: self.called(run), does, why: &one.why })
        });
        found.chain(self.other_call(op, operands)).collect()
    }

    /// The same of an op on a tensor and a scalar that has a dtype, which runs were asked of NumPy's scalars.
    fn other_call(&self, op: usize, operands: &[Operand]) -> Option<Otherwise<'a>> {
        let [lhs, rhs] = *operands else { return None };
        let (form, tensor, scalar) = match (with_axes(lhs), with_axes(rhs)) {
            (Operand::Tensor(tensor), Operand::TypedScalar(scalar)) => {
                ("tensor numpy-scalar", tensor, scalar)
            }
            (Operand::TypedScalar(scalar), Operand::Tensor(tensor)) => {
                ("numpy-scalar tensor", tensor, scalar)
            }
            _ => return None,
        };
        let [tensor, scalar] = [tensor, scalar].map(|id| &self.catalog.dtype(id).code);
        let function = format!("{} {form}", self.catalog.ops[op].name);
        let call = format!("{tensor} × {scalar}");
        let one = *self.calls.get(&(function.as_str(), call.as_str()))?;
        let run = self.runs.iter().find(|run| run.observed.source == one.source)?;
        let known = self.catalog.dtypes.iter().find(|dtype| dtype.code == one.run);
        let does = match known {
            Some(dtype) => format!("gives {}", dtype.name),
            None => "raises an error".to_owned(),
        };
        Some(Otherwise { run: self.called(run), does, why: &one.why })
    }

    /// What the framework gives of an op on these operands, where its first run of ops is declared to differ from
    /// the ruleset; `None` where it does not or does so for some values only, and where it gives a dtype that the
    /// spec cannot name.
    pub fn gives(&self, op: usize, operands: &[Operand]) -> Option<Cell> {
        let run = self.runs.iter().find(|run| run.observed.about.contains(&Aspect::Ops))?;
        let (one, seen) = run.difference(self.catalog, op, operands)?;
        if one.some_values {
            return None;
        }
        match seen {
            Seen::DType(id) => Some(Cell::DType(*id)),
            Seen::Weak(id) => Some(Cell::Weak(*id)),
            Seen::Other(name) => {
                let place = self.catalog.foreign.iter().position(|known| known == name)?;
                u8::try_from(place).ok().map(Cell::Foreign)
            }
            Seen::Refused(_) => Some(Cell::Refused),
            Seen::NoKernel(_) | Seen::Crash(_) => Some(Cell::NoKernel),
        }
    }

    /// Where runs computed other values with an op on these operands, for some of the values asked. A mode whose own
    /// runs were not asked what the op computes of tensors has what was seen without the mode, in the same dtype.
    pub fn other_values(&self, op: usize, operands: &[Operand]) -> Vec<Otherwise<'a>> {
        let found = self.own_values(op, operands);
        let Some(base) = self.of_base.as_ref().filter(|_| found.is_empty()) else { return found };
        let probed = || self.runs.iter().any(|run| run.view().computes(op));
        let alike = || {
            let mut forms = forms(operands, &self.catalog.ops[op]).into_iter();
            let within = |of: &Evidence<'_>, asked| computes(self.catalog, of.ruleset, op, asked);
            forms.next().is_some_and(|asked| within(self, asked) == within(base, asked))
        };
        if operands.iter().any(|operand| operand.is_scalar()) || probed() || !alike() {
            return found;
        }
        let mut found = base.other_values(op, operands);
        for one in &mut found {
            one.run = format!("{} under {}", one.run, base.ruleset.name);
        }
        found
    }

    /// Of 0-d and weakly typed tensors what is declared of them, and what is of tensors with axes.
    fn own_values(&self, op: usize, operands: &[Operand]) -> Vec<Otherwise<'a>> {
        let tensors: Vec<Operand> = operands.iter().map(|&one| with_axes(one)).collect();
        let mut found = match tensors == operands {
            true => Vec::new(),
            false => self.values_beside(op, operands),
        };
        found.extend(self.values_beside(op, &tensors));
        found
    }

    fn values_beside(&self, op: usize, operands: &[Operand]) -> Vec<Otherwise<'a>> {
        let op = &self.catalog.ops[op];
        let codes = operands.iter().map(|&one| self.catalog.operand_code(one));
        let mut codes: Vec<String> = codes.collect();
        let mut found = self.values_of(&op.name, &codes.join(" × "));
        if found.is_empty() && op.swaps {
            codes.reverse();
            found = self.values_of(&op.name, &codes.join(" × "));
        }
        found
    }

    /// The same of a cast.
    pub fn other_values_of_cast(&self, from: DTypeId, to: DTypeId) -> Vec<Otherwise<'a>> {
        let [from, to] = [from, to].map(|id| self.catalog.dtype(id).code.as_str());
        self.values_of("cast", &format!("{from} → {to}"))
    }

    fn values_of(&self, op: &str, cell: &str) -> Vec<Otherwise<'a>> {
        let found = self.values.get(&(op, cell)).into_iter().flatten();
        let otherwise = found.map(|one| {
            let source = &self.ruleset.sources[one.source];
            let run = self.runs.iter().find(|run| run.observed.source == one.source);
            let run = run.map_or_else(|| source.version.clone(), |run| self.called(run));
            let [gives, rule] = [&one.run, &one.rule].map(|text| without_places(text));
            let does = format!("gives of some operands “{gives}”, here “{rule}”");
            Otherwise { run, does, why: &one.why }
        });
        otherwise.collect()
    }

    /// `torch 2.15.0`; of several runs of a framework also which one.
    fn called(&self, run: &Run<'_>) -> String {
        let Observation { framework, version, .. } = run.observation;
        match self.runs.len() {
            1 => format!("{framework} {version}"),
            _ => format!("{framework} {version} ({})", run.observed.view),
        }
    }
}

impl<'a> Run<'a> {
    fn view(&self) -> &View {
        self.observation.view(&self.observed.view).expect("a run of a view that is there is kept")
    }

    /// Whether what it gave of an op counts for the ruleset.
    fn speaks_of(&self, catalog: &Catalog, op: usize) -> bool {
        let about = |aspect| self.observed.about.contains(&aspect);
        let promotes = catalog.ops[op].name == PROMOTES
            && (about(Aspect::Promotion) || about(Aspect::Scalars));
        (promotes || about(Aspect::Ops)) && self.view().asks(op)
    }

    /// The cells that the ruleset's file declares to differ in this run.
    fn declared(
        &self,
        catalog: &Catalog,
        ruleset: &'a Ruleset,
    ) -> BTreeMap<(usize, Asked), &'a ObservedDifference> {
        let mut cells = BTreeMap::new();
        let mine = differences(ruleset).filter(|one| one.source == self.observed.source);
        for one in mine {
            let DifferenceOf::Ops(names, stated) = &one.of else { continue };
            for op in places(catalog, names) {
                for cell in stated {
                    match *cell {
                        DifferenceCell::Asked(asked) => _ = cells.insert((op, asked), one),
                        DifferenceCell::Into(id) => {
                            let into =
                                |asked: &Asked| computes(catalog, ruleset, op, *asked) == Some(id);
                            let all = self.view().asked(op).filter(into);
                            cells.extend(all.map(|asked| ((op, asked), one)));
                        }
                    }
                }
            }
        }
        cells
    }

    /// The declared difference of an op on operands, and what the run gave there.
    fn difference(
        &self,
        catalog: &Catalog,
        op: usize,
        operands: &[Operand],
    ) -> Option<(&'a ObservedDifference, &Seen)> {
        let forms = forms(operands, &catalog.ops[op]);
        if !forms.iter().any(|&asked| self.cells.contains_key(&(op, asked))) {
            return None;
        }
        let asked = forms.into_iter();
        // The first form that was asked is the one that counts.
        let (asked, seen) =
            asked.filter_map(|asked| Some((asked, self.view().seen(op, asked)?))).next()?;
        let one = self.cells.get(&(op, asked))?;
        Some((one, seen))
    }
}

/// The differences that hold on the ruleset's device.
fn differences(ruleset: &Ruleset) -> impl Iterator<Item = &ObservedDifference> {
    let device = ruleset.device.as_deref();
    ruleset.observed_differences.iter().filter(move |one| one.holds_on(device))
}

/// The ops of these names, as places in the catalog.
fn places<'c>(catalog: &'c Catalog, names: &'c [String]) -> impl Iterator<Item = usize> + 'c {
    names.iter().filter_map(|name| catalog.ops.iter().position(|op| op.name == *name))
}

/// How a run may have been asked of operands, the nearest form first: as they are; as tensors with axes, strongly
/// typed; in the other order.
fn forms(operands: &[Operand], op: &Op) -> Vec<Asked> {
    let pair = match *operands {
        [one] => return one.dtype().map(Asked::One).into_iter().collect(),
        [lhs, rhs] => [lhs, rhs],
        [_, lhs, rhs] if op.name == HAS_CONDITION => [lhs, rhs],
        // A bound is asked alone, or as both.
        [first, bound, _] if op.rule.result == OpResult::First => [first, bound],
        // Of any other op runs take the second operand for the third as well.
        [first, second, third] if second == third => [first, second],
        _ => return Vec::new(),
    };
    let [lhs, rhs] = pair;
    let all = [pair, pair.map(with_axes), [rhs, lhs], [rhs, lhs].map(with_axes)];
    all.into_iter().filter_map(Asked::pair).collect()
}

/// The same operand as a tensor with axes, strongly typed; scalars as they are.
pub fn with_axes<D>(operand: Operand<D>) -> Operand<D> {
    match operand {
        Operand::ZeroDim(dtype) | Operand::Weak(dtype) => Operand::Tensor(dtype),
        other => other,
    }
}

/// What a ruleset computes an op in.
fn computes(catalog: &Catalog, ruleset: &Ruleset, op: usize, asked: Asked) -> Option<DTypeId> {
    let id = catalog.op_id(&catalog.ops[op]);
    let tables = catalog.tables(ruleset);
    let dtypes = match asked {
        Asked::One(one) => tables.op_dtypes(id, &[Operand::Tensor(one)]),
        Asked::Pair(lhs, rhs) => tables.op_dtypes(id, &[lhs, rhs]),
    };
    dtypes.ok().map(|dtypes| dtypes.compute)
}

/// `raises TypeError`, by the beginning of an error's text.
fn raises(seen: &Seen, text: &str) -> String {
    let kind = text.split_once(':').map_or(text, |(kind, _)| kind);
    let word = !kind.is_empty() && kind.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match seen {
        Seen::Crash(_) => "crashes".to_owned(),
        _ if word => format!("raises {kind}"),
        _ => "raises an error".to_owned(),
    }
}
