//! Reductions along every axis, of nothing too, against exact sums, products and places.

use conformance::elements::converted;
use conformance::harness::{Failures, Triple, bits, tensor, triples};
use conformance::reference::Bits;
use conformance::reference::cast::{cast, cast_by};
use conformance::reference::edges::edges;
use conformance::reference::format::Format;
use conformance::reference::gather::reduce;
use conformance::wide_dtypes;
use ndarray::ArrayD;
use runtime::policy::DefaultCorrection;
use runtime::{DType, Group, Kind, Op, Operand, Options, Reduce, Ruleset, Tensor};

/// Numbers that go round, of moderate size.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 11
    }

    /// A float between 1/8 and 8, of either sign.
    fn float(&mut self, format: Format) -> u64 {
        let stored = format.precision - 1;
        let one = (1_u64 << (format.width - 2)) - (1 << stored);
        let exponent = (one >> stored) + self.next() % 6 - 3;
        let mantissa = self.next() & ((1 << stored) - 1);
        exponent << stored
            | mantissa
            | if self.next().is_multiple_of(3) { format.sign() } else { 0 }
    }

    fn element(&mut self, dtype: DType) -> Bits {
        match (dtype.kind(), Format::of(dtype)) {
            (Kind::Complex, Some(format)) => (self.float(format), self.float(format)),
            (_, Some(format)) => (self.float(format), 0),
            (Kind::Bool, _) => (self.next() % 2, 0),
            _ => (self.next() << 11 >> (64 - dtype.bits().min(53)), 0),
        }
    }
}

/// Elements to reduce: ordinary ones of several lengths, then edge values among them.
fn samples(op: Op, dtype: DType) -> Vec<Vec<Bits>> {
    let mut numbers = Numbers(u64::from(dtype.bits()) + 7);
    let lens: &[usize] = match op {
        Op::Prod | Op::CumulativeProd => &[0, 1, 2, 7, 12],
        _ => &[0, 1, 2, 7, 31, 33, 64, 257, 1000],
    };
    let mut all: Vec<Vec<Bits>> =
        lens.iter().map(|&len| (0..len).map(|_| numbers.element(dtype)).collect()).collect();
    let is_sum = matches!(op, Op::Sum | Op::Mean | Op::CumulativeSum);
    let is_extreme = matches!(op, Op::Max | Op::Min | Op::Argmax | Op::Argmin);
    if (dtype.kind() != Kind::Complex || is_extreme)
        && !matches!(op, Op::Prod | Op::CumulativeProd | Op::Var | Op::Std)
        && !(is_sum && Format::of(dtype).is_some())
    {
        let edges = edges(dtype);
        all.extend(
            (0..12).map(|skip| edges.iter().skip(skip).step_by(skip + 1).copied().collect()),
        );
        all.extend(edges.windows(3).map(<[Bits]>::to_vec));
        // Ties, and zeros of both signs.
        all.push([edges.clone(), edges].concat());
    }
    if let (true, Some(format), true) = (is_sum, Format::of(dtype), dtype.kind() == Kind::Float) {
        let (infinity, negative) = ((format.infinity(), 0), (format.infinite(true), 0));
        all.extend([
            vec![infinity],
            vec![negative, negative],
            vec![infinity, negative],
            vec![(format.nan(), 0), infinity],
        ]);
    }
    if let (true, Some(format)) = (is_cumulative(op), Format::of(dtype)) {
        let zero = format.zero(true);
        let element = (zero, if dtype.kind() == Kind::Complex { zero } else { 0 });
        all.extend([vec![element], vec![element; 3]]);
    }
    all
}

fn is_cumulative(op: Op) -> bool {
    matches!(op, Op::CumulativeSum | Op::CumulativeProd)
}

