//! Ops on 4,096 elements, for a profiler to count the instructions of: a loop that is no vector code any more is noticed.
//!
//! Run by `cargo xtask bench --calls`, as `calls` is, and apart from it: what is inlined into a call depends on what
//! else its program calls. It prints as that does: what is called, form, calls, how many instructions each may take.

use std::hint::black_box;

use runtime::{Arg, DType, Group, Number, Op, Options, Tensor, rulesets};

/// How often each op is run, after one that resolves what the next ones find.
const CALLS: usize = 20;

/// Ops on 4,096 elements of these dtypes, by PyTorch's ruleset, and how many instructions each may take: about two fifths
/// more than it does. An op on pairs that has one dtype is given a number. None of them has the C library copy or fill
/// memory, which takes what the processor's maker decides.
#[rustfmt::skip]
const LOOPS: &[(Op, &[DType], usize)] = &{
    use DType::*;
    [
        (Op::Add, &[F32, F32], 6_100),
        (Op::Add, &[I32, F32], 6_100),
        (Op::Add, &[I64, F32], 11_500),
        (Op::Add, &[U64, F32], 11_500),
        (Op::Add, &[I8, U8], 3_900),
        (Op::Add, &[I64, I64], 7_300),
        (Op::Add, &[F16, F16], 6_500),
        (Op::Add, &[Bf16, Bf16], 11_000),
        (Op::Multiply, &[I8, I8], 4_000),
        (Op::Multiply, &[C64, C64], 25_000),
        (Op::Divide, &[F32, F32], 7_700),
        (Op::FloorDivide, &[I32], 28_000),
        (Op::Less, &[F32, F32], 6_200),
        (Op::Maximum, &[F32, F32], 7_500),
        (Op::BitwiseAnd, &[U8, U8], 2_900),
        (Op::Where, &[Bool, F32, F32], 9_200),
        (Op::Clip, &[F32, F32, F32], 19_000),
        (Op::Exp, &[F32], 54_000),
        (Op::Log, &[F64], 160_000),
        (Op::Sin, &[F64], 210_000),
        (Op::Tanh, &[Bf16], 88_000),
        (Op::Pow, &[F32, F32], 140_000),
        (Op::Sum, &[F32], 7_500),
        (Op::Sum, &[I8], 4_400),
        (Op::Sum, &[F16], 16_000),
        (Op::Max, &[F32], 8_700),
        (Op::Argmax, &[F32], 9_100),
        (Op::All, &[Bool], 2_900),
        (Op::Var, &[F32], 20_000),
        (Op::Matmul, &[F32, F32], 130_000),
        (Op::Matmul, &[I32, I32], 340_000),
    ]
};

/// Of square matrices, so that products are among them.
fn main() {
    let ruleset = rulesets::TORCH;
    let elements: Vec<f32> = (0..4096_u16).map(|place| f32::from(place % 5 + 1)).collect();
    let square = Tensor::from(elements).reshape(&[64, 64]).expect("64 × 64 elements");
    for &(op, dtypes, most) in LOOPS {
        let made = |&dtype: &DType| ruleset.cast(&square, dtype).expect("PyTorch has the dtype");
        let tensors: Vec<Tensor> = dtypes.iter().map(made).collect();
        let mut operands: Vec<Arg<'_>> = tensors.iter().map(Arg::from).collect();
        if op.group() == Group::Binary && operands.len() == 1 {
            operands.push(Number::Int(3).into());
        }
        let names: Vec<&str> = dtypes.iter().map(|dtype| dtype.code()).collect();
        let call = || ruleset.apply(op, black_box(&operands), &Options::default()).is_ok();
        assert!(call(), "PyTorch has {op} of {names:?}");
        println!("{op}({}) loop {CALLS} {most}", names.join(","));
        counted(call);
    }
}

/// The profiler counts in here and nowhere else.
#[inline(never)]
fn counted(mut call: impl FnMut() -> bool) {
    for _ in 0..CALLS {
        assert!(call(), "it succeeded before");
    }
}
