//! Where the extremes of neighbouring outputs are → loops over rows, with values and rows in arrays of their own.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use crate::kernel::accum::{Lane, is_native};
use crate::kernel::casts::cast_slice;
use crate::kernel::convert::CHUNK;
use crate::kernel::isa::Level;
use crate::kernel::levels::{PerLevel, for_each_level, levels, slice, slice_mut, zero};
use crate::kernel::ops::Finds;

/// The loops of an op that gives places, for outputs that lie side by side.
#[derive(Clone, Copy)]
pub(crate) struct Seek {
    /// The bytes of a value, and of the number of a row.
    pub(super) size: usize,
    /// So many elements of a row, given its number, into as many values and the rows that they are of. Those need not
    /// be initialised for row 0.
    pub(super) row: PerLevel<Row>,
    /// So many values and rows, of which row 0 is the `place`-th element of its output, into as many accumulators of the
    /// elements before.
    pub(super) found: unsafe fn(*const u8, *const u8, usize, usize, *mut u8),
}

type Row = unsafe fn(*const u8, usize, u8, *mut u8, *mut u8);

/// The loops of an op that computes in a dtype.
pub(crate) const fn seek_kernel<C: Lane, O: Finds<C>>() -> Seek {
    assert!(size_of::<C::Accum>() == size_of::<O::Row>(), "they take the same vectors");
    Seek { size: size_of::<O::Row>(), row: levels!(rows::<C, O>), found: found::<C, O> }
}

for_each_level! {
    /// The elements of a row.
    fn rows<C, O>(elements: *const u8, len: usize, row: u8, values: *mut u8, rows: *mut u8)
    where { C: Lane, O: Finds<C>, }
    row_of
}

#[inline(always)]
unsafe fn row_of<L: Level, C: Lane, O: Finds<C>>(
    elements: *const u8,
    len: usize,
    row: u8,
    values: *mut u8,
    rows: *mut u8,
) {
    // SAFETY: the caller vouches for as many elements, values and rows.
    let (elements, values, rows) = unsafe {
        (
            slice::<C>(elements, len),
            slice_mut::<C::Accum>(values, len),
            slice_mut::<O::Row>(rows, len),
        )
    };
    let row = O::Row::from(row);
    if is_native::<C>() {
        // SAFETY: the types are the same.
        let elements = unsafe { slice::<C::Accum>(elements.as_ptr().cast(), len) };
        return seek::<C, O>(elements, row, values, rows);
    }
    let chunks = values.chunks_mut(CHUNK).zip(rows.chunks_mut(CHUNK));
    for (elements, (values, rows)) in elements.chunks(CHUNK).zip(chunks) {
        let mut wide = [zero::<C::Accum>(); CHUNK];
        cast_slice::<L, C, C::Accum>(elements, &mut wide[..elements.len()]);
        seek::<C, O>(&wide[..elements.len()], row, values, rows);
    }
}

#[inline(always)]
fn seek<C: Lane, O: Finds<C>>(
    elements: &[C::Accum],
    row: O::Row,
    values: &mut [C::Accum],
    rows: &mut [O::Row],
) {
    if row == O::Row::from(0) {
        values.copy_from_slice(elements);
        rows.fill(row);
        return;
    }
    for ((&element, value), found) in elements.iter().zip(values).zip(rows) {
        let beats = O::beats(element, *value);
        *value = if beats { element } else { *value };
        *found = if beats { row } else { *found };
    }
}

unsafe fn found<C: Lane, O: Finds<C>>(
    values: *const u8,
    rows: *const u8,
    len: usize,
    place: usize,
    all: *mut u8,
) {
    // SAFETY: the caller vouches for as many values, rows and accumulators.
    let (values, rows, all) = unsafe {
        (
            slice::<C::Accum>(values, len),
            slice::<O::Row>(rows, len),
            slice_mut::<O::Accumulator>(all, len),
        )
    };
    for ((&value, &row), all) in values.iter().zip(rows).zip(all) {
        let row: u8 = row.try_into().unwrap_or(0);
        *all = O::step(*all, value, place + usize::from(row));
    }
}
