//! Operands too large for one block, in layouts that have loops of their own, give what their copies give.

#![cfg(feature = "kernels")]

use concord_runtime::{
    Arg, AsView, DType, Op, Options, Reduce, Ruleset, Tensor, TensorView, rulesets,
};
use ndarray::Slice;

const RULESET: Ruleset = rulesets::NUMPY;

/// The dtypes, one of each size and kind that loops distinguish.
const DTYPES: [DType; 6] = [DType::I8, DType::I64, DType::F16, DType::F32, DType::F64, DType::C128];

/// Elements that differ from their neighbours, some of them equal.
fn numbers(dtype: DType, shape: &[usize]) -> Tensor {
    let len: i32 = shape.iter().map(|&len| i32::try_from(len).expect("it is short")).product();
    let all: Vec<i32> = (0..len).map(|place| (place * 37 + place / 11) % 101 - 50).collect();
    let all = Tensor::from(all).reshape(shape).expect("as many elements");
    RULESET.cast(&all, dtype).expect("NumPy has the dtype")
}

/// The views of a tensor of some axes that have loops of their own.
fn views(tensor: &Tensor) -> Vec<TensorView<'_>> {
    let view = || tensor.view();
    let every = |step| view().slice_axis(2, Slice::from(..).step_by(step)).expect("it has 3 axes");
    let permuted = |axes: &[usize]| view().permuted(axes).expect("all of its axes");
    vec![
        permuted(&[2, 1, 0]),
        permuted(&[0, 2, 1]),
        permuted(&[1, 2, 0]),
        every(2),
        every(3),
        view().invert_axis(2).expect("it has 3 axes"),
    ]
}

fn apply(op: Op, operands: &[Arg<'_>], options: &Options) -> Tensor {
    RULESET.apply(op, operands, options).unwrap_or_else(|error| panic!("{op}: {error}"))
}

#[test]
fn an_operand_across_the_output_is_as_its_copy() {
    for dtype in DTYPES {
        let tensor = numbers(dtype, &[23, 34, 45]);
        for view in views(&tensor) {
            let copy = view.to_tensor();
            let beside = numbers(dtype, view.shape());
            for op in [Op::Add, Op::Subtract, Op::Equal] {
                let none = Options::default();
                let one = apply(op, &[(&beside).into(), (&view).into()], &none);
                let other = apply(op, &[(&beside).into(), (&copy).into()], &none);
                assert_eq!(one, other, "{op} of {dtype} in strides {:?}", view.strides());
            }
            let row = beside.view();
            let row = row.index_axis(0, 0).expect("it has an axis");
            let condition = RULESET.equal(&beside, &copy).expect("they compare");
            let [one, other] = [view.as_view(), copy.view()].map(|own| {
                let operands = [(&condition).into(), (&own).into(), (&row).into()];
                apply(Op::Where, &operands, &Options::default())
            });
            assert_eq!(one, other, "where of {dtype} in strides {:?}", view.strides());
        }
    }
}

#[test]
fn a_reduction_of_any_layout_is_as_that_of_its_copy() {
    // Sums of these are exact in any order.
    let ops =
        [Op::Sum, Op::CumulativeSum, Op::Max, Op::Min, Op::Argmax, Op::Argmin, Op::All, Op::Any];
    for dtype in [DType::I8, DType::U16, DType::F32] {
        let tensor = numbers(dtype, &[20, 33, 40]);
        for view in views(&tensor) {
            let copy = view.to_tensor();
            for (op, axis) in ops.into_iter().flat_map(|op| [0, 1, 2].map(|axis| (op, axis))) {
                let options = Options::from(Reduce::axis(axis));
                let one = apply(op, &[(&view).into()], &options);
                let other = apply(op, &[(&copy).into()], &options);
                let strides = view.strides();
                assert_eq!(one, other, "{op} of {dtype} along {axis} in strides {strides:?}");
            }
        }
    }
}

/// The first extreme and the first NaN, wherever they are.
#[test]
fn an_extreme_is_found_at_any_place() {
    for place in [0, 1, 31, 32, 63, 64, 1000, 1023, 1024, 5000, 40_000, 49_999] {
        for found in [f32::NAN, 3.0, f32::INFINITY] {
            let mut all = vec![-1.0_f32; 50_000];
            all[place] = found;
            all[49_999] = if place == 49_999 { found } else { 3.0_f32.min(found) };
            let first = if found.is_nan() || place == 49_999 { place } else { place.min(49_999) };
            let tensor = Tensor::from(all.clone());
            let at = RULESET.argmax(&tensor, &Reduce::all()).expect("there are elements");
            assert_eq!(at.array::<i64>().expect("an index").sum(), first as i64, "{found}");
            let most = RULESET.max(&tensor, &Reduce::all()).expect("there are elements");
            let most = most.array::<f32>().expect("of the dtype").sum();
            assert_eq!(most.is_nan(), found.is_nan());
            assert!(most.is_nan() || most == found, "{most} is not {found}");
        }
    }
}

/// Of zeros the one with the clear sign is greater.
#[test]
fn zeros_are_ordered_by_their_signs() {
    for place in [0, 31, 32, 700] {
        let mut zeros = vec![-0.0_f64; 1000];
        zeros[place] = 0.0;
        let tensor = Tensor::from(zeros);
        let most = RULESET.max(&tensor, &Reduce::all()).expect("there are elements");
        assert!(most.array::<f64>().expect("of the dtype").sum().is_sign_positive());
        let negated = RULESET.negative(&tensor).expect("it is defined");
        let least = RULESET.min(&negated, &Reduce::all()).expect("there are elements");
        let least = least.array::<f64>().expect("of the dtype");
        assert!(least.iter().all(|least| least.is_sign_negative()));
    }
}

/// One element is repeated a block at a time.
#[test]
fn one_element_beside_many_is_as_many_of_it() {
    for dtype in DTYPES {
        for len in [0, 1, 255, 1024, 1025, 40_000] {
            let many = numbers(dtype, &[len]);
            let one = numbers(dtype, &[3]);
            let one = one.view().index_axis(0, 2).expect("it has three");
            let all = one.broadcast(&[len]).expect("it is one").to_tensor();
            let none = Options::default();
            for op in [Op::Subtract, Op::NotEqual, Op::Multiply] {
                for reversed in [false, true] {
                    let pair = |other: &TensorView<'_>| {
                        let mut pair = [(&many).into(), other.into()];
                        if reversed {
                            pair.reverse();
                        }
                        apply(op, &pair, &none)
                    };
                    let (beside_one, beside_all) = (pair(&one), pair(&all.view()));
                    assert_eq!(beside_one, beside_all, "{op} of {len} {dtype}, {reversed}");
                }
            }
            let condition = RULESET.equal(&many, &all).expect("they compare");
            let [beside_one, beside_all] = [one.view(), all.view()].map(|other| {
                let operands = [(&condition).into(), (&many).into(), (&other).into()];
                apply(Op::Where, &operands, &none)
            });
            assert_eq!(beside_one, beside_all, "where of {len} {dtype}");
        }
    }
}

