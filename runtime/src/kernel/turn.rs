//! A square tile of elements → the same turned round: its rows become columns.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::interleave::pairs;
use super::isa::Level;
use super::levels::{PerLevel, for_each_level, levels};
use crate::tensor::moves::by_size;

/// As many rows as columns.
pub(crate) type Tile<T, const COLUMNS: usize> = [[T; COLUMNS]; COLUMNS];

/// The rows and columns of the tiles of [`turner`].
pub(crate) const SIDE: usize = 32;

/// Turns a tile round, by as many steps as its width has bits: each interleaves one half with the other. What was in the
/// tile is lost.
#[inline(always)]
pub(crate) fn turn<T: Copy, const COLUMNS: usize>(
    tile: &mut Tile<T, COLUMNS>,
    turned: &mut Tile<T, COLUMNS>,
) {
    let steps = COLUMNS.trailing_zeros();
    for _ in 0..steps / 2 {
        halves(tile, turned);
        halves(turned, tile);
    }
    match steps % 2 {
        0 => *turned = *tile,
        _ => halves(tile, turned),
    }
}

/// One half and the other, an element of each in turn.
#[inline(always)]
fn halves<T: Copy, const COLUMNS: usize>(from: &Tile<T, COLUMNS>, to: &mut Tile<T, COLUMNS>) {
    let (low, high) = from.as_flattened().split_at(COLUMNS * COLUMNS / 2);
    pairs(low, high, to.as_flattened_mut().as_chunks_mut().0);
}

/// Turns a tile of [`SIDE`] rows round into another place; what was in the first is lost.
pub(crate) type Turner = unsafe fn(*mut u8, *mut u8);

/// The function for elements of some bytes each.
pub(crate) const fn turner(size: usize) -> PerLevel<Turner> {
    by_size!(size, T => levels!(turns::<T>))
}

for_each_level! {
    /// A tile of elements of the size of `T`.
    fn turns<T>(tile: *mut u8, turned: *mut u8)
    where { T: Copy, }
    turns_of
}

#[inline(always)]
unsafe fn turns_of<L: Level, T: Copy>(tile: *mut u8, turned: *mut u8) {
    // SAFETY: the caller vouches for two tiles, aligned for every element, which do not overlap.
    unsafe { turn::<T, SIDE>(&mut *tile.cast(), &mut *turned.cast()) }
}
