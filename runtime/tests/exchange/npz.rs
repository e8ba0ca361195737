//! Views of `.npy` files, `.npz` files there and back, and files that are damaged.

use std::io::Cursor;

use concord_runtime::exchange::npz::{self, Npz};
use concord_runtime::{DType, IdSystem, NpyError, Tensor, TensorView};

use crate::{Placed, SHAPE, bits, layouts, sample};

#[test]
fn every_dtype_is_viewed_and_read_in_every_layout() {
    for dtype in DType::ALL {
        let tensor = sample(dtype, &SHAPE);
        let one = tensor.view().slice_axis(0, 0..1).expect("a row");
        let views = layouts(&tensor, &one);
        let mut file = Cursor::new(Vec::new());
        npz::write(&mut file, views.clone()).expect("it is written");
        let file = Placed::new(file.get_ref(), 0);
        let file = Npz::new(file.bytes()).expect("an archive");
        let named = IdSystem::NumpyTypestr.id(dtype).is_ok();
        for (name, view) in views {
            let what = format!("{dtype}, {name}");
            let (seen, copied) = match named {
                true => (file.view(name), file.tensor(name)),
                false => (file.view_as(name, dtype), file.tensor_as(name, dtype)),
            };
            let seen = seen.unwrap_or_else(|error| panic!("{what}: {error}"));
            let copied = copied.unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!((seen.dtype(), seen.shape()), (dtype, view.shape()), "{what}");
            assert_eq!(bits(&seen), bits(&view), "{what}");
            assert_eq!(bits(&copied.view()), bits(&view), "{what}");
        }
    }
}

fn npy(descr: &str, fortran: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
    let text = format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}}}");
    let text = format!("{text:<117}\n");
    let len = u16::try_from(text.len()).expect("short");
    [b"\x93NUMPY\x01\x00", &len.to_le_bytes()[..], text.as_bytes(), elements].concat()
}

#[test]
fn a_view_is_of_what_lies_in_this_machines_order() {
    let elements: Vec<u8> = (0..24).collect();
    let file = |descr, fortran, shape| Placed::new(&npy(descr, fortran, shape, &elements), 0);
    let of = |file: &Placed| TensorView::from_npy(file.bytes()).map(|view| view.to_tensor());
    for (descr, fortran, shape) in [
        ("<i4", "False", "(2, 3)"),
        ("<i4", "True", "(2, 3)"),
        ("|u1", "True", "(2, 3, 4)"),
        ("<f8", "False", "()"),
    ] {
        let file = file(descr, fortran, shape);
        let read = Tensor::read_npy(file.bytes()).expect("a file");
        let view = TensorView::from_npy(file.bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (view.shape(), bits(&view)),
            (read.shape(), bits(&read.view())),
            "{descr} {shape}"
        );
        let at = file.bytes().as_ptr().addr() + 128;
        assert_eq!(view.as_ptr().addr(), at, "{descr} {shape}: the elements were copied");
    }
    assert!(matches!(of(&file(">i4", "False", "(2, 3)")), Err(NpyError::ByteOrder)));
    assert!(of(&file(">i1", "False", "(2, 3)")).is_ok(), "a byte has no order");
    assert!(matches!(
        of(&file("<i4", "False", "(7,)")),
        Err(NpyError::Short { expected: 7, found: 6 })
    ));
    assert!(matches!(
        of(&file("<i4", "False", "(4611686018427387904, 4)")),
        Err(NpyError::TooLarge { .. })
    ));
    assert!(matches!(
        of(&file("<i8", "False", "(4611686018427387904,)")),
        Err(NpyError::TooLarge { .. })
    ));
    assert!(matches!(of(&file("<V2", "False", "(2,)")), Err(NpyError::Descr { .. })));
    let error = of(&file("|b1", "False", "(3,)")).expect_err("refused").to_string();
    assert!(error.starts_with("element 2 is the byte 2, and a bool is 0 or 1"), "{error}");
    let unaligned = Placed::new(&npy("<i4", "False", "(2,)", &elements), 1);
    let error = TensorView::from_npy(unaligned.bytes()).expect_err("refused").to_string();
    assert!(error.ends_with("copy them with `read_npy`"), "{error}");
}

/// Every byte of a file left out from its end, and every byte changed.
#[test]
fn a_damaged_file_is_an_error_or_another_tensor() {
    let mut file = Cursor::new(Vec::new());
    let tensors = [("a", TensorView::of(&[true, false])), ("b", TensorView::of(&[1_i16, 2]))];
    npz::write(&mut file, tensors).expect("it is written");
    let whole = file.into_inner();
    let asked = |bytes: &[u8]| {
        let Ok(npz) = Npz::new(bytes) else { return };
        let names: Vec<String> = npz.names().map(str::to_owned).collect();
        for name in names {
            let (seen, copied) = (npz.view(&name), npz.tensor(&name));
            if let Ok(view) = seen {
                assert!(view.to_tensor().as_bytes().is_some_and(|bytes| bytes.len() <= 1 << 16));
            }
            drop(copied);
        }
    };
    for end in 0..whole.len() {
        asked(&whole[..end]);
    }
    for place in 0..whole.len() {
        for byte in [0, 1, 0x7f, 0xff] {
            let mut changed = whole.clone();
            changed[place] = byte;
            asked(&changed);
        }
    }
    let npz = Npz::new(&whole).expect("whole");
    let error = npz.view("c").map(|_| ()).expect_err("refused").to_string();
    assert_eq!(error, "the file has no tensor `c`: did you mean `a`?");
    let error = Npz::new(b"PK").map(|_| ()).expect_err("refused").to_string();
    assert!(error.starts_with("not an .npz file: "), "{error}");
}

/// As `numpy.savez` writes it, the elements need not be aligned; compressed, they are nowhere.
#[test]
fn what_cannot_be_viewed_is_read() {
    use std::io::Write;
    use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

    let a = sample(DType::F64, &SHAPE);
    let mut member = Vec::new();
    a.write_npy(&mut member).expect("it is written");
    for (method, wanted) in [
        (CompressionMethod::Stored, "copy them with `tensor`"),
        (CompressionMethod::Deflated, "is compressed: read it with `tensor`"),
    ] {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        // A name of this length puts the elements at an odd place.
        let options = SimpleFileOptions::default().compression_method(method);
        archive.start_file("odd_.npy", options).expect("a member");
        archive.write_all(&member).expect("it is written");
        let file = archive.finish().expect("whole").into_inner();
        let mut odd = 0;
        for beyond in 0..8 {
            let placed = Placed::new(&file, beyond);
            let npz = Npz::new(placed.bytes()).expect("an archive");
            if let Err(error) = npz.view("odd_") {
                assert!(error.to_string().contains(wanted), "{error}");
                odd += 1;
            }
            assert_eq!(bits(&npz.tensor("odd_").expect("read").view()), bits(&a.view()));
        }
        assert_eq!(odd, if method == CompressionMethod::Stored { 7 } else { 8 });
    }
}
