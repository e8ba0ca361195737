//! Every value of float16 and bfloat16 through every op on one float and every conversion, and 2^24 pairs
//! of them through the arithmetic.

use conformance::harness::{Failures, bits, said, show, tensor};
use conformance::reference::cast::cast;
use conformance::reference::edges::edges;
use conformance::reference::format::{BF16, F16, F32, Format};
use conformance::reference::wanted::{Part, accepts, one};
use conformance::reference::{Bits, fast};
use conformance::wide_dtypes;
use half::{bf16, f16};
use runtime::{DType, Group, Op, Operand, Options, Tensor, Typed, rulesets};

const HALVES: [(DType, Format); 2] = [(DType::F16, F16), (DType::Bf16, BF16)];

/// All bits of 16.
fn all() -> Vec<Bits> {
    (0..1 << 16).map(|bits| (bits, 0)).collect()
}

fn single_ops(dtype: DType, format: Format) {
    let (mut failures, all) = (Failures::default(), all());
    let operand = tensor(dtype, &all);
    let mut count = 0;
    for op in Op::ALL.into_iter().filter(|op| op.group() == Group::Unary) {
        let Ok(dtypes) = rulesets::ACLNN.op_dtypes(op, &[Operand::Tensor(dtype)]) else { continue };
        if dtypes.compute != dtype {
            continue;
        }
        let out = rulesets::ACLNN.apply(op, &[(&operand).into()], &Options::default());
        let out = bits(&out.expect("defined on floats"));
        count += 1;
        for (&value, &got) in all.iter().zip(&out) {
            let wanted = fast::unary(op, dtype, format, value.0);
            if !accepts(wanted, Format::of(dtypes.result), got) {
                failures.push(|| {
                    let (value, got) = (show(dtype, value), show(dtypes.result, got));
                    format!(
                        "{op} {dtype} {value}: got {got}, wanted {}",
                        said(dtypes.result, wanted)
                    )
                });
            }
        }
    }
    println!("{count} ops on all {dtype}");
    failures.check("every half");
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "runs optimised: `cargo test --profile optimised -p conformance --test 'numerics_*'`"
)]
fn every_float16_through_every_op() {
    single_ops(DType::F16, F16);
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "runs optimised: `cargo test --profile optimised -p conformance --test 'numerics_*'`"
)]
fn every_bfloat16_through_every_op() {
    single_ops(DType::Bf16, BF16);
}

#[test]
fn every_half_to_every_dtype() {
    let (mut failures, all) = (Failures::default(), all());
    for (from, _) in HALVES {
        let operand = tensor(from, &all);
        for to in wide_dtypes() {
            let out = bits(&rulesets::ACLNN.cast(&operand, to).expect("all dtypes are there"));
            for (&value, &got) in all.iter().zip(&out) {
                let wanted = cast(from, to, value);
                let format = Format::of(to);
                let wanted = (Part::Is(wanted.0), Part::Is(wanted.1));
                if !accepts(wanted, format, got) {
                    failures.push(|| {
                        let (value, got) = (show(from, value), show(to, got));
                        format!("{from} {value} to {to}: got {got}, wanted {}", said(to, wanted))
                    });
                }
            }
        }
    }
    failures.check("casts of every half");
}

/// 256 values: the edges, and others all over the range.
fn right_operands(dtype: DType) -> Vec<u16> {
    let edges = edges(dtype).into_iter().map(|bits| u16::try_from(bits.0).expect("16 bits"));
    let others = (0..256_u16).map(|place| place.wrapping_mul(40_503));
    edges.chain(others).take(256).collect()
}

fn pairs<T: Typed>(
    dtype: DType,
    format: Format,
    element: fn(u16) -> T,
    back: fn(T) -> u16,
    ops: &[Op],
) {
    let mut failures = Failures::default();
    let left = Tensor::from((0..=u16::MAX).map(element).collect::<Vec<T>>());
    let doubles: Vec<f64> = (0..1 << 16).map(|bits| format.double(bits)).collect();
    for &op in ops {
        for &right in &right_operands(dtype) {
            let operand = Tensor::from(vec![element(right)]);
            let out = rulesets::ACLNN.apply(
                op,
                &[(&left).into(), (&operand).into()],
                &Options::default(),
            );
            let out = out.expect("defined on floats");
            let out = out.array::<T>().expect("of the dtype");
            let y = doubles[usize::from(right)];
            for (a, &got) in out.iter().enumerate() {
                let (x, bits) = (doubles[a], a as u64);
                let wanted = match op {
                    Op::Add => fast::nearest(format, x + y),
                    Op::Subtract => fast::nearest(format, x - y),
                    Op::Multiply => fast::nearest(format, x * y),
                    Op::Divide => fast::nearest(format, x / y),
                    Op::Maximum => fast::extreme(format, bits, right.into(), false),
                    _ => fast::extreme(format, bits, right.into(), true),
                };
                let got = u64::from(back(got));
                if got != wanted && !(format.is_nan(got) && format.is_nan(wanted)) {
                    failures.push(|| {
                        let [a, b, got, wanted] =
                            [bits, right.into(), got, wanted].map(|bits| show(dtype, (bits, 0)));
                        format!("{op} {dtype} {a}, {b}: got {got}, wanted {wanted}")
                    });
                }
            }
        }
    }
    failures.check("pairs of halves");
}

const SUMS: [Op; 3] = [Op::Add, Op::Subtract, Op::Maximum];
const PRODUCTS: [Op; 3] = [Op::Multiply, Op::Divide, Op::Minimum];

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "runs optimised: `cargo test --profile optimised -p conformance --test 'numerics_*'`"
)]
fn pairs_of_float16_add_up() {
    pairs(DType::F16, F16, f16::from_bits, f16::to_bits, &SUMS);
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "runs optimised: `cargo test --profile optimised -p conformance --test 'numerics_*'`"
)]
fn pairs_of_float16_multiply() {
    pairs(DType::F16, F16, f16::from_bits, f16::to_bits, &PRODUCTS);
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "runs optimised: `cargo test --profile optimised -p conformance --test 'numerics_*'`"
)]
fn pairs_of_bfloat16_add_up() {
    pairs(DType::Bf16, BF16, bf16::from_bits, bf16::to_bits, &SUMS);
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "runs optimised: `cargo test --profile optimised -p conformance --test 'numerics_*'`"
)]
fn pairs_of_bfloat16_multiply() {
    pairs(DType::Bf16, BF16, bf16::from_bits, bf16::to_bits, &PRODUCTS);
}

/// The fast rounding is the slow one.
#[test]
fn doubles_round_alike() {
    for format in [F16, BF16, F32] {
        for (bits, _) in
            edges(DType::F64).into_iter().chain(all().into_iter().map(|bits| (bits.0 << 48 | 1, 0)))
        {
            let value = conformance::reference::format::F64.decode(bits);
            let slow = conformance::reference::wanted::rounded(format, &value);
            let quick = fast::nearest(format, f64::from_bits(bits));
            let nan = format.is_nan(slow) && format.is_nan(quick);
            assert!(nan || slow == quick, "{bits:#x}: {slow:#x}, {quick:#x}");
            assert!(nan || one(Part::Is(slow)) == one(Part::Is(quick)));
        }
    }
}
