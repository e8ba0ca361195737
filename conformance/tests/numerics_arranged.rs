//! Sorted lines and joined tensors, of every dtype and layout, against the places where elements belong.

use conformance::harness::{Failures, bits, tensor, triples};
use conformance::reference::Bits;
use conformance::reference::arrange::{indices, joined, sorted};
use conformance::reference::cast::cast_by;
use conformance::reference::edges::edges;
use conformance::reference::flush;
use conformance::reference::format::Format;
use runtime::{
    AsView, ComputeError, DType, Group, Op, Operand, Options, Reduce, Ruleset, Tensor, TensorView,
    rulesets,
};

/// Elements to sort: edge values, each of them twice, and none.
fn samples(dtype: DType) -> Vec<Vec<Bits>> {
    let edges = edges(dtype);
    let some: Vec<Bits> = edges.iter().step_by(edges.len().div_ceil(20)).copied().collect();
    let backwards = some.iter().rev().copied();
    vec![vec![], some[..1].to_vec(), some.iter().copied().chain(backwards).collect(), some]
}

/// The same bits, or both NaN: a conversion may change a NaN's payload.
fn same(dtype: DType, got: Bits, wanted: Bits) -> bool {
    let part = |got: u64, wanted: u64| {
        got == wanted || Format::of(dtype).is_some_and(|f| f.is_nan(got) && f.is_nan(wanted))
    };
    part(got.0, wanted.0) && part(got.1, wanted.1)
}

#[test]
fn lines_are_sorted_stably_with_nan_last() {
    let mut failures = Failures::default();
    for op in [Op::Sort, Op::Argsort] {
        for triple in triples(op) {
            let (from, dtypes) = (triple.lhs, triple.dtypes);
            for elements in samples(from) {
                let (compute, policies) = (dtypes.compute, triple.ruleset.policies());
                let taken = |&bits: &Bits| flush::operand(op, from, compute, bits, policies);
                let wide: Vec<Bits> = elements.iter().map(taken).collect();
                let places = sorted(compute, &wide);
                let index = |&place: &usize| (u64::try_from(place).expect("few"), 0);
                let wanted: Vec<Bits> = match op {
                    Op::Sort => places.iter().map(|&place| wide[place]).collect(),
                    _ => places.iter().map(index).collect(),
                };
                let line = tensor(from, &elements);
                let out = triple.ruleset.apply(op, &[(&line).into()], &Options::default());
                let out = out.expect("a kernel");
                assert_eq!((out.dtype(), out.shape()), (dtypes.result, &[elements.len()][..]));
                let got = bits(&out);
                if !got.iter().zip(&wanted).all(|(&got, &want)| same(dtypes.result, got, want)) {
                    failures.push(|| format!("{op} {from}: got {got:x?}, wanted {wanted:x?}"));
                }
            }
        }
    }
    failures.check("sorted lines");
}

/// The numbers from 0 on, in a tensor of a shape.
fn counted(dtype: DType, shape: &[usize]) -> Tensor {
    let count: usize = shape.iter().product();
    let numbers = tensor(DType::U8, &(0..count).map(|n| (n as u64, 0)).collect::<Vec<_>>());
    rulesets::ACLNN.cast(&numbers, dtype).expect("a cast").reshape(shape).expect("as many")
}

/// Views of a tensor: as it is, its axes reversed, each axis backwards, and one element repeated.
fn views<'a>(tensor: &'a Tensor, one: &'a Tensor, shape: &[usize]) -> Vec<TensorView<'a>> {
    let mut views = vec![tensor.view(), tensor.view().transposed()];
    views.extend((0..shape.len()).map(|axis| tensor.view().invert_axis(axis).expect("an axis")));
    views.push(one.view());
    views
}

