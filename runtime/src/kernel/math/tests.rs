//! Turns limits, hard arguments and pinned digests into checks of the elementary functions.

#![expect(clippy::cast_possible_truncation, reason = "singles are tested at what doubles round to")]

use super::Real;

mod doubles;
mod limits;
mod singles;

/// A function of one number, its name, and its form for slices.
type Unary<T> = (&'static str, fn(T) -> T, fn(&[T], &mut [T]));
/// The same of two.
type Binary<T> = (&'static str, fn(T, T) -> T, fn(&[T], &[T], &mut [T]));

macro_rules! functions {
    ($($name:ident $slice:ident),*) => { [$((stringify!($name), T::$name, T::$slice)),*] };
}

fn unary<T: Real>() -> [Unary<T>; 18] {
    functions!(
        exp exp_slice, expm1 expm1_slice, log log_slice, log1p log1p_slice, log2 log2_slice, log10 log10_slice,
        sin sin_slice, cos cos_slice, tan tan_slice, asin asin_slice, acos acos_slice, atan atan_slice,
        sinh sinh_slice, cosh cosh_slice, tanh tanh_slice, asinh asinh_slice, acosh acosh_slice, atanh atanh_slice
    )
}

fn binary<T: Real>() -> [Binary<T>; 5] {
    functions!(
        pow pow_slice, atan2 atan2_slice, hypot hypot_slice, logaddexp logaddexp_slice, nextafter nextafter_slice
    )
}

/// Equal, signs of zero included; any NaN is as good as another.
fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

#[test]
fn limits_of_one_argument() {
    for &(name, x, want) in limits::UNARY {
        for (_, f, _) in unary::<f64>().into_iter().filter(|f| f.0 == name) {
            assert!(same(f(x), want), "{name}({x:?}) is {:?}, not {want:?}", f(x));
        }
        for (_, f, _) in unary::<f32>().into_iter().filter(|f| f.0 == name) {
            let got = f64::from(f(x as f32));
            assert!(same(got, f64::from(want as f32)), "{name}({x:?}f32) is {got:?}, not {want:?}");
        }
    }
}

#[test]
fn limits_of_two_arguments() {
    for &(name, x, y, want) in limits::BINARY {
        for (_, f, _) in binary::<f64>().into_iter().filter(|f| f.0 == name) {
            assert!(same(f(x, y), want), "{name}({x:?}, {y:?}) is {:?}, not {want:?}", f(x, y));
        }
        for (_, f, _) in binary::<f32>().into_iter().filter(|f| f.0 == name) {
            let got = f64::from(f(x as f32, y as f32));
            assert!(
                same(got, f64::from(want as f32)),
                "{name}({x:?}f32, {y:?}f32) is {got:?}, not {want:?}"
            );
        }
    }
}

#[test]
fn hard_doubles_are_within_an_ulp() {
    let near = |got: f64, want: u64| got.to_bits().abs_diff(want) <= 1;
    for &(name, x, want) in doubles::UNARY {
        let x = f64::from_bits(x);
        for (_, f, _) in unary::<f64>().into_iter().filter(|f| f.0 == name) {
            assert!(
                near(f(x), want),
                "{name}({x:?}) is {:?}, not {:?}",
                f(x),
                f64::from_bits(want)
            );
        }
    }
    for &(name, x, y, want) in doubles::BINARY {
        let (x, y) = (f64::from_bits(x), f64::from_bits(y));
        for (_, f, _) in binary::<f64>().into_iter().filter(|f| f.0 == name) {
            assert!(
                near(f(x, y), want),
                "{name}({x:?}, {y:?}) is {:?}, not {:?}",
                f(x, y),
                f64::from_bits(want)
            );
        }
    }
}

#[test]
fn hard_singles_are_within_an_ulp() {
    let near = |got: f32, want: u32| got.to_bits().abs_diff(want) <= 1;
    for &(name, x, want) in singles::UNARY {
        let x = f32::from_bits(x);
        for (_, f, _) in unary::<f32>().into_iter().filter(|f| f.0 == name) {
            assert!(
                near(f(x), want),
                "{name}({x:?}) is {:?}, not {:?}",
                f(x),
                f32::from_bits(want)
            );
        }
    }
    for &(name, x, y, want) in singles::BINARY {
        let (x, y) = (f32::from_bits(x), f32::from_bits(y));
        for (_, f, _) in binary::<f32>().into_iter().filter(|f| f.0 == name) {
            let got = f(x, y);
            assert!(
                near(got, want),
                "{name}({x:?}, {y:?}) is {got:?}, not {:?}",
                f32::from_bits(want)
            );
        }
    }
}

/// A few thousand doubles: every exponent, and the range where most functions are interesting.
fn sample() -> std::vec::Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    let mut values: std::vec::Vec<f64> = (0..1500).map(|_| f64::from_bits(next())).collect();
    values.extend((0..1500).map(|_| (next() >> 11) as f64 / 9_007_199_254_740_992.0 * 8.0 - 4.0));
    values.extend(limits::UNARY.iter().map(|limit| limit.1));
    values
}

#[test]
fn slices_have_the_bits_of_scalars() {
    let x = sample();
    let y: std::vec::Vec<f64> = x.iter().rev().copied().collect();
    let (x32, y32): (std::vec::Vec<f32>, std::vec::Vec<f32>) =
        x.iter().zip(&y).map(|(&x, &y)| (x as f32, y as f32)).unzip();
    let (mut out, mut out32) = (std::vec![0.0; x.len()], std::vec![0.0; x.len()]);
    for (name, f, slice) in unary::<f64>() {
        slice(&x, &mut out);
        assert!(x.iter().zip(&out).all(|(&x, &o)| same(f(x), o)), "{name} of doubles");
    }
    for (name, f, slice) in unary::<f32>() {
        slice(&x32, &mut out32);
        assert!(
            x32.iter().zip(&out32).all(|(&x, &o)| same(f(x).into(), o.into())),
            "{name} of singles"
        );
    }
    for (name, f, slice) in binary::<f64>() {
        slice(&x, &y, &mut out);
        assert!((0..x.len()).all(|i| same(f(x[i], y[i]), out[i])), "{name} of doubles");
    }
    for (name, f, slice) in binary::<f32>() {
        slice(&x32, &y32, &mut out32);
        assert!(
            (0..x.len()).all(|i| same(f(x32[i], y32[i]).into(), out32[i].into())),
            "{name} of singles"
        );
    }
}

/// Adds a result to a digest; all NaNs count as one.
fn digest(state: u64, x: f64) -> u64 {
    let bits = if x.is_nan() { 0x7ff8_0000_0000_0000 } else { x.to_bits() };
    (state ^ bits).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29)
}

