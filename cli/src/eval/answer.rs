//! A line's object → a tensor, or the dtypes that were asked for.

use rules::nearest;
use runtime::{
    Arg, Casting, DType, Group, Op, OpDTypes, Operand, Options, Reduce, ResultType, RuleError,
    Ruleset, Tensor, UnknownOp,
};

use crate::eval::create;
use crate::eval::failure::Failure;
use crate::eval::memory;
use crate::eval::nested::MOST_AXES;
use crate::eval::object::{Few, KEYS, Object};
use crate::eval::operand::{Input, dtype, inputs, named};
use crate::eval::options;
use crate::eval::remarks::Remarks;
use crate::eval::size;

/// What a line asked for.
#[derive(Debug)]
pub(super) enum Answer {
    Tensor(Tensor),
    ResultType(ResultType),
    OpDTypes(OpDTypes),
    MayCast(bool),
}

/// The answer, and what there is to remark on it, whether or not there is one.
pub(super) fn answer(line: &Object<'_>) -> (Result<Answer, Failure>, Remarks) {
    let mut remarks = Remarks::default();
    let answer = answered(line, &mut remarks).and_then(printable);
    (answer, remarks)
}

/// An answer whose text memory holds.
fn printable(answer: Answer) -> Result<Answer, Failure> {
    match &answer {
        Answer::Tensor(tensor) if !memory::is_left(tensor.len()) => {
            let count = tensor.len();
            Err(Failure::too_large(format!("memory cannot hold the text of {count} elements")))
        }
        _ => Ok(answer),
    }
}

fn answered(line: &Object<'_>, remarks: &mut Remarks) -> Result<Answer, Failure> {
    let name = line.required_name("ruleset", "the name of a ruleset, such as \"mindspore\"")?;
    let ruleset = Ruleset::find(&name)?;
    let op = line.required_name("op", "the name of an op, such as \"add\"")?;
    match op.as_str() {
        "promote" => promoted(&op, line, ruleset, Ruleset::promote_all_of),
        "result_type" => promoted(&op, line, ruleset, Ruleset::result_type_of),
        "can_cast" => can_cast(line, ruleset).map(Answer::MayCast),
        "cast" => cast(line, ruleset, remarks).map(Answer::Tensor),
        name => match create::create(name, line, ruleset)? {
            Some(tensor) => Ok(Answer::Tensor(tensor)),
            None => computed(find(name)?, line, ruleset, remarks),
        },
    }
}

fn find(name: &str) -> Result<Op, Failure> {
    name.parse().map_err(|_| {
        let others = create::names().chain(["can_cast", "cast", "promote", "result_type"]);
        let known = Op::ALL.into_iter().map(Op::name).chain(others);
        UnknownOp { name: name.to_owned(), nearest: nearest(name, known) }.into()
    })
}

