//! Roundings to integers.

use super::unary;
use crate::generated::codes::*;
use crate::kernel::tables::{self, UnaryTable};

pub(crate) struct Ceil;
pub(crate) struct Floor;
pub(crate) struct Trunc;
pub(crate) struct Round;

unary!(Ceil for i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary!(Ceil for f16, bf16, f32, f64: |a| a.ceil());
unary!(Floor for i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary!(Floor for f16, bf16, f32, f64: |a| a.floor());
unary!(Trunc for i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary!(Trunc for f16, bf16, f32, f64: |a| a.trunc());
unary!(Round for i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary!(Round for f16, bf16, f32, f64: |a| a.round_ties_even());
unary!(Round for c32, c64: |a| c64::new(a.re.round_ties_even(), a.im.round_ties_even()));
unary!(Round for c128: |a| c128::new(a.re.round_ties_even(), a.im.round_ties_even()));

/// [`Round`] where halves go away from zero; an integer has none.
pub(crate) struct RoundAway;

unary!(RoundAway for f16, bf16, f32, f64: |a| a.round());
unary!(RoundAway for c32, c64: |a| c64::new(a.re.round(), a.im.round()));
unary!(RoundAway for c128: |a| c128::new(a.re.round(), a.im.round()));

/// What a policy puts in [`Round`]'s place, so that no loop asks for it.
pub(crate) static ROUND_AWAY: UnaryTable = tables::unary! {
    RoundAway;
    f16, bf16, f32, f64, c32, c64, c128;
};
