//! Bits of integers, and truth values.

use super::{binary, unary};
use crate::policy::ShiftOutOfRange;

pub(crate) struct LogicalAnd;
pub(crate) struct LogicalOr;
pub(crate) struct LogicalXor;
pub(crate) struct LogicalNot;
pub(crate) struct BitwiseAnd;
pub(crate) struct BitwiseOr;
pub(crate) struct BitwiseXor;
pub(crate) struct BitwiseInvert;
pub(crate) struct BitwiseLeftShift;
pub(crate) struct BitwiseRightShift;

binary!(LogicalAnd for bool: |a, b| a & b);
binary!(LogicalOr for bool: |a, b| a | b);
binary!(LogicalXor for bool: |a, b| a ^ b);
unary!(LogicalNot for bool: |a| !a);

binary!(BitwiseAnd for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a & b);
binary!(BitwiseOr for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a | b);
binary!(BitwiseXor for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a ^ b);
unary!(BitwiseInvert for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a| !a);

/// Shifts of one integer type, in what C shifts it in; a count is read as unsigned, so that a negative one is
/// out of range.
macro_rules! shifts {
    ($($t:ty, $unsigned:ty, $c:ty, $filled:expr;)*) => { $(
        binary!(BitwiseLeftShift for $t; by shift_out_of_range: ShiftOutOfRange [Fill, Wrap, Masked, Clamp] |a, b| {
            let inside = (b as $unsigned) < (<$t>::BITS as $unsigned);
            let shifted = a.wrapping_shl(b as u32);
            let clamped = b.clamp(0, (<$t>::BITS - 1) as $t) as u32;
            match shift_out_of_range {
                ShiftOutOfRange::Fill if !inside => 0,
                ShiftOutOfRange::Masked => (a as $c).wrapping_shl(b as u32) as $t,
                ShiftOutOfRange::Clamp => a << clamped,
                _ => shifted,
            }
        });
        binary!(BitwiseRightShift for $t; by shift_out_of_range: ShiftOutOfRange [Fill, Wrap, Masked, Clamp] |a, b| {
            let inside = (b as $unsigned) < (<$t>::BITS as $unsigned);
            let shifted = a.wrapping_shr(b as u32);
            let clamped = b.clamp(0, (<$t>::BITS - 1) as $t) as u32;
            let filled: fn($t) -> $t = $filled;
            match shift_out_of_range {
                ShiftOutOfRange::Fill if !inside => filled(a),
                ShiftOutOfRange::Masked => (a as $c).wrapping_shr(b as u32) as $t,
                ShiftOutOfRange::Clamp => a >> clamped,
                _ => shifted,
            }
        });
    )* };
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    reason = "the low bits of a count are what a shift takes, and the width fits in every dtype"
)]
mod shifts {
    use super::*;

    shifts! {
        i8, u8, i32, |a| a >> 7;
        i16, u16, i32, |a| a >> 15;
        i32, u32, i32, |a| a >> 31;
        i64, u64, i64, |a| a >> 63;
        u8, u8, i32, |_| 0;
        u16, u16, i32, |_| 0;
        u32, u32, u32, |_| 0;
        u64, u64, u64, |_| 0;
    }
}
