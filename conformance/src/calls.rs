//! Functions as a run called them → what the runtime gives to the same call, and where the two differ.

use codegen::catalog::{Catalog, TypedScalars};
use observed::conformity::{Entry, Subject};
use observed::{Call, Form, Observation, Seen, View};
use runtime::{
    Casting, ComputeError, DType, Kind, Number, Op, Operand, Options, RuleError, Ruleset, Tensor,
};

use crate::elements::{bits, tensor};
use crate::reference::Bits;

/// How many calls agree, and those that differ.
#[derive(Debug, Default)]
pub struct Compared {
    /// The runtime gave what the run gave, or both an error.
    pub agreed: usize,
    /// The others.
    pub differing: Vec<Entry>,
}

/// Every call of a view that the ruleset has the dtypes and defaults for, beside the runtime's answer.
pub fn compare(
    catalog: &Catalog,
    observation: &Observation,
    view: &View,
    ruleset: Ruleset,
) -> Compared {
    let mut compared = Compared::default();
    let mut hold = |subject, ours: Answer, seen: &Seen, same: bool| {
        if same {
            compared.agreed += 1;
            return;
        }
        let (rule, error) = (ours.code(catalog), observation.error(seen).map(str::to_owned));
        let run = match (ours, seen) {
            // The dtype is the same, and what differs is no dtype.
            (Answer::Tensor(..), Seen::DType(_) | Seen::Weak(_)) if seen.code(catalog) == rule => {
                format!("{rule}, other values")
            }
            (_, Seen::Refused(_) | Seen::NoKernel(_) | Seen::Crash(_)) => "!".to_owned(),
            (_, seen) => seen.code(catalog),
        };
        compared.differing.push(Entry { subject, rule, run, error });
    };
    for call in &view.calls {
        let Some(ours) = called(ruleset, call) else { continue };
        if !call.creates && !alike_on_one_axis(catalog, ruleset, view, call) {
            continue;
        }
        let same = ours.is(&call.gives, call);
        hold(Subject::Call(call.function.clone(), call.arguments.clone()), ours, &call.gives, same);
    }
    let typed = catalog.ruleset(ruleset.name()).map_or(TypedScalars::Table, |known| known.typed);
    for (form, op, pair, seen) in &view.formed {
        let [lhs, rhs] = pair.map(crate::dtype);
        if !ruleset.has(lhs) || !ruleset.has(rhs) {
            continue;
        }
        if !is_stated(typed, *form) {
            continue;
        }
        let op = Op::ALL[*op];
        let Some(ours) = formed(ruleset, *form, op, lhs, rhs, seen) else { continue };
        let same = match (&ours, seen) {
            (Answer::DType(dtype, weak), Seen::DType(id)) => crate::id(*dtype) == *id && !weak,
            (Answer::DType(dtype, weak), Seen::Weak(id)) => crate::id(*dtype) == *id && *weak,
            (Answer::Error, seen) => is_error(seen),
            _ => false,
        };
        let (word, _) = Form::WORDS.iter().find(|(_, known)| known == form).expect("a known form");
        let subject =
            Subject::Call(format!("{op} {word}"), format!("{} × {}", lhs.code(), rhs.code()));
        hold(subject, ours, seen, same);
    }
    compared
}

/// Whether a ruleset states what a form gives. Where NumPy's scalars count as tensors, its arrays without axes do, too,
/// on either side; elsewhere a rule is of the scalar on the right alone: on the left NumPy's own operator is asked first.
fn is_stated(typed: TypedScalars, form: Form) -> bool {
    match (form, typed) {
        (Form::InPlace | Form::Output, _)
        | (_, TypedScalars::Tensor | TypedScalars::ZeroDim)
        | (Form::Scalar, TypedScalars::Kind | TypedScalars::Converted) => true,
        (
            Form::ScalarLeft | Form::Array | Form::ArrayLeft,
            TypedScalars::Kind | TypedScalars::Converted,
        )
        | (_, TypedScalars::Table) => false,
    }
}

/// Whether an op gives the dtype that the run gives where there is one axis, or an error as the run: if not, that
/// is a difference of the op, which runs are held against elsewhere.
fn alike_on_one_axis(catalog: &Catalog, ruleset: Ruleset, view: &View, call: &Call) -> bool {
    let code = call.arguments.split_once(' ').map_or("", |(code, _)| code);
    let of_one = |other: &&Call| {
        let one_axis = other.arguments.strip_prefix(code).is_some_and(|rest| rest == " 4");
        other.function == call.function && one_axis
    };
    let Some(one) = view.calls.iter().find(of_one) else { return true };
    match called(ruleset, one) {
        Some(Answer::Error) => is_error(&one.gives),
        Some(ours) => ours.code(catalog) == one.gives.code(catalog),
        None => false,
    }
}

