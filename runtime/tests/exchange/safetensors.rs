//! `.safetensors` files there and back, and files that lie.

use concord_runtime::exchange::safetensors::{Safetensors, to_bytes, write_file};
use concord_runtime::{DType, IdSystem, TensorView};

use crate::{Placed, SHAPE, bits, layouts, sample};

#[test]
fn every_dtype_goes_there_and_back_in_every_layout() {
    for dtype in DType::ALL {
        let tensor = sample(dtype, &SHAPE);
        let one = tensor.view().slice_axis(0, 0..1).expect("a row");
        let mut views = layouts(&tensor, &one);
        // Elements that share bytes fill them.
        let shares = dtype.bits() < 8;
        views.retain(|(_, view)| !shares || view.len().is_multiple_of(2));
        let file = match to_bytes(views.clone(), &[("format", "pt")]) {
            Ok(file) => Placed::new(&file, 0),
            Err(error) => {
                let has = IdSystem::Safetensors.id(dtype).is_ok();
                assert!(!has || dtype.bits() == 6, "{dtype}: {error}");
                continue;
            }
        };
        let file =
            Safetensors::new(file.bytes()).unwrap_or_else(|error| panic!("{dtype}: {error}"));
        assert_eq!((file.names().count(), file.metadata("format")), (views.len(), Some("pt")));
        for (name, view) in views {
            let what = format!("{dtype}, {name}");
            // An odd number of one-byte elements before it leaves nothing else unaligned: all are of one dtype.
            match file.view(name) {
                Ok(seen) => {
                    assert_eq!((seen.dtype(), seen.shape()), (dtype, view.shape()), "{what}");
                    assert_eq!(bits(&seen), bits(&view), "{what}");
                }
                Err(error) => {
                    let error = error.to_string();
                    assert!(shares && error.contains("copy them with `tensor`"), "{what}: {error}");
                }
            }
            let copied = file.tensor(name).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!((copied.dtype(), copied.shape()), (dtype, view.shape()), "{what}");
            assert_eq!(bits(&copied.view()), bits(&view), "{what}");
        }
    }
}

#[test]
fn a_file_is_written_whole() {
    let path = std::env::temp_dir().join(format!("concord-{}.safetensors", std::process::id()));
    let (a, b) = (sample(DType::F32, &SHAPE), sample(DType::U8, &[5]));
    let tensors = || [("b", b.view()), ("a", a.view())];
    write_file(&path, tensors(), &[]).expect("it is written");
    let written = std::fs::read(&path).expect("it is there");
    std::fs::remove_file(&path).expect("it is there");
    assert_eq!(written, to_bytes(tensors(), &[]).expect("the same"));
    let file = Safetensors::new(&written).expect("a file");
    assert_eq!(file.names().collect::<Vec<_>>(), ["a", "b"], "wide elements come first");
    assert_eq!(bits(&file.tensor("b").expect("it is there").view()), bits(&b.view()));
}

/// A file of a header and bytes behind it.
fn file(header: &str, bytes: usize) -> Vec<u8> {
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.as_bytes());
    file.resize(file.len() + bytes, 2);
    file
}

