//! Python numbers beside tensors, as frameworks convert them before an op computes.

#![cfg(feature = "kernels")]

use concord_runtime::{ComputeError, Number, Op, Ruleset, Tensor, Typed, rulesets};
use half::f16;

fn beside<T: Typed>(
    ruleset: Ruleset,
    op: Op,
    tensor: impl Into<Tensor>,
    number: impl Into<Number>,
) -> Result<Vec<T>, ComputeError> {
    let out = ruleset.apply_scalar(op, &tensor.into(), number, false)?;
    Ok(out.array::<T>().expect("of that dtype").iter().copied().collect())
}

#[test]
fn mlx_converts_a_number_to_what_both_promote_to() {
    let mlx = rulesets::MLX;
    let bools = [false, true];
    // It wraps around to int32 beside bool.
    assert_eq!(beside(mlx, Op::Add, bools, (1_i64 << 32) + 5), Ok(vec![5, 6]));
    assert_eq!(beside(mlx, Op::Less, bools, 1_i64 << 31), Ok(vec![false, false]));
    assert_eq!(beside(mlx, Op::Divide, bools, (1_i64 << 32) + 5), Ok(vec![0.0_f32, 0.2]));
    assert!(beside::<i32>(mlx, Op::Add, bools, u64::MAX).is_err());
    assert_eq!(beside(mlx, Op::Add, [0_u64, 1], -1), Ok(vec![u64::MAX, 0]));
    // Beside another integer dtype it is an error where a float is computed too, but for logical ops.
    assert!(beside::<f32>(mlx, Op::Divide, [0_i8, 1], 128).is_err());
    assert_eq!(beside(mlx, Op::Divide, [0_i8, 127], 127), Ok(vec![0.0_f32, 1.0]));
    assert_eq!(beside(mlx, Op::LogicalAnd, [0_i8, 1], 256), Ok(vec![false, true]));
}

#[test]
fn jax_converts_a_number_to_what_both_promote_to_in_a_few_ops() {
    let jax = rulesets::JAX;
    assert_eq!(beside(jax, Op::LogicalOr, [0_i8, 1], 256), Ok(vec![false, true]));
    assert_eq!(beside(jax, Op::LogicalOr, [0_i8, 1], 300), Ok(vec![true, true]));
    assert_eq!(beside(jax, Op::LogicalAnd, [false, true], 256), Ok(vec![false, true]));
    let halves = [f16::ZERO, f16::ONE];
    assert_eq!(beside(jax, Op::LogicalAnd, halves, 1e-10), Ok(vec![false, false]));
    assert_eq!(beside(jax, Op::LogicalAnd, [0_i32, 1], 1e-10), Ok(vec![false, true]));
    assert_eq!(beside(jax, Op::Atan2, [0_u8], -1), Ok(vec![0.0_f32]));
    assert_eq!(beside(jax, Op::Divide, [1_u8], -1), Ok(vec![-1.0_f32]));
}

#[test]
fn torch_takes_no_int_beyond_int64_beside_bool() {
    let (torch, large) = (rulesets::TORCH, 1_u64 << 63);
    for op in [Op::Add, Op::Less, Op::Divide] {
        let error = beside::<f32>(torch, op, [false, true], large).expect_err("it has no int64");
        assert_eq!(error.kind(), "scalar_out_of_range");
    }
    assert_eq!(beside(torch, Op::Add, [0_i64], large), Ok(vec![i64::MIN]));
    assert_eq!(beside(torch, Op::Add, [0.0_f32], large), Ok(vec![9_223_372_036_854_775_808.0_f32]));
}