/// Whatever machine and instruction set this runs on: the same bits. A change of algorithm changes the digest.
#[test]
fn bits_are_pinned() {
    let x = sample();
    let y: std::vec::Vec<f64> = x.iter().rev().copied().collect();
    let mut state = 0;
    for (_, f, _) in unary::<f64>() {
        state = x.iter().fold(state, |state, &x| digest(state, f(x)));
    }
    for (_, f, _) in unary::<f32>() {
        state = x.iter().fold(state, |state, &x| digest(state, f(x as f32).into()));
    }
    for (_, f, _) in binary::<f64>() {
        state = x.iter().zip(&y).fold(state, |state, (&x, &y)| digest(state, f(x, y)));
    }
    for (_, f, _) in binary::<f32>() {
        state = x
            .iter()
            .zip(&y)
            .fold(state, |state, (&x, &y)| digest(state, f(x as f32, y as f32).into()));
    }
    assert_eq!(state, 0x0068_b052_ddbf_1095, "digest of all functions: {state:#018x}");
}

#[test]
fn exponentials_and_logarithms_rise() {
    let points = (-2000..2000).map(|i| f64::from(i) / 64.0);
    for (name, f, _) in unary::<f64>()
        .into_iter()
        .filter(|f| ["exp", "expm1", "tanh", "sinh", "asinh"].contains(&f.0))
    {
        let falls = points.clone().zip(points.clone().skip(1)).find(|&(a, b)| f(a) > f(b));
        assert_eq!(falls, None, "{name}");
    }
    for exponent in -1074..1024 {
        let power = if exponent < -1022 {
            f64::from_bits(1 << (exponent + 1074))
        } else {
            super::bits::pow2(exponent.into())
        };
        assert!(same(power.log2(), exponent.into()), "log2 of 2^{exponent}");
    }
}

#[test]
fn neighbours() {
    for (x, y, want) in [
        (1.0, 2.0, 0x3ff0_0000_0000_0001),
        (1.0, 0.0, 0x3fef_ffff_ffff_ffff),
        (-1.0, 0.0, 0xbfef_ffff_ffff_ffff),
    ] {
        assert_eq!(f64::nextafter(x, y).to_bits(), want, "from {x:?} to {y:?}");
    }
    assert_eq!(Real::nextafter(1.0_f32, 2.0).to_bits(), 0x3f80_0001);
    assert_eq!(Real::nextafter(f64::MAX, f64::INFINITY), f64::INFINITY);
    assert_eq!(Real::nextafter(f64::INFINITY, 0.0), f64::MAX);
    assert_eq!(Real::nextafter(0.0_f64, -1.0).to_bits(), 0x8000_0000_0000_0001);
    assert_eq!(Real::nextafter(5e-324_f64, 0.0).to_bits(), 0);
    assert_eq!(Real::nextafter(-5e-324_f64, 0.0).to_bits(), 1 << 63);
    assert_eq!(Real::nextafter(f32::MAX, f32::INFINITY), f32::INFINITY);
}
