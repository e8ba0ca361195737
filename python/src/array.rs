//! Arrays: elements that a tensor, another array or another library owns, and the ruleset that they follow.
#![expect(unsafe_code, reason = "views of memory whose owner the array keeps alive")]

pub(crate) mod arrow;
mod attributes;
mod convert;
pub(crate) mod dlpack;
mod index;
pub(crate) mod interface;
mod operators;
pub(crate) mod pickle;
mod shaping;
pub(crate) mod structure;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use runtime::exchange::SharedTensor;
use runtime::{Buffer, DType, Elements, ElementsMut, Ruleset, Tensor, TensorView, TensorViewMut};
use smallvec::{SmallVec, smallvec};

/// The most elements that an op computes on without letting other threads run.
const SMALL: usize = 4096;

/// How many elements, or steps, an array has along each axis; few have more than four axes.
pub(crate) type Axes<T> = SmallVec<[T; 4]>;

/// An array of any dtype, whose operations follow the ruleset of the namespace that made it.
///
/// It has what the Python array API standard says of arrays. Basic indexing gives a view of the same elements.
#[pyclass(frozen, weakref, module = "concord")]
pub(crate) struct Array {
    pub(crate) ruleset: Ruleset,
    pub(crate) dtype: DType,
    pub(crate) weak: bool,
    pub(crate) shape: Axes<usize>,
    /// In elements.
    pub(crate) strides: Axes<isize>,
    at: Address,
    writable: bool,
    owner: Owner,
    /// How many operations read the elements while other threads run; counted where the elements are owned.
    readers: AtomicUsize,
}

/// Where the first element is.
#[derive(Clone, Copy)]
struct Address(*mut u8);

// SAFETY: an address is a number; those who read or write there keep the owner alive and follow `readers`.
unsafe impl Send for Address {}
// SAFETY: likewise.
unsafe impl Sync for Address {}

/// Who owns the elements: kept as long as the array.
pub(crate) enum Owner {
    /// The array itself.
    #[expect(dead_code, reason = "it is kept, not read: the address is inside it")]
    Own(Buffer),
    /// An array that owns them or keeps their owner.
    Array(Py<Array>),
    /// An object of another library.
    #[expect(dead_code, reason = "it is kept, not read")]
    Object(Py<PyAny>),
    /// Another library, through DLPack or Arrow.
    #[expect(dead_code, reason = "it is kept, not read")]
    Shared(Box<SharedTensor<'static>>),
}

/// Elements of another library.
pub(crate) struct Memory {
    pub(crate) dtype: DType,
    pub(crate) at: *mut u8,
    pub(crate) shape: Axes<usize>,
    pub(crate) strides: Axes<isize>,
    pub(crate) writable: bool,
    pub(crate) owner: Owner,
}

impl Array {
    /// Of a new tensor.
    #[inline]
    pub(crate) fn of(ruleset: Ruleset, mut tensor: Tensor) -> Array {
        let (shape, strides) = match (tensor.shape(), tensor.strides()) {
            // As below, in fewer instructions.
            (&[len], &[stride]) => (smallvec![len], smallvec![stride]),
            (shape, strides) => (Axes::from_slice(shape), Axes::from_slice(strides)),
        };
        Array {
            ruleset,
            dtype: tensor.dtype(),
            weak: tensor.is_weak(),
            shape,
            strides,
            at: Address(tensor.as_mut_ptr()),
            writable: true,
            owner: Owner::Own(tensor.into_buffer()),
            readers: AtomicUsize::new(0),
        }
    }

    /// Of elements of another library.
    ///
    /// # Safety
    ///
    /// The memory is as it says for as long as its owner lives, and its elements are aligned.
    pub(crate) unsafe fn of_memory(ruleset: Ruleset, memory: Memory) -> Array {
        let Memory { dtype, at, shape, strides, writable, owner } = memory;
        let (at, readers) = (Address(at), AtomicUsize::new(0));
        Array { ruleset, dtype, weak: false, shape, strides, at, writable, owner, readers }
    }

