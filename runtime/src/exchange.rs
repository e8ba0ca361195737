//! Elements shared with other libraries and files, without a copy where they lie as both have them.
//!
//! | door | in | out | feature |
//! |---|---|---|---|
//! | memory of any owner | [`SharedTensor::from_raw_parts`] | [`SharedTensor::as_ptr`] | `kernels` |
//! | bytes | [`TensorView::from_bytes`](crate::TensorView::from_bytes) | [`TensorView::as_bytes`](crate::TensorView::as_bytes) | `kernels` |
//! | bytes that elements of 4, 2 or 1 bits share | [`Tensor::from_packed`](crate::Tensor::from_packed) | [`Tensor::to_packed`](crate::Tensor::to_packed) | `kernels` |
//! | DLPack | [`SharedTensor::from_dlpack`] | [`SharedTensor::into_dlpack`] | `dlpack` |
//! | `.safetensors` files | [`Safetensors`](safetensors::Safetensors) | [`safetensors::to_bytes`], [`safetensors::write_file`] | `safetensors` |
//! | `.npy` files | [`Tensor::read_npy`](crate::Tensor::read_npy), [`TensorView::from_npy`](crate::TensorView::from_npy) | [`Tensor::write_npy`](crate::Tensor::write_npy) | `npy` |
//! | `.npz` files | [`Npz`](npz::Npz) | [`npz::write`] | `npz` |
//! | files that are mapped into memory | [`Mapped`], [`SharedTensor::map_npy`] | | `mmap` |
//! | Arrow arrays | [`arrow::from_arrow`], [`arrow::from_arrow_with_nulls`] | [`arrow::to_arrow`], [`arrow::to_arrow_with_nulls`] | `arrow` |
//! | dtypes of safetensors, Arrow, candle and Burn | `DType::try_from` | `try_from` of theirs | `safetensors`, `arrow`, `candle`, `burn` |
//!
//! **What comes from outside is looked at before it is believed**: a shape, strides, an address, a byte that is no
//! element, a header that lies are errors that say what was given and what to do about it.

#[cfg(feature = "arrow")]
pub mod arrow;
mod bytes;
#[cfg(feature = "dlpack")]
pub mod dlpack;
#[cfg(feature = "mmap")]
mod mapped;
pub(crate) mod memory;
#[cfg(feature = "npz")]
pub mod npz;
mod packed;
#[cfg(feature = "safetensors")]
pub mod safetensors;
mod shared;

#[cfg(feature = "mmap")]
pub use mapped::Mapped;
pub use memory::{MemoryError, is_disjoint};
pub use shared::SharedTensor;