fn line(op: Op, triple: Triple, elements: &[Bits], failures: &mut Failures) -> usize {
    let Triple { ruleset, lhs, dtypes, .. } = triple;
    let what = || {
        format!(
            "{op} {ruleset:?} {lhs} in {} of {} elements {:x?}",
            dtypes.compute,
            elements.len(),
            &elements[..elements.len().min(4)]
        )
    };
    let converted = |&bits| cast_by(lhs, dtypes.compute, bits, ruleset.policies());
    let wide: Vec<Bits> = elements.iter().map(converted).collect();
    let operand = tensor(lhs, elements);
    let policies = ruleset.policies();
    let out = ruleset.apply(op, &[(&operand).into()], &Reduce::all().into());
    if is_cumulative(op) {
        let out = bits(&out.expect("a result after each"));
        for (place, &got) in out.iter().enumerate() {
            let wanted =
                reduce(op, dtypes.compute, &wide[..=place], 0, policies).expect("of some elements");
            failures.compare(|| format!("{} at {place}", what()), dtypes.result, got, wanted);
        }
        return out.len();
    }
    let correction = match policies.default_correction {
        DefaultCorrection::Zero => 0,
        DefaultCorrection::One => 1,
    };
    match (out, reduce(op, dtypes.compute, &wide, correction, policies)) {
        (Ok(out), Some(wanted)) if out.dtype() == dtypes.result => {
            failures.compare(what, dtypes.result, bits(&out)[0], wanted);
        }
        (Err(_), None) => {}
        (out, _) => failures.push(|| format!("{}: {:?}", what(), out.map(|out| out.dtype()))),
    }
    1
}

#[test]
fn lines_of_elements() {
    let (mut failures, mut count, mut ways) = (Failures::default(), 0, 0);
    for op in Op::ALL.into_iter().filter(|op| op.group() == Group::Reduction) {
        for triple in triples(op) {
            ways += 1;
            for elements in samples(op, triple.lhs) {
                // Running sums of all lengths need no long line.
                let len = if is_cumulative(op) { elements.len().min(64) } else { elements.len() };
                count += line(op, triple, &elements[..len], &mut failures);
            }
        }
    }
    println!("{ways} ways, {count} results");
    failures.check("reductions");
}

/// The elements that go into each result of a reduction of two axes.
fn gathered(elements: &[Bits], [rows, columns]: [usize; 2], axis: usize) -> Vec<Vec<Bits>> {
    match axis {
        0 => (0..columns)
            .map(|column| (0..rows).map(|row| elements[row * columns + column]).collect())
            .collect(),
        _ => (0..rows).map(|row| elements[row * columns..(row + 1) * columns].to_vec()).collect(),
    }
}

fn shaped(dtype: DType, shape: [usize; 2], elements: &[Bits]) -> Tensor {
    runtime::with_element!(dtype, T => {
        let elements = elements.iter().map(|&bits| <T as conformance::harness::Element>::of(bits));
        Tensor::from(ArrayD::from_shape_vec(&shape[..], elements.collect()).expect("as many"))
    })
}

#[test]
fn axes_of_matrices() {
    let mut failures = Failures::default();
    for op in Op::ALL.into_iter().filter(|op| op.group() == Group::Reduction) {
        for dtype in wide_dtypes() {
            let ruleset = runtime::rulesets::ACLNN;
            let Ok(dtypes) = ruleset.op_dtypes(op, &[Operand::Tensor(dtype)]) else { continue };
            for shape in [[5, 33], [33, 5], [1, 9], [140, 3], [300, 9], [3, 0]] {
                if matches!(op, Op::Prod | Op::CumulativeProd)
                    && shape[0] * shape[1] > 9
                    && Format::of(dtype).is_some()
                {
                    continue;
                }
                let mut numbers = Numbers(99);
                let elements: Vec<Bits> =
                    (0..shape[0] * shape[1]).map(|_| numbers.element(dtype)).collect();
                let wide: Vec<Bits> =
                    elements.iter().map(|&bits| cast(dtype, dtypes.compute, bits)).collect();
                for axis in [0_usize, 1] {
                    let operand = shaped(dtype, shape, &elements);
                    let along = Reduce::axis(axis.cast_signed());
                    let corrects = matches!(op, Op::Var | Op::Std);
                    let how = if corrects { along.correction(1.0) } else { along };
                    let out = ruleset.apply(op, &[(&operand).into()], &how.into());
                    let sets = gathered(&wide, shape, axis);
                    let Ok(out) = out else {
                        let nothing = sets.iter().any(|set| set.is_empty());
                        if !nothing {
                            failures.push(|| {
                                format!(
                                    "{op} {dtype} {shape:?} axis {axis}: {out:?}",
                                    out = out.err().map(|error| error.to_string())
                                )
                            });
                        }
                        continue;
                    };
                    if is_cumulative(op) {
                        continue;
                    }
                    for (place, (set, got)) in sets.iter().zip(bits(&out)).enumerate() {
                        let Some(wanted) = reduce(op, dtypes.compute, set, 1, ruleset.policies())
                        else {
                            continue;
                        };
                        let what = format!("{op} {dtype} {shape:?} axis {axis} at {place}");
                        failures.compare(|| what, dtypes.result, got, wanted);
                    }
                }
            }
        }
    }
    failures.check("axes");
}

