//! A narrow dtype ⇄ its carrier: loops over slices, compiled for each level.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use rules::{Float, Format, Nan};

use super::cast::{How, Policy, Saturate, Truncate};
use super::isa::{Isa, Level};
use super::levels::{PerLevel, for_each_level, levels, slice, slice_mut};
use super::signatures::{BinaryLoop, CastLoop};
use crate::generated::codes::*;
use crate::narrow::{Narrow, Outside, round, tapered, widen};
use crate::policy::{FloatOverflow, FloatToInt, Policies, UnsignedFloat};
use crate::{DType, Element, Kind, Op};

for_each_level! {
    /// Narrow floats, as float32.
    fn widens<N>(a: *const u8, out: *mut u8, len: usize)
    where { N: NarrowElement, }
    widens_of
}

#[inline(always)]
unsafe fn widens_of<L: Level, N: NarrowElement>(a: *const u8, out: *mut u8, len: usize) {
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, out) = unsafe { (slice::<u8>(a, len), slice_mut::<f32>(out, len)) };
    for (out, &a) in out.iter_mut().zip(a) {
        *out = N::wide(a);
    }
}

for_each_level! {
    /// Float32, as narrow floats; what they do not have is what `P` says.
    fn rounds<N, P>(a: *const u8, out: *mut u8, len: usize)
    where { N: NarrowElement, P: Outsides, }
    rounds_of
}

#[inline(always)]
unsafe fn rounds_of<L: Level, N: NarrowElement, P: Outsides>(
    a: *const u8,
    out: *mut u8,
    len: usize,
) {
    // SAFETY: as above.
    let (a, out) = unsafe { (slice::<f32>(a, len), slice_mut::<u8>(out, len)) };
    for (out, &a) in out.iter_mut().zip(a) {
        *out = N::nearest::<P>(a);
    }
}

for_each_level! {
    /// Narrow integers, as integers of 8 bits.
    fn extends<N>(a: *const u8, out: *mut u8, len: usize)
    where { N: NarrowElement, }
    extends_of
}

#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a narrow integer fits in 8 bits"
)]
unsafe fn extends_of<L: Level, N: NarrowElement>(a: *const u8, out: *mut u8, len: usize) {
    // SAFETY: as above.
    let (a, out) = unsafe { (slice::<u8>(a, len), slice_mut::<u8>(out, len)) };
    for (out, &a) in out.iter_mut().zip(a) {
        *out = N::integer(a) as u8;
    }
}

for_each_level! {
    /// Integers of 8 bits, as narrow ones: the low bits, or the nearest there is.
    fn cuts<N, B, P>(a: *const u8, out: *mut u8, len: usize)
    where { N: NarrowElement, B: Copy + Into<i16>, P: Policy, }
    cuts_of
}

#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the low bits are what is wanted"
)]
unsafe fn cuts_of<L: Level, N: NarrowElement, B: Copy + Into<i16>, P: Policy>(
    a: *const u8,
    out: *mut u8,
    len: usize,
) {
    // SAFETY: as above.
    let (a, out) = unsafe { (slice::<B>(a, len), slice_mut::<u8>(out, len)) };
    for (out, &a) in out.iter_mut().zip(a) {
        let a: i16 = a.into();
        let a = if P::SATURATE { a.clamp(N::LEAST, N::MOST) } else { a };
        *out = a as u8 & N::MASK;
    }
}

for_each_level! {
    /// The next narrow float after each of the left ones, towards the right one: that of the carrier would round back.
    fn nexts<N>(
        a: *const u8,
        b: *const u8,
        out: *mut u8,
        len: usize,
        _policies: &'static Policies
    ) -> bool
    where { N: NarrowElement, }
    nexts_of
}

#[inline(always)]
unsafe fn nexts_of<L: Level, N: NarrowElement>(
    a: *const u8,
    b: *const u8,
    out: *mut u8,
    len: usize,
    _policies: &'static Policies,
) -> bool {
    // SAFETY: as above.
    let (a, b, out) = unsafe { (slice::<u8>(a, len), slice::<u8>(b, len), slice_mut(out, len)) };
    for (out, (&a, &b)) in out.iter_mut().zip(a.iter().zip(b)) {
        *out = N::next(a, b);
    }
    false
}

