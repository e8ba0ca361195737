//! Reductions over few elements, copies and equality where an axis is short are what each line, or each element, gives.

#![cfg(feature = "kernels")]

use concord_runtime::{DType, Op, Options, Reduce, Tensor, rulesets};
use ndarray::{ArrayD, Axis, Dimension, IxDyn};

const DTYPES: [DType; 10] = [
    DType::Bool,
    DType::I8,
    DType::U16,
    DType::I32,
    DType::I64,
    DType::F16,
    DType::Bf16,
    DType::F32,
    DType::F64,
    DType::C64,
];

const REDUCTIONS: [Op; 12] = [
    Op::Sum,
    Op::Prod,
    Op::Mean,
    Op::Var,
    Op::Std,
    Op::Max,
    Op::Min,
    Op::Argmax,
    Op::Argmin,
    Op::All,
    Op::Any,
    Op::CountNonzero,
];

/// Numbers in no order with zeros of both signs and NaN, of which sums are rounded.
fn numbers(dtype: DType, shape: &[usize]) -> Tensor {
    let number = |place: usize| match place * 7919 % 61 {
        0 => f64::NAN,
        1..=3 => -0.0,
        4..=6 => 0.0,
        other => (other as f64 - 33.0) / 7.0,
    };
    let count = shape.iter().product();
    let all =
        ArrayD::from_shape_vec(IxDyn(shape), (0..count).map(number).collect()).expect("as many");
    rulesets::NUMPY.cast(&Tensor::from(all), dtype).expect("NumPy has the dtype")
}

/// What a tensor holds, NaN as itself.
fn shown(tensor: &Tensor) -> String {
    format!("{} {:?}", tensor.dtype(), tensor.view().numbers())
}

#[test]
fn reductions_over_few_elements_are_those_of_each_line() {
    for ruleset in [rulesets::NUMPY, rulesets::TORCH, rulesets::MINDSPORE, rulesets::JAX] {
        for dtype in DTYPES {
            // Of 140 lines more than are computed side by side at once.
            let shapes = (1..=12).map(|few| (21, few)).chain([(140, 16), (35, 33), (35, 64)]);
            for (count, few) in shapes {
                let all = numbers(dtype, &[count, few]);
                for op in REDUCTIONS {
                    let reduce = |tensor: &Tensor, axis| {
                        ruleset.apply(op, &[tensor.into()], &Reduce::axis(axis).into()).ok()
                    };
                    let Some(got) = reduce(&all, 1) else { continue };
                    let turned = all.view().transposed().to_tensor();
                    let lines = (0..count).map(|line| {
                        let line = all.view().gather(&[&[line]]).expect("it is there");
                        reduce(&line.reshape(&[few]).expect("as many"), 0).expect("as of all")
                    });
                    let lines: Vec<Tensor> = lines.collect();
                    let operands: Vec<_> = lines.iter().map(Into::into).collect();
                    let wanted = rulesets::NUMPY.apply(Op::Stack, &operands, &Options::axis(0));
                    let wanted = shown(&wanted.expect("they are of one dtype"));
                    let asked = format!("{op} of {dtype} over {few} under {ruleset}");
                    assert_eq!(shown(&got), wanted, "{asked}");
                    // Sums of more elements are rounded in another order across lines, and variances have other steps.
                    let across = reduce(&turned, 0).expect("as along the last axis");
                    let is_rounded = matches!(op, Op::Sum | Op::Prod | Op::Mean);
                    if !matches!(op, Op::Var | Op::Std) && (few < 8 || !is_rounded) {
                        assert_eq!(shown(&across), wanted, "{asked}, across lines");
                    }
                }
            }
        }
    }
}

/// Views of each order of the axes.
fn orders(axes: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..axes {
        let longer = |order: Vec<usize>| {
            let others = (0..axes).filter(|axis| !order.contains(axis)).collect::<Vec<_>>();
            others.into_iter().map(move |axis| [order.as_slice(), &[axis]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn equality_and_copies_see_every_element_in_any_order_of_the_axes() {
    for shape in [&[4, 3][..], &[50, 3], &[3, 50], &[20, 40], &[5, 2, 9], &[2, 3, 2, 3, 2]] {
        let count: usize = shape.iter().product();
        let elements: Vec<i16> = (0..).take(count).collect();
        for order in orders(shape.len()) {
            // Elements in memory in this order of the axes, and the axes in theirs.
            let outer: Vec<usize> = order.iter().map(|&axis| shape[axis]).collect();
            let own = Tensor::from(
                ArrayD::from_shape_vec(IxDyn(&outer), elements.clone()).expect("as many"),
            );
            let back: Vec<usize> = (0..shape.len())
                .map(|axis| order.iter().position(|&to| to == axis).expect("all"))
                .collect();
            let view = own.view().permuted(&back).expect("an order of the axes");
            let copy = view.to_tensor();
            assert_eq!(view, copy.view(), "{shape:?} by {:?}", view.strides());
            assert_eq!(copy.view(), view, "{shape:?} by {:?}", view.strides());
            let array = copy.array::<i16>().expect("of int16");
            for (index, &element) in array.indexed_iter() {
                let index = index.slice();
                let mut place = 0;
                for (&axis, &len) in order.iter().zip(&outer) {
                    place = place * len + index[axis];
                }
                assert_eq!(
                    element,
                    elements[place],
                    "{shape:?} by {:?} at {index:?}",
                    view.strides()
                );
            }
            for place in (0..count).step_by(count.div_ceil(40)) {
                let mut other = copy.clone();
                let mut line = other.view_mut();
                let changed = line.array_mut::<i16>().expect("of int16");
                *changed.into_slice().expect("in order").get_mut(place).expect("there") += 1;
                assert_ne!(view, other.view(), "{shape:?} by {:?}: {place}", view.strides());
                assert_ne!(other.view(), view, "{shape:?} by {:?}: {place}", view.strides());
            }
        }
    }
}

#[test]
fn the_variance_of_an_infinity_is_nan_in_any_row_and_layout() {
    let mut wrong = String::new();
    for dtype in [DType::F16, DType::Bf16, DType::F32, DType::F64, DType::C64] {
        for columns in [1, 3, 8, 20, 100] {
            for (rows, place) in [(1, 0), (3, 0), (3, 1), (3, 2), (40, 39)] {
                let mut elements = ArrayD::from_elem(IxDyn(&[rows, columns]), 1.0);
                elements.index_axis_mut(Axis(0), place).fill(f64::NEG_INFINITY);
                let down = rulesets::NUMPY.cast(&Tensor::from(elements), dtype).expect("a float");
                let along = down.view().transposed().to_tensor();
                for (tensor, axis) in [(&down, 0), (&along, 1)] {
                    for op in [Op::Var, Op::Std] {
                        let options = Reduce::axis(axis).into();
                        let got = rulesets::NUMPY.apply(op, &[tensor.into()], &options);
                        let got = rulesets::NUMPY.cast(&got.expect("of floats"), DType::F64);
                        let got = got.expect("real");
                        if !got.array::<f64>().expect("float64").iter().all(|one| one.is_nan()) {
                            wrong += &format!(
                                "{op} of {rows} × {columns} {dtype}, infinite in row {place}, along axis {axis}: \
                                 got {}, wanted NaN\n",
                                shown(&got)
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
