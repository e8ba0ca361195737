//! The same for halves, by way of doubles: where a double decides what is nearest, and no farther.

use runtime::{DType, Op};

use super::elementary;
use super::format::Format;
use super::ops;
use super::wanted::{Part, Wanted, one};

/// A double rounded once to a narrower format.
///
/// A sum, product, quotient or root of halves that was rounded to 53 bits before is the same: that is more
/// than twice the halves' 11 bits and two more (Figueroa, 1995).
pub fn nearest(format: Format, value: f64) -> u64 {
    let bits = value.to_bits();
    let sign = if value.is_sign_negative() { format.sign() } else { 0 };
    let exponent = (bits >> 52 & 0x7ff).cast_signed();
    if exponent == 0x7ff {
        return if value.is_nan() { format.nan() } else { sign | format.infinity() };
    }
    if exponent == 0 {
        // Far below the least value of any narrower format.
        return sign;
    }
    let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
    let step = (exponent - 1023 - i64::from(format.precision) + 1).max(format.least);
    let shift = step - (exponent - 1075);
    if shift >= 55 {
        return sign;
    }
    let (whole, rest) = (mantissa >> shift, mantissa & ((1 << shift) - 1));
    let half = 1_u64 << (shift - 1);
    let up = rest > half || (rest == half && whole & 1 == 1);
    let steps = (step - format.least).cast_unsigned();
    sign | ((steps << (format.precision - 1)) + whole + u64::from(up)).min(format.infinity())
}

/// An elementary function as the platform's library has it, to about 50 bits.
fn double(op: Op, x: f64) -> Option<f64> {
    use Op::{
        Acos, Acosh, Asin, Asinh, Atan, Atanh, Cbrt, Cos, Cosh, Exp, Exp2, Expm1, Log, Log1p, Log2,
        Log10, Rsqrt, Sigmoid, Sin, Sinh, Tan, Tanh,
    };
    Some(match op {
        Exp => x.exp(),
        Exp2 => x.exp2(),
        Rsqrt => 1.0 / x.sqrt(),
        Cbrt => x.cbrt(),
        Sigmoid => 1.0 / (1.0 + (-x).exp()),
        Expm1 => x.exp_m1(),
        Log => x.ln(),
        Log1p => x.ln_1p(),
        Log2 => x.log2(),
        Log10 => x.log10(),
        Sin => x.sin(),
        Cos => x.cos(),
        Tan => x.tan(),
        Asin => x.asin(),
        Acos => x.acos(),
        Atan => x.atan(),
        Sinh => x.sinh(),
        Cosh => x.cosh(),
        Tanh => x.tanh(),
        Asinh => x.asinh(),
        Acosh if x > 1.5 => x.acosh(),
        Atanh => x.atanh(),
        _ => return None,
    })
}

/// Where a function of a half is so near to a half, or so far beyond the halves, that float32 decides:
/// its neighbours are all rounded to the same half.
fn plain(op: Op, format: Format, bits: u64) -> Option<u64> {
    use Op::{
        Asin, Asinh, Atan, Atanh, Cos, Cosh, Exp, Exp2, Expm1, Log1p, Sigmoid, Sin, Sinh, Tan, Tanh,
    };
    let x = format.double(bits);
    let (size, one) = (x.abs(), nearest(format, 1.0));
    let sign = bits & format.sign();
    if !(size >= 2_f64.powi(-120) && size.is_finite()) {
        return None;
    }
    match op {
        // x·(1 + δ) with |δ| < 2^-29.
        Sin | Tan | Asin | Atan | Sinh | Tanh | Asinh | Atanh | Expm1 | Log1p
            if size < 2_f64.powi(-30) =>
        {
            Some(bits)
        }
        Sigmoid if size < 2_f64.powi(-30) => Some(nearest(format, 0.5)),
        Sigmoid if x > 30.0 => Some(one),
        Exp | Exp2 | Cos | Cosh if size < 2_f64.powi(-30) => Some(one),
        Tanh if size > 30.0 => Some(sign | one),
        Expm1 if x < -30.0 => Some(sign | one),
        Exp | Exp2 | Sigmoid if x < -200.0 => Some(0),
        Exp | Exp2 | Expm1 if x > 200.0 => Some(format.infinity()),
        Cosh if size > 200.0 => Some(format.infinity()),
        Sinh if size > 200.0 => Some(sign | format.infinity()),
        _ => None,
    }
}

/// What a half's function may be: within 1 ulp of float32, then rounded. Where 40 bits of a double do not
/// decide between which two float32 it lies, by the reference.
pub fn unary(op: Op, dtype: DType, format: Format, bits: u64) -> Wanted {
    let decided = || {
        if !elementary::is_function(op) {
            return None;
        }
        if let Some(bits) = plain(op, format, bits) {
            return Some(one(Part::Is(bits)));
        }
        let value = double(op, format.double(bits))?;
        let normal = (-100..100).contains(&((value.to_bits() >> 52 & 0x7ff).cast_signed() - 1023));
        // The bits of a float32 in a double.
        let short = |value: f64| value.to_bits() >> 29;
        let (low, high) =
            (short(value * (1.0 - 2_f64.powi(-40))), short(value * (1.0 + 2_f64.powi(-40))));
        (normal && low == high).then(|| {
            let (near, far) = (f64::from_bits(low << 29), f64::from_bits((low + 1) << 29));
            let (near, far) = (nearest(format, near), nearest(format, far));
            let (low, high) = if value < 0.0 { (far, near) } else { (near, far) };
            one(if low == high { Part::Is(low) } else { Part::Between(low, high) })
        })
    };
    decided().unwrap_or_else(|| ops::unary(op, dtype, (bits, 0)))
}

/// The extreme of two halves by their order.
pub fn extreme(format: Format, a: u64, b: u64, least: bool) -> u64 {
    if format.is_nan(a) || format.is_nan(b) {
        return format.nan();
    }
    // Bits in the order of values: of negative ones the other way round.
    let key = |bits: u64| if format.is_negative(bits) { !bits & 0xffff } else { bits | 0x1_0000 };
    if (key(a) < key(b)) == least { a } else { b }
}
