//! JSON objects → what an op takes: tensors, numbers, or only their dtypes.

use ndarray::{ArrayD, IxDyn};
use runtime::{Arg, DType, Kind, Number, Operand, Ruleset, Scalar, Tensor, with_element};
use serde_json::value::RawValue;

use crate::eval::element::{Word, float, integer, shown};
use crate::eval::failure::Failure;
use crate::eval::nested::{Atom, Leaf, MOST_AXES, Nested, Unread, nested};
use crate::eval::object::{Few, Object};
use crate::eval::remarks::two_meanings;
use crate::eval::size;

/// An operand of a line.
pub(super) enum Input {
    Tensor(Tensor),
    Number(Number),
    /// A scalar of a dtype of its own.
    Typed(DType, Number),
    /// One that is left out, written `null`.
    Absent,
    /// What a promotion needs to know of one; it has no values.
    Only(Operand),
}

impl Input {
    /// As what it promotes, unless it is left out.
    pub(super) fn operand(&self) -> Option<Operand> {
        Some(match self {
            Input::Tensor(tensor) if tensor.is_weak() => Operand::Weak(tensor.dtype()),
            Input::Tensor(tensor) if tensor.ndim() == 0 => Operand::ZeroDim(tensor.dtype()),
            Input::Tensor(tensor) => Operand::Tensor(tensor.dtype()),
            Input::Number(number) => number.operand(),
            Input::Typed(dtype, _) => Operand::TypedScalar(*dtype),
            Input::Only(operand) => *operand,
            Input::Absent => return None,
        })
    }

    /// The operand itself, or one of the same dtype and category where it has no values. A scalar becomes 0,
    /// which every dtype holds.
    pub(super) fn or_placeholder(self) -> Input {
        let Input::Only(operand) = self else { return self };
        let empty = |dtype| with_element!(dtype, T => Tensor::from(Vec::<T>::new()));
        match operand {
            Operand::Tensor(dtype) => Input::Tensor(empty(dtype)),
            Operand::ZeroDim(dtype) => {
                Input::Tensor(with_element!(dtype, T => Tensor::scalar(T::default())))
            }
            Operand::Weak(dtype) => Input::Tensor(empty(dtype).with_weak(true)),
            Operand::Scalar(Scalar::Bool) => Input::Number(Number::Bool(false)),
            Operand::Scalar(Scalar::Int) => Input::Number(Number::Int(0)),
            Operand::Scalar(Scalar::Float) => Input::Number(Number::Float(0.0)),
            Operand::Scalar(Scalar::Complex) => Input::Number(Number::Complex(0.0, 0.0)),
            Operand::TypedScalar(dtype) => Input::Typed(dtype, Number::Int(0)),
        }
    }

    /// As an op takes it; `place` is where it stands among the operands.
    pub(super) fn arg(&self, place: usize) -> Result<Arg<'_>, Failure> {
        let missing = |keys: &str| {
            Err(Failure::malformed(format!("operands[{place}] has no {keys} to compute with")))
        };
        match self {
            Input::Tensor(tensor) => Ok(tensor.into()),
            Input::Number(number) => Ok((*number).into()),
            Input::Typed(dtype, number) => Ok(Arg::Typed(*dtype, *number)),
            Input::Absent => Ok(Arg::Absent),
            Input::Only(operand) if operand.is_scalar() => missing("`value`"),
            Input::Only(_) => missing("`values` and no `bits`"),
        }
    }
}

/// More operands than this no line has.
const MOST_OPERANDS: usize = 1024;

/// The operands of a line.
pub(super) fn inputs(line: &Object<'_>, ruleset: Ruleset) -> Result<Vec<Input>, Failure> {
    let texts: Few<&RawValue, MOST_OPERANDS> =
        line.required("operands", "a list of tensors and scalars")?;
    if texts.count > MOST_OPERANDS {
        let count = texts.count;
        let message = format!("{count} operands: a line takes {MOST_OPERANDS} at the most");
        return Err(Failure::too_large(message));
    }
    let input = |(place, text): (usize, &RawValue)| match text.get() {
        "null" => Ok(Input::Absent),
        _ => input(&Object::parse(text.get(), &format!("operands[{place}]"))?, ruleset),
    };
    texts.first.into_iter().enumerate().map(input).collect()
}

