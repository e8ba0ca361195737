//! A ruleset, an op and operands → new tensors: dtypes by the ruleset's rules, shapes by the standard's.

mod apply;
mod apply_dtypes;
mod arg;
mod arrangement;
mod assign;
mod by_value;
mod cast;
mod clip;
mod conversion;
mod create;
mod direct;
mod elementwise;
mod error;
mod flush;
mod join;
mod lookup;
mod methods;
mod number;
mod options;
mod plan;
mod product;
mod range;
mod reduce;
mod roll;
mod scalar;
mod selection;
mod sorting;
mod ternary;

pub(crate) use crate::tensor::Number;
pub use arg::Arg;
pub use error::ComputeError;
pub(crate) use methods::methods;
pub use options::Options;
pub use plan::Plan;
pub use reduce::Reduce;
