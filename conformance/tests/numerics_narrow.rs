//! Conversions to and from narrow dtypes, held against an enumeration of their values: every pattern upwards, every
//! narrow one, float16 and bfloat16 downwards, and of wider dtypes what lies next to where rounding changes.
#![expect(clippy::cast_possible_truncation, reason = "the numbers of integer dtypes are whole")]

use std::cmp::Ordering;

use conformance::any_dtype;
use conformance::elements::{Element, bits, tensor};
use conformance::harness::Failures;
use conformance::reference::Bits;
use conformance::reference::cast::cast_by;
use conformance::reference::format::Format as Ieee;
use conformance::reference::narrow::{Input, Nearest, Value, values};
use runtime::elements::{f8e4m3fn, f8e8m0fnu};
use runtime::policy::{FloatOverflow, FloatToInt, HalfRounding, Policies, UnsignedFloat};
use runtime::{DType, Format, Kind, Op, Options, Ruleset, Tensor, rulesets, with_element};

fn narrow() -> impl Iterator<Item = DType> {
    DType::ALL.into_iter().filter(|dtype| dtype.is_narrow())
}

/// The policies that a conversion to a narrow dtype depends on, in every combination.
fn all_policies(from: DType, to: DType) -> Vec<Policies> {
    let Format::Float(float) = to.format() else {
        let both = [FloatToInt::Saturate, FloatToInt::Truncate];
        return both.map(|float_to_int| Policies { float_to_int, ..Policies::DEFAULT }).into();
    };
    let overflows = [FloatOverflow::Special, FloatOverflow::Saturate, FloatOverflow::SaturateOnes];
    let unsigned: &[UnsignedFloat] = match float.sign {
        true => &[UnsignedFloat::Nan],
        false => &[UnsignedFloat::Nan, UnsignedFloat::Magnitude],
    };
    let roundings: &[HalfRounding] = match from.size() >= 4 && from != DType::F32 {
        true => &[HalfRounding::Once, HalfRounding::OnceToFloat16, HalfRounding::Twice],
        false => &[HalfRounding::Once],
    };
    let mut all = Vec::new();
    for float_overflow in overflows {
        for &unsigned_float in unsigned {
            for &half_rounding in roundings {
                let default = Policies::DEFAULT;
                all.push(Policies { float_overflow, unsigned_float, half_rounding, ..default });
            }
        }
    }
    all
}

/// The number that an element is once it is rounded to float32.
fn rounded_to_float32(from: DType, element: Bits) -> Input {
    Input::of(DType::F32, cast_by(from, DType::F32, element, Policies::DEFAULT))
}

fn check(from: DType, to: DType, elements: &[Bits], failures: &mut Failures) -> usize {
    let operand = tensor(from, elements);
    let numbers: Vec<Input> = elements.iter().map(|&element| Input::of(from, element)).collect();
    let mut compared = 0;
    for policies in all_policies(from, to) {
        let nearest = Nearest::new(to, policies);
        let got = bits(&any_dtype(policies).cast(&operand, to).expect("it has every dtype"));
        let by_float32 = policies.half_rounding != HalfRounding::Once;
        for ((&element, &exact), &got) in elements.iter().zip(&numbers).zip(&got) {
            compared += 1;
            let number = match by_float32 {
                true => rounded_to_float32(from, element),
                false => exact,
            };
            let wanted = (nearest.of(number), 0);
            if got != wanted {
                let Policies {
                    float_overflow, unsigned_float, half_rounding, float_to_int, ..
                } = policies;
                failures.push(|| {
                    format!(
                        "{from} {element:x?} = {number:?} to {to}: got {got:x?}, wanted {wanted:x?} under \
                         {float_overflow:?}, {unsigned_float:?}, {half_rounding:?}, {float_to_int:?}"
                    )
                });
            }
        }
    }
    compared
}

/// The next number of the dtype itself: that of float32 is too near to be one.
#[test]
fn the_next_of_every_pair_of_narrow_floats() {
    let (mut failures, mut compared) = (Failures::default(), 0);
    let ruleset = any_dtype(Policies::DEFAULT);
    for dtype in narrow().filter(|&dtype| dtype.kind() == Kind::Float) {
        let all = values(dtype);
        let place = |bits: Bits| usize::try_from(bits.0).expect("a byte");
        let patterns: Vec<Bits> = (0..1 << dtype.bits()).map(|bits| (bits, 0)).collect();
        for &from in &patterns {
            let a = tensor(dtype, &vec![from; patterns.len()]);
            let next = ruleset.apply(
                Op::Nextafter,
                &[(&a).into(), (&tensor(dtype, &patterns)).into()],
                &Options::default(),
            );
            let next = bits(&next.expect("each has a kernel"));
            let from = all[place(from)].double();
            for (&towards, got) in patterns.iter().zip(next) {
                compared += 1;
                let towards = all[place(towards)].double();
                let numbers = all.iter().map(|value| value.double());
                let wanted = match from.partial_cmp(&towards) {
                    None => f64::NAN,
                    Some(Ordering::Equal) => towards,
                    Some(Ordering::Less) => {
                        numbers.filter(|&number| number > from).fold(f64::INFINITY, f64::min)
                    }
                    Some(Ordering::Greater) => {
                        numbers.filter(|&number| number < from).fold(f64::NEG_INFINITY, f64::max)
                    }
                };
                let got = all[place(got)].double();
                if got != wanted && !(got.is_nan() && wanted.is_nan()) {
                    failures.push(|| {
                        format!("{dtype} {from} towards {towards}: got {got}, wanted {wanted}")
                    });
                }
            }
        }
    }
    println!("{compared} pairs of narrow floats");
    failures.check("next number");
}

