//! The loops: generic, by hand, compiled for each dtype, op and instruction-set level.

pub(crate) mod buffer;
pub(crate) mod cast;
pub(crate) mod casts;
pub(crate) mod complex;
pub(crate) mod convert;
pub(crate) mod elementwise;
pub(crate) mod isa;
pub(crate) mod lane;
pub(crate) mod layout;
pub(crate) mod ops;
pub(crate) mod parallel;
pub(crate) mod product;
pub(crate) mod raw;
pub(crate) mod reduce;
pub(crate) mod select;
pub(crate) mod tables;
