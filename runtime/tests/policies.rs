//! The ops that obey a policy, under rulesets that differ in that policy only.

#![cfg(feature = "kernels")]

#[path = "policies/clip.rs"]
mod clip;
#[path = "policies/float16.rs"]
mod float16;
#[path = "policies/numbers.rs"]
mod numbers;

use concord_runtime::policy::{
    EmptyExtreme, FloatExtremes, FloatRemainder, FloatToInt, FloorQuotient, HalfRounding,
    IntegerComparison, IntegerConversion, IntegerDivisionByZero, IntegerMath, NegativeIntegerPower,
    Policies, RoundHalves, ShiftOutOfRange,
};
use concord_runtime::{
    ComputeError, DType, Op, Options, Reduce, Ruleset, RulesetData, Tensor, Typed, rulesets,
};
use half::f16;

/// The standard with other policies, on the dtypes of a ruleset that takes Python numbers.
fn under(change: impl FnOnce(&mut Policies)) -> Ruleset {
    let mut policies = Policies::DEFAULT;
    change(&mut policies);
    let data = RulesetData { policies, ..*rulesets::MINDSPORE.data() };
    Ruleset::new(Box::leak(Box::new(data)))
}

fn pairs<T: Typed + PartialEq>(ruleset: Ruleset, op: Op, a: &[T], b: &[T]) -> Vec<T> {
    try_pairs(ruleset, op, a, b).expect("no pair is an error")
}

fn try_pairs<T: Typed>(ruleset: Ruleset, op: Op, a: &[T], b: &[T]) -> Result<Vec<T>, ComputeError> {
    let [a, b] = [a, b].map(|side| Tensor::from(side.to_vec()));
    let out = ruleset.apply(op, &[(&a).into(), (&b).into()], &Options::default())?;
    Ok(out.array::<T>().expect("an op keeps the dtype").iter().copied().collect())
}

/// So that NaN equals itself and -0 does not equal 0.
fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|&value| if value.is_nan() { u64::MAX } else { value.to_bits() }).collect()
}

#[test]
fn integers_divided_by_zero() {
    let limit = under(|own| own.integer_division_by_zero = IntegerDivisionByZero::Limit);
    assert_eq!(pairs(limit, Op::FloorDivide, &[7_i8, 0, -7, 7], &[0, 0, 0, 2]), [127, 0, -128, 3]);
    assert_eq!(pairs(limit, Op::FloorDivide, &[7_u16, 0], &[0, 0]), [u16::MAX, 0]);
    assert_eq!(pairs(limit, Op::Remainder, &[7_i32, -7], &[0, 4]), [0, 1]);
    let error = under(|own| own.integer_division_by_zero = IntegerDivisionByZero::Error);
    assert!(try_pairs(error, Op::Remainder, &[7_i32], &[0]).is_err());
    assert_eq!(pairs(error, Op::Remainder, &[7_i32], &[-4]), [-1]);
}

#[test]
fn a_pair_that_a_policy_refuses_is_told_by_its_op_and_the_policy() {
    let either = "a divisor is zero or a quotient is out of range";
    let refused = [
        (rulesets::DATAFUSION, Op::TruncDivide, [i32::MIN, -1], either),
        (rulesets::DATAFUSION, Op::TruncDivide, [1, 0], either),
        (rulesets::DATAFUSION, Op::Divide, [i32::MIN, -1], either),
        (rulesets::POLARS, Op::FloorDivide, [1, 0], "a divisor is zero"),
        (rulesets::PYARROW, Op::Divide, [1, 0], "a divisor is zero"),
        (rulesets::NUMPY, Op::Pow, [2, -1], "an exponent is negative"),
    ];
    for (ruleset, op, [a, b], pairs) in refused {
        let wanted = format!("{op} of int32: {pairs}, and {ruleset} makes that an error");
        let [left, right] = [a, b].map(|element| Tensor::from(vec![element]));
        let error = try_pairs(ruleset, op, &[a], &[b]).expect_err("the policy refuses it");
        assert_eq!(error, ComputeError::Policy { ruleset, op, dtype: DType::I32 });
        assert_eq!(error.to_string(), wanted);
        let mut own = left.clone();
        let in_place = ruleset.apply_assign(op, &mut own, &(&right).into());
        assert_eq!((in_place, own), (Err(error), left));
    }
    let refused = rulesets::JAX.apply_scalar(Op::Pow, &Tensor::from(vec![2_i32]), -1, false);
    assert_eq!(
        refused.expect_err("the policy refuses it").to_string(),
        "pow of int32: an exponent is negative, and jax makes that an error"
    );
}

