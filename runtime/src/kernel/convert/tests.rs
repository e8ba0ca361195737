//! Slices of every length against one element at a time.
#![expect(unsafe_code, reason = "loops are called, and functions with target features")]

use std::vec::Vec;

use half::{bf16, f16};
use num_complex::Complex;

use super::{CHUNK, HalfSlice, narrow, widen};
use crate::kernel::cast::tests::exact::{self, Element, Outside};
use crate::kernel::cast::tests::{edges, for_all_pairs};
use crate::kernel::cast::{Cast, Policy, Saturate, Truncate};
use crate::kernel::casts;
use crate::kernel::isa::{Baseline, Isa, Level};
use crate::policy::{FloatToInt, Policies};

const LONGEST: usize = 257;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Baseline, HalfSlice, Isa};
    use crate::kernel::isa::{Avx2, Avx512};

    #[target_feature(enable = "avx2,fma,f16c")]
    fn halves_avx2<H: HalfSlice>(src: &[H], wide: &mut [f32], dst: &mut [H]) {
        super::halves::<Avx2, H>(src, wide, dst);
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,f16c")]
    fn halves_avx512<H: HalfSlice>(src: &[H], wide: &mut [f32], dst: &mut [H]) {
        super::halves::<Avx512, H>(src, wide, dst);
    }

    pub(super) fn halves<H: HalfSlice>(isa: Isa, src: &[H], wide: &mut [f32], dst: &mut [H]) {
        assert!(isa.is_available());
        match isa {
            Isa::Baseline => super::halves::<Baseline, H>(src, wide, dst),
            // SAFETY: the machine has the features.
            Isa::Avx2 => unsafe { halves_avx2(src, wide, dst) },
            // SAFETY: the machine has the features.
            Isa::Avx512 => unsafe { halves_avx512(src, wide, dst) },
        }
    }
}

/// There and back.
#[inline(always)]
fn halves<L: Level, H: HalfSlice>(src: &[H], wide: &mut [f32], dst: &mut [H]) {
    widen::<L, H>(src, wide);
    narrow::<L, H>(wide, dst);
}

#[cfg(not(target_arch = "x86_64"))]
mod x86 {
    use super::{Baseline, HalfSlice, Isa};

    pub(super) fn halves<H: HalfSlice>(_: Isa, src: &[H], wide: &mut [f32], dst: &mut [H]) {
        super::halves::<Baseline, H>(src, wide, dst);
    }
}

/// Elements by the loop that kernels call for these dtypes.
fn converted<A: Element, B: Element, P: Policy>(isa: Isa, src: &[A], dst: &mut [B]) {
    assert!(isa.is_available() && src.len() == dst.len());
    let float_to_int = if P::SATURATE { FloatToInt::Saturate } else { FloatToInt::Truncate };
    let policies = Policies { float_to_int, ..Policies::DEFAULT };
    let caster = casts::find(A::DTYPE, B::DTYPE, &policies, isa);
    // SAFETY: there are as many elements of these dtypes, and the machine has the level.
    unsafe { caster.call(src.as_ptr().cast(), dst.as_mut_ptr().cast(), src.len()) };
}

/// Some numbers of all sizes, in an order without a pattern.
fn samples<A: Element>(count: usize) -> Vec<A> {
    let edges = edges(A::FORMAT);
    let mut state = 1_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        edges[(state >> 33) as usize % edges.len()]
    };
    let small = |bits| {
        let integer = exact::convert::<A, i64>((bits, 0), Outside::Saturate).0;
        integer.wrapping_add(1 << 20) < 1 << 21
    };
    let mut sample = |at: usize| {
        let parts = (next(), next());
        // Whole chunks that fit 32 bits are not converted like the others.
        let fits = !(64..64 * 3).contains(&at) || small(parts.0);
        fits.then(|| A::from_parts(parts))
    };
    let retry = |at| core::iter::repeat_with(|| sample(at)).flatten().next();
    (0..count).filter_map(retry).collect()
}

