//! Floor quotients and remainders of floats.
//!
//! Most pairs have theirs by a few operations of doubles. A loop takes these for some pairs at once, and the long way only
//! where one of them needs it.

use super::{BinaryOp, FloorDivide, Fmod, Remainder, TruncDivide, binary_op, each_pair, stepwise};
use crate::generated::codes::*;
use crate::kernel::accum::Canonical;
use crate::kernel::cast::Half;
use crate::policy::{FloatRemainder, FloorQuotient, Policies};

binary_op!(TruncDivide for f16, bf16, f32, f64: |a, b| (a / b).trunc());

/// What loops compute in.
trait Float: Canonical + Into<f64> {
    fn nearest(wide: f64) -> Self;
}

impl Float for f32 {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the rounding")]
    fn nearest(wide: f64) -> f32 {
        wide as f32
    }
}

impl Float for f64 {
    #[inline(always)]
    fn nearest(wide: f64) -> f64 {
        wide
    }
}

/// A result that most pairs have by a short way, which says too whether it may be wrong, and all by a long one.
trait Ways: Copy {
    fn short(self, a: f64, b: f64) -> (f64, bool);

    fn long(self, a: f64, b: f64) -> f64;

    #[inline(always)]
    fn pair<T: Float>(self, a: T, b: T) -> T {
        let (a, b) = (a.into(), b.into());
        let (result, wrong) = self.short(a, b);
        T::nearest(if wrong { self.long(a, b) } else { result })
    }

    /// Each pair the short way, then some pairs the long way if one of them needs it.
    #[inline(always)]
    fn each<T: Float>(self, a: &[T], b: &[T], out: &mut [T]) {
        const SOME: usize = 32;
        for ((out, a), b) in out.chunks_mut(SOME).zip(a.chunks(SOME)).zip(b.chunks(SOME)) {
            let mut any_wrong = false;
            for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
                let (result, wrong) = self.short(a.into(), b.into());
                *out = T::nearest(result).canonical();
                any_wrong |= wrong;
            }
            if any_wrong {
                self.each_long(a, b, out);
            }
        }
    }

    /// Once for all levels, of which none would make it faster.
    #[cold]
    #[inline(never)]
    fn each_long<T: Float>(self, a: &[T], b: &[T], out: &mut [T]) {
        for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
            *out = T::nearest(self.long(a.into(), b.into())).canonical();
        }
    }
}

/// What the quotient rounded towards zero leaves, with the dividend's sign: C's `fmod`.
#[derive(Clone, Copy)]
struct Left;

impl Ways for Left {
    /// What is left is exact, up to quotients of 2⁵³: these may have been rounded up to an integer, but no further.
    #[inline(always)]
    fn short(self, a: f64, b: f64) -> (f64, bool) {
        let (dividend, divisor) = (a.abs(), b.abs());
        let quotient = (dividend / divisor).trunc();
        let left = (-quotient).mul_add(finite(divisor), dividend);
        // Of an infinity, and by zero, NaN is left, and rightly.
        let wrong = (quotient >= WHOLE) & !left.is_nan();
        let left = if left < 0.0 { left + divisor } else { left };
        (left.copysign(a), wrong)
    }

    /// To LLVM this is an instruction: elsewhere it would take that for every pair, and then choose.
    #[cold]
    #[inline(never)]
    fn long(self, a: f64, b: f64) -> f64 {
        a % b
    }
}

/// From here on there is no double between an integer and the next.
const WHOLE: f64 = (1_u64 << 53) as f64;

/// A divisor of which 0 times is 0: by an infinity, of which it is NaN, the quotient is 0 too.
#[inline(always)]
fn finite(divisor: f64) -> f64 {
    let above = if divisor < f64::MIN { f64::MIN } else { divisor };
    if above > f64::MAX { f64::MAX } else { above }
}

/// A number, negated if another is negative.
#[inline(always)]
fn times_sign(number: f64, of: f64) -> f64 {
    const SIGN: u64 = 1 << 63;
    f64::from_bits(number.to_bits() ^ (of.to_bits() & SIGN))
}

/// The remainder by one of the rules that begin with what is left.
#[derive(Clone, Copy)]
struct Signed(FloatRemainder);

impl Ways for Signed {
    #[inline(always)]
    fn short(self, a: f64, b: f64) -> (f64, bool) {
        let (left, wrong) = Left.short(a, b);
        (self.signed(left, b), wrong)
    }

