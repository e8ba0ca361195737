//! What the prover has recorded holds: on every hard case, on a sample, and over all of the half types.

use prove::format::Format;
use prove::function::Function;
use prove::levels::{self, Level};
use prove::{float64, proof, record};

fn available() -> Vec<Level> {
    Level::ALL.into_iter().filter(|level| level.is_available()).collect()
}

#[test]
fn hard_cases_are_rounded_correctly() {
    let hard = record::hard();
    for &function in Function::ALL {
        let cases: Vec<_> = hard.iter().filter(|one| one.0 == function).collect();
        let x: Vec<f32> = cases.iter().map(|one| f32::from_bits(one.1)).collect();
        let mut got = x.clone();
        for level in available() {
            levels::of_f32(function.name(), level)(&x, &mut got);
            for (got, (_, x, wanted)) in got.iter().zip(&cases) {
                let got = got.to_bits();
                let name = function.name();
                assert_eq!(got, *wanted, "{name} of {x:08x} at {level:?}: {got:08x}");
            }
        }
    }
}

#[test]
fn a_sample_is_rounded_correctly() {
    // Odd, so that all low bits occur; the positive numbers, whose negatives are compared with them.
    let step = if cfg!(debug_assertions) { 1_048_573 } else { 16_381 };
    let x: Vec<f32> = (0..0x7fc0_0000).step_by(step).map(f32::from_bits).collect();
    for &function in Function::ALL {
        let (first, second) = proof::of_chunk(function, &x, &available());
        for wrong in [first.wrong, second.wrong] {
            assert_eq!(wrong, [], "{}: level, argument, result, as it should be", function.name());
        }
    }
}

#[test]
fn nothing_wrong_is_recorded() {
    let wrong: Vec<_> = record::proven().into_iter().filter(|one| one.wrong > 0).collect();
    assert_eq!(wrong, []);
}

#[test]
fn the_worst_cases_of_float64_are_no_worse_than_recorded() {
    let worst = record::worst();
    let missing: Vec<&str> =
        float64::names().filter(|name| worst.iter().all(|one| one.name != *name)).collect();
    assert_eq!(missing, [""; 0]);
    for one in worst {
        let error = float64::error_at(&one.name, &one.arguments);
        assert!(error < one.error + 0.0002, "{} is off by {error} at {one:x?}", one.name);
    }
}

#[test]
fn functions_of_float64_are_as_near_as_their_documentation_says() {
    let count = if cfg!(debug_assertions) { 200 } else { 8_000 };
    for name in float64::names() {
        let worst = float64::worst(name, count, 7);
        let bound = float64::bound_at(name, &worst.arguments);
        assert!(worst.error <= bound, "{name} is off by more than {bound} ulp: {worst:x?}");
    }
}

/// In a debug build the reference takes minutes.
#[cfg(not(debug_assertions))]
#[test]
fn all_of_the_half_types_have_the_recorded_digest() {
    let proven = record::proven();
    for &function in Function::ALL {
        for format in [Format::Float16, Format::BFloat16] {
            let proof = proof::of_half(function, format, &available());
            assert_eq!(proof.wrong, [], "{} of {}", function.name(), format.name());
            let kept = |one: &&record::Proven| {
                (one.function, one.dtype.as_str()) == (function, format.name())
            };
            let digest = proven.iter().find(kept).map(|one| one.digest);
            assert_eq!(digest, Some(proof.digest), "{} of {}", function.name(), format.name());
        }
    }
}

/// Half types are imported by the test that a debug build lacks.
#[cfg(debug_assertions)]
#[test]
fn the_formats_have_names() {
    assert_eq!(Format::ALL.map(Format::name), ["float16", "bfloat16", "float32"]);
}
