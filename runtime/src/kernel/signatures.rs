//! What each kind of loop over contiguous elements takes, by pointers that know no types.

use crate::policy::Policies;

/// A loop that converts elements: those to convert, where to write them, how many.
///
/// The pointers must be those of as many elements of its dtypes, and must not overlap.
pub(crate) type CastLoop = unsafe fn(*const u8, *mut u8, usize);

/// A loop over single elements: operand, output, how many.
///
/// The pointers must be those of as many elements of its dtypes, and the output must not overlap an operand.
pub(crate) type UnaryLoop = unsafe fn(*const u8, *mut u8, usize, &'static Policies);

/// A loop over pairs: operands, output, how many; the same must hold. Returns whether the policies make any pair
/// an error; the output is not to be used then.
pub(crate) type BinaryLoop =
    unsafe fn(*const u8, *const u8, *mut u8, usize, &'static Policies) -> bool;

/// A loop over pairs whose left operands become the results: these, the right operands, how many; the same must hold. No
/// pair is an error.
pub(crate) type OverwriteLoop = unsafe fn(*mut u8, *const u8, usize, &'static Policies);

/// A loop over three operands: these, the output, how many; the same must hold.
pub(crate) type TernaryLoop = unsafe fn(*const u8, *const u8, *const u8, *mut u8, usize);

/// A loop that compares signed with unsigned integers: operands, output, how many, what a comparison says of a left
/// operand that is less, equal and greater; the same must hold.
pub(crate) type CompareLoop = unsafe fn(*const u8, *const u8, *mut u8, usize, [bool; 3]);
