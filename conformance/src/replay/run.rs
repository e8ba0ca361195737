//! A probe through the runtime.

use codegen::catalog::{Asked, Catalog, Scalar, ZERO_DIM};
use observed::{Observation, Probe, ProbeOp, ProbeOperand, Seen, View, with_axes};
use runtime::{
    Arg, ComputeError, DType, Number, Op, Operand, Options, Reduce, RuleError, Ruleset, Tensor,
    rulesets,
};

use super::compare::{Element, apart, is_exact, numbers};
use super::{BOUND, Difference, Outcome, Replayed, Silence, TOLD, cell, operands};
use crate::elements::{bits, tensor};
use crate::reference::Bits;

/// An operand, ready for the runtime.
enum Given {
    Tensor(DType, Vec<Bits>),
    ZeroDim(DType, Bits),
    Number(Number),
    /// A bound of `clip` that is left out.
    Absent,
}

/// A probe's answer beside the runtime's.
pub(super) fn replay(
    catalog: &Catalog,
    observation: &Observation,
    view: &View,
    probe: &Probe,
    ruleset: Ruleset,
) -> Replayed {
    let (op, cell) = cell(catalog, observation, probe);
    let given = given(observation, probe);
    let declared_by = match probe.op {
        ProbeOp::Op(op) => declared_by(&cell, Op::ALL[op], &given, ruleset),
        ProbeOp::Cast(_) => Vec::new(),
    };
    let (result, outcome) = match computed(view, probe, &given, ruleset) {
        Err(silence) => (None, Outcome::Silent(silence)),
        Ok(answer) => outcome(observation, view, probe, &given, answer),
    };
    Replayed { op, cell, declared_by, operands: operands(probe), result, outcome }
}

/// The operands: of a cross product every element of the first beside every one of the second.
fn given(observation: &Observation, probe: &Probe) -> Vec<Given> {
    let mut given: Vec<Given> =
        probe.operands.iter().map(|one| operand(observation, one)).collect();
    if let (true, [Given::Tensor(_, left), Given::Tensor(_, right)]) =
        (probe.cross, given.as_mut_slice())
    {
        let (rows, columns) = (left.len(), right.len());
        *left = left.iter().flat_map(|&one| std::iter::repeat_n(one, columns)).collect();
        *right = right.repeat(rows);
    }
    given
}

fn operand(observation: &Observation, operand: &ProbeOperand) -> Given {
    let elements = |name: &str| {
        let vector = &observation.vectors[name];
        let dtype = crate::dtype(vector.dtype);
        (dtype, vector.bits.iter().map(|&bits| split(dtype, bits)).collect::<Vec<_>>())
    };
    match operand {
        ProbeOperand::Vector(name) => {
            let (dtype, elements) = elements(name);
            Given::Tensor(dtype, elements)
        }
        ProbeOperand::ZeroDim(name) => {
            let (dtype, elements) = elements(name);
            Given::ZeroDim(dtype, elements[0])
        }
        ProbeOperand::Number(kind, text) => Given::Number(number(*kind, text)),
        ProbeOperand::Absent => Given::Absent,
    }
}

/// A complex number's parts stand side by side, the real one higher.
fn split(dtype: DType, bits: u128) -> Bits {
    let low = |bits: u128| u64::try_from(bits).expect("a part has 64 bits at the most");
    match dtype.kind() {
        runtime::Kind::Complex => {
            let width = dtype.bits() / 2;
            (low(bits >> width), low(bits & ((1 << width) - 1)))
        }
        _ => (low(bits), 0),
    }
}

/// A Python number, as Python spells it.
fn number(kind: Scalar, text: &str) -> Number {
    let float = |text: &str| text.parse::<f64>().expect("a float of the probes");
    match kind {
        Scalar::Bool => Number::Bool(text == "True"),
        Scalar::Int => Number::Int(text.parse().expect("an int of the probes")),
        Scalar::Float => Number::Float(float(text)),
        Scalar::Complex => {
            let text = text.trim_end_matches('j');
            let sign =
                text.rfind(['+', '-']).expect("a complex number of the probes has two parts");
            Number::Complex(float(&text[..sign]), float(&text[sign..]))
        }
    }
}

