//! An op whose elements count by where they stand: it gives the same of operands of any layout as of copies that lie in
//! order, and the same at every instruction-set level.

use arbitrary::{Result, Unstructured};
use conformance::elements::{Bits, bits};
use conformance::wide_dtypes;
use runtime::{
    Arg, ComputeError, DType, Group, Isa, Kind, Op, Options, Reduce, Ruleset, Tensor, TensorView,
};

use super::operand::{LONGEST, Laid, arbitrary_shape};

pub(super) fn question(from: &mut Unstructured<'_>, ruleset: Ruleset, op: Op) -> Result<()> {
    let shapes = shapes(from, op)?;
    let rank = shapes.iter().map(Vec::len).max().unwrap_or(0);
    let options = options(from, op, rank.cast_signed())?;
    let dtype = *from.choose(&wide_dtypes())?;
    let mut operands = Vec::new();
    for (place, shape) in shapes.iter().enumerate() {
        operands.push(match place {
            1 if matches!(op, Op::Take | Op::TakeAlongAxis) => indices(from, shape)?,
            0 => Laid::arbitrary(from, dtype, shape)?,
            _ => {
                // Another dtype is often refused.
                let dtype = if from.arbitrary()? { dtype } else { *from.choose(&wide_dtypes())? };
                Laid::arbitrary(from, dtype, shape)?
            }
        });
    }
    let memories: Vec<TensorView<'_>> = operands.iter().map(Laid::memory).collect();
    let memories: Vec<TensorView<'_>> = memories
        .iter()
        .zip(&operands)
        .map(|(memory, operand)| memory.broadcast(&operand.room()).expect("an axis of 1, or all"))
        .collect();
    let views: Vec<TensorView<'_>> = memories
        .into_iter()
        .zip(&operands)
        .map(|(memory, operand)| operand.whole(memory))
        .collect();
    compare(ruleset, op, &views, &options);
    Ok(())
}

/// Shapes that the op takes, more often than not.
fn shapes(from: &mut Unstructured<'_>, op: Op) -> Result<Vec<Vec<usize>>> {
    match op.group() {
        Group::Join => {
            let shape = arbitrary_shape(from)?;
            let mut all = vec![shape.clone()];
            for _ in 0..from.int_in_range(0..=2)? {
                let mut other = shape.clone();
                if let Some(len) = other.first_mut().filter(|_| op == Op::Concat) {
                    *len = from.int_in_range(0..=LONGEST)?;
                }
                all.push(other);
            }
            Ok(all)
        }
        Group::Lookup if op == Op::Searchsorted => {
            Ok(vec![vec![from.int_in_range(0..=LONGEST)?], arbitrary_shape(from)?])
        }
        Group::Lookup if op == Op::TakeAlongAxis => {
            let shape = arbitrary_shape(from)?;
            let mut others = shape.clone();
            if !others.is_empty() {
                let axis = from.choose_index(others.len())?;
                others[axis] = from.int_in_range(0..=LONGEST)?;
            }
            Ok(vec![shape, others])
        }
        Group::Lookup => Ok(vec![arbitrary_shape(from)?, arbitrary_shape(from)?]),
        Group::Product => {
            let mut len = |longest| from.int_in_range(0..=longest);
            let (inner, rows, columns) = (len(LONGEST)?, len(9)?, len(9)?);
            let of_lines = op == Op::Vecdot;
            let column = if of_lines { vec![rows, inner] } else { vec![inner, columns] };
            let (vector, matrix) = (vec![inner], vec![rows, inner]);
            let stack = vec![2, rows, inner];
            let forms = [
                [vector.clone(), vector.clone()],
                [vector.clone(), column.clone()],
                [matrix.clone(), vector.clone()],
                [matrix, column.clone()],
                [stack, column],
                [vec![rows, 2, inner], vec![2, inner, columns]],
                [vector, Vec::new()],
            ];
            Ok(from.choose(&forms)?.to_vec())
        }
        Group::Unary
        | Group::Binary
        | Group::Ternary
        | Group::Reduction
        | Group::Selection
        | Group::Sorting
        | Group::Arrangement => Ok(vec![arbitrary_shape(from)?]),
    }
}

/// Indices, most of them those of some axis.
fn indices(from: &mut Unstructured<'_>, shape: &[usize]) -> Result<Laid> {
    let dtypes = [DType::I64, DType::I32, DType::U64, DType::I8, DType::U8];
    let dtype = *from.choose(&dtypes)?;
    let len: i64 = *from.choose(&[1, 2, 4, 70])?;
    let index = |from: &mut Unstructured<'_>| -> Result<Bits> {
        match from.ratio(1, 20)? {
            true => from.arbitrary(),
            false => Ok((from.int_in_range(-len..=len - 1)?.cast_unsigned(), 0)),
        }
    };
    Laid::of(from, dtype, shape, index)
}

