//! Tensors are written as their dtype, shape and values, and read back; what does not fit is an error that says why.

use concord_runtime::elements::{f8e4m3fn, i4};
use concord_runtime::{DType, Tensor, with_element};
use half::{bf16, f16};
use ndarray::{Array2, ArrayD, IxDyn, array};
use num_complex::Complex;

/// There and back, in text and in bytes; both keep NaN, which equals nothing, as NaN.
fn round_trip(tensor: &Tensor) -> String {
    let text = serde_json::to_string(tensor).unwrap_or_else(|error| panic!("{error}"));
    let back: Tensor = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((format!("{back:.30?}"), back.dtype()), (format!("{tensor:.30?}"), tensor.dtype()));
    let bytes = postcard::to_allocvec(tensor).unwrap_or_else(|error| panic!("{error}"));
    let back: Tensor = postcard::from_bytes(&bytes).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((format!("{back:.30?}"), back.shape()), (format!("{tensor:.30?}"), tensor.shape()));
    text
}

#[test]
fn every_dtype_goes_there_and_back() {
    let text = round_trip(&Tensor::from(array![[true], [false]]));
    assert_eq!(text, r#"{"dtype":"bool","shape":[2,1],"values":[true,false]}"#);
    let text = round_trip(&Tensor::from([i64::MIN, i64::MAX]));
    assert!(text.ends_with("[-9223372036854775808,9223372036854775807]}"), "{text}");
    let text = round_trip(&Tensor::from([u64::MAX]));
    assert!(text.ends_with("[18446744073709551615]}"), "{text}");
    let text =
        round_trip(&Tensor::from([0.1_f64, -0.0, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE]));
    assert!(text.ends_with(r#"[0.1,-0.0,"nan","inf",2.2250738585072014e-308]}"#), "{text}");
    let text = round_trip(&Tensor::from([0.1_f32, f32::NEG_INFINITY, f32::MAX, 1e-45]));
    assert!(text.ends_with(r#"[0.1,"-inf",3.4028235e+38,1e-45]}"#), "{text}");
    round_trip(&Tensor::from([f16::MAX, f16::NAN, f16::from_f32(0.1), f16::from_bits(1)]));
    round_trip(&Tensor::from([bf16::MAX, bf16::NEG_INFINITY, bf16::from_f32(0.1)]));
    round_trip(&Tensor::from([Complex::new(f16::ONE, f16::INFINITY)]));
    let text = round_trip(&Tensor::scalar(Complex::new(1.0_f32, f32::NAN)));
    assert_eq!(text, r#"{"dtype":"complex64","shape":[],"values":[[1.0,"nan"]]}"#);
    round_trip(&Tensor::from([Complex::new(0.1_f64, -2.5)]));
    for dtype in DType::ALL {
        round_trip(&with_element!(dtype, T => Tensor::from(Array2::<T>::default((2, 3)))));
    }
    let text = round_trip(&Tensor::from([0x7e, 0x7f, 0x80, 1].map(f8e4m3fn::from_bits)));
    assert!(text.ends_with(r#"[448.0,"nan",-0.0,0.001953125]}"#), "{text}");
    let text = round_trip(&Tensor::from([0x7, 0x8, 0xf].map(i4::from_bits)));
    assert!(text.ends_with("[7,-8,-1]}"), "{text}");
    round_trip(&Tensor::from(ArrayD::<f32>::zeros(IxDyn(&[0, 3]))));
}

#[test]
fn views_are_written_in_the_order_of_their_axes() {
    let tensor = Tensor::from(array![[1_i8, 2], [3, 4]]);
    let text = serde_json::to_string(&tensor.view().transposed()).expect("text");
    assert_eq!(text, r#"{"dtype":"int8","shape":[2,2],"values":[1,3,2,4]}"#);
}

#[test]
fn fields_have_any_order_in_text() {
    let text = r#"{"values": [1, 2.5], "shape": [2], "dtype": "f16"}"#;
    let tensor: Tensor = serde_json::from_str(text).expect("a tensor");
    assert_eq!(tensor, Tensor::from([f16::from_f32(1.0), f16::from_f32(2.5)]));
    let list = r#"["int8", [2], [1, 2]]"#;
    assert_eq!(serde_json::from_str::<Tensor>(list).ok(), Some(Tensor::from([1_i8, 2])));
}

/// Texts, and what is said of them.
const WRONG: &[(&str, &str)] = &[
    (
        r#"{"dtype":"float8_e4m3fn","shape":[1],"values":[1000]}"#,
        "1000 is out of the range of float8_e4m3fn, -448 to 448",
    ),
    (r#"{"dtype":"float8_e4m3fn","shape":[1],"values":["inf"]}"#, "inf is no float8_e4m3fn"),
    (r#"{"dtype":"int4","shape":[1],"values":[8]}"#, "8 is out of the range of int4, -8 to 7"),
    (
        r#"{"dtype":"float8_e8m0fnu","shape":[1],"values":[0.0]}"#,
        "0.0 is out of the range of float8_e8m0fnu",
    ),
    (
        r#"{"dtype":"int8","shape":[3],"values":[1,2]}"#,
        "a tensor of shape (3,) has 3 values, and there are 2",
    ),
    (
        r#"{"dtype":"int8","shape":[],"values":[]}"#,
        "a tensor of shape () has 1 values, and there are 0",
    ),
    (
        r#"{"dtype":"int8","shape":[4294967296,1000000],"values":[1]}"#,
        "a tensor of shape (4294967296, 1000000) has 4294967296000000 values, and there are 1",
    ),
    (
        r#"{"dtype":"int8","shape":[4294967296,4294967296],"values":[]}"#,
        "memory cannot hold a tensor of shape (4294967296, 4294967296)",
    ),
    (
        r#"{"dtype":"int8","shape":[1],"values":[128]}"#,
        "value 0: 128 is out of the range of int8, -128 to 127",
    ),
    (
        r#"{"dtype":"uint64","shape":[2],"values":[1,-1]}"#,
        "value 1: -1 is out of the range of uint64",
    ),
    (r#"{"dtype":"int8","shape":[1],"values":[1.5]}"#, "value 0: 1.5 is no int8"),
    (r#"{"dtype":"int8","shape":[1],"values":[true]}"#, "value 0: true is no int8"),
    (r#"{"dtype":"bool","shape":[1],"values":[1]}"#, "value 0: 1 is no bool"),
    (
        r#"{"dtype":"float16","shape":[1],"values":[70000]}"#,
        "value 0: 70000.0 is out of the range of float16",
    ),
    (
        r#"{"dtype":"float32","shape":[1],"values":[1e300]}"#,
        "value 0: 1e300 is out of the range of float32",
    ),
    (
        r#"{"dtype":"complex64","shape":[1],"values":[1]}"#,
        "value 0: 1 is no complex64, which is a pair [real, imaginary]",
    ),
    (r#"{"dtype":"float32","shape":[1],"values":[[1,2]]}"#, "value 0: [1.0, 2.0] is no float32"),
    (r#"{"dtype":"bfloat16","shape":[1],"values":[[1,2]]}"#, "value 0: [1.0, 2.0] is no bfloat16"),
    (r#"{"dtype":"complex64","shape":[1],"values":[[1]]}"#, "invalid length 1"),
    (r#"{"dtype":"complex64","shape":[1],"values":[[1,2,3]]}"#, "invalid length 3"),
    (
        r#"{"dtype":"complex64","shape":[1],"values":[[[1],2]]}"#,
        "invalid type: sequence, expected a number",
    ),
    (
        r#"{"dtype":"float32","shape":[1],"values":["infinite"]}"#,
        "invalid value: string \"infinite\"",
    ),
    (
        r#"{"dtype":"flaot32","shape":[1],"values":[1]}"#,
        "no dtype is called `flaot32`: did you mean `float32`?",
    ),
    (r#"{"dtype":"int8","shape":[-1],"values":[1]}"#, "invalid value: integer `-1`"),
    (r#"{"dtype":"int8","values":[1]}"#, "missing field `shape`"),
    (r#"{"dtype":"int8","shape":[1],"shape":[1],"values":[1]}"#, "duplicate field `shape`"),
    (
        r#"{"dtype":"int8","shape":[1],"data":[1]}"#,
        "unknown field `data`, expected one of `dtype`, `shape`, `values`",
    ),
    (r#"3"#, "expected a tensor: its dtype, its shape and its values"),
];

#[test]
fn what_does_not_fit_is_an_error_that_says_why() {
    for (text, expected) in WRONG {
        let error =
            serde_json::from_str::<Tensor>(text).map(drop).expect_err("it is refused").to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn bytes_that_are_no_tensor_are_an_error() {
    let bytes = postcard::to_allocvec(&Tensor::from([1_i32, 2, 3])).expect("bytes");
    for end in 0..bytes.len() {
        assert!(postcard::from_bytes::<Tensor>(&bytes[..end]).is_err(), "{end}");
    }
    // Whatever the byte that is wrong, there is no panic, and no memory for what is not there.
    for place in 0..bytes.len() {
        for byte in 0..=u8::MAX {
            let mut bytes = bytes.clone();
            bytes[place] = byte;
            let _ = postcard::from_bytes::<Tensor>(&bytes);
        }
    }
}