/// A ruleset that has most reductions of a dtype.
fn computing(dtype: DType) -> Ruleset {
    match dtype.kind() {
        Kind::Complex => runtime::rulesets::NUMPY,
        _ => runtime::rulesets::ACLNN,
    }
}

/// Lines that are gathered in blocks, stretches and by several threads.
#[test]
fn long_lines() {
    let mut failures = Failures::default();
    let ops = [Op::Sum, Op::Mean, Op::Max, Op::Min, Op::Argmax, Op::Argmin, Op::All, Op::Any];
    let len = 70_001;
    for dtype in wide_dtypes() {
        let mut numbers = Numbers(5);
        let mut elements: Vec<Bits> = (0..len).map(|_| numbers.element(dtype)).collect();
        for op in ops {
            let ruleset = computing(dtype);
            let Ok(dtypes) = ruleset.op_dtypes(op, &[Operand::Tensor(dtype)]) else { continue };
            line(op, Triple { ruleset, lhs: dtype, rhs: dtype, dtypes }, &elements, &mut failures);
        }
        let Some(format) = Format::of(dtype) else { continue };
        // The first of several NaNs, wherever it is.
        for op in [Op::Max, Op::Argmax, Op::Argmin] {
            let ruleset = computing(dtype);
            let Ok(dtypes) = ruleset.op_dtypes(op, &[Operand::Tensor(dtype)]) else { continue };
            for place in [69_999, 40_000, 16_384, 4_097, 33, 5] {
                elements[place] = (format.nan(), 0);
                let triple = Triple { ruleset, lhs: dtype, rhs: dtype, dtypes };
                line(op, triple, &elements, &mut failures);
            }
        }
    }
    failures.check("long lines");
}

/// Extremes are looked for by chunks and blocks: the first of two at the ends and in the middle of lines that are as long
/// as those, and next to that.
#[test]
fn extremes_wherever_they_are() {
    const LENS: [usize; 17] =
        [1, 7, 8, 9, 31, 33, 63, 64, 65, 127, 129, 2048, 4095, 4097, 8193, 16_385, 40_000];
    let (max, min) = ([Op::Max, Op::Argmax], [Op::Min, Op::Argmin]);
    let (mut failures, mut compared) = (Failures::default(), 0);
    // The run has no loops of complex32.
    for dtype in wide_dtypes().into_iter().filter(|&dtype| dtype != DType::C32) {
        let [zero, one, two] = [0, 1, 2].map(|number| bits(&converted(dtype, &[number]))[0]);
        // The ops, the extreme, what is beside it, and what is before it.
        let mut cases = match dtype.kind() {
            Kind::Bool => vec![(max, one, zero, zero), (min, zero, one, one)],
            _ => vec![(max, two, one, zero), (min, zero, one, two)],
        };
        if let Some(format) = Format::of(dtype) {
            let nan = (format.nan(), 0);
            cases.extend([(max, nan, one, two), (min, nan, one, zero)]);
            if dtype.kind() == Kind::Complex {
                let (up, down) = ((one.0, one.0), (one.0, one.0 | format.sign()));
                let nan = (zero.0, format.nan());
                cases.extend([(max, up, one, down), (min, down, one, up), (max, nan, one, two)]);
            }
        }
        for ([value, place], extreme, beside, before) in cases {
            for (len, at) in LENS.iter().flat_map(|&len| [0, len / 3, len - 1].map(|at| (len, at)))
            {
                let mut elements = vec![beside; len];
                elements[0] = before;
                elements[at] = extreme;
                elements[at + (len - 1 - at) / 2] = extreme;
                let line = tensor(dtype, &elements);
                let ask = |op| {
                    let got =
                        runtime::rulesets::NUMPY.apply(op, &[(&line).into()], &Options::default());
                    bits(&got.expect("NumPy has the op"))[0]
                };
                compared += 1;
                let (got, wanted) = ((ask(value), ask(place).0), (extreme, at as u64));
                if got != wanted {
                    failures.push(|| {
                        format!(
                            "{value} and {place} of {len} {dtype}: got {got:x?}, wanted {wanted:x?}"
                        )
                    });
                }
            }
        }
    }
    println!("{compared} lines with an extreme");
    failures.check("extreme");
}

