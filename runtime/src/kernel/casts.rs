//! Two dtypes and a policy → the loop that converts elements of one to the other.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::accum::Lane;
use super::cast::{Policy, Saturate, Truncate};
use super::convert::{Convert, convert};
use super::isa::{Isa, Level};
use super::levels::{PerLevel, for_each_level, levels, slice, slice_mut};
use crate::generated::codes::*;
use crate::policy::FloatToInt;
use crate::{DType, Kind};

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

/// The loop that converts one dtype to another.
#[inline]
pub(crate) fn find(from: DType, to: DType, policy: FloatToInt, isa: Isa) -> CastLoop {
    let table = match policy {
        FloatToInt::Saturate => &SATURATING,
        FloatToInt::Truncate => &TRUNCATING,
    };
    table[from as usize][to as usize][isa as usize]
}
