//! What every op gives, element by element, from the definitions of the Array API standard 2024.12: exact
//! integers and fractions, and elementary functions to 160 bits. Nothing here knows a kernel.
//!
//! An operand is converted to what the op computes in with one rounding, the op is exact, and its result
//! rounded once. How far a kernel may be from that:
//!
//! - bits count, the sign of a zero too, where an op is rounded once; every NaN is alike;
//! - elementary functions of float32 and float64 are off by less than 1 ulp, so that a result that the dtype
//!   holds is met; of halves the float32 result is, then it is rounded;
//! - those of complex64 likewise for each part, those of complex128 by less than 4 ulps; the real part of
//!   `expm1` by 4 ulps of its own and 2⁻⁵² of the imaginary one, for it cancels;
//! - complex products are (ac - bd) + (ad + bc)i with every step rounded, in complex64 for complex32;
//! - complex quotients are off by 2⁻²³ of |re| + |im|, of complex128 by 4·2⁻⁵²; powers likewise, and of
//!   complex128 by 2n·2⁻⁵² more where the exponent is n ≤ 100, for NumPy multiplies then;
//! - a floor quotient beyond 2^precision, where every value is an integer, is the quotient rounded once;
//! - sums, products and variances as [`gather`] says.
//!
//! Of complex quotients and powers with an infinity or NaN the standard says nothing, nor does this.

pub mod arrange;
pub mod big;
pub mod cast;
pub mod complex;
pub mod complex_inverse;
pub mod complex_special;
pub mod edges;
pub mod elementary;
pub mod exact;
pub mod fast;
pub mod float;
pub mod flush;
pub mod format;
pub mod gather;
pub mod integer;
pub mod narrow;
pub mod ops;
pub mod policies;
pub mod wanted;

/// The bits of one element: of a complex number its real and its imaginary part's, of anything else the
/// first and 0.
pub type Bits = (u64, u64);
