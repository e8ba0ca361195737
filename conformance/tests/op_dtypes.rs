//! The dtype of every op on every pair of dtypes under every ruleset: as the spec has it, and drawn for review.

use conformance::catalog;
use conformance::op_dtypes::{families, promoting};
use runtime::{DType, Op, Operand, RuleError, rulesets};

#[test]
fn every_op_is_the_specs() {
    let catalog = catalog();
    let ours: Vec<&str> = Op::ALL.iter().map(|op| op.name()).collect();
    let theirs: Vec<&str> = catalog.ops.iter().map(|op| op.name.as_str()).collect();
    assert_eq!(ours, theirs);
    for (ours, theirs) in Op::ALL.into_iter().zip(&catalog.ops) {
        assert_eq!(ours.group(), theirs.group, "{ours}");
        assert_eq!(ours.name().parse(), Ok(ours));
    }
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
