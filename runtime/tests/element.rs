//! Every Rust type that holds an element names its dtype and is as wide as the dtype says.

use concord_runtime::{DType, Element};

/// The dtype of `T`, if `T` is as wide as it and spelled as it says.
fn dtype_of<T: Element>() -> DType {
    let dtype = T::DTYPE;
    assert_eq!(size_of::<T>(), dtype.size(), "{} holds {dtype}", core::any::type_name::<T>());
    // `half::bf16` is `half::bfloat::bf16` to the compiler, which shows the module it is defined in.
    let last = |path: &str| path.rsplit("::").next().map(str::to_owned);
    assert_eq!(last(core::any::type_name::<T>()), last(dtype.rust_type()));
    dtype
}

#[test]
fn native_types_hold_their_dtypes() {
    let held = [
        dtype_of::<bool>(),
        dtype_of::<i8>(),
        dtype_of::<i16>(),
        dtype_of::<i32>(),
        dtype_of::<i64>(),
        dtype_of::<u8>(),
        dtype_of::<u16>(),
        dtype_of::<u32>(),
        dtype_of::<u64>(),
        dtype_of::<f32>(),
        dtype_of::<f64>(),
    ];
    let native = DType::ALL.into_iter().filter(|dtype| !dtype.rust_type().contains("::"));
    assert_eq!(held.to_vec(), native.collect::<Vec<_>>());
}

#[cfg(feature = "half")]
#[test]
fn half_types_hold_their_dtypes() {
    assert_eq!(dtype_of::<half::f16>(), DType::F16);
    assert_eq!(dtype_of::<half::bf16>(), DType::Bf16);
}

#[cfg(feature = "num-complex")]
#[test]
fn complex_types_hold_their_dtypes() {
    use num_complex::Complex;

    assert_eq!(dtype_of::<Complex<f32>>(), DType::C64);
    assert_eq!(dtype_of::<Complex<f64>>(), DType::C128);
    #[cfg(feature = "half")]
    assert_eq!(dtype_of::<Complex<half::f16>>(), DType::C32);
}
