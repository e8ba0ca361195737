//! One of two elements by a third: moved by their size, whatever their dtype.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::buffer::{BLOCK, Block, gather, scatter};
use super::layout::{Walk, broadcast_strides};
use super::raw::{Raw, RawMut};

/// Writes `yes` where `condition` is true and `no` elsewhere. All broadcast to the output's shape;
/// `condition` is of bool, the others of the output's dtype.
pub(crate) fn select(condition: Raw<'_>, yes: Raw<'_>, no: Raw<'_>, out: &mut RawMut<'_>) {
    let operands = [condition, yes, no];
    let strides = operands.map(|raw| broadcast_strides(out.shape, raw.shape, raw.strides));
    let walk = Walk::new(out.shape, [&strides[0], &strides[1], &strides[2], out.strides]);
    let size = out.dtype.size();
    let mut blocks = [Block::new(), Block::new(), Block::new(), Block::new()];
    let mut at = 0;
    while at < walk.len {
        let count = (BLOCK / size).min(walk.len - at);
        for (place, raw) in operands.iter().enumerate() {
            let size = raw.dtype.size();
            let (block, stride, mut filled) = (blocks[place].at(), walk.row_stride(place), 0);
            walk.pieces(place, at, count, |offset, len| {
                let from = raw.at.wrapping_offset(offset * size.cast_signed());
                // SAFETY: the walk stays inside the operand, and a block has room for `count` elements.
                unsafe { gather(from, stride, len, size, block.add(filled * size)) };
                filled += len;
            });
        }
        let [condition, yes, no, result] = &mut blocks;
        // SAFETY: all four have `count` elements of this size, bools one byte each.
        unsafe {
            let places = (condition.at().cast_const(), yes.at(), no.at(), result.at());
            match size {
                1 => of::<u8>(places, count),
                2 => of::<u16>(places, count),
                4 => of::<u32>(places, count),
                8 => of::<u64>(places, count),
                _ => of::<[u64; 2]>(places, count),
            }
        }
        let (mut taken, stride, result) = (0, walk.row_stride(3), result.at());
        walk.pieces(3, at, count, |offset, len| {
            let to = out.at.wrapping_offset(offset * size.cast_signed());
            // SAFETY: the walk stays inside the output, which is nowhere else.
            unsafe { scatter(result.add(taken * size), len, size, to, stride) };
            taken += len;
        });
        at += count;
    }
}

unsafe fn of<T: Copy>(places: (*const u8, *mut u8, *mut u8, *mut u8), count: usize) {
    let (condition, yes, no, out) = places;
    // SAFETY: blocks are aligned for every size, and the caller vouches for `count` elements in each.
    let (condition, yes, no, out) = unsafe {
        (
            core::slice::from_raw_parts(condition.cast::<bool>(), count),
            core::slice::from_raw_parts(yes.cast_const().cast::<T>(), count),
            core::slice::from_raw_parts(no.cast_const().cast::<T>(), count),
            core::slice::from_raw_parts_mut(out.cast::<core::mem::MaybeUninit<T>>(), count),
        )
    };
    for (((out, &condition), &yes), &no) in out.iter_mut().zip(condition).zip(yes).zip(no) {
        out.write(if condition { yes } else { no });
    }
}
