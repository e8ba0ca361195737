//! Proof over all arguments that functions of float32 and the half types are correctly rounded.
//!
//! A result of `math` is compared with the exact value, rounded once. Where an independent evaluation in pairs of `f64`
//! is too close to the middle of two floats to tell, numbers of 320 bits decide.

pub mod constants;
pub mod double;
pub mod exact;
pub mod float64;
pub mod format;
pub mod function;
pub mod functions;
pub mod levels;
pub mod proof;
pub mod record;
pub mod reference;
