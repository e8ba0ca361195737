//! DLPack there and back, and structures of it that are wrong.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use concord_runtime::exchange::SharedTensor;
use concord_runtime::exchange::dlpack::{
    DataType, Device, Managed, ManagedTensor, ManagedTensorVersioned, TensorDescription, Version,
};
use concord_runtime::{DType, IdSystem};

use crate::{SHAPE, bits, layouts, sample};

/// There and back in a form, unless that form cannot say it.
fn round_trip<M: Managed + 'static>(
    lent: SharedTensor<'_>,
) -> Result<SharedTensor<'static>, String> {
    let at = lent.as_ptr();
    let managed: *mut M = lent.into_dlpack().map_err(|error| error.to_string())?.into_raw();
    // SAFETY: it was just lent, and what it was borrowed from outlives the result in these tests.
    let back = unsafe { SharedTensor::from_dlpack(managed) }.map_err(|error| error.to_string())?;
    assert!(back.view().is_empty() || back.as_ptr() == at, "the elements were copied");
    Ok(back)
}

#[test]
fn every_dtype_goes_there_and_back_in_every_layout() {
    for dtype in DType::ALL {
        let tensor = sample(dtype, &SHAPE);
        let one = tensor.view().slice_axis(0, 0..1).expect("a row");
        for (name, view) in layouts(&tensor, &one) {
            let what = format!("{dtype}, {name}");
            let new = round_trip::<ManagedTensorVersioned>(SharedTensor::from(view.clone()));
            let old = round_trip::<ManagedTensor>(SharedTensor::from(view.clone()));
            assert!(old.is_err(), "{what}: read-only, which the old form cannot say");
            match (new, IdSystem::Dlpack.id(dtype)) {
                (Ok(new), Ok(_)) => {
                    assert_eq!((new.dtype(), new.shape()), (dtype, view.shape()), "{what}");
                    assert_eq!(bits(&new.view()), bits(&view), "{what}");
                    assert!(!new.is_writable(), "{what}");
                }
                (Err(error), Err(none)) => assert!(error.contains(&none.to_string()), "{error}"),
                (new, id) => panic!("{what}: {new:?} of {id:?}"),
            }
        }
        let whole = bits(&tensor.view());
        match round_trip::<ManagedTensor>(SharedTensor::from(tensor)) {
            Ok(mut old) => {
                assert_eq!(bits(&old.view()), whole, "{dtype}");
                assert!(old.view_mut().is_some(), "{dtype}: its owner lent it to write to");
            }
            Err(error) => {
                let has_none = IdSystem::Dlpack.id(dtype).is_err();
                assert!(dtype.bits() < 8 || has_none, "{dtype}: {error}");
            }
        }
    }
}

/// What a producer owns, and how often its deleter was called.
struct Producer {
    deleted: Arc<AtomicUsize>,
    // Vectors, since what a box holds must not be reached by a pointer that was made before the box was moved.
    _elements: Vec<u64>,
    _shape: Vec<i64>,
    _strides: Vec<i64>,
}

unsafe extern "C" fn delete(managed: *mut ManagedTensorVersioned) {
    // SAFETY: `lend` made both, and this is called once.
    unsafe {
        let managed = Box::from_raw(managed);
        let producer = Box::from_raw(managed.context.cast::<Producer>());
        producer.deleted.fetch_add(1, Ordering::Relaxed);
    }
}

/// Four int64 of shape (2, 2), changed in some way before they are lent.
fn lend(
    change: fn(&mut ManagedTensorVersioned),
) -> (*mut ManagedTensorVersioned, Arc<AtomicUsize>) {
    let deleted = Arc::new(AtomicUsize::new(0));
    let (mut elements, mut shape, mut strides) = (vec![1, 2, 3, 4], vec![2, 2], vec![2, 1]);
    let tensor = TensorDescription {
        data: elements.as_mut_ptr().cast(),
        device: Device::CPU,
        ndim: 2,
        dtype: DataType { code: 0, bits: 64, lanes: 1 },
        shape: shape.as_mut_ptr(),
        strides: strides.as_mut_ptr(),
        byte_offset: 0,
    };
    let producer = Producer {
        deleted: Arc::clone(&deleted),
        _elements: elements,
        _shape: shape,
        _strides: strides,
    };
    let mut managed = ManagedTensorVersioned {
        version: Version::WRITTEN,
        context: Box::into_raw(Box::new(producer)).cast::<c_void>(),
        deleter: Some(delete),
        flags: 0,
        tensor,
    };
    change(&mut managed);
    (Box::into_raw(Box::new(managed)), deleted)
}

