//! Products of matrices and vectors, against the reference.

use conformance::harness::{Element, Failures, Triple, bits, triples};
use conformance::reference::Bits;
use conformance::reference::cast::{cast, cast_by};
use conformance::reference::edges::edges;
use conformance::reference::format::Format;
use conformance::reference::gather::dot;
use conformance::reference::wanted::Wanted;
use conformance::wide_dtypes;
use ndarray::{ArrayD, Slice};
use runtime::policy::Policies;
use runtime::with_element;
use runtime::{Arg, DType, Kind, Op, Options, Tensor, TensorView, rulesets};

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
        let wanted = dot(dtypes.compute, row, &column, ruleset.policies());
        failures.compare(|| format!("matmul {triple:?} at {place}"), dtypes.result, got, wanted);
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

/// A tensor with room between the elements, so that [`apart`] gives these, which are in the order of the shape.
fn spread(dtype: DType, shape: &[usize], elements: &[Bits], steps: &[isize]) -> Tensor {
    let room: Vec<usize> =
        shape.iter().zip(steps).map(|(len, step)| (len - 1) * step.unsigned_abs() + 1).collect();
    let mut all = vec![(0, 0); room.iter().product()];
    for (place, &element) in elements.iter().enumerate() {
        let (mut at, mut rest, mut stride) = (0, place, 1);
        for ((len, step), room) in shape.iter().zip(steps).zip(&room).rev() {
            let index = if *step < 0 { len - 1 - rest % len } else { rest % len };
            at += index * step.unsigned_abs() * stride;
            (rest, stride) = (rest / len, stride * room);
        }
        all[at] = element;
    }
    shaped(dtype, &room, &all)
}

/// Every `step`-th element along each axis, backwards if it is negative.
fn apart<'a>(tensor: &'a Tensor, steps: &[isize]) -> TensorView<'a> {
    let axes = steps.iter().enumerate();
    axes.fold(tensor.view(), |view, (axis, &step)| {
        view.slice_axis(axis, Slice::new(0, None, step)).expect("the whole axis")
    })
}

/// The same elements with rows for columns.
fn transposed([rows, columns]: [usize; 2], elements: &[Bits]) -> Vec<Bits> {
    let of = |place: usize| elements[place % rows * columns + place / rows];
    (0..rows * columns).map(of).collect()
}

/// A matrix that lies by steps, its columns as lines or not: the room that it lies in, of which [`matrix_of`] is a view.
fn lying(
    dtype: DType,
    [rows, columns]: [usize; 2],
    elements: &[Bits],
    (steps, in_columns): ([isize; 2], bool),
) -> Tensor {
    match in_columns {
        true => {
            let elements = transposed([rows, columns], elements);
            spread(dtype, &[columns, rows], &elements, &steps)
        }
        false => spread(dtype, &[rows, columns], elements, &steps),
    }
}

