//! Telling values of every dtype: zeros, ones, limits, ties, halves of ranges, and what is no number.

use num_bigint::BigInt;
use runtime::{DType, Kind};

use super::Bits;
use super::exact::Exact;
use super::format::Format;
use super::integer::wrapped;

/// Edge values of a dtype; of a narrow one all.
pub fn edges(dtype: DType) -> Vec<Bits> {
    let mut all: Vec<Bits> = match (dtype.kind(), Format::of(dtype)) {
        (Kind::Bool, _) => vec![(0, 0), (1, 0)],
        _ if dtype.is_narrow() => (0..1 << dtype.bits()).map(|bits| (bits, 0)).collect(),
        (Kind::Complex, Some(format)) => complex(format),
        (_, Some(format)) => floats(format).into_iter().map(|bits| (bits, 0)).collect(),
        _ => integers(dtype),
    };
    let mut seen = std::collections::HashSet::new();
    all.retain(|&bits| seen.insert(bits));
    all
}

/// Edge values of a dtype for pairs: all of them, of a complex one fewer.
pub fn of_pairs(dtype: DType) -> Vec<Bits> {
    let all = edges(dtype);
    match dtype.kind() {
        Kind::Complex => all.into_iter().step_by(7).collect(),
        _ => all,
    }
}

fn integers(dtype: DType) -> Vec<Bits> {
    let info = dtype.iinfo().expect("an integer dtype");
    let powers = [7, 8, 11, 15, 16, 24, 31, 32, 53, 62, 63];
    let small = [0, 1, 2, 3, 5, 7, 10, 31, 64, 100].into_iter().flat_map(|value| [value, -value]);
    let near = powers.into_iter().flat_map(|power| {
        [-1, 0, 1].into_iter().flat_map(move |off| {
            let value = (1_i128 << power) + off;
            [value, -value]
        })
    });
    let limits = [info.min, info.min + 1, info.max - 1, info.max];
    // Halfway between two halves, and between two floats, and just off that.
    let ties = [
        257,
        259,
        2049,
        2051,
        65_519,
        65_520,
        16_777_219,
        // Above a tie of bfloat16 by what float32 does not have.
        (1 << 30) + (1 << 22) + 1,
        (1 << 54) + 2,
        (1 << 54) + 3,
        (1 << 62) + (1 << 54),
    ];
    small
        .chain(near)
        .chain(limits)
        .chain(ties)
        .filter(|value| (info.min..=info.max).contains(value))
        .map(|value| (wrapped(dtype, value), 0))
        .collect()
}

fn of_number(format: Format, over: i64, exponent: i64) -> u64 {
    let value = Exact::integer(&BigInt::from(over));
    format.nearest(&Exact { exponent, ..value })
}

fn floats(format: Format) -> Vec<u64> {
    let stored = format.precision - 1;
    let one = of_number(format, 1, 0);
    let digits = i64::from(format.precision);
    let mut positive = vec![0, 1, 2, 3, (1 << stored) - 1, 1 << stored, (1 << stored) + 1];
    positive.extend([format.max() - 1, format.max(), format.infinity()]);
    positive.extend([one - 1, one, one + 1]);
    let numbers = [
        (1, -1),
        (3, -1),
        (5, -1),
        (2, 0),
        (3, 0),
        (7, 0),
        (10, 0),
        (100, 0),
        (127, 0),
        (128, 0),
        (255, 0),
        (1000, 0),
        (65_504, 0),
        (1, 24),
        (1, 31),
        (1, 53),
        (1, 63),
        (1, 64),
    ];
    positive.extend(numbers.map(|(over, exponent)| of_number(format, over, exponent)));
    // Near a third, π, π/2, e and ln 2; the half of a last place of 1, where sums tie; and 2^precision.
    let thirds =
        [(6_004_799_503_160_661, -54), (7_074_237_752_028_440, -51), (7_074_237_752_028_440, -52)];
    positive.extend(thirds.map(|(over, exponent)| of_number(format, over, exponent)));
    let others = [
        (6_121_026_514_868_073, -51),
        (6_243_314_768_165_359, -53),
        (1, -digits),
        (3, -digits),
        (1, digits),
    ];
    positive.extend(others.map(|(over, exponent)| of_number(format, over, exponent)));
    // Above ties of bfloat16 and float16 by what float32 does not have.
    let ties = [(1 << 40) + (1 << 32) + 1, (1 << 40) + (1 << 29) + 1];
    positive.extend(ties.map(|over| of_number(format, over, -40)));
    positive.extend([
        of_number(format, 709, 0),
        of_number(format, 88, 0),
        of_number(format, 1, -30),
    ]);
    let mut all: Vec<u64> =
        positive.into_iter().flat_map(|bits| [bits, bits | format.sign()]).collect();
    all.push(format.nan());
    all
}

/// Every pair of some parts.
fn complex(format: Format) -> Vec<Bits> {
    let one = of_number(format, 1, 0);
    let numbers = [(1, -1), (3, 0), (100, 0), (1, -30)];
    let mut positive = vec![0, 1, one, one + 1, format.max(), format.infinity()];
    positive.extend(numbers.map(|(over, exponent)| of_number(format, over, exponent)));
    let mut parts: Vec<u64> =
        positive.into_iter().flat_map(|bits| [bits, bits | format.sign()]).collect();
    parts.push(format.nan());
    let pair = |&re: &u64| parts.iter().map(move |&im| (re, im));
    parts.iter().flat_map(pair).collect()
}
