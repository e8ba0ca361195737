//! Operations on tensors under a ruleset: dtypes by its rules, shapes by the standard's, loops by the kernels.

mod apply;
mod cast;
mod create;
mod elementwise;
mod error;
mod methods;
mod number;
mod product;
mod reduce;
mod scalar;
mod ternary;
#[cfg(test)]
mod tests;

pub use apply::{Arg, Options};
pub use error::ComputeError;
pub(crate) use error::Shape;
pub(crate) use methods::methods;
pub use number::{Number, Value};
pub use reduce::Reduce;
