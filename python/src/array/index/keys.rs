//! What a key names of an array: a view, and lists of indices along some of its axes.
//!
//! Keys are those of the standard and NumPy's: ints, slices, `...`, `None`, arrays of integers, and masks.

use pyo3::exceptions::{PyIndexError, PyMemoryError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyEllipsis, PyInt, PySlice, PyTuple};
use runtime::{ComputeError, DType, Kind, Number, Options, rulesets};
use smallvec::SmallVec;

use crate::array::{Array, Axes};

/// Which elements a key names: a view, of which lists of indices then pick some.
pub(super) struct Chosen {
    pub(super) offset: isize,
    pub(super) shape: Axes<usize>,
    pub(super) strides: Axes<isize>,
    pub(super) lists: Vec<List>,
    /// Whether an ellipsis lies between two lists, if only of no axes.
    pub(super) apart: bool,
}

/// Indices along an axis of the view, in the order of a shape.
pub(super) struct List {
    pub(super) axis: usize,
    pub(super) shape: Vec<usize>,
    pub(super) indices: Vec<usize>,
}

impl Array {
    /// What an int or a slice names of an array of one axis, the shortest way; `None` of any other key or array.
    #[inline]
    fn line(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<Chosen>> {
        let (&[len], &[stride]) = (&self.shape[..], &self.strides[..]) else { return Ok(None) };
        let mut chosen = Chosen::none();
        if let Ok(int) = key.cast_exact::<PyInt>() {
            let place = inside(number_of(int)?, len, 0)?;
            chosen.offset = place.cast_signed() * stride;
            return Ok(Some(chosen));
        }
        let Ok(slice) = key.cast_exact::<PySlice>() else { return Ok(None) };
        let (offset, len, stride) = sliced(slice, len, stride)?;
        chosen.offset = offset;
        chosen.shape.push(len);
        chosen.strides.push(stride);
        Ok(Some(chosen))
    }

    /// What a key names.
    #[inline]
    pub(super) fn named(&self, key: &Bound<'_, PyAny>) -> PyResult<Chosen> {
        match self.line(key)? {
            Some(chosen) => Ok(chosen),
            None => self.chosen(key),
        }
    }

    /// What any key names of any array.
    fn chosen(&self, key: &Bound<'_, PyAny>) -> PyResult<Chosen> {
        let keys: SmallVec<[Bound<'_, PyAny>; 4]> = match key.cast::<PyTuple>() {
            Ok(keys) => keys.iter().collect(),
            Err(_) => SmallVec::from_iter([key.clone()]),
        };
        let mut taken = 0;
        let (mut ellipses, mut lists) = (0, false);
        for key in &keys {
            taken += axes_taken(key);
            ellipses += usize::from(key.is_instance_of::<PyEllipsis>());
            lists |= key.is_instance_of::<Array>() || key.is_instance_of::<PyBool>();
        }
        if ellipses > 1 {
            return Err(PyIndexError::new_err("an index has one ellipsis at the most"));
        }
        let ndim = self.shape.len();
        let left = ndim.checked_sub(taken).ok_or_else(|| {
            PyIndexError::new_err(format!("an index of {taken} axes, and the array has {ndim}"))
        })?;
        let mut walk = Walk { array: self, axis: 0, lists_before: 0, chosen: Chosen::none() };
        for key in &keys {
            if key.is_instance_of::<PyEllipsis>() {
                walk.lists_before = walk.chosen.lists.len();
                (0..left).for_each(|_| walk.whole());
            } else {
                walk.take(key, lists)?;
            }
        }
        while walk.axis < ndim {
            walk.whole();
        }
        Ok(walk.chosen)
    }
}

/// How many axes a key is for.
fn axes_taken(key: &Bound<'_, PyAny>) -> usize {
    if key.is_none() || key.is_instance_of::<PyEllipsis>() || key.is_instance_of::<PyBool>() {
        return 0;
    }
    match key.cast::<Array>() {
        Ok(array) if array.get().dtype.kind() == Kind::Bool => array.get().shape.len(),
        _ => 1,
    }
}

impl Chosen {
    fn none() -> Chosen {
        Chosen {
            offset: 0,
            shape: Axes::new(),
            strides: Axes::new(),
            lists: Vec::new(),
            apart: false,
        }
    }
}

/// The keys from the left to the right, and the axis that the next one is for.
struct Walk<'a> {
    array: &'a Array,
    axis: usize,
    /// How many lists came before an ellipsis.
    lists_before: usize,
    chosen: Chosen,
}

