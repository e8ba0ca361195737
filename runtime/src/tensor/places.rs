//! Places along the first axes of a view → the elements there, in a new tensor; elements → into those places.
#![expect(unsafe_code, reason = "indices are checked once, not for every element")]

use alloc::vec::Vec;

use super::fresh::{TooLarge, fresh, fresh_line, fresh_line_in};
use super::moves::by_size;
use super::raw::{RawView, is_standard};
use super::{AsView, AsViewMut, Elements, Tensor, TensorView, TensorViewMut};
use crate::kernel::reduce::count;
use crate::kernel::ternary::Bits;

impl TensorView<'_> {
    /// The elements at some places: `places` has a list of indices for each of the first axes, and the indices at
    /// one position of the lists together are a place. The result has an axis for the places, then the axes that are
    /// left.
    ///
    /// `None` where there are more lists than axes, lists of other lengths than the first, an index beyond its axis,
    /// or a result that memory cannot hold.
    ///
    /// ```
    /// use ndarray::array;
    /// use concord_runtime::Tensor;
    ///
    /// let a = Tensor::from(array![[1_u8, 2, 3], [4, 5, 6]]);
    /// assert_eq!(a.view().gather(&[&[1, 0, 1], &[0, 2, 2]]), Some(Tensor::from([4_u8, 3, 6])));
    /// assert_eq!(a.view().gather(&[&[1]]), Some(Tensor::from(array![[4_u8, 5, 6]])));
    /// assert_eq!(a.view().gather(&[&[2]]), None);
    /// ```
    pub fn gather(&self, places: &[&[usize]]) -> Option<Tensor> {
        let (from, count) = (self.raw(), checked(self.shape(), places)?);
        if let &[list] = places
            && from.shape.len() == 1
        {
            return picked::<false>(&from, list);
        }
        let (shape, strides) = (&from.shape[places.len()..], &from.strides[places.len()..]);
        let firsts = offsets(places, from.strides, count)?;
        let rest = if count == 0 { Vec::new() } else { rest_offsets(shape, strides)? };
        let lie_together = is_standard(shape, strides);
        let shape = [&[count], shape].concat();
        let gathered = fresh(from.dtype, &shape, None, &mut |out| {
            // SAFETY: each place is inside the view, and so are the elements over the axes that are left.
            by_size!(from.dtype.size(), T => unsafe {
                let (from_at, mut out) = (from.at.cast::<T>(), out.at.cast::<T>());
                for &first in &firsts {
                    let first = from_at.wrapping_offset(first);
                    if lie_together && rest.len() > 1 {
                        // Bytes: elements may be less aligned than the integer of their size.
                        let bytes = rest.len() * from.dtype.size();
                        out.cast::<u8>().copy_from_nonoverlapping(first.cast(), bytes);
                        out = out.wrapping_add(rest.len());
                        continue;
                    }
                    for &rest in &rest {
                        out.write_unaligned(first.wrapping_offset(rest).read_unaligned());
                        out = out.wrapping_add(1);
                    }
                }
            });
            Ok::<(), TooLarge>(())
        });
        Some(gathered.ok()?.with_weak(self.weak))
    }
}

impl Elements<'_> {
    /// [`TensorView::gather`] along the only axis, in fewer instructions. `None` where that gives `None` too, and of
    /// elements with other axes.
    ///
    /// ```
    /// use concord_runtime::{Elements, Tensor};
    ///
    /// let a = Tensor::from([1_u8, 2, 3]);
    /// let picked = Elements::of(&a).gather_line(&[2, 0, 2, 1]).expect("they are places of it");
    /// assert_eq!(picked, Tensor::from([3_u8, 1, 3, 2]));
    /// assert!(Elements::of(&a).gather_line(&[3]).is_none());
    /// ```
    pub fn gather_line(&self, places: &[usize]) -> Option<Tensor> {
        let from = self.raw();
        checked(from.shape, &[places])?;
        picked::<true>(&from, places)
    }

    /// The elements along the only axis where a mask of as many is true. `None` where it is not of as many, of elements
    /// with other axes, and where memory cannot hold them.
    ///
    /// ```
    /// use concord_runtime::{Elements, Tensor};
    ///
    /// let a = Tensor::from([1_u8, 2, 3]);
    /// let picked = Elements::of(&a).masked_line(&[true, false, true]).expect("as many");
    /// assert_eq!(picked, Tensor::from([1_u8, 3]));
    /// assert!(Elements::of(&a).masked_line(&[true]).is_none());
    /// ```
    pub fn masked_line(&self, mask: &[bool]) -> Option<Tensor> {
        let from = self.raw();
        let (&[stride], &[len]) = (from.strides, from.shape) else { return None };
        if mask.len() != len {
            return None;
        }
        let count = count_true(mask);
        // Were the mask written to meanwhile, by whoever shares its memory, as many would be picked as were counted, zeros
        // among them.
        fresh_line_in(count + WORD, from.dtype, from.weak, count, &mut |out| {
            // SAFETY: there are as many elements, and room for those picked and a word more.
            by_size!(from.dtype.size(), T => unsafe {
                let out = out.at.cast::<T>();
                let picked = pick(from.at.cast::<T>(), stride, mask, out, count);
                for left in picked..count {
                    out.add(left).write_unaligned(T::default());
                }
            });
            true
        })
    }
}