    #[inline(always)]
    fn long(self, a: f64, b: f64) -> f64 {
        self.signed(Left.long(a, b), b)
    }
}

impl Signed {
    #[inline(always)]
    fn signed(self, left: f64, divisor: f64) -> f64 {
        let crossed = times_sign(left, divisor) < 0.0;
        let left = if crossed { left + divisor } else { left };
        // Only a zero does not have the divisor's sign by now.
        if self.0 == FloatRemainder::Floor { left.copysign(divisor) } else { left }
    }
}

macro_rules! remainders {
    ($($t:ty: $accum:ty),*) => { $(
        impl BinaryOp<$t> for Fmod {
            type Out = $accum;

            #[inline(always)]
            fn apply(a: $accum, b: $accum, _: Policies) -> $accum {
                Left.pair(a, b)
            }

            #[inline(always)]
            fn each(a: &[$accum], b: &[$accum], out: &mut [$accum], _: Policies) {
                Left.each(a, b, out);
            }
        }

        impl BinaryOp<$t> for Remainder {
            type Out = $accum;

            #[inline(always)]
            fn apply(a: $accum, b: $accum, policies: Policies) -> $accum {
                use FloatRemainder::{Corrected, Floor, Stepwise, StepwiseFloat64, Truncate};
                match policies.float_remainder {
                    Truncate => Left.pair(a, b),
                    rule @ (Floor | Corrected) => Signed(rule).pair(a, b),
                    Stepwise => stepwise!(a, b),
                    StepwiseFloat64 => Float::nearest(stepwise!(f64::from(a), f64::from(b))),
                }
            }

            #[inline(always)]
            fn each(a: &[$accum], b: &[$accum], out: &mut [$accum], policies: Policies) {
                use FloatRemainder::{Corrected, Floor, Stepwise, StepwiseFloat64, Truncate};
                let otherwise = |out: &mut [$accum], float_remainder| {
                    each_pair::<$t, Self>(a, b, out, Policies { float_remainder, ..policies });
                };
                match policies.float_remainder {
                    Truncate => Left.each(a, b, out),
                    Floor => Signed(Floor).each(a, b, out),
                    Corrected => Signed(Corrected).each(a, b, out),
                    Stepwise => otherwise(out, Stepwise),
                    StepwiseFloat64 => otherwise(out, StepwiseFloat64),
                }
            }
        }
    )* };
}

remainders!(f16: f32, bf16: f32, f32: f32, f64: f64);

/// The true quotient's floor, rounded once.
#[inline(always)]
fn exact_floor_quotient(a: f64, b: f64) -> f64 {
    let floor = (a / b).floor();
    // What is left is exact. It has the divisor's sign, or the quotient was rounded up to an integer.
    let left = (-floor).mul_add(finite(b), a);
    let crossed = (times_sign(left, b) < 0.0) & (floor.abs() < WHOLE);
    if crossed { floor - 1.0 } else { floor }
}

/// The integer that the steps of CPython's `float_divmod` take for a quotient: its floor, or the next one if that
/// is nearer. From 2²¹ of a float32 and 2⁵⁰ of a float64 on, the rounded quotient of a multiple may lie below it.
macro_rules! snapped {
    ($quotient:expr, $to_nearest:expr) => {{
        let quotient = $quotient;
        let floor = quotient.floor();
        let above = quotient - floor;
        // To the nearest, a half goes away from zero.
        let up = (above > 0.5) | ($to_nearest & (above == 0.5) & (quotient > 0.0));
        if up { floor + 1.0 } else { floor }
    }};
}

/// The zero that is left of steps: of equal numbers the difference is +0, which is divided.
macro_rules! with_sign_of_difference {
    ($quotient:expr, $divisor:expr) => {{
        let quotient = $quotient;
        let zero = quotient.abs().copysign($divisor);
        if quotient == 0.0 { zero } else { quotient }
    }};
}

