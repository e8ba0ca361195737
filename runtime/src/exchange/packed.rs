//! Elements of 4, 2 or 1 bits that share bytes ⇄ tensors, where each takes a byte.
#![expect(unsafe_code, reason = "new memory is written before it is read, not initialised first")]

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::bytes::{check_len, in_order};
use super::memory::MemoryError;
use crate::tensor::fresh::fresh;
use crate::tensor::shape::element_count;
use crate::{DType, Tensor, TensorView};

impl Tensor {
    /// Elements that share bytes, two of 4 bits, four of 2 or eight of 1, as a tensor, where each takes a byte.
    ///
    /// They lie in the order of the axes, the first in the lowest bits of the first byte, as ONNX and torch pack them.
    /// Bits of the last byte that are left over are ignored.
    ///
    /// # Errors
    ///
    /// [`MemoryError::NotPacked`] of a dtype whose elements share no bytes, [`MemoryError::Length`] where there are more
    /// or fewer bytes than the elements take.
    ///
    /// ```
    /// use concord_runtime::{DType, Tensor};
    ///
    /// let weights = Tensor::from_packed(DType::I4, &[0x21, 0x0f], &[3])?;
    /// assert_eq!(weights.to_string(), "[ 1  2 -1]");
    /// assert_eq!(weights.to_packed()?, [0x21, 0x0f]);
    /// # Ok::<(), concord_runtime::exchange::MemoryError>(())
    /// ```
    pub fn from_packed(dtype: DType, bytes: &[u8], shape: &[usize]) -> Result<Tensor, MemoryError> {
        let per_byte = elements_in_a_byte(dtype)?;
        check_len(dtype, bytes, shape, element_count(shape).map(|len| len.div_ceil(per_byte)))?;
        fresh(dtype, shape, None, &mut |out| {
            // SAFETY: the new memory has room for a byte for each element, and nothing else refers to it.
            let elements = unsafe {
                core::slice::from_raw_parts_mut(out.at.cast::<MaybeUninit<u8>>(), out.len())
            };
            match per_byte {
                2 => unpack::<2>(bytes, elements),
                4 => unpack::<4>(bytes, elements),
                _ => unpack::<8>(bytes, elements),
            }
            Ok(())
        })
    }

    /// The elements, several in a byte: see [`TensorView::to_packed`].
    ///
    /// # Errors
    ///
    /// As for that.
    pub fn to_packed(&self) -> Result<Vec<u8>, MemoryError> {
        self.view().to_packed()
    }
}

impl TensorView<'_> {
    /// The elements, several in a byte, as [`Tensor::from_packed`] reads them. Bits of the last byte that are left over
    /// are zero.
    ///
    /// # Errors
    ///
    /// [`MemoryError::NotPacked`] of a dtype whose elements share no bytes, [`MemoryError::TooLarge`].
    ///
    /// ```
    /// use concord_runtime::Tensor;
    /// use concord_runtime::elements::f4e2m1fn;
    ///
    /// let codes = Tensor::from([1.0, -6.0, 0.5].map(f4e2m1fn::from_f64));
    /// assert_eq!(codes.view().to_packed()?, [0xf2, 0x01]);
    /// # Ok::<(), concord_runtime::exchange::MemoryError>(())
    /// ```
    pub fn to_packed(&self) -> Result<Vec<u8>, MemoryError> {
        let per_byte = elements_in_a_byte(self.dtype())?;
        let elements = in_order(self)?;
        Ok(match per_byte {
            2 => pack::<2>(&elements),
            4 => pack::<4>(&elements),
            _ => pack::<8>(&elements),
        })
    }
}

/// How many elements of a dtype share a byte.
pub(super) fn elements_in_a_byte(dtype: DType) -> Result<usize, MemoryError> {
    match dtype.bits() {
        4 => Ok(2),
        2 => Ok(4),
        1 => Ok(8),
        _ => Err(MemoryError::NotPacked { dtype }),
    }
}

/// By how many bits the element at a place moves between a byte of its own and the byte it shares.
const fn shift<const PER_BYTE: usize>(place: usize) -> usize {
    place * (8 - 8 / PER_BYTE)
}

/// The elements of each byte in turn, from its lowest bits to its highest; of the last one as many as are left.
fn unpack<const PER_BYTE: usize>(bytes: &[u8], elements: &mut [MaybeUninit<u8>]) {
    let mask = u64::from(u8::MAX >> (8 - 8 / PER_BYTE)) * 0x0101_0101_0101_0101;
    // Each element is moved to a byte of its own by one of the shifts, and what the others bring there is masked.
    let single = |byte: &u8| {
        let moved = |word, place| word | (u64::from(*byte) << shift::<PER_BYTE>(place));
        ((0..PER_BYTE).fold(0, moved) & mask).to_le_bytes()
    };
    let (whole, rest) = elements.as_chunks_mut::<PER_BYTE>();
    let (of_whole, of_rest) = bytes.split_at(whole.len());
    for (elements, byte) in whole.iter_mut().zip(of_whole) {
        for (element, single) in elements.iter_mut().zip(single(byte)) {
            element.write(single);
        }
    }
    for (element, single) in rest.iter_mut().zip(of_rest.iter().flat_map(single)) {
        element.write(single);
    }
}

/// A byte of each so many elements.
#[expect(clippy::cast_possible_truncation, reason = "the low byte is what is wanted")]
fn pack<const PER_BYTE: usize>(elements: &[u8]) -> Vec<u8> {
    // The other way: a shift takes an element to its place in the low byte, and the others out of it.
    let byte = |elements: &[u8; PER_BYTE]| {
        let mut word = [0; 8];
        word[..PER_BYTE].copy_from_slice(elements);
        let word = u64::from_le_bytes(word);
        (0..PER_BYTE).fold(0, |byte, place| byte | (word >> shift::<PER_BYTE>(place)) as u8)
    };
    let (whole, rest) = elements.as_chunks::<PER_BYTE>();
    let mut bytes: Vec<u8> = whole.iter().map(byte).collect();
    if !rest.is_empty() {
        let mut last = [0; PER_BYTE];
        last[..rest.len()].copy_from_slice(rest);
        bytes.push(byte(&last));
    }
    bytes
}
