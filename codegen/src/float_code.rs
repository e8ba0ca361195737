//! A float's format → the Rust expression that makes it: what differs from IEEE 754.

use rules::Float;

/// The expression.
pub(crate) fn of(float: Float) -> String {
    let Float { exponent, mantissa, bias, sign, zero, infinity, nan, tapered } = float;
    let ieee = Float::ieee(exponent, mantissa);
    let base = format!("Float::ieee({exponent}, {mantissa})");
    let own = [
        (bias != ieee.bias).then(|| format!("bias: {bias}")),
        (!sign).then(|| "sign: false".to_owned()),
        (!zero).then(|| "zero: false".to_owned()),
        (!infinity).then(|| "infinity: false".to_owned()),
        (nan != ieee.nan).then(|| format!("nan: Nan::{nan:?}")),
        tapered.then(|| "tapered: true".to_owned()),
    ];
    let own: Vec<String> = own.into_iter().flatten().collect();
    match own.is_empty() {
        true => base,
        false => format!("Float {{ {}, ..{base} }}", own.join(", ")),
    }
}
