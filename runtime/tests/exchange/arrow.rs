//! Arrow arrays there and back, with nulls and without, and those that hold something else.

use arrow_array::types::UInt8Type;
use arrow_array::{
    Array, BooleanArray, DictionaryArray, FixedSizeBinaryArray, Int32Array, StringArray, UInt8Array,
};
use arrow_buffer::Buffer;
use concord_runtime::exchange::SharedTensor;
use concord_runtime::exchange::arrow::{
    arrow_type, from_arrow, from_arrow_with_nulls, to_arrow, to_arrow_with_nulls,
};
use concord_runtime::{DType, Kind, Tensor, TensorView};

use crate::{bits, sample};

const LEN: usize = 11;

#[test]
fn every_dtype_goes_there_and_back() {
    for dtype in DType::ALL {
        let tensor = sample(dtype, &[LEN]);
        let (elements, at) = (bits(&tensor.view()), tensor.as_ptr());
        let array = to_arrow(tensor.clone()).unwrap_or_else(|error| panic!("{dtype}: {error}"));
        assert_eq!((array.data_type(), array.len()), (&arrow_type(dtype).0, LEN), "{dtype}");
        array.to_data().validate_full().unwrap_or_else(|error| panic!("{dtype}: {error}"));
        let back = from_arrow(&array, dtype).unwrap_or_else(|error| panic!("{dtype}: {error}"));
        assert_eq!(bits(&back.view()), elements, "{dtype}");
        // The clone lies elsewhere; this one is given away.
        let there_and_back = from_arrow(&to_arrow(tensor).expect("as before"), dtype);
        let there_and_back = there_and_back.expect("as before");
        let same = there_and_back.as_ptr() == at;
        assert!(same || dtype.kind() == Kind::Bool, "{dtype}: a copy");
        // A slice of it begins in the middle of the buffer, which may not be aligned for a part of it.
        let slice = from_arrow(&array.slice(3, 5), dtype).expect("a slice");
        assert_eq!(bits(&slice.view()), elements[3 * dtype.size()..8 * dtype.size()], "{dtype}");
        let empty = from_arrow(&array.slice(LEN, 0), dtype).expect("nothing");
        assert!(empty.view().is_empty(), "{dtype}");
        let none = to_arrow(sample(dtype, &[0])).expect("nothing");
        assert!(from_arrow(&none, dtype).expect("nothing").view().is_empty(), "{dtype}");
    }
}

#[test]
fn nulls_are_a_mask() {
    let mask: Vec<bool> = (0..LEN).map(|place| place % 3 == 0).collect();
    let mask = Tensor::from(mask);
    for dtype in DType::ALL {
        let tensor = sample(dtype, &[LEN]);
        let elements = bits(&tensor.view());
        let array = to_arrow_with_nulls(tensor, &mask.view()).expect("as many");
        assert_eq!(array.null_count(), 4, "{dtype}");
        let (back, nulls) = from_arrow_with_nulls(&array, dtype).expect("it came from there");
        assert_eq!(bits(&back.view()), elements, "{dtype}: also where there are nulls");
        assert_eq!(nulls.as_ref(), Some(&mask), "{dtype}");
        let error = from_arrow(&array, dtype).map(|_| ()).expect_err("refused").to_string();
        assert!(error.starts_with("the array has 4 nulls"), "{dtype}: {error}");
        let (_, nulls) = from_arrow_with_nulls(&array.slice(1, 2), dtype).expect("no null");
        assert_eq!(nulls, None, "{dtype}");
    }
}

#[test]
fn layouts_of_one_axis_are_put_in_order_and_others_refused() {
    let tensor = sample(DType::I32, &[4, 3]);
    let column = tensor.view().index_axis(1, 1).expect("a column").to_tensor();
    let backwards = SharedTensor::from(tensor);
    let error = to_arrow(backwards).expect_err("refused").to_string();
    assert_eq!(error, "a tensor of shape (4, 3), and an array has one axis: reshape it first");
    let error = to_arrow(Tensor::scalar(1_i32)).expect_err("refused").to_string();
    assert_eq!(error, "a tensor of shape (), and an array has one axis: reshape it first");
    static ELEMENTS: [i32; 4] = [1, 2, 3, 4];
    let view = TensorView::of(&ELEMENTS).invert_axis(0).expect("an axis");
    let array = to_arrow(view).expect("one axis");
    assert_eq!(array.as_any().downcast_ref(), Some(&Int32Array::from(vec![4, 3, 2, 1])));
    for mask in [TensorView::of(&[true]), TensorView::of(&[1_u8, 0, 0, 1])] {
        let error = to_arrow_with_nulls(column.clone(), &mask).expect_err("refused").to_string();
        assert!(error.ends_with("for 4 elements: they are bool, one for each"), "{error}");
    }
}

/// A view of so many elements takes no memory, a copy does.
#[test]
fn a_copy_that_memory_cannot_hold_is_an_error() {
    static ZERO: i64 = 0;
    let at = (&raw const ZERO).cast_mut().cast();
    for (dtype, len) in [(DType::I64, 1 << 61), (DType::Bool, isize::MAX.cast_unsigned())] {
        // SAFETY: all indices lead to one element, whose first byte is a bool too.
        let shared =
            unsafe { SharedTensor::from_raw_parts(dtype, at, &[len], Some(&[0]), false, ()) };
        let error = to_arrow(shared.expect("they take no memory")).expect_err("too many");
        assert!(error.to_string().starts_with("memory cannot hold"), "{error}");
    }
}

#[test]
fn another_type_or_bits_that_are_no_elements_say_so() {
    let words = StringArray::from(vec!["a"]);
    let dictionary: DictionaryArray<UInt8Type> = vec!["a"].into_iter().collect();
    let (bytes, ints) = (UInt8Array::from(vec![0, 1, 2]), Int32Array::from(vec![1]));
    let pairs = FixedSizeBinaryArray::new(2, Buffer::from_slice_ref([1_u8, 2, 3, 4]), None);
    let cases: [(&dyn Array, DType, &str); 8] = [
        (&words, DType::U8, "an array of Utf8 does not hold uint8: cast it to UInt8 first"),
        (&dictionary, DType::U8, "does not hold uint8"),
        (&ints, DType::U32, "an array of Int32 does not hold uint32"),
        (&ints, DType::F32, "an array of Int32 does not hold float32"),
        (&bytes, DType::Bool, "an array of UInt8 does not hold bool: cast it to Boolean"),
        (&pairs, DType::C64, "an array of FixedSizeBinary(2) does not hold complex64"),
        (&pairs, DType::F16, "does not hold float16"),
        (&bytes, DType::U1, "element 2 is the byte 2, and a uint1 has 1 bits"),
    ];
    for (array, dtype, wanted) in cases {
        let error = from_arrow(array, dtype).map(|_| ()).expect_err(wanted).to_string();
        assert!(error.contains(wanted), "{error}");
    }
    let odd = Buffer::from_slice_ref([0_u8, 0x80, 0x3f, 0, 0x40]).slice(1);
    let array = FixedSizeBinaryArray::new(2, odd, None);
    let tensor = from_arrow(&array, DType::Bf16).expect("copied");
    assert_eq!(tensor.view().to_string(), "[1. 2.]");
    let bools = BooleanArray::from(vec![true, false, true]);
    assert_eq!(
        from_arrow(&bools, DType::Bool).expect("bools").view(),
        TensorView::of(&[true, false, true])
    );
}
