//! Turns floats into their exponents and powers of two, by selects and integer adds that every vector unit has.

/// `1.5 · 2^52`: adding it leaves an integer in the low bits of the significand.
const SHIFTER: f64 = 6_755_399_441_055_744.0;
/// Every bit of a significand but the implicit one.
const FRACTION: u64 = (1 << 52) - 1;
/// The bits of the double next to `√½`.
const SQRT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
/// The bits of 1.
const ONE: u64 = 0x3ff0_0000_0000_0000;

/// One of two values, both already computed: a blend, never a branch.
#[inline(always)]
pub(super) fn pick(condition: bool, yes: f64, no: f64) -> f64 {
    if condition { yes } else { no }
}

/// `x` between `low` and `high`, where NaN stays NaN.
#[inline(always)]
pub(super) fn clamp(x: f64, low: f64, high: f64) -> f64 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// The integer next to `x`, for `|x| < 2^51`.
///
/// `f64::round_ties_even` would be a library call on x86-64 without SSE4.1.
#[inline(always)]
pub(super) fn round(x: f64) -> f64 {
    (x + SHIFTER) - SHIFTER
}

/// The low bits of the integer `k`, in two's complement, for `|k| < 2^51`.
#[inline(always)]
pub(super) fn low_bits(k: f64) -> u64 {
    (k + SHIFTER).to_bits()
}

/// `2^k` for the integers from -1022 to 1023.
#[inline(always)]
pub(super) fn pow2(k: f64) -> f64 {
    f64::from_bits((k + (SHIFTER + 1023.0)).to_bits() << 52)
}

/// `v · 2^k` for the integers from -2044 to 2046: in two steps, as `2^k` alone need not be a double.
#[inline(always)]
pub(super) fn scale(v: f64, k: f64) -> f64 {
    let half = round(k * 0.5);
    v * pow2(half) * pow2(k - half)
}

/// A positive number as `m · 2^k` with `m` in `[√½, √2)`.
pub(super) struct Binary {
    pub(super) m: f64,
    pub(super) k: f64,
    /// `2^-k`, or 0 where that is no normal number.
    pub(super) inverse: f64,
}

/// Takes a positive normal number apart; what comes of others has no meaning but does no harm.
#[inline(always)]
pub(super) fn binary(x: f64) -> Binary {
    let moved = x.to_bits().wrapping_add(ONE - SQRT_HALF);
    let biased = moved >> 52;
    let m = f64::from_bits((moved & FRACTION) + SQRT_HALF);
    // `biased` below the bits of 2^52 is the double 2^52 + biased: a conversion AVX2 has no instruction for.
    let k = f64::from_bits(biased | 0x4330_0000_0000_0000) - (4_503_599_627_370_496.0 + 1023.0);
    let inverse = pick(k > 1022.0, 0.0, f64::from_bits(2046_u64.wrapping_sub(biased) << 52));
    Binary { m, k, inverse }
}

/// Whether `x` is an integer (infinities are).
#[inline(always)]
pub(super) fn is_integer(x: f64) -> bool {
    let size = x.abs();
    (size >= 4_503_599_627_370_496.0)
        | (((size + 4_503_599_627_370_496.0) - 4_503_599_627_370_496.0) == size)
}

/// A polynomial, lowest coefficient first: even and odd powers apart, for two short chains instead of a long one.
/// There are at least two.
#[inline(always)]
pub(super) fn poly<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
    let square = x * x;
    let (mut even, mut odd) =
        if N.is_multiple_of(2) { (c[N - 2], c[N - 1]) } else { (c[N - 1], c[N - 2]) };
    let mut i = N - 2;
    while i > 0 {
        i -= 1;
        if i.is_multiple_of(2) {
            even = even * square + c[i];
        } else {
            odd = odd * square + c[i];
        }
    }
    even + x * odd
}