/// A narrow dtype, as loops see it.
pub(crate) trait NarrowElement {
    const LEAST: i16;
    const MOST: i16;
    const MASK: u8;

    fn wide(bits: u8) -> f32;
    fn nearest<P: Outsides>(x: f32) -> u8;
    fn integer(bits: u8) -> i16;
    fn next(a: u8, b: u8) -> u8;
}

#[expect(clippy::cast_possible_truncation, reason = "a narrow integer fits in 8 bits")]
impl<const DTYPE: u8> NarrowElement for Narrow<DTYPE> {
    const LEAST: i16 = match Self::DTYPE.iinfo() {
        Some(info) => info.min as i16,
        None => 0,
    };
    const MOST: i16 = match Self::DTYPE.iinfo() {
        Some(info) => info.max as i16,
        None => 0,
    };
    const MASK: u8 = 0xff >> (8 - Self::DTYPE.bits());

    #[inline(always)]
    fn wide(bits: u8) -> f32 {
        widen(Self::FLOAT, bits)
    }

    #[inline(always)]
    fn nearest<P: Outsides>(x: f32) -> u8 {
        round(Self::FLOAT, const { outside::<P>(Self::FLOAT) }, x)
    }

    #[inline(always)]
    fn integer(bits: u8) -> i16 {
        Narrow::<DTYPE>::from_bits(bits).integer().unwrap_or_default()
    }

    #[inline(always)]
    fn next(a: u8, b: u8) -> u8 {
        let nan = const { bits(Outside::special(Self::FLOAT).nan) };
        let sign = const { bits(1 << (Self::FLOAT.bits() - 1)) };
        let (from, to) = (Self::wide(a), Self::wide(b));
        let away = (from < to) == (from >= 0.0);
        let step = if Self::FLOAT.tapered {
            let [greater, lesser] = const { &Self::tapered_next() };
            let magnitude = usize::from(a & !sign);
            (a & sign) | if away { greater[magnitude] } else { lesser[magnitude] }
        } else if away {
            a.wrapping_add(1)
        } else {
            a.wrapping_sub(1)
        };
        let first = if to < 0.0 { sign | 1 } else { 1 };
        let next = if from == 0.0 { first } else { step };
        // Of a format whose NaN is a negative zero, the number above the last negative one is zero.
        let next = if Self::FLOAT.nan == Nan::NegativeZero && next == sign { 0 } else { next };
        let next = if from == to { b } else { next };
        if from.is_nan() | to.is_nan() { nan } else { next }
    }
}

impl<const DTYPE: u8> Narrow<DTYPE> {
    /// The codes next to each magnitude; of a format that is not tapered they are not asked for, and would take a second
    /// to compute.
    const fn tapered_next() -> [[u8; tapered::CODES]; 2] {
        match Self::FLOAT.tapered {
            true => tapered::next(Self::FLOAT),
            false => [[0; tapered::CODES]; 2],
        }
    }
}

/// The bits of an element, of which there are 8 at most.
#[expect(clippy::cast_possible_truncation, reason = "a narrow dtype has 8 bits or fewer")]
const fn bits(bits: u32) -> u8 {
    bits as u8
}

/// What a conversion makes of what a narrow float does not have.
pub(crate) trait Outsides {
    const SATURATE: bool;
    const MAGNITUDE: bool;
}

pub(crate) struct Special<const MAGNITUDE: bool>;
pub(crate) struct Saturating<const MAGNITUDE: bool>;

impl<const MAGNITUDE: bool> Outsides for Special<MAGNITUDE> {
    const SATURATE: bool = false;
    const MAGNITUDE: bool = MAGNITUDE;
}

impl<const MAGNITUDE: bool> Outsides for Saturating<MAGNITUDE> {
    const SATURATE: bool = true;
    const MAGNITUDE: bool = MAGNITUDE;
}

const fn outside<P: Outsides>(float: Float) -> Outside {
    let outside = match P::SATURATE {
        true => Outside::saturating(float),
        false => Outside::special(float),
    };
    Outside { magnitude: P::MAGNITUDE, ..outside }
}

