//! An elementwise op: each element of the result is what the op gives of the elements that it is made of, bit for bit,
//! and so does a plan of it.

use arbitrary::{Result, Unstructured};
use conformance::elements::bits;
use conformance::wide_dtypes;
use runtime::{Arg, DType, Group, Op, Operand, Options, Ruleset, Tensor, TensorView};

use super::operand::{Laid, arbitrary_shape};

/// Asks for an op that takes so many operands.
pub(super) fn question(
    from: &mut Unstructured<'_>,
    ruleset: Ruleset,
    op: Op,
    count: usize,
) -> Result<()> {
    let shape = arbitrary_shape(from)?;
    let mut operands = Vec::new();
    for place in 0..count {
        let condition = op.group() == Group::Ternary && place == 0 && from.arbitrary()?;
        let dtype = if condition { DType::Bool } else { *from.choose(&wide_dtypes())? };
        operands.push(Laid::arbitrary(from, dtype, &shape)?);
    }
    let views: Vec<TensorView<'_>> = operands.iter().map(Laid::view).collect();
    compare(ruleset, op, &shape, &views);
    Ok(())
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
    let planned = planned(ruleset, op, views, &shape);
    match whole {
        Ok(whole) => {
            if let Some(planned) = planned {
                let planned = planned.unwrap_or_else(|error| panic!("{}: {error}", asked()));
                assert_eq!(planned.dtype(), whole.dtype(), "{}: by a plan", asked());
                assert_eq!(bits(&planned), bits(&whole), "{}: by a plan", asked());
            }
            assert_eq!(whole.shape(), shape, "{}", asked());
            for (place, (got, single)) in bits(&whole).into_iter().zip(singles).enumerate() {
                let single = single.unwrap_or_else(|error| panic!("{}: {error}", asked()));
                assert_eq!([got], *bits(&single), "{}: element {place}", asked());
            }
        }
        Err(error) => {
            assert!(!matches!(planned, Some(Ok(_))), "{}: {error}, but not by a plan", asked());
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

/// The same by a plan into an existing tensor; `None` of an op that cannot be planned.
fn planned(
    ruleset: Ruleset,
    op: Op,
    views: &[TensorView<'_>],
    shape: &[usize],
) -> Option<std::result::Result<Tensor, runtime::ComputeError>> {
    let operand = |view: &TensorView<'_>| match view.ndim() {
        _ if view.is_weak() => Operand::Weak(view.dtype()),
        0 => Operand::ZeroDim(view.dtype()),
        _ => Operand::Tensor(view.dtype()),
    };
    let operands: Vec<Operand> = views.iter().map(operand).collect();
    let run = || {
        let plan = ruleset.plan(op, &operands)?;
        let mut out = ruleset.zeros(shape, plan.dtypes().result)?;
        match views {
            [lhs, rhs] => plan.run(lhs, rhs, &mut out)?,
            [operand] => plan.run_unary(operand, &mut out)?,
            _ => unreachable!("a plan takes one operand or two"),
        }
        Ok(out)
    };
    matches!(op.group(), Group::Unary | Group::Binary).then(run)
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
