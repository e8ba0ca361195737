//! A cell and a ruleset → what does the work once.

use ndarray::Slice;
use num_complex::Complex;
use runtime::{
    Arg, ComputeError, DType, Group, Kind, Number, Op, Options, Reduce, Ruleset, Tensor,
    TensorView, rulesets,
};

use super::cells::{Cell, Layout};

/// Does it once; returns whether there is a result.
pub(super) type Work = Box<dyn FnMut() -> bool>;

/// The work of a cell under a ruleset.
pub(super) fn prepared(cell: &Cell, ruleset: Ruleset, order: usize) -> Work {
    let (op, layout) = (cell.op, cell.layout);
    let mut operands = operands(cell, order);
    let options = options(op, layout);
    let number = |place| match (cell.dtype.iinfo(), cell.range(place).0) {
        (Some(_), low) => Number::Int(low as i128 + 2),
        (None, low) => Number::Float(low + 0.5),
    };
    if layout == Layout::InPlace {
        return Box::new(move || {
            let (left, right) = operands.split_at_mut(1);
            assign(ruleset, op, &mut left[0], &right[0]).is_some_and(|done| done.is_ok())
        });
    }
    let numbers: Vec<Number> = (0..operands.len()).map(number).collect();
    let mut out = None;
    if layout == Layout::Into {
        let views = views(layout, &operands);
        let args = arguments(op, layout, &views, &numbers);
        let dtypes = ruleset.apply_dtypes(op, &args, &options, None);
        out = dtypes.ok().and_then(|dtypes| ruleset.zeros(&[order, order], dtypes.result).ok());
        if out.is_none() {
            return Box::new(|| false);
        }
    }
    Box::new(move || {
        let views = views(layout, &operands);
        let args = arguments(op, layout, &views, &numbers);
        match &mut out {
            Some(out) => ruleset.apply_into(op, &args, &options, out).is_ok(),
            None => ruleset.apply(op, &args, &options).is_ok(),
        }
    })
}

/// The tensors as the layout has them.
fn views<'a>(layout: Layout, operands: &'a [Tensor]) -> Vec<TensorView<'a>> {
    let last = operands.len() - 1;
    let view = |(place, tensor): (usize, &'a Tensor)| match layout {
        Layout::Transposed if place == last => tensor.view().transposed(),
        Layout::Strided => every_second(tensor),
        _ => tensor.view(),
    };
    operands.iter().enumerate().map(view).collect()
}

/// The operands, of which some are numbers.
fn arguments<'a>(
    op: Op,
    layout: Layout,
    views: &'a [TensorView<'_>],
    numbers: &[Number],
) -> Vec<Arg<'a>> {
    let last = views.len() - 1;
    let argument = |(place, view): (usize, &'a TensorView<'_>)| match layout {
        Layout::Scalar if place == last || (op == Op::Clip && place > 0) => {
            Arg::Number(numbers[place])
        }
        _ => Arg::from(view),
    };
    views.iter().enumerate().map(argument).collect()
}

/// Every second element of each row.
fn every_second(tensor: &Tensor) -> TensorView<'_> {
    let slice = Slice::from(..).step_by(2);
    tensor.view().slice_axis(tensor.ndim() - 1, slice).expect("there is a last axis")
}

/// The tensors that the views of a layout are taken from.
fn operands(cell: &Cell, order: usize) -> Vec<Tensor> {
    let (op, layout) = (cell.op, cell.layout);
    let count = if op.group() == Group::Join { 2 } else { op.arity() };
    let shape = |place: usize| match layout {
        Layout::Row if place + 1 == count => vec![order],
        Layout::Column if place + 1 == count => vec![order, 1],
        Layout::Strided => vec![order, 2 * order],
        Layout::Line => vec![order * order],
        _ if op.group() == Group::Product => vec![order / 4, order / 4],
        _ => vec![order, order],
    };
    let dtype = |place| match (op, place) {
        (Op::Where, 0) => DType::Bool,
        _ => cell.dtype,
    };
    (0..count).map(|place| tensor(dtype(place), &shape(place), place, cell.range(place))).collect()
}

/// Elements that no order and no period helps with.
fn tensor(dtype: DType, shape: &[usize], place: usize, (low, high): (f64, f64)) -> Tensor {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ (place as u64 + 1);
    let mut value = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        low + (high - low) * ((state >> 11) as f64 / (1_u64 << 53) as f64)
    };
    let len = shape.iter().product();
    let wide = match dtype.kind() {
        Kind::Complex => Tensor::from(
            (0..len).map(|_| Complex::new(value(), value())).collect::<Vec<Complex<f64>>>(),
        ),
        Kind::Bool => Tensor::from((0..len).map(|_| value() > 0.0).collect::<Vec<bool>>()),
        Kind::Int | Kind::Uint | Kind::Float => {
            Tensor::from((0..len).map(|_| value()).collect::<Vec<f64>>())
        }
    };
    let own = rulesets::MINDSPORE.cast(&wide, dtype).expect("MindSpore has these dtypes");
    own.reshape(shape).expect("there are as many elements")
}

fn options(op: Op, layout: Layout) -> Options {
    let axis = match layout {
        Layout::First => 0,
        Layout::Last | Layout::Line => -1,
        _ => return Options::default(),
    };
    match op.group() {
        Group::Reduction | Group::Selection => Options::from(Reduce::axis(axis)),
        _ => Options::axis(axis),
    }
}

/// Every binary op in place; `None` of others.
fn assign(
    ruleset: Ruleset,
    op: Op,
    left: &mut Tensor,
    right: &Tensor,
) -> Option<Result<(), ComputeError>> {
    macro_rules! assign {
        ($($op:ident $name:ident,)*) => {
            match op {
                $(Op::$op => Some(ruleset.$name(left, right)),)*
                _ => None,
            }
        };
    }
    assign! {
        Add add_assign, Subtract subtract_assign, Multiply multiply_assign, Divide divide_assign,
        Maximum maximum_assign, Minimum minimum_assign, FloorDivide floor_divide_assign,
        Remainder remainder_assign, Pow pow_assign, Fmod fmod_assign, Fmax fmax_assign,
        Fmin fmin_assign, Gcd gcd_assign, Lcm lcm_assign, Atan2 atan2_assign, Hypot hypot_assign,
        Copysign copysign_assign, Logaddexp logaddexp_assign, Nextafter nextafter_assign,
        BitwiseAnd bitwise_and_assign, BitwiseOr bitwise_or_assign, BitwiseXor bitwise_xor_assign,
        BitwiseLeftShift bitwise_left_shift_assign, BitwiseRightShift bitwise_right_shift_assign,
    }
}
