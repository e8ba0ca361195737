//! Python numbers beside tensors, as frameworks convert them before an op computes.

#![cfg(feature = "kernels")]

use concord_runtime::{
    Arg, ComputeError, DType, Number, Op, Options, Ruleset, Tensor, Typed, rulesets,
};
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

/// What PyTorch 2.15 gives of float16 and bfloat16 beside what is no tensor with axes.
#[test]
fn torch_keeps_a_number_beside_halves_in_float32() {
    let torch = rulesets::TORCH;
    let halves = Tensor::from([f16::from_f32(0.5), f16::from_f32(0.25)]);
    let of = |of: [f32; 2]| Tensor::from(of.map(f16::from_f32));
    let (large, infinite) = (of([49_984.0, 24_992.0]), of([f32::INFINITY; 2]));
    for number in [Number::Float(1e5), Number::Int(100_000)] {
        for reversed in [false, true] {
            let product = torch.apply_scalar(Op::Multiply, &halves, number, reversed);
            assert_eq!(product, Ok(large.clone()), "{number}, reversed: {reversed}");
        }
        let quotient = torch.apply_scalar(Op::Divide, &halves, number, false);
        assert_eq!(quotient, Ok(of([5e-6, 2.5e-6])), "{number}");
        // In other ops, and here on the left, it is rounded first.
        assert_eq!(torch.apply_scalar(Op::Divide, &halves, number, true), Ok(infinite.clone()));
        assert_eq!(torch.apply_scalar(Op::Add, &halves, number, false), Ok(infinite.clone()));
        let mut product = halves.clone();
        torch.apply_assign(Op::Multiply, &mut product, &number.into()).expect("a product");
        assert_eq!(product, large);
    }
    let third = torch.apply_scalar(Op::FloorDivide, &of([3.0, 6.0]), 1.0 / 3.0, false);
    assert_eq!(third, Ok(of([8.0, 17.0])));
    let zero_dim = Tensor::from(ndarray::arr0(1e5_f32).into_dyn());
    assert_eq!(torch.multiply(&halves, &zero_dim), Ok(large));
    assert_eq!(torch.multiply(&zero_dim, &halves), Ok(infinite));
    let bf16 = Tensor::from([half::bf16::from_f32(3.0)]);
    let product = torch.apply_scalar(Op::Multiply, &bf16, 1.0 / 3.0, false);
    assert_eq!(product, Ok(Tensor::from([half::bf16::ONE])));
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

#[test]
fn a_typed_scalar_is_compared_by_its_true_value_where_tensors_are() {
    let signed = [i64::MIN, -1, 0, (1 << 53) + 1, i64::MAX - 1, i64::MAX];
    let unsigned = [0, 1, (1 << 53) + 1, (1 << 53) + 2, (1 << 63) - 1, 1 << 63, u64::MAX];
    type Compare = fn(&i128, &i128) -> bool;
    let ops: [(Op, Compare); 6] = [
        (Op::Equal, i128::eq),
        (Op::NotEqual, i128::ne),
        (Op::Less, i128::lt),
        (Op::LessEqual, i128::le),
        (Op::Greater, i128::gt),
        (Op::GreaterEqual, i128::ge),
    ];
    let all = |values: Vec<i128>, dtype: DType| {
        let tensor = rulesets::NUMPY.array_of(&values, &[values.len()], Some(dtype));
        (values, dtype, tensor.expect("they fit"))
    };
    let sides = [
        all(signed.map(i128::from).to_vec(), DType::I64),
        all(unsigned.map(i128::from).to_vec(), DType::U64),
    ];
    for ruleset in [rulesets::NUMPY, rulesets::NUMPY_1_26] {
        for (tensor, scalar) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
            for (&value, (op, truly)) in
                scalar.0.iter().flat_map(|value| ops.map(move |op| (value, op)))
            {
                let typed = Arg::Typed(scalar.1, Number::Int(value));
                let right = [Arg::from(&tensor.2), typed.clone()];
                let left = [typed, Arg::from(&tensor.2)];
                let asked = format!("{ruleset}: {op} of {} and {value}", tensor.1);
                let says = |operands: &[Arg<'_>]| {
                    let out = ruleset.apply(op, operands, &Options::default()).expect("bool");
                    out.array::<bool>().expect("bool").iter().copied().collect::<Vec<_>>()
                };
                let wanted = |swapped: bool| {
                    let one = |own: &i128| match swapped {
                        true => truly(&value, own),
                        false => truly(own, &value),
                    };
                    tensor.0.iter().map(one).collect::<Vec<_>>()
                };
                assert_eq!(says(&right), wanted(false), "{asked}");
                assert_eq!(says(&left), wanted(true), "{asked}, the scalar on the left");
            }
        }
    }
}

