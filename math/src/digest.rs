//! Results of tests → a number that changes with any of their bits.

/// Adds a result to a digest; all NaNs count as one.
pub(crate) fn digest(state: u64, x: f64) -> u64 {
    let bits = if x.is_nan() { 0x7ff8_0000_0000_0000 } else { x.to_bits() };
    (state ^ bits).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29)
}
