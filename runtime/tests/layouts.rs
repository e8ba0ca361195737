//! Operations give the same for views of any layout as for copies in the order of the axes, and as `ndarray`'s own.

#![cfg(feature = "kernels")]

#[path = "layouts/views.rs"]
mod views;

use concord_runtime::{
    ComputeError, DType, Elements, Reduce, Ruleset, Tensor, TensorView, TensorViewMut, Typed,
    rulesets,
};
use ndarray::{ArrayD, Axis, Dimension, IxDyn, Slice, Zip};
use proptest::prelude::*;
use views::{HALVES, Shape, Steps, THIRDS, beside, of_dtype, shape, stepped, steps, views};

const RULES: Ruleset = rulesets::DPCTL;

/// The dtypes of operands that loops treat apart: by size, by kind, and halves.
const DTYPES: [DType; 9] = [
    DType::Bool,
    DType::I8,
    DType::I32,
    DType::U16,
    DType::I64,
    DType::F16,
    DType::F32,
    DType::F64,
    DType::C64,
];

type Outcome = Result<Tensor, ComputeError>;
/// An operation on two operands.
type Binary = fn(&TensorView<'_>, &TensorView<'_>) -> Outcome;
/// One on an operand.
type Unary = fn(&TensorView<'_>) -> Outcome;

const BINARY: [(&str, Binary); 6] = [
    ("add", |x, y| RULES.add(x, y)),
    ("multiply", |x, y| RULES.multiply(x, y)),
    ("maximum", |x, y| RULES.maximum(x, y)),
    ("less", |x, y| RULES.less(x, y)),
    ("equal", |x, y| RULES.equal(x, y)),
    ("where", |x, y| RULES.where_(&RULES.less(x, y)?.view(), x, y)),
];

const UNARY: [(&str, Unary); 8] = [
    ("cast to int8", |x| RULES.cast(x, DType::I8)),
    ("cast to float32", |x| RULES.cast(x, DType::F32)),
    ("cast to complex128", |x| RULES.cast(x, DType::C128)),
    ("negative", |x| RULES.negative(x)),
    ("sum", |x| RULES.sum(x, &Reduce::all())),
    ("sum of the first axis", |x| RULES.sum(x, &Reduce::axis(0))),
    ("sum of the last axis", |x| RULES.sum(x, &Reduce::axis(-1).keepdims(true))),
    ("max of the first and the last axis", |x| RULES.max(x, &Reduce::axes(&[0, -1]))),
];

/// The same result, or errors of the same kind.
fn same(name: &str, viewed: Outcome, copied: Outcome) {
    match (&viewed, &copied) {
        (Ok(viewed), Ok(copied)) => {
            assert_eq!(viewed.dtype(), copied.dtype(), "{name}");
            assert_eq!(viewed, copied, "{name}");
        }
        (Err(viewed), Err(copied)) => assert_eq!(viewed.kind(), copied.kind(), "{name}"),
        _ => panic!("{name}: {viewed:?} and {copied:?}"),
    }
}

fn unary(x: &TensorView<'_>) {
    let copy = x.to_tensor();
    assert_eq!(*x, copy.view());
    for (name, op) in UNARY {
        let name = format!("{name} of {} {:?} by {:?}", x.dtype(), x.shape(), x.strides());
        same(&name, op(x), op(&copy.view()));
    }
}

fn binary(x: &TensorView<'_>, y: &TensorView<'_>) {
    let (left, right) = (x.to_tensor(), y.to_tensor());
    for (name, op) in BINARY {
        let (shapes, strides) = ((x.shape(), y.shape()), (x.strides(), y.strides()));
        let name = format!("{name} of {} and {}: {shapes:?} by {strides:?}", x.dtype(), y.dtype());
        same(&name, op(x, y), op(&left.view(), &right.view()));
    }
    // Assigning and writing into an output are the same loops with other outputs.
    let Ok(sum) = RULES.add(&left, &right) else { return };
    let mut back = Tensor::from(ndarray::ArrayD::<u8>::zeros(ndarray::IxDyn(&[])));
    if let Ok(zeros) = RULES.zeros(sum.shape(), sum.dtype()) {
        back = zeros;
    }
    match RULES.add_into(x, y, &mut back) {
        Ok(()) => assert_eq!(back, sum),
        Err(error) => panic!("add_into: {error}"),
    }
}

#[test]
fn every_layout_gives_what_its_copy_gives() {
    for dtype in DTYPES {
        for shape in [
            &[][..],
            &[0],
            &[1],
            &[7],
            &[3, 4],
            &[3, 40],
            &[40, 3],
            &[1, 5, 1],
            &[2, 0, 3],
            &[2, 3, 2, 1, 3, 2],
        ] {
            let tensor = of_dtype(dtype, shape, 0, HALVES);
            let other = of_dtype(dtype, shape, 5, THIRDS);
            for x in views(&tensor) {
                unary(&x);
                for y in views(&other).into_iter().filter(|y| y.shape() == x.shape()) {
                    binary(&x, &y);
                }
            }
        }
    }
}

#[test]
fn long_rows_that_are_reversed_stepped_or_broadcast_give_what_their_copies_give() {
    let tensor = of_dtype(DType::F32, &[70, 130], 0, HALVES);
    let row = of_dtype(DType::F32, &[130], 3, THIRDS);
    let column = of_dtype(DType::I16, &[70, 1], 1, THIRDS);
    for x in views(&tensor) {
        unary(&x);
        if let Some(wide) = row.view().broadcast(x.shape()) {
            binary(&x, &wide);
            binary(&wide, &x);
        }
        if x.shape()[0] == 70 {
            binary(&x, &column.view());
        }
    }
}

#[test]
fn outputs_of_any_layout_are_written_and_nothing_beside_them() {
    for (rows, columns, turned) in output_steps() {
        let base = ArrayD::from_elem(IxDyn(&[12, 140]), -77.0_f32);
        let window = |axis: ndarray::AxisDescription| {
            let step = if axis.axis == Axis(0) { rows } else { columns };
            Slice::new(1, Some(axis.len.cast_signed() - 1), step)
        };
        let shape = base.slice_each_axis(window).raw_dim();
        let shape: Shape = shape.slice().iter().copied().rev().collect();
        let shape = if turned { shape } else { shape.into_iter().rev().collect() };
        let x = of_dtype(DType::F32, &shape, 0, THIRDS);
        let y = of_dtype(DType::I16, &shape, 3, HALVES);
        let written = |write: &dyn Fn(&mut TensorViewMut<'_>) -> Result<(), ComputeError>| {
            let mut base = base.clone();
            let out = base.slice_each_axis_mut(window);
            let out = if turned { out.reversed_axes() } else { out };
            write(&mut TensorViewMut::from(out)).expect("it is written");
            let within = base.slice_each_axis(window);
            let within = if turned { within.reversed_axes() } else { within };
            let beside = base.iter().filter(|&&element| element == -77.0).count();
            assert_eq!(beside, base.len() - within.len(), "{rows} {columns}");
            Tensor::from(within.to_owned())
        };
        let sum = RULES.add(&x, &y).expect("a sum");
        assert_eq!(written(&|out| RULES.add_into(&x, &y, out)), sum);
        let copied = written(&|out| RULES.cast_into(&y, out));
        assert_eq!(copied, RULES.cast(&y, DType::F32).expect("a copy"));
        let assigned = |out: &mut TensorViewMut<'_>| {
            RULES.cast_into(&x, out)?;
            RULES.add_assign(out, &y)
        };
        assert_eq!(written(&assigned), sum);
        let negative = RULES.negative(&x).expect("a negative");
        assert_eq!(written(&|out| RULES.negative_into(&x, out)), negative);
    }
}

