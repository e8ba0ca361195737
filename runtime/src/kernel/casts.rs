//! A loop for every conversion between two dtypes.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::cast::{Policy, Saturate, Truncate};
use super::convert::{Convert, convert};
use super::isa::{Isa, Level};
use super::lane::Lane;
use super::tables::{CastLoop, ForEach, for_each_level, levels, slice, slice_mut};
use crate::generated::codes::*;
use crate::policy::FloatToInt;
use crate::{DType, Kind};

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

type Row = [ForEach<CastLoop>; DTYPES];

/// From each dtype to each, where out of range saturates.
static SATURATING: [Row; DTYPES] = rows::saturating();

/// The same, where it is truncated.
static TRUNCATING: [Row; DTYPES] = rows::truncating();

/// Whether the policy makes a difference.
const fn is_float_to_int(from: DType, to: DType) -> bool {
    matches!(from.kind(), Kind::Float | Kind::Complex)
        && matches!(to.kind(), Kind::Int | Kind::Uint)
}

mod rows {
    use super::*;

    macro_rules! rows {
        ($($variant:ident $element:ident),*) => {
            const fn saturating_row<A: Lane $(+ Convert<$element>)*>() -> Row {
                [$(levels!(casts::<A, $element, Saturate>)),*]
            }

            const fn truncating_row<A: Lane $(+ Convert<$element>)*>() -> Row {
                [$(match is_float_to_int(A::DTYPE, DType::$variant) {
                    true => levels!(casts::<A, $element, Truncate>),
                    false => levels!(casts::<A, $element, Saturate>),
                }),*]
            }

            pub(super) const fn saturating() -> [Row; DTYPES] {
                [$(saturating_row::<$element>()),*]
            }

            pub(super) const fn truncating() -> [Row; DTYPES] {
                [$(truncating_row::<$element>()),*]
            }
        };
    }
    each_dtype!(rows);
}

/// The loop that converts one dtype to another.
#[inline]
pub(crate) fn find(from: DType, to: DType, policy: FloatToInt, isa: Isa) -> CastLoop {
    let table = match policy {
        FloatToInt::Saturate => &SATURATING,
        FloatToInt::Truncate => &TRUNCATING,
    };
    table[from as usize][to as usize][isa as usize]
}
