//! One element of a dtype as one of another: exact, then rounded once, wrapped around or cut off.

use num_bigint::{BigInt, BigUint};
use runtime::policy::{FloatToInt, HalfRounding, Policies};
use runtime::{DType, Kind};

use super::exact::Exact;
use super::format::{Format, Real};
use super::integer::{value, wrapped};
use super::narrow::{Input, Nearest};
use super::wanted::rounded;
use super::{Bits, flush};

/// The element of the other dtype; a float that an integer dtype lacks becomes the nearest, NaN 0.
pub fn cast(from: DType, to: DType, bits: Bits) -> Bits {
    cast_by(from, to, bits, Policies::DEFAULT)
}

/// The same, by what a ruleset makes of a float that an integer dtype lacks, and how often it rounds to a half.
pub fn cast_by(from: DType, to: DType, bits: Bits, policies: Policies) -> Bits {
    if from == to {
        return bits;
    }
    let kept = flush::kept(policies);
    if kept != policies && !flush::moves(from, to) {
        let bits = cast_by(from, to, flush::element(from, bits, policies), kept);
        return flush::element(to, bits, policies);
    }
    if to.is_narrow() {
        return (Nearest::known(to, policies).of(Input::of(from, bits)), 0);
    }
    if from.is_narrow() {
        let (widest, bits) = Input::of(from, bits).widest();
        return cast_by(widest, to, bits, policies);
    }
    if by_float32(to, policies.half_rounding) {
        let middle = if from.kind() == Kind::Complex { DType::C64 } else { DType::F32 };
        if from != middle && !is_half(from) {
            let once = Policies { half_rounding: HalfRounding::Once, ..policies };
            return cast_by(middle, to, cast_by(from, middle, bits, once), once);
        }
    }
    let part = |part: u64| -> Real {
        match Format::of(from) {
            Some(format) => format.decode(part),
            None => Real::Finite(Exact::integer(&BigInt::from(value(from, part)))),
        }
    };
    let (re, im) = (part(bits.0), part(bits.1));
    let nan = |part: u64| match (from, to) {
        // The bits of a bfloat16 are the high ones of the float32, which is not looked at.
        (DType::Bf16, DType::F32 | DType::C64) => Some(part << 16),
        _ => Some(nan(Format::of(from)?, Format::of(to)?, part)),
    };
    let rounded = |format: Format, value: &Real, part: u64| match value {
        Real::Nan => nan(part).unwrap_or(format.nan()),
        _ => rounded(format, value),
    };
    match (to.kind(), Format::under(to, policies)) {
        (Kind::Bool, _) => (u64::from(is_truth(&re) || is_truth(&im)), 0),
        (Kind::Complex, Some(format)) => match from.kind() {
            Kind::Complex => (rounded(format, &re, bits.0), rounded(format, &im, bits.1)),
            _ => (rounded(format, &re, bits.0), 0),
        },
        (_, Some(format)) => (rounded(format, &re, bits.0), 0),
        _ if Format::of(from).is_none() => (wrapped(to, value(from, bits.0)), 0),
        _ if policies.float_to_int == FloatToInt::Truncate => (truncated(to, &re), 0),
        _ => (saturated(to, &re), 0),
    }
}

/// A NaN of one format as one of another: quiet, with its sign and the high bits of its payload; of the same format,
/// as a complex number's part, it is that NaN.
fn nan(from: Format, to: Format, bits: u64) -> u64 {
    if from == to {
        return bits;
    }
    let (own, other) = (from.precision - 1, to.precision - 1);
    let payload = bits & ((1 << own) - 1);
    let payload = if own > other { payload >> (own - other) } else { payload << (other - own) };
    to.zero(from.is_negative(bits)) | to.nan() | payload
}

/// Whether its elements, or their parts, have 16 bits.
pub fn is_half(dtype: DType) -> bool {
    matches!(dtype, DType::F16 | DType::Bf16 | DType::C32)
}

/// Whether elements are rounded to float32 on their way to a dtype.
fn by_float32(to: DType, policy: HalfRounding) -> bool {
    match policy {
        HalfRounding::Once => false,
        HalfRounding::OnceToFloat16 => is_half(to) && to != DType::F16,
        HalfRounding::Twice => is_half(to),
    }
}

fn is_truth(x: &Real) -> bool {
    !matches!(x, Real::Finite(x) if x.is_zero())
}

fn saturated(to: DType, x: &Real) -> u64 {
    let info = to.iinfo().expect("an integer dtype");
    let whole = match x {
        Real::Nan => 0,
        Real::Infinite(true) => info.min,
        Real::Infinite(false) => info.max,
        Real::Finite(x) => {
            let whole = x.trunc();
            let most = BigUint::from(1_u8) << 100_u8;
            let far = *whole.magnitude() > most;
            match (far, x.negative) {
                (true, true) => info.min,
                (true, false) => info.max,
                _ => i128::try_from(whole).expect("below 2^100").clamp(info.min, info.max),
            }
        }
    };
    wrapped(to, whole)
}

/// As the C cast of x86-64: through int32 for what it holds, else through int64; what these lack is their least.
fn truncated(to: DType, x: &Real) -> u64 {
    let wide = to.bits() == 64 || to == DType::U32;
    let least = if wide { i128::from(i64::MIN) } else { i128::from(i32::MIN) };
    let whole = match x {
        Real::Finite(x) => i128::try_from(x.trunc()).ok(),
        Real::Nan | Real::Infinite(_) => None,
    };
    let upper = to == DType::U64 && matches!(x, Real::Infinite(false));
    let whole = match whole {
        // A uint64 goes by the rest above 2^63, which int64 lacks from 2^64 on.
        Some(whole) if to == DType::U64 && whole >= 1 << 63 => {
            if whole < 1 << 64 {
                whole
            } else {
                0
            }
        }
        Some(whole) if (least..-least).contains(&whole) => whole,
        None if upper => 0,
        _ => least,
    };
    wrapped(to, whole)
}