#[test]
fn shifts_beyond_the_width() {
    let masked = under(|own| own.shift_out_of_range = ShiftOutOfRange::Masked);
    let wrap = under(|own| own.shift_out_of_range = ShiftOutOfRange::Wrap);
    // In 32 bits an int8 loses all of its bits to a shift by 8, and by 32 none.
    let (ones, counts) = ([-1_i8; 5], [7, 8, 31, 32, -1]);
    assert_eq!(pairs(masked, Op::BitwiseLeftShift, &ones, &counts), [-128, 0, 0, -1, 0]);
    assert_eq!(pairs(wrap, Op::BitwiseLeftShift, &ones, &counts), [-128, -1, -128, -1, -128]);
    assert_eq!(pairs(masked, Op::BitwiseRightShift, &[200_u8, 200], &[8, 33]), [0, 100]);
    assert_eq!(pairs(masked, Op::BitwiseRightShift, &[-9_i16, -9], &[16, 33]), [-1, -5]);
    assert_eq!(pairs(masked, Op::BitwiseLeftShift, &[1_i64, 1], &[63, 65]), [i64::MIN, 2]);
}

#[test]
fn integers_to_negative_powers() {
    let zero = under(|own| own.negative_integer_power = NegativeIntegerPower::Zero);
    assert_eq!(pairs(zero, Op::Pow, &[1_i32, -1, 2, 2], &[-1, -2, -1, 3]), [0, 0, 0, 8]);
    let error = under(|own| own.negative_integer_power = NegativeIntegerPower::Error);
    assert!(try_pairs(error, Op::Pow, &[1_i32], &[-1]).is_err());
}

#[test]
fn integers_by_way_of_float64() {
    let math = |to| {
        under(|own| {
            own.integer_math = IntegerMath::Float64;
            own.integer_division_by_zero = IntegerDivisionByZero::Limit;
            own.float_to_int = to;
        })
    };
    let (truncate, saturate) = (math(FloatToInt::Truncate), math(FloatToInt::Saturate));
    // Three to the hundredth is far beyond all of them; 1/0 is an infinity.
    assert_eq!(pairs(truncate, Op::Pow, &[3_i8, -2, 0], &[100, 3, -1]), [0, -8, 0]);
    assert_eq!(pairs(truncate, Op::Pow, &[3_i32, 2, 1], &[100, -1, -1]), [i32::MIN, 0, 1]);
    assert_eq!(pairs(saturate, Op::Pow, &[3_i32, 0], &[100, -1]), [i32::MAX, i32::MAX]);
    let most = i64::MAX;
    let rounded = [3_074_457_345_618_258_432, i64::MIN, most];
    assert_eq!(pairs(truncate, Op::FloorDivide, &[most, most, most], &[3, 1, 0]), rounded);
    assert_eq!(pairs(truncate, Op::Remainder, &[7_i32, -7], &[0, 4]), [i32::MIN, 1]);
    assert_eq!(pairs(truncate, Op::Remainder, &[7_i8], &[0]), [0]);
    assert_eq!(pairs(saturate, Op::Remainder, &[7_i64], &[0]), [0]);
}

#[test]
fn floats_divided() {
    let rounded = under(|own| own.floor_quotient = FloorQuotient::Rounded);
    let standard = under(|_| ());
    let (a, b) = ([1.0_f64, 1.0, -2.5], [0.1, f64::NEG_INFINITY, 1.0]);
    let floors = |ruleset| bits(&pairs(ruleset, Op::FloorDivide, &a, &b));
    assert_eq!(floors(rounded), bits(&[10.0, -0.0, -3.0]));
    assert_eq!(floors(standard), bits(&[9.0, -1.0, -3.0]));
    let narrow = pairs(rounded, Op::FloorDivide, &[1.0_f32, 7.0], &[0.1, -2.0]);
    assert_eq!(narrow, [10.0, -4.0]);
    let by_doubles = under(|own| own.floor_quotient = FloorQuotient::RoundedFloat64);
    let narrow = pairs(by_doubles, Op::FloorDivide, &[1.0_f32, 7.0], &[0.1, -2.0]);
    assert_eq!(narrow, [9.0, -4.0]);
    assert_eq!(floors(by_doubles), floors(rounded));
    let (a, b) = ([-2.5_f64, 2.5, 1.0, -0.0, 5.0], [1.0, -2.0, f64::INFINITY, 3.0, 0.0]);
    let left = |policy| {
        let ruleset = under(|own| own.float_remainder = policy);
        bits(&pairs(ruleset, Op::Remainder, &a, &b))
    };
    assert_eq!(left(FloatRemainder::Floor), bits(&[0.5, -1.5, 1.0, 0.0, f64::NAN]));
    assert_eq!(left(FloatRemainder::Truncate), bits(&[-0.5, 0.5, 1.0, -0.0, f64::NAN]));
    assert_eq!(left(FloatRemainder::Stepwise), bits(&[0.5, -1.5, f64::NAN, 0.0, f64::NAN]));
    assert_eq!(left(FloatRemainder::StepwiseFloat64), bits(&[0.5, -1.5, f64::NAN, 0.0, f64::NAN]));
    // The quotient 9.9999998 is 10 as a float32; so is its product with the divisor 1.
    let single = |policy| {
        let ruleset = under(|own| own.float_remainder = policy);
        pairs(ruleset, Op::Remainder, &[1.0_f32], &[0.1])[0]
    };
    assert_eq!(single(FloatRemainder::Stepwise), 0.0);
    assert_eq!(single(FloatRemainder::StepwiseFloat64), 0.099_999_99);
}

