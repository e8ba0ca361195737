//! Elements that share bytes: there and back, the first in the lowest bits.

use concord_runtime::{DType, Tensor, TensorView};

use crate::{SHAPE, bits, layouts, sample};

fn packed_dtypes() -> impl Iterator<Item = DType> {
    DType::ALL.into_iter().filter(|dtype| matches!(dtype.bits(), 1 | 2 | 4))
}

/// Bit by bit: those of an element follow those of the one before.
fn bit_by_bit(dtype: DType, elements: &[u8]) -> Vec<u8> {
    let width = dtype.bits() as usize;
    let mut bytes = vec![0; (elements.len() * width).div_ceil(8)];
    for (place, element) in elements.iter().enumerate() {
        for bit in 0..width {
            let at = place * width + bit;
            bytes[at / 8] |= ((element >> bit) & 1) << (at % 8);
        }
    }
    bytes
}

#[test]
fn every_dtype_goes_there_and_back_in_every_layout() {
    assert!(packed_dtypes().next().is_some(), "there are such dtypes");
    for dtype in packed_dtypes() {
        let tensor = sample(dtype, &SHAPE);
        let one = tensor.view().slice_axis(0, 0..1).expect("a row");
        for (name, view) in layouts(&tensor, &one) {
            let packed = view.to_packed().unwrap_or_else(|error| panic!("{dtype}: {error}"));
            assert_eq!(packed, bit_by_bit(dtype, &bits(&view)), "{dtype}, {name}");
            let back = Tensor::from_packed(dtype, &packed, view.shape());
            let back = back.unwrap_or_else(|error| panic!("{dtype}, {name}: {error}"));
            assert_eq!((back.dtype(), back.shape()), (dtype, view.shape()), "{dtype}, {name}");
            assert_eq!(bits(&back.view()), bits(&view), "{dtype}, {name}");
        }
    }
}

#[test]
fn every_number_of_elements_ignores_what_is_left_of_the_last_byte() {
    for dtype in packed_dtypes() {
        for len in 0..40 {
            let tensor = sample(dtype, &[len]);
            let mut packed = tensor.to_packed().unwrap_or_else(|error| panic!("{dtype}: {error}"));
            assert_eq!(packed, bit_by_bit(dtype, &bits(&tensor.view())), "{len} of {dtype}");
            let taken = len * dtype.bits() as usize;
            if let Some(last) = packed.last_mut().filter(|_| !taken.is_multiple_of(8)) {
                *last |= u8::MAX << (taken % 8);
            }
            let back = Tensor::from_packed(dtype, &packed, &[len]);
            let back = back.unwrap_or_else(|error| panic!("{len} of {dtype}: {error}"));
            assert_eq!(bits(&back.view()), bits(&tensor.view()), "{len} of {dtype}");
        }
    }
}

#[test]
fn what_shares_no_bytes_and_what_does_not_fit_says_so() {
    let bytes = [0x21, 0x43];
    let cases: [(DType, &[usize], &str); 6] = [
        (DType::I4, &[5], "int4 elements of shape (5,) take 3 bytes, not 2"),
        (DType::I4, &[2], "int4 elements of shape (2,) take 1 bytes, not 2"),
        (DType::U1, &[usize::MAX, 2], "memory cannot hold uint1 elements"),
        (DType::F32, &[4], "float32 elements share no bytes: read them with `from_bytes`"),
        (DType::F8e4m3fn, &[2], "float8_e4m3fn elements share no bytes"),
        (DType::F6e2m3fn, &[2], "float6_e2m3fn has 6 bits, which do not divide a byte"),
    ];
    for (dtype, shape, wanted) in cases {
        let error = Tensor::from_packed(dtype, &bytes, shape).expect_err(wanted).to_string();
        assert!(error.starts_with(wanted), "{dtype} of {shape:?}: {error}");
    }
    let error = TensorView::of(&[1.0_f32]).to_packed().expect_err("float32").to_string();
    assert!(error.contains("write them with `as_bytes`"), "{error}");
}
