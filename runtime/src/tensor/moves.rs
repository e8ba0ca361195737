//! A shape and strides of elements → their rows: those along the last axis, in the order of the axes.
#![expect(unsafe_code, reason = "elements are moved through pointers that know no types")]

use super::raw::RawView;

/// Does the same for elements of each size, whatever their dtype.
macro_rules! by_size {
    ($size:expr, $element:ident => $body:expr) => {
        match $size {
            1 => by_size!(@ $element u8 $body),
            2 => by_size!(@ $element u16 $body),
            4 => by_size!(@ $element u32 $body),
            8 => by_size!(@ $element u64 $body),
            16 => by_size!(@ $element u128 $body),
            size => unreachable!("no element has {size} bytes"),
        }
    };
    (@ $element:ident $type:ident $body:expr) => {{ type $element = $type; $body }};
}
pub(super) use by_size;

/// The length of a row, and how far apart its elements are in each of some layouts.
pub(super) fn row_of<const N: usize>(
    shape: &[usize],
    strides: [&[isize]; N],
) -> (usize, [isize; N]) {
    let last = |strides: &[isize]| strides.last().copied().unwrap_or(1);
    (shape.last().copied().unwrap_or(1), strides.map(last))
}

/// Calls a function with how far the first element of each row is from the first of all, in each of some layouts, until
/// it returns false; whether it never did.
pub(super) fn each_row<const N: usize>(
    shape: &[usize],
    strides: [&[isize]; N],
    row: &mut dyn FnMut([isize; N]) -> bool,
) -> bool {
    if shape.contains(&0) {
        return true;
    }
    let outer = &shape[..shape.len().saturating_sub(1)];
    let (mut index, mut offsets) = (alloc::vec![0; outer.len()], [0; N]);
    'rows: loop {
        if !row(offsets) {
            return false;
        }
        // The indices on the outer axes count up like the digits of a number.
        for (axis, &len) in outer.iter().enumerate().rev() {
            index[axis] += 1;
            let back = if index[axis] < len { 0 } else { core::mem::take(&mut index[axis]) };
            for (offset, strides) in offsets.iter_mut().zip(strides) {
                *offset += strides[axis] - strides[axis] * back.cast_signed();
            }
            if back == 0 {
                continue 'rows;
            }
        }
        return true;
    }
}

/// Writes all elements one after the other, in the order of the axes.
///
/// # Safety
///
/// There is room for as many of them, and they do not overlap it.
pub(super) unsafe fn copy_in_order(from: &RawView<'_>, out: *mut u8) {
    let size = from.dtype.size();
    if from.is_standard() {
        let bytes = from.shape.iter().product::<usize>() * size;
        // SAFETY: as the caller vouches.
        return unsafe { out.copy_from_nonoverlapping(from.at, bytes) };
    }
    let (len, [stride]) = row_of(from.shape, [from.strides]);
    by_size!(size, T => {
        let (at, mut out) = (from.at.cast::<T>(), out.cast::<T>());
        each_row(from.shape, [from.strides], &mut |[offset]| {
            let row = at.wrapping_offset(offset);
            // SAFETY: as the caller vouches; an element may lie at any address that is one of its dtype's.
            unsafe {
                if stride == 1 {
                    out.copy_from_nonoverlapping(row, len);
                } else {
                    for place in 0..len {
                        let element = row.wrapping_offset(place.cast_signed() * stride);
                        out.add(place).write_unaligned(element.read_unaligned());
                    }
                }
            }
            out = out.wrapping_add(len);
            true
        });
    });
}