#[test]
fn every_narrow_element_to_every_dtype() {
    let (mut failures, mut compared) = (Failures::default(), 0);
    for from in narrow() {
        let all: Vec<Bits> = (0..1 << from.bits()).map(|bits| (bits, 0)).collect();
        for to in narrow().filter(|&to| to != from) {
            compared += check(from, to, &all, &mut failures);
        }
        let operand = tensor(from, &all);
        for to in conformance::wide_dtypes() {
            let ruleset = any_dtype(Policies::DEFAULT);
            let got = bits(&ruleset.cast(&operand, to).expect("it has every dtype"));
            for (&element, &got) in all.iter().zip(&got) {
                compared += 1;
                let wanted = cast_by(from, to, element, Policies::DEFAULT);
                if got != wanted {
                    failures.push(|| {
                        format!("{from} {element:x?} to {to}: got {got:x?}, wanted {wanted:x?}")
                    });
                }
            }
        }
    }
    println!("{compared} conversions of narrow elements");
    failures.check("conversion");
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "runs optimised: `cargo test --profile optimised -p conformance --test 'numerics_*'`"
)]
fn every_element_of_16_bits_or_fewer_to_every_narrow_dtype() {
    let (mut failures, mut compared) = (Failures::default(), 0);
    for from in conformance::wide_dtypes().into_iter().filter(|from| from.size() <= 2) {
        let count = if from.kind() == Kind::Bool { 2 } else { 1 << from.bits() };
        let all: Vec<Bits> = (0..count).map(|bits| (bits, 0)).collect();
        for to in narrow() {
            compared += check(from, to, &all, &mut failures);
        }
    }
    println!("{compared} conversions of elements of 16 bits");
    failures.check("conversion");
}

