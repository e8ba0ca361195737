//! A complex number, and what complex functions need of the type of its parts.

/// A complex number: a pair of `f32` or of `f64`.
///
/// The parts lie one after the other in memory, as in C, Fortran and `num_complex::Complex`. To convert from or to such a
/// type, copy both parts: that compiles to nothing.
///
/// # Special values and branch cuts
///
/// They are those of C99 Annex G and of the
/// [Python Array API standard 2024.12](https://data-apis.org/array-api/2024.12/). On a branch cut, the sign of the zero
/// part says which side of it the number is on. `f(conj z)` is `conj f(z)`.
///
/// # Accuracy
///
/// For `Complex<f32>`, functions are computed in `f64` and rounded once, so that each part is within 1 ulp. For
/// `Complex<f64>`, each part is within 4 ulp, even if it is far smaller than the other part. There is one exception: the
/// real part of [`expm1`](Complex::expm1) is 0 along curves, and near them it is within 4 ulp plus `2^-52` of the
/// imaginary part. Products, quotients and [powers](Complex::pow) state their own bounds.
///
/// # Example
///
/// ```
/// use concord_math::Complex;
///
/// let z = Complex::new(-1.0_f64, 0.0);
/// assert_eq!(z.sqrt(), Complex::new(0.0, 1.0));
/// // -1 - 0i lies on the other side of the branch cut.
/// assert_eq!(z.conj().sqrt(), Complex::new(0.0, -1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

/// What all functions compute in.
pub(crate) type C128 = Complex<f64>;

impl<T> Complex<T> {
    /// `re + im·i`.
    #[inline(always)]
    pub const fn new(re: T, im: T) -> Self {
        Self { re, im }
    }
}

/// Keeps a public trait from being implemented elsewhere.
pub trait Sealed {}

/// What complex functions need of the type of their parts. It cannot be named outside this crate, which seals [`Real`].
pub trait Part: Copy + PartialEq {
    /// The quiet NaN with a clear sign and no payload.
    const NAN: Self;

    /// Itself, or of any NaN [`Part::NAN`].
    #[inline(always)]
    #[expect(clippy::eq_op, reason = "of NaN alone it is false")]
    fn canonical(self) -> Self {
        if self == self { self } else { Self::NAN }
    }

    fn widen(z: Complex<Self>) -> C128;

    /// Rounds both parts.
    fn narrow(z: C128) -> Complex<Self>;

    fn abs(z: Complex<Self>) -> Self;

    fn reciprocal(z: Complex<Self>) -> Complex<Self>;

    fn divide(z: Complex<Self>, w: Complex<Self>) -> Complex<Self>;
}
