//! Shapes → how many elements they have, their strides, and their text.

use alloc::vec::Vec;
use core::fmt;

/// A shape as Python writes it: `(2, 3)`, `(2,)`, `()`.
pub(crate) struct Shape<'a>(pub(crate) &'a [usize]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [one] => write!(f, "({one},)"),
            all => {
                f.write_str("(")?;
                for (place, len) in all.iter().enumerate() {
                    let separator = if place > 0 { ", " } else { "" };
                    write!(f, "{separator}{len}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// How many elements a shape has, if memory can hold that many.
pub(crate) fn element_count(shape: &[usize]) -> Option<usize> {
    if let &[len] = shape {
        return isize::try_from(len).is_ok().then_some(len);
    }
    // An axis of length 0 makes the tensor empty, but the other axes must still fit together.
    let mut others = shape.iter().copied().filter(|&len| len != 0);
    let fits = others.try_fold(1_usize, usize::checked_mul)?;
    isize::try_from(fits).is_ok().then_some(if shape.contains(&0) { 0 } else { fits })
}

/// The strides of elements that lie in the order of the axes.
pub(crate) fn standard_strides(shape: &[usize]) -> Vec<isize> {
    let mut strides = alloc::vec![0; shape.len()];
    fill_strides(shape, &mut strides);
    strides
}

/// Writes the strides of elements that lie in the order of the axes.
pub(super) fn fill_strides(shape: &[usize], strides: &mut [isize]) {
    let mut stride = 1_isize;
    for (to, &len) in strides.iter_mut().zip(shape).rev() {
        *to = stride;
        stride = stride.saturating_mul(len.max(1).cast_signed());
    }
}

/// The shape two shapes broadcast to, by the Array API standard's rule.
pub(crate) fn broadcast_shapes(one: &[usize], other: &[usize]) -> Option<Vec<usize>> {
    let (long, short) = if one.len() >= other.len() { (one, other) } else { (other, one) };
    let mut shape = long.to_vec();
    let new = long.len() - short.len();
    for (len, &other) in shape[new..].iter_mut().zip(short) {
        *len = match (*len, other) {
            (len, 1) => len,
            (1, other) => other,
            (len, other) if len == other => len,
            _ => return None,
        };
    }
    Some(shape)
}