/// The runtime's answer, where its dtypes are those of the framework.
fn computed(
    view: &View,
    probe: &Probe,
    given: &[Given],
    ruleset: Ruleset,
) -> Result<Result<Tensor, ComputeError>, Silence> {
    let tensors: Vec<Option<Tensor>> = given
        .iter()
        .map(|one| match one {
            Given::Tensor(dtype, elements) => Some(tensor(*dtype, elements)),
            Given::ZeroDim(dtype, element) => {
                let one = tensor(*dtype, &[*element]).reshape(&[]);
                Some(one.expect("one element has a 0-d shape"))
            }
            Given::Number(_) | Given::Absent => None,
        })
        .collect();
    let args = given.iter().zip(&tensors).filter_map(|(one, tensor)| match one {
        Given::Tensor(..) | Given::ZeroDim(..) => tensor.as_ref().map(Arg::from),
        Given::Number(number) => Some((*number).into()),
        Given::Absent => Some(Arg::Absent),
    });
    let args: Vec<Arg<'_>> = args.collect();
    match probe.op {
        ProbeOp::Op(op) => {
            let op = Op::ALL[op];
            let dtypes = ruleset.op_dtypes(op, &operand_dtypes(op, given));
            let number = given.iter().any(|one| matches!(one, Given::Number(_)));
            let zero_dim = given.iter().any(|one| matches!(one, Given::ZeroDim(..)));
            let by_value = ruleset.policies().scalar_out_of_range.widens();
            let table = asked(probe, given).and_then(|asked| view.seen(op as usize, asked));
            // Tables ask few ops of 0-d tensors, and `clip` of two bounds: of the others the dtype is compared with
            // the rest.
            let absent = given.iter().any(|one| matches!(one, Given::Absent));
            let by_table = !absent && (table.is_some() || !zero_dim);
            if by_table {
                let result = dtypes.map_err(|_| Silence::NoDType)?.result;
                // Where a number's value says the dtype, that is compared with the rest.
                let by_kind = table.is_none_or(|seen| same_dtype(seen, result).is_err());
                if !number || (by_kind && !by_value) {
                    same_dtype(&probe.gives, result)?;
                }
            } else if dtypes.is_err_and(is_unknown) {
                return Err(Silence::NoDType);
            } else if zero_dim && otherwise_by_table(view, ruleset, op, given) {
                return Err(Silence::OtherDType);
            }
            // As the dump scripts ask: of the elements as a population, whatever a framework's own default is.
            let options = match op {
                Op::Var | Op::Std => Options::from(Reduce::all().correction(0.0)),
                _ => Options::default(),
            };
            Ok(ruleset.apply(op, &args, &options))
        }
        ProbeOp::Cast(to) => {
            let to = crate::dtype(to);
            let first = tensors.iter().flatten().next().expect("a tensor is cast");
            let known = ruleset.require(first.dtype()).and(ruleset.require(to));
            known.map_err(|_| Silence::NoDType)?;
            same_dtype(&probe.gives, to)?;
            Ok(ruleset.cast(first, to))
        }
    }
}

