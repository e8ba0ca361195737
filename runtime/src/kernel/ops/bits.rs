//! Bits of integers, and truth values.

use super::{binary_op, binary_ops, unary_op};
use crate::policy::ShiftOutOfRange;

binary_ops! { overwriting; LogicalAnd, LogicalOr, LogicalXor, BitwiseAnd, BitwiseOr, BitwiseXor, BitwiseLeftShift, BitwiseRightShift }
pub(crate) struct LogicalNot;
pub(crate) struct BitwiseInvert;

binary_op!(LogicalAnd for bool: |a, b| a & b);
binary_op!(LogicalOr for bool: |a, b| a | b);
binary_op!(LogicalXor for bool: |a, b| a ^ b);
unary_op!(LogicalNot for bool: |a| !a);

binary_op!(BitwiseAnd for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a & b);
binary_op!(BitwiseOr for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a | b);
binary_op!(BitwiseXor for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a ^ b);
unary_op!(BitwiseInvert for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a| !a);

/// Shifts of one integer type, in what C shifts it in; a count is read as unsigned, so that a negative one is
/// out of range.
macro_rules! shifts {
    ($($t:ty, $unsigned:ty, $c:ty, $filled:expr;)*) => { $(
        binary_op!(BitwiseLeftShift for $t; by shift_out_of_range: ShiftOutOfRange [Fill, Wrap, Masked, Clamp] |a, b| {
            let inside = (b as $unsigned) < (<$t>::BITS as $unsigned);
            let shifted = a.wrapping_shl(b as u32);
            let clamped = b.clamp(0, (<$t>::BITS - 1) as $t) as u32;
            match shift_out_of_range {
                ShiftOutOfRange::Fill => if inside { shifted } else { 0 },
                ShiftOutOfRange::Wrap => shifted,
                ShiftOutOfRange::Masked => (a as $c).wrapping_shl(b as u32) as $t,
                ShiftOutOfRange::Clamp => a << clamped,
            }
        });
        binary_op!(BitwiseRightShift for $t; by shift_out_of_range: ShiftOutOfRange [Fill, Wrap, Masked, Clamp] |a, b| {
            let inside = (b as $unsigned) < (<$t>::BITS as $unsigned);
            let shifted = a.wrapping_shr(b as u32);
            let clamped = b.clamp(0, (<$t>::BITS - 1) as $t) as u32;
            let filled: fn($t) -> $t = $filled;
            match shift_out_of_range {
                ShiftOutOfRange::Fill => if inside { shifted } else { filled(a) },
                ShiftOutOfRange::Wrap => shifted,
                ShiftOutOfRange::Masked => (a as $c).wrapping_shr(b as u32) as $t,
                ShiftOutOfRange::Clamp => a >> clamped,
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
