//! Memory of others as tensors: what is sound is taken as it is, all else is an error that says what was given.

use concord_runtime::exchange::{MemoryError, SharedTensor};
use concord_runtime::{DType, Tensor, TensorView, rulesets};
use half::bf16;

use crate::{SHAPE, bits, layouts, sample};

#[test]
fn every_dtype_is_shared_in_every_layout() {
    for dtype in DType::ALL {
        let tensor = sample(dtype, &SHAPE);
        let one = tensor.view().slice_axis(0, 0..1).expect("a row");
        for (name, view) in layouts(&tensor, &one) {
            // SAFETY: the view has these elements, and outlives what is made of them.
            let shared = unsafe {
                SharedTensor::from_raw_parts(
                    dtype,
                    view.as_ptr().cast_mut(),
                    view.shape(),
                    Some(view.strides()),
                    false,
                    (),
                )
            };
            let shared = shared.unwrap_or_else(|error| panic!("{dtype}, {name}: {error}"));
            assert_eq!(bits(&shared.view()), bits(&view), "{dtype}, {name}");
            assert_eq!(shared.shape(), view.shape(), "{dtype}, {name}");
            assert!(view.is_empty() || shared.as_ptr() == view.as_ptr(), "{dtype}, {name}: a copy");
            let ordered = view.to_tensor();
            let bytes = ordered.as_bytes().expect("in order");
            let again = TensorView::from_bytes(dtype, bytes, view.shape());
            let again = again.unwrap_or_else(|error| panic!("{dtype}, {name}: {error}"));
            assert_eq!(bits(&again), bits(&view), "{dtype}, {name}");
        }
    }
}

#[test]
fn a_weak_tensor_stays_weak() {
    let weak = Tensor::from([0.5_f32]).with_weak(true);
    assert!(SharedTensor::from(weak.view()).view().is_weak());
    let shared = SharedTensor::from(weak);
    assert!(shared.view().is_weak() && shared.to_tensor().is_weak());
    let sum = rulesets::JAX.add(&Tensor::from([bf16::from_f32(1.0)]), &shared);
    assert_eq!(sum.expect("one axis each").dtype(), DType::Bf16);
}

/// Strides that lead two indices to the same element, and ones that do not.
#[test]
fn what_has_no_place_of_its_own_is_not_written_to() {
    const CASES: [(&[usize], &[isize], bool); 9] = [
        (&[2, 3], &[3, 1], true),
        (&[3, 2], &[1, 3], true),
        (&[2, 3], &[-3, -1], true),
        (&[2, 2], &[4, 2], true),
        (&[0, 9], &[0, 0], true),
        (&[1, 3], &[0, 1], true),
        (&[3], &[0], false),
        (&[2, 3], &[1, 1], false),
        (&[2, 3], &[2, 1], false),
    ];
    for (shape, strides, writable) in CASES {
        let mut elements = [0_u8; 16];
        let at = elements[8..].as_mut_ptr();
        // SAFETY: no stride leads farther than eight elements back or seven ahead.
        let shared =
            unsafe { SharedTensor::from_raw_parts(DType::U8, at, shape, Some(strides), true, ()) };
        let mut shared = shared.unwrap_or_else(|error| panic!("{shape:?} {strides:?}: {error}"));
        assert_eq!(shared.is_writable(), writable, "{shape:?} {strides:?}");
        assert_eq!(shared.view_mut().is_some(), writable, "{shape:?} {strides:?}");
    }
}