fn promoted(
    name: &str,
    line: &Object<'_>,
    ruleset: Ruleset,
    gives: fn(Ruleset, &[Arg<'_>]) -> Result<ResultType, RuleError>,
) -> Result<Answer, Failure> {
    line.takes(name, &[KEYS, &["operands"]])?;
    let inputs = inputs(line, ruleset)?;
    if inputs.iter().any(|input| input.operand().is_none()) {
        let message = format!("{name} takes tensors and scalars: none may be null");
        return Err(Failure::new("operands", message));
    }
    let inputs: Vec<Input> = inputs.into_iter().map(Input::or_placeholder).collect();
    Ok(Answer::ResultType(gives(ruleset, &args(&inputs)?)?))
}

fn cast(line: &Object<'_>, ruleset: Ruleset, remarks: &mut Remarks) -> Result<Tensor, Failure> {
    line.takes("cast", &[KEYS, &["operands", "dtype"]])?;
    let dtype = dtype(line, ruleset)?;
    let dtype = dtype.ok_or_else(|| line.missing("dtype", "the name of a dtype"))?;
    match inputs(line, ruleset)?.as_slice() {
        [Input::Tensor(tensor)] => {
            *remarks = Remarks::of_cast(ruleset, tensor.dtype(), dtype);
            Ok(ruleset.cast(tensor, dtype)?)
        }
        [only @ Input::Only(Operand::Tensor(_))] => {
            only.arg(0)?;
            Err(Failure::new("operands", "cast takes a tensor that has values"))
        }
        [_] => Err(Failure::new("operands", "cast takes one tensor, not a number")),
        others => Err(Failure::new(
            "operands",
            format!("cast takes one tensor, not {} operands", others.len()),
        )),
    }
}

/// What a line calls the castings.
const CASTINGS: [(&str, Casting); 6] = [
    ("no", Casting::No),
    ("equiv", Casting::Equiv),
    ("safe", Casting::Safe),
    ("same_kind", Casting::SameKind),
    ("unsafe", Casting::Unsafe),
    ("output", Casting::Output),
];

/// Whether a tensor may be cast, as NumPy's `can_cast`, by the `safe` casting if none is named.
fn can_cast(line: &Object<'_>, ruleset: Ruleset) -> Result<bool, Failure> {
    line.takes("can_cast", &[KEYS, &["operands", "dtype", "casting"]])?;
    let to = dtype(line, ruleset)?;
    let to = to.ok_or_else(|| line.missing("dtype", "the name of a dtype"))?;
    let expected = "\"no\", \"equiv\", \"safe\", \"same_kind\", \"unsafe\" or \"output\"";
    let word = line.name("casting", expected)?.unwrap_or_else(|| "safe".to_owned());
    let known = CASTINGS.into_iter().find(|(name, _)| *name == word);
    let (_, casting) = known.ok_or_else(|| line.wrong("casting", expected))?;
    let operands: Vec<Operand> = inputs(line, ruleset)?.iter().filter_map(Input::operand).collect();
    match *operands.as_slice() {
        [Operand::Tensor(from) | Operand::ZeroDim(from) | Operand::Weak(from)] => {
            Ok(ruleset.can_cast(from, to, casting)?)
        }
        _ => Err(Failure::new("operands", "can_cast takes one tensor, or its dtype")),
    }
}

fn computed(
    op: Op,
    line: &Object<'_>,
    ruleset: Ruleset,
    remarks: &mut Remarks,
) -> Result<Answer, Failure> {
    line.takes(op.name(), &[KEYS, keys(op)])?;
    let inputs = inputs(line, ruleset)?;
    let operands: Vec<Operand> = inputs.iter().filter_map(Input::operand).collect();
    *remarks = Remarks::of_op(ruleset, op, &operands);
    let options = match op.group() {
        Group::Reduction | Group::Selection => reduce(line, ruleset)?.into(),
        Group::Unary
        | Group::Binary
        | Group::Ternary
        | Group::Product
        | Group::Join
        | Group::Sorting
        | Group::Lookup
        | Group::Arrangement => options::options(op, line)?,
    };
    let out = named(line, "out", ruleset)?;
    if line.has("query") {
        if line.name("query", "\"dtype\"")?.as_deref() != Some("dtype") {
            return Err(line.wrong("query", "\"dtype\""));
        }
        return queried(op, inputs, &options, out, ruleset).map(Answer::OpDTypes);
    }
    let args = args(&inputs)?;
    let shapes: Vec<&[usize]> = inputs
        .iter()
        .map(|input| match input {
            Input::Tensor(tensor) => tensor.shape(),
            _ => &[],
        })
        .collect();
    size::check_result(op, &shapes, options::summed(op, line, &shapes)?)?;
    let Some(out) = out else {
        return Ok(Answer::Tensor(ruleset.apply(op, &args, &options)?));
    };
    // Where the shapes do not broadcast, the op says so.
    let mut out = ruleset.zeros(&size::broadcast(&shapes).unwrap_or_default(), out)?;
    ruleset.apply_into(op, &args, &options, &mut out)?;
    Ok(Answer::Tensor(out))
}

/// The keys that an op takes besides those of every line.
fn keys(op: Op) -> &'static [&'static str] {
    match op {
        Op::Var | Op::Std => {
            &["operands", "query", "out", "axis", "keepdims", "dtype", "correction"]
        }
        Op::CumulativeSum | Op::CumulativeProd => &["operands", "query", "out", "axis", "dtype"],
        Op::Sort | Op::Argsort => &["operands", "query", "out", "axis", "descending"],
        Op::Searchsorted => &["operands", "query", "out", "side"],
        Op::Diff => &["operands", "query", "out", "axis", "n"],
        Op::Tril | Op::Triu => &["operands", "query", "out", "k"],
        Op::Tensordot => &["operands", "query", "out", "axes"],
        Op::Vecdot => &["operands", "query", "out", "axis"],
        Op::Nonzero => &["operands", "query", "out"],
        _ => match op.group() {
            Group::Reduction | Group::Selection => {
                &["operands", "query", "out", "axis", "keepdims", "dtype"]
            }
            Group::Join | Group::Sorting | Group::Lookup | Group::Arrangement => {
                &["operands", "query", "out", "axis"]
            }
            Group::Unary | Group::Binary | Group::Ternary | Group::Product => {
                &["operands", "query", "out"]
            }
        },
    }
}

fn reduce(line: &Object<'_>, ruleset: Ruleset) -> Result<Reduce, Failure> {
    let expected = "an axis, a list of axes, or null for all";
    let mut reduce = match line.get("axis") {
        None | Some("null") => Reduce::all(),
        Some(text) if text.starts_with('[') => {
            // An axis beyond as many as there can be is wrong already, or the same as one before.
            let axes: Few<isize, MOST_AXES> = line.required("axis", expected)?;
            Reduce::axes(&axes.first)
        }
        Some(_) => Reduce::axis(line.required("axis", expected)?),
    };
    if let Some(dtype) = dtype(line, ruleset)? {
        reduce = reduce.dtype(dtype);
    }
    if let Some(correction) = line.read("correction", "a number")? {
        reduce = reduce.correction(correction);
    }
    Ok(reduce.keepdims(line.read("keepdims", "true or false")?.unwrap_or(false)))
}

/// What computing would give, of operands that may lack what is computed with.
fn queried(
    op: Op,
    inputs: Vec<Input>,
    options: &Options,
    out: Option<DType>,
    ruleset: Ruleset,
) -> Result<OpDTypes, Failure> {
    let out = out.map(|out| ruleset.require(out)).transpose()?;
    let inputs: Vec<Input> = inputs.into_iter().map(Input::or_placeholder).collect();
    Ok(ruleset.apply_dtypes(op, &args(&inputs)?, options, out)?)
}

fn args(inputs: &[Input]) -> Result<Vec<Arg<'_>>, Failure> {
    inputs.iter().enumerate().map(|(place, input)| input.arg(place)).collect()
}
