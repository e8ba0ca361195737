//! Elements of some bytes each → the same elements in other places, whatever their dtype.
#![expect(unsafe_code, reason = "elements are moved through pointers that know no types")]

use alloc::vec::Vec;

use super::raw::RawView;
use super::shape::standard_strides;
use super::walk::Walk;

/// Does the same for elements of each size, whatever their dtype.
macro_rules! by_size {
    ($size:expr, $element:ident => $body:expr) => {
        match $size {
            1 => by_size!(@ $element, u8, $body),
            2 => by_size!(@ $element, u16, $body),
            4 => by_size!(@ $element, u32, $body),
            8 => by_size!(@ $element, u64, $body),
            16 => by_size!(@ $element, [u64; 2], $body),
            _ => panic!("elements have 1, 2, 4, 8 or 16 bytes"),
        }
    };
    (@ $element:ident, $type:ty, $body:expr) => {{ type $element = $type; $body }};
}
pub(crate) use by_size;

/// The rows and columns of a tile.
pub(crate) const TILE: usize = 16;

/// Fewer elements than these fit in the L1 cache, where no line is gone before it is asked for again.
pub(crate) const MANY: usize = 4 * 1024;

/// Copies elements that are `stride` elements apart to memory where they lie one after the other.
///
/// # Safety
///
/// `from` points to `len` elements of that size that far apart, `to` has room for them and overlaps none of
/// them.
pub(crate) unsafe fn gather(from: *const u8, stride: isize, len: usize, size: usize, to: *mut u8) {
    // SAFETY: as the caller vouches.
    unsafe {
        match size {
            _ if stride == 1 => core::ptr::copy_nonoverlapping(from, to, len * size),
            // With a stride that is known these become loads of whole vectors; those of narrower elements are slower.
            4 if stride == 2 => copy::<u32>(from.cast(), 2, len, to.cast(), 1),
            8 if stride == 2 => copy::<u64>(from.cast(), 2, len, to.cast(), 1),
            _ => by_size!(size, T => copy::<T>(from.cast(), stride, len, to.cast(), 1)),
        }
    }
}

/// Copies elements that lie one after the other to places that are `stride` elements apart.
///
/// # Safety
///
/// As for [`gather`], the other way round.
pub(crate) unsafe fn scatter(from: *const u8, len: usize, size: usize, to: *mut u8, stride: isize) {
    // SAFETY: as the caller vouches.
    unsafe {
        match size {
            _ if stride == 1 => core::ptr::copy_nonoverlapping(from, to, len * size),
            _ => by_size!(size, T => copy::<T>(from.cast(), 1, len, to.cast(), stride)),
        }
    }
}

/// Copies elements that are a stride apart to places that are another stride apart.
///
/// # Safety
///
/// As for [`gather`].
pub(crate) unsafe fn restride(
    (from, stride): (*const u8, isize),
    (to, to_stride): (*mut u8, isize),
    len: usize,
    size: usize,
) {
    // SAFETY: as the caller vouches.
    unsafe {
        match (stride, to_stride) {
            (_, 1) => gather(from, stride, len, size, to),
            (1, _) => scatter(from, len, size, to, to_stride),
            _ => by_size!(size, T => copy::<T>(from.cast(), stride, len, to.cast(), to_stride)),
        }
    }
}

/// Writes one element as often as asked, one after the other.
///
/// # Safety
///
/// `from` points to an element of that size, and `to` has room for so many and does not overlap it.
pub(crate) unsafe fn repeat(from: *const u8, size: usize, to: *mut u8, count: usize) {
    // SAFETY: as the caller vouches.
    unsafe { gather(from, 0, count, size, to) }
}