/// Address, shape, strides, and what is wrong.
#[test]
fn what_is_no_memory_says_so() {
    static ELEMENTS: [u64; 2] = [0; 2];
    let at = ELEMENTS.as_ptr().cast_mut().cast::<u8>();
    let (null, odd) = (std::ptr::null_mut(), at.wrapping_add(1));
    const HUGE: usize = 1 << 62;
    const FAR: isize = isize::MAX / 8;
    type Case = (*mut u8, &'static [usize], Option<&'static [isize]>, &'static str);
    let cases: [Case; 12] = [
        (null, &[2], None, "int64 elements of shape (2,) at a null address"),
        (null, &[], Some(&[]), "int64 elements of shape () at a null address"),
        (odd, &[1], None, "1 bytes beyond a multiple of 8"),
        (odd, &[1], Some(&[1]), "1 bytes beyond a multiple of 8"),
        (at, &[HUGE, 4], None, "memory cannot hold int64 elements of shape"),
        (at, &[HUGE], None, "memory cannot hold int64 elements of shape"),
        (at, &[HUGE, 4, 0], None, "memory cannot hold int64 elements of shape"),
        (at, &[2], Some(&[]), "there is one for each axis"),
        (at, &[2], Some(&[1, 1]), "there is one for each axis"),
        (at, &[3, 3], Some(&[FAR, 1]), "lead out of memory"),
        (at, &[2, 2], Some(&[FAR, -FAR]), "lead out of memory"),
        (at, &[2], Some(&[isize::MIN]), "lead out of memory"),
    ];
    for (at, shape, strides, wanted) in cases {
        // SAFETY: an error is expected before anything is read.
        let shared =
            unsafe { SharedTensor::from_raw_parts(DType::I64, at, shape, strides, true, ()) };
        let error = shared.map(|_| ()).expect_err(wanted).to_string();
        assert!(error.contains(wanted), "{shape:?} {strides:?}: {error}");
    }
    for shape in [&[0][..], &[HUGE, 0], &[0, HUGE]] {
        // SAFETY: there are no elements.
        let shared = unsafe {
            SharedTensor::from_raw_parts(
                DType::I64,
                null,
                shape,
                Some(&vec![7; shape.len()]),
                true,
                (),
            )
        };
        assert!(shared.expect("no elements lie anywhere").view().is_empty());
    }
}

#[test]
fn a_byte_that_is_no_element_is_found() {
    for dtype in DType::ALL.into_iter().filter(|dtype| dtype.size() == 1) {
        let first =
            (0..=255_u8).find(|&byte| TensorView::from_bytes(dtype, &[byte], &[1]).is_err());
        let bits = if dtype == DType::Bool { 1 } else { dtype.bits() };
        assert_eq!(first.map(u32::from), (bits < 8).then_some(1 << bits), "{dtype}");
        let Some(found) = first else { continue };
        let bytes = [0, 0, 0, found, 0, 0];
        let error = TensorView::from_bytes(dtype, &bytes, &[2, 3]).expect_err("refused");
        assert_eq!(error, MemoryError::Bits { dtype, found, place: 3 });
        // The place counts those axes too along which one element stands for many.
        for (shape, strides, place) in [([6, 2], [1, 0], 6), ([2, 6], [0, 1], 3)] {
            let at = bytes.as_ptr().cast_mut();
            // SAFETY: six elements are inside the array.
            let shared = unsafe {
                SharedTensor::from_raw_parts(dtype, at, &shape, Some(&strides), false, ())
            };
            let error = shared.map(|_| ()).expect_err("refused");
            assert_eq!(error, MemoryError::Bits { dtype, found, place }, "{shape:?}");
        }
        // One that no index leads to does no harm, and one that many lead to is looked at once.
        let at = bytes.as_ptr().cast_mut();
        // SAFETY: every other byte is inside the array, as is the first one.
        let (others, many) = unsafe {
            let others = SharedTensor::from_raw_parts(dtype, at, &[3], Some(&[2]), false, ());
            (others, SharedTensor::from_raw_parts(dtype, at, &[1 << 60], Some(&[0]), false, ()))
        };
        assert!(others.is_ok() && many.is_ok(), "{dtype}");
    }
}

#[test]
fn as_many_bytes_as_the_elements_take() {
    let words = [0_u64; 2];
    let aligned = TensorView::of(&words);
    let bytes = aligned.as_bytes().expect("in order");
    for (dtype, shape, wanted) in [
        (DType::I32, &[4][..], None),
        (DType::I32, &[2, 2], None),
        (DType::I32, &[3], Some("take 12 bytes, not 16")),
        (DType::C128, &[], None),
        (DType::F64, &[0], Some("take 0 bytes, not 16")),
        (DType::F64, &[1 << 61], Some("memory cannot hold float64 elements")),
        (DType::F64, &[1 << 63, 2], Some("memory cannot hold float64 elements")),
    ] {
        let error =
            TensorView::from_bytes(dtype, bytes, shape).err().map(|error| error.to_string());
        let same = match (&error, wanted) {
            (Some(error), Some(wanted)) => error.contains(wanted),
            (error, wanted) => error.is_none() && wanted.is_none(),
        };
        assert!(same, "{dtype} {shape:?}: {error:?}");
    }
    assert!(TensorView::from_bytes(DType::I64, &[], &[3, 0]).is_ok());
    let error = TensorView::from_bytes(DType::I16, &bytes[1..3], &[1]).expect_err("refused");
    assert_eq!(error, MemoryError::Unaligned { dtype: DType::I16, beyond: 1 });
}