/// The loops of a narrow dtype.
struct Loops {
    dtype: DType,
    /// To its carrier.
    out: PerLevel<CastLoop>,
    /// From its carrier: of an integer the low bits, or the nearest; of a float what is special, or saturated; the
    /// last two for a float without a sign that takes magnitudes.
    into: [PerLevel<CastLoop>; 4],
    /// To the next number; of a float.
    next: Option<PerLevel<BinaryLoop>>,
}

const fn floats<N: NarrowElement + Element>() -> Loops {
    let next: PerLevel<BinaryLoop> = levels!(nexts::<N>);
    Loops {
        dtype: N::DTYPE,
        out: levels!(widens::<N>),
        into: [
            levels!(rounds::<N, Special<false>>),
            levels!(rounds::<N, Saturating<false>>),
            levels!(rounds::<N, Special<true>>),
            levels!(rounds::<N, Saturating<true>>),
        ],
        next: Some(next),
    }
}

const fn signed_floats<N: NarrowElement + Element>() -> Loops {
    let special: PerLevel<CastLoop> = levels!(rounds::<N, Special<false>>);
    let saturating: PerLevel<CastLoop> = levels!(rounds::<N, Saturating<false>>);
    let into = [special, saturating, special, saturating];
    let next: PerLevel<BinaryLoop> = levels!(nexts::<N>);
    Loops { dtype: N::DTYPE, out: levels!(widens::<N>), into, next: Some(next) }
}

const fn integers<N: NarrowElement + Element, B: Copy + Into<i16>>() -> Loops {
    let low: PerLevel<CastLoop> = levels!(cuts::<N, B, Truncate>);
    let nearest: PerLevel<CastLoop> = levels!(cuts::<N, B, Saturate>);
    let into = [low, nearest, low, nearest];
    Loops { dtype: N::DTYPE, out: levels!(extends::<N>), into, next: None }
}

const fn loops<N: NarrowElement + Element>() -> Loops {
    match N::DTYPE.format() {
        Format::Int => integers::<N, i8>(),
        Format::Uint => integers::<N, u8>(),
        Format::Float(Float { sign: true, .. }) => signed_floats::<N>(),
        Format::Float(_) => floats::<N>(),
        Format::Bool | Format::Complex { .. } => panic!("not the kind of a narrow dtype"),
    }
}

macro_rules! all {
    ($($variant:ident $element:ident),*) => {
        &[$(loops::<$element>()),*]
    };
}

/// In the order of the dtypes.
static LOOPS: &[Loops] = each_narrow_dtype!(all);

fn of(dtype: DType) -> &'static Loops {
    let place = LOOPS.iter().position(|loops| loops.dtype == dtype);
    &LOOPS[place.expect("each narrow dtype has loops")]
}

/// The loop from a narrow dtype to its carrier.
pub(super) fn to_carrier(narrow: DType, isa: Isa) -> CastLoop {
    of(narrow).out[isa as usize]
}

/// The loop of a narrow float's own that computes an op, in place of its carrier's.
pub(crate) fn own(op: Op, narrow: DType, isa: Isa) -> Option<BinaryLoop> {
    match op {
        Op::Nextafter => of(narrow).next.map(|loops| loops[isa as usize]),
        _ => None,
    }
}

/// The loop from the carrier of a narrow dtype, of elements that were converted from another dtype.
pub(super) fn of_carrier(from: DType, narrow: DType, how: How, isa: Isa) -> CastLoop {
    let saturate = match narrow.format() {
        Format::Float(float) => match how.float_overflow {
            FloatOverflow::Special => false,
            FloatOverflow::Saturate => true,
            FloatOverflow::SaturateOnes => float.sign && float.nan == Nan::Ones,
        },
        Format::Bool | Format::Int | Format::Uint | Format::Complex { .. } => {
            matches!(from.kind(), Kind::Float | Kind::Complex)
                && how.float_to_int == FloatToInt::Saturate
        }
    };
    let magnitude = how.unsigned_float == UnsignedFloat::Magnitude;
    of(narrow).into[usize::from(saturate) + 2 * usize::from(magnitude)][isa as usize]
}
