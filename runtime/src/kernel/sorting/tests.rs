//! Lines sorted against the same sorted by comparison, bit for bit, on every way a line can take.
#![expect(clippy::cast_possible_truncation, reason = "elements are made of the lowest bits")]

use alloc::vec::Vec;
use alloc::{format, vec};
use core::cmp::Ordering;

use super::places;
use crate::generated::codes::*;
use crate::kernel::isa::{Baseline, Isa, Level};
use crate::kernel::ops::Ordered;

/// How many lines of which length: by networks, whole and padded; by bytes, in the cache and beyond it; in parts; by
/// comparison.
const SHAPES: [(usize, usize); 13] = [
    (40, 1),
    (33, 2),
    (70, 7),
    (16, 8),
    (47, 33),
    (17, 100),
    (5, 300),
    (2, 900),
    (32, 1024),
    (8, 2048),
    (3, 2049),
    (1, 20_000),
    (1, 70_000),
];

/// Elements in no order, of which many are equal.
fn elements<T: Copy>(count: usize, some: &[T], of: impl Fn(u64) -> T) -> Vec<T> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut one = || match (next() % 3, next()) {
        (0, bits) => some[bits as usize % some.len()],
        (_, bits) => of(bits),
    };
    (0..count).map(|_| one()).collect()
}

fn bytes<T>(all: &[T]) -> &[u8] {
    // SAFETY: elements are numbers without padding.
    unsafe { core::slice::from_raw_parts(all.as_ptr().cast(), size_of_val(all)) }
}

/// The places of a line's elements in order.
fn places_by_comparison<C: Ordered>(line: &[C], descending: bool) -> Vec<usize> {
    let mut all: Vec<usize> = (0..line.len()).collect();
    all.sort_by(|&one, &other| match descending {
        true => line[other].order(&line[one]),
        false => line[one].order(&line[other]),
    });
    all
}

fn check_line_by_line<L: Level, C: Ordered>(all: &[C], len: usize) {
    for descending in [false, true] {
        let (lines, isa) = (all.len() / len, L::ISA);
        let what = || format!("{} × {lines} × {len}, {descending}, {isa}", C::DTYPE);
        let (mut sorted, mut places) = (all.to_vec(), vec![0; all.len()]);
        C::sort::<L>(all, len, descending, &mut sorted);
        places::places::<L, C>(all, len, descending, &mut places);
        for (number, line) in all.chunks_exact(len).enumerate() {
            let here = number * len..(number + 1) * len;
            let wanted = places_by_comparison(line, descending);
            let got = places[here.clone()].iter().copied();
            let is_right = got.eq(wanted.iter().map(|&place| place.cast_signed() as i64));
            assert!(is_right, "places of line {number} of {}", what());
            let wanted: Vec<C> = wanted.into_iter().map(|place| line[place]).collect();
            assert!(bytes(&sorted[here]) == bytes(&wanted), "line {number} of {}", what());
        }
    }
}

fn check_at<L: Level, C: Ordered>(some: &[C], of: impl Fn(u64) -> C) {
    if !L::ISA.is_available() {
        return;
    }
    for (lines, len) in SHAPES {
        check_line_by_line::<L, C>(&elements(lines * len, some, &of), len);
    }
}

fn check<C: Ordered>(some: &[C], of: impl Fn(u64) -> C) {
    check_at::<Baseline, C>(some, &of);
    #[cfg(target_arch = "x86_64")]
    {
        check_at::<crate::kernel::isa::Avx2, C>(some, &of);
        check_at::<crate::kernel::isa::Avx512, C>(some, &of);
    }
    assert!(Isa::Baseline.is_available());
}

#[test]
fn integers_are_sorted() {
    check(&[false, true], |bits| bits % 2 == 0);
    check(&[i8::MIN, 0, i8::MAX], |bits| bits as i8);
    check(&[u16::MIN, 1, u16::MAX], |bits| bits as u16);
    check(&[i32::MIN, -1, i32::MAX], |bits| bits as i32);
    check(&[i64::MIN, 5, i64::MAX], |bits| bits as i64);
    // Of which the upper halves tell nearly none apart, and of which the lower ones do.
    check(&[0, i64::MAX], |bits| bits as i64 % 1000);
    check(&[0, 7], |bits| (bits as i64 % 300) << 40);
    // Of bytes that all have in common.
    check(&[0, 3, u64::MAX], |bits| bits % 70_000);
}

#[test]
fn nan_comes_last_and_equal_floats_keep_their_order() {
    let halves = [0x0000, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0xfe00, 0x7c01, 0xffff];
    check(&halves.map(f16::from_bits), |bits| f16::from_bits(bits as u16));
    check(&[0x8000, 0, 0x7fc0, 0xffff].map(bf16::from_bits), |bits| bf16::from_bits(bits as u16));
    let singles = [0, 0x8000_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0xffc0_0001, 0x7f80_0001];
    check(&singles.map(f32::from_bits), |bits| f32::from_bits(bits as u32));
    check(&[0.0, 1.5], |bits| bits as i32 as f32);
    let doubles = [0, 1 << 63, 0x7ff8 << 48, 0xfff8 << 48, (0x7ff0 << 48) | 7, 0xfff0 << 48];
    check(&doubles.map(f64::from_bits), f64::from_bits);
}

