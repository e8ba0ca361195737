//! Tensors ⇄ DLPack: elements shared with any library that speaks the protocol, without a copy.
//!
//! Both structures of the protocol go in and out: [`ManagedTensorVersioned`] of DLPack 1.x, and [`ManagedTensor`] of the
//! versions before, which cannot say that elements are read-only.
//!
//! ```
//! use concord_runtime::exchange::SharedTensor;
//! use concord_runtime::exchange::dlpack::ManagedTensorVersioned;
//! use concord_runtime::{Tensor, TensorView};
//!
//! let tensor = SharedTensor::from(Tensor::from(vec![1.5_f32, 2.0]));
//! let at = tensor.as_ptr();
//! let lent: *mut ManagedTensorVersioned = tensor.into_dlpack()?.into_raw();
//! // SAFETY: the structure was just made, and it is passed on.
//! let back = unsafe { SharedTensor::from_dlpack(lent) }?;
//! assert_eq!(back.view(), TensorView::of(&[1.5_f32, 2.0]));
//! assert_eq!(back.as_ptr(), at);
//! # Ok::<(), concord_runtime::exchange::dlpack::DlpackError>(())
//! ```

mod abi;
mod error;
mod export;
mod import;

pub use abi::{
    DataType, Device, Managed, ManagedTensor, ManagedTensorVersioned, TensorDescription, Version,
};
pub use error::DlpackError;
pub use export::Export;
