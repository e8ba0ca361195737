//! `.npy` files of NumPy's are read, ours are as NumPy writes them, and what is no such file is an error.

#![cfg(feature = "npy")]

use concord_runtime::exchange::MemoryError;
use concord_runtime::{DType, NpyError, Tensor, TensorView, with_element};
use ndarray::{Array2, array};

struct Case {
    name: &'static str,
    dtype: DType,
    shape: Vec<usize>,
    values: Vec<&'static str>,
    bytes: Vec<u8>,
}

fn cases() -> Vec<Case> {
    let lines = include_str!("npy/numpy.txt").lines().filter(|line| !line.starts_with('#'));
    let case = |line: &'static str| {
        let [name, dtype, shape, values, bytes] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("what is `{line}`?");
        };
        let lens = shape.split(',').filter(|len| !len.is_empty());
        let byte = |at: usize| u8::from_str_radix(&bytes[at..at + 2], 16).expect("hexadecimal");
        Case {
            name,
            dtype: dtype.parse().expect("a dtype"),
            shape: lens.map(|len| len.parse().expect("a length")).collect(),
            values: values.split(' ').filter(|value| !value.is_empty()).collect(),
            bytes: (0..bytes.len()).step_by(2).map(byte).collect(),
        }
    };
    lines.map(case).collect()
}

/// Each element as Python shows it.
fn values(tensor: &Tensor) -> Vec<String> {
    let flat = tensor.clone().reshape(&[tensor.len()]).expect("as many");
    let at = |place| flat.view().index_axis(0, place).expect("it is there").to_string();
    (0..tensor.len()).map(at).collect()
}

/// Python writes whole floats with a zero after the point, and complex numbers as we do.
fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}

#[test]
fn files_of_numpy_are_read() {
    let cases = cases();
    assert!(cases.len() > 25, "{}", cases.len());
    for case in cases {
        let what = format!("{} {}", case.name, case.dtype);
        let tensor = Tensor::read_npy(&case.bytes[..]);
        let tensor = tensor.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!((tensor.dtype(), tensor.shape()), (case.dtype, &case.shape[..]), "{what}");
        let shown = values(&tensor);
        for (is, expected) in shown.iter().zip(&case.values) {
            let same = is == expected
                || number(is).zip(number(expected)).is_some_and(|(is, expected)| is == expected);
            assert!(same, "{what}: {is}, not {expected}");
        }
        assert_eq!(shown.len(), case.values.len(), "{what}");
        // What NumPy writes in the order of the axes we write in the same way.
        if ["plain", "scalar", "empty", "one"].contains(&case.name) {
            let mut bytes = Vec::new();
            tensor.write_npy(&mut bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(bytes, case.bytes, "{what}");
        }
    }
}

#[test]
fn every_dtype_goes_there_and_back() {
    for dtype in DType::ALL {
        let elements = with_element!(dtype, T => Tensor::from(Array2::<T>::default((3, 2))));
        let mut bytes = Vec::new();
        let written = elements.view().transposed().write_npy(&mut bytes);
        written.unwrap_or_else(|error| panic!("{dtype}: {error}"));
        let back = Tensor::read_npy_as(&bytes[..], dtype).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(back.view(), elements.view().transposed());
        // Of a dtype that NumPy has no name for, a file says how many bytes an element takes.
        let named = !matches!(dtype, DType::Bf16 | DType::C32) && !dtype.is_narrow();
        match Tensor::read_npy(&bytes[..]) {
            Ok(back) => assert!(named && back.dtype() == dtype, "{dtype}"),
            Err(NpyError::Descr { asked: None, .. }) => assert!(!named, "{dtype}"),
            Err(error) => panic!("{dtype}: {error}"),
        }
        let other = if dtype == DType::I8 { DType::U8 } else { DType::I8 };
        let error = Tensor::read_npy_as(&bytes[..], other).expect_err("it is refused").to_string();
        assert!(error.contains(&format!("not {other}: `read_npy` reads")), "{error}");
    }
}

#[test]
fn views_are_written_in_the_order_of_their_axes() {
    let turned = array![[1_i32, 2, 3], [4, 5, 6]].reversed_axes();
    let mut bytes = Vec::new();
    Tensor::from(turned.clone()).write_npy(&mut bytes).expect("memory takes it");
    assert_eq!(Tensor::read_npy(&bytes[..]).ok(), Some(Tensor::from(turned)));
    assert_eq!(bytes.len(), 128 + 24);
}

/// A file of the first version with this header, and some bytes after it.
fn file(header: &str, elements: &[u8]) -> Vec<u8> {
    let len = u16::try_from(header.len()).expect("a short one").to_le_bytes();
    [b"\x93NUMPY\x01\x00", &len[..], header.as_bytes(), elements].concat()
}

fn header(descr: &str, shape: &str) -> String {
    format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}")
}

