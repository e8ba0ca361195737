//! Functions as they are called: with which arguments, and what came out.

use super::Seen;
use super::probe::bits;
use super::words::{Result, Words};

/// A function called with Python numbers, or with a tensor and no other argument.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Whether it makes a tensor of Python numbers; otherwise it is an op.
    pub creates: bool,
    /// `array`, or the name of an op.
    pub function: String,
    /// `[1,2.0]`, `i8 [300]`, or the tensor as a dtype and lengths: `f32 2×3`.
    pub arguments: String,
    /// The dtype of what came out, or the error.
    pub gives: Seen,
    /// Its lengths.
    pub shape: Vec<usize>,
    /// Its elements, where the spec has the dtype.
    pub bits: Vec<u128>,
}

/// How two dtypes stand in a table that says more than what they promote to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// `a += b`.
    InPlace,
    /// Two operands of the first dtype, and an output of the second.
    Output,
    /// A tensor, and one of NumPy's scalars.
    Scalar,
    /// One of NumPy's scalars, and a tensor; the first dtype is the tensor's.
    ScalarLeft,
    /// A tensor, and an array of NumPy without axes.
    Array,
    /// An array of NumPy without axes, and a tensor; the first dtype is the tensor's.
    ArrayLeft,
}

impl Form {
    /// As the files spell them.
    pub const WORDS: [(&str, Form); 6] = [
        ("in-place", Form::InPlace),
        ("output", Form::Output),
        ("tensor numpy-scalar", Form::Scalar),
        ("numpy-scalar tensor", Form::ScalarLeft),
        ("tensor numpy-array", Form::Array),
        ("numpy-array tensor", Form::ArrayLeft),
    ];
}

/// `create`, name, arguments, cell, lengths, elements; of an error the first four.
pub(super) fn read(row: &[String], words: &Words<'_>) -> Result<Call> {
    let [kind, function, arguments, gives, rest @ ..] = row else {
        return Err(format!("a call of {} words", row.len()));
    };
    let gives = words.cell(gives)?;
    let dtype = match gives {
        Seen::DType(dtype) | Seen::Weak(dtype) => Some(dtype),
        Seen::Other(_) | Seen::Refused(_) | Seen::NoKernel(_) | Seen::Crash(_) => None,
    };
    let (shape, elements) = match (dtype, rest) {
        (Some(dtype), [shape, elements]) => {
            let elements = bits(elements, dtype, words)?.into_iter();
            let elements = elements.map(|one| one.ok_or("a call with a hole".to_owned()));
            (lengths(shape)?, elements.collect::<Result<_>>()?)
        }
        (Some(_), _) => return Err("a call without elements".to_owned()),
        (None, _) => (Vec::new(), Vec::new()),
    };
    let (function, arguments) = (function.clone(), arguments.clone());
    Ok(Call { creates: kind == "create", function, arguments, gives, shape, bits: elements })
}

/// `2×3`, or `()` of a tensor without axes.
fn lengths(text: &str) -> Result<Vec<usize>> {
    if text == "()" {
        return Ok(Vec::new());
    }
    let length = |word: &str| word.parse().map_err(|_| format!("`{text}` are no lengths"));
    text.split('×').map(length).collect()
}
