//! Ties of float16, under rulesets that differ in where they take them.

use concord_runtime::policy::{CumulativeAccumulator, Float16Ties, HalfAccumulator};
use concord_runtime::{DType, Op, Options, Reduce, Ruleset, Tensor};
use half::f16;

use super::under;

fn halves(tensor: &Tensor) -> Vec<f64> {
    tensor.array::<f16>().expect("float16").iter().map(|half| half.to_f64()).collect()
}

fn tensor(values: &[f64]) -> Tensor {
    Tensor::from(values.iter().map(|&value| f16::from_f64(value)).collect::<Vec<f16>>())
}

fn cast(ruleset: Ruleset, from: impl Into<Tensor>) -> Vec<f64> {
    halves(&ruleset.cast(&from.into(), DType::F16).expect("both are there"))
}

fn apply(ruleset: Ruleset, op: Op, lhs: &Tensor, rhs: &Tensor) -> Vec<f64> {
    let out = ruleset.apply(op, &[lhs.into(), rhs.into()], &Options::default());
    halves(&out.expect("defined on floats"))
}

#[test]
fn ties_away_from_zero() {
    let away = under(|own| own.float16_ties = Float16Ties::Away);
    let even = under(|_| ());
    // Half of the last place beside 1, and what is right below and above it.
    let (up, tie) = (1.0 + 2_f64.powi(-10), 2_f64.powi(-11));
    let beside = vec![1.0 + tie, -1.0 - tie, 1.0 + tie - tie.powi(3), 1.0 + tie + tie.powi(3)];
    assert_eq!(cast(away, beside.clone()), [up, -up, 1.0, up]);
    assert_eq!(cast(even, beside), [1.0, -1.0, 1.0, up]);
    // Beside the least number and the greatest.
    let least = 2_f64.powi(-24);
    let ends = vec![least * 0.5, least * (0.5 - 2_f64.powi(-25)), -least * 2.5, 65_519.0, 65_520.0];
    let wanted = [least, 0.0, -least * 3.0, 65_504.0, f64::INFINITY];
    assert_eq!(cast(away, ends), wanted);
    assert_eq!(cast(away, vec![2049_i32, 2051, i32::MAX]), [2050.0, 2052.0, f64::INFINITY]);
    assert!(cast(away, vec![f32::NAN])[0].is_nan());
    // No float16 is 2049 or 2051.
    let (two, one) = (tensor(&[2048.0; 2]), tensor(&[1.0, 3.0]));
    assert_eq!(apply(away, Op::Add, &two, &one), [2050.0, 2052.0]);
    assert_eq!(apply(even, Op::Add, &two, &one), [2048.0, 2052.0]);
    assert_eq!(apply(away, Op::Nextafter, &one, &two), [up, 3.0 + 2.0 * (up - 1.0)]);
    let mut sum = two.clone();
    away.apply_assign(Op::Add, &mut sum, &(&one).into()).expect("in place");
    assert_eq!(halves(&sum), [2050.0, 2052.0]);
    // The product of matrices is 2049.
    let row = two.reshape(&[1, 2]).expect("two elements");
    let column = tensor(&[1.0, 2_f64.powi(-11)]);
    let product = away.matmul(&row, &column).expect("a product");
    assert_eq!(halves(&product), [2050.0]);
}

#[test]
fn outputs_of_other_dtypes_get_the_rounded_result() {
    let away = under(|own| own.float16_ties = Float16Ties::Away);
    // Its square is 2 + 2^-10 + 2^-12 - 2^-11, halfway between two float16.
    let root = tensor(&[45.0 / 32.0]);
    let square = apply(away, Op::Multiply, &root, &root)[0];
    let mut wide = Tensor::from(vec![0.0_f32]);
    away.apply_into(Op::Square, &[(&root).into()], &Options::default(), &mut wide)
        .expect("into float32");
    assert_eq!(f64::from(wide.array::<f32>().expect("float32")[0]), square);
}

#[test]
fn copies_are_not_rounded() {
    let away = under(|own| own.float16_ties = Float16Ties::Away);
    let [one, two, three] = [1.0, 2.0, 3.0].map(f16::from_f64);
    let turned = ndarray::array![[one, two], [two, three]].reversed_axes();
    let copy = away.cast(&turned, DType::F16).expect("it is there");
    assert_eq!(halves(&copy), [1.0, 2.0, 2.0, 3.0]);
}

#[test]
fn a_python_number_beside_them_goes_to_the_even_one() {
    let away = under(|own| own.float16_ties = Float16Ties::Away);
    let sum = away.apply_scalar(Op::Add, &tensor(&[0.0]), 2049, false).expect("a number");
    assert_eq!(halves(&sum), [2048.0]);
}

#[test]
fn sums_of_which_every_step_is_rounded() {
    let line = tensor(&[2048.0, 1.0, 1.0]);
    for (accumulator, total) in [(HalfAccumulator::Own, 2052.0), (HalfAccumulator::Float32, 2050.0)]
    {
        let away = under(|own| {
            own.float16_ties = Float16Ties::Away;
            own.half_accumulator = accumulator;
            own.cumulative_accumulator = CumulativeAccumulator::Own;
        });
        assert_eq!(halves(&away.sum(&line, &Reduce::all()).expect("a sum")), [total]);
        let steps = away.cumulative_sum(&line, &Reduce::all()).expect("sums");
        assert_eq!(halves(&steps), [2048.0, 2050.0, 2052.0]);
    }
}