/// What the runtime gives.
enum Answer {
    Tensor(Tensor),
    DType(DType, bool),
    Error,
}

impl Answer {
    fn of(answer: Result<Tensor, ComputeError>) -> Answer {
        answer.map_or(Answer::Error, Answer::Tensor)
    }

    /// As a `[[divergence]]` writes it.
    fn code(&self, catalog: &Catalog) -> String {
        let (dtype, weak) = match self {
            Answer::Tensor(tensor) => (tensor.dtype(), tensor.is_weak()),
            Answer::DType(dtype, weak) => (*dtype, *weak),
            Answer::Error => return "!".to_owned(),
        };
        let code = &catalog.dtype(crate::id(dtype)).code;
        if weak { format!("{code}*") } else { code.clone() }
    }

    fn is(&self, seen: &Seen, call: &Call) -> bool {
        let tensor = match self {
            Answer::Tensor(tensor) => tensor,
            Answer::Error => return is_error(seen),
            Answer::DType(..) => return false,
        };
        let dtype = match seen {
            Seen::DType(id) if !tensor.is_weak() => id,
            Seen::Weak(id) if tensor.is_weak() => id,
            _ => return false,
        };
        // A column of one element is what some have for a tensor without axes.
        let bare = |shape: &[usize]| if shape == [1] { Vec::new() } else { shape.to_vec() };
        let shapes = call.creates || bare(tensor.shape()) == bare(&call.shape);
        let given = bits(tensor);
        // Ranges and reductions round on the way; a step of a narrow dtype is more than that.
        let exact = matches!(call.function.as_str(), "array" | "full" | "zeros" | "ones");
        let off = if exact || tensor.dtype().is_narrow() { 0 } else { 2 };
        let near = |(&one, &other): (&Bits, &u128)| near(tensor.dtype(), one, other, off);
        let elements = given.len() == call.bits.len() && given.iter().zip(&call.bits).all(near);
        crate::id(tensor.dtype()) == *dtype && shapes && elements
    }
}

/// An error, or something that is no tensor of numbers.
fn is_error(seen: &Seen) -> bool {
    match seen {
        Seen::Refused(_) | Seen::NoKernel(_) | Seen::Crash(_) | Seen::Other(_) => true,
        Seen::DType(_) | Seen::Weak(_) => false,
    }
}

/// The same element, a float so many steps `off` at most.
fn near(dtype: DType, ours: Bits, seen: u128, off: u128) -> bool {
    let part = match dtype.kind() {
        Kind::Complex => dtype.bits() / 2,
        Kind::Bool | Kind::Int | Kind::Uint | Kind::Float => dtype.bits(),
    };
    let mask = (1_u128 << part) - 1;
    match dtype.kind() {
        Kind::Bool | Kind::Int | Kind::Uint => u128::from(ours.0) & mask == seen & mask,
        Kind::Float => (u128::from(ours.0)).abs_diff(seen) <= off,
        Kind::Complex => {
            u128::from(ours.0).abs_diff(seen >> part) <= off
                && u128::from(ours.1).abs_diff(seen & mask) <= off
        }
    }
}

/// The runtime's answer to a call; `None` where the ruleset has not the dtype of its tensor, or states no default.
fn called(ruleset: Ruleset, call: &Call) -> Option<Answer> {
    let answer = if call.creates { created(ruleset, call)? } else { reduced(ruleset, call)? };
    match &answer {
        Err(error) if error.kind() == "no_default" => None,
        _ => Some(Answer::of(answer)),
    }
}

/// An op on a tensor of 1, 2, 3 and so on, of bools true and false in turn.
fn reduced(ruleset: Ruleset, call: &Call) -> Option<Result<Tensor, ComputeError>> {
    let op: Op = call.function.parse().expect("an op of the spec");
    let (code, lengths) = call.arguments.split_once(' ').expect("a dtype and lengths");
    let dtype = DType::ALL.into_iter().find(|dtype| dtype.code() == code).expect("a dtype");
    if !ruleset.has(dtype) {
        return None;
    }
    let shape: Vec<usize> =
        lengths.split('×').map(|length| length.parse().expect("a length")).collect();
    let count: usize = shape.iter().product();
    let numbers: Vec<i64> = (0..count)
        .map(|place| match dtype.kind() {
            Kind::Bool => i64::from(place % 2 == 0),
            // As the runs' numbers wrap around: 2 is -2 in int2, and 4 is 0.
            _ if dtype.is_narrow() => wrapped([1, 2, 4][place % 3], dtype),
            Kind::Int | Kind::Uint | Kind::Float | Kind::Complex => {
                i64::try_from(place).expect("few elements") + 1
            }
        })
        .collect();
    let flat = crate::elements::converted(dtype, &numbers);
    let operand = flat.reshape(&shape).expect("as many elements");
    Some(ruleset.apply(op, &[(&operand).into()], &Options::default()))
}

