//! The dtypes and numbers that calls of every op are tried on, and tensors of small numbers.

use concord_runtime::{DType, Number, Ruleset, Tensor, rulesets};

/// By size, by kind, halves and a narrow one.
pub(crate) const DTYPES: [DType; 11] = [
    DType::Bool,
    DType::I8,
    DType::U16,
    DType::I32,
    DType::I64,
    DType::F16,
    DType::F32,
    DType::F64,
    DType::C64,
    DType::C128,
    DType::F8e4m3fn,
];

pub(crate) const NUMBERS: [Number; 5] =
    [Number::Bool(true), Number::Int(2), Number::Int(-1), Number::Int(300), Number::Float(0.5)];

/// 0 to 6, over and over; of a dtype that the ruleset has.
pub(crate) fn counted(ruleset: Ruleset, dtype: DType, len: usize) -> Option<Tensor> {
    let numbers: Vec<f32> = (0_u8..7).cycle().take(len).map(f32::from).collect();
    ruleset.has(dtype).then(|| rulesets::NUMPY.cast(&Tensor::from(numbers), dtype).ok()).flatten()
}