/// Whether tables have another dtype than the ruleset of tensors with axes instead of 0-d ones, of the same dtypes or
/// of what they promote to: that difference is told of there.
fn otherwise_by_table(view: &View, ruleset: Ruleset, op: Op, given: &[Given]) -> bool {
    let operands = operand_dtypes(op, given);
    let tensors = operands.iter().map(|&operand| with_axes(operand)).collect();
    let promoted = ruleset.result_type(&operands).ok();
    let promoted = promoted.map(|promoted| vec![Operand::Tensor(promoted.dtype); operands.len()]);
    let otherwise = |operands: &[Operand]| {
        let asked = match *operands {
            [Operand::Tensor(one)] => Some(Asked::One(one.id())),
            [lhs, rhs] => Asked::pair([lhs, rhs].map(|one| one.map(DType::id))),
            _ => None,
        };
        let seen = asked.and_then(|asked| view.seen(op as usize, asked));
        match (seen, ruleset.op_dtypes(op, operands)) {
            (Some(seen), Ok(ours)) => same_dtype(seen, ours.result).is_err(),
            (Some(seen), Err(_)) => matches!(seen, Seen::DType(_) | Seen::Weak(_) | Seen::Other(_)),
            (None, _) => false,
        }
    };
    [Some(tensors), promoted].into_iter().flatten().any(|all| otherwise(&all))
}

/// Whether the ruleset does not say what there would be, or says a dtype that the runtime does not have.
fn is_unknown(error: RuleError) -> bool {
    matches!(
        error,
        RuleError::Unknown { .. }
            | RuleError::OpUnknown { .. }
            | RuleError::Foreign { .. }
            | RuleError::NoDefault { .. }
    )
}

fn operand_dtypes(op: Op, given: &[Given]) -> Vec<Operand> {
    let dtype = |one: &Given| match one {
        Given::Tensor(dtype, _) => Some(Operand::Tensor(*dtype)),
        Given::ZeroDim(dtype, _) => Some(Operand::ZeroDim(*dtype)),
        Given::Number(number) => Some(number.operand()),
        Given::Absent => None,
    };
    // The condition of `where` does not promote.
    given.iter().skip(usize::from(op == Op::Where)).filter_map(dtype).collect()
}

fn same_dtype(gives: &Seen, result: DType) -> Result<(), Silence> {
    match gives {
        Seen::DType(dtype) | Seen::Weak(dtype) if crate::dtype(*dtype) != result => {
            Err(Silence::OtherDType)
        }
        Seen::Other(_) => Err(Silence::OtherDType),
        _ => Ok(()),
    }
}

fn outcome(
    observation: &Observation,
    view: &View,
    probe: &Probe,
    given: &[Given],
    answer: Result<Tensor, ComputeError>,
) -> (Option<DType>, Outcome) {
    let refused = |error: String| {
        let of = probe.bits.len().max(1);
        Outcome::Differs(Difference { count: of, of, elements: Vec::new(), error: Some(error) })
    };
    match (&probe.gives, answer) {
        (Seen::DType(wanted), Ok(tensor)) if crate::dtype(*wanted) != tensor.dtype() => {
            let wanted = crate::dtype(*wanted);
            (None, refused(format!("gives {}, wanted {wanted}", tensor.dtype())))
        }
        (Seen::DType(_), Ok(tensor)) => {
            (Some(tensor.dtype()), compare(probe, given, tensor.dtype(), &bits(&tensor)))
        }
        (Seen::DType(_), Err(error)) => (None, refused(format!("got an error: {error}"))),
        (error, answer) => {
            let silent = !by_elements(view, probe, given);
            let outcome = match answer {
                _ if silent => Outcome::Silent(Silence::NotRun),
                Err(_) => Outcome::Same,
                Ok(_) => {
                    let text = observation.error(error).unwrap_or_default();
                    refused(format!("wanted an error: {text}"))
                }
            };
            (None, outcome)
        }
    }
}

/// Whether an error is compared with what the runtime gives. The tables tell which dtypes an op takes, so of an op it
/// is if the framework computes something of these dtypes, and the error was about elements; no table tells of casts.
fn by_elements(view: &View, probe: &Probe, given: &[Given]) -> bool {
    let ProbeOp::Op(op) = probe.op else { return true };
    let asked = asked(probe, given);
    let seen = asked.and_then(|asked| {
        view.seen(op, asked).or_else(|| {
            let Asked::Pair(lhs, rhs) = asked else { return None };
            view.seen(op, Asked::Pair(with_axes(lhs), with_axes(rhs)))
        })
    });
    matches!(seen, Some(Seen::DType(_) | Seen::Weak(_)))
}

