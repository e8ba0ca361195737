//! Selection: the elements in the middle of a line, found without sorting all of it.

use core::cmp::Ordering;

use super::sorting::Ordered;
use crate::generated::codes::*;
use crate::kernel::accum::{Canonical, Lane};
use crate::kernel::cast::{Cast, Saturate};
use crate::kernel::isa::Baseline;
use crate::policy::{MedianOfEven, Policies};

pub(crate) struct Median;

/// An op that selects from the elements of a line.
pub(crate) trait Selection<C: Lane>: 'static {
    /// The result of some elements, whose order is changed; of none where the dtype has a NaN.
    fn of(elements: &mut [C], policies: &Policies) -> C;
}

/// Elements of which two have a middle.
pub(crate) trait Middle: Lane {
    /// NaN, of dtypes that have it.
    const NAN: Option<Self>;

    /// Half of the sum.
    fn middle(self, other: Self) -> Self;

    fn is_nan(self) -> bool;

    /// The order of elements that are no NaN, -0 before +0: equal elements are the same.
    fn total(&self, other: &Self) -> Ordering;
}

impl<C: Middle> Selection<C> for Median {
    fn of(elements: &mut [C], policies: &Policies) -> C {
        if let Some(nan) = C::NAN
            && (elements.is_empty() || elements.iter().any(|element| element.is_nan()))
        {
            return nan;
        }
        let (count, place) = (elements.len(), elements.len() / 2);
        let by_lower = policies.median_of_even == MedianOfEven::Lower;
        if count % 2 == 0 && by_lower {
            return *elements.select_nth_unstable_by(place - 1, C::total).1;
        }
        let (before, &mut upper, _) = elements.select_nth_unstable_by(place, C::total);
        match before.iter().copied().max_by(C::total) {
            Some(lower) if count % 2 == 0 => lower.middle(upper),
            _ => upper,
        }
    }
}

macro_rules! integers {
    ($($t:ty),*) => { $(
        impl Middle for $t {
            const NAN: Option<$t> = None;

            fn middle(self, other: $t) -> $t {
                self.midpoint(other)
            }

            fn is_nan(self) -> bool {
                false
            }

            fn total(&self, other: &$t) -> Ordering {
                self.cmp(other)
            }
        }
    )* };
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64);

/// In what loops compute in for the dtype: halves in `f32`, rounded once.
macro_rules! floats {
    ($($t:ty: $nan:expr, |$value:ident| $is_nan:expr, |$one:ident, $other:ident| $total:expr;)*) => { $(
        impl Middle for $t {
            const NAN: Option<$t> = Some($nan);

            fn middle(self, other: $t) -> $t {
                let one: <$t as Lane>::Accum = self.cast::<Baseline, Saturate>();
                let other: <$t as Lane>::Accum = other.cast::<Baseline, Saturate>();
                let half: <$t as Lane>::Accum = 0.5_f32.cast::<Baseline, Saturate>();
                // A product with a complex half would make NaN of an infinite part.
                ((one + other).halved(half)).canonical().cast::<Baseline, Saturate>()
            }

            fn is_nan(self) -> bool {
                let $value = self;
                $is_nan
            }

            fn total(&self, other: &$t) -> Ordering {
                let ($one, $other) = (self, other);
                $total
            }
        }
    )* };
}

/// Half of a number.
trait Halved {
    fn halved(self, half: Self) -> Self;
}

impl Halved for f32 {
    fn halved(self, half: f32) -> f32 {
        self * half
    }
}

impl Halved for f64 {
    fn halved(self, half: f64) -> f64 {
        self * half
    }
}

impl Halved for c64 {
    fn halved(self, half: c64) -> c64 {
        self.scale(half.re)
    }
}

impl Halved for c128 {
    fn halved(self, half: c128) -> c128 {
        self.scale(half.re)
    }
}

floats! {
    f16: f16::NAN, |x| x.is_nan(), |x, y| x.total_cmp(y);
    bf16: bf16::NAN, |x| x.is_nan(), |x, y| x.total_cmp(y);
    f32: f32::NAN, |x| x.is_nan(), |x, y| x.total_cmp(y);
    f64: f64::NAN, |x| x.is_nan(), |x, y| x.total_cmp(y);
    c32: c32::new(f16::NAN, f16::NAN), |z| z.re.is_nan() || z.im.is_nan(), |z, w| {
        z.order(w).then(z.re.total_cmp(&w.re)).then(z.im.total_cmp(&w.im))
    };
    c64: c64::new(f32::NAN, f32::NAN), |z| z.re.is_nan() || z.im.is_nan(), |z, w| {
        z.order(w).then(z.re.total_cmp(&w.re)).then(z.im.total_cmp(&w.im))
    };
    c128: c128::new(f64::NAN, f64::NAN), |z| z.re.is_nan() || z.im.is_nan(), |z, w| {
        z.order(w).then(z.re.total_cmp(&w.re)).then(z.im.total_cmp(&w.im))
    };
}
