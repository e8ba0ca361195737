//! What two Rust types promote to is what two tensors of them promote to, and where those do not, there is no impl.

use std::marker::PhantomData;

use ::types::{Has as _, HasNot as _, Pair};
use half::{bf16, f16};
use num_complex::Complex;
use runtime::Element;
use runtime::types::{self, Rules};

/// Compares every pair of types with the ruleset's table, and counts those that have an impl and those that have none.
macro_rules! hold {
    ($under:ty: $($lhs:ty),*; $rhs:tt) => {{
        let mut counts = [0, 0];
        $(hold!(@row $under, counts, $lhs, $rhs);)*
        counts
    }};
    (@row $under:ty, $counts:ident, $lhs:ty, [$($rhs:ty),*]) => {
        $({
            let got = (&Pair::<$lhs, $rhs, $under>(PhantomData)).promoted();
            let (lhs, rhs) = (<$lhs>::DTYPE, <$rhs>::DTYPE);
            let ruleset = <$under>::RULESET;
            assert_eq!(got, ruleset.promote(lhs, rhs).ok(), "{ruleset}: {lhs} × {rhs}");
            $counts[usize::from(got.is_none())] += 1;
        })*
    };
}

type C32 = Complex<f16>;
type C64 = Complex<f32>;
type C128 = Complex<f64>;

macro_rules! all {
    ($under:ty) => {
        hold!($under: bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, C32, C64, C128;
            [bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, C32, C64, C128])
    };
}

#[test]
fn types_promote_as_tensors_of_them_do() {
    let counts = [
        ("mindspore", all!(types::Mindspore)),
        ("aclnn", all!(types::Aclnn)),
        ("megengine", all!(types::Megengine)),
        ("dpctl", all!(types::Dpctl)),
        ("torch", all!(types::Torch)),
    ];
    for (ruleset, [pairs, none]) in counts {
        println!("{ruleset}: {pairs} pairs of types promote, {none} do not compile");
        assert_eq!(pairs + none, 256);
        assert!(pairs >= 64, "{ruleset} has {pairs} pairs");
    }
}

/// What the compiler says of a pair that has none, in the files beside the programs.
#[test]
fn errors_of_the_compiler_name_the_pair_and_the_way_out() {
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}
