//! Functions of which a few arguments need another algorithm: angles far from 0, and `logaddexp` near 0.
//!
//! A loop that branches at each element is not vectorised. So a slice goes through the fast algorithm in blocks, and
//! the few elements for which that is not enough are computed again. The loop that searches a block for them is
//! apart from the one that computes: together they would not be vectorised.

use crate::arithmetic::Arithmetic;
use crate::number::Part;

/// Elements per block: few enough that those to compute again are still in the nearest cache.
pub(super) const BLOCK: usize = 256;

/// The types that angles are of.
pub(super) trait Angle: Part {
    /// Whether the angle is finite, but too large for [`Trigonometric::near`].
    fn is_far(self) -> bool;
}

/// A function of angles.
pub(super) trait Trigonometric<T: Angle> {
    /// The function of an angle that is not far; of others without meaning.
    fn near<A: Arithmetic>(x: T) -> T;

    /// [`Trigonometric::near`] of each.
    #[inline(always)]
    fn near_each<A: Arithmetic>(x: &[T], out: &mut [T]) {
        for (out, &x) in out.iter_mut().zip(x) {
            *out = Self::near::<A>(x).canonical();
        }
    }

    /// The function of an angle that is far.
    fn far<A: Arithmetic>(x: T) -> T;
}

pub(super) struct Sin;
pub(super) struct Cos;
pub(super) struct Tan;

#[inline(always)]
pub(super) fn of_angle<A: Arithmetic, F: Trigonometric<T>, T: Angle>(x: T) -> T {
    if x.is_far() { F::far::<A>(x) } else { F::near::<A>(x) }
}

#[inline(always)]
pub(super) fn of_angles<A: Arithmetic, F: Trigonometric<T>, T: Angle>(x: &[T], out: &mut [T]) {
    for (x, out) in x.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        F::near_each::<A>(x, out);
        if x.iter().fold(false, |any, x| any | x.is_far()) {
            for (o, &x) in out.iter_mut().zip(x).filter(|(_, x)| x.is_far()) {
                *o = F::far::<A>(x).canonical();
            }
        }
    }
}

/// `ln(e^a + e^b)`.
pub(super) trait Logaddexp: Part {
    /// The function, except where its result [cancels](Logaddexp::cancels): there it is not exact enough.
    fn fast<A: Arithmetic>(a: Self, b: Self) -> Self;

    /// [`Logaddexp::fast`] of each pair.
    fn fast_each<A: Arithmetic>(a: &[Self], b: &[Self], out: &mut [Self]);

    /// Whether a result of [`Logaddexp::fast`] is so close to 0 that the two terms have cancelled.
    fn cancels(result: Self) -> bool;

    /// The function where its result cancels.
    fn slow<A: Arithmetic>(a: Self, b: Self) -> Self;
}

#[inline(always)]
pub(super) fn logaddexp<A: Arithmetic, T: Logaddexp>(a: T, b: T) -> T {
    let result = T::fast::<A>(a, b);
    if T::cancels(result) { T::slow::<A>(a, b) } else { result }
}

#[inline(always)]
pub(super) fn logaddexp_slice<A: Arithmetic, T: Logaddexp>(a: &[T], b: &[T], out: &mut [T]) {
    for ((a, b), out) in a.chunks(BLOCK).zip(b.chunks(BLOCK)).zip(out.chunks_mut(BLOCK)) {
        T::fast_each::<A>(a, b, out);
        if out.iter().fold(false, |any, &o| any | T::cancels(o)) {
            for ((o, &a), &b) in out.iter_mut().zip(a).zip(b).filter(|((o, _), _)| T::cancels(**o))
            {
                *o = T::slow::<A>(a, b).canonical();
            }
        }
    }
}
