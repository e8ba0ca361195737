//! Random elements of any dtype, as Arrow arrays and as tensors of the runtime.
#![allow(dead_code, reason = "each test uses some of it")]
#![allow(unreachable_pub, missing_docs, reason = "tests")]
#![allow(unsafe_code, reason = "elements of any dtype are made of their bytes")]

use std::sync::Arc;

use arrow::array::{Array, ArrayData, ArrayRef, BooleanArray, make_array};
use arrow::buffer::{Buffer, NullBuffer};
use arrow::datatypes::DataType;
use concord_datafusion::arrow_type;
use runtime::{DType, Kind, Tensor, TensorView};

/// A generator of numbers.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// Elements by their bytes, and which are valid.
#[derive(Clone)]
pub struct Column {
    pub dtype: DType,
    pub bytes: Vec<u8>,
    pub valid: Vec<bool>,
}

impl Column {
    /// Bits of any pattern that the dtype has, some of them small numbers, some null.
    pub fn random(random: &mut Random, dtype: DType, len: usize, nulls: bool) -> Column {
        let mut bytes = Vec::new();
        for _ in 0..len {
            let bits = random.next();
            let small = random.next().is_multiple_of(4);
            let wide = [random.next().to_le_bytes(), bits.to_le_bytes()].concat();
            let mut element = wide[..dtype.size()].to_vec();
            match dtype.kind() {
                Kind::Bool => element[0] &= 1,
                Kind::Int | Kind::Uint if small && dtype.size() > 1 => {
                    element.fill(0);
                    element[0] = wide[15] & 7;
                }
                Kind::Float | Kind::Complex if small => {
                    let whole = f32::from(wide[15] & 15) - 7.0;
                    element = float(dtype, whole);
                }
                _ => {}
            }
            if dtype.bits() < 8 {
                element[0] &= u8::MAX >> (8 - dtype.bits());
            }
            bytes.extend(element);
        }
        let valid = (0..len).map(|_| !nulls || !random.next().is_multiple_of(5)).collect();
        Column { dtype, bytes, valid }
    }

    /// As an array that begins after some elements of a longer one.
    pub fn array(&self, before: usize) -> ArrayRef {
        let size = self.dtype.size();
        let len = self.valid.len();
        let mut bytes = vec![0; before * size];
        bytes.extend_from_slice(&self.bytes);
        let valid: Vec<bool> =
            std::iter::repeat_n(true, before).chain(self.valid.iter().copied()).collect();
        let nulls = valid.contains(&false).then(|| NullBuffer::from(valid));
        let whole: ArrayRef = match arrow_type(self.dtype).0 {
            DataType::Boolean => {
                let bits: Vec<bool> = bytes.iter().map(|&byte| byte == 1).collect();
                Arc::new(BooleanArray::new(bits.into(), nulls))
            }
            storage => {
                let data = ArrayData::builder(storage).len(before + len).nulls(nulls);
                make_array(
                    data.add_buffer(Buffer::from(bytes.as_slice())).build().expect("an array"),
                )
            }
        };
        whole.slice(before, len)
    }

    /// The valid elements as a tensor.
    pub fn valid_tensor(&self, valid: &[bool]) -> Tensor {
        let size = self.dtype.size();
        let kept = self.bytes.chunks(size).zip(valid).filter(|(_, valid)| **valid);
        let bytes: Vec<u8> = kept.flat_map(|(element, _)| element.iter().copied()).collect();
        tensor(self.dtype, &bytes)
    }
}

fn float(dtype: DType, value: f32) -> Vec<u8> {
    match dtype {
        DType::F16 => half::f16::from_f32(value).to_le_bytes().to_vec(),
        DType::Bf16 => half::bf16::from_f32(value).to_le_bytes().to_vec(),
        DType::F32 => value.to_le_bytes().to_vec(),
        DType::F64 => f64::from(value).to_le_bytes().to_vec(),
        DType::C32 => float(DType::F16, value).repeat(2),
        DType::C64 => float(DType::F32, value).repeat(2),
        DType::C128 => float(DType::F64, value).repeat(2),
        _ => vec![0],
    }
}

/// A tensor of elements by their bytes.
pub fn tensor(dtype: DType, bytes: &[u8]) -> Tensor {
    let words: Vec<u128> = bytes
        .chunks(16)
        .map(|chunk| {
            let mut word = [0; 16];
            word[..chunk.len()].copy_from_slice(chunk);
            u128::from_ne_bytes(word)
        })
        .collect();
    let len = bytes.len() / dtype.size();
    // SAFETY: there are as many elements of bits that the dtype has, aligned for any.
    unsafe { TensorView::from_raw_parts(dtype, words.as_ptr().cast(), &[len], &[1]).to_tensor() }
}

/// The bytes of a tensor.
pub fn bytes_of(tensor: &Tensor) -> Vec<u8> {
    let len = tensor.len() * tensor.dtype().size();
    if len == 0 {
        return Vec::new();
    }
    // SAFETY: the result of an op lies in order.
    unsafe { std::slice::from_raw_parts(tensor.as_ptr(), len).to_vec() }
}

/// The bytes of the valid elements of an array, and which are valid.
pub fn valid_bytes(array: &ArrayRef, dtype: DType) -> (Vec<u8>, Vec<bool>) {
    let valid: Vec<bool> = (0..array.len()).map(|row| array.is_valid(row)).collect();
    let size = dtype.size();
    let all: Vec<u8> = match array.data_type() {
        DataType::Boolean => {
            let bits = arrow::array::AsArray::as_boolean(array).values();
            bits.iter().map(u8::from).collect()
        }
        _ => {
            let data = array.to_data();
            data.buffers()[0].as_slice()[data.offset() * size..(data.offset() + data.len()) * size]
                .to_vec()
        }
    };
    let kept = all.chunks(size).zip(&valid).filter(|(_, valid)| **valid);
    (kept.flat_map(|(element, _)| element.iter().copied()).collect(), valid)
}
