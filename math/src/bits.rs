//! Exponents, powers of two, rounding and selection: floats taken apart and put together.
//!
//! What the real functions use is free of branches and needs only operations that every vector unit has.

use crate::lanes::Lanes;

/// `1.5 · 2^52`: adding it leaves an integer in the low bits of the significand.
pub(crate) const SHIFTER: f64 = 6_755_399_441_055_744.0;
/// The explicit bits of a significand.
const FRACTION: u64 = (1 << 52) - 1;
/// The bits of the `f64` nearest to `√½`.
const SQRT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
/// The bits of 1.
const ONE: u64 = 0x3ff0_0000_0000_0000;
/// `2^52`: from here on every `f64` is an integer.
const INTEGERS: f64 = 4_503_599_627_370_496.0;

/// One of two values, both already computed: compiles to a blend, never to a branch.
#[inline(always)]
pub(crate) fn select(condition: bool, yes: f64, no: f64) -> f64 {
    if condition { yes } else { no }
}

/// `x` limited to `low ..= high`; NaN stays NaN.
#[inline(always)]
pub(crate) fn clamp(x: f64, low: f64, high: f64) -> f64 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// The integer nearest to `x`, for `|x| < 2^51`.
///
/// `f64::round_ties_even` would be a library call on x86-64 without SSE4.1.
#[inline(always)]
pub(crate) fn round(x: f64) -> f64 {
    (x + SHIFTER) - SHIFTER
}

/// The low bits of the integer `k` in two's complement, for `|k| < 2^51`.
#[inline(always)]
pub(crate) fn low_bits(k: f64) -> u64 {
    (k + SHIFTER).to_bits()
}

/// Whether `x` is an integer; infinities count as integers.
#[inline(always)]
pub(crate) fn is_integer(x: f64) -> bool {
    let size = x.abs();
    (size >= INTEGERS) | (((size + INTEGERS) - INTEGERS) == size)
}

/// `2^k` for an integer `k` from -1022 to 1023 that loops have as an `f64`.
#[inline(always)]
pub(crate) const fn pow2(k: f64) -> f64 {
    f64::from_bits((k + (SHIFTER + 1023.0)).to_bits() << 52)
}

/// `2^k` for an integer `k` from -1022 to 1023.
pub(crate) const fn pow2_int(k: i32) -> f64 {
    f64::from_bits(((k + 1023).cast_unsigned() as u64) << 52)
}

/// `x · 2^k` for an integer `k` from -2044 to 2046, in two steps because `2^k` may be out of range.
///
/// A subnormal result may be rounded twice; [`ldexp`] rounds once, but branches.
#[inline(always)]
pub(crate) fn scale(x: f64, k: f64) -> f64 {
    let half = round(k * 0.5);
    x * pow2(half) * pow2(k - half)
}

/// `x · 2^k`, rounded once.
pub(crate) fn ldexp(x: f64, k: i32) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    // To a number near 1, which is exact, and from there in steps of which only the last one can round.
    let e = exponent(x);
    let one = x * pow2_int(-(e / 2)) * pow2_int(e / 2 - e);
    let total = k.saturating_add(e).clamp(-1200, 1200);
    if total < -1022 {
        return one * pow2_int(-200) * pow2_int(total + 200);
    }
    one * pow2_int(total / 2) * pow2_int(total - total / 2)
}

/// The exponent `k` with `2^k ≤ |x| < 2^(k+1)` of a finite number; -1075 for zero.
pub(crate) fn exponent(x: f64) -> i32 {
    let biased = |x: f64| i32::try_from((x.to_bits() >> 52) & 0x7ff).unwrap_or(0);
    match biased(x) {
        0 if x == 0.0 => -1075,
        0 => biased(x * pow2_int(54)) - 1077,
        e => e - 1023,
    }
}

/// The significand of a normal number as an integer in `2^52 .. 2^53`.
pub(crate) fn significand(x: f64) -> u64 {
    (x.to_bits() & FRACTION) | (1 << 52)
}

/// A positive number as `m · 2^k` with `m` in `[√½, √2)`.
pub(crate) struct Binary<T = f64> {
    pub(crate) m: T,
    pub(crate) k: T,
    /// `2^-k`, or 0 if that is not a normal number.
    pub(crate) inverse: T,
}

/// Splits a positive normal number; for other arguments the result is meaningless, but there is no panic.
#[inline(always)]
pub(crate) fn split(x: f64) -> Binary {
    let moved = x.to_bits().wrapping_add(ONE - SQRT_HALF);
    let biased = moved >> 52;
    let m = f64::from_bits((moved & FRACTION) + SQRT_HALF);
    // With the bits of 2^52 above it, `biased` is the number 2^52 + biased: AVX2 has no instruction for the
    // conversion.
    let k = f64::from_bits(biased | INTEGERS.to_bits()) - (INTEGERS + 1023.0);
    let inverse = select(k > 1022.0, 0.0, f64::from_bits(2046_u64.wrapping_sub(biased) << 52));
    Binary { m, k, inverse }
}

/// [`split`] of each.
#[inline(always)]
pub(crate) fn split_each<T: Lanes>(x: T) -> Binary<T> {
    // That each is split three times is seen by the compiler, which does it once.
    Binary {
        m: x.each(|x| split(x).m),
        k: x.each(|x| split(x).k),
        inverse: x.each(|x| split(x).inverse),
    }
}

