//! Lines sorted by keys against the same sorted by comparison, bit for bit, on every way a line can take.
#![expect(clippy::cast_possible_truncation, reason = "elements are made of the lowest bits")]

use alloc::vec::Vec;
use alloc::{format, vec};

use super::keys::Keyed;
use super::{compared, keyed};
use crate::generated::codes::*;
use crate::kernel::isa::{Baseline, Isa, Level};

/// How many lines of which length: by networks, whole and padded; by bytes, in the cache and beyond it; by comparison.
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

fn check_at<L: Level, C: Keyed>(some: &[C], of: impl Fn(u64) -> C) {
    if !L::ISA.is_available() {
        return;
    }
    for (lines, len) in SHAPES {
        let all = elements(lines * len, some, &of);
        for descending in [false, true] {
            let what = || format!("{} × {lines} × {len}, {descending}, {}", C::DTYPE, L::ISA);
            let (mut got, mut wanted) = (all.clone(), all.clone());
            keyed::sort::<L, C>(&all, len, descending, &mut got);
            compared::sort::<L, C>(&all, len, descending, &mut wanted);
            assert!(bytes(&got) == bytes(&wanted), "{}", what());
            let (mut got, mut wanted) = (vec![0; all.len()], vec![0; all.len()]);
            keyed::places(&all, len, descending, &mut got);
            compared::places_of_many(&all, len, descending, &mut wanted);
            assert!(got == wanted, "places of {}", what());
        }
    }
}

fn check<C: Keyed>(some: &[C], of: impl Fn(u64) -> C) {
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
