//! The memory of a tensor's elements ⇄ a vector of them.
#![expect(
    unsafe_code,
    reason = "memory of a dtype that is known at run time is allocated and freed"
)]

use alloc::alloc::handle_alloc_error;
use alloc::vec::Vec;
use core::alloc::Layout;
use core::mem::ManuallyDrop;

use super::Typed;
use crate::DType;
use crate::generated::codes::*;

/// The memory of a tensor's elements, freed when it is dropped. [`Tensor::into_buffer`](crate::Tensor::into_buffer) makes
/// one.
#[derive(Debug)]
pub struct Buffer {
    at: *mut u8,
    /// That of a vector of its elements.
    layout: Layout,
}

/// What gives memory for elements.
pub(super) type Allocate = unsafe fn(Layout) -> *mut u8;

impl Buffer {
    /// Room for so many elements of a dtype, if memory has it.
    #[inline]
    pub(super) fn with_room(allocate: Allocate, dtype: DType, len: usize) -> Option<Buffer> {
        let layout = Layout::from_size_align(dtype.size().checked_mul(len)?, align(dtype)).ok()?;
        let at = match layout.size() {
            0 => core::ptr::without_provenance_mut(layout.align()),
            // SAFETY: the layout has a size.
            _ => unsafe { allocate(layout) },
        };
        (!at.is_null()).then_some(Buffer { at, layout })
    }

    /// The memory of a vector.
    #[inline]
    pub(super) fn of<T: Typed>(elements: Vec<T>) -> Buffer {
        let mut elements = ManuallyDrop::new(elements);
        let layout = Layout::array::<T>(elements.capacity());
        let layout = layout.expect("memory that is there has a layout");
        Buffer { at: elements.as_mut_ptr().cast(), layout }
    }

    /// A vector of its first elements.
    ///
    /// # Safety
    ///
    /// The buffer was made for elements of that type, so many of which are initialised.
    pub(super) unsafe fn into_vec<T: Typed>(self, len: usize) -> Vec<T> {
        let buffer = ManuallyDrop::new(self);
        // SAFETY: the memory is a vector's of that type, as the caller vouches.
        unsafe { Vec::from_raw_parts(buffer.at.cast(), len, buffer.layout.size() / size_of::<T>()) }
    }

    /// A copy of its first bytes, in as much memory.
    ///
    /// # Safety
    ///
    /// So many bytes are initialised.
    pub(super) unsafe fn copied(&self, bytes: usize) -> Buffer {
        let Buffer { at: from, layout } = *self;
        if layout.size() == 0 {
            return Buffer { at: from, layout };
        }
        // SAFETY: the layout has a size.
        let at = unsafe { alloc::alloc::alloc(layout) };
        if at.is_null() {
            handle_alloc_error(layout);
        }
        // SAFETY: both have room for so many bytes, which are initialised, and one is new.
        unsafe { at.copy_from_nonoverlapping(from, bytes) };
        Buffer { at, layout }
    }

    /// The address of the first element.
    #[inline]
    pub(super) fn as_ptr(&self) -> *const u8 {
        self.at
    }

    /// The address of the first element, to write to.
    #[inline]
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.at
    }
}

/// Where elements of a dtype may lie.
#[inline]
fn align(dtype: DType) -> usize {
    macro_rules! by_dtype {
        ($($variant:ident $element:ident),*) => {
            match dtype {
                $(DType::$variant => align_of::<$element>(),)*
            }
        };
    }
    each_dtype!(by_dtype)
}

// SAFETY: it reads and writes nothing, and is freed once.
unsafe impl Send for Buffer {}
// SAFETY: likewise.
unsafe impl Sync for Buffer {}

impl Drop for Buffer {
    #[inline]
    fn drop(&mut self) {
        if self.layout.size() > 0 {
            // SAFETY: it was allocated with this layout.
            unsafe { alloc::alloc::dealloc(self.at, self.layout) };
        }
    }
}
