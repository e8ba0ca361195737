//! `array`, `zeros`, `ones`, `full`, `eye`, `arange` and `linspace` of a line → a tensor.

use runtime::{DType, Kind, Number, Ruleset, Tensor};

use crate::eval::failure::Failure;
use crate::eval::object::{KEYS, Object};
use crate::eval::operand::{self, dtype, elements, number, untyped};
use crate::eval::size;

/// What makes a tensor out of keys.
type Create = fn(&Object<'_>, Ruleset, Option<DType>) -> Result<Tensor, Failure>;

/// Each with the keys it takes besides those of every line.
const ALL: [(&str, &[&str], Create); 7] = [
    ("array", &["values", "shape", "dtype"], array),
    ("zeros", &["shape", "dtype"], zeros),
    ("ones", &["shape", "dtype"], ones),
    ("full", &["shape", "value", "dtype"], full),
    ("eye", &["rows", "columns", "k", "dtype"], eye),
    ("arange", &["start", "stop", "step", "dtype"], arange),
    ("linspace", &["start", "stop", "num", "endpoint", "dtype"], linspace),
];

/// The names of all of them.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ALL.into_iter().map(|(name, ..)| name)
}

/// The tensor, if `name` is one of them.
pub(super) fn create(
    name: &str,
    line: &Object<'_>,
    ruleset: Ruleset,
) -> Result<Option<Tensor>, Failure> {
    let Some((name, keys, create)) = ALL.into_iter().find(|(known, ..)| *known == name) else {
        return Ok(None);
    };
    line.takes(name, &[KEYS, keys])?;
    create(line, ruleset, dtype(line, ruleset)?).map(Some)
}

fn array(line: &Object<'_>, ruleset: Ruleset, dtype: Option<DType>) -> Result<Tensor, Failure> {
    let pairs = dtype.is_some_and(|dtype| dtype.kind() == Kind::Complex);
    let (shape, numbers) = elements(line, "values", pairs, untyped)?;
    Ok(ruleset.array_of(&numbers, &shape, dtype)?)
}

fn zeros(line: &Object<'_>, ruleset: Ruleset, dtype: Option<DType>) -> Result<Tensor, Failure> {
    Ok(ruleset.zeros(&shape(line)?, dtype)?)
}

fn ones(line: &Object<'_>, ruleset: Ruleset, dtype: Option<DType>) -> Result<Tensor, Failure> {
    Ok(ruleset.ones(&shape(line)?, dtype)?)
}

fn full(line: &Object<'_>, ruleset: Ruleset, dtype: Option<DType>) -> Result<Tensor, Failure> {
    Ok(ruleset.full(&shape(line)?, required(line, "value")?, dtype)?)
}

fn eye(line: &Object<'_>, ruleset: Ruleset, dtype: Option<DType>) -> Result<Tensor, Failure> {
    let rows: usize = line.required("rows", "how many rows")?;
    let columns = line.read("columns", "how many columns")?.unwrap_or(rows);
    size::check(&[rows, columns])?;
    Ok(ruleset.eye(rows, columns, line.read("k", "a diagonal")?.unwrap_or(0), dtype)?)
}

fn arange(line: &Object<'_>, ruleset: Ruleset, dtype: Option<DType>) -> Result<Tensor, Failure> {
    let start = number(line, "start")?.unwrap_or(Number::Int(0));
    let stop = required(line, "stop")?;
    let step = number(line, "step")?.unwrap_or(Number::Int(1));
    let [first, end, by] = [start, stop, step].map(float);
    // A step of 0 and what is not finite are the runtime's to refuse.
    if by != 0.0 && [first, end, by].iter().all(|number| number.is_finite()) {
        size::check_steps((end - first) / by)?;
    }
    Ok(ruleset.arange(start, stop, step, dtype)?)
}

fn linspace(line: &Object<'_>, ruleset: Ruleset, dtype: Option<DType>) -> Result<Tensor, Failure> {
    let [start, stop] = [required(line, "start")?, required(line, "stop")?];
    let count = line.required("num", "how many numbers")?;
    size::check_count(count)?;
    let endpoint = line.read("endpoint", "true or false")?.unwrap_or(true);
    Ok(ruleset.linspace(start, stop, count, endpoint, dtype)?)
}

fn shape(line: &Object<'_>) -> Result<Vec<usize>, Failure> {
    let shape = operand::shape(line)?.ok_or_else(|| line.missing("shape", "a list of lengths"))?;
    size::check(&shape)?;
    Ok(shape)
}

fn required(line: &Object<'_>, key: &str) -> Result<Number, Failure> {
    number(line, key)?.ok_or_else(|| line.missing(key, "a number"))
}

/// Near enough to see how many steps there are.
fn float(number: Number) -> f64 {
    match number {
        Number::Int(value) => value as f64,
        Number::Float(value) => value,
        Number::Bool(value) => value.into(),
        _ => 0.0,
    }
}
