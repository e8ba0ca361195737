//! Sorting: the order of the elements of a dtype, and what an op makes of a line of them.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::generated::codes::*;
use crate::kernel::accum::Lane;

pub(crate) struct Sort;
pub(crate) struct Argsort;

/// An op that puts the elements of a line in order.
pub(crate) trait Sorting<C: Lane>: 'static {
    type Out: Lane;

    /// As many results as elements, in ascending or descending order; elements that are equal keep theirs.
    fn line(elements: &[C], out: &mut [Self::Out], descending: bool);
}

/// Elements that have an order: a NaN comes after every number, and zeros of both signs are equal.
pub(crate) trait Ordered: Lane {
    fn order(&self, other: &Self) -> Ordering;
}

macro_rules! ordered {
    ($($t:ty),*: |$a:ident, $b:ident| $order:expr) => { $(
        impl Ordered for $t {
            #[inline(always)]
            fn order(&self, other: &$t) -> Ordering {
                let ($a, $b) = (self, other);
                $order
            }
        }
    )* };
}

ordered!(bool, i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a.cmp(b));
ordered!(f16, bf16, f32, f64: |a, b| {
    a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
});
// By the real part, then by the imaginary one; those with a NaN last, of which those with one in the imaginary
// part come first.
ordered!(c32, c64, c128: |a, b| {
    let nans = |z: &Self| (z.re.is_nan(), z.im.is_nan());
    let parts = || a.re.order(&b.re).then_with(|| a.im.order(&b.im));
    nans(a).cmp(&nans(b)).then_with(parts)
});

impl<C: Ordered> Sorting<C> for Sort {
    type Out = C;

    fn line(elements: &[C], out: &mut [C], descending: bool) {
        out.copy_from_slice(elements);
        backwards(out, descending);
        out.sort_by(C::order);
        backwards(out, descending);
    }
}

impl<C: Ordered> Sorting<C> for Argsort {
    type Out = i64;

    fn line(elements: &[C], out: &mut [i64], descending: bool) {
        let mut places: Vec<usize> = (0..elements.len()).collect();
        backwards(&mut places, descending);
        places.sort_by(|&one, &other| elements[one].order(&elements[other]));
        backwards(&mut places, descending);
        for (out, place) in out.iter_mut().zip(places) {
            *out = place.cast_signed() as i64;
        }
    }
}

/// The last one first. What is sorted backwards, then turned round, is in descending order, and equal elements keep
/// theirs.
fn backwards<T>(line: &mut [T], descending: bool) {
    if descending {
        line.reverse();
    }
}
