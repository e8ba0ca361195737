//! Every pair of dtypes against arithmetic on integers.

pub(crate) mod exact;

use std::vec::Vec;

use half::{bf16, f16};
use num_complex::Complex;

use super::{Cast, Half, Policy, Saturate, Truncate, round_away};
#[cfg(target_arch = "x86_64")]
use crate::kernel::isa::{Avx2, Avx512};
use crate::kernel::isa::{Baseline, Level};
use exact::{Element, Format, Outside};

/// Calls a generic function for every pair of dtypes.
macro_rules! for_all_pairs {
    ($call:ident) => {
        $crate::kernel::cast::tests::for_all_pairs!(@from $call:
            bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64,
            Complex<f16>, Complex<f32>, Complex<f64>)
    };
    (@from $call:ident: $($from:ty),*) => { $(
        $crate::kernel::cast::tests::for_all_pairs!(@to $call, $from:
            bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64,
            Complex<f16>, Complex<f32>, Complex<f64>);
    )* };
    (@to $call:ident, $from:ty: $($to:ty),*) => { $( $call::<$from, $to>(); )* };
}
pub(crate) use for_all_pairs;

/// One element by each level, of which scalar code needs no instruction.
fn check<A: Element + Cast<B>, B: Element>(parts: (u64, u64)) {
    check_policy::<A, B, Saturate>(parts, Outside::Saturate);
    let to_integer = matches!(B::FORMAT, Format::Integer { .. });
    if to_integer && matches!(A::FORMAT, Format::Float { .. }) {
        check_policy::<A, B, Truncate>(parts, Outside::Indefinite);
    }
}

fn check_policy<A: Element + Cast<B>, B: Element, P: Policy>(parts: (u64, u64), out: Outside) {
    let expected = exact::convert::<A, B>(parts, out);
    let same = |level, found: B| {
        assert!(
            found.parts() == expected,
            "{} to {} at {level}, {out:?}: {parts:X?} gives {:X?}, not {expected:X?}",
            core::any::type_name::<A>(),
            core::any::type_name::<B>(),
            found.parts(),
        );
    };
    let x = A::from_parts(parts);
    same(Baseline::ISA, x.cast::<Baseline, P>());
    #[cfg(target_arch = "x86_64")]
    {
        same(Avx2::ISA, x.cast::<Avx2, P>());
        same(Avx512::ISA, x.cast::<Avx512, P>());
    }
}

/// Bits of numbers at which something happens in a conversion to some dtype.
pub(crate) fn edges(format: Format) -> Vec<u64> {
    match format {
        Format::Bool => [0, 1].into(),
        Format::Integer { bits, .. } => integer_edges(bits),
        Format::Float { exponent, fraction } => float_edges(exponent, fraction),
    }
}