#[test]
fn every_axis_of_every_layout_is_sorted_by_itself() {
    let ruleset = rulesets::NUMPY;
    for dtype in [DType::Bool, DType::I8, DType::U64, DType::F16, DType::F64, DType::C64] {
        for shape in [vec![4], vec![2, 3], vec![2, 3, 2], vec![2, 0, 3], vec![1, 1]] {
            let (all, one) = (counted(dtype, &shape), counted(dtype, &[1]));
            for view in views(&all, &one, &shape) {
                let plain = view.to_tensor();
                for axis in 0..view.ndim() {
                    let got = ruleset.sort(&view, axis.cast_signed()).expect("sorted");
                    let places =
                        ruleset.argsort(&view, axis.cast_signed() - view.ndim().cast_signed());
                    let places = bits(&places.expect("sorted"));
                    assert_eq!(got.shape(), view.shape());
                    let elements = bits(&plain);
                    let at = |index: &[usize]| {
                        index.iter().zip(view.shape()).fold(0, |at, (&i, &len)| at * len + i)
                    };
                    for (index, (&got, &place)) in
                        indices(view.shape()).iter().zip(bits(&got).iter().zip(&places))
                    {
                        let mut line = index.clone();
                        let elements: Vec<Bits> = (0..view.shape()[axis])
                            .map(|place| {
                                line[axis] = place;
                                elements[at(&line)]
                            })
                            .collect();
                        let wanted = sorted(dtype, &elements)[index[axis]];
                        assert_eq!((got, place.0), (elements[wanted], wanted as u64), "{index:?}");
                    }
                }
            }
        }
    }
}

