//! Elements looked up, their places, triangles, differences and medians, of every dtype and layout, against where
//! elements belong.

use conformance::harness::{bits, tensor, triples};
use conformance::reference::Bits;
use conformance::reference::arrange::{belongs, indices, middle, sorted_down, taken};
use conformance::reference::cast::cast_by;
use conformance::reference::edges::edges;
use conformance::reference::flush;
use conformance::reference::format::Format;
use conformance::reference::ops;
use conformance::reference::wanted::{Part, accepts, is};
use conformance::wide_dtypes;
use runtime::policy::MedianOfEven;
use runtime::{DType, Kind, Op, Options, Reduce, Ruleset, Tensor, TensorView, rulesets};

/// The numbers from 0 on, in a tensor of a shape.
fn counted(dtype: DType, shape: &[usize]) -> Tensor {
    let count: usize = shape.iter().product();
    let numbers = tensor(DType::U8, &(0..count).map(|n| (n as u64, 0)).collect::<Vec<_>>());
    rulesets::ACLNN.cast(&numbers, dtype).expect("a cast").reshape(shape).expect("as many")
}

/// Views of a tensor: as it is, its axes reversed, each axis backwards.
fn views(tensor: &Tensor) -> Vec<TensorView<'_>> {
    let mut views = vec![tensor.view(), tensor.view().transposed()];
    let axes = 0..tensor.shape().len();
    views.extend(axes.map(|axis| tensor.view().invert_axis(axis).expect("an axis")));
    views
}

fn flat(index: &[usize], shape: &[usize]) -> usize {
    index.iter().zip(shape).fold(0, |at, (&i, &len)| at * len + i)
}

fn places(dtype: DType, numbers: &[i128], shape: &[usize]) -> Tensor {
    let elements: Vec<Bits> = numbers
        .iter()
        .map(|&number| {
            let bits = number.cast_unsigned() & (u128::MAX >> (128 - dtype.bits()));
            (u64::try_from(bits).expect("so many bits"), 0)
        })
        .collect();
    tensor(dtype, &elements).reshape(shape).expect("as many")
}

/// One dtype of each size.
const SIZES: [DType; 6] = [DType::Bool, DType::U8, DType::F16, DType::I32, DType::F64, DType::C128];