#[test]
fn an_operand_of_fewer_axes_broadcasts() {
    let many = RULESET.ones(&[32, 16, 8], DType::F32).expect("NumPy has the dtype");
    let few = Tensor::from(Vec::from_iter((0_u8..8).map(f32::from)));
    let sum = RULESET.add(&many, &few).expect("they broadcast");
    assert_eq!(sum.shape(), [32, 16, 8]);
    let row = sum.view().index_axis(0, 31).and_then(|part| part.index_axis(0, 15));
    assert_eq!(row, Some(Tensor::from(Vec::from_iter((1_u8..9).map(f32::from))).view()));
}

/// A product takes the rows of a right matrix by stretches where its columns lie apart.
#[test]
fn a_matrix_of_integers_in_any_layout_is_multiplied_as_its_copy() {
    for dtype in [DType::I8, DType::U16, DType::I32, DType::I64] {
        let left = numbers(dtype, &[7, 150]);
        let (turned, wide) = (numbers(dtype, &[300, 150]), numbers(dtype, &[150, 600]));
        let column = numbers(dtype, &[150, 1]);
        let column = column.view();
        let every_other = wide.view().slice_axis(1, Slice::from(..).step_by(2));
        let views = [
            turned.view().permuted(&[1, 0]),
            every_other,
            wide.view().invert_axis(1),
            column.broadcast(&[150, 300]),
        ];
        for view in views {
            let right = view.expect("it has 2 axes");
            let one = apply(Op::Matmul, &[(&left).into(), (&right).into()], &Options::default());
            let copy = right.to_tensor();
            let other = apply(Op::Matmul, &[(&left).into(), (&copy).into()], &Options::default());
            assert_eq!(one, other, "matmul of {dtype} in strides {:?}", right.strides());
        }
    }
}
