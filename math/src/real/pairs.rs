//! Functions of two `f32`, computed in `f64` by any arithmetic: a result too close to a tie is computed again, always the
//! same way. So the arithmetic makes no difference to a result, although nobody can try all pairs.

use crate::arithmetic::{Arithmetic, Plain};
use crate::number::Part;

/// Elements per block, as in [`rare`](super::rare).
const BLOCK: usize = 256;

/// A function of two `f32`.
pub(super) trait Pair {
    /// Whether the operands are none for which the function has a limit.
    fn is_ordinary(x: f32, y: f32) -> bool;

    /// Its value to [`UNSURE`] of itself, by any arithmetic; if all is `ORDINARY`, without limits.
    fn near<A: Arithmetic, const ORDINARY: bool>(x: f32, y: f32) -> f64;

    /// Whether a result is so small that [`Pair::near`] may be farther off.
    #[inline(always)]
    fn cancels(_result: f32) -> bool {
        false
    }

    /// Its value good to about `2^-53`, by plain arithmetic.
    fn exact(x: f32, y: f32) -> f64;
}

/// How far off [`Pair::near`] may be, as a part of the value.
const UNSURE: f64 = 1.0 / (1_u64 << 40) as f64;

#[inline(always)]
pub(super) fn of_pair<A: Arithmetic, F: Pair>(x: f32, y: f32) -> f32 {
    let (result, unsure) = estimate::<A, F, false>(x, y);
    if unsure == 0 { result } else { exact::<A, F>(x, y) }
}

/// Of a block in which all is ordinary, by a shorter loop.
#[inline(always)]
pub(super) fn of_pairs<A: Arithmetic, F: Pair>(x: &[f32], y: &[f32], out: &mut [f32]) {
    for ((x, y), out) in x.chunks(BLOCK).zip(y.chunks(BLOCK)).zip(out.chunks_mut(BLOCK)) {
        let ordinary = x.iter().zip(y).fold(true, |all, (&x, &y)| all & F::is_ordinary(x, y));
        match ordinary {
            true => of_block::<A, F, true>(x, y, out),
            false => of_block::<A, F, false>(x, y, out),
        }
    }
}

#[inline(always)]
fn of_block<A: Arithmetic, F: Pair, const ORDINARY: bool>(x: &[f32], y: &[f32], out: &mut [f32]) {
    let mut unsure = [0; BLOCK];
    for (((o, &x), &y), unsure) in out.iter_mut().zip(x).zip(y).zip(&mut unsure) {
        (*o, *unsure) = estimate::<A, F, ORDINARY>(x, y);
    }
    if unsure.iter().fold(0, |any, one| any | one) != 0 {
        let pairs = out.iter_mut().zip(x).zip(y).zip(&unsure);
        for (((o, &x), &y), _) in pairs.filter(|one| *one.1 != 0) {
            *o = exact::<A, F>(x, y);
        }
    }
}

/// A result, and 0 if it is sure.
///
/// One that is rounded to a half type is computed by plain arithmetic, to 40 bits, so that a value exactly between two
/// halves is found there.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the rounding")]
fn estimate<A: Arithmetic, F: Pair, const ORDINARY: bool>(x: f32, y: f32) -> (f32, u32) {
    if A::HALF.is_none() {
        let value = F::near::<A, ORDINARY>(x, y);
        // The floats nearest to both ends of where the exact value lies.
        let (low, high) = ((value * (1.0 - UNSURE)) as f32, (value * (1.0 + UNSURE)) as f32);
        let unsure = (low.to_bits() ^ high.to_bits()) | u32::from(F::cancels(low));
        return (low.canonical(), unsure);
    }
    let value = F::near::<Plain, ORDINARY>(x, y);
    let result =
        A::narrow(f64::from_bits(value.to_bits().wrapping_add(1 << 11) & !((1 << 12) - 1)));
    (result.canonical(), u32::from(F::cancels(result)))
}

/// The result by the best approximation.
#[cold]
#[inline(never)]
fn exact<A: Arithmetic, F: Pair>(x: f32, y: f32) -> f32 {
    A::narrow(F::exact(x, y)).canonical()
}