fn input(object: &Object<'_>, ruleset: Ruleset) -> Result<Input, Failure> {
    if object.has("scalar") {
        return scalar(object, ruleset);
    }
    object.takes("a tensor", &[&["dtype", "values", "bits", "shape", "scalar", "weak"]])?;
    let dtype = dtype(object, ruleset)?;
    let dtype =
        dtype.ok_or_else(|| object.missing("dtype", "the name of a dtype, or use `scalar`"))?;
    let weak = object.read("weak", "true or false")?.unwrap_or(false);
    match (object.has("values"), object.has("bits")) {
        (false, false) => Ok(Input::Only(match shape(object)? {
            _ if weak => Operand::Weak(dtype),
            Some(shape) if shape.is_empty() => Operand::ZeroDim(dtype),
            _ => Operand::Tensor(dtype),
        })),
        (true, true) => Err(Failure::malformed(format!(
            "`{}` and `bits` are both there: give one of them",
            object.path("values")
        ))),
        _ => with_element!(dtype, T => tensor::<T>(object))
            .map(|tensor| Input::Tensor(tensor.with_weak(weak))),
    }
}

/// The dtype that the key `dtype` names, if it is there.
pub(super) fn dtype(object: &Object<'_>, ruleset: Ruleset) -> Result<Option<DType>, Failure> {
    named(object, "dtype", ruleset)
}

/// The dtype that a key names, if it is there.
pub(super) fn named(
    object: &Object<'_>,
    key: &str,
    ruleset: Ruleset,
) -> Result<Option<DType>, Failure> {
    let name = object.name(key, "the name of a dtype, a string")?;
    name.map(|name| called(&name, ruleset)).transpose()
}

/// The dtype that a ruleset calls so.
fn called(name: &str, ruleset: Ruleset) -> Result<DType, Failure> {
    match two_meanings(ruleset, name) {
        Some(why) => Err(Failure::new("ambiguous_dtype", why)),
        None => Ok(ruleset.dtype(name)?),
    }
}

fn tensor<T: Word>(object: &Object<'_>) -> Result<Tensor, Failure> {
    let (shape, elements) = match object.has("bits") {
        true => elements(object, "bits", false, bits_of::<T>)?,
        false => elements(object, "values", T::PAIR, T::read)?,
    };
    let array = ArrayD::from_shape_vec(IxDyn(&shape), elements);
    Ok(array.map_err(|error| Failure::values(format!("shape {shape:?}: {error}")))?.into())
}

/// Shape and elements of a key's nested lists; the key `shape` may say how flat ones lie.
pub(super) fn elements<'a, T>(
    object: &Object<'a>,
    key: &str,
    pairs: bool,
    read: impl FnMut(Leaf<'a>) -> Result<T, String>,
) -> Result<(Vec<usize>, Vec<T>), Failure> {
    let path = object.path(key);
    let wrong = |why: String| Unread::Wrong(why).at(&path);
    let asked = shape(object)?;
    size::check(asked.as_deref().unwrap_or_default())?;
    let text = object.get(key).ok_or_else(|| object.missing(key, "a list of elements"))?;
    let Nested { shape, elements } = nested(text, pairs, read).map_err(|why| why.at(&path))?;
    size::check(&shape)?;
    let Some(asked) = asked else {
        return match pairs && shape.is_empty() {
            true => Err(wrong(
                "[re, im] is one element: write a list of such, or \"shape\": [] beside it".into(),
            )),
            false => Ok((shape, elements)),
        };
    };
    let count: usize = asked.iter().product();
    if shape != asked && (shape.len() > 1 || count != elements.len()) {
        return Err(wrong(match shape.len() {
            0 | 1 => format!("shape {asked:?} has {count} elements, not {}", elements.len()),
            _ => format!("the lists have shape {shape:?}, not {asked:?}"),
        }));
    }
    Ok((asked, elements))
}

/// The key `shape`, if it is there.
pub(super) fn shape(object: &Object<'_>) -> Result<Option<Vec<usize>>, Failure> {
    let lens: Option<Few<usize, MOST_AXES>> = object.read("shape", "a list of lengths")?;
    let Some(Few { first, count }) = lens else { return Ok(None) };
    size::check_axes(count)?;
    Ok(Some(first))
}

/// The element whose bits a string of hexadecimal digits shows, the highest first.
fn bits_of<T: Word>(leaf: Leaf<'_>) -> Result<T, String> {
    let digits = 2 * T::DTYPE.size();
    match leaf {
        Leaf::One(Atom::Text(text))
            if text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit()) =>
        {
            u128::from_str_radix(text, 16).map_err(|error| error.to_string()).and_then(T::from_bits)
        }
        other => Err(format!(
            "{} is not the bits of {}: a string of {digits} hexadecimal digits",
            shown(other),
            T::DTYPE
        )),
    }
}