#[test]
fn a_mask_picks_the_elements_at_the_places_where_it_is_true() {
    for dtype in DTYPES {
        for len in [0, 1, 7, 8, 9, 40] {
            let tensor = of_dtype(dtype, &[len], 3, HALVES);
            for view in views(&tensor).iter().filter(|view| view.ndim() == 1) {
                let masks: [fn(usize) -> bool; 6] = [
                    |_| true,
                    |_| false,
                    |place| place < 17,
                    |place| (20..37).contains(&place),
                    |place| place % 3 != 1,
                    |place| place * 7919 % 5 < 2,
                ];
                for mask in masks {
                    let mask: Vec<bool> = (0..view.len()).map(mask).collect();
                    let places: Vec<usize> = (0..view.len()).filter(|&place| mask[place]).collect();
                    assert_eq!(Elements::of(view).masked_line(&mask), view.gather(&[&places]));
                }
            }
        }
    }
}

#[test]
fn lists_of_places_pick_one_row_after_the_other() {
    for dtype in DTYPES {
        let tensor = of_dtype(dtype, &[5, 4, 6], 3, HALVES);
        for view in views(&tensor).iter().filter(|view| view.ndim() == 3 && !view.is_empty()) {
            let places: Vec<usize> = (0..20).map(|place| place * 7919).collect();
            let along = |axis: usize| -> Vec<usize> {
                places.iter().map(|place| (place >> axis) % view.shape()[axis]).collect()
            };
            let lists = [along(0), along(1), along(2)];
            let lists: Vec<&[usize]> = lists.iter().map(Vec::as_slice).collect();
            for count in 1..=3 {
                let picked = view.gather(&lists[..count]).expect("places of it");
                for place in 0..places.len() {
                    let row = lists[..count].iter().fold(view.clone(), |row, list| {
                        row.index_axis(0, list[place]).expect("a place of it")
                    });
                    let picked = picked.view().index_axis(0, place).expect("as many");
                    assert_eq!(picked.numbers(), row.numbers());
                }
            }
        }
    }
}

