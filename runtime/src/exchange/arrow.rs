//! Arrow arrays ⇄ tensors of one axis, without a copy where the layouts agree.
//!
//! | dtype | Arrow | copied |
//! |---|---|---|
//! | integers of 8 to 64 bits, `float16` to `float64` | Arrow's own types | no |
//! | `bool` | `Boolean`, a bit for each | yes |
//! | `bfloat16`, `complex32`, `complex64`, `complex128` | fixed-size binary of as many bytes, called `concord.bfloat16` and so on | no, unless the bytes are not aligned |
//! | narrow dtypes: float8, float6, float4, int4 and so on | `UInt8`, called `concord.float8_e4m3fn` and so on: a byte for each element, the bits above it clear | no |
//!
//! The names are those of extension types, in a field's metadata. A null is an element of a mask that is asked for; an
//! array with nulls of which none is asked for is an error, as a tensor has a number at each place.
//!
//! ```
//! use arrow_array::{Array, Float32Array};
//! use concord_runtime::exchange::arrow::{from_arrow, from_arrow_with_nulls, to_arrow};
//! use concord_runtime::{DType, Tensor, TensorView};
//!
//! let array = Float32Array::from(vec![1.5, 2.0]);
//! let tensor = from_arrow(&array, DType::try_from(array.data_type())?)?;
//! assert_eq!(tensor.view(), TensorView::of(&[1.5_f32, 2.0]));
//! assert_eq!(tensor.as_ptr(), array.values().as_ptr().cast());
//!
//! let array = to_arrow(Tensor::from(vec![true, false]))?;
//! assert_eq!(array.data_type().to_string(), "Boolean");
//!
//! let array = Float32Array::from(vec![Some(1.5), None]);
//! let (tensor, nulls) = from_arrow_with_nulls(&array, DType::F32)?;
//! assert_eq!(nulls, Some(Tensor::from(vec![false, true])));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod from;
mod to;
mod types;

pub use error::ArrowArrayError;
pub use from::{from_arrow, from_arrow_with_nulls};
pub use to::{to_arrow, to_arrow_with_nulls};
pub use types::{arrow_type, field};
