//! Operands that lie across the rows of an output → slabs of the output, beside which they lie in order.
//!
//! A slab of such an operand is copied tile by tile, in which every cache line is read once.
#![expect(unsafe_code, reason = "elements are moved by their size, through untyped pointers")]

use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};

use super::parallel::for_tasks;
use crate::tensor::moves::{MANY, TILE, across, copy_in_order};
use crate::tensor::raw::{RawView, RawViewMut};
use crate::tensor::shape::standard_strides;

/// About how many elements a slab has, whose copy is to stay in the L2 cache.
const SLAB: usize = 32 * 1024;

/// Along which axis of the output its slabs are cut: one along which an operand lies that lies across the rows.
pub(crate) fn slab_axis(operands: &[RawView<'_>], out: &RawViewMut<'_>) -> Option<usize> {
    let last = out.shape.len().checked_sub(1)?;
    if out.strides[last] != 1 || out.len() < MANY {
        return None;
    }
    operands.iter().find_map(|raw| across_rows(raw, out))
}

/// The axis along which an operand of the output's shape lies, if it is not the last.
fn across_rows(raw: &RawView<'_>, out: &RawViewMut<'_>) -> Option<usize> {
    if raw.shape == out.shape { across(raw) } else { None }
}

/// Calls `run` with each slab of the output and the same part of every operand. Returns whether any call returned true.
pub(crate) fn for_slabs(
    axis: usize,
    operands: &[RawView<'_>],
    out: &RawViewMut<'_>,
    run: &(dyn Fn(&[RawView<'_>], &mut RawViewMut<'_>) -> bool + Sync),
) -> bool {
    let rows = out.shape[axis];
    let per_row = out.len() / rows;
    let slab = (SLAB / per_row).next_multiple_of(TILE).clamp(TILE, rows.max(TILE));
    let any = AtomicBool::new(false);
    let all = Shared(operands, out);
    for_tasks(rows.div_ceil(slab), slab.saturating_mul(per_row), &|task| {
        let part = task * slab..rows.min((task + 1) * slab);
        if all.slab(axis, part, run) {
            any.store(true, Ordering::Relaxed);
        }
    });
    any.into_inner()
}

/// What threads share, each of which writes to slabs of its own.
struct Shared<'a>(&'a [RawView<'a>], &'a RawViewMut<'a>);

// SAFETY: elements are numbers; threads write to disjoint parts of the output and only read operands.
unsafe impl Sync for Shared<'_> {}

impl Shared<'_> {
    fn slab(
        &self,
        axis: usize,
        part: Range<usize>,
        run: &dyn Fn(&[RawView<'_>], &mut RawViewMut<'_>) -> bool,
    ) -> bool {
        let Shared(operands, out) = *self;
        // The shape of each, cut along the axis where it has it.
        let cut = |shape: &[usize]| {
            let own = (axis + shape.len()).checked_sub(out.shape.len());
            let own = own.filter(|&own| shape[own] == out.shape[axis]);
            let mut shape = shape.to_vec();
            if let Some(own) = own {
                shape[own] = part.len();
            }
            (shape, own)
        };
        let begin = |strides: &[isize], own: Option<usize>, size: usize| {
            own.map_or(0, |own| part.start.cast_signed() * strides[own] * size.cast_signed())
        };
        let shapes: Vec<Vec<usize>> = operands.iter().map(|raw| cut(raw.shape).0).collect();
        let slabs = operands.iter().zip(&shapes).map(|(raw, shape)| {
            let at = raw.at.wrapping_offset(begin(raw.strides, cut(raw.shape).1, raw.dtype.size()));
            // SAFETY: a part of the operand.
            unsafe { RawView::new(raw.dtype, at, shape, raw.strides) }
        });
        let slabs: Vec<RawView<'_>> = slabs.collect();
        let copies: Vec<Option<Copied>> = slabs
            .iter()
            .zip(operands)
            .map(|(slab, raw)| {
                across_rows(raw, out).filter(|&own| own == axis).and_then(|_| Copied::new(slab))
            })
            .collect();
        let read: Vec<RawView<'_>> = slabs
            .iter()
            .zip(&copies)
            .map(|(slab, copy)| copy.as_ref().map_or(*slab, |copy| copy.view(slab)))
            .collect();
        let (shape, own) = cut(out.shape);
        let at = out.at.wrapping_offset(begin(out.strides, own, out.dtype.size()));
        // SAFETY: a part of the output, to which no one else writes.
        let mut out = unsafe { RawViewMut::new(out.dtype, at, &shape, out.strides) };
        run(&read, &mut out)
    }
}

/// The elements of a slab of an operand, in the order of its axes.
struct Copied {
    elements: Vec<u128>,
    strides: Vec<isize>,
}

impl Copied {
    /// `None` where memory cannot hold them.
    fn new(slab: &RawView<'_>) -> Option<Copied> {
        let bytes = slab.shape.iter().product::<usize>() * slab.dtype.size();
        let mut elements: Vec<u128> = Vec::new();
        elements.try_reserve_exact(bytes.div_ceil(size_of::<u128>())).ok()?;
        // SAFETY: there is room for all elements, which are those of the slab.
        unsafe { copy_in_order(slab, elements.as_mut_ptr().cast()) };
        Some(Copied { elements, strides: standard_strides(slab.shape) })
    }

    fn view<'a>(&'a self, slab: &RawView<'a>) -> RawView<'a> {
        // SAFETY: `new` has written an element for each of the shape.
        unsafe {
            RawView::new(slab.dtype, self.elements.as_ptr().cast(), slab.shape, &self.strides)
        }
    }
}
