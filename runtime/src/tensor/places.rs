//! Places along the first axes of a view → the elements there, in a new tensor; elements → into those places.
#![expect(unsafe_code, reason = "indices are checked once, not for every element")]

use alloc::vec::Vec;

use ndarray::{ArrayViewD, ArrayViewMutD};

use super::fresh::{fresh_line, fresh_line_in};
use super::{AsView, Elements, Tensor, TensorView, TensorViewMut, Typed};
use crate::DType;
use crate::generated::codes::*;

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
        let count = checked(self.shape(), places)?;
        Some(with_array!(self, array => gathered(&array, places, count)?).with_weak(self.weak))
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
        let &[stride] = from.strides else { return None };
        checked(from.shape, &[places])?;
        // Whoever shares memory with the list may write to it meanwhile: then the result is any, but of the elements.
        let last = from.shape[0].saturating_sub(1);
        fresh_line(from.dtype, from.weak, places.len(), &mut |out| {
            // Captured ones would be read again for every element, as if results were written over them.
            let (places, last, stride) = (places, last, stride);
            // SAFETY: each place is one of the elements, and there is room for as many.
            by_size!(from.dtype.size(), T => unsafe {
                let (from, out) = (from.at.cast::<T>(), out.at.cast::<T>());
                for (at, &place) in places.iter().enumerate() {
                    let element = from.offset(place.min(last).cast_signed() * stride);
                    out.add(at).write_unaligned(element.read_unaligned());
                }
            });
            true
        })
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
                    out.add(left).write_unaligned(0);
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
        macro_rules! by_dtype {
            ($($variant:ident $element:ident),*) => {
                match self.dtype {
                    $(DType::$variant => {
                        scattered::<$element>(&mut self.typed_mut(), places, elements);
                    })*
                }
            };
        }
        each_dtype!(by_dtype);
        true
    }
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

fn gathered<T: Typed>(
    array: &ArrayViewD<'_, T>,
    places: &[&[usize]],
    count: usize,
) -> Option<Tensor> {
    let axes = places.len();
    let (shape, strides) = (&array.shape()[axes..], &array.strides()[axes..]);
    let (mut elements, at) = (Vec::new(), array.as_ptr());
    if let ([list], &[stride]) = (places, array.strides()) {
        elements.try_reserve_exact(count).ok()?;
        // SAFETY: each index is inside the only axis.
        let element = |&index: &usize| unsafe { *at.offset(index.cast_signed() * stride) };
        elements.extend(list.iter().map(element));
        return Some(Tensor::in_order(&[count], elements));
    }
    let rest = if count == 0 { Vec::new() } else { rest_offsets(shape, strides)? };
    elements.try_reserve_exact(count.checked_mul(rest.len())?).ok()?;
    for place in 0..count {
        let first = offset(places, array.strides(), place);
        // SAFETY: the place is inside the array, and so are the elements over the axes that are left.
        elements.extend(rest.iter().map(|&rest| unsafe { *at.offset(first + rest) }));
    }
    let shape = [&[count], shape].concat();
    Some(Tensor::in_order(&shape, elements))
}

fn scattered<T: Typed>(
    array: &mut ArrayViewMutD<'_, T>,
    places: &[&[usize]],
    elements: &TensorView<'_>,
) {
    let axes = places.len();
    let Ok(elements) = elements.array::<T>() else { return };
    let Some(rest) = rest_offsets(&array.shape()[axes..], &array.strides()[axes..]) else { return };
    let mut elements = elements.iter();
    let at = array.as_mut_ptr();
    for place in 0..places.first().map_or(1, |list| list.len()) {
        let first = offset(places, array.strides(), place);
        for (&rest, &element) in rest.iter().zip(&mut elements) {
            // SAFETY: the place is inside the array, and so are the elements over the axes that are left.
            unsafe { *at.offset(first + rest) = element };
        }
    }
}