/// The cell of the tables that asks the same of ones: of `where` without the condition, which does not promote,
/// of `clip` with both bounds as the one of the higher kind.
fn asked(probe: &Probe, given: &[Given]) -> Option<Asked> {
    use codegen::catalog::Operand::{Scalar, Tensor, ZeroDim};
    let operand = |(given, word): (&Given, &ProbeOperand)| match (given, word) {
        (Given::Tensor(dtype, _), _) => Some(Tensor(dtype.id())),
        (Given::ZeroDim(dtype, _), _) => Some(ZeroDim(dtype.id())),
        (_, ProbeOperand::Number(kind, _)) => Some(Scalar(*kind)),
        (_, ProbeOperand::Vector(_) | ProbeOperand::ZeroDim(_) | ProbeOperand::Absent) => None,
    };
    let condition = usize::from(probe.op == ProbeOp::Op(Op::Where as usize));
    let operands = given.iter().zip(&probe.operands).skip(condition).filter_map(operand);
    match operands.collect::<Vec<_>>()[..] {
        [Tensor(one) | ZeroDim(one)] => Some(Asked::One(one)),
        [left, right] => Some(Asked::Pair(left, right)),
        [value, low, high] => {
            let bound = match (low, high) {
                (Scalar(one), Scalar(other)) => Scalar(one.max(other)),
                _ => low,
            };
            Some(Asked::Pair(value, bound))
        }
        _ => None,
    }
}

/// The cells of tensors with axes whose declared difference is one of a 0-d operand too: of the same dtypes, and of
/// the dtype that is computed in.
fn declared_by(cell: &str, op: Op, given: &[Given], ruleset: Ruleset) -> Vec<String> {
    if !cell.contains(ZERO_DIM) {
        return Vec::new();
    }
    let dtypes = ruleset.op_dtypes(op, &operand_dtypes(op, given)).ok();
    let alike = dtypes.map(|dtypes| {
        let code = dtypes.compute.code();
        cell.split(" × ").map(|_| code).collect::<Vec<_>>().join(" × ")
    });
    [Some(cell.replace(ZERO_DIM, "")), alike].into_iter().flatten().collect()
}

/// Element by element, of a dtype that both gave.
fn compare(probe: &Probe, given: &[Given], dtype: DType, got: &[Bits]) -> Outcome {
    let exact = match probe.op {
        ProbeOp::Op(op) => is_exact(Op::ALL[op], dtype),
        ProbeOp::Cast(_) => true,
    };
    let (mut elements, mut count, mut ulps, mut compared) = (Vec::new(), 0, 0, 0);
    for (place, (&got, wanted)) in got.iter().zip(&probe.bits).enumerate() {
        let Some(wanted) = wanted.map(|bits| split(dtype, bits)) else { continue };
        compared += 1;
        let bound = bound(probe, given, place, dtype);
        match apart(dtype, got, wanted, exact, bound) {
            // What counts more often is told by how often.
            Some(apart) => ulps = apart.div_ceil(bound / BOUND).max(ulps),
            None => {
                count += 1;
                if elements.len() < TOLD {
                    elements.push(Element::new(&at(given, place), dtype, got, wanted));
                }
            }
        }
    }
    if got.len() != probe.bits.len() {
        let error = format!("got {} elements, wanted {}", got.len(), probe.bits.len());
        let of = got.len();
        return Outcome::Differs(Difference { count: of, of, elements, error: Some(error) });
    }
    match (count, compared, ulps) {
        (0, 0, _) if !probe.bits.is_empty() => Outcome::Silent(Silence::NotRepeatable),
        (0, _, 0) => Outcome::Same,
        (0, _, ulps) => Outcome::Within(ulps),
        (_, _, _) if in_another_order(probe, given, dtype, got) => {
            Outcome::Silent(Silence::InAnotherOrder)
        }
        (count, of, _) => Outcome::Differs(Difference { count, of, elements, error: None }),
    }
}

