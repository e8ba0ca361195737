//! Options that an op does not take are errors that name it.

#![cfg(feature = "kernels")]

use concord_runtime::{ComputeError, Group, Op, Options, Reduce, Tensor, rulesets};

#[test]
fn a_correction_is_refused_by_every_op_but_var_and_std() {
    let (numpy, a) = (rulesets::NUMPY, Tensor::from(vec![1.0_f32, 2.0, 4.0]));
    let how = Options::from(Reduce::axis(0).correction(1.0));
    for op in Op::ALL {
        if !matches!(op.group(), Group::Reduction | Group::Selection) {
            continue;
        }
        let takes = matches!(op, Op::Var | Op::Std);
        let wanted = (!takes).then_some(ComputeError::Correction { op });
        let operands = [(&a).into()];
        assert_eq!(numpy.apply(op, &operands, &how).err(), wanted, "{op}");
        assert_eq!(numpy.apply_dtypes(op, &operands, &how, None).err(), wanted, "{op}");
    }
    let refused = numpy.sum(&a, &Reduce::all().correction(0.0)).expect_err("a sum has none");
    assert_eq!(refused.kind(), "options");
    assert_eq!(refused.to_string(), "sum takes no correction, only var and std do: leave it out");
}
