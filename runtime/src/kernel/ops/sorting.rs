//! Sorting: the order of the elements of a dtype, and what an op makes of lines of them.

use core::cmp::Ordering;

use crate::generated::codes::*;
use crate::kernel::accum::Lane;
use crate::kernel::isa::Level;
use crate::kernel::sorting::{Keyed, compared, keyed, places};

pub(crate) struct Sort;
pub(crate) struct Argsort;

/// An op that puts the elements of lines in order.
pub(crate) trait Sorting<C: Lane>: 'static {
    type Out: Lane;

    /// Of lines of `len` elements, as many results as elements, in ascending or descending order; elements that are
    /// equal keep theirs.
    fn lines<L: Level>(elements: &[C], len: usize, descending: bool, out: &mut [Self::Out]);
}

/// Elements that have an order: a NaN comes after every number, and zeros of both signs are equal.
pub(crate) trait Ordered: Lane {
    fn order(&self, other: &Self) -> Ordering;

    /// An integer in that order, the same for equal elements.
    fn rank(&self) -> i64;

    /// Whether it is the same for equal elements only.
    const RANKED: bool;

    /// Lines of `len` elements in order.
    fn sort<L: Level>(elements: &[Self], len: usize, descending: bool, out: &mut [Self]);

    /// The places in elements in ascending order at which others belong: before those equal to them, or `after` them.
    fn search(ordered: &[Self], elements: &[Self], after: bool, out: &mut [i64]);
}

/// Elements that are sorted as a module does it.
macro_rules! ordered {
    ($by:ident: $($t:ty),*: |$a:ident, $b:ident| $order:expr, |$x:ident| $rank:expr, $ranked:expr) => { $(
        impl Ordered for $t {
            #[inline(always)]
            fn order(&self, other: &$t) -> Ordering {
                let ($a, $b) = (self, other);
                $order
            }

            const RANKED: bool = $ranked;

            #[inline(always)]
            fn rank(&self) -> i64 {
                let $x = self;
                $rank
            }

            #[inline(always)]
            fn sort<L: Level>(elements: &[$t], len: usize, descending: bool, out: &mut [$t]) {
                $by::sort::<L, $t>(elements, len, descending, out);
            }

            #[inline(always)]
            fn search(ordered: &[$t], elements: &[$t], after: bool, out: &mut [i64]) {
                $by::search(ordered, elements, after, out);
            }
        }
    )* };
}

ordered!(
    keyed: bool, i8, i16, i32, i64, u8, u16, u32, u64:
    |a, b| a.cmp(b), |x| x.common_key(), true
);
ordered!(
    keyed: f16, bf16, f32, f64:
    |a, b| a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan())), |x| x.common_key(), true
);
// By the real part, then by the imaginary one; those with a NaN last, of which those with one in the imaginary
// part come first. Between them and the others there is the rank of no number.
ordered!(
    compared: c32, c64, c128:
    |a, b| {
        let nans = |z: &Self| (z.re.is_nan(), z.im.is_nan());
        let parts = || a.re.order(&b.re).then_with(|| a.im.order(&b.im));
        nans(a).cmp(&nans(b)).then_with(parts)
    },
    |z| match (z.re.is_nan(), z.im.is_nan()) {
        (true, _) => i64::MAX,
        (false, true) => i64::MAX - 1,
        (false, false) => z.re.rank(),
    },
    false
);

impl<C: Ordered> Sorting<C> for Sort {
    type Out = C;

    #[inline(always)]
    fn lines<L: Level>(elements: &[C], len: usize, descending: bool, out: &mut [C]) {
        C::sort::<L>(elements, len, descending, out);
    }
}

impl<C: Ordered> Sorting<C> for Argsort {
    type Out = i64;

    #[inline(always)]
    fn lines<L: Level>(elements: &[C], len: usize, descending: bool, out: &mut [i64]) {
        places::places::<L, C>(elements, len, descending, out);
    }
}
