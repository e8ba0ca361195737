//! The rules of dtype promotion, for any tables.
//!
//! What `int8 + uint8` is, a framework states as a table. What follows from the table is the same
//! everywhere: how a Python scalar, a 0-d tensor or a weakly typed tensor is looked up, how three
//! operands promote, what dtype an operation computes in and returns, which casts are allowed, what a
//! cast loses, and which cast makes a refused pair legal. That is this crate.
//!
//! - [`Tables`] is what a ruleset states: plain data, which can be a `static`.
//! - [`Tables::promote_all`] promotes any number of [`Operand`]s, [`Tables::op_dtypes`] says what an
//!   operation computes in and returns, [`Tables::can_cast`] whether a dtype may be cast to another.
//!   All of them are `const fn`.
//! - [`Tables::cast_to_insert`] and [`Tables::stand_in`] are the way out of an error.
//! - [`losses`] is what a conversion between two dtypes can lose, [`laws`] the algebra that a table
//!   obeys.
//!
//! **No dtype, operation or framework is named here**: a dtype is a place in a list of [`Facts`], an
//! operation a place in a list of [`OpRule`]s. The crate has no dependency and does not need `std`.
//!
//! ```
//! use concord_rules::{Cell, DTypeId, DTypeSet, Facts, Format, Operand, Tables};
//!
//! const I8: DTypeId = DTypeId(0);
//! const U8: DTypeId = DTypeId(1);
//! const I16: DTypeId = DTypeId(2);
//!
//! const DTYPES: &[Facts] = &[
//!     Facts { bits: 8, format: Format::Int },
//!     Facts { bits: 8, format: Format::Uint },
//!     Facts { bits: 16, format: Format::Int },
//! ];
//! const fn to(dtype: DTypeId) -> Cell {
//!     Cell::DType(dtype)
//! }
//! static MINE: Tables<'_> = Tables {
//!     promotion: &[
//!         to(I8),  to(I16), to(I16),
//!         to(I16), to(U8),  Cell::Refused,
//!         to(I16), Cell::Refused, to(I16),
//!     ],
//!     ..Tables::new(DTYPES, DTypeSet::of(&[I8, U8, I16]))
//! };
//!
//! let operands = [Operand::Tensor(I8), Operand::Tensor(U8)];
//! assert_eq!(MINE.promote_all(&operands)?.dtype, I16);
//!
//! // int16 × uint8 is refused; casting the uint8 operand to int16 loses nothing.
//! let cast = MINE.cast_to_insert(Operand::Tensor(I16), Operand::Tensor(U8)).unwrap();
//! assert_eq!((cast.to, cast.gives), (I16, I16));
//! # Ok::<(), concord_rules::PromotionError>(())
//! ```

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod cast;
mod cast_to_insert;
mod cell;
mod checked;
mod dtype;
mod error;
mod float;
pub mod laws;
mod loss;
mod names;
mod nary;
mod op;
mod op_cells;
mod op_dtypes;
mod operand;
mod promote;
mod table;

pub use cast::{CastError, Casting};
pub use cast_to_insert::{CastToInsert, Side};
pub use cell::{Cell, Column, DefaultKind, TableName};
pub use checked::Places;
pub use dtype::{DTypeId, DTypeSet, Facts, Format, Kind, KindSet};
pub use error::{OpError, PromotionError};
pub use float::{Float, Nan};
pub use loss::{Loss, Losses, losses};
pub use names::nearest;
pub use nary::Promotion;
pub use op::{Compute, Group, OpDTypes, OpId, OpResult, OpRule};
pub use op_cells::{OpCells, OpRow, OpRows, Others, Scalars};
pub use operand::{Operand, ResultType, Scalar};
pub use promote::Entry;
pub use table::{Nary, Tables, TypedScalars};