/// How many elements of a mask are looked at together.
const WORD: usize = 8;

/// So many that are all true.
const ALL_TRUE: u64 = u64::from_ne_bytes([1; WORD]);

/// So many of which none is true.
const NONE_TRUE: [bool; WORD] = [false; WORD];

/// How many elements of a mask are true.
#[expect(clippy::cast_possible_truncation, reason = "as many as lie in memory at most")]
fn count_true(mask: &[bool]) -> usize {
    count(mask).cast_unsigned() as usize
}

/// Writes the elements where a mask is true one after the other, and what lies up to a word after so many of them.
/// Returns how many were written, which is not more.
///
/// # Safety
///
/// There are as many elements so far apart, and room for so many and a word.
unsafe fn pick<T: Copy>(
    from: *const T,
    stride: isize,
    mask: &[bool],
    out: *mut T,
    most: usize,
) -> usize {
    // Each element is written, and the next one over it unless it is picked: nothing is guessed.
    let pick_each = |truths: &[bool], first: usize, mut at: usize| {
        for (place, &is_true) in (first..).zip(truths) {
            // SAFETY: as the caller vouches.
            unsafe {
                let element = from.offset(place.cast_signed() * stride).read_unaligned();
                out.add(at).write_unaligned(element);
            }
            at += usize::from(is_true);
        }
        at.min(most)
    };
    let (words, rest) = mask.as_chunks::<WORD>();
    let mut at = 0;
    for (word, truths) in words.iter().enumerate() {
        at = match u64::from_ne_bytes(truths.map(u8::from)) {
            0 => at,
            ALL_TRUE if stride == 1 => {
                // SAFETY: likewise; elements may be less aligned than their size.
                unsafe {
                    let word = from.add(word * WORD).cast::<[T; WORD]>().read_unaligned();
                    out.add(at).cast::<[T; WORD]>().write_unaligned(word);
                }
                (at + WORD).min(most)
            }
            _ => pick_each(truths, word * WORD, at),
        };
    }
    pick_each(rest, words.len() * WORD, at)
}

impl TensorViewMut<'_> {
    /// Writes elements, in their order, into the places that [`TensorView::gather`] reads; into a place that occurs
    /// more than once, the last of them.
    ///
    /// Returns false, having written nothing, where `gather` gives `None`, or the elements are of another dtype or
    /// of another number than the places have.
    ///
    /// ```
    /// use concord_runtime::Tensor;
    ///
    /// let mut a = Tensor::from([1_u8, 2, 3]);
    /// assert!(a.view_mut().scatter(&[&[2, 0]], &Tensor::from([7_u8, 8]).view()));
    /// assert_eq!(a, Tensor::from([8_u8, 2, 7]));
    /// ```
    pub fn scatter(&mut self, places: &[&[usize]], elements: &TensorView<'_>) -> bool {
        let Some(count) = checked(self.shape(), places) else { return false };
        let is_dtype = self.dtype() == elements.dtype();
        let rest: usize = self.shape()[places.len()..].iter().product();
        if !is_dtype || count.checked_mul(rest) != Some(elements.len()) {
            return false;
        }
        let (shape, strides) = (&self.shape()[places.len()..], &self.strides()[places.len()..]);
        let Some(rest) = rest_offsets(shape, strides) else { return false };
        let Some(firsts) = offsets(places, self.strides(), count) else { return false };
        let Ok(made) = in_order(elements) else { return false };
        let from = made.as_ref().map_or(elements.raw(), AsView::raw);
        let to = self.raw_mut();
        // SAFETY: each place is inside the view, and so are the elements over the axes that are left; there are as many,
        // one after the other.
        by_size!(from.dtype.size(), T => unsafe {
            let (mut next, at) = (from.at.cast::<T>(), to.at.cast::<T>());
            if let (&[list], &[stride]) = (places, to.strides) {
                for (from, &place) in list.iter().enumerate() {
                    let element = next.add(from).read_unaligned();
                    at.offset(place.cast_signed() * stride).write_unaligned(element);
                }
                return true;
            }
            for &first in &firsts {
                let first = at.wrapping_offset(first);
                for &rest in &rest {
                    first.wrapping_offset(rest).write_unaligned(next.read_unaligned());
                    next = next.wrapping_add(1);
                }
            }
        });
        true
    }

    /// Writes elements, in their order, where a mask of as many as there are along the only axis is true; a single one
    /// everywhere there.
    ///
    /// Returns false, having written nothing, where the mask is not of as many, the elements are of another dtype or of
    /// another number than it picks, or there are other axes.
    ///
    /// ```
    /// use concord_runtime::Tensor;
    ///
    /// let mut a = Tensor::from([1_u8, 2, 3]);
    /// let mask = [true, false, true];
    /// assert!(a.view_mut().scatter_masked(&mask, &Tensor::from([7_u8, 8]).view()));
    /// assert_eq!(a, Tensor::from([7_u8, 2, 8]));
    /// assert!(a.view_mut().scatter_masked(&mask, &Tensor::scalar(0_u8).view()));
    /// assert_eq!(a, Tensor::from([0_u8, 2, 0]));
    /// assert!(!a.view_mut().scatter_masked(&mask, &Tensor::from([1_u8, 2, 3]).view()));
    /// ```
    pub fn scatter_masked(&mut self, mask: &[bool], elements: &TensorView<'_>) -> bool {
        let (&[len], &[stride]) = (self.shape(), self.strides()) else { return false };
        let (count, picked) = (elements.len(), count_true(mask));
        let as_many = mask.len() == len && (count == 1 || count == picked);
        if !as_many || elements.ndim() > 1 || elements.dtype() != self.dtype() {
            return false;
        }
        let Some(last) = count.checked_sub(1) else { return true };
        let Ok(made) = in_order(elements) else { return false };
        let from = made.as_ref().map_or(elements.raw(), AsView::raw);
        let to = self.raw_mut();
        // SAFETY: each place is one of the elements here, and none of those that are read is after the last.
        by_size!(from.dtype.size(), T => unsafe {
            let (from, to) = (from.at.cast::<T>(), to.at.cast::<T>());
            let mut next = 0;
            for (word, truths) in mask.chunks(WORD).enumerate() {
                if truths == &NONE_TRUE[..truths.len()] {
                    continue;
                }
                // Each element is written, itself over it unless another is: nothing is guessed.
                for (place, &is_true) in (word * WORD..).zip(truths) {
                    let at = to.offset(place.cast_signed() * stride);
                    let element = from.add(next.min(last)).read_unaligned();
                    at.write_unaligned(T::choose(is_true, element, at.read_unaligned()));
                    next += usize::from(is_true);
                }
            }
        });
        true
    }
}

