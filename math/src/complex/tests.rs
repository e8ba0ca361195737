//! The complex functions against tables of special values and of hard points.

use std::string::String;
use std::vec::Vec;
use std::{format, println, vec};

use super::{Complex, arithmetic, exponential, hyperbolic, inverse, parts, power};
use crate::Real;
use crate::arithmetic::{Native, Plain};
use crate::digest::digest;

type C = Complex<f64>;

const UNARY: &str = "reciprocal square abs sign sqrt exp expm1 log log1p log2 log10 sin cos tan \
                     asin acos atan sinh cosh tanh asinh acosh atanh";

/// A function by its name in the tables; those of one argument ignore the second one.
fn apply<T: Real + Default>(name: &str, z: Complex<T>, w: Complex<T>) -> Complex<T> {
    match name {
        "multiply" => z * w,
        "divide" => z / w,
        "pow" => z.pow(w),
        "abs" => Complex::new(z.abs(), T::default()),
        "reciprocal" => z.reciprocal(),
        "square" => z.square(),
        "sign" => z.sign(),
        "sqrt" => z.sqrt(),
        "rsqrt" => z.rsqrt(),
        "sigmoid" => z.sigmoid(),
        "exp2" => z.exp2(),
        "exp" => z.exp(),
        "expm1" => z.expm1(),
        "log" => z.log(),
        "log1p" => z.log1p(),
        "log2" => z.log2(),
        "log10" => z.log10(),
        "sin" => z.sin(),
        "cos" => z.cos(),
        "tan" => z.tan(),
        "asin" => z.asin(),
        "acos" => z.acos(),
        "atan" => z.atan(),
        "sinh" => z.sinh(),
        "cosh" => z.cosh(),
        "tanh" => z.tanh(),
        "asinh" => z.asinh(),
        "acosh" => z.acosh(),
        "atanh" => z.atanh(),
        _ => panic!("no function {name}"),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "f32 is tested at what an f64 rounds to")]
fn narrow(z: C) -> Complex<f32> {
    Complex::new(z.re as f32, z.im as f32)
}

fn widen(z: Complex<f32>) -> C {
    Complex::new(z.re.into(), z.im.into())
}

/// A number of a table, and whether its sign is free.
fn number(text: &str) -> (f64, bool) {
    use core::f64::consts::PI;
    let (text, free) = text.strip_prefix('~').map_or((text, false), |rest| (rest, true));
    let (digits, sign) = text.strip_prefix('-').map_or((text, 1.0), |rest| (rest, -1.0));
    let value = match digits {
        "pi" => PI,
        "pi/2" => PI / 2.0,
        "pi/4" => PI / 4.0,
        "3pi/4" => PI - PI / 4.0,
        _ => digits.parse().unwrap_or_else(|_| panic!("no number: {digits}")),
    };
    (sign * value, free)
}

/// The functions, numbers and lines of a table.
fn lines(table: &str) -> impl Iterator<Item = (&str, Vec<(f64, bool)>, &str)> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let (name, rest) = line.split_once(':').expect("function : numbers");
        let numbers = rest.split_whitespace().filter(|word| !matches!(*word, "," | "->"));
        (name.trim(), numbers.map(number).collect(), line)
    })
}

/// Whether a part is the wanted one: the sign of a zero counts, every NaN is alike.
fn matches(got: f64, (wanted, free): (f64, bool), tolerance: f64) -> bool {
    let (got, wanted) = if free { (got.abs(), wanted.abs()) } else { (got, wanted) };
    if wanted.is_nan() || wanted.is_infinite() {
        return (wanted.is_nan() && got.is_nan()) || wanted == got;
    }
    got.is_sign_negative() == wanted.is_sign_negative()
        && (got - wanted).abs() <= tolerance * wanted.abs()
}

fn report(mistakes: &[String]) {
    mistakes.iter().for_each(|mistake| println!("{mistake}"));
    assert!(mistakes.is_empty(), "{} mistakes", mistakes.len());
}

/// Holds both types against a line of special values, and lists what differs.
fn check(name: &str, z: C, w: C, wanted: [(f64, bool); 2], line: &str, into: &mut Vec<String>) {
    let wide = apply(name, z, w);
    let short = widen(apply(name, narrow(z), narrow(w)));
    for (got, tolerance, dtype) in [(wide, 1e-15, "f64"), (short, 2e-7, "f32")] {
        if !matches(got.re, wanted[0], tolerance) || !matches(got.im, wanted[1], tolerance) {
            into.push(format!("{line}: {name}({z:?}, {w:?}) of {dtype} is {got:?}"));
        }
    }
}

