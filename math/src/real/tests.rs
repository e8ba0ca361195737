//! The real functions against limits, hard arguments, their forms for slices, and digests of their bits.
#![expect(clippy::cast_possible_truncation, reason = "f32 is tested at what an f64 rounds to")]

use std::vec;
use std::vec::Vec;

use super::Real;
use crate::arithmetic::{ForFloat16, Native};
use crate::bits::{pow2, sqrt_by_integers};
use crate::digest::digest;

mod float32;
mod float64;
mod limits;

/// A function of one number: its name, itself, and its form for slices.
type Unary<T> = (&'static str, fn(T) -> T, fn(&[T], &mut [T]));
/// The same of two numbers.
type Binary<T> = (&'static str, fn(T, T) -> T, fn(&[T], &[T], &mut [T]));

macro_rules! functions {
    ($($name:ident $slice:ident),*) => { [$((stringify!($name), T::$name, T::$slice::<Native>)),*] };
}

/// All but `sqrt`, which has a test of its own.
fn unary<T: Real>() -> [Unary<T>; 22] {
    functions!(
        rsqrt rsqrt_slice, cbrt cbrt_slice, sigmoid sigmoid_slice, exp exp_slice, exp2 exp2_slice, expm1 expm1_slice, log log_slice, log1p log1p_slice, log2 log2_slice, log10 log10_slice,
        sin sin_slice, cos cos_slice, tan tan_slice, asin asin_slice, acos acos_slice, atan atan_slice,
        sinh sinh_slice, cosh cosh_slice, tanh tanh_slice, asinh asinh_slice, acosh acosh_slice, atanh atanh_slice
    )
}

fn binary<T: Real>() -> [Binary<T>; 5] {
    functions!(
        pow pow_slice, atan2 atan2_slice, hypot hypot_slice, logaddexp logaddexp_slice, nextafter nextafter_slice
    )
}

fn unary_named<T: Real>(name: &str) -> fn(T) -> T {
    unary().into_iter().find(|f| f.0 == name).unwrap_or_else(|| panic!("no function {name}")).1
}

fn binary_named<T: Real>(name: &str) -> fn(T, T) -> T {
    binary().into_iter().find(|f| f.0 == name).unwrap_or_else(|| panic!("no function {name}")).1
}

/// Equal, signs of zero included; every NaN is alike.
fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

#[test]
fn limits_of_one_argument() {
    for &(name, x, wanted) in limits::UNARY {
        let got = unary_named::<f64>(name)(x);
        assert!(same(got, wanted), "{name}({x:?}) is {got:?}, not {wanted:?}");
        let got = unary_named::<f32>(name)(x as f32);
        assert!(
            same(got.into(), (wanted as f32).into()),
            "{name}({x:?}f32) is {got:?}, not {wanted:?}"
        );
    }
}

#[test]
fn limits_of_two_arguments() {
    for &(name, x, y, wanted) in limits::BINARY {
        let got = binary_named::<f64>(name)(x, y);
        assert!(same(got, wanted), "{name}({x:?}, {y:?}) is {got:?}, not {wanted:?}");
        let got = binary_named::<f32>(name)(x as f32, y as f32);
        assert!(
            same(got.into(), (wanted as f32).into()),
            "{name}({x:?}f32, {y:?}f32) is {got:?}, not {wanted:?}"
        );
    }
}

/// Squares and roots have ways of their own in slices, and are rounded once.
#[test]
fn a_slice_of_squares_or_of_roots_is_what_its_powers_are() {
    fn check<T: Real + From<f32> + core::ops::Mul<Output = T> + core::fmt::Debug>(
        bits: fn(T) -> u64,
    ) {
        let steps = (0_u16..4000).map(|step| f32::from_bits(u32::from(step) * 0x0010_0001));
        let x: Vec<T> =
            steps.flat_map(|x| [x, -x]).chain([4097.0, f32::NAN]).map(T::from).collect();
        for exponent in [2.0, 0.5].map(T::from) {
            let (mut slice, mut mixed) = (vec![T::from(0.0); x.len()], vec![T::from(0.0); x.len()]);
            let mut y = vec![exponent; x.len()];
            T::pow_slice::<Native>(&x, &y, &mut slice);
            *y.last_mut().expect("there are numbers") = T::from(3.0);
            T::pow_slice::<Native>(&x, &y, &mut mixed);
            let last = x.len() - 1;
            for ((&x, &got), &mixed) in x.iter().zip(&slice).zip(&mixed).take(last) {
                let wanted = T::pow(x, exponent);
                assert_eq!(bits(got), bits(wanted), "pow({x:?}, {exponent:?}) in a slice");
                assert_eq!(bits(mixed), bits(wanted), "pow({x:?}, {exponent:?}) among others");
                let zero = T::from(0.0);
                let once = if exponent == T::from(2.0) { x * x } else { T::sqrt(x) };
                let is_limit = once != once || once == zero;
                assert!(is_limit || bits(once) == bits(got), "rounded once: {x:?} {exponent:?}");
            }
        }
    }
    check::<f32>(|x| x.to_bits().into());
    check::<f64>(f64::to_bits);
}

/// Of two arguments: [`ForFloat16`] has ways of its own there.
#[test]
fn limits_of_two_arguments_for_halves() {
    type Half = ForFloat16<Native>;
    type OfTwo = fn(f32, f32) -> f32;
    let functions: [(&str, OfTwo); 4] = [
        ("pow", f32::pow_by::<Half>),
        ("atan2", f32::atan2_by::<Half>),
        ("hypot", f32::hypot_by::<Half>),
        ("logaddexp", f32::logaddexp_by::<Half>),
    ];
    for &(name, x, y, wanted) in limits::BINARY.iter().filter(|one| !one.3.is_finite()) {
        let Some((_, function)) = functions.iter().find(|one| one.0 == name) else { continue };
        let got = function(x as f32, y as f32);
        assert!(same(got.into(), wanted), "{name}({x:?}, {y:?}) is {got:?}, not {wanted:?}");
    }
}

#[test]
fn hard_arguments_of_f64_are_within_an_ulp() {
    for &(name, x, wanted) in float64::UNARY {
        let (x, wanted) = (f64::from_bits(x), f64::from_bits(wanted));
        let got = unary_named::<f64>(name)(x);
        assert!(
            got.to_bits().abs_diff(wanted.to_bits()) <= 1,
            "{name}({x:?}) is {got:?}, not {wanted:?}"
        );
    }
    for &(name, x, y, wanted) in float64::BINARY {
        let (x, y, wanted) = (f64::from_bits(x), f64::from_bits(y), f64::from_bits(wanted));
        let got = binary_named::<f64>(name)(x, y);
        assert!(
            got.to_bits().abs_diff(wanted.to_bits()) <= 1,
            "{name}({x:?}, {y:?}) is {got:?}, not {wanted:?}"
        );
    }
}

#[test]
fn hard_arguments_of_f32_are_within_an_ulp() {
    for &(name, x, wanted) in float32::UNARY {
        let (x, wanted) = (f32::from_bits(x), f32::from_bits(wanted));
        let got = unary_named::<f32>(name)(x);
        assert!(
            got.to_bits().abs_diff(wanted.to_bits()) <= 1,
            "{name}({x:?}) is {got:?}, not {wanted:?}"
        );
    }
    for &(name, x, y, wanted) in float32::BINARY {
        let (x, y, wanted) = (f32::from_bits(x), f32::from_bits(y), f32::from_bits(wanted));
        let got = binary_named::<f32>(name)(x, y);
        assert!(
            got.to_bits().abs_diff(wanted.to_bits()) <= 1,
            "{name}({x:?}, {y:?}) is {got:?}, not {wanted:?}"
        );
    }
}

/// A few thousand numbers: of every exponent, of the range where most functions are interesting, and the limits.
fn sample() -> Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    let mut values: Vec<f64> = (0..1500).map(|_| f64::from_bits(next())).collect();
    values.extend((0..1500).map(|_| (next() >> 11) as f64 * pow2(-53.0) * 8.0 - 4.0));
    values.extend(limits::UNARY.iter().map(|limit| limit.1));
    values
}

fn slices_have_the_bits_of_numbers<T: Real + Into<f64>>(x: &[T], y: &[T]) {
    let mut out = x.to_vec();
    let differs = |got: T, wanted: T| !same(got.into(), wanted.into());
    for (name, f, slice) in unary::<T>() {
        slice(x, &mut out);
        let different = (0..x.len()).find(|&i| differs(out[i], f(x[i]))).map(|i| x[i].into());
        assert_eq!(different, None, "{name}");
    }
    for (name, f, slice) in binary::<T>() {
        slice(x, y, &mut out);
        let different = (0..x.len()).find(|&i| differs(out[i], f(x[i], y[i])));
        assert_eq!(different.map(|i| (x[i].into(), y[i].into())), None, "{name}");
    }
}

#[test]
fn slices_of_f64_have_the_bits_of_numbers() {
    let x = sample();
    let y: Vec<f64> = x.iter().rev().copied().collect();
    slices_have_the_bits_of_numbers(&x, &y);
}

#[test]
fn slices_of_f32_have_the_bits_of_numbers() {
    let x: Vec<f32> = sample().iter().map(|&x| x as f32).collect();
    let y: Vec<f32> = x.iter().rev().copied().collect();
    slices_have_the_bits_of_numbers(&x, &y);
}

#[test]
fn slices_are_processed_up_to_the_shortest() {
    let (long, short) = ([1.0; 600], [1.0; 300]);
    for (name, f, slice) in unary::<f64>() {
        let mut out = vec![7.0; 500];
        slice(&short, &mut out);
        assert!(out[..300].iter().all(|&o| same(o, f(1.0))), "{name}");
        assert_eq!(out[300..], [7.0; 200], "{name}");
    }
    for (name, f, slice) in binary::<f64>() {
        let mut out = vec![7.0; 500];
        slice(&long, &short, &mut out);
        assert!(out[..300].iter().all(|&o| same(o, f(1.0, 1.0))), "{name}");
        assert_eq!(out[300..], [7.0; 200], "{name}");
    }
}

/// The same bits on whatever machine this runs. A change of an algorithm changes the digest.
#[test]
fn bits_are_pinned() {
    let x = sample();
    let y: Vec<f64> = x.iter().rev().copied().collect();
    let pairs = || x.iter().zip(&y);
    let mut state = 0;
    for (_, f, _) in unary::<f64>() {
        state = x.iter().fold(state, |state, &x| digest(state, f(x)));
    }
    for (_, f, _) in unary::<f32>() {
        state = x.iter().fold(state, |state, &x| digest(state, f(x as f32).into()));
    }
    for (_, f, _) in binary::<f64>() {
        state = pairs().fold(state, |state, (&x, &y)| digest(state, f(x, y)));
    }
    for (_, f, _) in binary::<f32>() {
        state = pairs().fold(state, |state, (&x, &y)| digest(state, f(x as f32, y as f32).into()));
    }
    assert_eq!(state, 0x98a5_65aa_c55e_b331, "digest of all functions: {state:#018x}");
}

#[test]
fn square_roots_by_integers_are_those_of_the_processor() {
    let near =
        |x: f64| (-3_i64..=3).map(move |by| f64::from_bits(x.to_bits().wrapping_add_signed(by)));
    let squares = (1..3000).flat_map(|n| near(f64::from(n * n)));
    let powers = (-1021..1024).flat_map(|k| near(pow2(k.into())));
    let subnormals = (0..52).flat_map(|k| near(f64::from_bits(8 << k)));
    for x in sample().into_iter().map(f64::abs).chain(squares).chain(powers).chain(subnormals) {
        assert!(same(sqrt_by_integers(x), x.sqrt()), "of {x:?}: {:?}", sqrt_by_integers(x));
        assert!(same(Real::sqrt(x), x.sqrt()), "of {x:?}: {:?}", Real::sqrt(x));
        let short = x as f32;
        assert!(same(Real::sqrt(short).into(), short.sqrt().into()), "of {short:?}");
    }
    for x in [-0.0, -1.0, -5e-324, f64::NEG_INFINITY, f64::NAN] {
        assert!(same(sqrt_by_integers(x), x.sqrt()), "of {x:?}: {:?}", sqrt_by_integers(x));
    }
}

#[test]
fn exponentials_and_their_inverses_rise() {
    let points = || (-2000..2000).map(|i| f64::from(i) / 64.0);
    for name in ["exp", "expm1", "tanh", "sinh", "asinh"] {
        let f = unary_named::<f64>(name);
        let falls = points().zip(points().skip(1)).find(|&(a, b)| f(a) > f(b));
        assert_eq!(falls, None, "{name}");
    }
}

#[test]
fn roots_of_cubes_and_powers_of_2_are_exact() {
    for n in -2000_i32..2000 {
        let n = f64::from(n);
        assert_eq!(Real::cbrt(n * n * n), n);
    }
    for k in -149..128 {
        assert_eq!(Real::exp2(k as f32), crate::bits::ldexp(1.0, k) as f32, "2^{k}");
    }
    for k in -1074..1024 {
        assert_eq!(Real::exp2(f64::from(k)), crate::bits::ldexp(1.0, k), "2^{k}");
    }
    for k in -511..512 {
        assert_eq!(Real::rsqrt(pow2(f64::from(2 * k))), pow2(f64::from(-k)), "2^{k}");
    }
}

#[test]
fn log2_of_powers_of_2_is_exact() {
    for k in -1074..1024 {
        let power = if k < -1022 { f64::from_bits(1 << (k + 1074)) } else { pow2(k.into()) };
        assert_eq!(Real::log2(power), f64::from(k));
    }
}

#[test]
fn neighbours() {
    let bits = |x: f64, y: f64| Real::nextafter(x, y).to_bits();
    assert_eq!(bits(1.0, 2.0), 0x3ff0_0000_0000_0001);
    assert_eq!(bits(1.0, 0.0), 0x3fef_ffff_ffff_ffff);
    assert_eq!(bits(-1.0, 0.0), 0xbfef_ffff_ffff_ffff);
    assert_eq!(bits(0.0, -1.0), 0x8000_0000_0000_0001);
    assert_eq!(bits(5e-324, 0.0), 0);
    assert_eq!(bits(-5e-324, 0.0), 1 << 63);
    assert_eq!(Real::nextafter(f64::MAX, f64::INFINITY), f64::INFINITY);
    assert_eq!(Real::nextafter(f64::INFINITY, 0.0), f64::MAX);
    assert_eq!(Real::nextafter(1.0_f32, 2.0).to_bits(), 0x3f80_0001);
    assert_eq!(Real::nextafter(f32::MAX, f32::INFINITY), f32::INFINITY);
}