    /// A view of some of the elements of an array, the first of them so many elements after its first.
    ///
    /// # Safety
    ///
    /// All elements of the shape at the strides are elements of the array.
    pub(crate) unsafe fn part(
        base: &Bound<'_, Array>,
        offset: isize,
        shape: Axes<usize>,
        strides: Axes<isize>,
    ) -> Array {
        let array = base.get();
        let owner = match &array.owner {
            Owner::Array(owner) => owner.clone_ref(base.py()),
            Owner::Own(_) | Owner::Object(_) | Owner::Shared(_) => base.clone().unbind(),
        };
        let bytes = offset * array.dtype.size().cast_signed();
        Array {
            ruleset: array.ruleset,
            dtype: array.dtype,
            weak: array.weak,
            shape,
            strides,
            // SAFETY: the first element is one of the array's; of none, the address is not read.
            at: Address(array.at.0.wrapping_offset(bytes)),
            writable: array.writable,
            owner: Owner::Array(owner),
            readers: AtomicUsize::new(0),
        }
    }

    /// The elements to read.
    #[inline]
    pub(crate) fn view(&self) -> TensorView<'_> {
        // SAFETY: the owner keeps the elements, and no one writes to them while `readers` counts a reader or while
        // the interpreter is held.
        let view = unsafe {
            TensorView::from_raw_parts(self.dtype, self.at.0, &self.shape, &self.strides)
        };
        view.with_weak(self.weak)
    }

