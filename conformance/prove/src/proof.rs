//! A function → its results at all arguments of a format, compared with what they should be.

use std::cmp::Ordering;

use half::{bf16, f16};
use rayon::prelude::*;

use crate::exact;
use crate::format::{Format, Rounded, WINDOW};
use crate::function::Function;
use crate::levels::{self, Level};
use crate::reference;

/// Arguments that are worked on at once: of one sign and exponent.
pub const CHUNK: usize = 1 << 16;

/// Arguments so close to a tie are kept as hard cases, as a part of the value.
const HARD: f64 = WINDOW / 16.0;

/// What came out.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// How many arguments.
    pub inputs: u64,
    /// Each wrong result: the level, the argument, the result, what it should be; all as bits.
    pub wrong: Vec<(Level, u32, u32, u32)>,
    /// Of all results, in the order of their arguments.
    pub digest: u64,
    /// Arguments whose values are very close to the middle of two floats: argument, result.
    pub hard: Vec<(u32, u32)>,
}

/// Proves a function of `f32`; `done` is called after each chunk.
pub fn of_float32(function: Function, done: impl Fn() + Sync) -> Proof {
    let chunks: Vec<(Proof, Proof)> = (0..1_u32 << 15)
        .into_par_iter()
        .map(|chunk| {
            let x: Vec<f32> = (0..1 << 16).map(|low| f32::from_bits(chunk << 16 | low)).collect();
            let proofs = of_chunk(function, &x, &compared());
            done();
            proofs
        })
        .collect();
    let mut whole = Proof { digest: START, ..Proof::default() };
    // Of the positive arguments, then of the negative ones.
    let (first, second): (Vec<Proof>, Vec<Proof>) = chunks.into_iter().unzip();
    for chunk in first.into_iter().chain(second) {
        whole.inputs += chunk.inputs;
        whole.wrong.extend(chunk.wrong);
        whole.hard.extend(chunk.hard);
        whole.digest = step(whole.digest, chunk.digest);
    }
    whole
}

/// The digest that the results of a function of `f32` have at a level, to compare with that of a [`Proof`].
pub fn digest_at(function: Function, level: Level, done: impl Fn() + Sync) -> u64 {
    let run = levels::of_f32(function.name(), level);
    let digests: Vec<u64> = (0..1_u32 << 16)
        .into_par_iter()
        .map(|chunk| {
            let x: Vec<f32> = (0..1 << 16).map(|low| f32::from_bits(chunk << 16 | low)).collect();
            let mut got = vec![0.0; CHUNK];
            run(&x, &mut got);
            done();
            got.iter().fold(START, |state, got| step(state, got.to_bits().into()))
        })
        .collect();
    digests.into_iter().fold(START, step)
}

/// The levels whose results are compared: one with fused operations, one without.
pub fn compared() -> [Level; 2] {
    match Level::Avx512.is_available() {
        true => [Level::Avx512, Level::Avx512Plain],
        false => [Level::Avx2, Level::Baseline],
    }
}

/// What a function is of a negative argument, given what it is of the positive one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parity {
    Even,
    Odd,
    Neither,
}

impl Parity {
    fn of(function: Function) -> Parity {
        match function {
            Function::Cos | Function::Cosh => Parity::Even,
            Function::Sin
            | Function::Tan
            | Function::Asin
            | Function::Atan
            | Function::Sinh
            | Function::Tanh
            | Function::Asinh
            | Function::Atanh
            | Function::Cbrt => Parity::Odd,
            _ => Parity::Neither,
        }
    }
}

/// The results at some positive arguments of one exponent, or of any for functions not of angles; and at their
/// negatives.
pub fn of_chunk(function: Function, x: &[f32], levels: &[Level]) -> (Proof, Proof) {
    let negative: Vec<f32> = x.iter().map(|x| -x).collect();
    let wanted = wanted(function, x);
    let first = compare(function, x, &wanted, levels);
    let parity = Parity::of(function);
    let wanted: Vec<Wanted> = match parity {
        Parity::Neither => self::wanted(function, &negative),
        Parity::Even => wanted,
        Parity::Odd => {
            let turned = |one: &Wanted| Wanted { nearest: -one.nearest, ..*one };
            wanted.iter().map(turned).collect()
        }
    };
    (first, compare(function, &negative, &wanted, levels))
}

/// A result as it should be.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    nearest: f32,
    is_hard: bool,
}

fn wanted(function: Function, x: &[f32]) -> Vec<Wanted> {
    let limits: Vec<Option<f32>> = x.iter().map(|&x| reference::limit(function, x)).collect();
    let mut values = vec![0.0; x.len()];
    if limits.iter().any(Option::is_none) {
        reference::values(function, x, &mut values);
    }
    let each = limits.iter().zip(x).zip(&values);
    each.map(|((limit, &x), &value)| match *limit {
        Some(nearest) => Wanted { nearest, is_hard: false },
        None => nearest(function, Format::Float32, x, value),
    })
    .collect()
}