/// The steps of CPython's `float_divmod`, each rounded to float32 and then by `rounded`, without a branch: the
/// dividend less its remainder is the truncated quotient times the divisor, exact in float64 up to 2²⁹; from there
/// on it is the dividend itself, once rounded.
#[inline(always)]
fn stepped_floor_quotient(a: f32, b: f32, to_nearest: bool, rounded: impl Fn(f32) -> f32) -> f32 {
    /// A divisor that leaves every float32 whole, as an infinity does, but of which no product is NaN.
    const BEYOND: f64 = 1e60;
    let (wide_a, wide_b) = (f64::from(a), f64::from(b).clamp(-BEYOND, BEYOND));
    let quotient = wide_a / wide_b;
    let multiple = quotient.trunc() * wide_b;
    #[expect(clippy::cast_possible_truncation, reason = "steps are rounded to float32")]
    let (first, by_zero) = (rounded(multiple as f32), quotient as f32);
    let steps = rounded(first / b);
    let crossed = (multiple != wide_a) & ((a < 0.0) != (b < 0.0));
    let steps = if crossed { rounded(steps - 1.0) } else { steps };
    let floor = snapped!(steps, to_nearest);
    let floor = if a.is_infinite() { f32::NAN } else { floor };
    if b == 0.0 { by_zero } else { floor }
}

/// Steps of the two halves are rounded to the dtype or to float32.
macro_rules! floor_quotients {
    ($($t:ty: |$step:ident| $own:expr;)*) => { $(
        binary_op!(FloorDivide for $t; by floor_quotient: FloorQuotient [Exact, Rounded, RoundedOwn, RoundedFloat64, Divmod, DivmodOwn, DivmodNearest] |a, b| {
            let own = |$step: f32| $own;
            match floor_quotient {
                FloorQuotient::Exact => Float::nearest(exact_floor_quotient(a.into(), b.into())),
                FloorQuotient::Rounded => (a / b).floor(),
                FloorQuotient::RoundedOwn => own(a / b).floor(),
                FloorQuotient::RoundedFloat64 => Float::nearest((f64::from(a) / f64::from(b)).floor()),
                FloorQuotient::Divmod => stepped_floor_quotient(a, b, false, |step| step),
                FloorQuotient::DivmodOwn => stepped_floor_quotient(a, b, false, own),
                FloorQuotient::DivmodNearest => {
                    with_sign_of_difference!(stepped_floor_quotient(a, b, true, own), b)
                }
            }
        });
    )* };
}

floor_quotients! {
    f16: |step| f16::nearest(step);
    bf16: |step| bf16::nearest(step);
    f32: |step| step;
}

/// The steps of CPython's `float_divmod` of doubles, which are taken where they may give another number than the floor.
#[derive(Clone, Copy)]
struct Steps {
    to_nearest: bool,
}

impl Ways for Steps {
    #[inline(always)]
    fn short(self, a: f64, b: f64) -> (f64, bool) {
        const STEPS: f64 = (1_u64 << 50) as f64;
        let floor = exact_floor_quotient(a, b);
        let floor = if self.to_nearest { with_sign_of_difference!(floor, b) } else { floor };
        (floor, ((a / b).abs() >= STEPS) & (b != 0.0))
    }

    #[cold]
    #[inline(never)]
    fn long(self, a: f64, b: f64) -> f64 {
        let (floor, wrong) = self.short(a, b);
        if !wrong {
            return floor;
        }
        let left = a % b;
        let steps = (a - left) / b;
        let crossed = (left != 0.0) & ((left < 0.0) != (b < 0.0));
        let floor = snapped!(if crossed { steps - 1.0 } else { steps }, self.to_nearest);
        if self.to_nearest { with_sign_of_difference!(floor, b) } else { floor }
    }
}

impl BinaryOp<f64> for FloorDivide {
    type Out = f64;

    #[inline(always)]
    fn apply(a: f64, b: f64, policies: Policies) -> f64 {
        use FloorQuotient::*;
        match policies.floor_quotient {
            Exact => exact_floor_quotient(a, b),
            Rounded | RoundedOwn | RoundedFloat64 => (a / b).floor(),
            Divmod | DivmodOwn => Steps { to_nearest: false }.pair(a, b),
            DivmodNearest => Steps { to_nearest: true }.pair(a, b),
        }
    }

    #[inline(always)]
    fn each(a: &[f64], b: &[f64], out: &mut [f64], policies: Policies) {
        use FloorQuotient::*;
        let otherwise = |out: &mut [f64], floor_quotient| {
            each_pair::<f64, Self>(a, b, out, Policies { floor_quotient, ..policies });
        };
        match policies.floor_quotient {
            Exact => otherwise(out, Exact),
            Rounded | RoundedOwn | RoundedFloat64 => otherwise(out, Rounded),
            Divmod | DivmodOwn => Steps { to_nearest: false }.each(a, b, out),
            DivmodNearest => Steps { to_nearest: true }.each(a, b, out),
        }
    }
}
