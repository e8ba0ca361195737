//! Turns numbers into elementary functions of them, to the same bits on every machine.
//!
//! Nothing here calls the platform's mathematical library, a fused multiply-add or anything else whose result
//! depends on the machine: only `+ - * / √`, comparisons and integer operations on bits. All functions but
//! the rare cases named below are free of branches and tables, so that a loop over a slice is vectorised for
//! whatever instruction set its surrounding function enables.
//!
//! - `f32` is computed in doubles: within 0.52 ulp.
//! - `f64` is computed in doubles and pairs of doubles: within 0.85 ulp, most within 0.6; `exp` and `pow` reach 0.75
//!   where the result is subnormal, `tan` 0.8, `hypot` 0.85.
//!
//! Measured against MPFR, on random bits and around every place where an algorithm changes its way.
//!
//! **Slices.** Each function has a form for slices, `exp_slice(x, out)` and so on, with the same bits as the
//! scalar method on each element. For most it is the plain loop, and a loop over the scalar method is as good.
//! `sin`, `cos`, `tan` and `logaddexp` have arguments that need another path (angles beyond `2^20`, in `f32` `2^22`;
//! sums of exponentials near 1): their slices take the fast path for a block, then repair the few elements that need
//! it, where a loop over the scalar method would branch at each and not be vectorised. Slices of different lengths
//! are processed up to the shortest.
#![expect(clippy::eq_op, reason = "`x != x` is a blend, as are the selects around it")]

mod arc;
mod bits;
mod coefficients;
mod dd;
mod explog;
mod fixed;
mod hyper;
mod power;
mod reduce;
mod single;
#[cfg(test)]
mod tests;
mod trig;

pub(super) use reduce::TWO_OVER_PI;