#[test]
fn special_values_and_their_conjugates() {
    let mut mistakes = Vec::new();
    for (name, n, line) in lines(include_str!("tests/special.txt")) {
        let [x, y, re, im] = n[..] else { panic!("four numbers: {line}") };
        check(name, C::new(x.0, y.0), C::default(), [re, im], line, &mut mistakes);
        // The modulus is real, and the sign of a NaN does not count.
        let turned = if name == "abs" { im } else { (-im.0, im.1) };
        check(name, C::new(x.0, -y.0), C::default(), [re, turned], line, &mut mistakes);
    }
    report(&mistakes);
}

#[test]
fn special_values_of_pairs() {
    let mut mistakes = Vec::new();
    for (name, n, line) in lines(include_str!("tests/pairs.txt")) {
        let [a, b, c, d, re, im] = n[..] else { panic!("six numbers: {line}") };
        check(name, C::new(a.0, b.0), C::new(c.0, d.0), [re, im], line, &mut mistakes);
    }
    report(&mistakes);
}

const GRID: [f64; 17] = [
    0.0,
    -0.0,
    5e-324,
    1e-310,
    1e-160,
    0.5,
    1.0,
    -1.0,
    1.5,
    -2.5,
    30.0,
    800.0,
    1e160,
    1e308,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Equal, signs of zero included; every NaN is alike.
fn same(a: C, b: C) -> bool {
    let part = |a: f64, b: f64| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
    part(a.re, b.re) && part(a.im, b.im)
}

#[test]
fn conjugates_map_to_conjugates() {
    let mut mistakes = Vec::new();
    for name in UNARY.split_whitespace().filter(|name| *name != "abs") {
        for (x, y) in GRID.iter().flat_map(|&x| GRID.map(|y| (x, y))) {
            let z = C::new(x, y);
            let (mut f, mut g) = (apply(name, z, z), apply(name, z.conj(), z));
            if name == "acosh" && y.is_nan() {
                // The sign is free, and NaN is its own conjugate.
                (f.im, g.im) = (f.im.abs(), -g.im.abs());
            }
            let zero = name == "sign" && x == 0.0 && y == 0.0;
            let pole = name == "reciprocal" && x == 0.0 && y == 0.0;
            if !zero && !pole && !same(f.conj(), g) {
                mistakes.push(format!("{name}({z:?}) is {f:?}, of the conjugate {g:?}"));
            }
        }
    }
    report(&mistakes);
}

#[test]
fn odd_and_even_functions() {
    let mut mistakes = Vec::new();
    for (name, sign) in "sin tan asin atan sinh tanh asinh atanh cos cosh"
        .split_whitespace()
        .map(|name| (name, if name.starts_with("cos") { 1.0 } else { -1.0 }))
    {
        for (x, y) in GRID.iter().flat_map(|&x| GRID.map(|y| (x, y))) {
            let z = C::new(x, y);
            let (f, g) = (apply(name, z, z), apply(name, -z, z));
            if !same(C::new(sign * f.re, sign * f.im), g) {
                mistakes.push(format!("{name}({z:?}) is {f:?}, of its negative {g:?}"));
            }
        }
    }
    report(&mistakes);
}

/// The distance between two finite numbers in units in the last place.
fn apart(a: f64, b: f64) -> u64 {
    let rank = |x: f64| if x < 0.0 { !x.to_bits() } else { x.to_bits() | (1 << 63) };
    if a == b { 0 } else { rank(a).abs_diff(rank(b)) }
}

fn same_sign(a: f64, b: f64) -> bool {
    a.is_sign_negative() == b.is_sign_negative()
}

fn apart_narrow(a: f32, b: f32) -> u64 {
    let rank = |x: f32| if x < 0.0 { !x.to_bits() } else { x.to_bits() | (1 << 31) };
    if a == b { 0 } else { u64::from(rank(a).abs_diff(rank(b))) }
}

/// Points of each function, with values from mpmath at 3000 bits, rounded to nearest.
#[test]
fn hard_points() {
    let mut mistakes = Vec::new();
    for (name, n, line) in lines(include_str!("tests/points.txt")) {
        let [a, b, c, d, re, im] = n[..] else { panic!("six numbers: {line}") };
        let got = apply(name, C::new(a.0, b.0), C::new(c.0, d.0));
        let off = apart(got.re, re.0).max(apart(got.im, im.0));
        if off > 3 {
            mistakes.push(format!("{line}: {got:?} is {off} ulp off"));
        }
    }
    for (name, n, line) in lines(include_str!("tests/points_f32.txt")) {
        let [a, b, c, d, re, im] = n[..] else { panic!("six numbers: {line}") };
        let narrow = |x: (f64, bool), y: (f64, bool)| narrow(C::new(x.0, y.0));
        let (got, wanted) = (apply(name, narrow(a, b), narrow(c, d)), narrow(re, im));
        let off = apart_narrow(got.re, wanted.re).max(apart_narrow(got.im, wanted.im));
        if off > 1 {
            mistakes.push(format!("{line}: {got:?} is {off} ulp off"));
        }
    }
    report(&mistakes);
}

/// The same bits on whatever machine this runs. A change of an algorithm changes the digest.
#[test]
fn bits_are_pinned() {
    let mut state = 0;
    for name in UNARY.split_whitespace().chain(["multiply", "divide", "pow"]) {
        for (i, (x, y)) in GRID.iter().flat_map(|&x| GRID.map(|y| (x, y))).enumerate() {
            let (z, w) = (C::new(x, y), C::new(GRID[i * 5 % 17], GRID[i * 7 % 13]));
            let (f, short) = (apply(name, z, w), widen(apply(name, narrow(z), narrow(w))));
            state = [f.re, f.im, short.re, short.im].into_iter().fold(state, digest);
        }
    }
    assert_eq!(state, 0x2f12_d56d_39dd_7541, "digest of all functions: {state:#018x}");
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Between `-size` and `size`.
    fn within(&mut self, size: f64) -> f64 {
        ((self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0) * size
    }

    /// Any bits.
    fn any(&mut self) -> f64 {
        f32::from_bits(u32::try_from(self.next() >> 32).unwrap_or(0)).into()
    }

    /// A number of the `case`-th kind: any, of moderate size, and near where terms cancel or a function has a zero or a pole.
    fn number(&mut self, case: usize) -> C {
        use core::f64::consts::FRAC_PI_2;
        let sizes = [1.0, 1e-3, 1e-6, 1e-9, 1e-12, 1e-30];
        let (angle, tiny) = (self.within(4.0), self.within(sizes[case / 10 % sizes.len()]));
        let on_circle = |shift: f64| (angle.cos() + shift, angle.sin());
        let quarters = (self.next() % 64) as f64 - 32.0;
        let near_quarter = quarters.mul_add(FRAC_PI_2, tiny);
        let (re, im) = match case % 10 {
            0 => (self.any(), self.any()),
            1 => (self.within(4.0), self.within(4.0)),
            2 => on_circle(0.0),
            3 => on_circle(-1.0),
            4 => (-(angle / 3.0).cos().abs().ln(), angle / 3.0),
            5 => (near_quarter, tiny),
            6 => (tiny, near_quarter),
            7 => (self.within(100.0), self.within(1e9)),
            8 => (tiny, self.within(1.0) * tiny),
            _ => (self.within(100.0), tiny),
        };
        Complex::new(re, im)
    }
}

/// How many numbers are tried of each function: `CONCORD_CASES` asks for more.
fn cases() -> usize {
    std::env::var("CONCORD_CASES").map_or(20_000, |cases| cases.parse().expect("a number"))
}

/// What double-doubles of 57 bits give is within 2 ulp of what those of 100 bits or steps of real functions do.
#[test]
fn short_is_near_wide() {
    type Function = fn(C) -> C;
    let functions: [(&str, Function, Function); 18] = [
        ("sign", parts::sign, arithmetic::sign),
        ("sqrt", parts::sqrt, arithmetic::sqrt),
        ("rsqrt", parts::rsqrt, arithmetic::rsqrt),
        ("sigmoid", parts::sigmoid, exponential::sigmoid),
        ("exp", parts::exp, exponential::exp),
        ("exp2", parts::exp2, power::exp2),
        ("expm1", parts::expm1, exponential::expm1),
        ("log", parts::log, exponential::log),
        ("log1p", parts::log1p, exponential::log1p),
        ("log2", parts::log2, exponential::log2),
        ("log10", parts::log10, exponential::log10),
        ("sinh", parts::sinh, hyperbolic::sinh),
        ("cosh", parts::cosh, hyperbolic::cosh),
        ("tanh", parts::tanh, hyperbolic::tanh),
        ("acos", parts::acos, inverse::acos),
        ("asinh", parts::asinh, inverse::asinh),
        ("acosh", parts::acosh, inverse::acosh),
        ("atanh", parts::atanh, inverse::atanh),
    ];
    let mut mistakes = Vec::new();
    for (name, short, wide) in functions {
        let mut random = Random(3);
        for case in 0..cases() {
            let z = match random.number(case) {
                z if case % 11 == 1 => C::new(z.re, 0.0_f64.copysign(z.im)),
                z if case % 11 == 2 => C::new(0.0_f64.copysign(z.re), z.im),
                z if case % 11 == 3 => C::new(1.0_f64.copysign(z.re), 0.0_f64.copysign(z.im)),
                z if case % 11 == 4 => C::new(0.0_f64.copysign(z.re), 1.0_f64.copysign(z.im)),
                z => z,
            };
            let (got, wanted) = (short(z), wide(z));
            // Where the real part of these cancels, it has an error of its own.
            let cancels = matches!(name, "expm1" | "sigmoid");
            let free = if cancels { 0.5 * f64::EPSILON * wanted.im.abs() } else { 0.0 };
            let part = |got: f64, wanted: f64| match wanted.is_nan() {
                true => got.is_nan(),
                false if wanted == 0.0 && got == 0.0 => same_sign(got, wanted),
                false => apart(got, wanted) <= 2 || (got - wanted).abs() <= free,
            };
            if !part(got.re, wanted.re) || !part(got.im, wanted.im) {
                mistakes.push(format!("{name} of {z:?}: got {got:?}, wanted {wanted:?}"));
            }
        }
    }
    report(&mistakes);
}

/// Functions of parts are those of numbers, bit for bit, however many there are and by whatever arithmetic.
#[test]
fn parts_are_computed_as_numbers_are() {
    type Parts = fn(&mut [f64], &mut [f64]);
    macro_rules! functions {
        ($($name:ident $parts:ident),*) => {
            [$((stringify!($name), C::$parts::<Plain> as Parts, C::$parts::<Native> as Parts, C::$name as fn(C) -> C)),*]
        };
    }
    let functions = functions! {
        exp exp_parts, exp2 exp2_parts, expm1 expm1_parts, log log_parts, log1p log1p_parts, log2 log2_parts,
        log10 log10_parts, sin sin_parts, cos cos_parts, tan tan_parts, asin asin_parts, acos acos_parts,
        atan atan_parts, sinh sinh_parts, cosh cosh_parts, tanh tanh_parts, asinh asinh_parts, acosh acosh_parts,
        atanh atanh_parts, sqrt sqrt_parts, sign sign_parts, rsqrt rsqrt_parts, reciprocal reciprocal_parts, sigmoid sigmoid_parts
    };
    let special = GRID.iter().flat_map(|&x| GRID.map(|y| C::new(x, y)));
    let mut random = Random(5);
    let numbers: Vec<C> = special.chain((0..1000).map(|case| random.number(case))).collect();
    let mut mistakes = Vec::new();
    for (name, plain, native, of_one) in functions {
        for (parts, count) in [(plain, numbers.len()), (native, numbers.len()), (plain, 3)] {
            let numbers = &numbers[..count];
            let (mut re, mut im): (Vec<f64>, Vec<f64>) =
                numbers.iter().map(|z| (z.re, z.im)).unzip();
            parts(&mut re, &mut im);
            for (&z, (&re, &im)) in numbers.iter().zip(re.iter().zip(&im)) {
                let (got, wanted) = (C::new(re, im), of_one(z));
                if !same(got, wanted) {
                    mistakes.push(format!("{name} of {z:?}: {got:?} among many, {wanted:?} alone"));
                }
            }
        }
    }
    type PartsOfTwo = fn((&mut [f64], &mut [f64]), (&[f64], &[f64]));
    type OfTwo = fn(C, C) -> C;
    let of_two: [(&str, PartsOfTwo, OfTwo); 3] = [
        ("pow", C::pow_parts::<Native>, C::pow),
        ("pow", C::pow_parts::<Plain>, C::pow),
        ("divide", C::divide_parts::<Native>, arithmetic::divide),
    ];
    let others: Vec<C> = numbers.iter().rev().copied().collect();
    let reals = others.iter().map(|w| C::new(w.re, 0.0_f64.copysign(w.im))).collect();
    let integers = (-101..=101).map(|n| vec![C::new(f64::from(n), 0.0); numbers.len()]);
    for others in [others, reals].into_iter().chain(integers) {
        for (name, parts, of_two) in of_two {
            let (mut re, mut im): (Vec<f64>, Vec<f64>) =
                numbers.iter().map(|z| (z.re, z.im)).unzip();
            let (c, d): (Vec<f64>, Vec<f64>) = others.iter().map(|w| (w.re, w.im)).unzip();
            parts((&mut re, &mut im), (&c, &d));
            for (i, (&z, &w)) in numbers.iter().zip(&others).enumerate() {
                let (got, wanted) = (C::new(re[i], im[i]), of_two(z, w));
                if !same(got, wanted) {
                    mistakes.push(format!(
                        "{name} of {z:?}, {w:?}: {got:?} among many, {wanted:?} alone"
                    ));
                }
            }
        }
    }
    // Of numbers that are `f32`.
    let singles: Vec<C> = numbers.iter().map(|&z| widen(narrow(z))).collect();
    for (z, w) in singles.chunks(100).zip(singles.rchunks(100)) {
        let (mut re, mut im): (Vec<f64>, Vec<f64>) = z.iter().map(|z| (z.re, z.im)).unzip();
        let (c, d): (Vec<f64>, Vec<f64>) = w.iter().map(|w| (w.re, w.im)).unzip();
        let (mut inverse_re, mut inverse_im) = (re.clone(), im.clone());
        C::divide_f32_parts::<Native>((&mut re, &mut im), (&c, &d));
        C::reciprocal_f32_parts::<Native>(&mut inverse_re, &mut inverse_im);
        for (i, (&z, &w)) in z.iter().zip(w).enumerate() {
            let many = [C::new(re[i], im[i]), C::new(inverse_re[i], inverse_im[i])];
            let alone = [narrow(z) / narrow(w), narrow(z).reciprocal()].map(widen);
            for (got, wanted) in many.map(|z| widen(narrow(z))).into_iter().zip(alone) {
                if !same(got, wanted) {
                    mistakes.push(format!(
                        "quotient of {z:?}, {w:?}: {got:?} among many, {wanted:?} alone"
                    ));
                }
            }
        }
    }
    report(&mistakes);
}

/// A power is within half of its bound of what double-doubles of 100 bits give; one of a number on an axis, or by an
/// integer, has their zeros too.
#[test]
fn short_powers_are_near_wide() {
    let mut mistakes = Vec::new();
    let mut random = Random(4);
    for case in 0..cases() {
        let z = match random.number(case) {
            z if case % 7 == 1 => C::new(z.re, 0.0_f64.copysign(z.im)),
            z if case % 7 == 2 => C::new(0.0_f64.copysign(z.re), z.im),
            z if case % 7 == 3 => C::new(1.0_f64.copysign(z.re), 0.0_f64.copysign(z.im)),
            z if case % 7 == 4 => C::new(0.0_f64.copysign(z.re), 1.0_f64.copysign(z.im)),
            z => z,
        };
        let size = [16.0, 1.0, 1e-300, 1e-20][case % 4];
        let n = i32::try_from(random.next() % 25).unwrap_or(0) - 12;
        let (w, wanted) = match case % 5 {
            0 if n != 0 && z.is_finite() && z != C::default() => {
                (C::new(n.into(), 0.0), power::integer_wide(z, n))
            }
            kind => {
                let re = [random.within(size), n.into(), f64::from(n) / 4.0][kind % 3];
                let im = random.within(16.0) * [0.0, 1.0][case % 2];
                (C::new(re, im), power::pow(z, C::new(re, im)))
            }
        };
        let got = parts::pow(z, w);
        let bound = 2.0 * f64::EPSILON * (wanted.re.abs() + wanted.im.abs()) + f64::MIN_POSITIVE;
        let near = |got: f64, wanted: f64| match wanted {
            0.0 if got == 0.0 => same_sign(got, wanted),
            _ => {
                got == wanted || (got.is_nan() && wanted.is_nan()) || (got - wanted).abs() <= bound
            }
        };
        if !near(got.re, wanted.re) || !near(got.im, wanted.im) {
            mistakes.push(format!("{z:?} to the power {w:?}: got {got:?}, wanted {wanted:?}"));
        }
    }
    report(&mistakes);
}
