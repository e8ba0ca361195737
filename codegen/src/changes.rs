//! Two catalogs, of an older spec and of a newer one → what the newer answers otherwise, for a changelog.
//!
//! The two are compared by names, since a new dtype moves the places of those behind it.

mod facts;

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{
    Catalog, Cell, Column, DEFAULT_KINDS, DTypeId, Id, IdSystem, Kind, Ruleset, Scalar, TableName,
    TypedScalars,
};

/// What a newer spec answers otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// What is there now and was not, as `dtype float8_e4m3fn`; also `torch has float8_e4m3fn`.
    pub added: Vec<String>,
    /// What was there and is not.
    pub removed: Vec<String>,
    /// Answers that changed, those of a kind together.
    pub changed: Vec<Change>,
}

/// An answer that changed in the same way for some operands of some rulesets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The rulesets, in the catalog's order; of an id, the system that has it; `dtypes` or `ops` of their facts.
    pub rulesets: Vec<String>,
    /// What was asked: a table, an op, `rule`, `default`, `inexact`, `policy`, `nary`, `result_type`, `typed`, `output`
    /// or `id`; of a ruleset also `framework`, `edition`, `printed`, `abstract`, `range`, `unsupported` and `assumed`;
    /// of dtypes and ops the key of the fact, such as `bias` or `swaps`.
    pub of: String,
    /// The operands, or what else was asked about.
    pub about: Vec<String>,
    /// What the answer was.
    pub was: String,
    /// What it is.
    pub is: String,
}

/// Which part of a version must grow, by what this project's README says of versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bump {
    /// Nothing that users see has changed.
    None,
    /// Cells that were transcribed wrongly are mended.
    Patch,
    /// There is more: rulesets, dtypes, ops, policies.
    Minor,
    /// Something is not there any more.
    Major,
}

/// An answer: the ruleset, what is asked, about what.
type Answers = BTreeMap<(String, String), String>;

impl Changes {
    /// Which part of a version must grow.
    pub fn bump(&self) -> Bump {
        match (self.removed.is_empty(), self.added.is_empty(), self.changed.is_empty()) {
            (false, ..) => Bump::Major,
            (true, false, _) => Bump::Minor,
            (true, true, false) => Bump::Patch,
            (true, true, true) => Bump::None,
        }
    }
}

impl Bump {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Bump::None => "no",
            Bump::Patch => "patch",
            Bump::Minor => "minor",
            Bump::Major => "major",
        }
    }
}

/// Compares two catalogs.
///
/// Of a ruleset that both have: what every pair of operands that a table of either is of gives, cell and rule of an op,
/// default, float of inexact ops, policy, rule for more operands, rule for outputs, and name of a dtype; a cell of a dtype
/// that the older ruleset did not have is no change, but the dtype is added. Of a system that both have, the ids.
pub fn changes(old: &Catalog, new: &Catalog) -> Changes {
    let mut changes = Changes::default();
    let names = |catalog: &Catalog| -> Vec<String> {
        let dtypes = catalog.dtypes.iter().map(|dtype| format!("dtype {}", dtype.name));
        let ops = catalog.ops.iter().map(|op| format!("op {}", op.name));
        let policies = catalog.policies.iter().map(|policy| format!("policy {}", policy.name));
        let rulesets = catalog.rulesets.iter().map(|ruleset| format!("ruleset {}", ruleset.name));
        let ids = catalog.id_systems.iter().map(|system| format!("ids {}", system.name));
        dtypes.chain(ops).chain(policies).chain(rulesets).chain(ids).collect()
    };
    changes.compare(&names(old), &names(new));
    // One list of rulesets for each change, in the order in which changes are first met.
    let mut met: Vec<([String; 4], Vec<String>)> = Vec::new();
    for (all, of) in [("dtypes", facts::dtypes as fn(&Catalog) -> Answers), ("ops", facts::ops)] {
        let changes = changed(&of(old), &of(new), None);
        met.extend(changes.into_iter().map(|change| (change, vec![all.to_owned()])));
    }
    for is in &new.rulesets {
        let Some(was) = old.ruleset(&is.name) else { continue };
        changes.compare(&dtypes(old, was), &dtypes(new, is));
        let spellings = [spellings(old, was), spellings(new, is)];
        let kept = |ruleset: &[(String, String)], other: &[(String, String)]| -> Vec<String> {
            let same = |name: &String| other.iter().any(|(dtype, _)| dtype == name);
            let kept = ruleset.iter().filter(|(dtype, _)| same(dtype));
            kept.map(|(dtype, spelling)| format!("{} calls {dtype} {spelling}", is.name)).collect()
        };
        changes.compare(&kept(&spellings[0], &spellings[1]), &kept(&spellings[1], &spellings[0]));
        let kinds = |ruleset: &Ruleset| -> Vec<String> {
            let names = ruleset.abstract_types.iter();
            names.map(|(name, _)| format!("{} has the abstract type {name}", is.name)).collect()
        };
        changes.compare(&kinds(was), &kinds(is));
        let tables = tables_of([was, is]);
        let (then, now) = (answers(old, was, &tables), answers(new, is, &tables));
        for change in changed(&then, &now, Some((old, was))) {
            match met.iter_mut().find(|(known, _)| *known == change) {
                Some((_, rulesets)) => rulesets.push(is.name.clone()),
                None => met.push((change, vec![is.name.clone()])),
            }
        }
    }
    for is in &new.id_systems {
        let Some(was) = old.id_systems.iter().find(|system| system.name == is.name) else {
            continue;
        };
        let ids = |catalog: &Catalog, system: &IdSystem| -> Answers {
            let of = |(dtype, ids): &(DTypeId, Vec<Id>)| {
                let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
                (("id".to_owned(), catalog.dtype(*dtype).name.clone()), ids.join(", "))
            };
            system.ids.iter().map(of).collect()
        };
        let (then, now) = (ids(old, was), ids(new, is));
        let has = |ids: &Answers| -> Vec<String> {
            ids.keys().map(|(_, dtype)| format!("ids {} has {dtype}", is.name)).collect()
        };
        changes.compare(&has(&then), &has(&now));
        for change in changed(&then, &now, None) {
            met.push((change, vec![format!("ids {}", is.name)]));
        }
    }
    for ([of, about, was, is], rulesets) in met {
        let like = |one: &&mut Change| {
            (&one.rulesets, &one.of, &one.was, &one.is) == (&rulesets, &of, &was, &is)
        };
        match changes.changed.iter_mut().find(like) {
            Some(one) => one.about.push(about),
            None => changes.changed.push(Change { rulesets, of, about: vec![about], was, is }),
        }
    }
    changes
}