impl Walk<'_> {
    /// All of an axis.
    fn whole(&mut self) {
        self.keep(self.array.shape[self.axis], self.array.strides[self.axis]);
        self.axis += 1;
    }

    fn keep(&mut self, len: usize, stride: isize) {
        self.chosen.shape.push(len);
        self.chosen.strides.push(stride);
    }

    /// What a key names of its axes. Beside lists an int is one too.
    fn take(&mut self, key: &Bound<'_, PyAny>, lists: bool) -> PyResult<()> {
        if key.is_none() {
            self.keep(1, 0);
            return Ok(());
        }
        if let Ok(slice) = key.cast::<PySlice>() {
            let (len, stride) = (self.array.shape[self.axis], self.array.strides[self.axis]);
            let (offset, len, stride) = sliced(slice, len, stride)?;
            self.chosen.offset += offset;
            self.keep(len, stride);
            self.axis += 1;
            return Ok(());
        }
        if let Ok(truth) = key.cast::<PyBool>() {
            self.mask_without_axes(truth.is_true());
            return Ok(());
        }
        if let Ok(list) = key.cast::<Array>() {
            return self.take_array(list.get());
        }
        let index = int_of(key)?;
        let len = self.array.shape[self.axis];
        let place = inside(index, len, self.axis)?;
        if lists {
            self.list(Vec::new(), vec![place]);
        } else {
            self.chosen.offset += place.cast_signed() * self.array.strides[self.axis];
            self.axis += 1;
        }
        Ok(())
    }

    fn take_array(&mut self, list: &Array) -> PyResult<()> {
        let shape = list.shape.to_vec();
        match list.dtype.kind() {
            Kind::Bool if shape.is_empty() => {
                self.mask_without_axes(list.view().number() == Some(Number::Bool(true)));
            }
            Kind::Bool => {
                for (axis, &len) in shape.iter().enumerate() {
                    let own = self.array.shape[self.axis + axis];
                    if own != len && len != 0 {
                        return Err(PyIndexError::new_err(format!(
                            "a mask of shape {shape:?}, and axis {} has length {own}: they must be equal",
                            self.axis + axis
                        )));
                    }
                }
                for indices in true_places(list)? {
                    self.list(vec![indices.len()], indices);
                }
            }
            Kind::Int | Kind::Uint => {
                let indices = places(list, self.array.shape[self.axis], self.axis)?;
                self.list(shape, indices);
            }
            Kind::Float | Kind::Complex => {
                return Err(PyIndexError::new_err(format!(
                    "an array of {} is no index: only integers and bool are",
                    list.dtype
                )));
            }
        }
        Ok(())
    }

    /// An axis of which a list names the elements.
    fn list(&mut self, shape: Vec<usize>, indices: Vec<usize>) {
        self.push(shape, indices);
        self.whole();
    }

    /// A mask without axes is for a new axis of one element, which is there or not.
    fn mask_without_axes(&mut self, is_true: bool) {
        let indices = vec![0; usize::from(is_true)];
        self.push(vec![indices.len()], indices);
        self.keep(1, 0);
    }

    fn push(&mut self, shape: Vec<usize>, indices: Vec<usize>) {
        let axis = self.chosen.shape.len();
        self.chosen.apart |= self.lists_before > 0;
        self.chosen.lists.push(List { axis, shape, indices });
    }
}

