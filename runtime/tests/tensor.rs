//! Tensors and views hold the very elements they are made of, and give them back; what does not fit is an error.

#![cfg(feature = "kernels")]

use concord_runtime::{
    AsView, AsViewMut, ComputeError, DType, Element, Tensor, TensorView, TensorViewMut, Typed,
    rulesets, with_element,
};
use half::{bf16, f16};
use ndarray::{Array1, Array3, ArrayD, ArrayView2, ArrayViewMut2, Axis, IxDyn, Slice, array};
use num_complex::Complex;

/// For every element type, a test of each of these: none copies an element.
macro_rules! every_element_type {
    ($($name:ident: $t:ty = $one:expr;)*) => {
        $(
            mod $name {
                use super::*;

                #[test]
                fn vectors_and_arrays_go_in_and_out() {
                    owned::<$t>($one);
                }

                #[test]
                fn views_are_of_the_same_elements() {
                    viewed::<$t>($one);
                }

                #[test]
                fn mutable_views_write_to_the_same_elements() {
                    written::<$t>($one);
                }
            }
        )*

        #[test]
        fn the_types_are_those_of_all_dtypes() {
            let tested = [$(<$t as Element>::DTYPE),*];
            let wide = DType::ALL.into_iter().filter(|dtype| !dtype.is_narrow());
            assert_eq!(tested.to_vec(), wide.collect::<Vec<_>>());
        }

        #[test]
        fn narrow_elements_are_viewed_and_written() {
            for dtype in DType::ALL.into_iter().filter(|dtype| dtype.is_narrow()) {
                with_element!(dtype, T => {
                    viewed::<T>(T::default());
                    written::<T>(T::default());
                });
            }
        }
    };
}

every_element_type! {
    bool: bool = true;
    int8: i8 = 1;
    int16: i16 = 1;
    int32: i32 = 1;
    int64: i64 = 1;
    uint8: u8 = 1;
    uint16: u16 = 1;
    uint32: u32 = 1;
    uint64: u64 = 1;
    float16: f16 = f16::ONE;
    bfloat16: bf16 = bf16::ONE;
    float32: f32 = 1.0;
    float64: f64 = 1.0;
    complex32: Complex<f16> = Complex::new(f16::ONE, f16::ZERO);
    complex64: Complex<f32> = Complex::new(1.0, 0.0);
    complex128: Complex<f64> = Complex::new(1.0, 0.0);
}

fn owned<T: Typed + Default + PartialEq + core::fmt::Debug>(one: T) {
    let elements = vec![one, T::default(), one];
    let at = elements.as_ptr();
    let tensor = Tensor::from(elements);
    assert_eq!((tensor.dtype(), tensor.shape(), tensor.strides()), (T::DTYPE, &[3][..], &[1][..]));
    let Ok(array) = tensor.into_array::<T>() else { panic!("it is of {}", T::DTYPE) };
    let (elements, offset) = array.into_raw_vec_and_offset();
    assert_eq!((elements.as_ptr(), offset), (at, Some(0)));
    assert_eq!(elements, [one, T::default(), one]);

    let array = Array3::from_elem((2, 3, 4), one).reversed_axes();
    let at = array.as_ptr();
    let tensor = Tensor::from(array);
    assert_eq!((tensor.shape(), tensor.strides()), (&[4, 3, 2][..], &[1, 4, 12][..]));
    // A standard layout is reshaped without copying, too.
    let tensor = Tensor::from(tensor.into_array::<T>().unwrap_or_default().reversed_axes());
    let tensor = tensor.reshape(&[4, 6]).unwrap_or_else(|error| panic!("{error}"));
    let array = tensor.into_array::<T>().unwrap_or_default();
    assert_eq!((array.as_ptr(), array.shape()), (at, &[4, 6][..]));
}

