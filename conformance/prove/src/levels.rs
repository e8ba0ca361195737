//! A function of `math` → its loop over a slice, compiled for each instruction-set level.
#![expect(unsafe_code, reason = "a loop for a level is called where the processor has it")]

use std::arch::is_x86_feature_detected as has;

use math::{ForBfloat16, ForFloat16, Fused, Plain, Real};

/// An instruction-set level, with the arithmetic that the runtime uses there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// What every processor has: products and sums.
    Baseline,
    /// AVX2 with fused multiply-add.
    Avx2,
    /// AVX-512 with fused multiply-add.
    Avx512,
    /// AVX-512 without it: the results of [`Level::Baseline`], sooner.
    Avx512Plain,
}

impl Level {
    /// All of them.
    pub const ALL: [Level; 4] = [Level::Baseline, Level::Avx2, Level::Avx512, Level::Avx512Plain];

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        let avx2 = has!("avx2") && has!("fma");
        let avx512 = has!("avx512f") && has!("avx512bw") && has!("avx512vl") && has!("avx512dq");
        match self {
            Level::Baseline => true,
            Level::Avx2 => avx2,
            Level::Avx512 | Level::Avx512Plain => avx2 && avx512,
        }
    }
}

/// Calls a loop at a level.
macro_rules! at_level {
    ($level:expr, $t:ty, $plain:ty, $fused:ty, $slice:ident($($arg:ident),+)) => {{
        #[target_feature(enable = "avx2,fma,f16c")]
        fn avx2($($arg: &[$t],)+ out: &mut [$t]) {
            <$t as Real>::$slice::<$fused>($($arg,)+ out);
        }
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,f16c")]
        fn avx512($($arg: &[$t],)+ out: &mut [$t]) {
            <$t as Real>::$slice::<$fused>($($arg,)+ out);
        }
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,f16c")]
        fn avx512_plain($($arg: &[$t],)+ out: &mut [$t]) {
            <$t as Real>::$slice::<$plain>($($arg,)+ out);
        }
        assert!($level.is_available(), "this machine has no {:?}", $level);
        // SAFETY: the processor has what the level needs.
        match $level {
            Level::Baseline => |$($arg: &[$t],)+ out: &mut [$t]| <$t as Real>::$slice::<$plain>($($arg,)+ out),
            Level::Avx2 => |$($arg: &[$t],)+ out: &mut [$t]| unsafe { avx2($($arg,)+ out) },
            Level::Avx512 => |$($arg: &[$t],)+ out: &mut [$t]| unsafe { avx512($($arg,)+ out) },
            Level::Avx512Plain => |$($arg: &[$t],)+ out: &mut [$t]| unsafe { avx512_plain($($arg,)+ out) },
        }
    }};
}

/// A loop over numbers.
pub type Unary<T> = fn(&[T], &mut [T]);
/// A loop over pairs of numbers.
pub type Binary<T> = fn(&[T], &[T], &mut [T]);

/// The functions of one argument, each with the name of its form for slices.
macro_rules! unary {
    ($($name:ident $slice:ident,)*) => {
        /// The names of the functions of one argument.
        pub const UNARY: &[&str] = &[$(stringify!($name)),*];

        /// The loop over `f32` of a function at a level.
        pub fn of_f32(name: &str, level: Level) -> Unary<f32> {
            match name {
                $(stringify!($name) => at_level!(level, f32, Plain, Fused, $slice(x)),)*
                _ => panic!("no function is called {name}"),
            }
        }

        /// The same for results that are rounded to float16 next.
        pub fn for_float16(name: &str, level: Level) -> Unary<f32> {
            match name {
                $(stringify!($name) => at_level!(level, f32, ForFloat16<Plain>, ForFloat16<Fused>, $slice(x)),)*
                _ => panic!("no function is called {name}"),
            }
        }

        /// The same for bfloat16.
        pub fn for_bfloat16(name: &str, level: Level) -> Unary<f32> {
            match name {
                $(stringify!($name) => at_level!(level, f32, ForBfloat16<Plain>, ForBfloat16<Fused>, $slice(x)),)*
                _ => panic!("no function is called {name}"),
            }
        }

        /// The same of `f64`.
        pub fn of_f64(name: &str, level: Level) -> Unary<f64> {
            match name {
                $(stringify!($name) => at_level!(level, f64, Plain, Fused, $slice(x)),)*
                _ => panic!("no function is called {name}"),
            }
        }
    };
}

unary! {
    sqrt sqrt_slice, rsqrt rsqrt_slice, cbrt cbrt_slice, sigmoid sigmoid_slice,
    exp exp_slice, exp2 exp2_slice, expm1 expm1_slice,
    log log_slice, log1p log1p_slice, log2 log2_slice, log10 log10_slice,
    sin sin_slice, cos cos_slice, tan tan_slice,
    asin asin_slice, acos acos_slice, atan atan_slice,
    sinh sinh_slice, cosh cosh_slice, tanh tanh_slice,
    asinh asinh_slice, acosh acosh_slice, atanh atanh_slice,
}

/// The functions of two arguments.
macro_rules! binary {
    ($($name:ident $slice:ident,)*) => {
        /// The names of the functions of two arguments.
        pub const BINARY: &[&str] = &[$(stringify!($name)),*];

        /// The loop over pairs of `f32` of a function at a level.
        pub fn pairs_of_f32(name: &str, level: Level) -> Binary<f32> {
            match name {
                $(stringify!($name) => at_level!(level, f32, Plain, Fused, $slice(x, y)),)*
                _ => panic!("no function is called {name}"),
            }
        }

        /// The same of `f64`.
        pub fn pairs_of_f64(name: &str, level: Level) -> Binary<f64> {
            match name {
                $(stringify!($name) => at_level!(level, f64, Plain, Fused, $slice(x, y)),)*
                _ => panic!("no function is called {name}"),
            }
        }
    };
}

binary! { pow pow_slice, atan2 atan2_slice, hypot hypot_slice, logaddexp logaddexp_slice, }
