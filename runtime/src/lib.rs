//! Dtype promotion by the rules of each array framework, and tensors whose operations follow them.
//!
//! ```
//! use concord_runtime::{DType, Scalar, rulesets};
//!
//! let mindspore = rulesets::MINDSPORE;
//! assert_eq!(mindspore.promote(DType::I8, DType::U8)?, DType::I16);
//! assert_eq!(mindspore.promote_scalar(DType::I16, Scalar::Float)?, DType::F32);
//! assert_eq!(mindspore.dtype("half")?, DType::F16);
//!
//! let refused = mindspore.promote(DType::U16, DType::I8).unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "MindSpore 2.5 refuses uint16 × int8: \
//!      cast the uint16 operand to int32 first, int32 × int8 gives int32",
//! );
//! # Ok::<(), concord_runtime::Error>(())
//! ```
//!
//! - [`DType`]: the element types; names, sizes, [`finfo`](DType::finfo) and [`iinfo`](DType::iinfo).
//! - [`Ruleset`]: the rules of a framework at an edition, on a device profile or in a mode; a constant of
//!   [`rulesets`], also found by name: `Ruleset::find("dpctl/no-fp64")`.
//! - [`Operand`]: a tensor, a 0-d tensor, a weakly typed tensor, a Python scalar or a typed scalar;
//!   [`ResultType`]: what [any number of operands](Ruleset::promote_all) promote to.
//! - [`RuleError`] and [`NameError`]: why there is no answer, and what to do about it.
//! - [`IdSystem`]: what the dtypes are called elsewhere, [`DType::onnx`] and [`DType::from_onnx`] for each system.
//! - [`Op`]: the operations; what each [computes in and returns](Ruleset::op_dtypes) under a ruleset.
//!
//! With the feature `kernels`:
//!
//! - [`Tensor`], [`TensorView`] and [`TensorViewMut`]: arrays of any dtype, which [`ndarray`] arrays become and are made of.
//! - Methods of [`Ruleset`], one for every form of every op: [`add`](Ruleset::add),
//!   [`add_into`](Ruleset::add_into), [`add_scalar`](Ruleset::add_scalar), [`sum`](Ruleset::sum) and so
//!   on, and [`apply`](Ruleset::apply) for any of them; [`ComputeError`] says why there is no result.
//! - [`Plan`]: an op on operands of some dtypes, resolved once, for a loop of your own.
//! - [`Isa`]: the instruction-set level that kernels run at.
//! - [`exchange`]: elements shared with other libraries and files, without a copy where they can be.
//!
//! ```
//! # #[cfg(feature = "kernels")] {
//! use concord_runtime::{Tensor, rulesets};
//!
//! let a = Tensor::from(vec![100_i8, -1]);
//! let b = Tensor::from(vec![200_u8, 1]);
//! let sum = rulesets::MINDSPORE.add(&a, &b)?;
//! assert_eq!(sum.array::<i16>()?.as_slice(), Some(&[300, 0][..]));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`promote`](Ruleset::promote) is a look-up in a constant table and works in `const` contexts:
//!
//! ```
//! use concord_runtime::{DType, rulesets};
//!
//! const SUM: DType = match rulesets::DPCTL.promote(DType::I32, DType::F32) {
//!     Ok(dtype) => dtype,
//!     Err(_) => panic!("dpctl promotes int32 with float32"),
//! };
//! assert_eq!(SUM, DType::F64);
//! ```
//!
//! The tables are generated from the files of `spec/` and committed; **nothing here knows the
//! generator**, and with `default-features = false` the crate depends on `concord-rules` alone.
//!
//! # The same bits everywhere
//!
//! An op gives the same bits at every instruction-set level, with any number of threads and in every build; only
//! products of float matrices depend on the machine.
//!
//! A result that is NaN is one NaN: quiet, its sign clear, without a payload (`0x7fc00000` of float32); of a complex
//! dtype, in each part. Ops that move operands keep a NaN's sign and payload, negated or with the other operand's sign
//! where that is what the op does: `positive`, `negative`, `abs` of real numbers, `copysign`, `real`, `imag`, `conj`,
//! `where`, `clip`, `maximum`, `minimum`, `fmax` and `fmin`. So do casts between float dtypes, whose result is quiet and has the high
//! bits of the payload; 16-bit floats go through float32, so their NaNs become quiet in any op but `where`.
//!
//! Reductions add or multiply fewer than 8 elements in order, in every layout. More are spread over 32 accumulators in
//! turn, in blocks of a few hundred to a few thousand elements, whose results are combined in a fixed order; along an
//! axis whose elements are far apart, neighbouring results are accumulated side by side, each in order, in stretches of
//! 128. Cumulative ops go in order. What 16-bit floats are accumulated in, and what running sums are, is the ruleset's
//! [`HalfAccumulator`](policy::HalfAccumulator) and [`CumulativeAccumulator`](policy::CumulativeAccumulator).
//!
//! # Features
//!
//! - `rayon` (on by default): operations on large tensors use several threads; with it `kernels`.
//! - `kernels`: tensors and operations on them; with it `half` and `num-complex`.
//! - `half`, `num-complex`: [`Element`] for `half::f16`, `half::bf16` and `num_complex::Complex`.
//! - `serde`: [`DType`] and [`Ruleset`] as their names; with `kernels`, tensors as
//!   `{"dtype": "int8", "shape": [2], "values": [1, 2]}`.
//! - `types`: [`Promote`](types::Promote), what two Rust types promote to while a program is compiled.
//! - `npy`: tensors from and to NumPy's `.npy` files.
//! - `dlpack`: tensors shared with other libraries through DLPack.
//! - `safetensors`, `npz`, `mmap`: tensors from and to `.safetensors` and `.npz` files, and of files mapped into memory.
//! - `arrow`: tensors from and to Arrow arrays.
//! - `candle`, `burn`: [`DType`] from and to the enums of dtypes of those; `safetensors` and `arrow` have theirs too.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "kernels")]
extern crate std;