#[test]
fn arrays_of_any_layout_and_many_axes_keep_their_elements() {
    let in_order = ArrayD::from_shape_fn(IxDyn(&[3, 4, 1, 2, 1, 2]), |at| {
        (0..6).fold(0_i32, |all, axis| 10 * all + i32::try_from(at[axis]).expect("it is small"))
    });
    let permuted = in_order.clone().permuted_axes(IxDyn(&[5, 0, 3, 1, 2, 4]));
    let mut sliced = permuted.clone();
    sliced.slice_axis_inplace(Axis(1), Slice::new(1, None, 2));
    let mut inverted = permuted.clone();
    inverted.invert_axis(Axis(3));
    let mut first = in_order.clone();
    first.slice_axis_inplace(Axis(0), Slice::new(0, Some(1), 1));
    let mut empty = in_order.clone();
    empty.slice_axis_inplace(Axis(1), Slice::new(2, Some(2), 1));
    let single = sliced.clone().index_axis_move(Axis(0), 1).index_axis_move(Axis(2), 3);
    let cases = [
        ("in order", in_order),
        ("permuted", permuted),
        ("sliced", sliced),
        ("inverted", inverted),
        ("the first of an axis", first),
        ("empty", empty),
        ("two axes less", single),
    ];
    for (layout, array) in cases {
        let tensor = Tensor::from(array.clone());
        assert_eq!(tensor.shape(), array.shape(), "{layout}");
        assert_eq!(tensor.array::<i32>(), Ok(array.view()), "{layout}");
        assert_eq!(TensorView::from(array.view()), tensor.view(), "{layout}, a view");
        assert_eq!(tensor.clone().array::<i32>(), Ok(array.view()), "{layout}, a clone");
        let flat = tensor.clone().reshape(&[array.len()]).expect("as many elements");
        assert_eq!(flat, Tensor::from(array.iter().copied().collect::<Vec<_>>()), "{layout}, flat");
        assert_eq!(tensor.into_array::<i32>(), Ok(array), "{layout}, back");
    }
}

fn viewed<T: Typed + Default + PartialEq + core::fmt::Debug>(one: T) {
    let elements = [one, T::default(), one, one, T::default(), one];
    let view = TensorView::of(&elements);
    assert_eq!(view.array::<T>().map(|array| array.as_ptr()), Ok(elements.as_ptr()));

    let array = ArrayView2::from_shape((2, 3), &elements).expect("six elements");
    let view = TensorView::from(array.t());
    assert_eq!((view.dtype(), view.shape(), view.strides()), (T::DTYPE, &[3, 2][..], &[1, 3][..]));
    let view = view.index_axis(1, 1).expect("an index of the axis");
    assert_eq!(view.array::<T>().map(|array| array.as_ptr()), Ok(&raw const elements[3]));
    assert_eq!(view.to_tensor().array::<T>(), Ok(array.row(1).into_dyn()));

    let tensor = Tensor::from(array.to_owned());
    let at = |view: &TensorView<'_>| view.array::<T>().map(|array| array.as_ptr());
    let owned = tensor.array::<T>().map(|array| array.as_ptr());
    assert_eq!(
        (at(&tensor.view()), at(&tensor.as_view()), at(&(&tensor).into())),
        (owned, owned, owned)
    );
}

fn written<T: Typed + Default + PartialEq + core::fmt::Debug>(one: T) {
    let zero = T::default();
    let mut elements = [zero; 6];
    let mut view = TensorViewMut::of(&mut elements);
    view.array_mut::<T>().expect("its own type")[5] = one;
    assert_eq!(elements, [zero, zero, zero, zero, zero, one]);

    let array = ArrayViewMut2::from_shape((2, 3), &mut elements).expect("six elements");
    let mut view = TensorViewMut::from(array.reversed_axes());
    view.array_mut::<T>().expect("its own type")[[1, 0]] = one;
    view.as_view_mut().view_mut().array_mut::<T>().expect("its own type")[[0, 0]] = one;
    assert_eq!(elements, [one, one, zero, zero, zero, one]);

    let mut tensor = Tensor::from(vec![zero; 2]);
    let at = tensor.array::<T>().map(|array| array.as_ptr());
    tensor.array_mut::<T>().expect("its own type")[0] = one;
    tensor.view_mut().array_mut::<T>().expect("its own type")[1] = one;
    assert_eq!(tensor, Tensor::from(vec![one; 2]));
    assert_eq!(tensor.array::<T>().map(|array| array.as_ptr()), at);
}

