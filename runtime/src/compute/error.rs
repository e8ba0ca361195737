//! Why an operation has no result.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::options::{taken, taken_words, takes_correction};
use super::plan::binary_table;
use crate::policy::{Policies, ScalarOutOfRange};
use crate::tensor::Number;
use crate::tensor::fresh::TooLarge;
use crate::tensor::shape::Shape;
use crate::{Casting, DType, Group, Op, RuleError, Ruleset};

/// An operation that has no result.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ComputeError {
    /// The ruleset has no dtype for it.
    Rule {
        /// The op; `None` where a tensor is created or cast.
        op: Option<Op>,
        /// Why.
        error: RuleError,
    },
    /// The operands' shapes do not broadcast to one.
    Shapes {
        /// The op.
        op: Op,
        /// The left operand's shape.
        lhs: Vec<usize>,
        /// The right operand's shape.
        rhs: Vec<usize>,
    },
    /// The output has another shape than the result.
    OutputShape {
        /// The op; `None` of a cast.
        op: Option<Op>,
        /// The result's shape.
        result: Vec<usize>,
        /// The output's shape.
        output: Vec<usize>,
    },
    /// The ruleset does not let the result be converted to the output's dtype.
    OutputDType {
        /// Whose output rule.
        ruleset: Ruleset,
        /// The op.
        op: Op,
        /// The result's dtype.
        result: DType,
        /// The output's dtype.
        output: DType,
    },
    /// An axis that the operand does not have, or one that is named twice.
    Axis {
        /// The op.
        op: Op,
        /// The axis as it was named.
        axis: isize,
        /// How many axes there are.
        ndim: usize,
        /// Whether another name of the list means the same.
        twice: bool,
    },
    /// The op gives an index along one axis or among all elements, and was given several axes.
    OneAxis {
        /// The op.
        op: Op,
    },
    /// Nothing to reduce, and the op has no value for that.
    Empty {
        /// The op.
        op: Op,
        /// The operand's shape.
        shape: Vec<usize>,
    },
    /// A pair of elements that the ruleset's policy makes an error.
    Policy {
        /// Whose policy.
        ruleset: Ruleset,
        /// The op.
        op: Op,
        /// What it computed in.
        dtype: DType,
    },
    /// Bounds of which the low one is above the high one, where the ruleset's policy makes that an error.
    CrossedBounds {
        /// Whose policy.
        ruleset: Ruleset,
        /// The op.
        op: Op,
    },
    /// An integer that the dtype an op converts it to cannot hold, where the ruleset's policy checks that.
    Conversion {
        /// Whose policy.
        ruleset: Ruleset,
        /// The op.
        op: Op,
        /// The first such integer.
        value: i128,
        /// The operand's dtype.
        from: DType,
        /// The dtype the op computes in.
        to: DType,
    },
    /// A number that the dtype of the tensor beside it, or of the tensor to be made of it, cannot hold.
    ScalarOutOfRange {
        /// Whose policy.
        ruleset: Ruleset,
        /// The number.
        number: Number,
        /// The dtype it was to become.
        dtype: DType,
        /// Whether it stands beside a tensor; if not, a tensor was to be made of it.
        beside_tensor: bool,
    },
    /// The op is not compiled for this dtype, since no ruleset reaches it.
    NoLoop {
        /// The op.
        op: Op,
        /// What it would compute in.
        dtype: DType,
    },
    /// The op does not take the options that it was given.
    Options {
        /// The op.
        op: Op,
    },
    /// The op takes no correction, and was given one.
    Correction {
        /// The op.
        op: Op,
    },
    /// An index of an element that is not there.
    Index {
        /// The op.
        op: Op,
        /// The first such index.
        index: i128,
        /// How many elements there are along the axis.
        len: usize,
    },
    /// The op takes other operands than it was given.
    Operands {
        /// The op.
        op: Op,
        /// What it takes, and what it was given.
        message: String,
    },
    /// A tensor that memory cannot hold.
    TooLarge {
        /// Its dtype.
        dtype: DType,
        /// Its shape.
        shape: Vec<usize>,
    },
    /// A range or a list from which no tensor can be made.
    Creation {
        /// Why.
        message: String,
    },
}

