//! Raw views of operands and a kernel → raw views of results: generic loops, compiled for each dtype, op and level.

pub(crate) mod accum;
pub(crate) mod cast;
pub(crate) mod casts;
pub(crate) mod complex;
pub(crate) mod convert;
pub(crate) mod elementwise;
pub(crate) mod gather;
pub(crate) mod gemm;
pub(crate) mod interleave;
pub(crate) mod isa;
pub(crate) mod layout;
pub(crate) mod levels;
pub(crate) mod loops;
pub(crate) mod narrow;
pub(crate) mod ops;
pub(crate) mod parallel;
pub(crate) mod product;
pub(crate) mod reduce;
mod ring;
pub(crate) mod selection;
pub(crate) mod signatures;
pub(crate) mod sorting;
pub(crate) mod stream;
pub(crate) mod tables;
pub(crate) mod thin;
pub(crate) mod tiles;
pub(crate) mod turn;