#[test]
fn repeated_elements_are_those_at_repeated_places() {
    for dtype in DTYPES {
        let tensor = of_dtype(dtype, &[3, 4, 5], 3, HALVES);
        for view in views(&tensor) {
            for (axis, &len) in view.shape().iter().enumerate() {
                let mut order: Vec<usize> = (0..view.ndim()).collect();
                order.swap(0, axis);
                for times in [0, 1, 2, 3, 4, 5, 11] {
                    let places: Vec<usize> = (0..len * times).map(|place| place / times).collect();
                    let first = view.clone().permuted(&order).expect("its axes");
                    let picked = first.gather(&[&places]).expect("places of it");
                    let expected = picked.view().permuted(&order).expect("its axes").to_tensor();
                    assert_eq!(view.repeated(times, axis), Some(Ok(expected)));
                }
            }
        }
    }
}

/// Steps along two axes, and whether they change places.
fn output_steps() -> impl Iterator<Item = (isize, isize, bool)> {
    let steps = [1, 2, -1, -3];
    let pairs = steps.into_iter().flat_map(move |rows| steps.map(|columns| (rows, columns)));
    pairs.flat_map(|(rows, columns)| [(rows, columns, false), (rows, columns, true)])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn one_operand(shape in shape(5), steps in steps(), dtype in 0..DTYPES.len()) {
        let tensor = of_dtype(DTYPES[dtype], &shape, 0, HALVES);
        stepped(tensor.view(), &steps, &mut |x| unary(x));
    }

    #[test]
    fn two_operands(
        shape in shape(5),
        steps in steps(),
        (order, lone, cut) in (any::<u64>(), any::<u8>(), 0..3_usize),
        (x, y) in (0..DTYPES.len(), 0..DTYPES.len()),
    ) {
        let tensor = of_dtype(DTYPES[x], &shape, 0, THIRDS);
        stepped(tensor.view(), &steps, &mut |x| {
            beside(x.shape(), DTYPES[y], (order, lone, cut), &mut |y| {
                binary(x, y);
                binary(y, x);
            });
        });
    }

    /// Sums of floats go in an order that suits the layout, so that roundings may differ, but no more.
    #[test]
    fn sums_of_floats_differ_by_roundings(shape in shape(5), steps in steps()) {
        let tensor = of_dtype(DType::F32, &shape, 0, THIRDS);
        stepped(tensor.view(), &steps, &mut |x| {
            for axis in 0..x.ndim() {
                let how = Reduce::axis(axis.cast_signed());
                let sum = RULES.sum(x, &how).expect("a sum");
                let array = elements::<f32>(x);
                let exact = array.mapv(f64::from).sum_axis(Axis(axis));
                let size = array.mapv(|element| f64::from(element.abs())).sum_axis(Axis(axis));
                let bound = f64::from(f32::EPSILON) * array.len_of(Axis(axis)) as f64;
                let sum = sum.array::<f32>().expect("of its dtype");
                Zip::from(&sum).and(&exact).and(&size).for_each(|&sum, &exact, &size| {
                    assert!((f64::from(sum) - exact).abs() <= bound * size, "{sum}, not {exact}");
                });
            }
        });
    }

    #[test]
    fn products(
        (stack, rows, inner, columns) in (shape(2), 0..6_usize, 0..6_usize, 0..6_usize),
        (x, y) in (any::<u64>(), any::<u64>()),
        dtype in 0..DTYPES.len(),
    ) {
        let with = |last: [usize; 2]| -> Shape { stack.iter().copied().chain(last).collect() };
        let (lhs, rhs) = (with([rows, inner]), with([inner, columns]));
        let dtype = DTYPES[dtype];
        beside(&lhs, dtype, (x, 0, 0), &mut |x| {
            beside(&rhs, dtype, (y, 0, 0), &mut |y| {
                let (left, right) = (x.to_tensor(), y.to_tensor());
                same("matmul", RULES.matmul(x, y), RULES.matmul(&left, &right));
            });
        });
    }

    #[test]
    fn ndarray_gives_the_same(shape in shape(5), steps in steps(), order in any::<u64>()) {
        against::<i32>((&shape, &steps, order), DType::I32, |x, y| (x + y, x * y, x.max(y)));
        against::<f32>((&shape, &steps, order), DType::F32, |x, y| (x + y, x * y, x.max(y)));
        against::<f64>((&shape, &steps, order), DType::F64, |x, y| (x + y, x * y, x.max(y)));
    }
}