impl ComputeError {
    /// The error's name, for a program to look at: `"refused"`, `"shapes"`.
    pub fn kind(&self) -> &'static str {
        match self {
            ComputeError::Rule { error, .. } => error.kind(),
            ComputeError::Shapes { .. } => "shapes",
            ComputeError::OutputShape { .. } => "output_shape",
            ComputeError::OutputDType { .. } => "output_dtype",
            ComputeError::Axis { .. } | ComputeError::OneAxis { .. } => "axis",
            ComputeError::Empty { .. } => "empty",
            ComputeError::Policy { .. } | ComputeError::CrossedBounds { .. } => "policy",
            ComputeError::Conversion { .. } => "conversion",
            ComputeError::ScalarOutOfRange { .. } => "scalar_out_of_range",
            ComputeError::NoLoop { .. } => "no_loop",
            ComputeError::Options { .. } | ComputeError::Correction { .. } => "options",
            ComputeError::Index { .. } => "index",
            ComputeError::Operands { .. } => "operands",
            ComputeError::TooLarge { .. } => "too_large",
            ComputeError::Creation { .. } => "creation",
        }
    }

    pub(crate) fn of(op: Op) -> impl Fn(RuleError) -> ComputeError {
        move |error| ComputeError::Rule { op: Some(op), error }
    }

    /// The same error, of the op that was asked for.
    pub(super) fn of_op(self, asked: Op) -> ComputeError {
        match self {
            ComputeError::Shapes { lhs, rhs, .. } => ComputeError::Shapes { op: asked, lhs, rhs },
            ComputeError::NoLoop { dtype, .. } => ComputeError::NoLoop { op: asked, dtype },
            ComputeError::Conversion { ruleset, value, from, to, .. } => {
                ComputeError::Conversion { ruleset, op: asked, value, from, to }
            }
            other => other,
        }
    }
}

impl From<RuleError> for ComputeError {
    fn from(error: RuleError) -> ComputeError {
        ComputeError::Rule { op: None, error }
    }
}

impl From<TooLarge> for ComputeError {
    fn from(TooLarge { dtype, shape }: TooLarge) -> ComputeError {
        ComputeError::TooLarge { dtype, shape }
    }
}

impl core::error::Error for ComputeError {}

