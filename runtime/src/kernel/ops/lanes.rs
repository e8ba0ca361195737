//! Accumulators that are used at the same time, and what they come to.

/// How many accumulators are used at the same time: as many as fill a few registers.
pub(crate) const LANES: usize = 32;

/// Fewer elements than that are accumulated in order, as most frameworks do.
pub(crate) const IN_ORDER: usize = 8;

/// All lanes as one. The upper half is combined with the lower, so that every lane is the same few steps from the
/// result.
#[inline(always)]
pub(crate) fn combined<T: Copy, const LANES: usize>(
    mut lanes: [T; LANES],
    combine: impl Fn(T, T) -> T,
) -> T {
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] = combine(lanes[lane], lanes[lane + width]);
        }
        width /= 2;
    }
    lanes[0]
}
