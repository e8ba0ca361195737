//! Sorted lines and joined tensors: which element stands where.

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
