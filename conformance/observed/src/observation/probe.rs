//! Values that a framework computed: which op, of which operands, to which bits.

use std::collections::BTreeMap;

use super::Seen;
use super::words::{Result, Words};
use codegen::catalog::{DTypeId, Scalar, ZERO_DIM};

/// How an operand that is left out is written.
pub const ABSENT: &str = "none";

/// One op on vectors and numbers, and what came out.
#[derive(Debug, Clone, PartialEq)]
pub struct Probe {
    /// What was done.
    pub op: ProbeOp,
    /// To what.
    pub operands: Vec<ProbeOperand>,
    /// Whether every element of the first met every element of the second.
    pub cross: bool,
    /// The dtype of what came out, or the error.
    pub gives: Seen,
    /// Its elements; `None` for one that is not the same each time.
    pub bits: Vec<Option<u128>>,
}

/// What a probe does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProbeOp {
    /// An op, by its place in the catalog.
    Op(usize),
    /// A conversion to a dtype.
    Cast(DTypeId),
}

/// What a probe does it to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProbeOperand {
    /// A tensor, one of the observation's vectors.
    Vector(String),
    /// A 0-d tensor, the one element of a vector.
    ZeroDim(String),
    /// A Python number, as Python spells it.
    Number(Scalar, String),
    /// Nothing: a bound of `clip` that is left out.
    Absent,
}

/// A dtype and elements of it, as bits; of a complex number its real part stands higher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vector {
    /// The dtype.
    pub dtype: DTypeId,
    /// The elements.
    pub bits: Vec<u128>,
}

impl Vector {
    /// `i8 0001ff`, or `i8 4096 × 01`.
    pub(super) fn read(text: &str, words: &Words<'_>) -> Result<Vector> {
        let (code, elements) =
            text.split_once(' ').ok_or_else(|| format!("`{text}` is no vector"))?;
        let dtype = words.dtype(code)?;
        let (count, elements) = match elements.split_once(" × ") {
            Some((count, element)) => {
                (count.parse().map_err(|_| format!("`{count}` is no count"))?, element)
            }
            None => (1, elements),
        };
        let once = bits(elements, dtype, words)?;
        let once = once.into_iter().map(|one| one.ok_or("a vector with a hole".to_owned()));
        let once = once.collect::<Result<Vec<u128>>>()?;
        Ok(Vector { dtype, bits: once.repeat(count) })
    }
}

/// Hexadecimal digits, so many for each element as its dtype has; `~` for what is not repeatable.
pub(super) fn bits(text: &str, dtype: DTypeId, words: &Words<'_>) -> Result<Vec<Option<u128>>> {
    let digits = words.digits(dtype);
    if !text.is_ascii() || !text.len().is_multiple_of(digits) {
        return Err(format!("`{text}` are no elements of {digits} digits"));
    }
    let elements = (0..text.len() / digits).map(|place| &text[place * digits..][..digits]);
    elements
        .map(|element| match element.starts_with('~') {
            true => Ok(None),
            false => u128::from_str_radix(element, 16)
                .map(Some)
                .map_err(|_| format!("`{element}` is no hexadecimal number")),
        })
        .collect()
}

/// Op, operands, cell, and elements where the cell is a dtype.
pub(super) fn read(
    row: &[String],
    vectors: &BTreeMap<String, Vector>,
    words: &Words<'_>,
) -> Result<Probe> {
    let [op, operands, gives, rest @ ..] = row else {
        return Err(format!("a probe of {} words", row.len()));
    };
    let op = match op.strip_prefix("cast ") {
        Some(to) => ProbeOp::Cast(words.dtype(to)?),
        None => ProbeOp::Op(words.op(op)?),
    };
    let gives = words.cell(gives)?;
    let bits = match (&gives, rest) {
        (Seen::DType(dtype), [elements]) => bits(elements, *dtype, words)?,
        (Seen::DType(_), _) => return Err("a probe without elements".to_owned()),
        _ => Vec::new(),
    };
    let cross = operands.contains(" × ");
    let operands = operands.split(if cross { " × " } else { ", " });
    let operands = operands.map(|word| operand(word, vectors)).collect::<Result<_>>()?;
    Ok(Probe { op, operands, cross, gives, bits })
}

fn operand(word: &str, vectors: &BTreeMap<String, Vector>) -> Result<ProbeOperand> {
    if let Some(name) = word.strip_prefix(ZERO_DIM) {
        let one = vectors.get(name).is_some_and(|vector| vector.bits.len() == 1);
        let missing = || format!("`{name}` is no vector of one element");
        return one.then(|| ProbeOperand::ZeroDim(name.to_owned())).ok_or_else(missing);
    }
    match word.split_once(':') {
        Some((kind, number)) => match Scalar::parse(kind) {
            Some(kind) => Ok(ProbeOperand::Number(kind, number.to_owned())),
            None => Err(format!("`{kind}` is no kind of number")),
        },
        None if word == ABSENT => Ok(ProbeOperand::Absent),
        None if vectors.contains_key(word) => Ok(ProbeOperand::Vector(word.to_owned())),
        None => Err(format!("`{word}` is no vector of the file")),
    }
}