#[test]
fn elements_are_taken_along_every_axis_of_every_layout() {
    let numpy = rulesets::NUMPY;
    for dtype in SIZES {
        for shape in [vec![4], vec![3, 2], vec![2, 3, 4]] {
            let all = counted(dtype, &shape);
            for view in views(&all) {
                let plain = bits(&view.to_tensor());
                for axis in 0..shape.len() {
                    let len = view.shape()[axis] as i128;
                    let numbers = [0, len - 1, -1, -len, 0, 1];
                    for of in [vec![6], vec![2, 3], vec![3, 1, 2], vec![0]] {
                        let count: usize = of.iter().product();
                        let index = places(DType::I16, &numbers[..count], &of);
                        let got = numpy.take(&view, &index, axis.cast_signed()).expect("taken");
                        let index = (of.as_slice(), &numbers[..]);
                        let (result, sources) = taken(view.shape(), index, axis, false);
                        assert_eq!(got.shape(), result);
                        for (got, from) in bits(&got).into_iter().zip(sources) {
                            let from = from.expect("in range");
                            assert_eq!(got, plain[flat(&from, view.shape())], "{dtype} {from:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn each_line_is_looked_up_by_itself() {
    let numpy = rulesets::NUMPY;
    for dtype in SIZES {
        let shape = [2, 3, 4];
        let all = counted(dtype, &shape);
        for view in views(&all) {
            let plain = bits(&view.to_tensor());
            for axis in 0..3 {
                let len = view.shape()[axis] as i128;
                // Lines with indices of their own, and the same for all.
                let mut own = view.shape().to_vec();
                own[axis] = 5;
                let mut same = vec![1; 3];
                same[axis] = 2;
                for of in [own, same] {
                    let count: usize = of.iter().product();
                    let numbers: Vec<i128> =
                        (0..count).map(|at| (at * 7) as i128 % (2 * len) - len).collect();
                    let index = places(DType::I64, &numbers, &of);
                    let turned = index.view();
                    let axis_given = axis.cast_signed() - 3;
                    let got = numpy.take_along_axis(&view, &turned, axis_given).expect("taken");
                    let (result, sources) = taken(view.shape(), (&of, &numbers), axis, true);
                    assert_eq!(got.shape(), result);
                    for (got, from) in bits(&got).into_iter().zip(sources) {
                        let from = from.expect("in range");
                        assert_eq!(got, plain[flat(&from, view.shape())], "{dtype} {from:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn indices_out_of_range_are_errors_or_filled() {
    let a = counted(DType::F32, &[3]);
    let kind = |ruleset: Ruleset, index: &Tensor| {
        ruleset.take(&a, index, 0).map(|taken| bits(&taken)).map_err(|error| error.kind())
    };
    for numbers in [3, -4, i128::from(i64::MAX), i128::from(i64::MIN)] {
        let index = places(DType::I64, &[0, numbers], &[2]);
        assert_eq!(kind(rulesets::NUMPY, &index), Err("index"), "{numbers}");
        let filled = kind(rulesets::JAX, &index).expect("filled");
        let format = Format::of(DType::F32).expect("a float");
        assert_eq!((filled[0].0, format.is_nan(filled[1].0)), (0, true), "{numbers}");
    }
    // What would be -1 if it were signed.
    let last = places(DType::U64, &[-1], &[1]);
    assert_eq!(kind(rulesets::NUMPY, &last), Err("index"));
    let backwards = places(DType::I64, &[-1], &[1]);
    assert_eq!(kind(rulesets::PYARROW, &backwards), Err("index"));
    let none = counted(DType::F32, &[0]);
    assert!(rulesets::NUMPY.take(&none, &places(DType::I64, &[], &[0]), 0).is_ok());
    let error = rulesets::NUMPY.take(&none, &places(DType::I64, &[0], &[1]), 0);
    let error = error.expect_err("there is none");
    assert_eq!(error.to_string(), "take: there is no index 0, the axis has no elements");
}

#[test]
fn operands_and_options_that_do_not_fit_are_errors() {
    let numpy = rulesets::NUMPY;
    let (a, one) = (counted(DType::F32, &[2, 3]), counted(DType::F32, &[3]));
    let zero = counted(DType::F32, &[]);
    let index = places(DType::I64, &[0], &[1]);
    let kind = |result: Result<Tensor, runtime::ComputeError>| result.expect_err("an error").kind();
    for axis in [2, -3, isize::MAX, isize::MIN] {
        assert_eq!(kind(numpy.take(&a, &index, axis)), "axis");
        assert_eq!(kind(numpy.take_along_axis(&a, &index, axis)), "axis");
        assert_eq!(kind(numpy.diff(&a, axis)), "axis");
        assert_eq!(kind(numpy.median(&a, &Reduce::axis(axis))), "axis");
        let operands = [(&a).into(), (&a).into()];
        assert_eq!(kind(numpy.apply(Op::Vecdot, &operands, &Options::axis(axis))), "axis");
    }
    assert_eq!(kind(numpy.take_along_axis(&a, &index, 0)), "shapes");
    assert_eq!(kind(numpy.take(&a, &one, 0)), "op_undefined");
    assert_eq!(kind(numpy.searchsorted(&a, &one, Options::default())), "operands");
    assert_eq!(kind(numpy.tril(&one, Options::default())), "operands");
    assert_eq!(kind(numpy.nonzero(&zero, Options::default())), "operands");
    assert_eq!(kind(numpy.diff(&zero, Options::default())), "axis");
    assert_eq!(kind(numpy.dot(&a, &a)), "shapes");
    assert_eq!(kind(numpy.tensordot(&one, &one)), "operands");
    assert_eq!(kind(numpy.diff(&a, Options::default().descending())), "options");
    assert_eq!(kind(numpy.sort(&a, Options::diagonal(1))), "options");
    assert_eq!(kind(numpy.stack(&[&a, &a], Options::flattened())), "options");
    let pairs = |lhs: &[isize], rhs: &[isize]| {
        let options = Options::axis_pairs(lhs, rhs);
        numpy.apply(Op::Tensordot, &[(&a).into(), (&a).into()], &options)
    };
    assert_eq!(kind(pairs(&[0], &[0, 1])), "operands");
    assert_eq!(kind(pairs(&[0, 0], &[0, 1])), "axis");
    assert_eq!(kind(pairs(&[0], &[1])), "shapes");
    assert_eq!(pairs(&[-1], &[1]).expect("a product").shape(), [2, 2]);
}

#[test]
fn sorted_down_equal_elements_keep_their_order() {
    for triple in triples(Op::Sort) {
        let elements: Vec<Bits> = edges(triple.lhs).into_iter().rev().step_by(3).take(20).collect();
        let elements = [elements.clone(), elements].concat();
        let policies = triple.ruleset.policies();
        let compute = triple.dtypes.compute;
        let wide = |op: Op| -> Vec<Bits> {
            elements
                .iter()
                .map(|&one| flush::operand(op, triple.lhs, compute, one, policies))
                .collect()
        };
        let operand = tensor(triple.lhs, &elements);
        let down = Options::default().descending();
        let Ok(got) = triple.ruleset.argsort(&operand, down.clone()) else { continue };
        let places = bits(&got).into_iter().map(|(place, _)| usize::try_from(place));
        let got: Vec<usize> = places.map(|place| place.expect("a place")).collect();
        let wanted = sorted_down(compute, &wide(Op::Argsort));
        assert_eq!(got, wanted, "{} of {}", triple.ruleset, triple.lhs);
        let sorted = triple.ruleset.sort(&operand, down).expect("sorted");
        let wide = wide(Op::Sort);
        let picked = sorted_down(compute, &wide).into_iter().map(|place| wide[place]);
        let format = Format::of(compute);
        for (got, wanted) in bits(&sorted).into_iter().zip(picked) {
            let nan = format.is_some_and(|f| f.is_nan(got.0) && f.is_nan(wanted.0));
            assert!(
                got == wanted || nan || compute.kind() == Kind::Complex,
                "{got:x?} {wanted:x?}"
            );
        }
    }
}

#[test]
fn elements_belong_where_the_order_says() {
    for triple in triples(Op::Searchsorted) {
        let (compute, policies) = (triple.dtypes.compute, triple.ruleset.policies());
        let wide = |dtype: DType, all: &[Bits]| -> Vec<Bits> {
            let taken =
                |&one: &Bits| flush::operand(Op::Searchsorted, dtype, compute, one, policies);
            all.iter().map(taken).collect()
        };
        let some = |dtype| -> Vec<Bits> { edges(dtype).into_iter().step_by(5).collect() };
        let (mut ordered, elements) = (some(triple.lhs), some(triple.rhs));
        let places = conformance::reference::arrange::sorted(compute, &wide(triple.lhs, &ordered));
        ordered = places.iter().map(|&place| ordered[place]).collect();
        for right in [false, true] {
            let options = if right { Options::default().right() } else { Options::default() };
            let (lhs, rhs) = (tensor(triple.lhs, &ordered), tensor(triple.rhs, &elements));
            // A policy may make a conversion an error.
            let Ok(got) = triple.ruleset.searchsorted(&lhs, &rhs, options) else { continue };
            assert_eq!(got.dtype(), triple.dtypes.result);
            let ordered = wide(triple.lhs, &ordered);
            for (got, element) in bits(&got).into_iter().zip(wide(triple.rhs, &elements)) {
                let wanted = belongs(compute, &ordered, element, right);
                assert_eq!(got.0, wanted as u64, "{} {compute} {element:x?}", triple.ruleset);
            }
        }
    }
}

#[test]
fn medians_are_the_middle_elements() {
    for triple in triples(Op::Median) {
        let (compute, policies) = (triple.dtypes.compute, triple.ruleset.policies());
        let all = edges(triple.lhs);
        let finite = |bits: &&Bits| {
            Format::of(triple.lhs).is_none_or(|f| !f.is_nan(bits.0) && !f.is_nan(bits.1))
        };
        let numbers: Vec<Bits> = all.iter().filter(finite).copied().collect();
        for elements in [&all[..], &numbers[..], &numbers[1..], &numbers[..2], &numbers[..1], &[]] {
            let taken =
                |&one: &Bits| flush::operand(Op::Median, triple.lhs, compute, one, policies);
            let wide: Vec<Bits> = elements.iter().map(taken).collect();
            let operand = tensor(triple.lhs, elements);
            let format = Format::of(compute);
            let got = match triple.ruleset.median(&operand, &Reduce::all()) {
                Ok(got) => bits(&got)[0],
                Err(error) => {
                    assert!(elements.is_empty() && format.is_none(), "{error}");
                    continue;
                }
            };
            let Some((lower, upper)) = middle(compute, &wide) else {
                assert!(format.is_some_and(|format| format.is_nan(got.0)), "{got:x?}");
                continue;
            };
            if lower == upper || policies.median_of_even == MedianOfEven::Lower {
                assert_eq!(got, lower, "{} {compute}", triple.ruleset);
                continue;
            }
            // Half of the sum, rounded once: of 16-bit floats the sum is a float32's.
            let Some(format) = format.filter(|_| compute.kind() == Kind::Float) else { continue };
            let sum_dtype = if compute.bits() == 16 { DType::F32 } else { compute };
            let [lower, upper] =
                [lower, upper].map(|one| cast_by(compute, sum_dtype, one, policies));
            let two = cast_by(DType::U8, sum_dtype, (2, 0), policies);
            let exactly = |op, a, b| {
                ops::binary(op, sum_dtype, a, b, policies).and_then(|wanted| match wanted.0 {
                    Part::Is(bits) => Some((bits, 0)),
                    _ => None,
                })
            };
            let Some(sum) = exactly(Op::Add, lower, upper) else { continue };
            let Some(half) = exactly(Op::Divide, sum, two) else { continue };
            let wanted = cast_by(sum_dtype, compute, half, policies);
            assert!(
                accepts(is(wanted.0), Some(format), got),
                "{} {compute}: {got:x?}",
                triple.ruleset
            );
        }
    }
}

#[test]
fn triangles_keep_one_side_of_every_diagonal() {
    let numpy = rulesets::NUMPY;
    for dtype in SIZES {
        for shape in [vec![3, 3], vec![2, 4], vec![4, 2], vec![2, 3, 2], vec![0, 2], vec![2, 0]] {
            let all = counted(dtype, &shape);
            for view in [all.view(), all.view().transposed()] {
                let plain = bits(&view.to_tensor());
                for diagonal in [-5, -2, -1, 0, 1, 2, 5, isize::MAX, isize::MIN] {
                    for (op, above) in [(Op::Tril, false), (Op::Triu, true)] {
                        let options = Options::diagonal(diagonal);
                        let got = numpy.apply(op, &[(&view).into()], &options).expect("a triangle");
                        assert_eq!(got.shape(), view.shape());
                        for (place, (index, got)) in
                            indices(view.shape()).iter().zip(bits(&got)).enumerate()
                        {
                            let &[.., row, column] = index.as_slice() else { unreachable!() };
                            let off = column as i128 - row as i128 - diagonal as i128;
                            let kept = if above { off >= 0 } else { off <= 0 };
                            let wanted = if kept { plain[place] } else { (0, 0) };
                            assert_eq!(got, wanted, "{op} {index:?} of {diagonal}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn places_of_what_is_not_zero_count_up() {
    for dtype in wide_dtypes() {
        for shape in [vec![5], vec![2, 3], vec![2, 3, 2], vec![0, 3], vec![1]] {
            let all = counted(dtype, &shape);
            for view in views(&all) {
                let Ok(got) = rulesets::ACLNN.nonzero(&view, Options::default()) else { continue };
                let plain = bits(&view.to_tensor());
                let wanted: Vec<Vec<usize>> = indices(view.shape())
                    .into_iter()
                    .zip(plain)
                    .filter(|(_, element)| *element != (0, 0))
                    .map(|(index, _)| index)
                    .collect();
                assert_eq!(got.shape(), [shape.len(), wanted.len()]);
                let places = bits(&got);
                for (nth, index) in wanted.iter().enumerate() {
                    for (axis, &at) in index.iter().enumerate() {
                        assert_eq!(places[axis * wanted.len() + nth].0, at as u64, "{dtype}");
                    }
                }
            }
        }
    }
}

#[test]
fn differences_are_those_of_neighbours() {
    let numpy = rulesets::NUMPY;
    for dtype in [DType::U8, DType::I64, DType::F32, DType::Bool] {
        let all = counted(dtype, &[3, 4]);
        for view in views(&all) {
            for axis in 0..2_usize {
                let got = numpy.diff(&view, axis.cast_signed()).expect("differences");
                let len = view.shape()[axis];
                let part = |begin| {
                    let at: Vec<i128> = (begin..begin + len as i128 - 1).collect();
                    numpy.take(&view, &places(DType::I64, &at, &[len - 1]), axis.cast_signed())
                };
                let (after, before) = (part(1).expect("there"), part(0).expect("there"));
                let wanted = match dtype {
                    DType::Bool => numpy.not_equal(&after, &before),
                    _ => numpy.subtract(&after, &before),
                };
                assert_eq!(got, wanted.expect("a difference"), "{dtype} {axis}");
                let twice = numpy.diff(&view, Options::axis(axis.cast_signed()).times(2));
                assert_eq!(
                    twice.expect("twice"),
                    numpy.diff(&got, axis.cast_signed()).expect("once more")
                );
                let none = numpy.diff(&view, Options::axis(axis.cast_signed()).times(9));
                assert_eq!(none.expect("nothing").shape()[axis], 0);
            }
        }
    }
}

/// The products of integers, added up one after the other.
#[test]
fn products_sum_over_the_axes_asked_for() {
    let numpy = rulesets::NUMPY;
    let (a, b) = (counted(DType::I32, &[2, 3, 4]), counted(DType::I32, &[4, 3, 2]));
    let values = |tensor: &Tensor| -> Vec<i64> {
        let value = |(bits, _)| u32::try_from(bits).expect("32 bits").cast_signed().into();
        bits(tensor).into_iter().map(value).collect()
    };
    for (a, b) in [(a.view(), b.view()), (b.view().transposed(), a.view().transposed())] {
        for (lhs, rhs) in
            [(vec![2], vec![0]), (vec![2, 1], vec![0, 1]), (vec![0], vec![2]), (vec![], vec![])]
        {
            let signed = |axes: &[usize]| axes.iter().map(|a| a.cast_signed()).collect::<Vec<_>>();
            let options = Options::axis_pairs(&signed(&lhs), &signed(&rhs));
            let got = numpy.apply(Op::Tensordot, &[(&a).into(), (&b).into()], &options);
            let got = got.expect("a product");
            let free = |shape: &[usize], axes: &[usize]| -> Vec<usize> {
                (0..shape.len()).filter(|axis| !axes.contains(axis)).collect()
            };
            let (left, right) = (free(a.shape(), &lhs), free(b.shape(), &rhs));
            let lens = |shape: &[usize], axes: &[usize]| -> Vec<usize> {
                axes.iter().map(|&axis| shape[axis]).collect()
            };
            let shape = [lens(a.shape(), &left), lens(b.shape(), &right)].concat();
            assert_eq!(got.shape(), shape);
            let (x, y) = (values(&a.to_tensor()), values(&b.to_tensor()));
            for (index, got) in indices(&shape).into_iter().zip(values(&got)) {
                let (own, other) = index.split_at(left.len());
                let sum: i64 = indices(&lens(a.shape(), &lhs))
                    .into_iter()
                    .map(|summed| {
                        let at =
                            |shape: &[usize], free: &[usize], own: &[usize], axes: &[usize]| {
                                let mut index = vec![0; shape.len()];
                                free.iter().zip(own).for_each(|(&axis, &at)| index[axis] = at);
                                axes.iter().zip(&summed).for_each(|(&axis, &at)| index[axis] = at);
                                flat(&index, shape)
                            };
                        x[at(a.shape(), &left, own, &lhs)] * y[at(b.shape(), &right, other, &rhs)]
                    })
                    .sum();
                assert_eq!(got, sum, "{index:?} over {lhs:?} {rhs:?}");
            }
        }
        let dot = numpy.dot(&a, &b.view().transposed().to_tensor().view().transposed());
        let options = Options::axis_pairs(&[-1], &[-2]);
        let same = numpy.apply(Op::Tensordot, &[(&a).into(), (&b).into()], &options);
        assert_eq!(dot.ok(), same.ok());
    }
    let z = tensor(DType::C64, &[(1_f32.to_bits().into(), 2_f32.to_bits().into())]);
    let product = numpy.vecdot(&z, &z).expect("a product");
    assert_eq!(bits(&product), [(5_f32.to_bits().into(), 0)]);
    let rows = counted(DType::I32, &[2, 3]);
    let vecdot = numpy.vecdot(&rows, &counted(DType::I32, &[3])).expect("broadcast");
    assert_eq!(values(&vecdot), [5, 14]);
    let first = numpy.apply(Op::Vecdot, &[(&rows).into(), (&rows).into()], &Options::axis(0));
    assert_eq!(values(&first.expect("a product")), [9, 17, 29]);
}

#[test]
fn tensors_are_joined_and_sorted_as_one_line() {
    let numpy = rulesets::NUMPY;
    let (a, b) = (counted(DType::I32, &[2, 2]), counted(DType::I32, &[3]));
    let joined = numpy.concat(&[&a.view().transposed(), &b], Options::flattened()).expect("joined");
    let values: Vec<u64> = bits(&joined).into_iter().map(|(bits, _)| bits).collect();
    assert_eq!(values, [0, 2, 1, 3, 0, 1, 2]);
    let sorted = numpy.sort(&a.view().transposed(), Options::flattened()).expect("sorted");
    assert_eq!(sorted, counted(DType::I32, &[4]));
}