/// Around sums and differences of powers of two, of either sign.
fn integer_edges(bits: u32) -> Vec<u64> {
    let mask = u64::MAX >> (64 - bits);
    let mut edges = Vec::new();
    for high in 0..bits {
        for low in 0..=high {
            let sum = (1_u64 << high).wrapping_add(1 << low);
            let difference = (1 << high) - (1 << low);
            for near in [sum, sum.wrapping_sub(1), sum.wrapping_add(1), difference] {
                edges.extend([near & mask, near.wrapping_neg() & mask]);
            }
        }
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// At each exponent where a format ends or an integer dtype does: fractions around halves of the
/// last place of the shorter formats.
fn float_edges(e: u32, f: u32) -> Vec<u64> {
    let bias = (1_i32 << (e - 1)) - 1;
    let mut fractions = Vec::new();
    for last in [10, 7, 23, 52].map(|bits: u32| 52 - bits) {
        for place in [last, last.saturating_sub(1)] {
            for near in [1_u64 << place, 3 << place, !0 << place] {
                for little in [0, 1, 1 << 12] {
                    let pair = [near.wrapping_add(little), near.wrapping_sub(little)];
                    fractions.extend(pair.map(|near| (near & ((1 << 52) - 1)) >> (52 - f)));
                }
            }
        }
    }
    fractions.extend([0, 1, 1 << (f - 1), (1 << (f - 1)) + 1, (1 << f) - 1]);
    fractions.sort_unstable();
    fractions.dedup();
    let special = [-1080..=-1060, -1024..=-1020, -152..=-120, -28..=70, 120..=130, 1020..=1024];
    let mut edges = Vec::new();
    for exponent in special.into_iter().flatten() {
        let Ok(biased) = u64::try_from(exponent + bias) else { continue };
        if biased >> e == 0 {
            for fraction in &fractions {
                let magnitude = (biased << f) | fraction;
                edges.extend([magnitude, magnitude | (1 << (e + f))]);
            }
        }
    }
    edges.extend((0..f).flat_map(|bit| [1 << bit, (1 << bit) - 1, (1 << bit) | (1 << (e + f))]));
    edges
}

#[test]
fn edges_of_every_pair() {
    fn pair<A: Element + Cast<B>, B: Element>() {
        let edges = edges(A::FORMAT);
        // The imaginary part is another of them.
        let step = if A::COMPLEX || B::COMPLEX { 7 } else { 1 };
        for (re, im) in edges.iter().zip(edges.iter().rev()).step_by(step) {
            check::<A, B>((*re, if A::COMPLEX { *im } else { 0 }));
        }
    }
    for_all_pairs!(pair);
}

#[test]
fn every_half_to_every_dtype() {
    fn all<A: Element + Cast<B>, B: Element>() {
        for bits in 0..1 << 16 {
            check::<A, B>((bits, 0));
        }
    }
    macro_rules! to {
        ($($to:ty),*) => { $( all::<f16, $to>(); all::<bf16, $to>(); )* };
    }
    to!(bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64);
}

#[test]
fn one_rounding() {
    fn check<A: Element + Cast<B>, B: Element + PartialEq + core::fmt::Debug>(x: A, y: B) {
        assert_eq!(x.cast::<Baseline, Saturate>(), y);
        #[cfg(target_arch = "x86_64")]
        {
            assert_eq!(x.cast::<Avx2, Saturate>(), y);
            assert_eq!(x.cast::<Avx512, Saturate>(), y);
        }
    }
    let power = |exponent: u32| 1.0 / (1_u64 << exponent) as f64;
    check(1.0 + power(11) + power(40), f16::from_bits(0x3C01));
    check(1.0 + power(8) + power(40), bf16::from_bits(0x3F81));
    check(1.0 + power(11), f16::ONE);
    check(1.0 + power(8), bf16::ONE);
    check(0x0101_0000_0000_0001_i64, bf16::from_bits(0x5B81));
    check(0x0101_0000_0000_0000_i64, bf16::from_bits(0x5B80));
    check(0x7FFF_FF40_0000_0001_i64, f32::from_bits(0x5EFF_FFFF));
    check(0x0100_0001_0000_0001_i64, f32::from_bits(0x5B80_0001));
    check(0x0100_0001_0000_0000_i64, f32::from_bits(0x5B80_0000));
    check(-0x0100_0001_0000_0001_i64, f32::from_bits(0xDB80_0001));
    check(2049_i64, f16::from_bits(0x6800));
    check(65519_u64, f16::MAX);
    check(65520_u64, f16::INFINITY);
    check(u64::MAX, f16::INFINITY);
    check(0x0101_0001_i32, bf16::from_bits(0x4B81));
}

/// Every float16, the middle of each and the next one, the `f32` beside both, and infinities and NaNs.
#[test]
fn nearest_float16_is_what_rounding_gives() {
    let values = (0..f16::INFINITY.to_bits()).flat_map(|bits| {
        let [low, high] = [bits, bits + 1].map(|bits| f16::from_bits(bits).exact());
        let around = |x: f32| [x.next_down(), x, x.next_up()];
        let middle = if high.is_infinite() { 65_520.0 } else { (low + high) / 2.0 };
        [around(low), around(middle)].concat()
    });
    let nans = (0..23).map(|bit| f32::from_bits(f32::INFINITY.to_bits() | 1 << bit));
    let rest = [f32::MAX, f32::MIN_POSITIVE, f32::from_bits(1), f32::INFINITY, f32::NAN];
    for asked in values.chain(nans).chain(rest).flat_map(|x| [x, -x]) {
        let [got, wanted] = [f16::nearest(asked), f16::round(asked).exact()].map(f32::to_bits);
        assert_eq!(got, wanted, "{:#x}: {got:#x}, not {wanted:#x}", asked.to_bits());
    }
}

/// At the middle of each two float16 that follow each other, the `f32` below it and the one above.
#[test]
fn ties_of_float16_away_from_zero() {
    for low in 0..f16::MAX.to_bits() {
        let [low, high] = [low, low + 1].map(f16::from_bits);
        let middle = (low.exact() + high.exact()) / 2.0;
        let cases = [(middle.next_down(), low), (middle, high), (middle.next_up(), high)];
        for (asked, wanted) in cases.into_iter().chain([(low.exact(), low)]) {
            for (asked, wanted) in [(asked, wanted), (-asked, -wanted)] {
                let got = round_away(asked);
                assert_eq!(got.to_bits(), wanted.to_bits(), "{asked:e}: {got:e}, not {wanted:e}");
            }
        }
    }
    for (asked, wanted) in [
        (65_520_f32.next_down(), f16::MAX),
        (65_520.0, f16::INFINITY),
        (f32::MAX, f16::INFINITY),
        (f32::INFINITY, f16::INFINITY),
        (f32::from_bits(1), f16::ZERO),
    ] {
        assert_eq!(round_away(asked).to_bits(), wanted.to_bits(), "{asked:e}");
    }
    assert_eq!(round_away(f32::NAN).to_bits(), f16::NAN.to_bits());
}
