//! Roundings to integers.

use super::unary;
use crate::generated::codes::*;
use crate::policy::RoundHalves;

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

/// A real number to an integer, its halves as the policy says.
macro_rules! rounded {
    ($a:expr, $halves:expr) => {
        match $halves {
            RoundHalves::Even => $a.round_ties_even(),
            RoundHalves::Away => $a.round(),
        }
    };
}

unary!(Round for f16, bf16, f32, f64; by round_halves: RoundHalves [Even, Away] |a| rounded!(a, round_halves));
unary!(Round for c32, c64; by round_halves: RoundHalves [Even, Away] |a| {
    c64::new(rounded!(a.re, round_halves), rounded!(a.im, round_halves))
});
unary!(Round for c128; by round_halves: RoundHalves [Even, Away] |a| {
    c128::new(rounded!(a.re, round_halves), rounded!(a.im, round_halves))
});
