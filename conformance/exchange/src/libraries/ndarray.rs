//! ndarray: its own arrays and views, in any order of axes.

use ndarray::{ArrayD, IxDyn, ShapeBuilder};
use runtime::{Tensor, TensorView, Typed, with_element};

use crate::content::{Bits, Content, tensor};
use crate::trip::{Library, Remark};

const NAME: &str = "ndarray";

pub(super) const ARRAY: Library = Library { name: NAME, way: "array", out, back, one_axis: false };

fn out(view: &TensorView<'_>) -> Result<Content, Remark> {
    fn of<T: Bits + Typed>(view: &TensorView<'_>) -> Result<Content, Remark> {
        let array = view.array::<T>().map_err(Remark::ours)?;
        let elements = array.indexed_iter().map(|(place, _)| array[place]);
        Ok(Content::of(T::DTYPE, array.shape(), elements))
    }
    with_element!(view.dtype(), T => of::<T>(view))
}

fn back(wanted: &Content) -> Result<Tensor, Remark> {
    /// In Fortran order, as none of ours is by itself.
    fn of<T: Bits + Typed>(ours: &Tensor) -> Result<Tensor, Remark> {
        let ordered = ours.array::<T>().map_err(Remark::ours)?;
        let elements: Vec<T> = ordered.t().iter().copied().collect();
        let array = ArrayD::from_shape_vec(IxDyn(ours.shape()).f(), elements);
        Ok(Tensor::from(array.map_err(|error| Remark::new(NAME, error))?))
    }
    with_element!(wanted.dtype, T => of::<T>(&tensor(wanted)))
}
