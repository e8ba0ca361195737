//! A ruleset whose ops have other results than Concord's: what loops write is converted to them.

#![cfg(feature = "kernels")]

use concord_runtime::rules::{OpResult, OpRule};
use concord_runtime::{DType, Op, Ruleset, RulesetData, Tables, Tensor, rulesets};

/// NumPy's rules, in which one op has another result.
fn with_result(op: Op, result: OpResult) -> Ruleset {
    let numpy = *rulesets::NUMPY.data();
    let mut rules: Vec<OpRule> = numpy.tables.op_rules.to_vec();
    rules[op as usize].result = result;
    let name = format!("numpy-{op}");
    let tables = Tables { op_rules: rules.leak(), ..numpy.tables };
    Ruleset::new(Box::leak(Box::new(RulesetData { name: name.leak(), tables, ..numpy })))
}

/// More elements than are computed the shortest way, and few.
fn operands() -> [[Tensor; 2]; 2] {
    [64, 3].map(|len: i32| {
        let tensor = |numbers: Vec<f64>| Tensor::from(numbers);
        let left = tensor((0..len).map(|i| f64::from(i % 2)).collect());
        let right = tensor((0..len).map(|i| f64::from(i % 3)).collect());
        [left, right]
    })
}

#[test]
fn a_comparison_may_give_numbers() {
    let ruleset = with_result(Op::Less, OpResult::Compute);
    for [left, right] in operands() {
        let less = ruleset.less(&left, &right).expect("they have one shape");
        let wanted = rulesets::NUMPY.less(&left, &right).expect("they have one shape");
        let wanted = rulesets::NUMPY.cast(&wanted, DType::F64).expect("bool is a number");
        assert_eq!(less, wanted);
    }
}

#[test]
fn a_sum_may_be_a_truth_value() {
    let ruleset = with_result(Op::Add, OpResult::Bool);
    for [left, right] in operands() {
        let sum = ruleset.add(&left, &right).expect("they have one shape");
        let wanted = rulesets::NUMPY.add(&left, &right).expect("they have one shape");
        let wanted = rulesets::NUMPY.cast(&wanted, DType::Bool).expect("numbers are true or not");
        assert_eq!(sum, wanted);
    }
}

#[test]
fn a_root_may_be_a_truth_value_and_a_magnitude_complex() {
    let ruleset = with_result(Op::Sqrt, OpResult::Bool);
    for [_, right] in operands() {
        let root = ruleset.sqrt(&right).expect("floats have roots");
        let wanted = rulesets::NUMPY.cast(&right, DType::Bool).expect("numbers are true or not");
        assert_eq!(root, wanted);
    }
    let ruleset = with_result(Op::Abs, OpResult::Compute);
    for [_, right] in operands() {
        let complex = rulesets::NUMPY.cast(&right, DType::C128).expect("floats are complex");
        assert_eq!(ruleset.abs(&complex).expect("complex numbers have magnitudes"), complex);
    }
}