/// `x / (2·root)` to a 64th, for what a root lost, without a division.
#[inline(always)]
pub(crate) fn over_twice<T: Lanes>(x: T, root: T) -> T {
    const INVERSE: u64 = 0x7fde_6238_22fc_16e6;
    // Bits that are negated are the inverse to an eighth, which a step of Newton's method makes a 64th.
    let inverse = root.each(|root| f64::from_bits(INVERSE.wrapping_sub(root.to_bits())));
    (x * inverse) * (T::splat(1.0) - (root * inverse) * 0.5)
}

/// The remainder of a finite `x` by 4, exactly, with the sign of `x`.
pub(crate) fn remainder_by_4(x: f64) -> f64 {
    // From here on every number is a multiple of 4.
    if x.abs() >= 4.0 * INTEGERS {
        return 0.0_f64.copysign(x);
    }
    #[expect(clippy::cast_possible_truncation, reason = "the quotient is below 2^52")]
    let quotient = (x * 0.25) as i64;
    (x - quotient as f64 * 4.0).copysign(x)
}

/// The square root, rounded to nearest.
#[inline(always)]
pub(crate) fn sqrt(x: f64) -> f64 {
    // The operand, not the root, is made the canonical NaN: LLVM takes a NaN that is chosen instead of a root for the
    // root itself, whose NaN on x86-64 has its sign set.
    let x = if x >= 0.0 { x } else { f64::NAN };
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return sqrt_by_integers(x);
}

/// The square root, rounded to nearest.
#[inline(always)]
pub(crate) fn sqrt_f32(x: f32) -> f32 {
    let x = if x >= 0.0 { x } else { f32::NAN };
    #[cfg(feature = "std")]
    return x.sqrt();
    // A root of 53 bits, rounded to 24, is the root rounded to 24: it is never close enough to a tie.
    #[cfg(not(feature = "std"))]
    #[expect(clippy::cast_possible_truncation, reason = "the rounding")]
    return sqrt(x.into()) as f32;
}

/// The square root without an instruction for it, rounded to nearest.
#[cfg(any(test, not(feature = "std")))]
pub(crate) fn sqrt_by_integers(x: f64) -> f64 {
    if x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let e = exponent(x);
    // x = m · 2^(2 · half), where m has 53 or 54 bits. The root of m · 2^54 then has 54 bits: one more than the
    // result, and that one decides how to round. It is never a tie: a root of 54 bits has a square of more than 53.
    let half = (e - 52).div_euclid(2);
    let m = significand(ldexp(x, -e)) << (e - 52).rem_euclid(2);
    let root = (u128::from(m) << 54).isqrt();
    ldexp(root.div_ceil(2) as f64, half - 26)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_are_those_of_powers_of_2() {
        for k in -1022..1024 {
            assert_eq!(exponent(pow2_int(k)), k);
            assert_eq!(exponent(-1.75 * pow2_int(k)), k);
            assert_eq!(pow2(k.into()), pow2_int(k));
        }
        for k in -1074..-1022 {
            assert_eq!(exponent(f64::from_bits(1 << (k + 1074))), k);
        }
        assert_eq!(exponent(0.0), -1075);
    }

    #[test]
    fn ldexp_rounds_once() {
        for x in [1.0, -1.5, 1.000_000_000_000_000_2, 1.333_333_333_333_333_3] {
            for k in -1100..1100 {
                // The first product is exact, the second rounds if the result is subnormal.
                let wanted = x * pow2_int(k / 2) * pow2_int(k - k / 2);
                assert_eq!(ldexp(x, k), wanted, "{x:?} · 2^{k}");
                assert_eq!(ldexp(x * pow2_int(300), k - 300), wanted, "{x:?} · 2^{k}");
            }
        }
        assert_eq!(ldexp(5e-324, 1074), 1.0);
        assert_eq!(ldexp(-0.0, 5).to_bits(), (-0.0_f64).to_bits());
        assert_eq!(ldexp(f64::INFINITY, -5000), f64::INFINITY);
    }

    #[test]
    fn remainders_by_4_are_exact() {
        let sizes = (0..8).map(|i| 0.37 * f64::from(i)).chain((-1074..1024).map(|k| ldexp(1.7, k)));
        for x in sizes.flat_map(|x| [x, -x, x.round(), -x.round()]) {
            assert_eq!(remainder_by_4(x).to_bits(), (x % 4.0).to_bits(), "of {x:?}");
        }
    }

    #[test]
    fn rounding_goes_to_the_nearest_even_integer() {
        for x in [0.4, 0.5, 1.5, 2.5, -0.5, -1.5, 1e15 + 0.5] {
            assert_eq!(round(x), x.round_ties_even());
        }
        assert!([0.0, -3.0, 1e300, f64::INFINITY].into_iter().all(is_integer));
        assert!(![0.5, -1e-300, 4_503_599_627_370_495.5, f64::NAN].into_iter().any(is_integer));
        assert_eq!([-1.0, 5.0, 6.0].map(|k| low_bits(k) & 3), [3, 1, 2]);
    }
}
