//! Arrow arrays → operands of the runtime, and tensors → Arrow arrays, without a copy where the layouts agree.
//!
//! Copied are bools, of which Arrow has bits and the runtime bytes; dictionaries and runs, which are decoded; and
//! fixed-size binary whose bytes are not aligned for the dtype.
#![expect(
    unsafe_code,
    reason = "elements are read where Arrow has them, and Arrow reads results where tensors have them"
)]

use std::ptr::NonNull;
use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, FixedSizeBinaryArray, PrimitiveArray,
    downcast_primitive, downcast_primitive_array,
};
use arrow::buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use arrow::compute::cast;
use arrow::datatypes::DataType;
use runtime::{DType, Elements, Tensor};

use crate::Error;
use crate::dtype::storage;

/// The elements of an array, or one element as often as there are rows.
pub(crate) struct Values {
    dtype: DType,
    at: *const u8,
    shape: [usize; 1],
    strides: [isize; 1],
    /// Which are null.
    pub(crate) nulls: Option<NullBuffer>,
    /// Owns what `at` points to.
    _owner: Owner,
}

enum Owner {
    Array(#[expect(dead_code, reason = "it keeps the buffers")] ArrayRef),
    Bytes(#[expect(dead_code, reason = "it keeps the buffer")] Vec<u128>),
}

impl Values {
    /// The elements of an array of a dtype.
    pub(crate) fn new(function: &str, array: &ArrayRef, dtype: DType) -> Result<Values, Error> {
        let storage = storage(dtype);
        let array = decoded(function, array, &storage)?;
        let nulls = array.logical_nulls().filter(|nulls| nulls.null_count() > 0);
        let len = array.len();
        let of = |at, owner| Values { dtype, at, shape: [len], strides: [1], nulls, _owner: owner };
        if let DataType::Boolean = storage {
            let (bytes, at) = aligned(&unpacked(array.as_boolean().values()));
            return Ok(of(at, Owner::Bytes(bytes)));
        }
        let Some(bytes) = buffer(&array) else {
            let help = "its type has no buffer of elements: cast it first";
            return Err(Error::ArrowType { function: function.to_owned(), found: storage, help });
        };
        let bytes = &bytes[..len * dtype.size()];
        if let Some(found) = spurious(dtype, bytes) {
            return Err(Error::Bits { dtype, found });
        }
        let at = bytes.as_ptr();
        match at.align_offset(alignment(dtype)) {
            0 => Ok(of(at, Owner::Array(array))),
            _ => {
                let (bytes, at) = aligned(bytes);
                Ok(of(at, Owner::Bytes(bytes)))
            }
        }
    }

    /// Elements of their bytes, copied.
    pub(crate) fn of_bytes(dtype: DType, elements: &[u8]) -> Values {
        let len = elements.len() / dtype.size();
        let (bytes, at) = aligned(elements);
        Values { dtype, at, shape: [len], strides: [1], nulls: None, _owner: Owner::Bytes(bytes) }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.shape == [0]
    }

    /// One element, as often as there are rows.
    pub(crate) fn repeated(self, rows: usize) -> Values {
        let null = self.nulls.is_some();
        let nulls = null.then(|| NullBuffer::new_null(rows));
        Values { shape: [rows], strides: [0], nulls, ..self }
    }

    /// As an operand.
    pub(crate) fn elements(&self) -> Elements<'_> {
        // SAFETY: what `at` points to is owned here and is never written to; there are as many elements as `new`
        // counted, all initialised and, of bools and narrow dtypes, of the dtype's bits, or one with a stride of 0;
        // `new` saw to their alignment.
        unsafe { Elements::from_raw_parts(self.dtype, self.at, &self.shape, &self.strides) }
    }
}

/// The bytes of an array's elements, in whose type there is a buffer of them.
fn buffer(array: &ArrayRef) -> Option<&[u8]> {
    downcast_primitive_array!(
        array => Some(array.values().inner().as_slice()),
        DataType::FixedSizeBinary(_) => Some(array.as_fixed_size_binary().value_data()),
        _ => None,
    )
}

/// The array without a dictionary or runs.
fn decoded(function: &str, array: &ArrayRef, storage: &DataType) -> Result<ArrayRef, Error> {
    let found = array.data_type();
    if found == storage {
        return Ok(Arc::clone(array));
    }
    let plain = matches!(found, DataType::Dictionary(_, _) | DataType::RunEndEncoded(_, _));
    let help = "cast it to a numeric type first";
    let refused = || Error::ArrowType { function: function.to_owned(), found: found.clone(), help };
    match plain {
        true => cast(array, storage).map_err(|_| refused()),
        false => Err(refused()),
    }
}

/// The alignment of a dtype's elements: that of the parts of a complex one.
fn alignment(dtype: DType) -> usize {
    match dtype.kind() {
        runtime::Kind::Complex => dtype.size() / 2,
        _ => dtype.size(),
    }
}

/// The first byte that no element of a dtype with fewer than 8 bits has.
fn spurious(dtype: DType, bytes: &[u8]) -> Option<u8> {
    match dtype.bits() {
        bits @ 1..8 => bytes.iter().copied().find(|&byte| byte >> bits != 0),
        _ => None,
    }
}

/// A copy of bytes that is aligned for any dtype, and where it is.
fn aligned(bytes: &[u8]) -> (Vec<u128>, *const u8) {
    let words = bytes.chunks(16).map(|chunk| {
        let mut word = [0; 16];
        word[..chunk.len()].copy_from_slice(chunk);
        u128::from_ne_bytes(word)
    });
    let words: Vec<u128> = words.collect();
    let at = words.as_ptr().cast();
    (words, at)
}

/// A byte for each bit.
fn unpacked(bits: &BooleanBuffer) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(bits.len().next_multiple_of(64));
    for word in bits.bit_chunks().iter_padded() {
        for byte in word.to_le_bytes() {
            // Each bit of the byte to the lowest place of a byte of its own.
            let spread = u64::from(byte & 0x7f).wrapping_mul(0x0002_0408_1020_4081);
            let spread = (spread & 0x0101_0101_0101_0101) | (u64::from(byte >> 7) << 56);
            bytes.extend_from_slice(&spread.to_le_bytes());
        }
    }
    bytes.truncate(bits.len());
    bytes
}

