//! Products of matrices, ops on three operands, and numbers beside tensors, against the reference.

use conformance::harness::{Element, Failures, Triple, bits, said, show, tensor, triples};
use conformance::reference::Bits;
use conformance::reference::cast::{cast, cast_by};
use conformance::reference::edges::{edges, of_pairs};
use conformance::reference::format::{F64, Format};
use conformance::reference::gather::dot;
use conformance::reference::ops::{self, clip};
use conformance::reference::policies::fails_to_convert;
use conformance::reference::wanted::{Part, Wanted, accepts};
use conformance::wide_dtypes;
use ndarray::{Array, Array1, Array2, ArrayBase, ArrayD, Axis, Dimension, RawData, Slice};
use runtime::policy::PythonFloats;
use runtime::with_element;
use runtime::{
    Arg, DType, Group, Kind, Number, Op, Operand, Options, Ruleset, Tensor, TensorView, rulesets,
};

fn compare(
    what: impl Fn() -> String,
    dtype: DType,
    got: Bits,
    wanted: Wanted,
    failures: &mut Failures,
) {
    if !accepts(wanted, Format::of(dtype), got) {
        failures.push(|| {
            format!("{}: got {}, wanted {}", what(), show(dtype, got), said(dtype, wanted))
        });
    }
}

/// Just the bits of an element.
fn just((re, im): Bits) -> Wanted {
    (Part::Is(re), Part::Is(im))
}

fn shaped(dtype: DType, shape: &[usize], elements: &[Bits]) -> Tensor {
    with_element!(dtype, T => {
        let elements = elements.iter().map(|&bits| T::of(bits)).collect();
        Tensor::from(ArrayD::from_shape_vec(shape, elements).expect("as many"))
    })
}

/// Elements of moderate size: of integers the edge values, which wrap around.
fn moderate(dtype: DType, count: usize, turn: usize) -> Vec<Bits> {
    let kept: Vec<Bits> = match (dtype.kind(), Format::of(dtype)) {
        (kind, Some(format)) => {
            let number = |value: f64| cast(DType::F64, dtype, (value.to_bits(), 0)).0;
            let parts = [0.1, -0.75, 3.0, -2.3, 0.0, 5.5, 1e-3, -7.25].map(number);
            let im = |place: usize| parts[(place * 3 + 1) % 8];
            let complex = kind == Kind::Complex;
            let _ = format;
            (0..8).map(|place| (parts[place], if complex { im(place) } else { 0 })).collect()
        }
        _ => edges(dtype),
    };
    (0..count).map(|place| kept[(place * (turn + 2) + turn) % kept.len()]).collect()
}

fn product(triple: Triple, [rows, inner, columns]: [usize; 3], failures: &mut Failures) {
    let Triple { ruleset, lhs, rhs, dtypes } = triple;
    let (a, b) = (moderate(lhs, rows * inner, 1), moderate(rhs, inner * columns, 2));
    let (left, right) = (shaped(lhs, &[rows, inner], &a), shaped(rhs, &[inner, columns], &b));
    let out = ruleset.apply(Op::Matmul, &[(&left).into(), (&right).into()], &Options::default());
    let out = match out {
        Ok(out) if out.dtype() == dtypes.result && out.shape() == [rows, columns] => bits(&out),
        other => {
            return failures
                .push(|| format!("matmul {triple:?}: {:?}", other.map(|out| out.dtype())));
        }
    };
    let wide = |from, elements: &[Bits]| -> Vec<Bits> {
        elements
            .iter()
            .map(|&bits| cast_by(from, dtypes.compute, bits, ruleset.policies()))
            .collect()
    };
    let (a, b) = (wide(lhs, &a), wide(rhs, &b));
    for (place, &got) in out.iter().enumerate() {
        let (row, column) = (place / columns, place % columns);
        let row = &a[row * inner..(row + 1) * inner];
        let column: Vec<Bits> = (0..inner).map(|inner| b[inner * columns + column]).collect();
        let wanted = dot(dtypes.compute, row, &column);
        compare(|| format!("matmul {triple:?} at {place}"), dtypes.result, got, wanted, failures);
    }
}

