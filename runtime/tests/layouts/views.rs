//! A tensor → views of it: sliced, reversed, permuted and broadcast, all or at random.

use concord_runtime::{DType, Tensor, TensorView, Typed};
use half::f16;
use ndarray::{ArrayD, IxDyn, Slice};
use num_complex::Complex;
use proptest::prelude::*;

pub(super) type Shape = Vec<usize>;

/// What is done to a view one after the other: the kind, and numbers that say where.
pub(super) type Steps = Vec<(u8, usize, usize, usize)>;

/// Shapes of up to so many axes, some of one element or none.
pub(super) fn shape(most: usize) -> impl Strategy<Value = Shape> {
    let len = prop_oneof![8 => 1..7_usize, 1 => Just(0_usize), 2 => Just(1_usize)];
    proptest::collection::vec(len, 0..=most)
}

pub(super) fn steps() -> impl Strategy<Value = Steps> {
    let step = (any::<u8>(), any::<usize>(), any::<usize>(), any::<usize>());
    proptest::collection::vec(step, 0..6)
}

/// Floats whose sums are exact in any order.
pub(super) const HALVES: f32 = 2.0;
/// Floats whose sums are not.
pub(super) const THIRDS: f32 = 3.0;

/// A tensor with small numbers of both signs; floats are such parts of them, none of them NaN.
pub(super) fn of_dtype(dtype: DType, shape: &[usize], first: i16, parts: f32) -> Tensor {
    fn of<T: Typed>(shape: &[usize], first: i16, element: impl Fn(i8) -> T) -> Tensor {
        let numbers =
            (i32::from(first)..30_000).map(|number| i8::try_from(number * 7 % 23 - 9).unwrap_or(0));
        let mut numbers = numbers.cycle().map(element);
        let array = ArrayD::from_shape_simple_fn(IxDyn(shape), || numbers.next().expect("no end"));
        Tensor::from(array)
    }
    let part = |number: i8| f32::from(number) / parts;
    match dtype {
        DType::Bool => of(shape, first, |number| number > 0),
        DType::I8 => of(shape, first, |number| number),
        DType::I16 => of(shape, first, i16::from),
        DType::I32 => of(shape, first, i32::from),
        DType::I64 => of(shape, first, i64::from),
        DType::U16 => of(shape, first, |number| u16::from(number.unsigned_abs())),
        DType::F16 => of(shape, first, |number| f16::from_f32(part(number))),
        DType::F32 => of(shape, first, part),
        DType::F64 => of(shape, first, |number| f64::from(number) / f64::from(parts)),
        DType::C64 => of(shape, first, |number| Complex::new(part(number), 1.0 - part(number))),
        other => panic!("no test is of {other}"),
    }
}

/// The tensor itself; transposed, reversed, with steps, cut and broadcast along each axis in turn.
pub(super) fn views(tensor: &Tensor) -> Vec<TensorView<'_>> {
    let view = || tensor.view();
    let mut views = vec![view(), view().transposed()];
    for (axis, &len) in tensor.shape().iter().enumerate() {
        let slices = [
            Slice::new(0, None, 2),
            Slice::new(0, None, -1),
            Slice::new(0, None, -3),
            Slice::new(isize::from(len > 0), None, 1),
            Slice::new(0, Some(isize::from(len > 0)), 1),
        ];
        for slice in slices {
            let sliced = view().slice_axis(axis, slice).expect("inside");
            views.extend([sliced.clone(), sliced.transposed()]);
        }
        views.extend(view().invert_axis(axis));
        views.extend(view().index_axis(axis, 0));
        let mut order: Vec<usize> = (0..tensor.ndim()).collect();
        order.rotate_left(axis);
        views.extend(view().permuted(&order));
    }
    views
}

/// Does the steps that can be done, and something with what comes of them.
pub(super) fn stepped(
    view: TensorView<'_>,
    steps: &[(u8, usize, usize, usize)],
    with: &mut dyn FnMut(&TensorView<'_>),
) {
    let Some((&(kind, axis, from, to), rest)) = steps.split_first() else { return with(&view) };
    let ndim = view.ndim();
    if ndim > 0 && kind % 6 < 4 {
        let axis = axis % ndim;
        let len = view.shape()[axis];
        let next = match kind % 6 {
            0 => view.invert_axis(axis),
            1 => {
                let (from, to) = (from % (len + 1), to % (len + 1));
                let step = [1, 2, 3, -1, -2][(kind / 6) as usize % 5];
                let (from, to) = (from.min(to).cast_signed(), from.max(to).cast_signed());
                view.slice_axis(axis, Slice::new(from, Some(to), step))
            }
            2 => view.permuted(&permutation(ndim, from as u64)),
            _ if len > 0 => view.index_axis(axis, from % len),
            _ => Some(view),
        };
        return stepped(next.expect("it can be done"), rest, with);
    }
    if kind % 6 == 4 && ndim < 5 && view.len() < 500 {
        // A new first axis, or a longer one in place of one of one element.
        let mut shape = view.shape().to_vec();
        match shape.iter().position(|&len| len == 1) {
            Some(axis) => shape[axis] = 1 + from % 4,
            None => shape.insert(0, 1 + from % 4),
        }
        return stepped(view.broadcast(&shape).expect("it can be done"), rest, with);
    }
    stepped(view, rest, with);
}

/// An order of axes, each by its number.
fn permutation(ndim: usize, number: u64) -> Vec<usize> {
    let mut left: Vec<usize> = (0..ndim).collect();
    let mut number = usize::try_from(number % 1_000_000).unwrap_or(0);
    let mut order = Vec::new();
    while !left.is_empty() {
        order.push(left.remove(number % left.len()));
        number /= left.len() + 1;
    }
    order
}

/// Does something with a view that broadcasts to a shape: its elements lie in another order of the axes,
/// some in reverse and some two apart. `lone` are the axes of one element, `cut` how many are not there.
pub(super) fn beside(
    shape: &[usize],
    dtype: DType,
    (order, lone, cut): (u64, u8, usize),
    with: &mut dyn FnMut(&TensorView<'_>),
) {
    let lens = shape.iter().enumerate().skip(cut.min(shape.len()));
    let lens: Vec<usize> =
        lens.map(|(axis, &len)| if lone >> (axis % 8) & 3 == 3 { 1 } else { len }).collect();
    let axes = permutation(lens.len(), order);
    let apart = |axis: usize| order >> (axis + 20) & 1 == 1;
    let base: Shape =
        axes.iter().map(|&axis| lens[axis] * if apart(axis) { 2 } else { 1 }).collect();
    let tensor = of_dtype(dtype, &base, 4, THIRDS);
    let mut back = vec![0; axes.len()];
    for (place, &axis) in axes.iter().enumerate() {
        back[axis] = place;
    }
    let mut view = tensor.view().permuted(&back).expect("an order of the axes");
    for axis in 0..lens.len() {
        let step = if apart(axis) { 2 } else { 1 };
        let sign = if order >> (axis + 40) & 1 == 1 { -1 } else { 1 };
        view = view.slice_axis(axis, Slice::new(0, None, step * sign)).expect("inside");
    }
    assert_eq!(view.shape(), lens);
    with(&view);
}