impl fmt::Display for ComputeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // These name the op themselves.
            ComputeError::Rule {
                error:
                    error @ (RuleError::OpUndefined { .. }
                    | RuleError::OpRefused { .. }
                    | RuleError::OpNotPromoted { .. }
                    | RuleError::OpUnknown { .. }
                    | RuleError::OpKeepsFirst { .. }
                    | RuleError::Operands { .. }),
                ..
            }
            | ComputeError::Rule { op: None, error } => error.fmt(f),
            ComputeError::Rule { op: Some(op), error } => write!(f, "{op}: {error}"),
            ComputeError::Shapes { op, lhs, rhs } => write!(
                f,
                "{op}: shapes {} and {} do not {}",
                Shape(lhs),
                Shape(rhs),
                match op.group() {
                    Group::Product if *op != Op::Matmul =>
                        "multiply: axes that are summed over must be as long in both, and others must broadcast or follow one another",
                    Group::Product =>
                        "multiply: the last axis of the first must be as long as the last but one of the second, and the axes before those must broadcast",
                    Group::Join =>
                        "fit: there must be as many axes, and each that they are not joined along must be equal",
                    Group::Unary
                    | Group::Binary
                    | Group::Ternary
                    | Group::Reduction
                    | Group::Sorting
                    | Group::Selection
                    | Group::Lookup
                    | Group::Arrangement =>
                        "broadcast: each axis, from the last, must be equal or 1",
                }
            ),
            ComputeError::OutputShape { op, result, output } => write!(
                f,
                "{}: the result has shape {}, the output {}: give an output of the result's shape",
                op.map_or("cast", Op::name),
                Shape(result),
                Shape(output)
            ),
            ComputeError::OutputDType { ruleset, op, result, output } => {
                let name = ruleset.name();
                match ruleset.can_cast(*result, *output, Casting::Output) {
                    // The refusal is Concord's own: nothing says what the framework does.
                    Err(RuleError::NoOutputRule { .. }) => write!(
                        f,
                        "{op}: no source states what {name} lets an output be converted to, and without one a result of {result} is not converted to a dtype of a lower kind, {output}"
                    )?,
                    _ => write!(
                        f,
                        "{op}: {name} does not let a result of {result} be converted to an output of {output}"
                    )?,
                }
                f.write_str(": cast the result yourself")
            }
            ComputeError::Axis { op, axis, ndim, twice: true } => {
                write!(f, "{op}: axis {axis} of {ndim} is named twice")
            }
            ComputeError::Axis { op, axis, ndim, twice: false } => {
                write!(f, "{op}: axis {axis} is out of range: ")?;
                match ndim {
                    0 => write!(f, "the operand has none"),
                    _ => {
                        let whose = if op.group() == Group::Join { "result" } else { "operand" };
                        write!(f, "the {whose} has axes 0 to {} (or -{ndim} to -1)", ndim - 1)
                    }
                }
            }
            ComputeError::OneAxis { op } => {
                write!(f, "{op} goes over one axis or over all: name one, or none")
            }
            ComputeError::Empty { op, shape } => {
                write!(f, "{op} of no elements has no value, and the shape is {}", Shape(shape))
            }
            ComputeError::Policy { ruleset, op, dtype } => write!(
                f,
                "{op} of {dtype}: {}, and {} makes that an error",
                failing_pairs(*op, ruleset.fixed_policies()).join(" or "),
                ruleset.name()
            ),
            ComputeError::Conversion { ruleset, op, value, from, to } => write!(
                f,
                "{op}: {to} cannot hold every integer as far as the {from} element {value}, and {} makes that an error: cast the operand yourself",
                ruleset.name()
            ),
            ComputeError::CrossedBounds { ruleset, op } => write!(
                f,
                "{op}: a low bound is greater than the high one, and {} makes that an error",
                ruleset.name()
            ),
            ComputeError::ScalarOutOfRange { ruleset, number, dtype, beside_tensor: true }
                if is_beyond_ints(*ruleset, *number, *dtype) =>
            {
                write!(
                    f,
                    "{number} is out of the range of {}, and {} makes that an error beside a tensor of {dtype} too: give a float",
                    either(ruleset.int_holders(Some(*dtype))),
                    ruleset.name()
                )
            }
            ComputeError::ScalarOutOfRange { ruleset, number, dtype, beside_tensor } => write!(
                f,
                "{} is out of the range of {dtype}, and {} {}: {}",
                number,
                ruleset.name(),
                match (ruleset.policies().scalar_out_of_range, beside_tensor) {
                    (ScalarOutOfRange::Widen | ScalarOutOfRange::WidenIntegers, true) =>
                        String::from("has no dtype that holds both"),
                    (_, false) | (ScalarOutOfRange::Error, true) =>
                        String::from("makes that an error"),
                    (ScalarOutOfRange::Wrap, true) => {
                        let holders = match ruleset.int_holders(Some(*dtype)) {
                            [] => &[DType::I64],
                            holders => holders,
                        };
                        alloc::format!("wraps around no more than {} holds", either(holders))
                    }
                },
                match beside_tensor {
                    true => "cast the tensor to a wider dtype first",
                    false => "name a dtype that holds it, or give a number in that range",
                }
            ),
            ComputeError::NoLoop { op, dtype } => {
                write!(
                    f,
                    "{op} has no loop that computes in {dtype}: no ruleset reaches it; cast to another dtype first"
                )
            }
            ComputeError::Options { op } => match op.group() {
                Group::Reduction => {
                    write!(f, "{op} takes the options of a reduction, which may name several axes")
                }
                _ if taken(*op).is_empty() => write!(
                    f,
                    "{op} takes no options: axes, keepdims, dtype and correction are for reductions"
                ),
                _ => write!(f, "{op} takes no other options than {}", taken_words(*op)),
            },
            ComputeError::Correction { op } => {
                let all = Op::ALL.into_iter().filter(|&op| takes_correction(op));
                let takers: Vec<&str> = all.map(Op::name).collect();
                write!(
                    f,
                    "{op} takes no correction, only {} do: leave it out",
                    takers.join(" and ")
                )
            }
            ComputeError::Index { op, index, len } => match len {
                0 => write!(f, "{op}: there is no index {index}, the axis has no elements"),
                _ => write!(
                    f,
                    "{op}: there is no index {index}, the axis has indices 0 to {}",
                    len - 1
                ),
            },
            ComputeError::Operands { op, message } => write!(f, "{op} {message}"),
            ComputeError::TooLarge { dtype, shape } => {
                write!(f, "memory cannot hold {dtype} elements of shape {}", Shape(shape))
            }
            ComputeError::Creation { message } => f.write_str(message),
        }
    }
}

/// Whether a number is a Python int that is too large for the integers of the framework, beside a tensor of other dtypes.
fn is_beyond_ints(ruleset: Ruleset, number: Number, dtype: DType) -> bool {
    let Number::Int(value) = number else { return false };
    dtype.iinfo().is_none() && !ruleset.takes_int(value, Some(dtype))
}

/// Which pairs of elements the policies make an error in an op.
fn failing_pairs(op: Op, policies: &Policies) -> Vec<&'static str> {
    let none = Policies::DEFAULT;
    let zero = Policies { integer_division_by_zero: policies.integer_division_by_zero, ..none };
    let quotient =
        Policies { integer_quotient_overflow: policies.integer_quotient_overflow, ..none };
    let pairs = [(zero, "a divisor is zero"), (quotient, "a quotient is out of range")];
    let fails = |one: &Policies| binary_table(op).is_some_and(|table| (table.may_fail)(one));
    let found = pairs.iter().filter(|(one, _)| fails(one)).map(|&(_, words)| words);
    let found: Vec<&str> = found.collect();
    // An op that does not divide is a power.
    if found.is_empty() { alloc::vec!["an exponent is negative"] } else { found }
}

/// `int64 or uint64`
fn either(dtypes: &[DType]) -> String {
    let names: Vec<&str> = dtypes.iter().map(|dtype| dtype.name()).collect();
    names.join(" or ")
}