#[test]
fn products_of_matrices() {
    let (mut failures, all) = (Failures::default(), triples(Op::Matmul));
    for &triple in &all {
        for sizes in [[1, 1, 1], [2, 3, 4], [5, 17, 3], [3, 0, 2]] {
            product(triple, sizes, &mut failures);
        }
        if triple.lhs == triple.rhs {
            product(triple, [9, 40, 33], &mut failures);
        }
    }
    println!("matmul: {} ways", all.len());
    failures.check("matmul");
}

/// Every element of an array at every `step`-th place of another, backwards if it is negative.
fn spread<T: Element, D: Dimension>(array: &Array<T, D>, steps: &[isize]) -> Array<T, D> {
    let mut shape = array.raw_dim();
    for (len, step) in shape.slice_mut().iter_mut().zip(steps) {
        *len = (*len - 1) * step.unsigned_abs() + 1;
    }
    let mut room = Array::from_elem(shape, T::of((0, 0)));
    apart(room.view_mut(), steps).assign(array);
    room
}

fn apart<S: RawData, D: Dimension>(mut array: ArrayBase<S, D>, steps: &[isize]) -> ArrayBase<S, D> {
    for (axis, &step) in steps.iter().enumerate() {
        array.slice_axis_inplace(Axis(axis), Slice::new(0, None, step));
    }
    array
}