fn lengths(managed: &mut ManagedTensorVersioned, shape: [i64; 2], strides: [i64; 2]) {
    // SAFETY: `lend` made room for two of each.
    unsafe {
        managed.tensor.shape.cast::<[i64; 2]>().write(shape);
        managed.tensor.strides.cast::<[i64; 2]>().write(strides);
    }
}

type Change = fn(&mut ManagedTensorVersioned);

#[test]
fn what_is_well_formed_is_taken() {
    let cases: [(&str, Change, &str); 9] = [
        ("as it is", |_| {}, "[[1 2]\n [3 4]]"),
        ("a later minor version", |it| it.version.minor = 9, "[[1 2]\n [3 4]]"),
        ("no strides", |it| it.tensor.strides = ptr::null_mut(), "[[1 2]\n [3 4]]"),
        ("Fortran order", |it| lengths(it, [2, 2], [1, 2]), "[[1 3]\n [2 4]]"),
        (
            "an offset",
            |it| {
                it.tensor.byte_offset = 8;
                it.tensor.ndim = 1;
            },
            "[2 4]",
        ),
        (
            "backwards",
            |it| {
                it.tensor.byte_offset = 24;
                lengths(it, [2, 2], [-2, -1]);
            },
            "[[4 3]\n [2 1]]",
        ),
        (
            "no axes, no shape",
            |it| {
                it.tensor.ndim = 0;
                it.tensor.shape = ptr::null_mut();
            },
            "1",
        ),
        (
            "no elements, no address",
            |it| {
                it.tensor.data = ptr::null_mut();
                lengths(it, [2, 0], [7, 9]);
            },
            "[]",
        ),
        ("an axis of one and its stride", |it| lengths(it, [2, 1], [1, i64::MAX]), "[[1]\n [2]]"),
    ];
    for (name, change, wanted) in cases {
        let (managed, deleted) = lend(change);
        // SAFETY: `lend` owns all that it describes.
        let shared = unsafe { SharedTensor::from_dlpack(managed) };
        let shared = shared.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(shared.view().to_string(), wanted, "{name}");
        assert_eq!(deleted.load(Ordering::Relaxed), 0, "{name}");
        drop(shared);
        assert_eq!(deleted.load(Ordering::Relaxed), 1, "{name}");
    }
}