/// The elements one after the other, in the order of the axes; `None` if they lie so already.
pub(super) fn in_order(elements: &TensorView<'_>) -> Result<Option<Tensor>, TooLarge> {
    match elements.raw().is_standard() {
        true => Ok(None),
        false => elements.try_to_tensor().map(Some),
    }
}

/// The elements at places, each of which is one of those along the only axis. `None` of elements with other axes.
///
/// Whoever shares memory with a list that is `SHARED` may write to it meanwhile: then the result is any, but of the elements.
fn picked<const SHARED: bool>(from: &RawView<'_>, places: &[usize]) -> Option<Tensor> {
    let &[stride] = from.strides else { return None };
    let last = from.shape[0].saturating_sub(1);
    fresh_line(from.dtype, from.weak, places.len(), &mut |out| {
        // Captured ones would be read again for every element, as if results were written over them.
        let (places, last, stride) = (places, last, stride);
        // SAFETY: each place is one of the elements, and there is room for as many.
        by_size!(from.dtype.size(), T => unsafe {
            let (from, out) = (from.at.cast::<T>(), out.at.cast::<T>());
            for (at, &place) in places.iter().enumerate() {
                let place = if SHARED { place.min(last) } else { place };
                let element = from.offset(place.cast_signed() * stride);
                out.add(at).write_unaligned(element.read_unaligned());
            }
        });
        true
    })
}

/// How many places there are, if all of them are inside the shape.
fn checked(shape: &[usize], places: &[&[usize]]) -> Option<usize> {
    let count = places.first().map_or(1, |list| list.len());
    // All are looked at: that is faster than to stop. What is beyond the axis is below 0, as it is or by the difference.
    let beyond =
        |index: usize, len: usize| (index | len.wrapping_sub(1).wrapping_sub(index)).cast_signed();
    let fits = |(list, &len): (&&[usize], &usize)| {
        list.len() == count && list.iter().fold(0, |out, &index| out | beyond(index, len)) >= 0
    };
    (places.len() <= shape.len() && places.iter().zip(shape).all(fits)).then_some(count)
}

/// How many elements lie between the first one and the one at each place.
fn offsets(places: &[&[usize]], strides: &[isize], count: usize) -> Option<Vec<isize>> {
    let mut offsets = Vec::new();
    offsets.try_reserve_exact(count).ok()?;
    offsets.resize(count, 0);
    for (list, &stride) in places.iter().zip(strides) {
        for (offset, &place) in offsets.iter_mut().zip(*list) {
            *offset += place.cast_signed() * stride;
        }
    }
    Some(offsets)
}

/// The same of every element over the axes that are left, in their order.
fn rest_offsets(shape: &[usize], strides: &[isize]) -> Option<Vec<isize>> {
    let mut offsets = alloc::vec![0];
    for (&len, &stride) in shape.iter().zip(strides) {
        let mut longer = Vec::new();
        longer.try_reserve_exact(offsets.len().checked_mul(len)?).ok()?;
        for &offset in &offsets {
            longer.extend((0..len).map(|index| offset + index.cast_signed() * stride));
        }
        offsets = longer;
    }
    Some(offsets)
}