/// A matrix and a vector, on either side: however they lie, the bits are the same, and near the reference's.
#[test]
fn products_with_a_vector() {
    let mut failures = Failures::default();
    let sizes = [(1, 1), (2, 7), (3, 8), (65, 64), (130, 71), (5, 1_025), (64, 2_051), (257, 9)];
    let dtypes = wide_dtypes().into_iter().filter(|dtype| dtype.kind() != Kind::Bool);
    for (dtype, (rows, inner)) in dtypes.flat_map(|dtype| sizes.map(|size| (dtype, size))) {
        let elements = moderate(dtype, rows * inner, 1);
        let factors = moderate(dtype, inner, 2);
        let wanted: Vec<Wanted> =
            elements.chunks(inner).map(|row| dot(dtype, row, &factors)).collect();
        let mut first: Option<Vec<Bits>> = None;
        with_element!(dtype, T => {
            let matrix = elements.iter().map(|&bits| T::of(bits)).collect();
            let matrix: Array2<T> = Array::from_shape_vec([rows, inner], matrix).expect("as many");
            let vector: Array1<T> = factors.iter().map(|&bits| T::of(bits)).collect();
            for (steps, step, in_columns) in lies() {
                let matrix = match in_columns {
                    true => spread(&matrix.t().to_owned(), &steps),
                    false => spread(&matrix, &steps),
                };
                let vector = spread(&vector, &[step]);
                let matrix = apart(matrix.view(), &steps);
                let matrix = if in_columns { matrix.reversed_axes() } else { matrix };
                let vector = TensorView::from(apart(vector.view(), &[step]));
                let columns = TensorView::from(matrix.reversed_axes());
                let matrix = TensorView::from(matrix);
                let calls: [[Arg<'_>; 2]; 2] = [
                    [(&matrix).into(), (&vector).into()],
                    [(&vector).into(), (&columns).into()],
                ];
                for (side, args) in calls.iter().enumerate() {
                    let out = rulesets::ACLNN.apply(Op::Matmul, args, &Options::default());
                    let got = bits(&out.expect("shapes that fit"));
                    let what = || {
                        format!("{dtype} [{rows}, {inner}] by {steps:?}, columns in lines: {in_columns}, vector by {step} at {side}")
                    };
                    for (place, (&got, &wanted)) in got.iter().zip(&wanted).enumerate() {
                        let what = || format!("{} at {place}", what());
                        compare(what, dtype, got, wanted, &mut failures);
                    }
                    if *first.get_or_insert_with(|| got.clone()) != got {
                        failures.push(|| format!("{}: other bits than the first", what()));
                    }
                }
            }
        });
    }
    failures.check("products with a vector");
}

/// How a matrix and a vector may lie: the steps between rows and columns and between elements of the vector, and whether
/// the columns of the matrix are lines.
fn lies() -> Vec<([isize; 2], isize, bool)> {
    let steps = [[1, 1], [2, 1], [1, 2], [-1, 3], [1, -1]];
    let lies = steps.map(|steps| {
        [1, 2, -1].map(|step| [false, true].map(|in_columns| (steps, step, in_columns)))
    });
    lies.into_iter().flatten().flatten().collect()
}

/// Vectors, and stacks of matrices: of ones, so that every element is the inner length.
#[test]
fn shapes_of_products() {
    let shapes: [(&[usize], &[usize], &[usize]); 5] = [
        (&[3], &[3], &[]),
        (&[3], &[3, 2], &[2]),
        (&[4, 3], &[3], &[4]),
        (&[5, 4, 3], &[3, 2], &[5, 4, 2]),
        (&[5, 1, 4, 3], &[6, 3, 2], &[5, 6, 4, 2]),
    ];
    for dtype in wide_dtypes().into_iter().filter(|dtype| dtype.kind() != Kind::Bool) {
        for (left, right, wanted) in shapes {
            let ones = |shape: &[usize]| rulesets::ACLNN.full(shape, 1, dtype).expect("ones");
            let (left, right) = (ones(left), ones(right));
            let out = rulesets::ACLNN.apply(
                Op::Matmul,
                &[(&left).into(), (&right).into()],
                &Options::default(),
            );
            let out = out.expect("shapes that fit");
            let three = cast(DType::I64, dtype, (3, 0));
            assert_eq!(out.shape(), wanted, "{dtype}");
            assert!(bits(&out).into_iter().all(|got| got == three), "{dtype} {wanted:?}");
        }
    }
}

#[test]
fn choices_of_two() {
    let (mut failures, all) = (Failures::default(), triples(Op::Where));
    for &Triple { ruleset, lhs, rhs, dtypes } in &all {
        let converted = |from: DType| -> Vec<Bits> {
            let fails =
                |&bits: &Bits| fails_to_convert(dtypes.compute, (from, bits), ruleset.policies());
            of_pairs(from).into_iter().filter(|bits| !fails(bits)).collect()
        };
        let (yes, no) = (converted(lhs), converted(rhs));
        let len = 2 * yes.len().max(no.len());
        let round = |all: &[Bits]| -> Vec<Bits> {
            (0..len).map(|place| all[place / 2 % all.len()]).collect()
        };
        let (yes, no) = (round(&yes), round(&no));
        let condition: Vec<bool> = (0..len).map(|place| place % 2 == 0).collect();
        let operands = [Tensor::from(condition), tensor(lhs, &yes), tensor(rhs, &no)];
        let out =
            ruleset.apply(Op::Where, &operands.each_ref().map(Arg::from), &Options::default());
        let out = bits(&out.expect("where is defined where two promote"));
        for (place, &got) in out.iter().enumerate() {
            let (from, chosen) = if place % 2 == 0 { (lhs, yes[place]) } else { (rhs, no[place]) };
            let wanted = just(cast_by(from, dtypes.compute, chosen, ruleset.policies()));
            compare(
                || format!("where {ruleset:?} {lhs} {rhs} at {place}"),
                dtypes.result,
                got,
                wanted,
                &mut failures,
            );
        }
    }
    println!("where: {} ways", all.len());
    failures.check("where");
}

fn clipped(ruleset: Ruleset, dtypes: [DType; 3], failures: &mut Failures) -> bool {
    let operands = dtypes.map(Operand::Tensor);
    let Ok(of) = ruleset.op_dtypes(Op::Clip, &operands) else { return false };
    let policies = ruleset.policies();
    // Of a narrow dtype, whose numbers float64 has, one of the three is chosen there.
    let compute = if of.compute.is_narrow() { DType::F64 } else { of.compute };
    // Elements, and what they are where one is chosen.
    let few = |dtype: DType, count: usize| -> Vec<(Bits, Bits)> {
        let fails = |&bits: &Bits| fails_to_convert(of.compute, (dtype, bits), policies);
        let all: Vec<Bits> = edges(dtype).into_iter().filter(|bits| !fails(bits)).collect();
        let wide = |bits| {
            let element = cast_by(dtype, of.compute, bits, policies);
            cast_by(of.compute, compute, element, policies)
        };
        let chosen = (0..count).map(|place| all[place * 5 % all.len()]);
        chosen.map(|bits| (bits, wide(bits))).collect()
    };
    let [values, lows, highs] = [few(dtypes[0], 11), few(dtypes[1], 5), few(dtypes[2], 5)];
    let apply = |triples: &[[Bits; 3]]| {
        let operand = |which: usize| {
            let elements: Vec<Bits> = triples.iter().map(|triple| triple[which]).collect();
            tensor(dtypes[which], &elements)
        };
        let tensors = [operand(0), operand(1), operand(2)];
        ruleset.apply(Op::Clip, &tensors.each_ref().map(Arg::from), &Options::default())
    };
    let (mut triples, mut results, mut crossed) = (Vec::new(), Vec::new(), None);
    for value in &values {
        for (low, high) in lows.iter().flat_map(|low| highs.iter().map(move |high| (low, high))) {
            let triple = [value.0, low.0, high.0];
            match clip(compute, [value.1, low.1, high.1], policies) {
                Some(chosen) => {
                    triples.push(triple);
                    results.push(cast_by(compute, of.result, chosen, policies));
                }
                None => crossed = Some(triple),
            }
        }
    }
    if let Some(crossed) = crossed {
        let said = apply(&[crossed]).map(|out| bits(&out)).map_err(|error| error.kind());
        if said != Err("policy") {
            failures.push(|| format!("clip {ruleset:?} {dtypes:?} {crossed:x?}: got {said:x?}"));
        }
    }
    let out = match apply(&triples) {
        Ok(out) => bits(&out),
        Err(error) => {
            failures.push(|| format!("clip {ruleset:?} {dtypes:?}: {error}"));
            return true;
        }
    };
    for ((triple, &got), &result) in triples.iter().zip(&out).zip(&results) {
        let asked = || format!("clip {ruleset:?} {dtypes:?} {triple:x?}");
        compare(asked, of.result, got, just(result), failures);
    }
    true
}

#[test]
fn values_between_two() {
    let (mut failures, mut count) = (Failures::default(), 0);
    for &ruleset in rulesets::ALL {
        for &first in ruleset.dtypes() {
            for &low in ruleset.dtypes() {
                for &high in ruleset.dtypes() {
                    count += usize::from(clipped(ruleset, [first, low, high], &mut failures));
                }
            }
        }
    }
    println!("clip: {count} ways");
    failures.check("clip");
}

/// A number as bits of a dtype that holds it, rounded as the ruleset rounds Python floats.
fn held(ruleset: Ruleset, number: Number) -> (DType, Bits) {
    let single = |value: f64| match ruleset.policies().python_floats {
        PythonFloats::Double => value,
        PythonFloats::Single => {
            let single = cast_by(DType::F64, DType::F32, (value.to_bits(), 0), ruleset.policies());
            f64::from_bits(cast_by(DType::F32, DType::F64, single, ruleset.policies()).0)
        }
    };
    match number {
        Number::Bool(value) => (DType::Bool, (u64::from(value), 0)),
        Number::Int(value) => {
            (DType::I64, (i64::try_from(value).expect("small").cast_unsigned(), 0))
        }
        Number::Float(value) => (DType::F64, (single(value).to_bits(), 0)),
        Number::Complex(re, im) => (DType::C128, (single(re).to_bits(), single(im).to_bits())),
        other => panic!("{other} is not tried"),
    }
}

fn beside(
    op: Op,
    ruleset: Ruleset,
    dtype: DType,
    number: Number,
    failures: &mut Failures,
) -> usize {
    let operands = [Operand::Tensor(dtype), number.operand()];
    let elements = of_pairs(dtype);
    let operand = tensor(dtype, &elements);
    let mut count = 0;
    for first in [true, false] {
        let Ok(of) = ruleset.op_dtypes(op, &operands) else { continue };
        let args: [Arg<'_>; 2] = match first {
            true => [(&operand).into(), number.into()],
            false => [number.into(), (&operand).into()],
        };
        // An integer that the dtype cannot hold is an error, or compared by its value.
        if let (Number::Int(value), Some(info)) = (number, of.compute.iinfo())
            && !(info.min..=info.max).contains(&value)
        {
            continue;
        }
        // A pair that a policy makes an error.
        let Ok(out) = ruleset.apply(op, &args, &Options::default()) else { continue };
        let (from, bits_of_number) = held(ruleset, number);
        let number_bits = cast_by(from, of.compute, bits_of_number, ruleset.policies());
        for (&element, got) in elements.iter().zip(bits(&out)) {
            let wide = cast_by(dtype, of.compute, element, ruleset.policies());
            let (a, b) = if first { (wide, number_bits) } else { (number_bits, wide) };
            let Some(wanted) = ops::binary(op, of.compute, a, b, ruleset.policies()) else {
                continue;
            };
            count += 1;
            let what = || {
                format!(
                    "{op} {ruleset:?} {dtype} {} beside {number}, first: {first}",
                    show(dtype, element)
                )
            };
            compare(what, of.result, got, wanted, failures);
        }
    }
    count
}

#[test]
fn numbers_beside_tensors() {
    let (mut failures, mut count) = (Failures::default(), 0);
    let numbers = [
        Number::Bool(true),
        Number::Int(3),
        Number::Int(-2),
        Number::Int((1 << 53) + 1),
        Number::Float(0.1),
        Number::Float(f64::INFINITY),
        Number::Complex(0.5, -2.0),
    ];
    let slow = [Op::Pow, Op::FloatPower, Op::Atan2, Op::Hypot, Op::Logaddexp];
    for op in Op::ALL.into_iter().filter(|op| op.group() == Group::Binary && !slow.contains(op)) {
        // Where a number's value says the dtype, the recorded runs tell what it gives.
        let by_kind = |ruleset: &&Ruleset| !ruleset.policies().scalar_out_of_range.widens();
        for &ruleset in rulesets::ALL.iter().filter(by_kind) {
            for &dtype in ruleset.dtypes().iter().filter(|dtype| !dtype.is_narrow()) {
                for number in numbers {
                    count += beside(op, ruleset, dtype, number, &mut failures);
                }
            }
        }
    }
    println!("numbers: {count} results");
    failures.check("numbers");
}

/// Every conversion of every edge value.
#[test]
fn casts_of_edge_values() {
    let (mut failures, mut count) = (Failures::default(), 0);
    for from in wide_dtypes() {
        let elements = edges(from);
        let operand = tensor(from, &elements);
        for to in wide_dtypes() {
            let out = bits(&rulesets::ACLNN.cast(&operand, to).expect("all dtypes are there"));
            for (&element, &got) in elements.iter().zip(&out) {
                count += 1;
                let wanted = just(cast(from, to, element));
                compare(
                    || format!("{from} {} to {to}", show(from, element)),
                    to,
                    got,
                    wanted,
                    &mut failures,
                );
            }
        }
    }
    println!("casts: {count} results");
    failures.check("casts");
    assert_eq!(F64.nan(), f64::NAN.to_bits());
}
