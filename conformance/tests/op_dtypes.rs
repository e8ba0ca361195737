//! The dtype of every op on every pair of dtypes under every ruleset: as the spec has it, and drawn for review.

use codegen::catalog::{
    self, Catalog, Column, DTypeId, Outcome, Ruleset as SpecRuleset, ScalarKind, TableName,
};
use codegen::op_dtypes::{self, OpDTypes as SpecDTypes, OpFailure};
use conformance::op_dtypes::{families, promoting};
use conformance::{catalog, dtype, id, operand};
use runtime::{DType, Op, OpDTypes, Operand, RuleError, Ruleset, rulesets};

#[test]
fn every_op_is_the_specs() {
    let catalog = catalog();
    let ours: Vec<&str> = Op::ALL.iter().map(|op| op.name()).collect();
    let theirs: Vec<&str> = catalog.ops.iter().map(|op| op.name.as_str()).collect();
    assert_eq!(ours, theirs);
    for (ours, theirs) in Op::ALL.into_iter().zip(&catalog.ops) {
        assert_eq!(promoting(ours), theirs.group.promotes(), "{ours}");
        assert_eq!(ours.name().parse(), Ok(ours));
    }
}

/// What the catalog answers, as the runtime would say it.
fn wanted(
    ruleset: Ruleset,
    answer: Result<SpecDTypes, OpFailure>,
) -> Result<OpDTypes, &'static str> {
    match answer {
        Ok(SpecDTypes { compute, result, weak }) => {
            Ok(OpDTypes { compute: dtype(compute), result: dtype(result), weak })
        }
        Err(OpFailure::Promotion(Outcome::Refused)) => Err("refused"),
        Err(OpFailure::Promotion(Outcome::NoKernel)) => Err("no_kernel"),
        Err(OpFailure::Promotion(Outcome::Foreign(_)) | OpFailure::Own(Outcome::Foreign(_))) => {
            Err("foreign")
        }
        Err(OpFailure::Promotion(_)) => Err("unknown"),
        Err(OpFailure::Undefined(id)) => {
            assert!(ruleset.has(dtype(id)), "{ruleset}: an op computes in {}", dtype(id));
            Err("op_undefined")
        }
        Err(OpFailure::Own(Outcome::NoKernel)) => Err("op_refused"),
        Err(OpFailure::Own(Outcome::Refused)) => Err("op_not_promoted"),
        Err(OpFailure::Own(_)) => Err("op_unknown"),
        Err(OpFailure::NoDefault) => Err("no_default"),
        Err(OpFailure::NotFirst(_)) => Err("op_keeps_first"),
    }
}

/// Every op on every dtype, pair and scalar under a ruleset; the catalog's answer beside the runtime's.
fn compare(catalog: &Catalog, ours: Ruleset, theirs: &SpecRuleset) -> usize {
    let mut compared = 0;
    let mut check = |op: Op, operands: &[Operand], wanted: Result<OpDTypes, &str>| {
        let got = ours.op_dtypes(op, operands);
        assert_eq!(got.map_err(|error| error.kind()), wanted, "{ours}: {op} of {operands:?}");
        compared += 1;
    };
    for (op, spec) in Op::ALL.into_iter().zip(&catalog.ops) {
        for &lhs in ours.dtypes() {
            if promoting(op) == 1 {
                let answer = op_dtypes::unary(catalog, theirs, spec, id(lhs));
                check(op, &[lhs.into()], wanted(ours, answer));
                continue;
            }
            for rhs in beside(theirs) {
                for lhs in sorts(theirs, id(lhs)) {
                    let mut pair = [lhs, rhs];
                    for _ in 0..2 {
                        let answer = op_dtypes::pair(catalog, theirs, spec, pair);
                        check(op, &pair.map(operand), wanted(ours, answer));
                        pair.reverse();
                    }
                }
            }
        }
    }
    compared
}

/// Everything that can stand beside a tensor: tensors of each sort the ruleset tells apart, and every kind of
/// number, drawn or not.
fn beside(theirs: &SpecRuleset) -> Vec<catalog::Operand> {
    let tensors = theirs.dtypes.iter().flat_map(|&id| sorts(theirs, id));
    let numbers = ScalarKind::ALL.map(|kind| catalog::Operand::Scalar(Column::Kind(kind)));
    tensors.chain(numbers).collect()
}

fn sorts(theirs: &SpecRuleset, id: DTypeId) -> Vec<catalog::Operand> {
    let zero_dim = theirs.has_table(TableName::ZeroDim).then_some(catalog::Operand::ZeroDim(id));
    let weak = theirs.has_table(TableName::Weak).then_some(catalog::Operand::Weak(id));
    [Some(catalog::Operand::Tensor(id)), zero_dim, weak].into_iter().flatten().collect()
}

#[test]
fn every_op_gives_the_same_dtypes() {
    let catalog = catalog();
    let mut compared = 0;
    for theirs in &catalog.rulesets {
        let ours = Ruleset::find(&theirs.name).unwrap_or_else(|error| panic!("{error}"));
        compared += compare(&catalog, ours, theirs);
    }
    assert!(compared > 60_000, "only {compared} answers were compared");
}

#[test]
fn a_dtype_the_ruleset_lacks_is_unsupported() {
    for &ruleset in rulesets::ALL {
        for missing in DType::ALL.into_iter().filter(|&dtype| !ruleset.has(dtype)) {
            let wanted = Err(RuleError::Unsupported { ruleset, dtype: missing });
            for op in Op::ALL {
                let operands = vec![Operand::Tensor(missing); promoting(op)];
                assert_eq!(ruleset.op_dtypes(op, &operands), wanted, "{op} of {missing}");
            }
        }
    }
}

#[test]
fn dtypes_of_every_op() {
    for family in families() {
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.set_snapshot_suffix(family.ops[0].name());
        let names: Vec<&str> = family.ops.iter().map(|op| op.name()).collect();
        let text = format!("{}\n\n{}", names.join(" "), family.text);
        settings.bind(|| insta::assert_snapshot!("op_dtypes", text));
    }
}
