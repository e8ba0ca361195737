//! What a conversion is said to lose, held against conversions that are carried out.
//!
//! Every value of the dtypes of 16 bits and fewer, and of the wider ones those around every power of two:
//! a conversion is lossless just if all of them survive it.

#![expect(clippy::cast_possible_truncation, reason = "casts that lose something are what is tried")]

use codegen::catalog::{Catalog, Format};
use conformance::reference::narrow;
use conformance::{catalog, dtype, id};
use half::{bf16, f16};
use rules::Loss;
use runtime::{DType, Kind};

/// A real value, exactly; as a float also infinity and NaN.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Value {
    Whole(i128),
    Float(f64),
}

/// Values of a real dtype: all, or those near a power of two.
fn values(catalog: &Catalog, dtype: DType) -> Vec<Value> {
    if let Some(info) = dtype.iinfo() {
        let powers = (0..=64).flat_map(|power| [-1, 0, 1].map(|near| (1_i128 << power) + near));
        let near = powers.flat_map(|value| [value, -value]).chain([info.min, info.max]);
        let all: Vec<i128> =
            if dtype.bits() <= 16 { (info.min..=info.max).collect() } else { near.collect() };
        return all
            .into_iter()
            .filter(|value| (info.min..=info.max).contains(value))
            .map(Value::Whole)
            .collect();
    }
    let Format::Float { .. } = catalog.dtype(id(dtype)).format else {
        return vec![Value::Whole(0), Value::Whole(1)];
    };
    let floats: Vec<f64> = match dtype {
        _ if dtype.is_narrow() => {
            narrow::values(dtype).into_iter().map(narrow::Value::double).collect()
        }
        DType::F16 => (0..=u16::MAX).map(|bits| f64::from(f16::from_bits(bits))).collect(),
        DType::Bf16 => (0..=u16::MAX).map(|bits| f64::from(bf16::from_bits(bits))).collect(),
        DType::F32 => near(32, 23)
            .map(|bits| f64::from(f32::from_bits(u32::try_from(bits).expect("32 bits"))))
            .collect(),
        _ => near(64, 52).map(f64::from_bits).collect(),
    };
    floats.into_iter().map(Value::Float).collect()
}

/// The bits of every power of two of a float, with the ones just above and below.
fn near(bits: u32, mantissa: u32) -> impl Iterator<Item = u64> {
    let exponents = 1_u64 << (bits - 1 - mantissa);
    (0..exponents).flat_map(move |exponent| {
        let power = exponent << mantissa;
        [power.saturating_sub(1), power, power + 1]
    })
}

/// Whether a value is one of a real dtype.
fn holds(dtype: DType, value: Value) -> bool {
    if let Some(info) = dtype.iinfo() {
        return match value {
            Value::Whole(value) => (info.min..=info.max).contains(&value),
            // The greatest float64 below 2^64 is a whole number that fits in i128.
            Value::Float(value) => {
                value.is_finite()
                    && value.fract() == 0.0
                    && value.abs() <= 2_f64.powi(64)
                    && holds(dtype, Value::Whole(value as i128))
            }
        };
    }
    if dtype.kind() == Kind::Bool {
        return matches!(value, Value::Whole(0 | 1));
    }
    let float = match value {
        Value::Float(value) => value,
        // A whole number that float64 cannot hold is held by no narrower float.
        Value::Whole(value) if value as f64 as i128 == value => value as f64,
        Value::Whole(_) => return false,
    };
    let same = |other: f64| other == float || (other.is_nan() && float.is_nan());
    match dtype {
        _ if dtype.is_narrow() => {
            narrow::values(dtype).into_iter().any(|value| same(value.double()))
        }
        // `half` rounds float64 twice; what survives one exact widening did not need rounding at all.
        DType::F16 => same(f16::from_f64(float).into()),
        DType::Bf16 => same(bf16::from_f64(float).into()),
        DType::F32 => same((float as f32).into()),
        _ => true,
    }
}

/// The real dtype that holds the parts of a complex one, or the dtype itself.
fn part(catalog: &Catalog, of: DType) -> DType {
    match catalog.dtype(id(of)).format {
        Format::Complex { part } => dtype(part),
        _ => of,
    }
}

#[test]
fn a_conversion_is_lossless_just_if_every_value_survives_it() {
    let catalog = catalog();
    for from in DType::ALL {
        let values = values(&catalog, part(&catalog, from));
        for to in DType::ALL {
            let lost = catalog.losses(id(from), id(to));
            // A bool is no number, though it can hold both of uint1; NumPy does not call the cast safe either.
            if (from, to) == (DType::U1, DType::Bool) {
                continue;
            }
            let drops_a_part = from.kind() == Kind::Complex && to.kind() != Kind::Complex;
            let victim = values.iter().find(|&&value| !holds(part(&catalog, to), value));
            let survives = victim.is_none() && !drops_a_part;
            assert_eq!(
                lost.is_empty(),
                survives,
                "{from} → {to} is said to lose {lost:?}; {victim:?} does not survive"
            );
        }
    }
}

#[test]
fn what_is_lost_is_named() {
    let catalog = catalog();
    let lost = |from, to| catalog.losses(id(from), id(to));
    let cases = [
        (DType::I64, DType::F32, vec![Loss::Precision { lost: 39, kept: 24 }]),
        (
            DType::I32,
            DType::F16,
            vec![Loss::Precision { lost: 20, kept: 11 }, Loss::Magnitude { exponent: 16 }],
        ),
        (
            DType::U16,
            DType::F16,
            vec![Loss::Precision { lost: 5, kept: 11 }, Loss::Magnitude { exponent: 16 }],
        ),
        (DType::I16, DType::F16, vec![Loss::Precision { lost: 4, kept: 11 }]),
        (
            DType::F64,
            DType::F32,
            vec![Loss::Precision { lost: 29, kept: 24 }, Loss::Magnitude { exponent: 128 }],
        ),
        (DType::Bf16, DType::F16, vec![Loss::Magnitude { exponent: 16 }]),
        (DType::F16, DType::Bf16, vec![Loss::Precision { lost: 3, kept: 8 }]),
        (DType::I8, DType::U64, vec![Loss::Negative]),
        (
            DType::U64,
            DType::I64,
            vec![Loss::Range { least: i64::MIN.into(), most: i64::MAX.into() }],
        ),
        (DType::I16, DType::U8, vec![Loss::Range { least: 0, most: 255 }, Loss::Negative]),
        (DType::C64, DType::F32, vec![Loss::Imaginary]),
        (DType::F32, DType::Bool, vec![Loss::Value]),
        (DType::Bool, DType::F16, vec![]),
    ];
    for (from, to, wanted) in cases {
        assert_eq!(lost(from, to).iter().collect::<Vec<_>>(), wanted, "{from} → {to}");
    }
}
