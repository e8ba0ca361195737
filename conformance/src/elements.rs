//! Elements of tensors as bits, and back.

use half::{bf16, f16};
use num_complex::Complex;
use runtime::{DType, Narrow, Tensor, Typed, with_element};

pub use crate::reference::Bits;

/// An element type by its bits.
pub trait Element: Typed {
    /// The element of some bits.
    fn of(bits: Bits) -> Self;
    /// Its bits.
    fn bits(self) -> Bits;
}

macro_rules! elements {
    ($($t:ty: |$bits:ident| $of:expr, |$x:ident| $to:expr;)*) => { $(
        impl Element for $t {
            fn of($bits: Bits) -> $t {
                $of
            }

            fn bits(self) -> Bits {
                let $x = self;
                $to
            }
        }
    )* };
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    reason = "bits of an element are the low bits of 64"
)]
mod each {
    use super::{Bits, Complex, Element, bf16, f16};

    elements! {
        bool: |bits| bits.0 != 0, |x| (u64::from(x), 0);
        i8: |bits| bits.0 as i8, |x| (x as u8 as u64, 0);
        i16: |bits| bits.0 as i16, |x| (x as u16 as u64, 0);
        i32: |bits| bits.0 as i32, |x| (x as u32 as u64, 0);
        i64: |bits| bits.0 as i64, |x| (x as u64, 0);
        u8: |bits| bits.0 as u8, |x| (x as u64, 0);
        u16: |bits| bits.0 as u16, |x| (x as u64, 0);
        u32: |bits| bits.0 as u32, |x| (x as u64, 0);
        u64: |bits| bits.0, |x| (x, 0);
        f16: |bits| f16::from_bits(bits.0 as u16), |x| (x.to_bits() as u64, 0);
        bf16: |bits| bf16::from_bits(bits.0 as u16), |x| (x.to_bits() as u64, 0);
        f32: |bits| f32::from_bits(bits.0 as u32), |x| (x.to_bits() as u64, 0);
        f64: |bits| f64::from_bits(bits.0), |x| (x.to_bits(), 0);
        Complex<f16>: |bits| Complex::new(f16::from_bits(bits.0 as u16), f16::from_bits(bits.1 as u16)),
            |x| (x.re.to_bits() as u64, x.im.to_bits() as u64);
        Complex<f32>: |bits| Complex::new(f32::from_bits(bits.0 as u32), f32::from_bits(bits.1 as u32)),
            |x| (x.re.to_bits() as u64, x.im.to_bits() as u64);
        Complex<f64>: |bits| Complex::new(f64::from_bits(bits.0), f64::from_bits(bits.1)),
            |x| (x.re.to_bits(), x.im.to_bits());
    }
}

impl<const DTYPE: u8> Element for Narrow<DTYPE>
where
    Narrow<DTYPE>: Typed,
{
    fn of(bits: Bits) -> Narrow<DTYPE> {
        Narrow::from_bits((bits.0 & 0xff) as u8)
    }

    fn bits(self) -> Bits {
        (self.to_bits().into(), 0)
    }
}

/// A tensor of one axis.
pub fn tensor(dtype: DType, elements: &[Bits]) -> Tensor {
    with_element!(dtype, T => Tensor::from(elements.iter().map(|&bits| T::of(bits)).collect::<Vec<T>>()))
}

/// The elements of a tensor, in the order of its axes.
pub fn bits(tensor: &Tensor) -> Vec<Bits> {
    with_element!(tensor.dtype(), T => {
        let array = tensor.array::<T>().expect("asked by its dtype");
        array.iter().map(|&element| element.bits()).collect()
    })
}

/// A tensor of one axis of these whole numbers, which the dtype holds; a bool is whether one is other than zero.
pub fn converted(dtype: DType, numbers: &[i64]) -> Tensor {
    let has = |ruleset: &&runtime::Ruleset| ruleset.has(dtype);
    let any = runtime::rulesets::ALL.iter().find(has).expect("some ruleset has the dtype");
    any.array_of(numbers, &[numbers.len()], Some(dtype)).expect("it has the dtype")
}
