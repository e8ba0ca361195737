//! Sorted lines, joined tensors and elements that are looked up: which element stands where.

use std::cmp::Ordering;

use runtime::{DType, Kind};

use super::Bits;
use super::complex;
use super::float::compare;
use super::format::{Format, Real};
use super::integer::value;

/// The places of elements in ascending order, found one after the other: of those that are left the first that none
/// of them is less than.
pub fn sorted(dtype: DType, elements: &[Bits]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..elements.len()).collect();
    let mut places = Vec::new();
    while !left.is_empty() {
        let least = (0..left.len())
            .find(|&at| {
                let below = |&other: &usize| {
                    order(dtype, elements[other], elements[left[at]]) == Ordering::Less
                };
                !left.iter().any(below)
            })
            .expect("some element is least");
        places.push(left.remove(least));
    }
    places
}

/// The places of elements in descending order, NaN first; those that are equal keep their order.
pub fn sorted_down(dtype: DType, elements: &[Bits]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..elements.len()).collect();
    let mut places = Vec::new();
    while !left.is_empty() {
        let above = |at: usize| {
            left.iter().any(|&other| {
                order(dtype, elements[other], elements[left[at]]) == Ordering::Greater
            })
        };
        let greatest = (0..left.len()).find(|&at| !above(at)).expect("some element is greatest");
        places.push(left.remove(greatest));
    }
    places
}

/// Where an element belongs in others that are in ascending order: how many are less than it, those equal to it among
/// them if it belongs after them.
pub fn belongs(dtype: DType, ordered: &[Bits], element: Bits, after: bool) -> usize {
    let before = |&&other: &&Bits| match order(dtype, other, element) {
        Ordering::Less => true,
        Ordering::Equal => after,
        Ordering::Greater => false,
    };
    ordered.iter().filter(before).count()
}

/// The elements in the middle: one of an odd number, the lower and the upper one of an even number; `None` of no
/// elements or where one is NaN.
pub fn middle(dtype: DType, elements: &[Bits]) -> Option<(Bits, Bits)> {
    let is_nan = |bits: &Bits| {
        Format::of(dtype).is_some_and(|format| format.is_nan(bits.0) || format.is_nan(bits.1))
    };
    if elements.is_empty() || elements.iter().any(is_nan) {
        return None;
    }
    // Of zeros the negative one is first.
    let mut ordered = elements.to_vec();
    ordered.sort_by(|&a, &b| order(dtype, a, b).then(b.cmp(&a)));
    let at = |place: usize| ordered[place];
    Some((at((elements.len() - 1) / 2), at(elements.len() / 2)))
}

/// Where each element of a tensor of elements at indices comes from: its index in the tensor, of which one axis is
/// looked up; `None` of one out of range. `along` says that each line has indices of its own.
pub fn taken(
    shape: &[usize],
    (of, places): (&[usize], &[i128]),
    axis: usize,
    along: bool,
) -> (Vec<usize>, Vec<Option<Vec<usize>>>) {
    let mut result = shape.to_vec();
    match along {
        // The other axes are equal, or one of them is 1.
        true => {
            for (place, len) in result.iter_mut().enumerate() {
                *len = if place == axis || *len == 1 { of[place] } else { *len };
            }
        }
        false => drop(result.splice(axis..=axis, of.iter().copied())),
    }
    let flat = |index: &[usize]| {
        index.iter().zip(of).fold(0, |at, (&i, &len)| at * len + if len == 1 { 0 } else { i })
    };
    let source = |index: Vec<usize>| {
        let (before, own, after) = match along {
            true => (&index[..axis], &index[..], &index[axis + 1..]),
            false => {
                let end = axis + of.len();
                (&index[..axis], &index[axis..end], &index[end..])
            }
        };
        let (place, len) = (places[flat(own)], shape[axis] as i128);
        let place = if place < 0 { place + len } else { place };
        let place = usize::try_from(place).ok().filter(|&place| place < shape[axis])?;
        let mut from = [before, &[place], after].concat();
        for (at, len) in from.iter_mut().zip(shape) {
            *at = if *len == 1 { 0 } else { *at };
        }
        Some(from)
    };
    let sources = indices(&result).into_iter().map(source).collect();
    (result, sources)
}

/// The order of two elements: numbers before NaN, complex numbers by their parts.
fn order(dtype: DType, a: Bits, b: Bits) -> Ordering {
    match (dtype.kind(), Format::of(dtype)) {
        (Kind::Complex, Some(format)) => {
            let ((re, im), (other_re, other_im)) =
                (complex::decode(format, a), complex::decode(format, b));
            let nans = |re: &Real, im: &Real| (is_nan(re), is_nan(im));
            nans(&re, &im)
                .cmp(&nans(&other_re, &other_im))
                .then(reals(&re, &other_re))
                .then(reals(&im, &other_im))
        }
        (_, Some(format)) => reals(&format.decode(a.0), &format.decode(b.0)),
        (_, None) => value(dtype, a.0).cmp(&value(dtype, b.0)),
    }
}

fn reals(a: &Real, b: &Real) -> Ordering {
    compare(a, b).unwrap_or_else(|| is_nan(a).cmp(&is_nan(b)))
}

fn is_nan(real: &Real) -> bool {
    matches!(real, Real::Nan)
}

/// Where each element of a joined tensor comes from: the operand and its index there. `new` says that the axis is
/// a new one.
pub fn joined(shapes: &[Vec<usize>], axis: usize, new: bool) -> Vec<(usize, Vec<usize>)> {
    let len: usize = match new {
        true => shapes.len(),
        false => shapes.iter().map(|shape| shape[axis]).sum(),
    };
    let mut shape = shapes[0].clone();
    match new {
        true => shape.insert(axis, len),
        false => shape[axis] = len,
    }
    let source = |mut index: Vec<usize>| match new {
        true => (index.remove(axis), index),
        false => {
            let mut operand = 0;
            while index[axis] >= shapes[operand][axis] {
                index[axis] -= shapes[operand][axis];
                operand += 1;
            }
            (operand, index)
        }
    };
    indices(&shape).into_iter().map(source).collect()
}

/// Every index of a shape, the last axis fastest.
pub fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![Vec::new()], |all, &len| {
        let longer = |index: &Vec<usize>, at| index.iter().copied().chain([at]).collect();
        all.iter().flat_map(|index| (0..len).map(move |at| longer(index, at))).collect()
    })
}