#[test]
fn floats_divided_by_steps() {
    use FloorQuotient::{Divmod, DivmodNearest, DivmodOwn, Exact, Rounded, RoundedOwn};
    let by = |policy| under(|own| own.floor_quotient = policy);
    let single = |policy, a: f32, b: f32| pairs(by(policy), Op::FloorDivide, &[a], &[b])[0];
    // The dividend is -28723196 as a float32, and so is what the remainder -0.5 is taken from, once rounded; its
    // quotient, 19148797.3, is rounded to an even number.
    assert_eq!(single(Exact, -28_723_195.0, -1.5), 19_148_796.0);
    assert_eq!(single(Divmod, -28_723_195.0, -1.5), 19_148_798.0);
    assert_eq!(single(Divmod, -34_136_660.0, -7.131_288_5), 4_786_885.0);
    assert_eq!(single(DivmodNearest, -34_136_660.0, -7.131_288_5), 4_786_886.0);
    assert_eq!(single(Divmod, 1.0, -f32::INFINITY), -1.0);
    let zero = |policy| single(policy, -2.5, -f32::INFINITY);
    assert!(zero(Divmod).is_sign_positive() && zero(DivmodNearest).is_sign_negative());
    assert!(single(Divmod, f32::INFINITY, 2.0).is_nan());
    assert_eq!(single(Divmod, f32::INFINITY, 0.0), f32::INFINITY);
    let half = |policy, a, b| {
        pairs(by(policy), Op::FloorDivide, &[f16::from_f32(a)], &[f16::from_f32(b)])[0].to_f32()
    };
    assert_eq!([Rounded, RoundedOwn].map(|by| half(by, 0.5, -9.155_273e-5)), [-5464.0, -5460.0]);
    assert_eq!(half(Divmod, 0.5, -9.155_273e-5), -5464.0);
    assert_eq!(half(DivmodOwn, 0.5, -9.155_273e-5), -5460.0);
    assert_eq!(half(DivmodOwn, -338.25, -0.401_123_05), 843.0);
    assert_eq!(half(DivmodNearest, -338.25, -0.401_123_05), 844.0);
}

#[test]
fn extremes_of_floats() {
    let (a, b) = ([f64::NAN, 1.0, 0.0, -0.0, 3.0], [1.0, f64::NAN, -0.0, 0.0, 2.0]);
    let both = |policy| {
        let ruleset = under(|own| own.float_extremes = policy);
        [Op::Maximum, Op::Minimum].map(|op| bits(&pairs(ruleset, op, &a, &b)))
    };
    let nan = f64::NAN;
    let of = |maximum: [f64; 5], minimum: [f64; 5]| [bits(&maximum), bits(&minimum)];
    let ieee = of([nan, nan, 0.0, 0.0, 3.0], [nan, nan, -0.0, -0.0, 2.0]);
    assert_eq!(both(FloatExtremes::Ieee), ieee);
    assert_eq!(
        both(FloatExtremes::Nan),
        of([nan, nan, -0.0, 0.0, 3.0], [nan, nan, -0.0, 0.0, 2.0])
    );
    assert_eq!(
        both(FloatExtremes::Right),
        of([1.0, nan, -0.0, 0.0, 3.0], [1.0, nan, -0.0, 0.0, 2.0])
    );
    let right = under(|own| own.float_extremes = FloatExtremes::Right);
    let halves = [f16::NAN, f16::ONE];
    let out = pairs(right, Op::Maximum, &halves, &[f16::ONE, f16::NAN]);
    assert!(out[0] == f16::ONE && out[1].is_nan());
}

#[test]
fn halves_rounded() {
    let away = under(|own| own.round_halves = RoundHalves::Away);
    let values = vec![0.5_f32, 1.5, 2.5, -0.5, -2.5, 0.499_999_97, 8_388_609.0];
    let out = away.round(&Tensor::from(values)).expect("floats are rounded");
    let out = out.array::<f32>().expect("to floats");
    assert_eq!(out.as_slice(), Some(&[1.0, 2.0, 3.0, -1.0, -3.0, 0.0, 8_388_609.0][..]));
    let out = away.round(&Tensor::from(vec![7_i8])).expect("integers are themselves");
    assert_eq!(out.array::<i8>().expect("int8").as_slice(), Some(&[7][..]));
}