/// A bit for each byte, which is 0 or 1.
fn packed(bytes: &[u8]) -> BooleanBuffer {
    // The lowest bits of eight bytes to the highest byte of the product.
    let gather = |bytes: [u8; 8]| {
        (u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56).to_le_bytes()[0]
    };
    let (eights, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let gathered = eights.iter().copied().chain((!rest.is_empty()).then_some(last)).map(gather);
    BooleanBuffer::new(Buffer::from_vec(gathered.collect::<Vec<u8>>()), 0, bytes.len())
}

/// A tensor of one axis as an array, which reads the elements where the tensor has them.
pub(crate) fn array(tensor: Tensor, nulls: Option<NullBuffer>) -> ArrayRef {
    let (dtype, len) = (tensor.dtype(), tensor.len());
    let tensor = match tensor.strides() {
        [1] | [] => tensor,
        _ => tensor.to_tensor(),
    };
    let storage = storage(dtype);
    let at = NonNull::new(tensor.as_ptr().cast_mut()).unwrap_or(NonNull::<u64>::dangling().cast());
    // SAFETY: the tensor has that many elements one after the other, and the buffer keeps it; a result of no elements
    // may be anywhere.
    let buffer =
        unsafe { Buffer::from_custom_allocation(at, len * dtype.size(), Arc::new(Kept(tensor))) };
    macro_rules! primitive {
        ($t:ty) => {
            Arc::new(PrimitiveArray::<$t>::new(ScalarBuffer::new(buffer, 0, len), nulls))
        };
    }
    downcast_primitive! {
        storage => (primitive),
        DataType::Boolean => Arc::new(BooleanArray::new(packed(buffer.as_slice()), nulls)),
        DataType::FixedSizeBinary(size) => Arc::new(FixedSizeBinaryArray::new(size, buffer, nulls)),
        other => unreachable!("no dtype is held by {other}"),
    }
}

/// The bytes of a tensor whose elements lie one after the other, as those of new ones do.
pub(crate) fn bytes(tensor: &Tensor) -> &[u8] {
    match tensor.len() {
        0 => &[],
        // SAFETY: the tensor has that many elements there, of types without padding, and is borrowed.
        len => unsafe { std::slice::from_raw_parts(tensor.as_ptr(), len * tensor.dtype().size()) },
    }
}

/// A tensor that only its address is asked of.
struct Kept(#[expect(dead_code, reason = "it keeps the elements")] Tensor);

impl std::panic::RefUnwindSafe for Kept {}

/// Elements of zero bits, which every dtype has: what stands for a column where only dtypes count.
pub(crate) fn sample(dtype: DType, len: &'static [usize; 1]) -> Elements<'static> {
    static ZEROS: [u128; 4] = [0; 4];
    debug_assert!(len[0] <= 4, "there are four elements at the most");
    // SAFETY: there are as many elements of any dtype, all of zero bits, which is false or zero, aligned for any.
    unsafe { Elements::from_raw_parts(dtype, ZEROS.as_ptr().cast(), len, &[1]) }
}

/// A tensor of one element along each of so many axes.
pub(crate) fn sample_of_rank(dtype: DType, rank: usize) -> Tensor {
    let elements = sample(dtype, &[1]);
    let one = runtime::AsView::as_view(&elements).to_tensor();
    one.reshape(&vec![1; rank])
        .unwrap_or_else(|_| unreachable!("one element has any shape of ones"))
}

/// A tensor as an Arrow array, which reads the elements where the tensor has them; of several axes, all elements in
/// their order.
pub fn to_arrow(tensor: Tensor) -> ArrayRef {
    array(tensor, None)
}

/// The elements of an Arrow array as a tensor, those of nulls as they are in its buffer.
///
/// # Errors
///
/// [`Error::ArrowType`] for an array whose type, or extension type, is not the dtype's; [`Error::Bits`].
pub fn to_tensor(array: &ArrayRef, dtype: DType) -> Result<Tensor, Error> {
    let values = Values::new("to_tensor", array, dtype)?;
    Ok(runtime::AsView::as_view(&values.elements()).to_tensor())
}