/// A ruleset, an op, a dtype, elements, and the last result, all as the frameworks gave them.
#[test]
fn accumulators_and_their_order() {
    use runtime::rulesets::{DPCTL, KERAS, MLX, NUMPY, POLARS, TENSORFLOW, TORCH};
    let big = [1e8, 1.0, -1e8];
    let over = [6e4, 6e4, -6e4];
    let (sum, prod, mean, running) = (Op::Sum, Op::Prod, Op::Mean, Op::CumulativeSum);
    let cases: &[(runtime::Ruleset, Op, DType, &[f64], f64)] = &[
        (NUMPY, sum, DType::F32, &big, 0.0),
        (TORCH, sum, DType::F32, &big, 0.0),
        (TORCH, running, DType::F32, &big, 1.0),
        (POLARS, running, DType::F32, &big, 1.0),
        (NUMPY, running, DType::F32, &big, 0.0),
        (NUMPY, running, DType::F16, &[1.0; 5000], 2048.0),
        (MLX, running, DType::Bf16, &[1.0; 5000], 256.0),
        (TENSORFLOW, running, DType::Bf16, &[1.0; 5000], 256.0),
        (TORCH, running, DType::F16, &[1.0; 5000], 5000.0),
        (TORCH, running, DType::F16, &over, 6e4),
        (NUMPY, running, DType::F16, &over, f64::INFINITY),
        (TORCH, prod, DType::F16, &[300.0, 300.0, 0.01], f64::INFINITY),
        (POLARS, prod, DType::F16, &[300.0, 300.0, 0.01], f64::INFINITY),
        (TORCH, prod, DType::Bf16, &[300.0, 300.0, 0.01], 904.0),
        (NUMPY, prod, DType::F16, &[300.0, 300.0, 0.01], 900.0),
        (TORCH, sum, DType::F16, &over, 6e4),
        (TENSORFLOW, sum, DType::F16, &over, f64::INFINITY),
        (TENSORFLOW, sum, DType::F16, &[2048.0, 1.0, 1.0, 1.0, 1.0], 2048.0),
        (TENSORFLOW, sum, DType::F16, &[1.0; 5000], 5000.0),
        (TENSORFLOW, mean, DType::F16, &[2048.0, 1.0, 1.0, 1.0, 1.0], 409.5),
        (KERAS, sum, DType::F16, &over, f64::INFINITY),
        (KERAS, mean, DType::F16, &[2048.0, 1.0, 1.0, 1.0, 1.0], 410.5),
        (DPCTL, mean, DType::F16, &[6e4, 6e4, 6e4], f64::INFINITY),
    ];
    let mut failures = Failures::default();
    for &(ruleset, op, dtype, elements, wanted) in cases {
        let of = |&value: &f64| cast(DType::F64, dtype, (value.to_bits(), 0));
        let elements: Vec<Bits> = elements.iter().map(of).collect();
        let out = ruleset.apply(op, &[(&tensor(dtype, &elements)).into()], &Reduce::all().into());
        let last = *bits(&out.expect("accumulates")).last().expect("a result");
        let got = f64::from_bits(cast(dtype, DType::F64, last).0);
        if got != wanted {
            failures.push(|| format!("{ruleset:?} {op} {dtype}: got {got}, wanted {wanted}"));
        }
    }
    failures.check("accumulators");
}