/// Sum, product and maximum of pairs, and the sum of each axis, as `ndarray` has them.
fn against<T>(
    (shape, steps, order): (&Shape, &Steps, u64),
    dtype: DType,
    expected: impl Fn(T, T) -> (T, T, T),
) where
    T: Typed + ndarray::LinalgScalar,
{
    let tensor = of_dtype(dtype, shape, 0, HALVES);
    stepped(tensor.view(), steps, &mut |x| {
        beside(x.shape(), dtype, (order, 0, 0), &mut |y| {
            let (lhs, rhs) = (elements::<T>(x), elements::<T>(y));
            let pairs = |pick: fn((T, T, T)) -> T| {
                let result = Zip::from(&lhs).and(&rhs).map_collect(|&x, &y| pick(expected(x, y)));
                Ok(Tensor::from(result))
            };
            same("add", RULES.add(x, y), pairs(|all| all.0));
            same("multiply", RULES.multiply(x, y), pairs(|all| all.1));
            same("maximum", RULES.maximum(x, y), pairs(|all| all.2));
        });
        for axis in 0..x.ndim() {
            // Halves of small integers: sums are exact in any order.
            let sum = Tensor::from(elements::<T>(x).sum_axis(Axis(axis)));
            let how = Reduce::axis(axis.cast_signed()).dtype(dtype);
            same("sum", RULES.sum(x, &how), Ok(sum));
        }
    });
}

fn elements<T: Typed>(view: &TensorView<'_>) -> ArrayD<T> {
    view.array::<T>().expect("of its dtype").to_owned()
}
