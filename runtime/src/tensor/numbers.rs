//! A view → its elements as numbers of Python's kinds.

use alloc::vec::Vec;

use super::fresh::copied;
use super::raw::RawView;
use super::{Number, TensorView};
use crate::generated::codes::*;

impl TensorView<'_> {
    /// Its elements in the order of the axes, as numbers.
    ///
    /// ```
    /// use concord_runtime::{Number, TensorView};
    ///
    /// let numbers = TensorView::of(&[0.5_f32, 2.0]).numbers();
    /// assert_eq!(numbers, [Number::Float(0.5), Number::Float(2.0)]);
    /// ```
    pub fn numbers(&self) -> Vec<Number> {
        with_array!(self, array => {
            array.iter().map(|&element| Number::from(element)).collect()
        })
    }

    /// Its only element as a number; `None` if it has none or several.
    ///
    /// ```
    /// use concord_runtime::{Number, Tensor};
    ///
    /// assert_eq!(Tensor::scalar(7_u8).view().number(), Some(Number::Int(7)));
    /// assert_eq!(Tensor::from([7_u8, 8]).view().number(), None);
    /// ```
    pub fn number(&self) -> Option<Number> {
        with_array!(self, array => match array.len() {
            1 => array.first().map(|&element| Number::from(element)),
            _ => None,
        })
    }
}

impl RawView<'_> {
    /// Its only element as a number; `None` if it has none or several.
    pub(crate) fn number(&self) -> Option<Number> {
        copied(self).ok()?.view().number()
    }
}
