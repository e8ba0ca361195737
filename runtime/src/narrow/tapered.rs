//! The magnitudes of HiFloat8: codes of seven bits, in which a prefix says how many are the exponent's.
//!
//! | prefix | exponent | mantissa | magnitude of the exponent |
//! |--------|----------|----------|---------------------------|
//! | `11`   | 4 bits   | 1 bit    | 8 to 15 |
//! | `10`   | 3        | 2        | 4 to 7 |
//! | `01`   | 2        | 3        | 2 and 3 |
//! | `001`  | 1        | 3        | 1 |
//! | `0001` | 0        | 3        | 0 |
//! | `0000` |          |          | zero, and the powers 2^-22 to 2^-16: the other bits are the exponent plus 23 |
//!
//! An exponent is stored as its sign and its magnitude, whose leading one is left out.

#[cfg(feature = "kernels")]
use rules::Float;

/// How many there are.
#[cfg(feature = "kernels")]
pub(crate) const CODES: usize = 1 << 7;

/// The bits of a float32 that are its mantissa, and those of one.
const MANTISSA: u32 = (1 << 23) - 1;
const ONE: u32 = 127 << 23;

/// The exponents that float32 stores for the least number with a mantissa, and for the one that would be zero here.
const LEAST: u32 = 127 - 15;
const ZERO: u32 = 127 - 23;

/// How the bits behind a prefix are divided.
struct Division {
    /// Bits of the mantissa.
    mantissa: u32,
    /// A code less this is the magnitude of the exponent, with its leading one, and the mantissa.
    base: u32,
    /// The sign of the exponent, in the code; anything where the exponent is zero.
    sign: u32,
}

impl Division {
    /// Of a code.
    #[inline(always)]
    const fn of_code(code: u32) -> Division {
        Division::of(code >= 1 << 5, code >= 2 << 5, code >= 3 << 5, false)
    }

    /// Of the exponent that a float32 stores.
    #[inline(always)]
    const fn of_exponent(stored: u32) -> Division {
        let magnitude = stored.abs_diff(127);
        Division::of(magnitude >= 2, magnitude >= 4, magnitude >= 8, magnitude >= 16)
    }

    /// Of an exponent whose magnitude has two bits or more, three, four, and more.
    #[inline(always)]
    const fn of(two: bool, three: bool, four: bool, more: bool) -> Division {
        let base = match (two, three, four) {
            (_, _, true) => 80,
            (_, true, _) => 48,
            (true, ..) => 16,
            _ => 8,
        };
        let mantissa = 3 - three as u32 - four as u32 - more as u32;
        Division { mantissa, base, sign: if two { 16 } else { 8 } }
    }
}

/// The float32 that a finite magnitude is, as its bits.
#[inline(always)]
pub(super) const fn widen(code: u32) -> u32 {
    let Division { mantissa, base, sign } = Division::of_code(code);
    let rest = code.wrapping_sub(base);
    let below = rest >= 2 * sign;
    let rest = if below { rest - sign } else { rest };
    let shifted = rest << (23 - mantissa);
    let exponent = shifted & !MANTISSA;
    let power = if below { ONE.wrapping_sub(exponent) } else { ONE.wrapping_add(exponent) };
    let normal = power | (shifted & MANTISSA);
    let subnormal = if code == 0 { 0 } else { (code + ZERO) << 23 };
    if code < 8 { subnormal } else { normal }
}

/// The code of the number nearest to a magnitude, given as the bits of a float32; of two as near the greater. What is
/// nearer to the number after the greatest is `overflow`.
#[inline(always)]
pub(super) const fn round(magnitude: u32, overflow: u32) -> u32 {
    const GREATEST: u32 = ONE + (15 << 23);
    let cut = 23 - Division::of_exponent(magnitude >> 23).mantissa;
    let rounded = ((magnitude + (1 << (cut - 1))) >> cut) << cut;
    // Rounding may have carried into the exponent.
    let stored = rounded >> 23;
    let Division { mantissa, base, sign } = Division::of_exponent(stored);
    let power = stored << 23;
    let distance = if rounded < ONE { ONE - power } else { power - ONE };
    let sign = if rounded < ONE { sign } else { 0 };
    let normal = base + sign + ((distance | (rounded & MANTISSA)) >> (23 - mantissa));
    // Half of the least number and more, up to that number, rounds to it.
    let subnormal = if stored > ZERO { stored - ZERO } else { 1 };
    let subnormal = if magnitude < ZERO << 23 { 0 } else { subnormal };
    let code = if stored < LEAST { subnormal } else { normal };
    if rounded > GREATEST { overflow } else { code }
}

/// The codes next to each magnitude: of the next greater one, and of the next lesser one.
#[cfg(feature = "kernels")]
#[expect(clippy::cast_possible_truncation, reason = "a code has seven bits")]
pub(crate) const fn next(float: Float) -> [[u8; CODES]; 2] {
    let mut numbers = [0.0; CODES];
    let mut code = 0;
    while code < CODES {
        numbers[code] = super::widen(float, code as u8);
        code += 1;
    }
    let [mut greater, mut lesser] = [[0; CODES]; 2];
    code = 0;
    while code < CODES {
        let here = numbers[code];
        let [mut above, mut below] = [f32::INFINITY, 0.0];
        let mut other = 0;
        while other < CODES {
            let there = numbers[other];
            if there > here && there <= above {
                (above, greater[code]) = (there, other as u8);
            }
            if there < here && there >= below {
                (below, lesser[code]) = (there, other as u8);
            }
            other += 1;
        }
        code += 1;
    }
    [greater, lesser]
}
