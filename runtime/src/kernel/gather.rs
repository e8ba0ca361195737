//! Elements and indices of them → the elements there: loops over elements of each size, whatever their dtype.
#![expect(unsafe_code, reason = "elements are moved through pointers that know no types")]

use core::ops::Range;

use super::parallel::for_chunks;
use crate::tensor::moves::by_size;
use crate::tensor::walk::Walk;

/// What is looked up.
pub(crate) struct Gather {
    /// The output, the elements and the indices in the order of the output.
    pub(crate) walk: Walk,
    pub(crate) elements: *const u8,
    pub(crate) indices: *const i64,
    pub(crate) out: *mut u8,
    /// The bytes of an element.
    pub(crate) size: usize,
    /// How far apart elements are along the axis that is indexed, in elements, and how many there are.
    pub(crate) axis: (isize, usize),
    /// What stands for an index that is out of range; without it none is.
    pub(crate) outside: Option<*const u8>,
    /// Whether no index is less than 0.
    pub(crate) counted: bool,
}

// SAFETY: elements are numbers; threads write different elements of the output and only read the others.
unsafe impl Sync for Gather {}

/// The innermost axis of a stretch: where it begins, and the strides along it.
struct Row<T> {
    elements: *const T,
    indices: *const i64,
    out: *mut T,
    strides: (isize, isize),
    count: usize,
}

impl Gather {
    /// Writes all of the output.
    ///
    /// # Safety
    ///
    /// The walk's operands are at these pointers, the output's elements one after the other and nothing else refers
    /// to them. An index less than 0 counts from the end; where no element stands for others, each is in range.
    pub(crate) unsafe fn run(&self) {
        // SAFETY: as the caller vouches; an element may lie at any address that is one of its dtype's.
        let work = |range: Range<usize>| unsafe {
            by_size!(self.size, T => self.stretch::<T>(range));
            false
        };
        for_chunks(self.walk.len, &work);
    }

    unsafe fn stretch<T: Copy>(&self, range: Range<usize>) {
        let walk = &self.walk;
        let strides = (walk.row_stride(1), walk.row_stride(2));
        let mut flat = range.start;
        let mut offsets = [1, 2].map(|operand| walk.offset(operand, flat));
        while flat < range.end {
            let count = walk.left_in_row(flat).min(range.end - flat);
            let row = Row {
                elements: self.elements.cast::<T>().wrapping_offset(offsets[0]),
                indices: self.indices.wrapping_offset(offsets[1]),
                out: self.out.cast::<T>().wrapping_add(flat),
                strides,
                count,
            };
            // SAFETY: as the caller vouches.
            unsafe { self.row(&row) };
            flat += count;
            if flat < range.end {
                offsets = [0, 1].map(|place| walk.next_row(place + 1, flat, offsets[place], count));
            }
        }
    }

    unsafe fn row<T: Copy>(&self, row: &Row<T>) {
        let &Row { elements, indices, out, strides: (along, turn), count } = row;
        // What is in registers is not read again after each element that is written.
        let (stride, len) = self.axis;
        let (axis, outside) = (Axis { stride, len: len.cast_signed() as i64 }, self.outside);
        // SAFETY: as the caller of `run` vouches.
        unsafe {
            if turn == 0 {
                let index = indices.read();
                if outside.is_some() && !axis.has(index) {
                    return fill(outside, out, count);
                }
                let from = elements.wrapping_offset(axis.place(index));
                if along == 1 {
                    // Bytes: elements may be less aligned than the integer of their size.
                    let bytes = count * size_of::<T>();
                    return out.cast::<u8>().copy_from_nonoverlapping(from.cast(), bytes);
                }
                for at in 0..count {
                    let next = from.wrapping_offset(at.cast_signed() * along);
                    out.add(at).write_unaligned(next.read_unaligned());
                }
                return;
            }
            if (along, turn) == (0, 1) && outside.is_none() {
                let indices = core::slice::from_raw_parts(indices, count);
                if self.counted && stride == 1 {
                    for (at, &index) in indices.iter().enumerate() {
                        #[expect(clippy::cast_possible_truncation, reason = "of such a length")]
                        let from = elements.wrapping_offset(index as isize);
                        out.add(at).write_unaligned(from.read_unaligned());
                    }
                    return;
                }
                for (at, &index) in indices.iter().enumerate() {
                    let from = elements.wrapping_offset(axis.place(index));
                    out.add(at).write_unaligned(from.read_unaligned());
                }
                return;
            }
            for at in 0..count {
                let step = at.cast_signed();
                let index = indices.wrapping_offset(step * turn).read();
                if outside.is_some() && !axis.has(index) {
                    fill(outside, out.add(at), 1);
                    continue;
                }
                let from = elements.wrapping_offset(step * along + axis.place(index));
                out.add(at).write_unaligned(from.read_unaligned());
            }
        }
    }
}

/// The axis that is indexed: how far apart its elements are, and how many there are.
#[derive(Clone, Copy)]
struct Axis {
    stride: isize,
    len: i64,
}

impl Axis {
    /// An index that may be less than 0, counted from the beginning.
    #[inline(always)]
    fn counted(self, index: i64) -> i64 {
        if index < 0 { index.wrapping_add(self.len) } else { index }
    }

    #[inline(always)]
    fn has(self, index: i64) -> bool {
        (0..self.len).contains(&self.counted(index))
    }

    /// How far the element of an index is along the axis.
    #[inline(always)]
    fn place(self, index: i64) -> isize {
        #[expect(clippy::cast_possible_truncation, reason = "it is less than the axis is long")]
        let index = self.counted(index) as isize;
        index * self.stride
    }
}

/// Writes so many elements that no index is of.
unsafe fn fill<T: Copy>(outside: Option<*const u8>, out: *mut T, count: usize) {
    let Some(outside) = outside else { return };
    for at in 0..count {
        // SAFETY: as the caller of `run` vouches.
        unsafe { out.add(at).write_unaligned(outside.cast::<T>().read_unaligned()) };
    }
}
