//! What the spec and the recorded runs say of an answer, besides what the runtime computes.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use codegen::Catalog;
use codegen::names::{self, NameError};
use observed::{Evidence, Otherwise};
use runtime::{DType, Op, Operand, Ruleset};

use crate::Origin;
use crate::ask;

/// The spec inside the program, which the runtime was generated from.
static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let catalog = Origin::Inside.catalog();
    catalog.unwrap_or_else(|_| panic!("the spec inside the program has mistakes"))
});

/// What is known of each ruleset that was asked, by its name. It stays until the program ends.
static EVIDENCE: Mutex<BTreeMap<&str, &Evidence<'_>>> = Mutex::new(BTreeMap::new());

fn evidence(ruleset: Ruleset) -> &'static Evidence<'static> {
    let mut known = EVIDENCE.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(ruleset.name()).or_insert_with(|| {
        let catalog = &*CATALOG;
        let ruleset = catalog.ruleset(ruleset.name()).expect("the runtime has the spec's rulesets");
        let runs = Origin::Inside.runs(catalog, ruleset);
        let runs = runs.unwrap_or_else(|error| panic!("the runs inside the program: {error}"));
        Box::leak(Box::new(Evidence::new(catalog, ruleset, Vec::leak(runs))))
    })
}

/// Remarks on an answer.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    /// Whether no source and no run speaks of the op.
    pub(super) assumed: bool,
    /// Where the framework gives another dtype or an error.
    pub(super) dtypes: Vec<String>,
    /// Where it computes other values.
    pub(super) values: Vec<String>,
}

impl Remarks {
    /// On what an op gives.
    pub(super) fn of_op(ruleset: Ruleset, op: Op, operands: &[Operand]) -> Remarks {
        let (evidence, op) = (evidence(ruleset), usize::from(op.id().0));
        let operands: Vec<_> = operands.iter().map(|operand| operand.map(DType::id)).collect();
        Remarks {
            assumed: evidence.assumes(op),
            dtypes: sentences(&evidence.otherwise(op, &operands)),
            values: sentences(&evidence.other_values(op, &operands)),
        }
    }

    /// On what a cast gives.
    pub(super) fn of_cast(ruleset: Ruleset, from: DType, to: DType) -> Remarks {
        let values = evidence(ruleset).other_values_of_cast(from.id(), to.id());
        Remarks { values: sentences(&values), ..Remarks::default() }
    }
}

fn sentences(all: &[Otherwise<'_>]) -> Vec<String> {
    all.iter().map(Otherwise::sentence).collect()
}

/// Why a name is refused that is a short code of one dtype and the framework's name of another.
pub(super) fn two_meanings(ruleset: Ruleset, name: &str) -> Option<String> {
    // A short code has four letters at the most.
    if name.len() > 4 {
        return None;
    }
    let catalog = &*CATALOG;
    let ruleset = catalog.ruleset(ruleset.name())?;
    match names::dtype(catalog, ruleset, name) {
        Err(error @ NameError::Ambiguous { .. }) => {
            Some(ask::name_error(catalog, ruleset, name, &error).trim_end().to_owned())
        }
        _ => None,
    }
}