/// Holds a join against the reference.
fn check_join(op: Op, ruleset: Ruleset, operands: &[TensorView<'_>], axis: usize) {
    let args: Vec<_> = operands.iter().map(Into::into).collect();
    let asked: Vec<Operand> = operands.iter().map(|view| Operand::Tensor(view.dtype())).collect();
    let dtype = match asked.as_slice() {
        [only] => ruleset.op_dtypes(op, &[*only, *only]),
        all => ruleset.op_dtypes(op, all),
    };
    let dtype = dtype.expect("a dtype").result;
    let out = ruleset.apply(op, &args, &Options::axis(axis.cast_signed())).expect("joined");
    assert_eq!(out.dtype(), dtype);
    let plain: Vec<Vec<Bits>> = operands.iter().map(|view| bits(&view.to_tensor())).collect();
    let shapes: Vec<Vec<usize>> = operands.iter().map(|view| view.shape().to_vec()).collect();
    let sources = joined(&shapes, axis, op == Op::Stack);
    assert_eq!(out.len(), sources.len());
    for (got, (operand, index)) in bits(&out).into_iter().zip(sources) {
        let at = index.iter().zip(&shapes[operand]).fold(0, |at, (&i, &len)| at * len + i);
        let from = operands[operand].dtype();
        let wanted = cast_by(from, dtype, plain[operand][at], ruleset.policies());
        assert!(same(dtype, got, wanted), "{op} {shapes:?} axis {axis}: {got:x?}, {wanted:x?}");
    }
}

#[test]
fn tensors_of_every_two_dtypes_are_joined() {
    for ruleset in [rulesets::NUMPY, rulesets::TORCH, rulesets::MINDSPORE_2_10, rulesets::PADDLE] {
        for op in [Op::Concat, Op::Stack] {
            for &lhs in ruleset.dtypes() {
                for &rhs in ruleset.dtypes() {
                    if ruleset.op_dtypes(op, &[lhs.into(), rhs.into()]).is_err() {
                        continue;
                    }
                    let few = edges(lhs).len().min(edges(rhs).len());
                    let [one, other] = [lhs, rhs].map(|dtype| tensor(dtype, &edges(dtype)[..few]));
                    check_join(op, ruleset, &[one.view(), other.view()], 0);
                }
            }
        }
    }
}

#[test]
fn every_layout_is_joined_along_every_axis() {
    let dtypes = [DType::U8, DType::F64, DType::I16, DType::Bool];
    for dtype in dtypes {
        for shape in [vec![3], vec![2, 3], vec![3, 3, 3], vec![2, 0, 3], vec![200]] {
            let (all, one) = (counted(dtype, &shape), counted(DType::I8, &shape));
            for view in views(&all, &one, &shape) {
                let fits = view.shape() == shape;
                for axis in 0..=shape.len() {
                    if axis < shape.len() {
                        check_join(Op::Concat, rulesets::NUMPY, std::slice::from_ref(&view), axis);
                    }
                    let three = [view.clone(), all.view(), view.clone()];
                    let three = if fits { &three[..] } else { &three[..1] };
                    check_join(Op::Stack, rulesets::NUMPY, three, axis);
                    if axis < shape.len() {
                        check_join(Op::Concat, rulesets::NUMPY, three, axis);
                    }
                }
            }
        }
    }
    // Of unlike lengths along the axis, none among them.
    let parts = [[2, 3], [2, 0], [2, 1]].map(|shape| counted(DType::I32, &shape));
    let views = parts.each_ref().map(Tensor::view);
    check_join(Op::Concat, rulesets::TORCH, &views, 1);
    // Without axes.
    let scalars = [3, 4].map(Tensor::scalar::<i8>);
    let views = scalars.each_ref().map(Tensor::view);
    check_join(Op::Stack, rulesets::NUMPY, &views, 0);
}

#[test]
fn what_cannot_be_joined_or_sorted_is_an_error() {
    let numpy = rulesets::NUMPY;
    let (a, b) = (counted(DType::I8, &[2, 3]), counted(DType::I8, &[2, 2]));
    let zero = Tensor::scalar(1_i8);
    let kind = |result: Result<Tensor, ComputeError>| result.expect_err("it does not fit").kind();
    let both: [&dyn AsView; 2] = [&a, &b];
    assert_eq!(kind(numpy.concat(&both, 0)), "shapes");
    assert_eq!(kind(numpy.stack(&both, 0)), "shapes");
    assert_eq!(kind(numpy.concat(&[&a, &zero], 0)), "shapes");
    assert!(numpy.concat(&both, -1).is_ok());
    for axis in [2, -3, isize::MAX, isize::MIN] {
        assert_eq!(kind(numpy.concat(&[&a, &a], axis)), "axis");
        assert_eq!(kind(numpy.sort(&a, axis)), "axis");
        assert_eq!(kind(numpy.argsort(&a, axis)), "axis");
    }
    assert_eq!(kind(numpy.stack(&[&a, &a], 3)), "axis");
    assert!(numpy.stack(&[&a, &a], -3).is_ok());
    assert_eq!(kind(numpy.concat(&[&zero, &zero], 0)), "axis");
    assert_eq!(kind(numpy.sort(&zero, -1)), "axis");
    assert_eq!(kind(numpy.concat(&[], 0)), "operands");
    let half = counted(DType::F16, &[2, 3]);
    let brain = counted(DType::Bf16, &[2, 3]);
    assert!(numpy.add(&half, &brain).is_ok());
    assert_eq!(kind(numpy.concat(&[&half, &brain], 0)), "op_not_promoted");
    let huge = zero.view();
    let huge = huge.broadcast(&[usize::MAX / 4]).expect("a view of one element");
    assert_eq!(kind(numpy.concat(&[&huge, &huge, &huge, &huge, &huge], 0)), "too_large");
    let options = Options::from(Reduce::axis(0));
    assert_eq!(kind(numpy.apply(Op::Sort, &[(&a).into()], &options)), "options");
    assert_eq!(kind(numpy.apply(Op::Sum, &[(&a).into()], &Options::axis(0))), "options");
    assert_eq!(kind(numpy.apply(Op::Sqrt, &[(&a).into()], &Options::axis(0))), "options");
    let number = runtime::Number::Int(1).into();
    assert_eq!(
        kind(numpy.apply(Op::Concat, &[(&a).into(), number], &Options::default())),
        "operands"
    );
    let groups = [Op::Concat, Op::Stack, Op::Sort, Op::Argsort].map(Op::group);
    assert_eq!(groups, [Group::Join, Group::Join, Group::Sorting, Group::Sorting]);
}