/// Declares [`Real`]: each function for one number and for slices.
macro_rules! real {
    ($(#[$unary_doc:meta] $unary:ident $unary_slice:ident;)* => $(#[$binary_doc:meta] $binary:ident $binary_slice:ident;)*) => {
        /// Elementary functions, within 1 ulp and by C99 Annex F at the limits. `log` is the natural one.
        pub(crate) trait Real: Copy {
            $(#[$unary_doc] fn $unary(self) -> Self;)*
            $(#[$binary_doc] fn $binary(self, other: Self) -> Self;)*
            $(
                #[doc = concat!("[`Real::", stringify!($unary), "`] of each element.")]
                #[inline(always)]
                fn $unary_slice(x: &[Self], out: &mut [Self]) {
                    for (o, &x) in out.iter_mut().zip(x) {
                        *o = x.$unary();
                    }
                }
            )*
            $(
                #[doc = concat!("[`Real::", stringify!($binary), "`] of each pair of elements.")]
                #[inline(always)]
                fn $binary_slice(x: &[Self], y: &[Self], out: &mut [Self]) {
                    for ((o, &x), &y) in out.iter_mut().zip(x).zip(y) {
                        *o = x.$binary(y);
                    }
                }
            )*
        }
    };
}

real! {
    /// `e^x`.
    exp exp_slice;
    /// `e^x - 1`.
    expm1 expm1_slice;
    /// `ln x`.
    log log_slice;
    /// `ln(1 + x)`.
    log1p log1p_slice;
    /// The logarithm to base 2: of powers of 2 it is exact.
    log2 log2_slice;
    /// The logarithm to base 10: of powers of 10 it is exact.
    log10 log10_slice;
    /// The sine.
    sin sin_slice;
    /// The cosine.
    cos cos_slice;
    /// The tangent.
    tan tan_slice;
    /// The arcsine.
    asin asin_slice;
    /// The arccosine.
    acos acos_slice;
    /// The arctangent.
    atan atan_slice;
    /// The hyperbolic sine.
    sinh sinh_slice;
    /// The hyperbolic cosine.
    cosh cosh_slice;
    /// The hyperbolic tangent.
    tanh tanh_slice;
    /// The inverse of `sinh`.
    asinh asinh_slice;
    /// The inverse of `cosh`.
    acosh acosh_slice;
    /// The inverse of `tanh`.
    atanh atanh_slice;
    =>
    /// `self` to the power `other`.
    pow pow_slice;
    /// The angle of the point (`other`, `self`).
    atan2 atan2_slice;
    /// `√(self² + other²)`, without overflow on the way.
    hypot hypot_slice;
    /// `ln(e^self + e^other)`, without overflow on the way.
    logaddexp logaddexp_slice;
    /// The number after `self` in the direction of `other`.
    nextafter nextafter_slice;
}

/// Elements per block of the functions with a rare path: few enough that a repair finds them in the nearest cache.
const BLOCK: usize = 256;

/// Implements [`Real`] by free functions of the same names; those with a rare path by fast, test and slow one.
///
/// Their loops stand here, not in a function that takes closures: those are not inlined from several places. And
/// the search for rare elements is a loop of its own, as together with the fast path it would not be vectorised.
macro_rules! implement {
    (
        $type:ty,
        unary { $($unary:ident = $unary_path:path,)* }
        binary { $($binary:ident = $binary_path:path,)* }
        rare { $($rare:ident $rare_slice:ident = $fast:path, $is_rare:path, $slow:path,)* }
        logaddexp { $log_fast:path, $log_rare:path, $log_slow:path }
    ) => {
        impl Real for $type {
            $(#[inline(always)] fn $unary(self) -> Self { $unary_path(self) })*
            $(#[inline(always)] fn $binary(self, other: Self) -> Self { $binary_path(self, other) })*
            $(
                #[inline(always)]
                fn $rare(self) -> Self {
                    if $is_rare(self) { $slow(self) } else { $fast(self) }
                }
                #[inline(always)]
                fn $rare_slice(x: &[Self], out: &mut [Self]) {
                    for (x, out) in x.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
                        for (o, &x) in out.iter_mut().zip(x) {
                            *o = $fast(x);
                        }
                        if x.iter().fold(false, |any, &x| any | $is_rare(x)) {
                            for (o, &x) in out.iter_mut().zip(x).filter(|(_, x)| $is_rare(**x)) {
                                *o = $slow(x);
                            }
                        }
                    }
                }
            )*
            #[inline(always)]
            fn logaddexp(self, other: Self) -> Self {
                let y = $log_fast(self, other);
                if $log_rare(y) { $log_slow(self, other) } else { y }
            }
            #[inline(always)]
            fn logaddexp_slice(x: &[Self], y: &[Self], out: &mut [Self]) {
                for ((x, y), out) in x.chunks(BLOCK).zip(y.chunks(BLOCK)).zip(out.chunks_mut(BLOCK)) {
                    for ((o, &x), &y) in out.iter_mut().zip(x).zip(y) {
                        *o = $log_fast(x, y);
                    }
                    if out.iter().fold(false, |any, &z| any | $log_rare(z)) {
                        for ((o, &x), &y) in out.iter_mut().zip(x).zip(y).filter(|((z, _), _)| $log_rare(**z)) {
                            *o = $log_slow(x, y);
                        }
                    }
                }
            }
        }
    };
}

implement! {
    f64,
    unary {
        exp = explog::exp, expm1 = explog::expm1,
        log = explog::log, log1p = explog::log1p, log2 = explog::log2, log10 = explog::log10,
        asin = arc::asin, acos = arc::acos, atan = arc::atan,
        sinh = hyper::sinh, cosh = hyper::cosh, tanh = hyper::tanh,
        asinh = hyper::asinh, acosh = hyper::acosh, atanh = hyper::atanh,
    }
    binary {
        pow = power::pow, atan2 = arc::atan2, hypot = power::hypot, nextafter = power::nextafter,
    }
    rare {
        sin sin_slice = trig::sin_near, trig::is_far, trig::sin_far,
        cos cos_slice = trig::cos_near, trig::is_far, trig::cos_far,
        tan tan_slice = trig::tan_near, trig::is_far, trig::tan_far,
    }
    logaddexp { hyper::logaddexp_fast, hyper::logaddexp_is_hard, hyper::logaddexp_hard }
}

implement! {
    f32,
    unary {
        exp = single::exp, expm1 = single::expm1,
        log = single::log, log1p = single::log1p, log2 = single::log2, log10 = single::log10,
        asin = single::asin, acos = single::acos, atan = single::atan,
        sinh = single::sinh, cosh = single::cosh, tanh = single::tanh,
        asinh = single::asinh, acosh = single::acosh, atanh = single::atanh,
    }
    binary {
        pow = single::pow, atan2 = single::atan2, hypot = single::hypot, nextafter = power::nextafter_single,
    }
    rare {
        sin sin_slice = single::sin_near, single::is_far, single::sin_far,
        cos cos_slice = single::cos_near, single::is_far, single::cos_far,
        tan tan_slice = single::tan_near, single::is_far, single::tan_far,
    }
    logaddexp { single::logaddexp_fast, single::logaddexp_is_hard, single::logaddexp_hard }
}
