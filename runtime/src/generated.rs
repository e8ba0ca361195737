//! The generated modules. This list is written by hand, everything in the folder by `cargo xtask regen`.

mod cells;
pub(crate) mod dtype;
mod element;
pub(crate) mod rulesets;