#[cfg(feature = "kernels")]
mod compute;
mod drawn;
mod dtype;
mod error;
#[cfg(feature = "kernels")]
pub mod exchange;
mod ids;
#[cfg(feature = "kernels")]
mod kernel;
mod lookup;
mod narrow;
mod op;
mod operand;
pub mod policy;
mod promote;
mod ruleset;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "kernels")]
mod tensor;
#[cfg(feature = "types")]
pub mod types;
mod words;
#[rustfmt::skip]
mod generated;

#[cfg(feature = "kernels")]
pub use compute::{Arg, ComputeError, Options, Plan, Reduce};
pub use dtype::{DType, Element, FInfo, Format, IInfo, Kind, UnknownDType};
pub use error::{Error, NameError, RuleError};
pub use ids::{CodeAndBits, Id, IdSystem, NoId, UnknownId};
#[cfg(feature = "kernels")]
pub use kernel::isa::{Isa, IsaError};
pub use narrow::Narrow;
pub use op::{Group, Op, OpDTypes, UnknownOp};
pub use operand::{Operand, ResultType};
pub use rules::{self, Casting, DefaultKind, Nary, Scalar, Tables};
pub use ruleset::{Ruleset, RulesetData, Source, SourceKind};
#[cfg(feature = "kernels")]
#[cfg(feature = "npy")]
pub use tensor::NpyError;
#[cfg(feature = "kernels")]
pub use tensor::{
    AsView, AsViewMut, Buffer, DTypeMismatch, Elements, ElementsMut, Number, ReshapeError, Tensor,
    TensorView, TensorViewMut, TooLarge, Typed, Unique,
};

/// The Rust types of elements, under the short codes of their dtypes; those of Rust itself are left out.
pub mod elements {
    pub use crate::generated::elements::*;
}

/// Every ruleset of the spec.
pub mod rulesets {
    pub use crate::generated::rulesets::*;
}
