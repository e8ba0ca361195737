//! Tensors are printed as NumPy prints arrays: its own text for every case of the table.

#![cfg(feature = "kernels")]

use concord_runtime::{DType, Tensor};
use half::{bf16, f16};
use ndarray::{ArrayD, IxDyn};
use num_complex::Complex;

/// Elements as bits, and the text NumPy 2.4.6 gives: `str` and `repr`, where the latter names the dtype.
struct Case {
    head: String,
    dtype: DType,
    shape: Vec<usize>,
    precision: Option<usize>,
    bits: Vec<u128>,
    display: String,
    debug: String,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut debug = false;
    for line in include_str!("display/numpy.txt").lines() {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        if key == "case" {
            cases.push(case(rest));
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        match key {
            "bits" => {
                let bits = rest.split(' ').filter(|bits| !bits.is_empty());
                case.bits =
                    bits.map(|bits| u128::from_str_radix(bits, 16).expect("hexadecimal")).collect();
            }
            "count" => {
                case.bits = (0..rest.parse().expect("how many")).collect();
            }
            "str" => debug = false,
            "repr" => debug = true,
            "|" => {
                let text = if debug { &mut case.debug } else { &mut case.display };
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(rest);
            }
            _ => panic!("what is `{line}`?"),
        }
    }
    cases
}

/// `float32 (2, 3) .8`, or `-` for no precision.
fn case(head: &str) -> Case {
    let (dtype, rest) = head.split_once(' ').expect("a dtype");
    let (shape, precision) = rest.rsplit_once(' ').expect("a precision");
    let lens = shape.trim_matches(['(', ')']).split(',').map(str::trim);
    Case {
        head: head.to_owned(),
        dtype: dtype.parse().expect("a dtype"),
        shape: lens
            .filter(|len| !len.is_empty())
            .map(|len| len.parse().expect("a length"))
            .collect(),
        precision: precision.strip_prefix('.').map(|digits| digits.parse().expect("digits")),
        bits: Vec::new(),
        display: String::new(),
        debug: String::new(),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "bits of elements that narrow")]
fn tensor(case: &Case) -> Tensor {
    fn of<T: concord_runtime::Typed>(case: &Case, element: impl Fn(u128) -> T) -> Tensor {
        let elements = case.bits.iter().map(|&bits| element(bits)).collect();
        let array = ArrayD::from_shape_vec(IxDyn(&case.shape), elements);
        Tensor::from(array.unwrap_or_else(|error| panic!("{}: {error}", case.head)))
    }
    match case.dtype {
        DType::Bool => of(case, |bits| bits == 1),
        DType::I8 => of(case, |bits| (bits as u8).cast_signed()),
        DType::I16 => of(case, |bits| (bits as u16).cast_signed()),
        DType::I32 => of(case, |bits| (bits as u32).cast_signed()),
        DType::I64 => of(case, |bits| (bits as u64).cast_signed()),
        DType::U8 => of(case, |bits| bits as u8),
        DType::U16 => of(case, |bits| bits as u16),
        DType::U32 => of(case, |bits| bits as u32),
        DType::U64 => of(case, |bits| bits as u64),
        DType::F16 => of(case, |bits| f16::from_bits(bits as u16)),
        DType::Bf16 => of(case, |bits| bf16::from_bits(bits as u16)),
        DType::F32 => of(case, |bits| f32::from_bits(bits as u32)),
        DType::F64 => of(case, |bits| f64::from_bits(bits as u64)),
        // The real part lies first, in the low bits.
        DType::C32 => of(case, |bits| {
            Complex::new(f16::from_bits(bits as u16), f16::from_bits((bits >> 16) as u16))
        }),
        DType::C64 => of(case, |bits| {
            Complex::new(f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32))
        }),
        DType::C128 => of(case, |bits| {
            Complex::new(f64::from_bits(bits as u64), f64::from_bits((bits >> 64) as u64))
        }),
        narrow => panic!("NumPy has no {narrow}"),
    }
}

#[test]
fn tensors_are_printed_as_numpy_prints_arrays() {
    let cases = cases();
    assert!(cases.len() > 300, "{} cases", cases.len());
    let mut wrong = String::new();
    for case in &cases {
        let tensor = tensor(case);
        let (display, debug) = match case.precision {
            None => (format!("{tensor}"), format!("{tensor:?}")),
            Some(digits) => (format!("{tensor:.digits$}"), format!("{tensor:.digits$?}")),
        };
        for (is, expected) in [(display, &case.display), (debug, &case.debug)] {
            if is != *expected {
                wrong += &format!("{}\n{expected}\nand not\n{is}\n\n", case.head);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    println!("{} cases", cases.len());
}

#[test]
fn views_are_printed_as_their_tensors() {
    let mut tensor = Tensor::from(vec![1_u8, 20]);
    assert_eq!(format!("{}", tensor.view()), "[ 1 20]");
    assert_eq!(format!("{:?}", tensor.view_mut()), "array([ 1, 20], dtype=uint8)");
    let turned = ndarray::array![[1.5_f64, 2.0], [3.0, 4.0]];
    let view = concord_runtime::TensorView::from(turned.t());
    assert_eq!(format!("{view}"), "[[1.5 3. ]\n [2.  4. ]]");
}

#[test]
fn more_axes_than_a_width_or_a_stack_holds() {
    let rank = 70_000;
    let mut shape = vec![1; rank];
    shape[rank - 2] = 2;
    let tensor = Tensor::from(ArrayD::from_shape_vec(IxDyn(&shape), vec![1_i8, 2]).expect("two"));
    let (opened, closed) = ("[".repeat(rank), "]".repeat(rank));
    let wanted = format!("{opened}1]\n{}[2{closed}", " ".repeat(rank - 1));
    assert_eq!(tensor.to_string(), wanted);
    assert!(format!("{tensor:?}").ends_with("dtype=int8)"));
}

#[test]
fn a_summary_of_too_many_short_axes_is_left_out() {
    let one = Tensor::from(vec![1_i8]);
    let view = one.view();
    let many = view.broadcast(&[2; 62]).expect("as many elements as can be counted");
    assert_eq!(many.to_string(), "[...]");
    assert!(many.try_to_tensor().is_err());
}