/// What answers of an op's own cells are called by, before its name.
const OP: &str = "op ";

/// What stands for an op without a cell of its own.
const AS_PROMOTED: &str = "as promoted";

/// What two answer differently, of which the older is a ruleset or has no ops: of what, about what, the older answer and
/// the newer.
fn changed(was: &Answers, is: &Answers, older: Option<(&Catalog, &Ruleset)>) -> Vec<[String; 4]> {
    // A cell of an op stands in place of what its operands promote to. A new op has no older answer.
    let op = |of: &str| {
        let known =
            |op: &str| older.is_some_and(|(old, _)| old.ops.iter().any(|one| one.name == op));
        of.strip_prefix(OP).is_some_and(known)
    };
    let known = |about: &str| older.is_some_and(|(old, ruleset)| known(ruleset, old, about));
    let keys: BTreeSet<&(String, String)> = was.keys().chain(is.keys()).collect();
    let changes = keys.into_iter().filter_map(|key| {
        let (of, about) = key;
        let (then, now) = match (was.get(key), is.get(key)) {
            (Some(then), Some(now)) if then != now => (then.as_str(), now.as_str()),
            (Some(then), None) if op(of) => (then.as_str(), AS_PROMOTED),
            (None, Some(now)) if op(of) && known(about) => (AS_PROMOTED, now.as_str()),
            _ => return None,
        };
        Some([of, about, then, now].map(str::to_owned))
    });
    changes.collect()
}

/// Whether the older ruleset has the dtypes of some operands.
fn known(ruleset: &Ruleset, catalog: &Catalog, about: &str) -> bool {
    let words = about.split(" × ").filter(|word| !word.starts_with("Python "));
    let has = |word: &str| ruleset.dtypes.iter().any(|&id| catalog.dtype(id).name == word);
    words.into_iter().all(has)
}

fn dtypes(catalog: &Catalog, ruleset: &Ruleset) -> Vec<String> {
    let has = |&id| format!("{} has {}", ruleset.name, catalog.dtype(id).name);
    ruleset.dtypes.iter().map(has).collect()
}

/// What a ruleset calls its dtypes: the dtype, and one of its spellings.
fn spellings(catalog: &Catalog, ruleset: &Ruleset) -> Vec<(String, String)> {
    let of = |(id, names): &(DTypeId, Vec<String>)| {
        let dtype = catalog.dtype(*id).name.clone();
        names.iter().map(move |name| (dtype.clone(), name.clone())).collect::<Vec<_>>()
    };
    ruleset.names.iter().flat_map(of).collect()
}