#[test]
fn what_is_nan_between_infinite_bounds_is_the_one_nan() {
    for (dtype, nan) in [(DType::F64, "7ff8000000000000"), (DType::F32, "7fc00000")] {
        let out = rulesets::NUMPY.linspace(f64::NEG_INFINITY, 1.0, 3, true, dtype).expect("floats");
        let bytes = match dtype {
            DType::F64 => format!("{:016x}", out.array::<f64>().expect("float64")[0].to_bits()),
            _ => format!("{:08x}", out.array::<f32>().expect("float32")[0].to_bits()),
        };
        assert_eq!(bytes, nan, "{dtype}");
    }
}

/// What is not out of range is the true number, wrapped around where the ruleset takes ints of any size; where even a small
/// bound is refused, a large one is by the same error.
#[test]
fn a_bound_of_128_bits_is_a_number_or_an_error() {
    type Clip = fn(Ruleset, &Tensor, Number) -> Result<Tensor, ComputeError>;
    type Of = fn(i128, i128) -> i128;
    let clips: [(&str, Clip, Of); 2] = [
        ("low", |ruleset, a, bound| ruleset.clip_min(a, bound), i128::max),
        ("high", |ruleset, a, bound| ruleset.clip_max(a, bound), i128::min),
    ];
    let (a, mut given) = (Tensor::from(vec![5_i8]), 0);
    for &ruleset in rulesets::ALL {
        for (name, clip, of) in clips {
            let refused = clip(ruleset, &a, Number::Int(0)).err();
            let wanted = refused.map_or("scalar_out_of_range", |error| error.kind());
            for bound in [i128::MIN, i128::MIN + 1, i128::MAX - 1, i128::MAX] {
                match clip(ruleset, &a, Number::Int(bound)).map_err(|error| error.kind()) {
                    Ok(out) => {
                        given += 1;
                        let wrapped = of(5, bound).to_le_bytes()[0].cast_signed();
                        assert_eq!(out, Tensor::from(vec![wrapped]), "{ruleset}: {name} {bound}");
                    }
                    Err(kind) => assert_eq!(kind, wanted, "{ruleset}: {name} {bound}"),
                }
            }
        }
    }
    assert!(given > 20, "{given}");
}

#[test]
fn numbers_are_shown_as_python_shows_them() {
    for (number, wanted) in [
        (Number::Float(f64::NAN), "nan"),
        (Number::Float(-f64::INFINITY), "-inf"),
        (Number::Float(1e16), "1e+16"),
        (Number::Float(1.5e-7), "1.5e-07"),
        (Number::Float(1e300), "1e+300"),
        (Number::Float(0.0001), "0.0001"),
        (Number::Float(2.0), "2.0"),
        (Number::Complex(1.0, 2.0), "(1+2j)"),
        (Number::Complex(1.0, f64::NAN), "(1+nanj)"),
        (Number::Complex(f64::NAN, f64::NAN), "(nan+nanj)"),
        (Number::Complex(-0.0, -1.5), "(-0-1.5j)"),
        (Number::Complex(0.0, 1e20), "1e+20j"),
    ] {
        assert_eq!(number.to_string(), wanted);
    }
}