/// The indices along each of its axes where a mask is true. A mask without elements, of which any axis may be 0, chooses
/// none.
fn true_places(mask: &Array) -> PyResult<Vec<Vec<usize>>> {
    let places = rulesets::NUMPY.nonzero(&mask.elements(), Options::default());
    let places = places.map_err(|error| match error {
        ComputeError::TooLarge { .. } => PyMemoryError::new_err(error.to_string()),
        error => not_integers(error),
    })?;
    let places = places.view();
    let places = places.array::<i64>().map_err(not_integers)?;
    let along = |&place: &i64| place as usize;
    Ok(places.outer_iter().map(|axis| axis.iter().map(along).collect()).collect())
}

/// The places along an axis that an array of integers names.
fn places(list: &Array, len: usize, axis: usize) -> PyResult<Vec<usize>> {
    // NumPy has every integer dtype; what int64 cannot hold is beyond every axis.
    let cast;
    let own = list.view();
    let view = match list.dtype {
        DType::I64 => own,
        _ => {
            cast = rulesets::NUMPY.cast(&own, DType::I64).map_err(not_integers)?;
            cast.view()
        }
    };
    let indices = view.array::<i64>().map_err(not_integers)?;
    let unsigned = list.dtype.kind() == Kind::Uint;
    // What is beyond the axis stays so, and is looked for only if there is some.
    let place = |&index: &i64| {
        let from_end = if index < 0 && !unsigned { len } else { 0 };
        (index as usize).wrapping_add(from_end)
    };
    let places = match indices.as_slice() {
        Some(all) => collected(all.iter().map(place)),
        None => collected(indices.iter().map(place)),
    };
    let places = places.ok_or_else(|| {
        PyMemoryError::new_err(format!("memory cannot hold {} indices", indices.len()))
    })?;
    if places.iter().fold(true, |all, &place| all & (place < len)) {
        return Ok(places);
    }
    let exact = |&index: &i64| match unsigned {
        true => inside(i128::from(index.cast_unsigned()), len, axis),
        false => inside(i128::from(index), len, axis),
    };
    indices.iter().map(exact).collect()
}

/// All indices; `None` where memory cannot hold them.
pub(super) fn collected(indices: impl ExactSizeIterator<Item = usize>) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    all.try_reserve_exact(indices.len()).ok()?;
    all.extend(indices);
    Some(all)
}

fn not_integers(error: impl std::fmt::Display) -> PyErr {
    PyIndexError::new_err(error.to_string())
}

/// Where a slice of an axis begins, how many elements it has, and how far apart they are.
#[inline]
fn sliced(
    slice: &Bound<'_, PySlice>,
    len: usize,
    stride: isize,
) -> PyResult<(isize, usize, isize)> {
    let limits = slice.indices(len.cast_signed())?;
    Ok(match limits.slicelength {
        0 => (0, 0, stride),
        // A step that leads beyond the axis may be any number.
        1 => (limits.start * stride, 1, stride),
        many => (limits.start * stride, many, stride * limits.step),
    })
}

/// An int as an index.
#[inline]
fn number_of(int: &Bound<'_, PyAny>) -> PyResult<i128> {
    let number = int.extract::<i64>().map(i128::from);
    number.map_err(|_| {
        PyIndexError::new_err(format!("there is no index {int}: no axis has so many elements"))
    })
}

/// The int that a key is.
fn int_of(key: &Bound<'_, PyAny>) -> PyResult<i128> {
    if let Ok(int) = key.cast::<PyInt>() {
        return number_of(int);
    }
    let index = key.call_method0("__index__").map_err(|_| {
        let name = key.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
        PyIndexError::new_err(format!(
            "an index is an int, a slice, ..., None, an array of integers or bool, or a tuple of these, not {name}: \
             make a list or another library's array one with asarray"
        ))
    })?;
    number_of(&index)
}

/// The place of an index, which may be counted from the end.
fn inside(index: i128, len: usize, axis: usize) -> PyResult<usize> {
    let place = if index < 0 { index + len as i128 } else { index };
    let place = usize::try_from(place).ok().filter(|&place| place < len);
    place.ok_or_else(|| {
        PyIndexError::new_err(match len {
            0 => format!("there is no index {index} along axis {axis}, which has no elements"),
            _ => format!(
                "there is no index {index} along axis {axis}: its indices are 0 to {}",
                len - 1
            ),
        })
    })
}
