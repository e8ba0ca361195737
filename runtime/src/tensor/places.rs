//! Places along the first axes of a view → the elements there, in a new tensor; elements → into those places.
#![expect(unsafe_code, reason = "indices are checked once, not for every element")]

use alloc::vec::Vec;

use super::fresh::{TooLarge, fresh, fresh_line, fresh_line_in};
use super::moves::by_size;
use super::raw::RawView;
use super::{AsView, AsViewMut, Elements, Tensor, TensorView, TensorViewMut};

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
        let rest = if count == 0 { Vec::new() } else { rest_offsets(shape, strides)? };
        let shape = [&[count], shape].concat();
        let gathered = fresh(from.dtype, &shape, None, &mut |out| {
            // SAFETY: each place is inside the view, and so are the elements over the axes that are left.
            by_size!(from.dtype.size(), T => unsafe {
                let (from_at, mut out) = (from.at.cast::<T>(), out.at.cast::<T>());
                for place in 0..count {
                    let first = from_at.wrapping_offset(offset(places, from.strides, place));
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
        let count = mask.iter().filter(|&&is_true| is_true).count();
        // Each element is written, and the next one over it unless it is picked: nothing is guessed. Were the mask written
        // to meanwhile, by whoever shares its memory, as many would be picked as were counted, zeros among them.
        fresh_line_in(count + 1, from.dtype, from.weak, count, &mut |out| {
            let (mask, count, stride) = (mask, count, stride);
            // SAFETY: each place is one of the elements, and there is room for those picked and one more.
            by_size!(from.dtype.size(), T => unsafe {
                let (from, out) = (from.at.cast::<T>(), out.at.cast::<T>());
                let mut at = 0;
                for (place, &is_true) in mask.iter().enumerate() {
                    let element = from.offset(place.cast_signed() * stride);
                    out.add(at.min(count)).write_unaligned(element.read_unaligned());
                    at += usize::from(is_true);
                }
                for left in at..count {
                    out.add(left).write_unaligned(T::default());
                }
            });
            true
        })
    }
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
            for place in 0..count {
                let first = at.wrapping_offset(offset(places, to.strides, place));
                for &rest in &rest {
                    first.wrapping_offset(rest).write_unaligned(next.read_unaligned());
                    next = next.wrapping_add(1);
                }
            }
        });
        true
    }
}

/// The elements one after the other, in the order of the axes; `None` if they lie so already.
fn in_order(elements: &TensorView<'_>) -> Result<Option<Tensor>, TooLarge> {
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
    // All are looked at: that is faster than to stop.
    let fits = |(list, &len): (&&[usize], &usize)| {
        list.len() == count && list.iter().fold(true, |fits, &index| fits & (index < len))
    };
    (places.len() <= shape.len() && places.iter().zip(shape).all(fits)).then_some(count)
}

/// How many elements lie between the first one and the one at a place.
fn offset(places: &[&[usize]], strides: &[isize], place: usize) -> isize {
    let along = |(list, &stride): (&&[usize], &isize)| list[place].cast_signed() * stride;
    places.iter().zip(strides).map(along).sum()
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
