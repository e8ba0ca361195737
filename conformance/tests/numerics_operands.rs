//! Ops on three operands, numbers beside tensors and casts, against the reference.

use conformance::harness::{Failures, Triple, bits, show, tensor, triples};
use conformance::reference::Bits;
use conformance::reference::cast::{cast, cast_by};
use conformance::reference::edges::{edges, of_pairs};
use conformance::reference::flush;
use conformance::reference::format::F64;
use conformance::reference::ops::{self, clip};
use conformance::reference::policies::fails_to_convert;
use conformance::reference::wanted::{Part, Wanted};
use conformance::wide_dtypes;
use runtime::policy::{PythonFloats, ScalarDtype};
use runtime::{Arg, DType, Group, Number, Op, Operand, Options, Ruleset, Tensor, rulesets};

/// Just the bits of an element.
fn just((re, im): Bits) -> Wanted {
    (Part::Is(re), Part::Is(im))
}

#[test]
fn choices_of_two() {
    let (mut failures, all) = (Failures::default(), triples(Op::Where));
    for &Triple { ruleset, lhs, rhs, dtypes } in &all {
        let converted = |from: DType| -> Vec<Bits> {
            let fails =
                |&bits: &Bits| fails_to_convert(dtypes.compute, (from, bits), ruleset.policies());
            of_pairs(from).into_iter().filter(|bits| !fails(bits)).collect()
        };
        let (yes, no) = (converted(lhs), converted(rhs));
        let len = 2 * yes.len().max(no.len());
        let round = |all: &[Bits]| -> Vec<Bits> {
            (0..len).map(|place| all[place / 2 % all.len()]).collect()
        };
        let (yes, no) = (round(&yes), round(&no));
        let condition: Vec<bool> = (0..len).map(|place| place % 2 == 0).collect();
        let operands = [Tensor::from(condition), tensor(lhs, &yes), tensor(rhs, &no)];
        let out =
            ruleset.apply(Op::Where, &operands.each_ref().map(Arg::from), &Options::default());
        let out = bits(&out.expect("where is defined where two promote"));
        for (place, &got) in out.iter().enumerate() {
            let (from, chosen) = if place % 2 == 0 { (lhs, yes[place]) } else { (rhs, no[place]) };
            let wanted = just(cast_by(from, dtypes.compute, chosen, ruleset.policies()));
            failures.compare(
                || format!("where {ruleset:?} {lhs} {rhs} at {place}"),
                dtypes.result,
                got,
                wanted,
            );
        }
    }
    println!("where: {} ways", all.len());
    failures.check("where");
}