#[test]
fn what_is_no_file_is_an_error() {
    let wrong = [
        (b"".to_vec(), "it ends within its header"),
        (b"PK\x03\x04\0\0\0\0\0\0\0\0".to_vec(), "does not begin with"),
        (b"\x93NUMPY\x09\x00\x01\x00 ".to_vec(), "version 9"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff{}".to_vec(), "longer than that of any array"),
        (file("", b""), "lacks a `{`"),
        (file("{}", b""), "no entry `descr`"),
        (file("{'descr': '<i4'}", b""), "no entry `fortran_order`"),
        (file("{'descr': '<i4', 'fortran_order': False}", b""), "no entry `shape`"),
        (file("{'descr': '<i4', 'fortran_order': 0}", b""), "neither True nor False"),
        (file("{'descr': '<i4}", b""), "a string of its header is open"),
        (file("{'descr': '<i4' 'shape': ()}", b""), "lacks a `}`"),
        (file("{'colour': 1}", b""), "an entry `colour`"),
        (file("{é: 1}", b""), "lacks a string"),
        (file(&(header("'<i4'", "()") + "()"), b""), "goes on after its dictionary"),
        (file(&header("'<i4'", "(-1,)"), b""), "its shape is not one"),
        (file(&header("'<i4'", "(99999999999999999999,)"), b""), "its shape is not one"),
        (file(&header("'<i4'", "(2"), b""), "its shape is not one"),
        (file(&header("'<i4'", "(2 3)"), b""), "lacks a `)`"),
        (file(&header("'<i4'", "(4294967296, 4294967296)"), b""), "memory cannot hold"),
        (
            file(&header("'<i4'", "(2305843009213693951,)"), b"abcd"),
            "after 1 of 2305843009213693951",
        ),
        (file(&header("'<i4'", "(2,)"), b"abcdef"), "the file ends after 1 of 2 elements"),
        (
            file(&header("'|b1'", "(2,)"), b"\x01\x02"),
            "element 1 is the byte 2, and a bool is 0 or 1",
        ),
        (
            file(&header("'<V2'", "(1,)"), b"ab"),
            "`read_npy_as` reads them as the dtype it is given",
        ),
        (file(&header("'<W4'", "(1,)"), b"abcd"), "convert them in Python"),
        (file(&header("'<M8[ns]'", "(1,)"), b"abcd"), "`<M8[ns]`, of which there is no dtype here"),
        (file(&header("'<<i4'", "(1,)"), b"abcd"), "`<<i4`"),
        (file(&header("'|O'", "(1,)"), b"abcd"), "`|O`"),
        (file(&header("[('a', '<i4')]", "(1,)"), b"abcd"), "`[('a', '<i4')]`"),
    ];
    for (bytes, expected) in wrong {
        let error = Tensor::read_npy(&bytes[..]).map(drop).expect_err("it is refused").to_string();
        assert!(error.contains(expected), "{error}, not {expected}");
    }
}

#[test]
fn a_damaged_file_never_panics() {
    for case in cases() {
        for place in 0..case.bytes.len() {
            assert!(place == case.bytes.len() || Tensor::read_npy(&case.bytes[..place]).is_err());
            for byte in [0, b' ', b'(', b')', b',', b'\'', b'}', b'9', 0x80, 0xff] {
                let mut bytes = case.bytes.clone();
                bytes[place] = byte;
                let _ = Tensor::read_npy(&bytes[..]);
            }
        }
    }
}

/// Of every dtype whose elements take a byte, in the last of more elements than are read at once.
#[test]
fn a_byte_that_is_no_element_is_refused_alike_read_and_viewed() {
    let len = (1 << 16) + 3;
    let mut refused = 0;
    for dtype in DType::ALL.into_iter().filter(|dtype| dtype.size() == 1) {
        let bits = if dtype == DType::Bool { 1 } else { dtype.bits() };
        let greatest = u8::MAX >> (8 - bits);
        for found in [greatest, greatest.saturating_add(1), u8::MAX] {
            let zeros = with_element!(dtype, T => Tensor::from(vec![T::default(); len]));
            let mut bytes = Vec::new();
            zeros.write_npy(&mut bytes).expect("memory takes it");
            *bytes.last_mut().expect("there are elements") = found;
            let wanted =
                (found > greatest).then_some(MemoryError::Bits { dtype, found, place: len - 1 });
            refused += usize::from(wanted.is_some());
            let read = Tensor::read_npy_as(&bytes[..], dtype).err().map(memory);
            assert_eq!(read, wanted, "{dtype} is read");
            let viewed = TensorView::from_npy_as(&bytes, dtype).err().map(memory);
            assert_eq!(viewed, wanted, "{dtype} is viewed");
        }
    }
    assert!(refused > 10, "{refused}");
}

fn memory(error: NpyError) -> MemoryError {
    match error {
        NpyError::Memory(error) => error,
        other => panic!("{other}"),
    }
}

#[test]
fn what_follows_an_array_is_left_to_its_reader() {
    let mut bytes = Vec::new();
    for tensor in [Tensor::from([1_i8, 2]), Tensor::scalar(2.5_f64)] {
        tensor.write_npy(&mut bytes).expect("memory takes it");
    }
    let mut reader = &bytes[..];
    assert_eq!(Tensor::read_npy(&mut reader).ok(), Some(Tensor::from([1_i8, 2])));
    assert_eq!(Tensor::read_npy(&mut reader).ok(), Some(Tensor::scalar(2.5_f64)));
    assert!(reader.is_empty());
}

/// A writer that holds back what it is given, and loses it.
struct Full;

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Err(std::io::ErrorKind::StorageFull.into())
    }
}

/// A buffer that is dropped says nothing of what it could not write.
#[test]
fn what_a_writer_holds_back_is_written_or_an_error() {
    let error = Tensor::from([1_i8]).write_npy(Full).expect_err("it is lost");
    assert!(matches!(error, NpyError::Io(_)), "{error}");
}