    /// Some of the elements to read, the first of them so many elements after the array's first.
    pub(crate) fn view_at(
        &self,
        offset: isize,
        shape: &[usize],
        strides: &[isize],
    ) -> TensorView<'_> {
        let at = self.at.0.wrapping_offset(offset * self.dtype.size().cast_signed());
        // SAFETY: those of this crate that call this lead to elements of the array alone, as `arranged` says; of none,
        // the address is not read. Otherwise as for a view.
        let view = unsafe { TensorView::from_raw_parts(self.dtype, at, shape, strides) };
        view.with_weak(self.weak)
    }

    /// The elements as an operand, in fewer instructions than a view.
    #[inline]
    pub(crate) fn elements(&self) -> Elements<'_> {
        // SAFETY: as for a view.
        let elements =
            unsafe { Elements::from_raw_parts(self.dtype, self.at.0, &self.shape, &self.strides) };
        elements.with_weak(self.weak)
    }

    /// The elements in their order as if they had one axis, whose length the caller keeps, which is the shortest way
    /// through an op; `None` where they do not lie so, and without axes, where an op may promote in another way.
    #[inline]
    pub(crate) fn flat<'a>(&'a self, len: &'a [usize; 1]) -> Option<Elements<'a>> {
        match self.shape.len() {
            0 => None,
            1 => Some(self.elements()),
            _ if !self.is_contiguous() => None,
            _ => {
                // SAFETY: there are so many elements, one after the other; otherwise as for a view.
                let elements =
                    unsafe { Elements::from_raw_parts(self.dtype, self.at.0, len, &[1]) };
                Some(elements.with_weak(self.weak))
            }
        }
    }

    /// As many new elements in the order of the axes of another array.
    #[inline]
    pub(crate) fn with_axes_of(self, other: &Array) -> Array {
        match other.shape.len() {
            1 => self,
            _ => Array { strides: standard(&other.shape), shape: other.shape.clone(), ..self },
        }
    }

    /// The elements to write to, once no one reads them. The interpreter is held as long as the view lives.
    pub(crate) fn view_mut(&self, py: Python<'_>) -> PyResult<TensorViewMut<'_>> {
        self.wait_for_readers(py)?;
        // SAFETY: the owner keeps the elements, no other thread reads them, and this one reads none through another
        // view meanwhile.
        let view = unsafe {
            TensorViewMut::from_raw_parts(self.dtype, self.at.0, &self.shape, &self.strides)
        };
        Ok(view.with_weak(self.weak))
    }

    /// The same as an output, in fewer instructions than a view.
    pub(crate) fn elements_mut(&self, py: Python<'_>) -> PyResult<ElementsMut<'_>> {
        self.wait_for_readers(py)?;
        // SAFETY: as for a view.
        let elements = unsafe {
            ElementsMut::from_raw_parts(self.dtype, self.at.0, &self.shape, &self.strides)
        };
        Ok(elements.with_weak(self.weak))
    }

    /// Waits until no one reads the elements, which must be writable.
    fn wait_for_readers(&self, py: Python<'_>) -> PyResult<()> {
        if !self.writable {
            return Err(PyValueError::new_err(
                "the array is read-only: its owner does not let it be written, or its elements overlap; write to a copy",
            ));
        }
        // The last reader is gone soon; others begin only while this thread lets them.
        while self.readers().load(Ordering::Acquire) > 0 {
            py.detach(|| thread::sleep(Duration::from_micros(20)));
        }
        Ok(())
    }

    /// Who reads the elements.
    fn readers(&self) -> &AtomicUsize {
        match &self.owner {
            Owner::Array(owner) => &owner.get().readers,
            Owner::Own(_) | Owner::Object(_) | Owner::Shared(_) => &self.readers,
        }
    }

    /// Counts a reader for as long as what is returned lives.
    pub(crate) fn reading(&self) -> Reading<'_> {
        let readers = self.readers();
        readers.fetch_add(1, Ordering::AcqRel);
        Reading(readers)
    }

    /// Whether it is the owner of its elements.
    pub(crate) fn owns(&self) -> bool {
        matches!(self.owner, Owner::Own(_))
    }

    pub(crate) fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether other threads run while an op computes on it.
    #[inline]
    pub(crate) fn is_large(&self) -> bool {
        self.len() > SMALL
    }

    /// The addresses between which its elements lie.
    fn range(&self) -> (usize, usize) {
        let (mut first, mut last) = (self.at.0.addr(), self.at.0.addr());
        if self.len() == 0 {
            return (first, first);
        }
        let size = self.dtype.size();
        for (&len, &stride) in self.shape.iter().zip(&self.strides) {
            let far = (len - 1) * stride.unsigned_abs() * size;
            if stride < 0 { first -= far } else { last += far }
        }
        (first, last + size)
    }

    /// Whether some memory belongs to elements of both.
    pub(crate) fn may_overlap(&self, other: &Array) -> bool {
        let ((first, end), (others_first, others_end)) = (self.range(), other.range());
        first < others_end && others_first < end
    }

    /// Whether both follow the same ruleset.
    #[inline]
    pub(crate) fn follows(&self, ruleset: Ruleset) -> bool {
        std::ptr::eq(self.ruleset.tables(), ruleset.tables())
    }

    /// Whether elements lie one after the other in the order of the axes.
    pub(crate) fn is_contiguous(&self) -> bool {
        let mut expected = 1;
        for (&len, &stride) in self.shape.iter().zip(&self.strides).rev() {
            if len != 1 && stride != expected && self.len() > 0 {
                return false;
            }
            expected *= len.cast_signed();
        }
        true
    }
}

/// A reader of elements while other threads may run.
pub(crate) struct Reading<'a>(&'a AtomicUsize);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The strides of elements that lie in the order of the axes.
fn standard(shape: &[usize]) -> Axes<isize> {
    let mut stride = 1_isize;
    let mut strides: Axes<isize> = shape
        .iter()
        .rev()
        .map(|&len| {
            let own = stride;
            stride = stride.saturating_mul(len.max(1).cast_signed());
            own
        })
        .collect();
    strides.reverse();
    strides
}