/// A line of which every pivot is one of the least: it is split so often that it is sorted otherwise.
#[test]
fn a_line_that_pivots_do_not_halve_is_sorted() {
    const LEN: usize = 20_000;
    let mut all = vec![i64::MAX; LEN];
    // What is left after each split, in its order: where a pivot is looked for come the next least.
    let (mut left, mut least) = (Vec::from_iter(0..LEN), 0);
    for _ in 0..=2 * LEN.ilog2() {
        let eighth = left.len() / 8;
        let around = |at: usize| [at - eighth / 3, at, at + eighth / 3].map(|place| left[place]);
        let places = [eighth, 4 * eighth, 7 * eighth].map(around);
        for &place in places.as_flattened() {
            if all[place] == i64::MAX {
                (all[place], least) = (least, least + 1);
            }
        }
        let mut middles = places.map(|three| {
            let mut three = three.map(|place| all[place]);
            three.sort_unstable();
            three[1]
        });
        middles.sort_unstable();
        left.retain(|&place| all[place] >= middles[1]);
    }
    for place in left {
        if all[place] == i64::MAX {
            (all[place], least) = (least, least + 1);
        }
    }
    check_line_by_line::<Baseline, i64>(&all, LEN);
    #[cfg(target_arch = "x86_64")]
    if Isa::Avx512.is_available() {
        check_line_by_line::<crate::kernel::isa::Avx512, i64>(&all, LEN);
    }
}

#[test]
fn complex_numbers_go_by_the_real_part_first() {
    let parts = [0.0, -0.0, 1.5, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -f32::NAN];
    let pairs = parts.iter().flat_map(|&re| parts.map(|im| c64::new(re, im)));
    let some: Vec<c64> = pairs.collect();
    let number = |bits: u64| ((bits >> 8) as i8 as f32, bits as i8 as f32);
    check(&some, |bits| c64::new(number(bits).0, number(bits).1));
    // Of one real part, of two, and of many.
    check(&[c64::new(1.0, 0.0)], |bits| c64::new(1.0, number(bits).1));
    check(&some[..20], |bits| c64::new(f32::from_bits(bits as u32), number(bits).1));
    let wide = |z: c64| c128::new(z.re.into(), z.im.into());
    let some: Vec<c128> = some.into_iter().map(wide).collect();
    check(&some, |bits| c128::new(f64::from_bits(bits), 1.0));
}

/// The places at which elements belong, found by comparing them with one after the other, few among many and many among
/// few.
fn check_search<C: Ordered>(some: &[C]) {
    let mut ordered: Vec<C> = some.iter().chain(some).copied().collect();
    ordered.sort_by(C::order);
    for len in [0, 1, 2, some.len(), ordered.len()] {
        let ordered = &ordered[..len];
        for count in 1..=some.len().min(20) {
            for elements in some.chunks(count) {
                for after in [false, true] {
                    let mut got = vec![-1; elements.len()];
                    C::search(ordered, elements, after, &mut got);
                    let place = |element: &C| {
                        let before = |other: &&C| match other.order(element) {
                            Ordering::Less => true,
                            Ordering::Equal => after,
                            Ordering::Greater => false,
                        };
                        ordered.iter().filter(before).count().cast_signed() as i64
                    };
                    let wanted: Vec<i64> = elements.iter().map(place).collect();
                    let what = || format!("{} elements of {} {}, {after}", count, len, C::DTYPE);
                    assert_eq!(got, wanted, "{}", what());
                }
            }
        }
    }
}

#[test]
fn searches_find_what_comparing_all_finds() {
    let numbers = [0.0, -0.0, 1.0, -1.0, 1e-40, -1e-40, f64::INFINITY, f64::NEG_INFINITY, 2.5];
    let nans = [f64::NAN, -f64::NAN];
    let floats: Vec<f64> = numbers.into_iter().chain(nans).chain(numbers).collect();
    check_search(&floats);
    check_search(&floats.iter().map(|&x| x as f32).collect::<Vec<_>>());
    check_search(&floats.iter().map(|&x| f16::from_f64(x)).collect::<Vec<_>>());
    check_search(&floats.iter().map(|&x| bf16::from_f64(x)).collect::<Vec<_>>());
    let complex = floats.iter().zip(floats.iter().rev());
    check_search(&complex.map(|(&re, &im)| c128::new(re, im)).collect::<Vec<_>>());
    check_search(&[true, false, true]);
    check_search(&(0..=u8::MAX).map(|x| x.wrapping_mul(37)).collect::<Vec<_>>());
    check_search(&(i8::MIN..=i8::MAX).map(|x| x.wrapping_mul(37)).collect::<Vec<_>>());
    check_search(&[u64::MAX, 0, 1 << 63, 5, u64::MAX]);
    check_search(&[i64::MIN, 0, i64::MAX, -5, i64::MIN]);
}
