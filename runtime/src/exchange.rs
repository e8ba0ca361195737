//! Elements shared with other libraries and files, without a copy where they lie as both have them.
//!
//! | door | in | out | feature |
//! |---|---|---|---|
//! | memory of any owner | [`SharedTensor::from_raw_parts`] | [`SharedTensor::as_ptr`] | `kernels` |
//! | bytes | [`TensorView::from_bytes`](crate::TensorView::from_bytes) | [`TensorView::as_bytes`](crate::TensorView::as_bytes) | `kernels` |
//! | DLPack | `SharedTensor::from_dlpack` | `SharedTensor::into_dlpack` | `dlpack` |
//!
//! **What comes from outside is looked at before it is believed**: a shape, strides, an address, a byte that is no
//! element, a header that lies are errors that say what was given and what to do about it.

mod bytes;
#[cfg(feature = "dlpack")]
pub mod dlpack;
mod memory;
mod shared;

pub use memory::MemoryError;
pub use shared::SharedTensor;