#[test]
fn another_type_is_an_error_that_names_both() {
    let mut tensor = Tensor::from([1_i8, 2]);
    let error = tensor.array::<u8>().map(drop).expect_err("it is refused");
    assert_eq!((error.asked, error.is), (DType::U8, DType::I8));
    assert_eq!(
        error.to_string(),
        "asked for an array of uint8, and the tensor is of int8: cast it first"
    );
    assert_eq!(tensor.array_mut::<f32>().map(drop).expect_err("it is refused").asked, DType::F32);
    assert_eq!(
        tensor.view_mut().array_mut::<f32>().map(drop).expect_err("it is refused").is,
        DType::I8
    );
    // The tensor itself comes back.
    let tensor = tensor.into_array::<f64>().map(drop).expect_err("it is refused");
    assert_eq!(tensor, Tensor::from([1_i8, 2]));
}

#[test]
fn tensors_are_equal_whatever_their_layout() {
    let one = Tensor::from(array![[1_i32, 2], [3, 4]]);
    let other = Tensor::from(array![[1_i32, 3], [2, 4]].reversed_axes());
    assert_eq!(one, other);
    assert_eq!(one.view(), other.view());
    assert_ne!(one, Tensor::from(array![[1_i32, 2], [3, 5]]));
    assert_ne!(one, Tensor::from(array![1_i32, 2, 3, 4]));
    assert_ne!(one, Tensor::from(array![[1_u32, 2], [3, 4]]));
    assert_ne!(Tensor::from([f32::NAN]), Tensor::from([f32::NAN]));
    assert_eq!(Tensor::from([0.0_f32]), Tensor::from([-0.0_f32]));
    assert_ne!(Tensor::from(Vec::<f32>::new()), Tensor::from(Vec::<f64>::new()));
}

#[test]
fn reshaping_copies_where_it_must() {
    let turned = Tensor::from(array![[1_u8, 2, 3], [4, 5, 6]].reversed_axes());
    let flat = turned.reshape(&[6]).expect("six elements");
    assert_eq!(flat, Tensor::from([1_u8, 4, 2, 5, 3, 6]));
    assert_eq!(flat.clone().reshape(&[1, 6, 1]).map(|tensor| tensor.ndim()), Ok(3));
    let error = flat.clone().reshape(&[4, 2]).map(drop).expect_err("it is refused");
    assert_eq!((error.from, error.to), (vec![6], vec![4, 2]));
    let huge = flat.reshape(&[usize::MAX, 2]).map(drop).expect_err("it is refused").to_string();
    assert!(huge.ends_with("memory cannot hold that many elements"), "{huge}");
    let none = Tensor::from(ArrayD::<f32>::zeros(IxDyn(&[0, 3])));
    assert_eq!(none.reshape(&[5, 0, 2]).map(|tensor| tensor.len()), Ok(0));
    assert_eq!(Tensor::scalar(2_i8).reshape(&[1, 1]).map(|tensor| tensor.len()), Ok(1));
}