fn clipped(ruleset: Ruleset, dtypes: [DType; 3], failures: &mut Failures) -> bool {
    let operands = dtypes.map(Operand::Tensor);
    let Ok(of) = ruleset.op_dtypes(Op::Clip, &operands) else { return false };
    let policies = ruleset.policies();
    // Of a narrow dtype, whose numbers float32 and float64 have, one of the three is chosen there.
    let compute = if of.compute.is_narrow() { DType::F64 } else { of.compute };
    // Elements, and what they are where one is chosen.
    let few = |dtype: DType, count: usize| -> Vec<(Bits, Bits)> {
        let fails = |&bits: &Bits| fails_to_convert(of.compute, (dtype, bits), policies);
        let all: Vec<Bits> = edges(dtype).into_iter().filter(|bits| !fails(bits)).collect();
        let wide = |bits| {
            let element = cast_by(dtype, of.compute, bits, policies);
            match of.compute.is_narrow() {
                true => {
                    let single = cast_by(of.compute, DType::F32, element, policies);
                    let single = flush::element(DType::F32, single, policies);
                    cast_by(DType::F32, compute, single, policies)
                }
                false => element,
            }
        };
        let chosen = (0..count).map(|place| all[place * 5 % all.len()]);
        chosen.map(|bits| (bits, wide(bits))).collect()
    };
    let [values, lows, highs] = [few(dtypes[0], 11), few(dtypes[1], 5), few(dtypes[2], 5)];
    let apply = |triples: &[[Bits; 3]]| {
        let operand = |which: usize| {
            let elements: Vec<Bits> = triples.iter().map(|triple| triple[which]).collect();
            tensor(dtypes[which], &elements)
        };
        let tensors = [operand(0), operand(1), operand(2)];
        ruleset.apply(Op::Clip, &tensors.each_ref().map(Arg::from), &Options::default())
    };
    let (mut triples, mut results, mut crossed) = (Vec::new(), Vec::new(), None);
    for value in &values {
        for (low, high) in lows.iter().flat_map(|low| highs.iter().map(move |high| (low, high))) {
            let triple = [value.0, low.0, high.0];
            match clip(compute, [value.1, low.1, high.1], policies) {
                Some(chosen) => {
                    triples.push(triple);
                    results.push(cast_by(compute, of.result, chosen, policies));
                }
                None => crossed = Some(triple),
            }
        }
    }
    if let Some(crossed) = crossed {
        let said = apply(&[crossed]).map(|out| bits(&out)).map_err(|error| error.kind());
        if said != Err("policy") {
            failures.push(|| format!("clip {ruleset:?} {dtypes:?} {crossed:x?}: got {said:x?}"));
        }
    }
    let out = match apply(&triples) {
        Ok(out) => bits(&out),
        Err(error) => {
            failures.push(|| format!("clip {ruleset:?} {dtypes:?}: {error}"));
            return true;
        }
    };
    for ((triple, &got), &result) in triples.iter().zip(&out).zip(&results) {
        let asked = || format!("clip {ruleset:?} {dtypes:?} {triple:x?}");
        failures.compare(asked, of.result, got, just(result));
    }
    true
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "runs optimised: `cargo test --profile optimised -p conformance --test 'numerics_*'`"
)]
fn values_between_two() {
    let (mut failures, mut count) = (Failures::default(), 0);
    for &ruleset in rulesets::ALL {
        for &first in ruleset.dtypes() {
            for &low in ruleset.dtypes() {
                for &high in ruleset.dtypes() {
                    count += usize::from(clipped(ruleset, [first, low, high], &mut failures));
                }
            }
        }
    }
    println!("clip: {count} ways");
    failures.check("clip");
}

/// A number as bits of a dtype that holds it, rounded as the ruleset rounds Python floats.
fn held(ruleset: Ruleset, number: Number) -> (DType, Bits) {
    let single = |value: f64| match ruleset.policies().python_floats {
        PythonFloats::Double => value,
        PythonFloats::Single => {
            let single = cast_by(DType::F64, DType::F32, (value.to_bits(), 0), ruleset.policies());
            f64::from_bits(cast_by(DType::F32, DType::F64, single, ruleset.policies()).0)
        }
    };
    match number {
        Number::Bool(value) => (DType::Bool, (u64::from(value), 0)),
        Number::Int(value) => {
            (DType::I64, (i64::try_from(value).expect("small").cast_unsigned(), 0))
        }
        Number::Float(value) => (DType::F64, (single(value).to_bits(), 0)),
        Number::Complex(re, im) => (DType::C128, (single(re).to_bits(), single(im).to_bits())),
        other => panic!("{other} is not tried"),
    }
}

