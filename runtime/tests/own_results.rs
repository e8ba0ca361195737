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
fn what_an_op_gives_otherwise_is_converted_to_its_own_result() {
    for (op, result, dtype) in [
        (Op::Less, OpResult::Compute, DType::F64),
        (Op::Add, OpResult::Bool, DType::Bool),
        (Op::Sqrt, OpResult::Bool, DType::Bool),
    ] {
        let own = with_result(op, result);
        for [left, right] in operands() {
            let compute = |ruleset: Ruleset| match op.arity() {
                1 => ruleset.apply_unary(op, &right).expect("floats have roots"),
                _ => ruleset.apply_binary(op, &left, &right).expect("they have one shape"),
            };
            let wanted = rulesets::NUMPY.cast(&compute(rulesets::NUMPY), dtype);
            assert_eq!(Ok(compute(own)), wanted, "{op}");
        }
    }
}

#[test]
fn a_magnitude_may_be_complex() {
    let ruleset = with_result(Op::Abs, OpResult::Compute);
    for [_, right] in operands() {
        let complex = rulesets::NUMPY.cast(&right, DType::C128).expect("floats are complex");
        assert_eq!(ruleset.abs(&complex).expect("complex numbers have magnitudes"), complex);
    }
}
