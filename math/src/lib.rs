//! Elementary functions of real and complex numbers, with the same bits on every machine.
//!
//! ```
//! use concord_math::{Complex, Native, Real};
//!
//! // The functions of f32 and f64 belong to the trait `Real`.
//! assert_eq!(Real::sin(1e22), -0.8522008497671888);
//! assert_eq!(Real::log1p(1e-10_f32), 1e-10);
//!
//! // Each has a form for slices, whose loop the compiler vectorises.
//! let mut powers = [0.0; 3];
//! Real::exp_slice::<Native>(&[-1.0, 0.0, 1.0], &mut powers);
//! assert_eq!(powers[2], core::f64::consts::E);
//!
//! // The functions of complex numbers are methods.
//! let root = Complex::new(-4.0, 0.0).sqrt();
//! assert_eq!(root, Complex::new(0.0, 2.0));
//! ```
//!
//! # Reproducible
//!
//! `f64::exp` and its like call the platform's mathematical library, so their last bits depend on the operating system and
//! its version. The functions of this crate depend on nothing. **They use only `+ - * /`, square roots, fused
//! multiply-add, comparisons, and integer operations on bits**, all of which IEEE 754 and Rust define to the last bit.
//! A caller chooses with [`Arithmetic`] whether operations are fused. Functions of `f64` give the same bits either way,
//! because they fuse only where both ways are exact. Functions of two `f32` compute a result again that is too close to
//! a tie, always the same way. A function of one `f32` gives the same bits because it is correctly rounded: see below. A NaN that a function of [`Real`] gives has a clear sign and no payload; of the
//! functions of complex numbers, sign and payload of a NaN are unspecified.
//!
//! # Accurate
//!
//! | functions of | error |
//! |---|---|
//! | one `f32` | correctly rounded, proven for all arguments |
//! | two `f32` | at most 0.5001 ulp |
//! | `f64` | at most 0.6 ulp, `exp`, `exp2` and `pow` 0.7 ulp; these and `sigmoid` 0.8 ulp where they are subnormal |
//! | `Complex<f32>` | at most 1 ulp in each part |
//! | `Complex<f64>` | at most 4 ulp in each part |
//!
//! `cargo xtask prove` of this repository compares a function of one `f32` with exact values at all `2^32` arguments, and
//! `conformance/prove/proven.txt` lists what it has proven. With [`ForHalf`] all functions of one argument are correctly
//! rounded for float16 and bfloat16, which is proven too. The other bounds were measured against MPFR and mpmath,
//! on random bits and around each place where an algorithm changes; `conformance/prove/worst.txt` lists the largest
//! errors of `f64` that `cargo xtask prove --float64` has found. Exceptions are stated by [`Real`] and [`Complex`].
//!
//! # Fast
//!
//! The functions of real numbers have no branches, except in the rare cases named by [`Real`], and they are always
//! inlined. So a loop over them is vectorised for the instruction set that the calling function is compiled for. Their
//! forms for slices are such loops, and those of `f64` compute several vectors side by side. Where a result is rounded to a
//! half type next, and operations are fused, a loop over one argument computes in `f32` alone, which has twice as many
//! lanes as `f64`.
//!
//! # Without std
//!
//! The crate has no dependencies and no `unsafe` code. It needs std only for square roots, which core lacks: without the
//! default feature `std` they are computed with integers, which gives the same bits but is slower.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(any(test, feature = "std"))]
extern crate std;

mod arithmetic;
mod bits;
mod complex;
mod constants;
#[cfg(test)]
mod digest;
mod double_double;
mod lanes;
mod number;
mod polynomials;
mod real;
mod reduction;

#[cfg(feature = "std")]
pub use arithmetic::Fused;
pub use arithmetic::{Arithmetic, ForBfloat16, ForFloat16, ForHalf, Native, Plain};
pub use complex::Complex;
pub use real::Real;
