//! Views of `.npy` files, `.npz` files there and back, and files that are damaged.

use std::io::Cursor;

use concord_runtime::exchange::npz::{self, Npz, NpzError};
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

/// A header that was changed to fewer elements leaves bytes behind them: few enough, and the checksum tells; more, and
/// it is not looked for.
#[test]
fn a_header_that_says_fewer_elements_is_an_error() {
    for len in [100_usize, 100_000] {
        let whole = Tensor::from(vec![7_u8; len]);
        let mut file = Cursor::new(Vec::new());
        npz::write(&mut file, [("a", whole.view())]).expect("it is written");
        let mut file = file.into_inner();
        let shape = format!("({len},)");
        let at = file.windows(shape.len()).position(|text| text == shape.as_bytes());
        let at = at.expect("the header has the shape");
        file[at..at + shape.len()]
            .copy_from_slice(format!("(1,){}", &"      "[..shape.len() - 4]).as_bytes());
        let error = Npz::new(&file).expect("an archive").tensor("a").expect_err("refused");
        let wanted = match len {
            100 => "tensor `a`: Invalid checksum",
            _ => "tensor `a`: not a .npy file: its header says fewer elements than there are",
        };
        assert_eq!(error.to_string(), wanted);
    }
}

/// Sizes and places in an archive's directory that are not so: each field of two members, with the bytes 0xff.
#[test]
fn a_directory_that_lies_is_an_error_or_another_tensor() {
    let mut file = Cursor::new(Vec::new());
    let tensors = [("a", TensorView::of(&[true, false])), ("b", TensorView::of(&[1_i16, 2]))];
    npz::write(&mut file, tensors).expect("it is written");
    let whole = file.into_inner();
    let signatures =
        [&b"PK\x01\x02"[..], b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07"];
    let mut told = 0;
    for start in 0..whole.len() - 4 {
        if !signatures.contains(&&whole[start..start + 4]) {
            continue;
        }
        for from in start + 4..(start + 64).min(whole.len()) {
            for width in [2, 4, 8] {
                for byte in [0_u8, 0x7f, 0xff] {
                    let to = (from + width).min(whole.len());
                    let mut changed = whole.clone();
                    changed[from..to].fill(byte);
                    told += usize::from(is_told(&changed));
                }
            }
        }
    }
    assert!(told > 500, "only {told} are told");
}

/// Whether an archive, or a tensor of it, is an error. Those that are none have no more elements than the file bytes.
fn is_told(file: &[u8]) -> bool {
    let Ok(npz) = Npz::new(file) else { return true };
    let names: Vec<String> = npz.names().map(str::to_owned).collect();
    let mut is_told = false;
    for name in names {
        let view = npz.view(&name).map(|view| view.len());
        let tensor = npz.tensor(&name).map(|tensor| tensor.len());
        is_told |= view.is_err() || tensor.is_err();
        for len in [view, tensor].into_iter().flatten() {
            assert!(len <= file.len(), "{len} elements of {} bytes", file.len());
        }
    }
    is_told
}

/// ml_dtypes writes complex32 under a letter of its own, and float8_e5m2 as a float of one byte.
#[test]
fn what_ml_dtypes_describes_in_its_own_way_is_read() {
    for (descr, dtype) in [("<W4", DType::C32), ("<V4", DType::C32), ("<f1", DType::F8e5m2)] {
        let elements: Vec<u8> = (0..4).collect();
        let (shape, len) = if dtype == DType::C32 { ("(1,)", 1) } else { ("(4,)", 4) };
        let file = Placed::new(&npy(descr, "False", shape, &elements), 0);
        let read = Tensor::read_npy_as(file.bytes(), dtype)
            .unwrap_or_else(|error| panic!("{descr}: {error}"));
        assert_eq!((read.len(), bits(&read.view())), (len, elements), "{descr}");
        let view = TensorView::from_npy_as(file.bytes(), dtype).expect("aligned");
        assert_eq!(bits(&view), bits(&read.view()), "{descr}");
    }
    let file = npy("<W4", "False", "(1,)", &[0; 4]);
    for other in [None, Some(DType::F32), Some(DType::I32)] {
        let read = match other {
            None => Tensor::read_npy(&file[..]),
            Some(other) => Tensor::read_npy_as(&file[..], other),
        };
        assert!(matches!(read, Err(NpyError::Descr { .. })), "{other:?}");
    }
}

/// A file that holds back what it is given, and loses it.
struct Full(Cursor<Vec<u8>>);

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Err(std::io::ErrorKind::StorageFull.into())
    }
}

impl std::io::Seek for Full {
    fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn what_a_writer_holds_back_is_written_or_an_error() {
    let tensor = Tensor::from([1_i8]);
    let written = npz::write(Full(Cursor::new(Vec::new())), [("a", tensor.view())]);
    let error = written.expect_err("it is lost");
    let is_lost = matches!(&error, NpzError::Member { error: NpyError::Io(_), .. });
    assert!(is_lost, "{error}");
}

#[test]
fn what_cannot_be_written_is_said_of_writing() {
    let tensor = Tensor::from([1_i8]);
    let long = "n".repeat(1 << 16);
    let told = |names: [&str; 2]| {
        let tensors = names.map(|name| (name, tensor.view()));
        npz::write(Cursor::new(Vec::new()), tensors).expect_err("it is refused")
    };
    let twice = told(["a", "a"]);
    assert!(matches!(&twice, NpzError::Twice { name } if name == "a"), "{twice}");
    assert_eq!(twice.to_string(), "two tensors are called `a`: give each a name of its own");
    let unwritten = told(["a", &long]);
    assert!(matches!(unwritten, NpzError::Write(_)), "{unwritten}");
    let message = unwritten.to_string();
    assert!(message.starts_with("the .npz file cannot be written: "), "{message}");
}
