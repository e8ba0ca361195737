//! Every level gives the same bits, in debug and release: of `f64`, of pairs, and on a sample of `f32`.

use prove::function::Function;
use prove::levels::{self, BINARY, Level};

/// Bits of floats of every exponent, then of numbers in a few ranges where functions are interesting.
fn sample(mut state: u64) -> Vec<f64> {
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    let count = if cfg!(debug_assertions) { 2_000 } else { 250_000 };
    let mut all: Vec<f64> = (0..count).map(|_| f64::from_bits(next())).collect();
    for range in [2.0, 20.0, 800.0] {
        let mut unit = || (next() >> 11) as f64 / (1_u64 << 53) as f64;
        all.extend((0..count).map(|_| range * (2.0 * unit() - 1.0)));
    }
    // Powers of 2 and their neighbours, of both signs.
    let near = |e: u64| [0, 1, (1 << 52) - 1].map(|fraction| f64::from_bits(e << 52 | fraction));
    all.extend((0..2048).flat_map(near).flat_map(|x| [x, -x]));
    all
}

#[expect(clippy::cast_possible_truncation, reason = "f32 operands are what is wanted")]
fn narrow(x: &[f64]) -> Vec<f32> {
    x.iter().map(|&x| x as f32).collect()
}

fn available() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| level.is_available())
}

/// The first place where a level differs from the lowest one.
fn check<T: Copy + PartialEq + std::fmt::Debug>(
    what: &str,
    bits: fn(T) -> u64,
    x: &[T],
    y: &[T],
    run: impl Fn(Level, &mut [T]),
) {
    let mut lowest = x.to_vec();
    run(Level::Baseline, &mut lowest);
    for level in available().skip(1) {
        let mut out = x.to_vec();
        run(level, &mut out);
        let place = (0..x.len()).find(|&i| bits(out[i]) != bits(lowest[i]));
        let shown = place.map(|i| (x[i], y[i], out[i], lowest[i]));
        assert_eq!(shown, None, "{what} at {level:?}: operands, result, baseline's");
    }
}

#[test]
fn functions_of_one_number_have_the_same_bits_at_every_level() {
    let wide = sample(1);
    let short = narrow(&wide);
    for function in Function::ALL {
        let name = function.name();
        check(
            name,
            |x: f64| x.to_bits(),
            &wide,
            &wide,
            |level, out| {
                levels::of_f64(name, level)(&wide, out);
            },
        );
        check(
            name,
            |x: f32| x.to_bits().into(),
            &short,
            &short,
            |level, out| {
                levels::of_f32(name, level)(&short, out);
            },
        );
    }
}

#[test]
fn functions_of_two_numbers_have_the_same_bits_at_every_level() {
    let (x, y) = (sample(1), sample(2));
    let (x_short, y_short) = (narrow(&x), narrow(&y));
    for name in BINARY {
        check(
            name,
            |x: f64| x.to_bits(),
            &x,
            &y,
            |level, out| {
                levels::pairs_of_f64(name, level)(&x, &y, out);
            },
        );
        check(
            name,
            |x: f32| x.to_bits().into(),
            &x_short,
            &y_short,
            |level, out| {
                levels::pairs_of_f32(name, level)(&x_short, &y_short, out);
            },
        );
    }
}
