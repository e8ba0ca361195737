//! An op takes as many operands where its dtypes are asked for as where it computes.

#![cfg(feature = "kernels")]

use concord_runtime::{Arg, DType, Op, Operand, Options, RuleError, Tensor, rulesets};

#[test]
fn another_count_of_operands_is_the_error_that_computing_gives() {
    let wrong = [
        (Op::Sin, 0, "sin takes 1 operand, not 0"),
        (Op::Sin, 2, "sin takes 1 operand, not 2"),
        (Op::Add, 0, "add takes 2 operands, not 0"),
        (Op::Add, 1, "add takes 2 operands, not 1"),
        (Op::Add, 3, "add takes 2 operands, not 3"),
        (Op::Where, 1, "where takes 3 operands, not 1"),
        (Op::Clip, 4, "clip takes 3 operands, not 4"),
        (Op::Matmul, 1, "matmul takes 2 operands, not 1"),
        (Op::Sum, 2, "sum takes 1 operand, not 2"),
        (Op::Concat, 0, "concat takes one operand or more, not none"),
        (Op::Sort, 3, "sort takes 1 operand, not 3"),
        (Op::Median, 2, "median takes 1 operand, not 2"),
        (Op::Take, 3, "take takes 2 operands, not 3"),
        (Op::Diff, 2, "diff takes 1 operand, not 2"),
    ];
    let tensor = Tensor::from(vec![1_i64, 2]);
    for &ruleset in rulesets::ALL {
        for (op, count, message) in wrong {
            let error = ruleset.op_dtypes(op, &vec![Operand::Tensor(DType::I64); count]);
            let error = error.expect_err("it takes another number of operands");
            assert_eq!(error, RuleError::Operands { op, count }, "{ruleset}");
            assert_eq!((error.kind(), &*error.to_string()), ("operands", message));
            let computed = ruleset.apply(op, &vec![Arg::from(&tensor); count], &Options::default());
            let computed = computed.expect_err("it takes another number of operands");
            assert_eq!((computed.kind(), &*computed.to_string()), ("operands", message));
        }
    }
}

#[test]
fn a_condition_or_the_last_bound_may_be_left_out_where_dtypes_are_asked_for() {
    let numpy = rulesets::NUMPY;
    let operands = [Operand::Tensor(DType::I16); 3];
    for (op, counts) in [(Op::Where, 2..=3), (Op::Clip, 2..=3), (Op::Concat, 1..=3)] {
        for count in counts {
            let dtypes = numpy.op_dtypes(op, &operands[..count]).expect("of one dtype");
            assert_eq!(dtypes.result, DType::I16, "{op} of {count}");
        }
    }
}
