//! Tensors made of numbers, as the framework of a ruleset makes them.

#![cfg(feature = "kernels")]

use concord_runtime::{
    Arg, ComputeError, DType, Number, Op, Operand, Options, Reduce, Ruleset, Tensor, rulesets,
};

/// NumPy and JAX round down, torch drops the fraction.
#[test]
fn evenly_spaced_integers_are_rounded_as_the_ruleset_says() {
    for (ruleset, wanted) in [
        (rulesets::NUMPY, [-5_i64, -2, 1, 5]),
        (rulesets::NUMPY_1_26, [-5, -2, 1, 5]),
        (rulesets::JAX, [-5, -2, 1, 5]),
        (rulesets::TORCH, [-5, -1, 1, 5]),
    ] {
        let spaced = ruleset.linspace(-5, 5, 4, true, DType::I64);
        assert_eq!(spaced, Ok(Tensor::from(wanted)), "{ruleset}");
    }
}

/// Only integers that the dtype has become its elements.
#[test]
fn a_float_that_no_integer_of_the_dtype_is_near_is_an_error() {
    for ruleset in [rulesets::NUMPY, rulesets::TORCH, rulesets::JAX, rulesets::MLX] {
        for number in [f64::NAN, f64::INFINITY, 128.0, -129.0, 1e300] {
            let kind = |made: Result<Tensor, ComputeError>| made.map_err(|error| error.kind());
            let out = Err("scalar_out_of_range");
            let array = ruleset.array_of(&[number], &[1], Some(DType::I8));
            assert_eq!(kind(array), out, "{ruleset}: {number}");
            assert_eq!(kind(ruleset.full(&[2], number, DType::I8)), out, "{ruleset}: {number}");
        }
        let made = ruleset.array_of(&[127.9, -128.9, -0.5], &[3], Some(DType::I8));
        assert_eq!(made, Ok(Tensor::from([127_i8, -128, 0])), "{ruleset}");
    }
}

/// A matrix without columns has no rows to go over.
#[test]
fn a_diagonal_is_as_long_as_its_matrix() {
    let numpy = rulesets::NUMPY;
    assert_eq!(numpy.eye(1 << 40, 0, 0, None).map(|eye| eye.len()), Ok(0));
    for diagonal in [isize::MIN, -3, -1, 0, 1, 3, isize::MAX] {
        let eye = numpy.eye(3, 3, diagonal, DType::I8).expect("it is small");
        let ones = 3_usize.saturating_sub(diagonal.unsigned_abs());
        let sum = numpy.sum(&eye, &Reduce::all()).expect("a sum");
        assert_eq!(sum.view().number(), Some(Number::Int(ones as i128)), "{diagonal}");
    }
}

/// JAX makes a weakly typed array of a number that is in no list, and of no bool.
#[test]
fn one_number_may_be_weak() {
    let number = |number: Number| {
        let made = rulesets::JAX.array_of(&[number], &[], None).expect("a number");
        (made.dtype(), made.is_weak())
    };
    assert_eq!(number(Number::Int(1)), (DType::I64, true));
    assert_eq!(number(Number::Float(1.0)), (DType::F64, true));
    assert_eq!(number(Number::Bool(true)), (DType::Bool, false));
    for (shape, dtype) in [(&[1_usize][..], None), (&[], Some(DType::F64))] {
        let made = rulesets::JAX.array_of(&[1.0], shape, dtype).expect("a number");
        assert!(!made.is_weak(), "{shape:?} {dtype:?}");
    }
}

/// What `full` makes of a number is weak, of whatever shape; a reduction of it is strong, in questions too.
#[test]
fn a_number_throughout_may_be_weak() {
    let full = |ruleset: Ruleset, number: Number, dtype: Option<DType>| {
        ruleset.full(&[2], number, dtype).expect("a number").is_weak()
    };
    let jax = rulesets::JAX;
    let (one, truth) = (Number::Int(1), Number::Bool(true));
    assert!(full(jax, one, None) && full(jax, Number::Float(1.5), None));
    assert!(!full(jax, truth, None) && !full(jax, one, Some(DType::I64)));
    assert!(!full(rulesets::NUMPY, one, None));
    let weak = jax.full(&[2], 1.0, None).expect("a number");
    for op in [Op::Sum, Op::CumulativeSum, Op::Max, Op::Var, Op::Median, Op::Sort, Op::Sqrt] {
        let asked = jax.op_dtypes(op, &[Operand::Weak(DType::F64)]).expect("a float");
        let computed = jax.apply(op, &[Arg::from(&weak)], &Options::default()).expect("a float");
        assert_eq!(asked.weak, matches!(op, Op::Sort | Op::Sqrt), "{op}");
        assert_eq!(asked.weak, computed.is_weak(), "{op}");
    }
}

/// What PyTorch 2.15 makes of them.
#[test]
fn torch_wraps_a_negative_int_whose_magnitude_the_dtype_holds() {
    let torch = rulesets::TORCH;
    for (number, wanted) in [(-1, Some(255_u8)), (-255, Some(1)), (-256, None), (256, None)] {
        let made = torch.full(&[1], number, DType::U8);
        assert_eq!(made.ok(), wanted.map(|wanted| Tensor::from([wanted])), "{number}");
    }
    assert_eq!(torch.arange(-2, 1, 1, DType::U8), Ok(Tensor::from([254_u8, 255, 0])));
    assert_eq!(
        torch.full(&[1], -129, DType::I8).map_err(|error| error.kind()),
        Err("scalar_out_of_range")
    );
}