fn check<A: Element + Cast<B>, B: Element, P: Policy>(src: &[A]) {
    let expected: Vec<_> = src.iter().map(|x| Cast::<B>::cast::<Baseline, P>(*x).parts()).collect();
    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
        let mut dst = [B::default(); LONGEST + 3];
        for length in 0..=LONGEST {
            // An odd start, in one slice or the other.
            let (start, skip) = (length % 3, (length / 3) % 2);
            converted::<A, B, P>(isa, &src[start..][..length], &mut dst[skip..][..length]);
            // Longer slices are longer by some elements at their end.
            let whole = length % 32 == 0 || length > LONGEST - 2;
            let from = if whole { 0 } else { length.saturating_sub(3) };
            for at in from..length {
                assert!(
                    dst[skip + at].parts() == expected[start + at],
                    "{} to {} at {isa}: {:X?} gives {:X?}, not {:X?}",
                    core::any::type_name::<A>(),
                    core::any::type_name::<B>(),
                    src[start + at].parts(),
                    dst[skip + at].parts(),
                    expected[start + at],
                );
            }
        }
    }
}

#[test]
fn every_length_of_every_pair() {
    fn pair<A: Element + Cast<B>, B: Element>() {
        check::<A, B, Saturate>(&samples(LONGEST + 2));
    }
    for_all_pairs!(pair);
}

#[test]
fn every_length_of_truncation() {
    fn pair<A: Element + Cast<B>, B: Element>() {
        check::<A, B, Truncate>(&samples(LONGEST + 2));
    }
    macro_rules! to {
        ($($to:ty),*) => { $(
            pair::<f16, $to>();
            pair::<bf16, $to>();
            pair::<f32, $to>();
            pair::<f64, $to>();
            pair::<Complex<f16>, $to>();
            pair::<Complex<f32>, $to>();
            pair::<Complex<f64>, $to>();
        )* };
    }
    to!(i8, i16, i32, i64, u8, u16, u32, u64);
}

#[test]
fn every_length_of_widen_and_narrow() {
    fn check<H: HalfSlice + Element>() {
        let src = samples::<H>(LONGEST);
        for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
            for length in 0..=LONGEST {
                let mut wide = [0.0; LONGEST];
                let mut dst = [H::default(); LONGEST];
                x86::halves(isa, &src[..length], &mut wide[..length], &mut dst[..length]);
                for at in 0..length {
                    assert_eq!(wide[at].to_bits(), src[at].exact().to_bits(), "{isa}");
                    assert_eq!(dst[at].parts(), H::round(wide[at]).parts(), "{isa}");
                }
                assert!(dst[length..].iter().all(|x| x.parts() == (0, 0)), "{isa}");
            }
        }
    }
    check::<half::f16>();
    check::<half::bf16>();
}

/// One number in every place of a chunk.
fn chunk_of<A: Element + Cast<B>, B: Element, P: Policy>(bits: u64) {
    let x = A::from_parts((bits, 0));
    let expected = Cast::<B>::cast::<Baseline, P>(x).parts();
    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
        let mut dst = [B::default(); CHUNK];
        converted::<A, B, P>(isa, &[x; CHUNK], &mut dst);
        assert!(
            dst.iter().all(|x| x.parts() == expected),
            "{} to {} at {isa}: {bits:X} gives {:X?}, not {expected:X?}",
            core::any::type_name::<A>(),
            core::any::type_name::<B>(),
            dst[0].parts(),
        );
    }
}

/// Whether a chunk becomes bfloat16 by way of float32 is decided by middles of two bfloat16 and by subnormals.
#[test]
fn chunks_of_one_number_into_bf16() {
    fn pair<A: Element + Cast<bf16>>() {
        for bits in edges(A::FORMAT) {
            chunk_of::<A, bf16, Saturate>(bits);
        }
    }
    macro_rules! from {
        ($($from:ty),*) => { $(pair::<$from>();)* };
    }
    from!(i32, i64, u32, u64, f16, f32, f64);
}

/// Whether a chunk is of small numbers is decided at 2^24 or 2^31.
#[test]
fn chunks_of_one_number() {
    fn pair<A: Element + Cast<B>, B: Element, P: Policy>() {
        for bits in edges(A::FORMAT) {
            let integer = exact::convert::<A, i64>((bits, 0), Outside::Saturate).0;
            let magnitude = i64::from_parts((integer, 0)).unsigned_abs();
            if !(1 << 22..1 << 34).contains(&magnitude) {
                continue;
            }
            chunk_of::<A, B, P>(bits);
        }
    }
    macro_rules! to {
        ($($to:ty),*) => { $(
            pair::<f32, $to, Saturate>();
            pair::<f32, $to, Truncate>();
            pair::<f64, $to, Saturate>();
            pair::<f64, $to, Truncate>();
            pair::<bf16, $to, Truncate>();
        )* };
    }
    to!(i8, i16, i32, i64, u8, u16, u32, u64);
    pair::<i64, f16, Saturate>();
    pair::<i64, f32, Saturate>();
}