#[test]
fn what_is_malformed_says_so_and_is_given_back() {
    let cases: [(Change, &str); 21] = [
        (
            |it| it.version = Version { major: 2, minor: 0 },
            "DLPack 2.0: ask its producer for max_version=(1, 1)",
        ),
        (|it| it.version.major = 0, "DLPack 0.1"),
        (|it| it.tensor.device = Device { kind: 2, id: 3 }, "device (2, 3): bring them to the cpu"),
        (|it| it.tensor.dtype.lanes = 4, "a vector of 4"),
        (|it| it.tensor.dtype.lanes = 0, "a vector of 0"),
        (|it| it.tensor.dtype.code = 3, "code 3 and 64 bits"),
        (|it| it.tensor.dtype = DataType { code: 2, bits: 8, lanes: 1 }, "code 2 and 8 bits"),
        (
            |it| it.tensor.dtype = DataType { code: 17, bits: 4, lanes: 1 },
            "float4_e2m1fn that share bytes",
        ),
        (|it| it.tensor.ndim = -1, "of -1 axes"),
        (|it| it.tensor.ndim = i32::MAX, "of 2147483647 axes"),
        (|it| it.tensor.shape = ptr::null_mut(), "`shape` of the DLPack tensor is null"),
        (|it| it.tensor.data = ptr::null_mut(), "at a null address"),
        (
            |it| {
                it.tensor.data = ptr::null_mut();
                it.tensor.byte_offset = 64;
            },
            "at a null address",
        ),
        (|it| it.tensor.byte_offset = u64::MAX, "byte_offset 18446744073709551615"),
        (|it| it.tensor.byte_offset = 1, "1 bytes beyond a multiple of 8"),
        (
            |it| lengths(it, [2, -1], [1, 1]),
            "axis 1 of the DLPack tensor has the length or the stride -1",
        ),
        (|it| lengths(it, [i64::MAX, i64::MAX], [1, 1]), "memory cannot hold"),
        (|it| lengths(it, [2, 2], [i64::MAX, 1]), "lead out of memory"),
        (|it| lengths(it, [2, 2], [i64::MIN, 1]), "lead out of memory"),
        (
            |it| {
                lengths(it, [i64::MAX, 2], [1, 1]);
                it.tensor.strides = ptr::null_mut();
            },
            "memory cannot hold",
        ),
        (
            |it| {
                it.tensor.dtype = DataType { code: 6, bits: 8, lanes: 1 };
                lengths(it, [2, 2], [8, 1]);
            },
            "element 2 is the byte 2, and a bool is 0 or 1",
        ),
    ];
    for (change, wanted) in cases {
        let (managed, deleted) = lend(change);
        // SAFETY: nothing that `lend` does not own is described, or else an error comes before it is read.
        let shared = unsafe { SharedTensor::from_dlpack(managed) };
        let error = shared.map(|_| ()).expect_err(wanted).to_string();
        assert!(error.contains(wanted), "{error}\nnot: {wanted}");
        assert_eq!(deleted.load(Ordering::Relaxed), 1, "{wanted}: given back once");
    }
    // SAFETY: null is an error.
    let null = unsafe { SharedTensor::from_dlpack(ptr::null_mut::<ManagedTensor>()) };
    assert!(null.map(|_| ()).expect_err("refused").to_string().contains("`DLManagedTensor`"));
}

#[test]
fn a_structure_without_a_deleter_is_lent_for_good() {
    let mut managed = ManagedTensor {
        tensor: TensorDescription {
            data: ptr::from_ref(&7_i64).cast_mut().cast(),
            device: Device::CPU,
            ndim: 0,
            dtype: DataType { code: 0, bits: 64, lanes: 1 },
            shape: ptr::null_mut(),
            strides: ptr::null_mut(),
            byte_offset: 0,
        },
        context: ptr::null_mut(),
        deleter: None,
    };
    // SAFETY: the number is static, and nothing writes to it.
    let shared = unsafe { SharedTensor::from_dlpack(&raw mut managed) }.expect("well-formed");
    assert_eq!(shared.view().to_string(), "7");
}

#[test]
fn what_nobody_takes_gives_its_elements_back() {
    fn lend_and_forget<M: Managed + 'static>(dtype: DType) {
        let owner = Arc::new(sample(dtype, &SHAPE));
        let at = owner.as_ptr().cast_mut();
        // SAFETY: the owner has the elements, and nobody writes to them.
        let shared = unsafe {
            SharedTensor::from_raw_parts(dtype, at, &SHAPE, None, true, Arc::clone(&owner))
        };
        assert_eq!(Arc::strong_count(&owner), 2, "{dtype}: kept");
        // Dropped with an error, or without one.
        let lent = shared.expect("well-formed").into_dlpack::<M>();
        assert_eq!(lent.is_ok(), Arc::strong_count(&owner) == 2, "{dtype}: kept while it is lent");
        drop(lent);
        assert_eq!(Arc::strong_count(&owner), 1, "{dtype}: given back");
    }
    for dtype in DType::ALL {
        lend_and_forget::<ManagedTensor>(dtype);
        lend_and_forget::<ManagedTensorVersioned>(dtype);
    }
}
