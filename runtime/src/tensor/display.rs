//! Tensors as text.

use core::fmt;

use super::{Tensor, TensorView, View};

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

impl fmt::Debug for TensorView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_array!(&self.0, View, array => array.fmt(f))
    }
}