/// The tables that one of two rulesets has, and whether its columns are dtypes: both may be asked of what they are of,
/// since an omitted table falls back to another.
fn tables_of(both: [&Ruleset; 2]) -> Vec<(TableName, bool)> {
    let mut tables = Vec::new();
    for name in TableName::ALL {
        for ruleset in both.into_iter().filter(|ruleset| ruleset.has_table(name)) {
            let first = ruleset.table(name).columns.first();
            let table = (name, !matches!(first, Some(Column::Scalar(_))));
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
    }
    tables
}

/// Everything that is asked of a ruleset, and what it answers.
fn answers(catalog: &Catalog, ruleset: &Ruleset, tables: &[(TableName, bool)]) -> Answers {
    let mut answers = facts::ruleset(catalog, ruleset);
    let mut add = |of: &str, about: String, answer: String| {
        answers.insert((of.to_owned(), about), answer);
    };
    let rules = catalog.tables(ruleset);
    for &(name, by_dtype) in tables {
        let columns: Vec<Column> = match by_dtype {
            true => ruleset.dtypes.iter().copied().map(Column::DType).collect(),
            false => Scalar::ALL.map(Column::Scalar).to_vec(),
        };
        for &row in &ruleset.dtypes {
            for &column in &columns {
                let rhs = match column {
                    Column::DType(id) => catalog.dtype(id).name.clone(),
                    Column::Scalar(kind) => kind.to_string(),
                };
                let about = format!("{} × {rhs}", catalog.dtype(row).name);
                let [lhs, rhs] = name.operands(row, column);
                let gives = rules.lookup(lhs, rhs).map_or(Cell::Unknown, |(_, cell)| cell);
                add(name.name(), about, catalog.outcome_name(gives).into_owned());
            }
        }
    }
    for &id in &ruleset.dtypes {
        let name = &catalog.dtype(id).name;
        if matches!(catalog.dtype(id).kind(), Kind::Bool | Kind::Int | Kind::Uint) {
            let float = ruleset.inexact.iter().find(|(from, _)| *from == id);
            let float =
                float.map_or("the default float", |&(_, float)| &*catalog.dtype(float).name);
            add("inexact", name.clone(), float.to_owned());
        }
        let outputs = match &ruleset.output {
            None => "not known".to_owned(),
            Some(output) => {
                let to = output.iter().find(|(from, _)| *from == id);
                let to = to.into_iter().flat_map(|(_, to)| to);
                let names: Vec<&str> = to.map(|&id| &*catalog.dtype(id).name).collect();
                names.join(" ")
            }
        };
        add("output", name.clone(), outputs);
    }
    let typed = match ruleset.typed {
        TypedScalars::Table => "what the tables say",
        TypedScalars::Tensor => "a tensor",
        TypedScalars::ZeroDim => "a 0-d tensor",
        TypedScalars::Kind => "a Python scalar of its kind",
        TypedScalars::Converted => "a tensor of the dtype beside it",
    };
    add("typed", "a scalar with a dtype".to_owned(), typed.to_owned());
    for cell in &ruleset.op_cells {
        let gives = catalog.outcome_name(cell.outcome).into_owned();
        add(&format!("{OP}{}", cell.op), catalog.operands_name(cell.operands), gives);
    }
    for op in &catalog.ops {
        let rule = ruleset.rule(op);
        let on: Vec<&str> = rule.on.iter().map(|kind| kind.name()).collect();
        let zero_dim = if rule.zero_dim_as_tensor { ", 0-d tensors as tensors" } else { "" };
        let (compute, result) = (rule.compute.name(), rule.result.name());
        let rule = format!("on {}, {compute} → {result}{zero_dim}", on.join(" "));
        add("rule", op.name.clone(), rule);
    }
    for (kind, id) in DEFAULT_KINDS.iter().zip(ruleset.defaults) {
        let name = id.map_or_else(|| "not known".to_owned(), |id| catalog.dtype(id).name.clone());
        add("default", (*kind).to_owned(), name);
    }
    for (policy, &value) in catalog.policies.iter().zip(&ruleset.policies) {
        add("policy", policy.name.clone(), policy.values[value].name.clone());
    }
    add("nary", "more than two operands".to_owned(), format!("{:?}", ruleset.nary));
    let result_type = ruleset.result_type.clone().unwrap_or_else(|| "the tables".to_owned());
    add("result_type", "result_type goes by".to_owned(), result_type);
    answers
}

impl Changes {
    /// Adds what is in one list and not in the other.
    fn compare(&mut self, was: &[String], is: &[String]) {
        self.added.extend(is.iter().filter(|one| !was.contains(one)).cloned());
        self.removed.extend(was.iter().filter(|one| !is.contains(one)).cloned());
    }
}