#[test]
fn integers_of_unlike_signs_compared() {
    // Both promote the two to float64.
    let (exact, promoted) = (rulesets::NUMPY, rulesets::JAX);
    assert_eq!(exact.policies().integer_comparison, IntegerComparison::Exact);
    let (most, next) = (Tensor::from(vec![i64::MAX, -1]), Tensor::from(vec![1_u64 << 63, 0]));
    let says = |ruleset: Ruleset, op, args: [&Tensor; 2]| {
        let out = ruleset.apply(op, &args.map(Into::into), &Options::default());
        let out = out.expect("compared as float64");
        out.array::<bool>().expect("truth").iter().copied().collect::<Vec<bool>>()
    };
    assert_eq!(says(promoted, Op::Equal, [&most, &next]), [true, false]);
    assert_eq!(says(exact, Op::Equal, [&most, &next]), [false, false]);
    assert_eq!(says(exact, Op::Less, [&most, &next]), [true, true]);
    assert_eq!(says(exact, Op::Less, [&next, &most]), [false, false]);
    assert_eq!(says(exact, Op::GreaterEqual, [&next, &most]), [true, true]);
}

#[test]
fn halves_rounded_twice() {
    // Above a tie of bfloat16, and of float16, by what float32 does not have.
    let (above, tiny) = (Tensor::from(vec![1.003_906_25 + 2_f64.powi(-40)]), 2_f64.powi(-40));
    let close = Tensor::from(vec![1.0 + 2_f64.powi(-11) + tiny]);
    let whole = Tensor::from(vec![(1_i64 << 30) + (1 << 22) + 1]);
    let value = |rounding, tensor: &Tensor, to| {
        let ruleset = under(|own| own.half_rounding = rounding);
        let half = ruleset.cast(tensor, to).expect("both are there");
        let wide = ruleset.cast(&half, DType::F64).expect("both are there");
        wide.array::<f64>().expect("float64")[0]
    };
    let up = f64::from(1 << 30) + f64::from(1 << 23);
    for (rounding, bf16, f16, int) in [
        (HalfRounding::Once, 1.007_812_5, 1.0 + 2_f64.powi(-10), up),
        (HalfRounding::OnceToFloat16, 1.0, 1.0 + 2_f64.powi(-10), f64::from(1 << 30)),
        (HalfRounding::Twice, 1.0, 1.0, f64::from(1 << 30)),
    ] {
        assert_eq!(value(rounding, &above, DType::Bf16), bf16, "{rounding:?}");
        assert_eq!(value(rounding, &close, DType::F16), f16, "{rounding:?}");
        assert_eq!(value(rounding, &whole, DType::Bf16), int, "{rounding:?}");
    }
}

#[test]
fn conversions_that_are_checked() {
    let checked = under(|own| own.integer_conversion = IntegerConversion::Checked);
    let minus = Tensor::from(vec![3_i64, -(1 << 53) - 1]);
    let float = Tensor::from(vec![0.0, 0.0]);
    let error = checked.add(&minus, &float).expect_err("float64 has a gap there");
    let value = -(1 << 53) - 1;
    let (from, to) = (DType::I64, DType::F64);
    assert_eq!(error, ComputeError::Conversion { ruleset: checked, op: Op::Add, value, from, to });
    assert!(checked.sqrt(&minus).is_err());
    let whole = Tensor::from(vec![3_i64, 1 << 53]);
    assert!(checked.add(&whole, &float).is_ok());
    assert!(checked.add(&minus, &minus).is_ok(), "nothing is converted");
    let error = checked.add_scalar(&Tensor::from(vec![1.5_f32]), (1 << 24) + 1);
    assert_eq!(error.expect_err("float32 has a gap there").kind(), "scalar_out_of_range");
}

#[test]
fn extremes_of_nothing() {
    let of = |policy, values: &Tensor| {
        let ruleset = under(|policies| policies.empty_extreme = policy);
        ruleset.max(values, &Reduce::all()).map_err(|error| error.kind())
    };
    let (ints, floats) = (Tensor::from(Vec::<i8>::new()), Tensor::from(Vec::<f32>::new()));
    assert_eq!(of(EmptyExtreme::Error, &floats), Err("empty"));
    assert_eq!(of(EmptyExtreme::Limit, &floats), Ok(Tensor::scalar(f32::NEG_INFINITY)));
    assert_eq!(of(EmptyExtreme::Limit, &ints), Ok(Tensor::scalar(-128_i8)));
}