fn scalar(object: &Object<'_>, ruleset: Ruleset) -> Result<Input, Failure> {
    object.takes("a scalar", &[&["scalar", "value"]])?;
    let name =
        object.required_name("scalar", "bool, int, float, complex or the name of a dtype")?;
    let operand = match name.as_str() {
        "bool" => Scalar::Bool.into(),
        "int" => Scalar::Int.into(),
        "float" => Scalar::Float.into(),
        "complex" => Scalar::Complex.into(),
        name => Operand::TypedScalar(called(name, ruleset)?),
    };
    if !object.has("value") {
        return Ok(Input::Only(operand));
    }
    let number = match operand {
        Operand::Scalar(Scalar::Bool) => Number::Bool(one(object, "value", false, bool::read)?),
        Operand::Scalar(Scalar::Int) => Number::Int(one(object, "value", false, wide_integer)?),
        Operand::Scalar(Scalar::Float) => Number::Float(one(object, "value", false, float)?),
        Operand::Scalar(Scalar::Complex) => {
            let (re, im) = one(object, "value", true, complex)?;
            Number::Complex(re, im)
        }
        Operand::TypedScalar(dtype) => return Ok(Input::Typed(dtype, typed(object, dtype)?)),
        _ => return Err(object.wrong("scalar", "bool, int, float, complex or a dtype")),
    };
    Ok(Input::Number(number))
}

/// The value of a scalar of a dtype, which must be able to hold it.
fn typed(object: &Object<'_>, dtype: DType) -> Result<Number, Failure> {
    let pairs = dtype.kind() == Kind::Complex;
    with_element!(dtype, T => one(object, "value", pairs, T::read).map(|_| ()))?;
    match dtype.kind() {
        Kind::Bool => one(object, "value", pairs, bool::read).map(Number::Bool),
        Kind::Int | Kind::Uint => one(object, "value", pairs, wide_integer).map(Number::Int),
        Kind::Float => one(object, "value", pairs, float).map(Number::Float),
        Kind::Complex => {
            one(object, "value", pairs, complex).map(|(re, im)| Number::Complex(re, im))
        }
    }
}

/// A number without a dtype, of the kind it is written as.
pub(super) fn number(object: &Object<'_>, key: &str) -> Result<Option<Number>, Failure> {
    match object.has(key) {
        true => one(object, key, true, untyped).map(Some),
        false => Ok(None),
    }
}

/// The one element that a key's value is.
fn one<'a, T>(
    object: &Object<'a>,
    key: &str,
    pairs: bool,
    read: impl FnMut(Leaf<'a>) -> Result<T, String>,
) -> Result<T, Failure> {
    let wrong =
        |why: &str| Unread::from(why.trim_start_matches("element 0: ")).at(&object.path(key));
    let nested = nested(object.get(key).unwrap_or_default(), pairs, read);
    let nested = nested.map_err(|why| match why {
        Unread::Wrong(why) => wrong(&why),
        Unread::TooLarge => why.at(&object.path(key)),
    })?;
    match (nested.shape.is_empty(), nested.elements.into_iter().next()) {
        (true, Some(element)) => Ok(element),
        _ => Err(wrong("a list, and it takes one number")),
    }
}

/// As an untyped literal: `true`, `1`, `1.0`, `"nan"`, `[re, im]` where pairs are elements.
pub(super) fn untyped(leaf: Leaf<'_>) -> Result<Number, String> {
    match leaf {
        Leaf::One(Atom::Bool(value)) => Ok(Number::Bool(value)),
        Leaf::Pair(..) => complex(leaf).map(|(re, im)| Number::Complex(re, im)),
        Leaf::One(_) if integer(leaf).is_ok() => wide_integer(leaf).map(Number::Int),
        Leaf::One(_) => float(leaf).map(Number::Float),
    }
}

fn wide_integer(leaf: Leaf<'_>) -> Result<i128, String> {
    integer(leaf)?.ok_or_else(|| format!("{} is beyond 128 bits", shown(leaf)))
}

fn complex(leaf: Leaf<'_>) -> Result<(f64, f64), String> {
    match leaf {
        Leaf::Pair(re, im) => Ok((float(Leaf::One(re))?, float(Leaf::One(im))?)),
        Leaf::One(_) => Err(format!("{} is no complex number: write [re, im]", shown(leaf))),
    }
}
