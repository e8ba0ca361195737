//! Roundings to integers.

use super::unary_op;
use crate::generated::codes::*;
use crate::policy::RoundHalves;

pub(crate) struct Ceil;
pub(crate) struct Floor;
pub(crate) struct Trunc;
pub(crate) struct Round;

unary_op!(Ceil for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary_op!(Ceil in memory for f16: |a| a.ceil());
unary_op!(Ceil for bf16, f32, f64: |a| a.ceil());
unary_op!(Floor for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary_op!(Floor in memory for f16: |a| a.floor());
unary_op!(Floor for bf16, f32, f64: |a| a.floor());
unary_op!(Trunc for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary_op!(Trunc in memory for f16: |a| a.trunc());
unary_op!(Trunc for bf16, f32, f64: |a| a.trunc());
unary_op!(Round for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a| a);

/// A real number to an integer, its halves as the policy says.
macro_rules! rounded {
    ($a:expr, $halves:expr) => {
        match $halves {
            RoundHalves::Even => $a.round_ties_even(),
            RoundHalves::Away => $a.round(),
        }
    };
}

unary_op!(Round in memory for f16; by round_halves: RoundHalves [Even, Away] |a| rounded!(a, round_halves));
unary_op!(Round for bf16, f32, f64; by round_halves: RoundHalves [Even, Away] |a| rounded!(a, round_halves));
unary_op!(Round for c32, c64; by round_halves: RoundHalves [Even, Away] |a| {
    c64::new(rounded!(a.re, round_halves), rounded!(a.im, round_halves))
});
unary_op!(Round for c128; by round_halves: RoundHalves [Even, Away] |a| {
    c128::new(rounded!(a.re, round_halves), rounded!(a.im, round_halves))
});