/// The elements of a wide dtype next to the numbers of a narrow one and next to those in the middle between two, and
/// at the ends.
fn boundaries(from: DType, to: DType) -> Vec<Bits> {
    let mut numbers: Vec<f64> = values(to)
        .into_iter()
        .filter_map(|value| match value {
            Value::Number(number) => Some(number),
            Value::Infinite(_) | Value::Nan(_) => None,
        })
        .collect();
    numbers.sort_by(f64::total_cmp);
    let middles: Vec<f64> =
        numbers.windows(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect();
    let last = numbers[numbers.len() - 1];
    let beyond = [last * 1.0625, last * 1.25, last * 1.5, last * 2.0, last * 1024.0];
    let mut all: Vec<Bits> = Vec::new();
    for near in numbers.iter().chain(&middles).copied().chain(beyond) {
        for signed in [near, -near] {
            let (element, _) = cast_by(DType::F64, from, (signed.to_bits(), 0), Policies::DEFAULT);
            all.extend((-2..=2).map(|step| (element.wrapping_add_signed(step), 0)));
        }
    }
    let width = if from.kind() == Kind::Complex { from.bits() / 2 } else { from.bits() };
    let mask = u64::MAX >> (64 - width);
    all.iter_mut().for_each(|element| element.0 &= mask);
    if let Some(format) = Ieee::of(from) {
        for special in [0, 1, format.max(), format.infinity(), format.nan()] {
            all.extend([(special, 0), (special | format.sign(), 0)]);
        }
    }
    if from.kind() == Kind::Complex {
        // The imaginary part does not matter.
        all.iter_mut().for_each(|element| element.1 = 1);
    }
    all.sort();
    all.dedup();
    all
}

#[test]
fn elements_next_to_where_rounding_changes_to_every_narrow_dtype() {
    let (mut failures, mut compared) = (Failures::default(), 0);
    for from in conformance::wide_dtypes().into_iter().filter(|from| from.size() >= 4) {
        for to in narrow() {
            compared += check(from, to, &boundaries(from, to), &mut failures);
        }
    }
    println!("{compared} conversions of elements of 32 bits and more");
    failures.check("conversion");
}

/// float8_e8m0fnu has no zero: what float32 rounds to zero is NaN. The bits are those of ml_dtypes 0.6.0, asked of NumPy's
/// float64.
#[test]
fn what_float32_rounds_to_zero_has_no_power_of_two() {
    let least = 2.0_f64.powi(-149);
    let asked = [(2.0_f64.powi(-126), 1), (2.0_f64.powi(-127), 0), (least, 0), (least / 2.0, 0xff)];
    let smaller = [(least / 4.0, 0xff), (1e-60, 0xff), (5e-324, 0xff), (0.0, 0xff)];
    for (number, bits) in asked.into_iter().chain(smaller) {
        assert_eq!(f8e8m0fnu::from_f64(number).to_bits(), bits, "{number:e}");
    }
    let more_than_half = (least / 2.0).next_up();
    assert_eq!(f8e8m0fnu::from_f64(more_than_half).to_bits(), 0);
    assert_eq!(f8e4m3fn::from_f64(1e-60).to_bits(), 0);
}

/// What others made of the same, by the `dump.py` of `conversions` and of `hifloat8` in `conformance/oracles/`.
const RUNS: [(&str, Ruleset); 2] = [
    (include_str!("../observed/conversions/conversions-ml_dtypes-0.6.0.json"), rulesets::NUMPY),
    (
        include_str!("../observed/conversions/hifloat8-opbase-aa3cd74.json"),
        rulesets::ACLNN_OPBASE_2026_07,
    ),
];

/// What the runs say of narrow dtypes, each with the policies of its ruleset: of all that NumPy has, and of hifloat8.
fn told() -> Vec<(DType, serde_json::Value, Ruleset)> {
    let mut all = Vec::new();
    for (run, ruleset) in RUNS {
        let mut run: serde_json::Value =
            serde_json::from_str(run).unwrap_or_else(|error| panic!("{error}"));
        let dtypes = narrow().map(|dtype| (dtype, run["dtypes"][dtype.name()].take()));
        let told = dtypes.filter(|(_, told)| !told.is_null());
        all.extend(told.map(|(dtype, told)| (dtype, told, any_dtype(ruleset.policies()))));
    }
    for dtype in narrow() {
        let was_asked = all.iter().any(|(told, ..)| *told == dtype);
        let wanted = rulesets::NUMPY.has(dtype) || dtype == DType::Hif8;
        assert_eq!(was_asked, wanted, "{dtype} was asked, or not");
    }
    all
}

/// Whether a number is asked of: the program of HiFloat8 takes subnormal ones for infinity.
fn is_asked(told: &serde_json::Value, number: f32) -> bool {
    told["subnormal"] != false || !number.is_subnormal()
}

/// Adds the bytes that some elements become to a digest.
fn digest(ruleset: Ruleset, elements: &Tensor, to: DType, crc: &mut crc32fast::Hasher) {
    let got = ruleset.cast(elements, to).expect("it has every dtype");
    let bytes: Vec<u8> = with_element!(to, T => {
        let array = got.array::<T>().expect("asked by its dtype");
        array.iter().map(|&element| (Element::bits(element).0 & 0xff) as u8).collect()
    });
    crc.update(&bytes);
}

#[test]
fn patterns_and_conversions_of_halves_are_those_that_were_recorded() {
    for (to, told, policies) in told() {
        let wide = told["wide"].as_array().unwrap_or_else(|| panic!("{to} was not asked upwards"));
        let all: Vec<Bits> = (0..1 << to.bits()).map(|bits| (bits, 0)).collect();
        let middle = if to.kind() == Kind::Float { DType::F32 } else { DType::I16 };
        let ruleset = any_dtype(Policies::DEFAULT);
        let got = bits(&ruleset.cast(&tensor(to, &all), middle).expect("it has every dtype"));
        let got: Vec<serde_json::Value> = match middle {
            DType::F32 => got.iter().map(|(bits, _)| format!("{bits:08x}").into()).collect(),
            _ => got.iter().map(|&(bits, _)| (bits as u16).cast_signed().into()).collect(),
        };
        assert_eq!(&got, wide, "every pattern of {to}");
        for from in [DType::F16, DType::Bf16] {
            // The program of HiFloat8 knows no float16.
            let Some(wanted) = told["of"].get(from.name()) else { continue };
            let mut crc = crc32fast::Hasher::new();
            let format = Ieee::of(from).expect("a float");
            let asked = |&bits: &u64| is_asked(&told, format.double(bits) as f32);
            let elements: Vec<Bits> = (0..1 << 16).filter(asked).map(|bits| (bits, 0)).collect();
            digest(policies, &tensor(from, &elements), to, &mut crc);
            let got = format!("{:08x}", crc.finalize());
            assert_eq!(*wanted, got, "all of {from} to {to}");
        }
    }
}

/// Takes minutes: `cargo test --release -p conformance --test numerics_narrow -- --ignored --nocapture`.
#[test]
#[ignore = "goes over all of float32 for each narrow float"]
fn conversions_of_all_of_float32_are_those_that_were_recorded() {
    const CHUNK: u32 = 1 << 22;
    for (to, told, policies) in told().into_iter().filter(|(to, ..)| to.kind() == Kind::Float) {
        let mut crc = crc32fast::Hasher::new();
        for begin in (0..=u32::MAX).step_by(CHUNK as usize) {
            let all = (begin..=begin + (CHUNK - 1)).map(f32::from_bits);
            let elements: Vec<f32> = all.filter(|&number| is_asked(&told, number)).collect();
            digest(policies, &Tensor::from(elements), to, &mut crc);
        }
        let got = format!("{:08x}", crc.finalize());
        println!("float32 → {to}: 2^32 conversions, digest {got}");
        assert_eq!(told["of"]["float32"], got, "all of float32 to {to}");
    }
}
