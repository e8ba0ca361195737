//! One element of a dtype as one of another: exact, then rounded once, wrapped around or cut off.

use num_bigint::{BigInt, BigUint};
use runtime::{DType, Kind};

use super::Bits;
use super::exact::Exact;
use super::format::{Format, Real};
use super::integer::{value, wrapped};
use super::wanted::rounded;

/// The element of the other dtype; a float that an integer dtype lacks becomes the nearest, NaN 0.
pub fn cast(from: DType, to: DType, bits: Bits) -> Bits {
    if from == to {
        return bits;
    }
    let part = |part: u64| -> Real {
        match Format::of(from) {
            Some(format) => format.decode(part),
            None => Real::Finite(Exact::integer(&BigInt::from(value(from, part)))),
        }
    };
    let (re, im) = (part(bits.0), part(bits.1));
    match (to.kind(), Format::of(to)) {
        (Kind::Bool, _) => (u64::from(is_truth(&re) || is_truth(&im)), 0),
        (Kind::Complex, Some(format)) => match from.kind() {
            Kind::Complex => (rounded(format, &re), rounded(format, &im)),
            _ => (rounded(format, &re), 0),
        },
        (_, Some(format)) => (rounded(format, &re), 0),
        _ if Format::of(from).is_none() => (wrapped(to, value(from, bits.0)), 0),
        _ => (saturated(to, &re), 0),
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
