//! How a function multiplies, adds and rounds: chosen by the caller, who knows the instruction set of its loop.

use crate::number::Sealed;

/// How the functions of [`Real`](crate::Real) compute.
///
/// A caller picks what is fastest for the instruction set that it is compiled for. **The results are the same bits**:
/// functions of `f64` fuse operations only where both ways are exact; a function of one `f32` is correctly rounded
/// either way, which is proven for all arguments; a result of two `f32` that is too close to a tie is
/// computed again, by plain arithmetic.
///
/// [`Plain`] is for every processor, [`Fused`] for a loop inside a function that enables fused multiply-add
/// (`#[target_feature(enable = "fma")]` on x86-64). [`ForHalf`] of either is for results that are rounded to a half
/// type next. [`Native`] is the faster one of what the whole crate is compiled for.
pub trait Arithmetic: Sealed + Copy + 'static {
    /// The explicit bits of the half type that results of `f32` are rounded to next; `None` if they are not.
    const HALF: Option<u32>;
    /// Whether [`Arithmetic::mul_add_f32`] rounds once.
    const IS_FUSED: bool;

    /// `a · b + c`, rounded once or twice.
    fn mul_add(a: f64, b: f64, c: f64) -> f64;

    /// The same of `f32`.
    fn mul_add_f32(a: f32, b: f32, c: f32) -> f32;

    /// What `a · b` loses by rounding to `product`, exactly if nothing overflows or underflows.
    fn product_error(a: f64, b: f64, product: f64) -> f64;

    /// The same of `a²`.
    fn square_error(a: f64, square: f64) -> f64;

    /// The last step of each function of `f32`.
    fn narrow(y: f64) -> f32;
}

/// Products and sums, each rounded: for every processor.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// Fused multiply-add.
///
/// Where the instruction set has no instruction for it, this calls a library function: correct, but slow.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug)]
pub struct Fused;

/// As `A`, for functions of `f32` whose argument is a float16, and whose result is rounded to one next, if `FRACTION` is 10;
/// of bfloat16 if it is 7. Nothing else compiles.
///
/// The result of a function is not the nearest `f32`, but rounding it to the half type rounds the exact value once: its
/// last bits say on which side of it the exact value lies, or it is far enough from the middle of two halves. The form for
/// slices may give other bits of `f32`, which are rounded to the same half.
#[derive(Clone, Copy, Debug)]
pub struct ForHalf<A, const FRACTION: u32>(A);

/// [`ForHalf`] of float16.
pub type ForFloat16<A> = ForHalf<A, FLOAT16>;
/// [`ForHalf`] of bfloat16.
pub type ForBfloat16<A> = ForHalf<A, BFLOAT16>;

/// The explicit bits of a float16, and of a bfloat16.
pub(crate) const FLOAT16: u32 = 10;
pub(crate) const BFLOAT16: u32 = 7;

/// The faster one of what the crate is compiled for.
#[cfg(all(feature = "std", any(target_feature = "fma", target_arch = "aarch64")))]
pub type Native = Fused;
/// The faster one of what the crate is compiled for.
#[cfg(not(all(feature = "std", any(target_feature = "fma", target_arch = "aarch64"))))]
pub type Native = Plain;

impl Sealed for Plain {}
#[cfg(feature = "std")]
impl Sealed for Fused {}
impl<A, const FRACTION: u32> Sealed for ForHalf<A, FRACTION> {}

impl Arithmetic for Plain {
    const HALF: Option<u32> = None;
    const IS_FUSED: bool = false;

    #[inline(always)]
    fn mul_add(a: f64, b: f64, c: f64) -> f64 {
        a * b + c
    }

    #[inline(always)]
    fn mul_add_f32(a: f32, b: f32, c: f32) -> f32 {
        a * b + c
    }

    /// By Dekker's algorithm.
    #[inline(always)]
    fn product_error(a: f64, b: f64, product: f64) -> f64 {
        let ((ah, al), (bh, bl)) = (halves(a), halves(b));
        (((ah * bh - product) + ah * bl) + al * bh) + al * bl
    }

    #[inline(always)]
    fn square_error(a: f64, square: f64) -> f64 {
        let (hi, lo) = halves(a);
        ((hi * hi - square) + (hi + hi) * lo) + lo * lo
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the rounding")]
    fn narrow(y: f64) -> f32 {
        y as f32
    }
}

/// A number as the sum of two of 26 bits each, whose products are exact.
#[inline(always)]
fn halves(x: f64) -> (f64, f64) {
    const LOWER: u64 = (1 << 27) - 1;
    let hi = f64::from_bits(x.to_bits().wrapping_add(1 << 26) & !LOWER);
    (hi, x - hi)
}

#[cfg(feature = "std")]
impl Arithmetic for Fused {
    const HALF: Option<u32> = None;
    const IS_FUSED: bool = true;

    #[inline(always)]
    fn mul_add(a: f64, b: f64, c: f64) -> f64 {
        a.mul_add(b, c)
    }

    #[inline(always)]
    fn mul_add_f32(a: f32, b: f32, c: f32) -> f32 {
        a.mul_add(b, c)
    }

    #[inline(always)]
    fn product_error(a: f64, b: f64, product: f64) -> f64 {
        a.mul_add(b, -product)
    }

    #[inline(always)]
    fn square_error(a: f64, square: f64) -> f64 {
        a.mul_add(a, -square)
    }

    #[inline(always)]
    fn narrow(y: f64) -> f32 {
        Plain::narrow(y)
    }
}

impl<A: Arithmetic, const FRACTION: u32> Arithmetic for ForHalf<A, FRACTION> {
    const HALF: Option<u32> = {
        assert!(FRACTION == FLOAT16 || FRACTION == BFLOAT16, "the explicit bits of a half type");
        Some(FRACTION)
    };
    const IS_FUSED: bool = A::IS_FUSED;

    #[inline(always)]
    fn mul_add(a: f64, b: f64, c: f64) -> f64 {
        A::mul_add(a, b, c)
    }

    #[inline(always)]
    fn mul_add_f32(a: f32, b: f32, c: f32) -> f32 {
        A::mul_add_f32(a, b, c)
    }

    #[inline(always)]
    fn product_error(a: f64, b: f64, product: f64) -> f64 {
        A::product_error(a, b, product)
    }

    #[inline(always)]
    fn square_error(a: f64, square: f64) -> f64 {
        A::square_error(a, square)
    }

    /// Rounds to odd at 16 bits: both half types have room for two bits less, also where they are subnormal.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the bits fit an f32")]
    fn narrow(y: f64) -> f32 {
        const BELOW: u64 = (1 << 37) - 1;
        let bits = y.to_bits();
        // A carry into the lowest bit that is kept says whether any bit below it is set.
        f64::from_bits((bits | ((bits & BELOW) + BELOW)) & !BELOW) as f32
    }
}
