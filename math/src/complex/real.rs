//! The real functions that the complex ones call.
//!
//! [`Real`]'s functions are inlined wherever they are called, for the sake of loops. Complex functions call them in many
//! places and are no loops: here each is compiled once.

use crate::Real;

/// Declares functions that call those of [`Real`].
macro_rules! call {
    ($($name:ident($($arg:ident),+);)*) => { $(
        pub(super) fn $name($($arg: f64),+) -> f64 {
            Real::$name($($arg),+)
        }
    )* };
}

call! {
    log(x);
    log2(x);
    log10(x);
    sigmoid(x);
    exp(x);
    exp2(x);
    expm1(x);
    log1p(x);
    sin(x);
    cos(x);
    sinh(x);
    cosh(x);
    tan(x);
    tanh(x);
    atan2(y, x);
    hypot(x, y);
}
