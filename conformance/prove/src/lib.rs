//! Proof over all arguments that functions of float32 and the half types are correctly rounded.

pub mod levels;
