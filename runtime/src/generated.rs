//! The generated modules. This list is written by hand, everything in the folder by `cargo xtask regen`.

#[cfg(feature = "kernels")]
pub(crate) mod codes;
pub(crate) mod dtype;
mod element;
pub(crate) mod elements;
mod enums;
pub(crate) mod ids;
#[cfg(feature = "kernels")]
pub(crate) mod kernels;
#[cfg(feature = "kernels")]
mod methods;
pub(crate) mod op;
pub(crate) mod policy;
pub(crate) mod rulesets;
#[cfg(feature = "types")]
pub(crate) mod types;
mod words;