/// The matrix that lies in a room.
fn matrix_of(room: &Tensor, (steps, in_columns): ([isize; 2], bool)) -> TensorView<'_> {
    match (apart(room, &steps), in_columns) {
        (view, true) => view.transposed(),
        (view, false) => view,
    }
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
        let wanted: Vec<Wanted> = elements
            .chunks(inner)
            .map(|row| dot(dtype, row, &factors, Policies::DEFAULT))
            .collect();
        let mut first: Option<Vec<Bits>> = None;
        for (steps, step, in_columns) in lies() {
            let room = lying(dtype, [rows, inner], &elements, (steps, in_columns));
            let matrix = matrix_of(&room, (steps, in_columns));
            let vector = spread(dtype, &[inner], &factors, &[step]);
            let (vector, columns) = (apart(&vector, &[step]), matrix.clone().transposed());
            let calls: [[Arg<'_>; 2]; 2] =
                [[(&matrix).into(), (&vector).into()], [(&vector).into(), (&columns).into()]];
            for (side, args) in calls.iter().enumerate() {
                let out = rulesets::ACLNN.apply(Op::Matmul, args, &Options::default());
                let got = bits(&out.expect("shapes that fit"));
                let what = || {
                    format!(
                        "{dtype} [{rows}, {inner}] by {steps:?}, columns in lines: {in_columns}, vector by {step} at {side}"
                    )
                };
                for (place, (&got, &wanted)) in got.iter().zip(&wanted).enumerate() {
                    let what = || format!("{} at {place}", what());
                    failures.compare(what, dtype, got, wanted);
                }
                if *first.get_or_insert_with(|| got.clone()) != got {
                    failures.push(|| format!("{}: other bits than the first", what()));
                }
            }
        }
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

/// Float matrices of all sizes and lies, of small integers: every sum is exact, whatever its order.
#[test]
fn products_however_matrices_lie() {
    let sizes: [[usize; 3]; 12] = [
        [8, 8, 8],
        [8, 9, 8],
        [17, 1, 40],
        [40, 2, 17],
        [3, 400, 2],
        [16, 1_030, 16],
        [13, 33, 50],
        [50, 33, 13],
        [65, 513, 3],
        [100, 7, 129],
        [257, 65, 33],
        [2_049, 3, 18],
    ];
    let number = |place: usize| (place * 7 % 11) as f64 - 5.0;
    let mut failures = Failures::default();
    for (dtype, [rows, inner, columns]) in [DType::F32, DType::F64, DType::C64, DType::C128]
        .iter()
        .flat_map(|&dtype| sizes.map(|size| (dtype, size)))
    {
        // Of complex numbers the imaginary part is another number.
        let is_complex = dtype.kind() == Kind::Complex;
        let element = |place: usize| match is_complex {
            true => (number(place), number(place + 3)),
            false => (number(place), 0.0),
        };
        let of = |(re, im): (f64, f64)| -> Bits {
            let part = |value: f64| cast(DType::F64, dtype, (value.to_bits(), 0)).0;
            (part(re), if is_complex { part(im) } else { 0 })
        };
        let left = |row: usize, column: usize| element(row * inner + column);
        let right = |row: usize, column: usize| element(row * columns + column + 1);
        let all = |[rows, columns]: [usize; 2], of: &dyn Fn(usize, usize) -> Bits| -> Vec<Bits> {
            (0..rows * columns).map(|place| of(place / columns, place % columns)).collect()
        };
        let a = all([rows, inner], &|row, column| of(left(row, column)));
        let b = all([inner, columns], &|row, column| of(right(row, column)));
        let wanted = all([rows, columns], &|row, column| {
            let products = (0..inner).map(|inner| {
                let (x, y) = (left(row, inner), right(inner, column));
                (x.0 * y.0 - x.1 * y.1, x.0 * y.1 + x.1 * y.0)
            });
            // It begins with a positive zero, so that no sum is a negative one.
            of(products.fold((0.0, 0.0), |sum, product| (sum.0 + product.0, sum.1 + product.1)))
        });
        let plain = [shaped(dtype, &[rows, inner], &a), shaped(dtype, &[inner, columns], &b)];
        for (steps, _, in_columns) in lies() {
            let lie = (steps, in_columns);
            let rooms =
                [lying(dtype, [rows, inner], &a, lie), lying(dtype, [inner, columns], &b, lie)];
            let [lhs, rhs] = rooms.each_ref().map(|room| matrix_of(room, lie));
            let [left, right] = plain.each_ref().map(Tensor::view);
            for [lhs, rhs] in [[&lhs, &rhs], [&lhs, &right], [&left, &rhs]] {
                let args = [lhs.into(), rhs.into()];
                let out = rulesets::ACLNN.apply(Op::Matmul, &args, &Options::default());
                let got = bits(&out.expect("shapes that fit"));
                let mut both = got.iter().zip(&wanted).enumerate();
                if let Some((place, (got, wanted))) = both.find(|(_, (got, wanted))| got != wanted)
                {
                    failures.push(|| format!(
                        "{dtype} [{rows}, {inner}, {columns}] by {steps:?}, columns in lines: {in_columns}, at {place}: got {got:x?}, wanted {wanted:x?}"
                    ));
                }
            }
        }
    }
    failures.check("products however matrices lie");
}

/// A float product is the same with any number of threads.
#[test]
fn products_by_any_number_of_threads() {
    for dtype in [DType::F32, DType::F64, DType::C64, DType::C128] {
        for [rows, inner, columns] in [[300, 700, 50], [257, 1_100, 40], [1_025, 129, 64]] {
            let (a, b) = (moderate(dtype, rows * inner, 1), moderate(dtype, inner * columns, 2));
            let (a, b) = (shaped(dtype, &[rows, inner], &a), shaped(dtype, &[inner, columns], &b));
            let product = |threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let calls = [Arg::from(&a), Arg::from(&b)];
                let out = pool
                    .expect("a pool")
                    .install(|| rulesets::ACLNN.apply(Op::Matmul, &calls, &Options::default()));
                bits(&out.expect("shapes that fit"))
            };
            let one = product(1);
            for threads in [2, 3, 8] {
                assert!(
                    product(threads) == one,
                    "{dtype} [{rows}, {inner}, {columns}] by {threads} threads"
                );
            }
        }
    }
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
