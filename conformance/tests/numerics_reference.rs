//! The reference itself, on values known from elsewhere: a reference that takes anything proves nothing.

use conformance::reference::elementary::{atan2, function, pow};
use conformance::reference::exact::Exact;
use conformance::reference::format::{F16, F32, F64, Format};
use conformance::reference::wanted::{Part, around};
use conformance::reference::{cast, ops};
use runtime::{DType, Op, rulesets};

/// Values that computer algebra gives, to 17 digits.
const KNOWN: [(Op, f64, f64); 14] = [
    (Op::Sin, 1e22, -0.852_200_849_767_188_8),
    (Op::Cos, 1e22, 0.523_214_785_395_138_9),
    (Op::Tan, 1e22, -1.6287782256068988),
    (Op::Sin, 3.0, 0.141_120_008_059_867_2),
    (Op::Exp, 1.0, std::f64::consts::E),
    (Op::Expm1, 1e-10, 1.000_000_000_050_000_1e-10),
    (Op::Log, 10.0, std::f64::consts::LN_10),
    (Op::Log1p, 1e-10, 9.999_999_999_5e-11),
    (Op::Log2, 8.0, 3.0),
    (Op::Log10, 1000.0, 3.0),
    (Op::Atan, 1.0, std::f64::consts::FRAC_PI_4),
    (Op::Sinh, 1.0, 1.175_201_193_643_801_4),
    (Op::Acosh, 2.0, 1.316_957_896_924_816_6),
    (Op::Atanh, 0.5, 0.549_306_144_334_054_8),
];

/// Whether a part takes bits, and none that are two steps off.
fn takes_only(part: Part, format: Format, bits: u64) -> bool {
    let off = [2, 3, 1000]
        .iter()
        .any(|by| part.accepts(Some(format), bits + by) || part.accepts(Some(format), bits - by));
    part.accepts(Some(format), bits) && !off
}

#[test]
fn functions_have_their_known_values() {
    for (op, x, wanted) in KNOWN {
        let part = function(op, &F64.decode(x.to_bits())).part(F64, 1);
        assert!(takes_only(part, F64, wanted.to_bits()), "{op} {x}: {part:x?}, not {wanted}");
    }
    let real = |x: f64| F64.decode(x.to_bits());
    let three = pow(&real(9.0), &real(0.5)).part(F64, 1);
    assert_eq!(three, Part::Is(3_f64.to_bits()));
    let angle = atan2(&real(-0.0), &real(-1.0)).part(F64, 1);
    assert!(takes_only(angle, F64, (-std::f64::consts::PI).to_bits()), "{angle:x?}");
}

#[test]
fn roundings_are_those_of_the_machine() {
    let values = [0.1, 1.0 / 3.0, 65_519.9, 65_520.0, 1e-8, 3e-8, 5e-324, f64::MAX, 16_777_217.0];
    for value in values {
        let bits = cast::cast(DType::F64, DType::F32, (value.to_bits(), 0)).0;
        #[expect(clippy::cast_possible_truncation, reason = "the rounding that is compared")]
        let machine = value as f32;
        assert_eq!(bits, u64::from(machine.to_bits()), "{value}");
        let bits = cast::cast(DType::F64, DType::F16, (value.to_bits(), 0)).0;
        assert_eq!(bits, u64::from(half::f16::from_f64(value).to_bits()), "{value}");
    }
    let root = Exact::dyadic(false, 2_u8, 0).sqrt();
    assert_eq!(F64.nearest(&root), std::f64::consts::SQRT_2.to_bits());
    assert_eq!(F32.nearest(&root), u64::from(std::f32::consts::SQRT_2.to_bits()));
}

#[test]
fn what_is_wrong_is_not_taken() {
    let policies = rulesets::DPCTL.policies();
    let bits = |value: f64| (value.to_bits(), 0);
    let wanted = ops::binary(Op::Add, DType::F64, bits(0.1), bits(0.2), policies);
    let (part, _) = wanted.expect("no policy on sums");
    assert_eq!(part, Part::Is((0.1_f64 + 0.2).to_bits()));
    assert!(!part.accepts(Some(F64), 0.3_f64.to_bits()));
    // Of a half's sine both neighbours are taken only where float32 does not decide.
    let (part, _) = ops::unary(Op::Sin, DType::F16, (u64::from(half::f16::ONE.to_bits()), 0));
    assert_eq!(part, Part::Is(u64::from(half::f16::from_f64(1_f64.sin()).to_bits())));
    let near = around(F16, &Exact::dyadic(false, 1_u8, 0), &Exact::dyadic(false, 1_u8, -10));
    assert_eq!(near, Part::Between(0x3bfe, 0x3c01));
    assert!(!near.accepts(Some(F16), 0x3c02) && !near.accepts(Some(F16), F16.nan()));
}