#[test]
fn axes_and_indices_that_are_not_there_give_none() {
    let tensor = Tensor::from(array![[1_u8, 2, 3], [4, 5, 6]]);
    let view = || tensor.view();
    assert!(view().index_axis(2, 0).is_none() && view().index_axis(1, 3).is_none());
    assert!(view().invert_axis(2).is_none());
    assert!(view().permuted(&[0]).is_none() && view().permuted(&[0, 0]).is_none());
    assert!(view().permuted(&[0, 2]).is_none() && view().permuted(&[0, 1, 2]).is_none());
    assert!(view().broadcast(&[2, 2]).is_none() && view().broadcast(&[3]).is_none());
    assert!(view().broadcast(&[usize::MAX, 2, 3]).is_none());
    assert!(view().slice_axis(2, 0..).is_none());
    for slice in [
        Slice::new(4, None, 1),
        Slice::new(0, Some(4), 1),
        Slice::new(-4, None, 1),
        Slice::new(0, Some(-4), 1),
        Slice::new(0, None, isize::MIN),
        Slice { start: 0, end: None, step: 0 },
    ] {
        assert!(view().slice_axis(1, slice).is_none(), "{slice:?}");
    }
    let row = |slice: Slice| {
        view().slice_axis(1, slice).expect("inside").index_axis(0, 0).expect("a row").to_tensor()
    };
    assert_eq!(row(Slice::new(-2, None, 1)), Tensor::from([2_u8, 3]));
    assert_eq!(row(Slice::new(0, None, -2)), Tensor::from([3_u8, 1]));
    assert_eq!(row(Slice::new(0, None, isize::MAX)), Tensor::from([1_u8]));
    assert_eq!(row(Slice::new(2, Some(1), 1)), Tensor::from(Vec::<u8>::new()));
    assert_eq!(row(Slice::new(3, None, 1)), Tensor::from(Vec::<u8>::new()));
}

#[test]
fn copies_are_told_from_views() {
    let elements = Array1::from(vec![1_i16, 2, 3]);
    let copy = Tensor::from(elements.as_slice().expect("in order"));
    assert_eq!(copy, Tensor::from(TensorView::from(elements.view())));
    assert_ne!(copy.array::<i16>().map(|array| array.as_ptr()), Ok(elements.as_ptr()));
    let of_ref: TensorView<'_> = TensorView::from(&*elements);
    assert_eq!(of_ref.array::<i16>().map(|array| array.as_ptr()), Ok(elements.as_ptr()));
}

#[test]
fn shapes_of_nothing_that_are_huge_do_not_panic() {
    let huge = isize::MAX.unsigned_abs();
    let rules = concord_runtime::rulesets::DPCTL;
    for shape in [&[0, huge][..], &[huge, 0], &[0, huge / 4], &[0, huge / 16, 8], &[0, huge, 2]] {
        for dtype in [DType::I8, DType::F64, DType::C128] {
            let made = rules.zeros(shape, dtype).map(|tensor| tensor.len());
            assert!(matches!(made, Ok(0) | Err(ComputeError::TooLarge { .. })), "{made:?}");
            let none = rules.zeros(&[0], dtype).expect("a tensor of nothing");
            assert_eq!(none.view().broadcast(shape).map_or(0, |view| view.len()), 0);
            if let Ok(tensor) = none.reshape(shape) {
                assert_eq!((tensor.shape(), tensor.len()), (shape, 0));
                assert!(format!("{tensor:?}").starts_with("array([], shape=("));
                let sum = rules.add(&tensor, &tensor).map(|tensor| tensor.len());
                assert!(matches!(sum, Ok(0) | Err(ComputeError::TooLarge { .. })), "{sum:?}");
            }
        }
    }
}

#[test]
fn an_output_of_another_shape_is_refused_alike_by_ops_and_casts() {
    let (numpy, a) = (rulesets::NUMPY, Tensor::from(vec![1_i8, 2]));
    let mut out = Tensor::from(vec![0_i8; 3]);
    for (name, done) in [
        ("cast", numpy.cast_into(&a, &mut out)),
        ("negative", numpy.negative_into(&a, &mut out)),
        ("add", numpy.add_into(&a, &a, &mut out)),
    ] {
        let error = done.expect_err("there is no room for one of the elements");
        assert_eq!(error.kind(), "output_shape");
        let wanted = format!(
            "{name}: the result has shape (2,), the output (3,): give an output of the result's shape"
        );
        assert_eq!(error.to_string(), wanted);
    }
}