/// The results of two zeros below zero, and the first of an infinite complex number, as the frameworks gave them: of a
/// line, along both axes of a matrix, and of a line that is turned.
#[test]
fn first_of_cumulative_results() {
    use runtime::rulesets::{
        DPCTL, JAX, MEGENGINE_1_13, MINDSPORE_2_10, MLX, NUMPY, ONNX, PADDLE, POLARS, TORCH,
    };
    let sums = [
        (NUMPY, -0.0),
        (ONNX, -0.0),
        (MLX, -0.0),
        (MINDSPORE_2_10, -0.0),
        (TORCH, 0.0),
        (JAX, 0.0),
        (PADDLE, 0.0),
        (DPCTL, 0.0),
        (POLARS, 0.0),
        (MEGENGINE_1_13, 0.0),
    ];
    let mut failures = Failures::default();
    let shapes = [[1, 2], [2, 1], [2, 40], [40, 2], [40, 40], [3, 300], [300, 3]];
    for (ruleset, wanted) in sums {
        for dtype in [DType::F16, DType::F32] {
            let zero = cast(DType::F64, dtype, ((-0.0_f64).to_bits(), 0));
            let wanted = cast(DType::F64, dtype, (f64::to_bits(wanted), 0));
            for shape in shapes {
                let operand = shaped(dtype, shape, &vec![zero; shape[0] * shape[1]]);
                for axis in [0, 1] {
                    let how = Reduce::axis(axis);
                    let out = ruleset.apply(Op::CumulativeSum, &[(&operand).into()], &how.into());
                    let got = bits(&out.expect("has sums"));
                    if got.iter().any(|&got| got != wanted) {
                        failures.push(|| format!("{ruleset:?} {dtype} {shape:?} axis {axis}"));
                    }
                }
            }
        }
    }
    let products =
        [(NUMPY, true), (MLX, true), (PADDLE, true), (MINDSPORE_2_10, true), (TORCH, false)];
    let infinite = Bits::from((2_f32.to_bits().into(), f32::INFINITY.to_bits().into()));
    for (ruleset, kept) in products {
        for shape in shapes {
            let operand = shaped(DType::C64, shape, &vec![infinite; shape[0] * shape[1]]);
            for axis in [0, 1] {
                let how = Reduce::axis(axis);
                let out = ruleset.apply(Op::CumulativeProd, &[(&operand).into()], &how.into());
                let got = bits(&out.expect("has products"))[0];
                if (got == infinite) != kept {
                    failures.push(|| format!("{ruleset:?} {shape:?} axis {axis}: {got:x?}"));
                }
            }
        }
    }
    failures.check("first results");
}

/// The same few elements, one after the other, apart, backwards, and down the columns of a matrix.
#[test]
fn few_elements_are_added_in_order_in_every_layout() {
    use ndarray::{Array2, s};
    for len in 1..8_u8 {
        let value = |place: u8| match place {
            0 => 1e8_f32,
            _ if place == len - 1 => -1e8,
            _ => f32::from(place) + 0.25,
        };
        let line: Vec<f32> = (0..len).map(value).collect();
        let wanted = line.iter().fold(0.0, |sum, x| sum + x);
        let wide = Array2::from_shape_fn((line.len(), 40), |(row, _)| line[row]);
        let columns = Tensor::from(wide.clone());
        let apart = Tensor::from(wide.slice(s![.., 3]).to_owned());
        let numpy = runtime::rulesets::NUMPY;
        let down = numpy.sum(&columns, &Reduce::axis(0)).expect("sums");
        assert!(down.array::<f32>().expect("float32").iter().all(|&sum| sum == wanted));
        let view = runtime::TensorView::from(wide.slice(s![.., 3]));
        let backwards = runtime::TensorView::from(wide.slice(s![..;-1, 3]));
        let turned = line.iter().rev().fold(0.0, |sum, x| sum + x);
        for (sum, wanted) in [
            (numpy.sum(&apart, &Reduce::all()), wanted),
            (numpy.sum(&view, &Reduce::all()), wanted),
            (numpy.sum(&backwards, &Reduce::all()), turned),
        ] {
            let sum = sum.expect("sums");
            assert_eq!(sum.array::<f32>().expect("float32").first(), Some(&wanted), "{len}");
        }
    }
}
