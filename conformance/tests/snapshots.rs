//! What the runtime says, as snapshots to be read in review: one per ruleset and table.

use codegen::catalog::{Catalog, Column, TableName};
use conformance::{abstract_types, casts, catalog, defaults, failures, laws, names, table};
use runtime::{Casting, DType, Ruleset, rulesets};

/// A snapshot named `<what>@<ruleset>`, or `<what>` alone.
fn snapshot(what: &str, ruleset: Option<Ruleset>, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    if let Some(ruleset) = ruleset {
        settings.set_snapshot_suffix(ruleset.name().replace('/', "_"));
    }
    settings.bind(|| insta::assert_snapshot!(what, text));
}

/// The tables a ruleset's documents draw, and what their columns tell apart.
fn tables(catalog: &Catalog, ruleset: Ruleset) -> Vec<(TableName, Vec<Column>)> {
    let spec =
        catalog.ruleset(ruleset.name()).expect("every ruleset of the runtime is in the spec");
    let names = TableName::ALL.into_iter().filter(|&name| spec.has_table(name));
    names.map(|name| (name, spec.table(name).columns.clone())).collect()
}

#[test]
fn every_table() {
    let catalog = catalog();
    for &ruleset in rulesets::ALL {
        for (name, columns) in tables(&catalog, ruleset) {
            let sheet = table(&catalog, ruleset, name, &columns);
            snapshot(name.name(), Some(ruleset), &sheet.grid());
        }
    }
}

#[test]
fn counter_examples_to_each_law() {
    snapshot("laws", None, &laws(&catalog()));
}

#[test]
fn names_of_each_ruleset() {
    for &ruleset in rulesets::ALL {
        snapshot("names", Some(ruleset), &names(ruleset));
        let abstract_types = abstract_types(ruleset);
        if !abstract_types.is_empty() {
            snapshot("abstract", Some(ruleset), &abstract_types);
        }
    }
}

#[test]
fn default_dtypes() {
    snapshot("defaults", None, &defaults());
}

/// Every refusal, each with the way out; what is not known is one line, being the same for every pair.
#[test]
fn errors_of_each_ruleset() {
    let catalog = catalog();
    for &ruleset in rulesets::ALL {
        let errors = failures(ruleset, &tables(&catalog, ruleset));
        if !errors.is_empty() {
            let lines: String = errors.iter().map(|error| format!("{error}\n")).collect();
            snapshot("errors", Some(ruleset), &lines);
        }
    }
}

#[test]
fn casts_by_numpys_definitions() {
    for (name, casting) in [("casts-safe", Casting::Safe), ("casts-same-kind", Casting::SameKind)] {
        snapshot(name, None, &casts(rulesets::ACLNN, casting));
    }
}

#[test]
fn outputs_of_each_ruleset_that_has_a_rule() {
    for &ruleset in rulesets::ALL {
        if ruleset.can_cast(DType::Bool, DType::Bool, Casting::Output).is_ok() {
            snapshot("casts-output", Some(ruleset), &casts(ruleset, Casting::Output));
        }
    }
}

#[test]
fn limits_of_each_dtype() {
    let line = |dtype: &DType| match (dtype.finfo(), dtype.iinfo()) {
        (Some(info), _) => format!(
            "{:<18} of {}: eps {:e}, max {:e}, min {:e}, smallest normal {:e}, smallest subnormal {:e}, resolution {:e}\n",
            dtype.name(),
            info.dtype,
            info.eps,
            info.max,
            info.min,
            info.smallest_normal,
            info.smallest_subnormal,
            info.resolution,
        ),
        (_, Some(info)) => format!("{:<18} {} .. {}\n", dtype.name(), info.min, info.max),
        _ => format!("{:<18} no limits\n", dtype.name()),
    };
    snapshot("limits", None, &DType::ALL.iter().map(line).collect::<String>());
}
