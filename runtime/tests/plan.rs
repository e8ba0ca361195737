//! Plans do what the methods do, and refuse what they were not made for.

#![cfg(feature = "kernels")]

use concord_runtime::DType::{Bool, F16, F32, I8, I16, I32, U8};
use concord_runtime::{DType, Group, Op, Operand, Options, Scalar, Tensor, rulesets};

#[test]
fn a_plan_does_what_apply_does() {
    let dtypes = [Bool, I8, U8, F16];
    let make = |dtype| rulesets::NUMPY.cast(&Tensor::from(vec![1.0_f32, 2.0, 3.0]), dtype);
    let mut compared = 0;
    for &ruleset in rulesets::ALL {
        for (op, lhs, rhs) in all_pairs(&dtypes) {
            let (Ok(a), Ok(b)) = (make(lhs), make(rhs)) else { continue };
            let wanted = ruleset.apply(op, &[(&a).into(), (&b).into()], &Options::default());
            let plan = ruleset.plan(op, &[lhs, rhs]);
            let Ok(wanted) = wanted else { continue };
            let plan = plan.unwrap_or_else(|error| panic!("{ruleset}: {error}"));
            assert_eq!(plan.dtypes().result, wanted.dtype(), "{ruleset}: {op} of {lhs} and {rhs}");
            let mut out = ruleset.zeros(&[3], wanted.dtype()).expect("it is a result");
            plan.run(&a, &b, &mut out).expect("apply has a result");
            assert_eq!(out.to_string(), wanted.to_string(), "{ruleset}: {op} of {lhs} and {rhs}");
            compared += 1;
        }
    }
    assert!(compared > 5_000, "only {compared} were compared");
}

fn all_pairs(dtypes: &[DType]) -> Vec<(Op, DType, DType)> {
    let binary = Op::ALL.into_iter().filter(|op| op.group() == Group::Binary);
    let pairs = |op| dtypes.iter().flat_map(move |&l| dtypes.iter().map(move |&r| (op, l, r)));
    binary.flat_map(pairs).collect()
}

#[test]
fn a_plan_is_of_categories() {
    let (row, one) = (Tensor::from(vec![1_i8, 2]), Tensor::scalar(3_i16));
    let mut out = Tensor::from(vec![0_i8; 2]);
    let torch = rulesets::TORCH;
    let beside = torch.plan(Op::Add, &[Operand::Tensor(I8), Operand::ZeroDim(I16)]);
    let beside = beside.expect("torch adds them");
    assert_eq!(beside.dtypes().result, I8);
    beside.run(&row, &one, &mut out).expect("it was planned for these");
    assert_eq!(out.array::<i8>().expect("int8").as_slice(), Some(&[4, 5][..]));
    // A plan for tensors with axes is another one.
    let plain = torch.plan(Op::Add, &[I8, I16]).expect("torch adds them");
    let refused = plain.run(&row, &one, &mut out).expect_err("it is 0-d");
    assert_eq!(
        refused.to_string(),
        "add was planned for int8 and int16, not for int8 and 0-d int16"
    );
    // Where the category does not count, it takes any.
    let numpy = rulesets::MINDSPORE.plan(Op::Add, &[I8, I16]).expect("MindSpore adds them");
    let mut wide = Tensor::from(vec![0_i16; 2]);
    numpy.run(&row, &one, &mut wide).expect("0-d tensors are tensors");
    // Weakly typed tensors too.
    let weak = Tensor::from(vec![1_i32, 1]).with_weak(true);
    let jax = rulesets::JAX.plan(Op::Add, &[Operand::Tensor(I8), Operand::Weak(I32)]);
    let jax = jax.expect("JAX adds them");
    assert_eq!(jax.dtypes().result, I8);
    jax.run(&row, &weak, &mut out).expect("it was planned for these");
    assert_eq!(out.array::<i8>().expect("int8").as_slice(), Some(&[2, 3][..]));
}

#[test]
fn what_cannot_be_planned() {
    let plan = |op, operands: &[Operand]| {
        rulesets::NUMPY.plan(op, operands).expect_err("it cannot be planned").to_string()
    };
    let tensor = Operand::Tensor(F32);
    assert_eq!(plan(Op::Add, &[tensor]), "add takes 2 operands, not 1");
    assert_eq!(
        plan(Op::Add, &[tensor, Operand::Scalar(Scalar::Int)]),
        "add is planned for tensors, not for numbers"
    );
    assert_eq!(plan(Op::Sum, &[tensor]), "sum cannot be planned: only unary and binary ops can");
}

/// What a policy makes an error leaves the output as it was; no other op goes that way.
#[test]
fn an_error_of_a_policy_leaves_the_output() {
    let torch = rulesets::TORCH;
    let (a, zeros) = (Tensor::from(vec![1_i32; 5000]), Tensor::from(vec![0_i32; 5000]));
    let mut out = Tensor::from(vec![7_i32; 5000]);
    let error = torch.floor_divide_into(&a, &zeros, &mut out).expect_err("torch refuses it");
    assert_eq!(error.kind(), "policy");
    assert_eq!(out, Tensor::from(vec![7_i32; 5000]));
    let mut own = a.clone();
    assert!(torch.floor_divide_assign(&mut own, &zeros).is_err());
    assert_eq!(own, a);
    torch.add_assign(&mut own, &a).expect("a sum is no error");
    assert_eq!(own, Tensor::from(vec![2_i32; 5000]));
}

/// Under the rules of NumPy 1.26 the value of a 0-d tensor counts, which a plan cannot know.
#[test]
fn a_value_that_counts_counts_when_a_plan_runs() {
    let numpy = rulesets::NUMPY_1_26;
    let (a, far) = (Tensor::from(vec![5_i8, -5]), Tensor::scalar(1000_i64));
    let operands = [Operand::Tensor(I8), Operand::ZeroDim(DType::I64)];
    for (op, like) in [(Op::Less, Bool), (Op::Maximum, I16), (Op::Add, I16)] {
        let plan = numpy.plan(op, &operands).expect("they promote");
        let mut out = numpy.zeros(&[2], like).expect("it has the dtype");
        plan.run(&a, &far, &mut out).expect("one is of one element");
        let wanted = numpy.apply(op, &[(&a).into(), (&far).into()], &Options::default());
        assert_eq!(out, wanted.expect("they promote"), "{op}");
    }
}