#[test]
fn a_file_that_lies_says_so() {
    let tensor = |dtype: &str, shape: &str, from: u64, to: u64| {
        format!(r#"{{"dtype":"{dtype}","shape":{shape},"data_offsets":[{from},{to}]}}"#)
    };
    let one = |dtype, shape, from, to| format!(r#"{{"a":{}}}"#, tensor(dtype, shape, from, to));
    let two = |first: (u64, u64), second: (u64, u64)| {
        let (a, b) =
            (tensor("I32", "[2]", first.0, first.1), tensor("I32", "[2]", second.0, second.1));
        format!(r#"{{"a":{a},"b":{b}}}"#)
    };
    let mut long = file("{}", 0);
    long[0] = 100;
    let mut endless = file("{}", 0);
    endless[..8].fill(0xff);
    let mut not_text = file("{}", 0);
    not_text[8] = 0xff;
    let cases = [
        ("no bytes", vec![], "header too small"),
        ("less than a length", vec![1; 7], "header too small"),
        ("a length beyond the file", long, "invalid header length"),
        ("a length beyond memory", endless, "header too large"),
        ("no text", not_text, "invalid UTF-8"),
        ("no JSON", file("{", 0), "invalid JSON"),
        ("no dtype", file(&one("I33", "[2]", 0, 8), 8), "invalid JSON"),
        ("a negative length", file(&one("I32", "[-2]", 0, 8), 8), "invalid JSON"),
        ("offsets backwards", file(&one("I32", "[2]", 8, 0), 8), "invalid offset for tensor `a`"),
        ("offsets beyond the file", file(&one("I32", "[2]", 0, 8), 4), "not fully covered"),
        ("bytes that are no tensor's", file(&one("I32", "[2]", 0, 8), 9), "not fully covered"),
        ("fewer bytes than elements", file(&one("I32", "[3]", 0, 8), 8), "invalid shape"),
        (
            "a shape beyond memory",
            file(&one("I32", "[4294967296,4294967296]", 0, 8), 8),
            "overflow",
        ),
        ("tensors that overlap", file(&two((0, 8), (4, 12)), 12), "invalid offset for tensor `b`"),
        ("a gap", file(&two((0, 8), (12, 20)), 20), "invalid offset for tensor `b`"),
        ("half a byte", file(&one("F4", "[3]", 0, 2), 2), "byte boundary"),
    ];
    for (name, bytes, wanted) in cases {
        let error = Safetensors::new(&bytes).map(|_| ()).expect_err(name).to_string();
        assert!(error.contains(wanted) && error.contains("write it again"), "{name}: {error}");
    }
    let cases = [
        ("bools of 2", file(&one("BOOL", "[2]", 0, 2), 2), "tensor `a`: element 0 is the byte 2"),
        ("packed float6", file(&one("F6_E2M3", "[4]", 0, 3), 3), "`a`: float6_e2m3fn has 6 bits"),
        (
            "another name",
            file(&two((0, 8), (8, 16)).replace(r#""a""#, r#""aa""#), 16),
            "did you mean `aa`?",
        ),
    ];
    for (name, bytes, wanted) in cases {
        let file = Safetensors::new(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        for error in [file.view("a").map(|_| ()), file.tensor("a").map(|_| ())] {
            let error = error.expect_err(name).to_string();
            assert!(error.contains(wanted), "{name}: {error}");
        }
    }
    // The header's length is no multiple of the elements' size, and so is where they lie.
    let bytes = file(&one("F64", "[1]", 0, 8), 8);
    for beyond in 0..8 {
        let placed = Placed::new(&bytes, beyond);
        let file = Safetensors::new(placed.bytes()).expect("a file");
        let is_aligned = (bytes.len() - 8 + beyond).is_multiple_of(8);
        match file.view("a") {
            Ok(_) => assert!(is_aligned, "{beyond}"),
            Err(error) => {
                assert!(
                    !is_aligned && error.to_string().contains("copy them with `tensor`"),
                    "{error}"
                );
            }
        }
        assert_eq!(bits(&file.tensor("a").expect("copied").view()), [2; 8]);
    }
}

#[test]
fn what_the_format_has_not_is_not_written() {
    let cases = [
        (DType::C128, "safetensors has no id of complex128"),
        (DType::F4e2m1fn, "tensor `a`: 3 × float4_e2m1fn end within a byte"),
        (DType::F6e2m3fn, "tensor `a`: float6_e2m3fn has 6 bits"),
    ];
    for (dtype, wanted) in cases {
        let tensor = sample(dtype, &[3]);
        let error = to_bytes([("a", tensor.view())], &[]).expect_err("refused").to_string();
        assert!(error.contains(wanted), "{error}");
    }
    let one = TensorView::of(&[1_i64]);
    let many = one.broadcast(&[1 << 61]).expect("one element stands for all");
    let error = to_bytes([("a", many)], &[]).expect_err("too many").to_string();
    assert!(error.starts_with("tensor `a`: memory cannot hold int64"), "{error}");
    let one = TensorView::of(&[1_u8]);
    let error = to_bytes([("__metadata__", one)], &[]).expect_err("refused").to_string();
    assert!(error.starts_with("no tensor is called `__metadata__`"), "{error}");
    let twice = [("a", TensorView::of(&[1_u8])), ("a", TensorView::of(&[2_u8]))];
    assert!(
        to_bytes(twice, &[])
            .expect_err("refused")
            .to_string()
            .contains("two tensors are called `a`")
    );
}
