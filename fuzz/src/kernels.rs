//! An elementwise op on operands of any dtype, shape and layout: each element is what the op gives of the elements
//! that it is made of, bit for bit.

use arbitrary::{Result, Unstructured};
use conformance::elements::{Bits, bits, tensor};
use ndarray::Slice;
use runtime::{Arg, DType, Group, Op, Options, Ruleset, Tensor, TensorView, rulesets};

/// The longest axis, so that loops run in blocks, in vectors and in what is left over.
const LONGEST: usize = 70;

pub(crate) fn elements(bytes: &[u8]) {
    // Bytes that run out are a question that ends early.
    let _ = question(&mut Unstructured::new(bytes));
}

/// How an operand lies in the memory of its tensor.
struct Layout {
    /// The order of its axes there.
    axes: Vec<usize>,
    /// Of each axis: whether it goes backwards, over every how many elements, and whether it is broadcast.
    steps: Vec<(bool, usize, bool)>,
}

fn question(from: &mut Unstructured<'_>) -> Result<()> {
    let ruleset: Ruleset = *from.choose(rulesets::ALL)?;
    let ops: Vec<Op> = Op::ALL.into_iter().filter(|op| count(*op).is_some()).collect();
    let op = *from.choose(&ops)?;
    let shape = (0..from.int_in_range(0..=3)?)
        .map(|axis| from.int_in_range(0..=if axis == 0 { LONGEST } else { 4 }))
        .collect::<Result<Vec<usize>>>()?;
    let mut operands = Vec::new();
    for place in 0..count(op).unwrap_or_default() {
        let condition = op.group() == Group::Ternary && place == 0 && from.arbitrary()?;
        let dtype = if condition { DType::Bool } else { *from.choose(&DType::ALL)? };
        let layout = layout(from, shape.len())?;
        operands.push((memory(from, dtype, &shape, &layout)?, layout));
    }
    let views: Vec<TensorView<'_>> =
        operands.iter().map(|(tensor, layout)| layout.view(tensor, &shape)).collect();
    compare(ruleset, op, &shape, &views);
    Ok(())
}

/// How many operands an elementwise op takes; `None` of any other op.
fn count(op: Op) -> Option<usize> {
    match op.group() {
        Group::Unary => Some(1),
        Group::Binary => Some(2),
        Group::Ternary => Some(3),
        _ => None,
    }
}

fn layout(from: &mut Unstructured<'_>, rank: usize) -> Result<Layout> {
    let mut axes: Vec<usize> = (0..rank).collect();
    for place in (1..rank).rev() {
        axes.swap(place, from.int_in_range(0..=place)?);
    }
    let step = |_| Ok((from.arbitrary()?, from.int_in_range(1..=3)?, from.ratio(1, 8)?));
    Ok(Layout { axes, steps: (0..rank).map(step).collect::<Result<_>>()? })
}

/// A tensor that has room for the operand, of arbitrary elements.
fn memory(
    from: &mut Unstructured<'_>,
    dtype: DType,
    shape: &[usize],
    layout: &Layout,
) -> Result<Tensor> {
    let room: Vec<usize> = layout
        .axes
        .iter()
        .map(|&axis| {
            let (_, step, broadcast) = layout.steps[axis];
            if broadcast { 1 } else { shape[axis] * step }
        })
        .collect();
    // A few elements over and over: more would only use up the bytes.
    let few: Vec<Bits> = (0..5).map(|_| from.arbitrary()).collect::<Result<_>>()?;
    let all: Vec<Bits> = few.iter().copied().cycle().take(room.iter().product()).collect();
    Ok(tensor(dtype, &all).reshape(&room).unwrap_or_else(|error| panic!("{error}")))
}

impl Layout {
    fn view<'a>(&self, tensor: &'a Tensor, shape: &[usize]) -> TensorView<'a> {
        // Where each axis of the operand is in memory.
        let place = |axis| self.axes.iter().position(|&at| at == axis).expect("a permutation");
        let places: Vec<usize> = (0..shape.len()).map(place).collect();
        let mut view = tensor.view().permuted(&places).expect("a permutation");
        for (axis, &(backwards, step, broadcast)) in self.steps.iter().enumerate() {
            if broadcast {
                // An op broadcasts it to the others, which need not do the same.
                continue;
            }
            let slice = Slice::from(..).step_by(step.cast_signed());
            view = view.slice_axis(axis, slice).expect("a step within the axis");
            if backwards {
                view = view.invert_axis(axis).expect("an axis");
            }
        }
        view
    }
}

/// Holds the op on whole operands against the op on one element of each.
fn compare(ruleset: Ruleset, op: Op, shape: &[usize], views: &[TensorView<'_>]) {
    let whole = apply(ruleset, op, views);
    // What all operands broadcast along an axis has one element there.
    let len = |axis| match views.iter().all(|view| view.shape()[axis] == 1) {
        true => 1,
        false => shape[axis],
    };
    let shape: Vec<usize> = (0..shape.len()).map(len).collect();
    let total: usize = shape.iter().product();
    let mut singles = Vec::with_capacity(total);
    for place in 0..total {
        let of_each = views.iter().map(|view| element(view.clone(), place, &shape));
        singles.push(apply(ruleset, op, &of_each.collect::<Vec<_>>()));
    }
    let asked = || {
        let operands: Vec<String> = views.iter().map(|view| format!("{view:?}")).collect();
        format!("{op} of {} under {ruleset}", operands.join(", "))
    };
    match whole {
        Ok(whole) => {
            assert_eq!(whole.shape(), shape, "{}", asked());
            for (place, (got, single)) in bits(&whole).into_iter().zip(singles).enumerate() {
                let single = single.unwrap_or_else(|error| panic!("{}: {error}", asked()));
                assert_eq!([got], *bits(&single), "{}: element {place}", asked());
            }
        }
        Err(error) => {
            let fails = total == 0 || singles.iter().any(Result::is_err);
            assert!(fails, "{}: {error}", asked());
        }
    }
}

fn apply(
    ruleset: Ruleset,
    op: Op,
    views: &[TensorView<'_>],
) -> std::result::Result<Tensor, runtime::ComputeError> {
    let operands: Vec<Arg<'_>> = views.iter().map(Arg::from).collect();
    ruleset.apply(op, &operands, &Options::default())
}

/// One element of an operand, as an operand of as many axes.
fn element<'a>(mut view: TensorView<'a>, place: usize, shape: &[usize]) -> TensorView<'a> {
    let mut left = place;
    for (axis, &len) in shape.iter().enumerate().rev() {
        let index = if view.shape()[axis] == 1 { 0 } else { left % len };
        left /= len;
        view = view.slice_axis(axis, index..index + 1).expect("an element of it");
    }
    view
}