/// Options that the op takes, most of them for operands of so many axes.
fn options(from: &mut Unstructured<'_>, op: Op, rank: isize) -> Result<Options> {
    let mut axis = || from.int_in_range(-rank..=rank.max(1) - 1);
    let (first, second) = (axis()?, axis()?);
    let [given, flat, turned] = [from.arbitrary()?, from.ratio(1, 4)?, from.arbitrary()?];
    let along = match (given, flat) {
        (true, _) => Options::axis(first),
        (false, true) if matches!(op.group(), Group::Join | Group::Sorting | Group::Lookup) => {
            Options::flattened()
        }
        (false, _) => Options::default(),
    };
    let small: isize = from.int_in_range(-6..=6)?;
    Ok(match op.group() {
        Group::Reduction | Group::Selection => {
            let mut reduce = match (given, flat) {
                (true, true) => Reduce::axes(&[first, second]),
                (true, false) => Reduce::axis(first),
                (false, _) => Reduce::all(),
            };
            if from.ratio(1, 8)? {
                reduce = reduce.dtype(*from.choose(&wide_dtypes())?);
            }
            if from.ratio(1, 4)? {
                let correction = from.arbitrary()?;
                // Other ops refuse one.
                if matches!(op, Op::Var | Op::Std) {
                    reduce = reduce.correction(correction);
                }
            }
            reduce.keepdims(turned).into()
        }
        Group::Sorting if turned => along.descending(),
        Group::Lookup if op == Op::Searchsorted => match turned {
            true => Options::default().right(),
            false => Options::default(),
        },
        Group::Arrangement if matches!(op, Op::Tril | Op::Triu) => Options::diagonal(small),
        Group::Arrangement if op == Op::Diff => match turned {
            true => along.times(small.unsigned_abs()),
            false => along,
        },
        Group::Arrangement => Options::default(),
        Group::Product if op == Op::Vecdot => along,
        Group::Product if op == Op::Tensordot => match turned {
            true => Options::last_axes(small.unsigned_abs() / 2),
            false => Options::axis_pairs(&[first], &[second]),
        },
        Group::Product => Options::default(),
        Group::Join | Group::Sorting | Group::Lookup => along,
        Group::Unary | Group::Binary | Group::Ternary => Options::default(),
    })
}

/// Holds the op on the operands, at every level, against the op on copies of them.
fn compare(ruleset: Ruleset, op: Op, views: &[TensorView<'_>], options: &Options) {
    let copies: Vec<Tensor> = views.iter().map(TensorView::to_tensor).collect();
    let of_copies = apply(ruleset, op, copies.iter().map(Arg::from), options);
    let asked = || format!("{op} of {views:?} under {ruleset} with {options:?}");
    let mut lowest = None;
    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
        isa.choose().expect("available");
        let got = apply(ruleset, op, views.iter().map(Arg::from), options);
        let (kind, wanted) = (got.as_ref().err(), of_copies.as_ref().err());
        let kinds = [kind, wanted].map(|error| error.map(ComputeError::kind));
        assert_eq!(kinds[0], kinds[1], "{}: {isa}, and of copies", asked());
        let (Ok(got), Ok(wanted)) = (&got, &of_copies) else { continue };
        let like = |tensor: &Tensor| (tensor.dtype(), tensor.shape().to_vec(), tensor.is_weak());
        assert_eq!(like(got), like(wanted), "{}: {isa}, and of copies", asked());
        let got = bits(got);
        if !adds_in_any_order(op, wanted.dtype()) {
            assert_eq!(got, bits(wanted), "{}: {isa}, and of copies", asked());
        }
        assert_eq!(&got, lowest.get_or_insert_with(|| got.clone()), "{}: {isa}", asked());
    }
}

/// Whether elements that lie otherwise may be added or multiplied in another order, which floats show.
fn adds_in_any_order(op: Op, result: DType) -> bool {
    let is_total = op.group() == Group::Product
        || matches!(op, Op::Sum | Op::Prod | Op::Mean | Op::Var | Op::Std);
    is_total && matches!(result.kind(), Kind::Float | Kind::Complex)
}

fn apply<'a>(
    ruleset: Ruleset,
    op: Op,
    operands: impl Iterator<Item = Arg<'a>>,
    options: &Options,
) -> std::result::Result<Tensor, ComputeError> {
    ruleset.apply(op, &operands.collect::<Vec<_>>(), options)
}
