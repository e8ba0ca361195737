//! Two dtypes and a policy → the loop that converts elements of one to the other.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::accum::Lane;
use super::cast::{Policy, Saturate, Truncate};
use super::convert::{CHUNK, Convert, convert};
use super::isa::{Isa, Level};
use super::levels::{PerLevel, for_each_level, levels, slice, slice_mut, zero};
use crate::generated::codes::*;
use crate::policy::{FloatToInt, HalfRounding, Policies};
use crate::{DType, Element, Kind};

/// A loop that converts elements: those to convert, where to write them, how many.
///
/// The pointers must be those of as many elements of its dtypes, and must not overlap.
pub(crate) type CastLoop = unsafe fn(*const u8, *mut u8, usize);

for_each_level! {
    /// Elements of `A`, as elements of `B`.
    fn casts<A, B, P>(a: *const u8, out: *mut u8, len: usize)
    where { A: Convert<B>, P: Policy, }
    casts_of
}

#[inline(always)]
unsafe fn casts_of<L: Level, A: Convert<B>, B, P: Policy>(a: *const u8, out: *mut u8, len: usize) {
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, out) = unsafe { (slice::<A>(a, len), slice_mut::<B>(out, len)) };
    convert::<L, A, B, P>(a, out);
}

const DTYPES: usize = DType::ALL.len();

type Row = [PerLevel<CastLoop>; DTYPES];

/// From each dtype to each, where a float out of an integer's range becomes the nearest integer.
static SATURATING: [Row; DTYPES] = rows::<false>();

/// The same, where it becomes what C on x86-64 makes of it.
static TRUNCATING: [Row; DTYPES] = rows::<true>();

/// The loops from `A` to `B`. Only a conversion of a float to an integer depends on the policy.
const fn cell<A: Convert<B> + Lane, B: Lane, const TRUNCATE: bool>() -> PerLevel<CastLoop> {
    let from_float = matches!(A::DTYPE.kind(), Kind::Float | Kind::Complex);
    match TRUNCATE && from_float && matches!(B::DTYPE.kind(), Kind::Int | Kind::Uint) {
        true => levels!(casts::<A, B, Truncate>),
        false => levels!(casts::<A, B, Saturate>),
    }
}

macro_rules! rows {
    ($($variant:ident $element:ident),*) => {
        const fn row<A: Lane $(+ Convert<$element>)*, const TRUNCATE: bool>() -> Row {
            [$(cell::<A, $element, TRUNCATE>()),*]
        }

        const fn rows<const TRUNCATE: bool>() -> [Row; DTYPES] {
            [$(row::<$element, TRUNCATE>()),*]
        }
    };
}
each_dtype!(rows);

for_each_level! {
    /// Elements of `A`, as elements of `M`, then of `B`.
    fn casts_by_way_of<A, M, B>(a: *const u8, out: *mut u8, len: usize)
    where { A: Convert<M>, M: Convert<B> + Element, B: Element, }
    casts_by_way_of_any
}

#[inline(always)]
unsafe fn casts_by_way_of_any<L: Level, A: Convert<M>, M: Convert<B> + Element, B>(
    a: *const u8,
    out: *mut u8,
    len: usize,
) {
    // SAFETY: the caller vouches for as many elements of these dtypes.
    let (a, out) = unsafe { (slice::<A>(a, len), slice_mut::<B>(out, len)) };
    let mut middle = [zero::<M>(); CHUNK];
    for (a, out) in a.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
        let middle = &mut middle[..a.len()];
        convert::<L, A, M, Saturate>(a, middle);
        convert::<L, M, B, Saturate>(middle, out);
    }
}

/// A conversion that rounds twice: from, to, and its loops.
type Twice = (DType, DType, PerLevel<CastLoop>);

macro_rules! twice {
    ($($from:ident by $middle:ident to $($to:ident),+;)+) => {
        [$($((
            <$from as Element>::DTYPE,
            <$to as Element>::DTYPE,
            levels!(casts_by_way_of::<$from, $middle, $to>),
        )),+),+]
    };
}

/// What differs by way of float32: an integer that float32 lacks is beyond float16 in any case.
static TWICE_TO_FLOAT16: [Twice; 2] = twice! {
    f64 by f32 to f16;
    c128 by c64 to f16;
};
static TWICE: [Twice; 8] = twice! {
    i32 by f32 to bf16;
    i64 by f32 to bf16;
    u32 by f32 to bf16;
    u64 by f32 to bf16;
    f64 by f32 to bf16, c32;
    c128 by c64 to bf16, c32;
};

/// The conversion that rounds twice under a policy, if it is one.
fn twice(from: DType, to: DType, policy: HalfRounding) -> Option<&'static PerLevel<CastLoop>> {
    let (float16, others): (&[Twice], &[Twice]) = match policy {
        HalfRounding::Once => (&[], &[]),
        HalfRounding::OnceToFloat16 => (&[], &TWICE),
        HalfRounding::Twice => (&TWICE_TO_FLOAT16, &TWICE),
    };
    let mut all = float16.iter().chain(others);
    all.find(|entry| entry.0 == from && entry.1 == to).map(|entry| &entry.2)
}

/// Whether a conversion rounds twice under the policies: fused loops, which round once, do not have it.
#[inline]
pub(crate) fn rounds_twice(from: DType, to: DType, policies: &Policies) -> bool {
    from != to
        && policies.half_rounding != HalfRounding::Once
        && twice(from, to, policies.half_rounding).is_some()
}

/// The loop that converts one dtype to another.
#[inline]
pub(crate) fn find(from: DType, to: DType, policies: &Policies, isa: Isa) -> CastLoop {
    if policies.half_rounding != HalfRounding::Once
        && let Some(twice) = twice(from, to, policies.half_rounding)
    {
        return twice[isa as usize];
    }
    let table = match policies.float_to_int {
        FloatToInt::Saturate => &SATURATING,
        FloatToInt::Truncate => &TRUNCATING,
    };
    table[from as usize][to as usize][isa as usize]
}