/// Copies elements from places some distance apart to places some distance apart.
#[inline(always)]
unsafe fn copy<T: Copy>(from: *const T, from_stride: isize, len: usize, to: *mut T, stride: isize) {
    // SAFETY: as the callers vouch; elements may be less aligned than the integer of their size.
    unsafe {
        if from_stride == 0 {
            let element = from.read_unaligned();
            for place in 0..len.cast_signed() {
                to.offset(place * stride).write_unaligned(element);
            }
            return;
        }
        for place in 0..len.cast_signed() {
            let element = from.offset(place * from_stride).read_unaligned();
            to.offset(place * stride).write_unaligned(element);
        }
    }
}

/// Writes all elements one after the other, in the order of the axes.
///
/// # Safety
///
/// There is room for as many of them, and they do not overlap it.
pub(crate) unsafe fn copy_in_order(from: &RawView<'_>, out: *mut u8) {
    let size = from.dtype.size();
    if from.is_standard() {
        let bytes = from.shape.iter().product::<usize>() * size;
        // SAFETY: as the caller vouches.
        return unsafe { out.copy_from_nonoverlapping(from.at, bytes) };
    }
    if let Some(axis) = across(from) {
        // SAFETY: as the caller vouches.
        return by_size!(size, T => unsafe { copy_tiles::<T>(from, axis, out.cast()) });
    }
    let (at, strides) = (from.at, standard_strides(from.shape));
    Walk::over_long_rows(from.shape, [&strides, from.strides], |walk, order| {
        let (len, [to_stride, stride]) = (walk.row(), order.map(|place| walk.row_stride(place)));
        walk.each_row(order, &mut |offsets| {
            let [to, from] = offsets.map(|offset| offset * size.cast_signed());
            let (to, from) = (out.wrapping_offset(to), at.wrapping_offset(from));
            // SAFETY: as the caller vouches.
            unsafe { restride((from, stride), (to, to_stride), len, size) };
            true
        });
    });
}

/// The axis along which elements lie that lie across the last one: along the last each of them is in a cache line of its
/// own, which is gone before the next row asks for its neighbours. `None` where there are few.
pub(crate) fn across(from: &RawView<'_>) -> Option<usize> {
    let last = from.shape.len().checked_sub(1)?;
    let bytes = from.strides[last].unsigned_abs() * from.dtype.size();
    if from.shape[last] < TILE || bytes < 64 || from.shape.iter().product::<usize>() < MANY {
        return None;
    }
    (0..last).find(|&axis| from.strides[axis] == 1 && from.shape[axis] >= TILE)
}

/// Copies elements tile by tile: along the axis along which they lie, and along the last.
///
/// # Safety
///
/// `to` has room for all elements, which have the size of `T`.
unsafe fn copy_tiles<T: Copy>(from: &RawView<'_>, axis: usize, to: *mut T) {
    let last = from.shape.len() - 1;
    let strides = standard_strides(from.shape);
    let others = || (0..last).filter(|&other| other != axis);
    let shape: Vec<usize> = others().map(|other| from.shape[other]).collect();
    let pick = |all: &[isize]| -> Vec<isize> { others().map(|other| all[other]).collect() };
    let (written, read) = (pick(&strides), pick(from.strides));
    let (rows, columns) = (from.shape[axis], from.shape[last]);
    let (down, along) = (strides[axis], from.strides[last]);
    let outer = Walk::new(&shape, &[(&shape, &written), (&shape, &read)]);
    for place in 0..outer.len {
        let to = to.wrapping_offset(outer.offset(0, place));
        let from = from.at.cast::<T>().wrapping_offset(outer.offset(1, place));
        for left in (0..columns).step_by(TILE) {
            for top in (0..rows).step_by(TILE) {
                for row in top..rows.min(top + TILE) {
                    for column in left..columns.min(left + TILE) {
                        let (row, column) = (row.cast_signed(), column.cast_signed());
                        // SAFETY: as the caller vouches; elements may be less aligned than their size.
                        unsafe {
                            let element = from.offset(row + column * along).read_unaligned();
                            to.offset(row * down + column).write_unaligned(element);
                        }
                    }
                }
            }
        }
    }
}