/// How far an element may be off: a complex power is `e^(w·log z)`, and what is rounded away of its exponent counts as
/// often as the exponent is large.
fn bound(probe: &Probe, given: &[Given], place: usize, dtype: DType) -> u64 {
    let power = |op: Op| matches!(op, Op::Pow | Op::FloatPower);
    let (ProbeOp::Op(op), [base, exponent]) = (probe.op, given) else { return BOUND };
    if dtype.kind() != runtime::Kind::Complex || !power(Op::ALL[op]) {
        return BOUND;
    }
    let value = |one: &Given| match one {
        Given::Tensor(dtype, elements) => Some(numbers(*dtype, elements.get(place..=place)?)[0]),
        Given::ZeroDim(dtype, element) => Some(numbers(*dtype, &[*element])[0]),
        Given::Number(number) => {
            let wide = rulesets::ACLNN.full(&[1], *number, DType::C128).ok()?;
            Some(numbers(DType::C128, &bits(&wide))[0])
        }
        Given::Absent => None,
    };
    let (Some(base), Some(exponent)) = (value(base), value(exponent)) else { return BOUND };
    let log = f64::hypot(base.0.hypot(base.1).ln(), base.1.atan2(base.0));
    let times = (exponent.0.hypot(exponent.1) * log).ceil().clamp(1.0, 1e9);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let times = if times.is_nan() { 1 } else { times as u64 };
    BOUND * times
}

/// Whether sums of so many elements that their order is not promised differ by no more than another order can make
/// of them: for each element a unit in the last place of the sum of magnitudes.
fn in_another_order(probe: &Probe, given: &[Given], dtype: DType, got: &[Bits]) -> bool {
    let (ProbeOp::Op(op), [ProbeOperand::Vector(name)], [Given::Tensor(from, elements)]) =
        (probe.op, probe.operands.as_slice(), given)
    else {
        return false;
    };
    let length = name.split_once(".order").and_then(|(_, length)| length.parse::<usize>().ok());
    let (Some(length), Some(eps)) = (length, dtype.finfo().map(|info| info.eps)) else {
        return false;
    };
    let all = numbers(*from, elements).into_iter().map(|(re, im)| re.abs() + im.abs());
    let (sum, squares) = all.fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
    #[expect(clippy::cast_precision_loss, reason = "a few hundred elements")]
    let count = length as f64;
    let size = match Op::ALL[op] {
        Op::Mean => sum / count,
        Op::Var => squares / count,
        Op::Std => (squares / count).sqrt(),
        _ => sum,
    };
    let wanted: Option<Vec<Bits>> =
        probe.bits.iter().map(|bits| bits.map(|bits| split(dtype, bits))).collect();
    let near = |(one, other): (f64, f64)| one == other || (one - other).abs() <= count * eps * size;
    length >= IN_ORDER
        && wanted.is_some_and(|wanted| {
            let pairs = numbers(dtype, got).into_iter().zip(numbers(dtype, &wanted));
            pairs
                .into_iter()
                .all(|(got, wanted)| near((got.0, wanted.0)) && near((got.1, wanted.1)))
        })
}

/// Fewer elements are added in their order; of as many or more each framework has an order of its own.
const IN_ORDER: usize = 8;

/// The operands of one result; of a reduction the first element stands for all.
fn at(given: &[Given], place: usize) -> Vec<(DType, Bits)> {
    let one = |one: &Given| match one {
        Given::Tensor(dtype, elements) => elements.get(place).map(|&bits| (*dtype, bits)),
        Given::ZeroDim(dtype, element) => Some((*dtype, *element)),
        Given::Number(_) | Given::Absent => None,
    };
    given.iter().filter_map(one).collect()
}
