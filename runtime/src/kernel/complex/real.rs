//! Real elementary functions of `f64`, as the complex ones call them: one name each, whoever computes it.

use crate::kernel::math::Real;

macro_rules! forward {
    ($($name:ident($($arg:ident),*);)*) => { $(
        pub(super) fn $name(x: f64 $(, $arg: f64)*) -> f64 {
            Real::$name(x $(, $arg)*)
        }
    )* };
}

forward! {
    exp();
    expm1();
    log1p();
    sin();
    cos();
    sinh();
    cosh();
    atan2(other);
    hypot(other);
}

/// Correctly rounded.
pub(super) fn sqrt(x: f64) -> f64 {
    x.sqrt()
}