/// A number as an integer dtype of few bits holds it.
fn wrapped(number: i64, dtype: DType) -> i64 {
    match dtype.iinfo() {
        Some(info) => {
            let count = info.max - info.min + 1;
            let wrapped = (i128::from(number) - info.min).rem_euclid(count) + info.min;
            i64::try_from(wrapped).expect("few bits")
        }
        None => number,
    }
}

fn created(ruleset: Ruleset, call: &Call) -> Option<Result<Tensor, ComputeError>> {
    let (asked, words) = match call.arguments.split_once(' ') {
        Some((code, words)) => {
            let dtype = DType::ALL.into_iter().find(|dtype| dtype.code() == code);
            (Some(dtype.filter(|&dtype| ruleset.has(dtype))?), words)
        }
        None => (None, call.arguments.as_str()),
    };
    let words = words.trim_start_matches('[').trim_end_matches(']');
    let numbers: Vec<Number> =
        words.split(',').filter(|word| !word.is_empty()).map(number).collect();
    let result = match (call.function.as_str(), numbers.as_slice()) {
        ("array", numbers) => ruleset.array_of(numbers, &[numbers.len()], asked),
        ("full", &[number]) => ruleset.full(&[2], number, asked),
        ("zeros", []) => ruleset.zeros(&[2], None),
        ("ones", []) => ruleset.ones(&[2], None),
        ("arange", &[stop]) => ruleset.arange(0, stop, 1, None),
        ("arange", &[start, stop]) => ruleset.arange(start, stop, 1, None),
        ("arange", &[start, stop, step]) => ruleset.arange(start, stop, step, None),
        ("linspace", &[start, stop, Number::Int(count)]) => {
            let count = usize::try_from(count).expect("a count");
            ruleset.linspace(start, stop, count, true, None)
        }
        (other, _) => panic!("{other}: no function that makes a tensor of {words}"),
    };
    Some(result)
}

/// `True`, `-1`, `2**31-1`, `1.5`, `1j`.
fn number(text: &str) -> Number {
    if let Some(imaginary) = text.strip_suffix('j') {
        return Number::Complex(0.0, imaginary.parse().expect("a float"));
    }
    match text {
        "True" => Number::Bool(true),
        _ if text.contains(['.', 'e']) => Number::Float(text.parse().expect("a float")),
        _ => Number::Int(int(text)),
    }
}

fn int(text: &str) -> i128 {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let end = text.rfind(['+', '-']).unwrap_or(text.len());
    let rest = &text[end..];
    let power = match text[..end].split_once("**") {
        Some((base, exponent)) => {
            base.parse::<i128>().expect("a base").pow(exponent.parse().expect("an exponent"))
        }
        None => text[..end].parse().expect("an int"),
    };
    let power = if negative { -power } else { power };
    power + if rest.is_empty() { 0 } else { rest.parse::<i128>().expect("an int") }
}

/// The dtype of two operands in a form; `None` where the ruleset states nothing that the run could be held against.
fn formed(
    ruleset: Ruleset,
    form: Form,
    op: Op,
    lhs: DType,
    rhs: DType,
    seen: &Seen,
) -> Option<Answer> {
    let into = |operands: [DType; 2], out: DType| {
        let tensors = operands.map(|dtype| tensor(dtype, &[(0, 0)]));
        let operands = tensors.each_ref().map(runtime::Arg::from);
        let dtypes = ruleset.apply_dtypes(op, &operands, &Options::default(), Some(out));
        dtypes.map_or(Answer::Error, |dtypes| Answer::DType(dtypes.result, dtypes.weak))
    };
    let own = ruleset.can_cast(lhs, lhs, Casting::Output);
    let no_rule = matches!(own, Err(RuleError::NoOutputRule { .. }));
    match form {
        // Without a rule of its own, a framework may make a new tensor of another dtype.
        Form::InPlace | Form::Output if no_rule => None,
        Form::InPlace => {
            let rebound = matches!(seen, Seen::DType(id) if crate::dtype(*id) != lhs);
            (!rebound).then(|| into([lhs, rhs], lhs))
        }
        Form::Output => Some(into([lhs, lhs], rhs)),
        Form::Scalar | Form::ScalarLeft | Form::Array | Form::ArrayLeft => {
            let (tensor, other) = (Operand::Tensor(lhs), Operand::TypedScalar(rhs));
            let operands = match form {
                Form::ScalarLeft | Form::ArrayLeft => [other, tensor],
                Form::Scalar | Form::Array | Form::InPlace | Form::Output => [tensor, other],
            };
            match ruleset.op_dtypes(op, &operands) {
                Ok(dtypes) => Some(Answer::DType(dtypes.result, dtypes.weak)),
                Err(error) if error.kind() == "unknown" => None,
                Err(_) => Some(Answer::Error),
            }
        }
    }
}
