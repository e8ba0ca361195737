//! Numbers between two are those that the steps give one after the other, of every dtype and with every number.

#![cfg(feature = "kernels")]

use concord_runtime::{Arg, DType, Op, Options, Ruleset, Tensor, rulesets};
use num_complex::Complex;

const NUMBERS: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -2.5,
    0.5,
    0.499_999_999_999_999_94,
    0.500_000_1,
    0.3,
    1e30,
    -1e30,
    1e-39,
    -3e-320,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1.0 / 3.0,
];

/// All triples of the numbers, and pairs of them as complex numbers, as a dtype.
fn operands(dtype: DType) -> [Tensor; 3] {
    let count = NUMBERS.len();
    [1, count, count * count].map(|step| {
        let parts = (0..count.pow(3)).map(|place| {
            let number =
                |turn: usize| NUMBERS[(place / step * turn + place % 7 * (turn - 1)) % count];
            Complex::new(NUMBERS[place / step % count], number(3))
        });
        let all: Vec<Complex<f64>> = parts.collect();
        let tensor = match dtype {
            DType::C32 | DType::C64 | DType::C128 => Tensor::from(all),
            _ => Tensor::from(all.iter().map(|z| z.re).collect::<Vec<f64>>()),
        };
        rulesets::TORCH.cast(&tensor, dtype).expect("PyTorch has the dtype")
    })
}

fn apply(ruleset: Ruleset, op: Op, operands: &[&Tensor]) -> Tensor {
    let operands: Vec<Arg<'_>> = operands.iter().map(|&tensor| tensor.into()).collect();
    ruleset.apply(op, &operands, &Options::default()).expect("the op is defined")
}

fn steps(ruleset: Ruleset, [start, end, share]: [&Tensor; 3]) -> Tensor {
    let two = |op, lhs: &Tensor, rhs: &Tensor| apply(ruleset, op, &[lhs, rhs]);
    let number = |value: f64, dtype| {
        rulesets::TORCH.cast(&Tensor::from([value]), dtype).expect("PyTorch has the dtype")
    };
    let apart = two(Op::Subtract, end, start);
    let near = two(Op::Add, start, &two(Op::Multiply, share, &apart));
    let left = two(Op::Subtract, &number(1.0, share.dtype()), share);
    let far = two(Op::Subtract, end, &two(Op::Multiply, &apart, &left));
    let size = apply(ruleset, Op::Abs, &[share]);
    let is_near = two(Op::Less, &size, &number(0.5, size.dtype()));
    apply(ruleset, Op::Where, &[&is_near, &near, &far])
}

#[test]
fn lerp_is_what_its_steps_are() {
    for ruleset in [rulesets::NUMPY, rulesets::TORCH, rulesets::JAX] {
        for (dtype, wide) in [
            (DType::F16, DType::F32),
            (DType::Bf16, DType::F32),
            (DType::F32, DType::F32),
            (DType::F64, DType::F64),
            (DType::C32, DType::C64),
            (DType::C64, DType::C64),
            (DType::C128, DType::C128),
        ] {
            let Ok(_) = ruleset.zeros(&[1], dtype) else { continue };
            let given = operands(dtype);
            let got = apply(ruleset, Op::Lerp, &given.each_ref());
            let as_wide = given.each_ref().map(|one| ruleset.cast(one, wide).expect("it has both"));
            let wanted = steps(ruleset, as_wide.each_ref());
            let wanted = ruleset.cast(&wanted, dtype).expect("it has both");
            let numbers = got.view().numbers().into_iter().zip(wanted.view().numbers());
            let given = given.each_ref().map(|one| one.view().numbers());
            for (place, (got, wanted)) in numbers.enumerate() {
                let asked = given.each_ref().map(|one| one[place]);
                assert_eq!(
                    format!("{got:?}"),
                    format!("{wanted:?}"),
                    "lerp of {asked:?} as {dtype} under {ruleset}"
                );
            }
        }
    }
}