fn compare(function: Function, x: &[f32], wanted: &[Wanted], levels: &[Level]) -> Proof {
    let mut proof = Proof { inputs: x.len() as u64, digest: START, ..Proof::default() };
    for (&Wanted { nearest, is_hard }, x) in wanted.iter().zip(x) {
        proof.digest = step(proof.digest, canonical(nearest).into());
        if is_hard {
            proof.hard.push((x.to_bits(), nearest.to_bits()));
        }
    }
    let mut got = vec![0.0; x.len()];
    for &level in levels {
        levels::of_f32(function.name(), level)(x, &mut got);
        for ((got, wanted), x) in got.iter().zip(wanted).zip(x) {
            let wanted = canonical(wanted.nearest);
            if got.to_bits() != wanted {
                proof.wrong.push((level, x.to_bits(), got.to_bits(), wanted));
            }
        }
    }
    proof
}

/// The bits of a result, of which every NaN has a clear sign.
fn canonical(x: f32) -> u32 {
    if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() }
}

/// Proves a function of a half type.
pub fn of_half(function: Function, format: Format, levels: &[Level]) -> Proof {
    let widen = |bits: u16| match format {
        Format::Float16 => f16::from_bits(bits).to_f32(),
        Format::BFloat16 => bf16::from_bits(bits).to_f32(),
        Format::Float32 => panic!("a half type"),
    };
    let narrow = |value: f32| match format {
        Format::Float16 => f16::from_f32(value).to_bits(),
        Format::BFloat16 => bf16::from_f32(value).to_bits(),
        Format::Float32 => panic!("a half type"),
    };
    let x: Vec<f32> = (0..=u16::MAX).map(widen).collect();
    let mut proof = Proof { inputs: x.len() as u64, digest: START, ..Proof::default() };
    let mut values = vec![0.0; x.len()];
    reference::values(function, &x, &mut values);
    let wanted: Vec<u16> = x
        .iter()
        .zip(&values)
        .map(|(&x, &value)| {
            let limit = reference::limit(function, x);
            let Wanted { nearest, is_hard } = match limit {
                Some(nearest) => Wanted { nearest, is_hard: false },
                None => nearest(function, format, x, value),
            };
            if is_hard {
                proof.hard.push((narrow(x).into(), narrow(nearest).into()));
            }
            narrow(nearest)
        })
        .collect();
    proof.digest = wanted.iter().fold(START, |state, &bits| step(state, bits.into()));
    let mut got = vec![0.0; x.len()];
    for &level in levels {
        let each = match format {
            Format::Float16 => levels::for_float16(function.name(), level),
            Format::BFloat16 => levels::for_bfloat16(function.name(), level),
            Format::Float32 => panic!("a half type"),
        };
        each(&x, &mut got);
        for ((&got, &wanted), &x) in got.iter().zip(&wanted).zip(&x) {
            if narrow(got) != wanted {
                proof.wrong.push((level, narrow(x).into(), narrow(got).into(), wanted.into()));
            }
        }
    }
    proof
}

/// The result a function should have, and whether its value is very close to the middle of two floats.
#[expect(clippy::cast_possible_truncation, reason = "the number has the format's few bits")]
fn nearest(function: Function, format: Format, x: f32, value: f64) -> Wanted {
    if format == Format::Float32 && is_far_from_ties(value) {
        return Wanted { nearest: value as f32, is_hard: false };
    }
    match format.round(value) {
        Rounded::Surely(nearest) => Wanted { nearest, is_hard: false },
        Rounded::Between { below, middle, above, is_below_even, distance } => {
            let order = exact::compare(function, x, middle);
            // Of magnitudes.
            let order = if middle < 0.0 { order.reverse() } else { order };
            let nearest = match order {
                Ordering::Less => below,
                Ordering::Greater => above,
                Ordering::Equal if is_below_even => below,
                Ordering::Equal => above,
            };
            Wanted { nearest: nearest as f32, is_hard: distance < HARD }
        }
    }
}

/// Whether rounding a value of `f32`'s normal range is decided by its first 46 bits.
fn is_far_from_ties(value: f64) -> bool {
    const MIDDLE: u64 = 1 << 28;
    let below = value.to_bits() & (2 * MIDDLE - 1);
    (value.abs() >= f32::MIN_POSITIVE.into()) & (below.abs_diff(MIDDLE) > 256)
}

/// FNV-1a over words, turned so that high bits count.
pub const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Adds a word to a digest.
pub fn step(digest: u64, word: u64) -> u64 {
    (digest ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29)
}
