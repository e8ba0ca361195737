//! The keys of a line that an op takes besides operands → options.

use runtime::{Op, Options};

use crate::eval::failure::Failure;
use crate::eval::nested::MOST_AXES;
use crate::eval::object::{Few, Object};

const AXES: &str = "a number of axes, or two lists of axes";

/// The options of an op that is no reduction; which keys it takes, is checked.
pub(super) fn options(op: Op, line: &Object<'_>) -> Result<Options, Failure> {
    let mut options = match (line.get("axis"), op) {
        (None, _) => Options::default(),
        (Some("null"), Op::Concat | Op::Sort | Op::Argsort | Op::Take | Op::TakeAlongAxis) => {
            Options::flattened()
        }
        (Some(_), _) => Options::axis(line.required("axis", "an axis")?),
    };
    if line.read("descending", "true or false")?.unwrap_or(false) {
        options = options.descending();
    }
    options = match line.name("side", "\"left\" or \"right\"")?.as_deref() {
        None | Some("left") => options,
        Some("right") => options.right(),
        Some(_) => return Err(line.wrong("side", "\"left\" or \"right\"")),
    };
    if let Some(times) = line.read("n", "how many times")? {
        options = options.times(times);
    }
    if let Some(diagonal) = line.read("k", "a diagonal")? {
        options = Options::diagonal(diagonal);
    }
    match axes(line)? {
        None => Ok(options),
        Some(Axes::Last(count)) => Ok(Options::last_axes(count)),
        Some(Axes::Pairs(lhs, rhs)) => Ok(Options::axis_pairs(&lhs, &rhs)),
    }
}

/// What the key `axes` says.
enum Axes {
    Last(usize),
    Pairs(Vec<isize>, Vec<isize>),
}

fn axes(line: &Object<'_>) -> Result<Option<Axes>, Failure> {
    match line.get("axes") {
        None => Ok(None),
        Some(text) if text.starts_with('[') => {
            let pairs: Few<Few<isize, MOST_AXES>, 2> = line.required("axes", AXES)?;
            match (pairs.count, <[_; 2]>::try_from(pairs.first)) {
                (2, Ok([lhs, rhs])) => Ok(Some(Axes::Pairs(lhs.first, rhs.first))),
                _ => Err(line.wrong("axes", AXES)),
            }
        }
        Some(_) => Ok(Some(Axes::Last(line.required("axes", AXES)?))),
    }
}

/// How many elements of each operand go into one of the result, where an op does not broadcast: a result has as many
/// elements as both without those.
pub(super) fn summed(
    op: Op,
    line: &Object<'_>,
    shapes: &[&[usize]],
) -> Result<Option<[usize; 2]>, Failure> {
    let &[lhs, rhs] = shapes else { return Ok(None) };
    let product = |lens: &[usize]| lens.iter().fold(1, |all: usize, &len| all.saturating_mul(len));
    let one = |shape: &[usize], axis: Option<usize>| {
        axis.and_then(|axis| shape.get(axis)).copied().unwrap_or(1)
    };
    let place = |axis: isize, shape: &[usize]| match axis {
        0.. => usize::try_from(axis).ok(),
        _ => shape.len().checked_sub(axis.unsigned_abs()),
    };
    let each = match op {
        Op::Dot if lhs.is_empty() || rhs.is_empty() => [1, 1],
        Op::Dot => [
            one(lhs, lhs.len().checked_sub(1)),
            one(rhs, rhs.len().checked_sub(2).or(rhs.len().checked_sub(1))),
        ],
        Op::Tensordot => match axes(line)?.unwrap_or(Axes::Last(2)) {
            Axes::Last(count) => [
                product(&lhs[lhs.len().saturating_sub(count)..]),
                product(&rhs[..count.min(rhs.len())]),
            ],
            Axes::Pairs(left, right) => [(left, lhs), (right, rhs)].map(|(axes, shape)| {
                let lens = axes.iter().map(|&axis| one(shape, place(axis, shape)));
                lens.fold(1, usize::saturating_mul)
            }),
        },
        Op::Take => match line.get("axis") {
            None | Some("null") => [product(lhs), 1],
            Some(_) => [one(lhs, place(line.required("axis", "an axis")?, lhs)), 1],
        },
        _ => return Ok(None),
    };
    Ok(Some(each))
}