fn beside(
    op: Op,
    ruleset: Ruleset,
    dtype: DType,
    number: Number,
    failures: &mut Failures,
) -> usize {
    let operands = [Operand::Tensor(dtype), number.operand()];
    let elements = of_pairs(dtype);
    let operand = tensor(dtype, &elements);
    let mut count = 0;
    for first in [true, false] {
        let Ok(of) = ruleset.op_dtypes(op, &operands) else { continue };
        let args: [Arg<'_>; 2] = match first {
            true => [(&operand).into(), number.into()],
            false => [number.into(), (&operand).into()],
        };
        // An integer that the dtype cannot hold is an error, or compared by its value.
        if let (Number::Int(value), Some(info)) = (number, of.compute.iinfo())
            && !(info.min..=info.max).contains(&value)
        {
            continue;
        }
        // A pair that a policy makes an error.
        let Ok(out) = ruleset.apply(op, &args, &Options::default()) else { continue };
        let (from, bits_of_number) = held(ruleset, number);
        let logical = matches!(op, Op::LogicalAnd | Op::LogicalOr | Op::LogicalXor);
        let promotes = match ruleset.policies().scalar_dtype {
            ScalarDtype::Compute | ScalarDtype::SingleBesideHalves => false,
            ScalarDtype::Promoted => !logical,
            ScalarDtype::PromotedInLogical => logical || op == Op::Atan2,
        };
        let single = ruleset.policies().scalar_dtype == ScalarDtype::SingleBesideHalves
            && [DType::F16, DType::Bf16].contains(&of.compute)
            && (op == Op::Multiply
                || first && [Op::Divide, Op::FloorDivide, Op::TruncDivide].contains(&op));
        let compute = if single { DType::F32 } else { of.compute };
        let promoted = ruleset.promote_scalar(dtype, number.kind());
        let (own, own_bits) = match promoted.ok().filter(|_| promotes) {
            Some(own) => (own, cast_by(from, own, bits_of_number, ruleset.policies())),
            None => (from, bits_of_number),
        };
        let number_bits = cast_by(own, compute, own_bits, ruleset.policies());
        for (&element, got) in elements.iter().zip(bits(&out)) {
            let wide = cast_by(dtype, compute, element, ruleset.policies());
            let (a, b) = if first { (wide, number_bits) } else { (number_bits, wide) };
            let Some(wanted) = ops::binary(op, compute, a, b, ruleset.policies()) else {
                continue;
            };
            let wanted = match wanted {
                (Part::Is(bits), _) if single => (
                    Part::Is(cast_by(compute, of.result, (bits, 0), ruleset.policies()).0),
                    Part::Is(0),
                ),
                wanted => wanted,
            };
            count += 1;
            let what = || {
                format!(
                    "{op} {ruleset:?} {dtype} {} beside {number}, first: {first}",
                    show(dtype, element)
                )
            };
            failures.compare(what, of.result, got, wanted);
        }
    }
    count
}

#[test]
fn numbers_beside_tensors() {
    let (mut failures, mut count) = (Failures::default(), 0);
    let numbers = [
        Number::Bool(true),
        Number::Int(3),
        Number::Int(-2),
        Number::Int((1 << 53) + 1),
        Number::Float(0.1),
        Number::Float(f64::INFINITY),
        Number::Complex(0.5, -2.0),
    ];
    let slow = [Op::Pow, Op::FloatPower, Op::Atan2, Op::Hypot, Op::Logaddexp];
    for op in Op::ALL.into_iter().filter(|op| op.group() == Group::Binary && !slow.contains(op)) {
        // Where a number's value says the dtype, the recorded runs tell what it gives.
        let by_kind = |ruleset: &&Ruleset| !ruleset.policies().scalar_out_of_range.widens();
        for &ruleset in rulesets::ALL.iter().filter(by_kind) {
            for &dtype in ruleset.dtypes().iter().filter(|dtype| !dtype.is_narrow()) {
                for number in numbers {
                    count += beside(op, ruleset, dtype, number, &mut failures);
                }
            }
        }
    }
    println!("numbers: {count} results");
    failures.check("numbers");
}

/// Every conversion of every edge value.
#[test]
fn casts_of_edge_values() {
    let (mut failures, mut count) = (Failures::default(), 0);
    for from in wide_dtypes() {
        let elements = edges(from);
        let operand = tensor(from, &elements);
        for to in wide_dtypes() {
            let out = bits(&rulesets::ACLNN.cast(&operand, to).expect("all dtypes are there"));
            for (&element, &got) in elements.iter().zip(&out) {
                count += 1;
                let wanted = just(cast(from, to, element));
                failures.compare(
                    || format!("{from} {} to {to}", show(from, element)),
                    to,
                    got,
                    wanted,
                );
            }
        }
    }
    println!("casts: {count} results");
    failures.check("casts");
    assert_eq!(F64.nan(), f64::NAN.to_bits());
}
