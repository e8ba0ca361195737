//! Integers and `f64` into floats, with one rounding.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what would be lost is kept in the last bit first, and halves of 64 bits are cut out"
)]

use num_complex::Complex;

use crate::kernel::cast::{Cast, Half, Policy, cast};
use crate::kernel::isa::{Isa, Level};
use crate::narrow;

cast!(i8 => [f32, f64], |x, L, P, T| x.into());
cast!(i16 => [f32, f64], |x, L, P, T| x.into());
cast!(u8 => [f32, f64], |x, L, P, T| x.into());
cast!(u16 => [f32, f64], |x, L, P, T| x.into());
cast!(i32 => [f32, f64], |x, L, P, T| x as T);
cast!(u32 => [f32, f64], |x, L, P, T| x as T);
cast!(f64 => [f32], |x, L, P, T| x as T);

cast!(i64 => [f64], |x, L, P, T| f64_from_i64::<L>(x));
cast!(u64 => [f64], |x, L, P, T| f64_from_u64::<L>(x));
cast!(i64 => [f32], |x, L, P, T| if needs_detour::<L>() {
    f64_from_i64::<L>(odd_i64(x)) as T
} else {
    x as T
});
cast!(u64 => [f32], |x, L, P, T| if needs_detour::<L>() {
    f64_from_u64::<L>(odd_u64(x)) as T
} else {
    x as T
});

/// Into an `f32` that rounds to a half as the value itself does.
///
/// It is the value where `f32` holds it. Elsewhere it lies between the same two halves and on the
/// same side of their middle: the last bit kept is set if any bit that is cut off is, as if
/// rounded to odd. Where all of that is infinite, any large number does.
pub(crate) trait Near<W>: Copy {
    /// That float; for a complex one, each part.
    fn near<L: Level, H: Half>(self) -> W;
}

/// By an expression, for `f32` and for a complex number with that real part.
macro_rules! near {
    ($($from:ty),* => |$x:ident, $L:ident, $H:ident| $near:expr) => { $(
        impl Near<f32> for $from {
            #[inline(always)]
            fn near<$L: Level, $H: Half>(self) -> f32 {
                let $x = self;
                $near
            }
        }

        impl Near<Complex<f32>> for $from {
            #[inline(always)]
            fn near<L: Level, H: Half>(self) -> Complex<f32> {
                Complex { re: Near::<f32>::near::<L, H>(self), im: 0.0 }
            }
        }
    )* };
}

near!(bool => |x, L, H| if x { 1.0 } else { 0.0 });
near!(i8, i16, u8, u16 => |x, L, H| x.into());
near!(f32 => |x, L, H| x);
near!(i32 => |x, L, H| {
    // The smallest integer is its own absolute value, and exact.
    let wide = !H::SHORT && x.wrapping_abs() > 1 << 24;
    let mask = if wide { 0xFF } else { 0 };
    ((x | ((x & mask) + mask)) & !mask) as f32
});
near!(u32 => |x, L, H| {
    let wide = !H::SHORT && x >> 24 != 0;
    let mask = if wide { 0xFF } else { 0 };
    ((x | ((x & mask) + mask)) & !mask) as f32
});
near!(i64 => |x, L, H| if H::SHORT {
    x.clamp(i32::MIN.into(), i32::MAX.into()) as i32 as f32
} else {
    narrow::near(f64_from_i64::<L>(odd_i64(x)))
});
near!(u64 => |x, L, H| if H::SHORT {
    x.min(1 << 30) as i32 as f32
} else {
    narrow::near(f64_from_u64::<L>(odd_u64(x)))
});
near!(f64 => |x, L, H| narrow::near(x));

impl<S: Near<f32>> Near<f32> for Complex<S> {
    #[inline(always)]
    fn near<L: Level, H: Half>(self) -> f32 {
        self.re.near::<L, H>()
    }
}

impl<S: Near<f32>> Near<Complex<f32>> for Complex<S> {
    #[inline(always)]
    fn near<L: Level, H: Half>(self) -> Complex<f32> {
        Complex { re: self.re.near::<L, H>(), im: self.im.near::<L, H>() }
    }
}

/// The integer if `f64` holds it, else the odd one of its neighbours of 53 bits.
#[inline(always)]
fn odd_i64(x: i64) -> i64 {
    // From -2^53 to 2^53 it is exact: compared as one range, moved to the lower end of `i64`.
    let wide = x.wrapping_add((1 << 53) + i64::MIN) > (1 << 54) + i64::MIN;
    let mask = if wide { 0x7FF } else { 0 };
    (x | ((x & mask) + mask)) & !mask
}

#[inline(always)]
fn odd_u64(x: u64) -> u64 {
    let mask = if x >> 53 != 0 { 0x7FF } else { 0 };
    (x | ((x & mask) + mask)) & !mask
}

/// Whether 64-bit integers become floats one at a time, unless it is done by hand.
#[inline(always)]
pub(crate) fn needs_detour<L: Level>() -> bool {
    cfg!(target_arch = "x86_64") && L::ISA != Isa::Avx512
}

/// Put below the exponent of 2^52, an integer of 32 bits is the fraction of 2^52 more than it.
const LOW: u64 = 0x4330_0000_0000_0000;
/// The same of 2^84 and 2^32 times the integer.
const HIGH: u64 = 0x4530_0000_0000_0000;

#[inline(always)]
fn f64_from_i64<L: Level>(x: i64) -> f64 {
    if !needs_detour::<L>() {
        return x as f64;
    }
    // 2^31 is added to the upper half, to make it unsigned, and subtracted again.
    let high = f64::from_bits((x as u64 >> 32) ^ (HIGH | 1 << 31));
    joined(high, x as u64, 19_342_822_341_709_703_277_445_120.0)
}

#[inline(always)]
fn f64_from_u64<L: Level>(x: u64) -> f64 {
    if !needs_detour::<L>() {
        return x as f64;
    }
    joined(f64::from_bits((x >> 32) | HIGH), x, 19_342_813_118_337_666_422_669_312.0)
}

/// The halves of an integer, added with one rounding: the difference is exact.
#[inline(always)]
fn joined(high: f64, x: u64, offsets: f64) -> f64 {
    let low = f64::from_bits((x & 0xFFFF_FFFF) | LOW);
    (high - offsets) + low
}
