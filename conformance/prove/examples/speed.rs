//! Nanoseconds an element of each function at each level, over 65,536 elements; `speed <name>…` for some of them.

use std::time::Instant;

use prove::levels::{self, Level};

const COUNT: usize = 65_536;

/// The best time of a few, in nanoseconds an element.
fn time(mut run: impl FnMut()) -> f64 {
    // A short stretch may pass without an interruption even on a busy machine.
    let mut one = || {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64() * 1e9 / COUNT as f64
    };
    (0..100).map(|_| one()).fold(f64::INFINITY, f64::min)
}

fn domain(name: &str) -> (f64, f64) {
    match name {
        "log" | "log2" | "log10" => (1e-3, 1e3),
        "log1p" => (-0.9, 20.0),
        "sqrt" | "rsqrt" | "pow" => (0.1, 10.0),
        "asin" | "acos" | "atanh" => (-1.0, 1.0),
        "acosh" => (1.0, 100.0),
        _ => (-10.0, 10.0),
    }
}

fn values(name: &str, mut state: u64) -> Vec<f64> {
    let (low, high) = domain(name);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    (0..COUNT).map(|_| low + (high - low) * next()).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "f32 operands are what is wanted")]
fn narrow(x: &[f64]) -> Vec<f32> {
    x.iter().map(|&x| x as f32).collect()
}

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let is_chosen = |name: &str| chosen.is_empty() || chosen.iter().any(|one| one == name);
    let all = [Level::Baseline, Level::Avx2, Level::Avx512];
    println!("{:10} {:>24} {:>24}", "", "f32: sse2 avx2 avx512", "f64: sse2 avx2 avx512");
    for name in levels::UNARY.iter().filter(|name| is_chosen(name)) {
        let wide = values(name, 1);
        let short = narrow(&wide);
        let (mut out, mut out_wide) = (short.clone(), wide.clone());
        print!("{name:10}");
        for level in all {
            let run = levels::of_f32(name, level);
            print!(" {:7.3}", time(|| run(&short, &mut out)));
        }
        print!("  ");
        for level in all {
            let run = levels::of_f64(name, level);
            print!(" {:7.3}", time(|| run(&wide, &mut out_wide)));
        }
        println!();
    }
    for name in levels::BINARY.iter().filter(|name| is_chosen(name)) {
        let (x, y) = (values(name, 1), values("y", 2));
        let (x_short, y_short) = (narrow(&x), narrow(&y));
        let (mut out, mut out_wide) = (x_short.clone(), x.clone());
        print!("{name:10}");
        for level in all {
            let run = levels::pairs_of_f32(name, level);
            print!(" {:7.3}", time(|| run(&x_short, &y_short, &mut out)));
        }
        print!("  ");
        for level in all {
            let run = levels::pairs_of_f64(name, level);
            print!(" {:7.3}", time(|| run(&x, &y, &mut out_wide)));
        }
        println!();
    }
}
