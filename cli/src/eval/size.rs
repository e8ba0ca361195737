//! Shapes → how large a result would be: what no machine can print is not computed.

use runtime::{Group, Op};

use crate::eval::failure::Failure;
use crate::eval::nested::MOST_AXES;

/// A line of 64 MiB, which is the longest, has fewer elements.
const MOST_ELEMENTS: u32 = 1 << 26;

/// A shape whose axes, those of no length aside, have elements that can be answered.
pub(super) fn check(shape: &[usize]) -> Result<(), Failure> {
    check_axes(shape.len())?;
    check_count(shape.iter().fold(1, |count: usize, &len| count.saturating_mul(len.max(1))))
}

/// As many axes as a tensor may have.
pub(super) fn check_axes(count: usize) -> Result<(), Failure> {
    match count {
        0..=MOST_AXES => Ok(()),
        _ => Err(too_large(format!("{count} axes"), format!("{MOST_AXES} axes"))),
    }
}

pub(super) fn check_count(count: usize) -> Result<(), Failure> {
    match count {
        _ if u32::try_from(count).is_ok_and(|count| count <= MOST_ELEMENTS) => Ok(()),
        usize::MAX => Err(too_large("that many elements".into(), most())),
        _ => Err(too_large(format!("{count} elements"), most())),
    }
}

/// As many steps as a range takes, rounded or not.
pub(super) fn check_steps(steps: f64) -> Result<(), Failure> {
    check_count(if steps > f64::from(MOST_ELEMENTS) { usize::MAX } else { 0 })
}

fn most() -> String {
    format!("{MOST_ELEMENTS} elements")
}

fn too_large(is: String, most: String) -> Failure {
    Failure::too_large(format!("a tensor of {is}: a line takes and gives {most} at the most"))
}

/// The result of an op on operands of these shapes; `summed` says how many elements of each go into one of the result
/// of an op that does not broadcast.
pub(super) fn check_result(
    op: Op,
    shapes: &[&[usize]],
    summed: Option<[usize; 2]>,
) -> Result<(), Failure> {
    if let (&[lhs, rhs], Some([left, right])) = (shapes, summed) {
        check_axes(lhs.len() + rhs.len())?;
        let each = |shape: &[usize], summed: usize| {
            let count = shape.iter().fold(1, |count: usize, &len| count.saturating_mul(len));
            count / summed.max(1)
        };
        return check_count(each(lhs, left).saturating_mul(each(rhs, right)));
    }
    match (op.group(), shapes) {
        (Group::Arrangement, &[operand]) => {
            // The indices of every element, at the most.
            let count = operand.iter().fold(1, |count: usize, &len| count.saturating_mul(len));
            check_count(count.saturating_mul(operand.len().max(1)))
        }
        (Group::Product, &[lhs, rhs]) => {
            let (left, rows) = leading(lhs);
            let (right, _) = leading(rhs);
            let mut shape = greatest(&[left, right]);
            shape.push(rows);
            shape.push(if rhs.len() > 1 { rhs[rhs.len() - 1] } else { 1 });
            check(&shape)
        }
        (Group::Join, _) => {
            // One axis more than the operands have, if they are stacked.
            check_axes(greatest(shapes).len() + 1)?;
            let count = |shape: &&[usize]| {
                shape.iter().fold(1, |count: usize, &len| count.saturating_mul(len))
            };
            check_count(shapes.iter().map(count).fold(0, usize::saturating_add))
        }
        _ => check(&greatest(shapes)),
    }
}

/// The axes before those of the matrices, and how many rows a left operand has.
fn leading(shape: &[usize]) -> (&[usize], usize) {
    match shape.len() {
        0 | 1 => (&[], 1),
        n => (&shape[..n - 2], shape[n - 2]),
    }
}

/// What shapes broadcast to; `None` if they do not.
pub(super) fn broadcast(shapes: &[&[usize]]) -> Option<Vec<usize>> {
    let greatest = greatest(shapes);
    let axes = |shape: &&[usize]| greatest.len() - shape.len();
    let len = |place: usize| {
        let mut lens = shapes
            .iter()
            .filter(|shape| place >= axes(shape))
            .map(|shape| shape[place - axes(shape)])
            .filter(|&len| len != 1);
        let first = lens.next();
        lens.all(|len| Some(len) == first).then_some(first.unwrap_or(1))
    };
    (0..greatest.len()).map(len).collect()
}

/// The greatest length on each axis, counted from the last.
fn greatest(shapes: &[&[usize]]) -> Vec<usize> {
    let axes = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut greatest = vec![0; axes];
    for shape in shapes {
        for (place, &len) in shape.iter().enumerate() {
            let at = &mut greatest[axes - shape.len() + place];
            *at = len.max(*at);
        }
    }
    greatest
}
