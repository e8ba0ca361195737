//! What a ruleset answers instead of a dtype, each with the way out.

mod message;

use alloc::string::String;

use crate::{DType, DefaultKind, Op, Operand, Ruleset, UnknownDType};

/// A promotion, default or cast that has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleError {
    /// The framework's rule raises an error for this pair.
    Refused {
        /// Whose rule.
        ruleset: Ruleset,
        /// The left operand, or the tensor.
        lhs: Operand,
        /// The right operand, or the scalar.
        rhs: Operand,
    },
    /// The rule allows this pair, and the framework has nothing that runs it.
    NoKernel {
        /// Whose rule.
        ruleset: Ruleset,
        /// The left operand, or the tensor.
        lhs: Operand,
        /// The right operand, or the scalar.
        rhs: Operand,
    },
    /// No source says what this pair gives, which is not the same as a refusal.
    Unknown {
        /// Whose rule.
        ruleset: Ruleset,
        /// The left operand, or the tensor.
        lhs: Operand,
        /// The right operand, or the scalar.
        rhs: Operand,
    },
    /// The pair gives a dtype that is none of [`DType`].
    Foreign {
        /// Whose rule.
        ruleset: Ruleset,
        /// The left operand, or the tensor.
        lhs: Operand,
        /// The right operand, or the scalar.
        rhs: Operand,
        /// What the framework calls the dtype.
        name: &'static str,
    },
    /// The framework or the device does not have this dtype.
    Unsupported {
        /// Whose dtypes.
        ruleset: Ruleset,
        /// Which one it lacks.
        dtype: DType,
    },
    /// The operands promote, and the op is not defined on what they promote to.
    OpUndefined {
        /// Whose rule.
        ruleset: Ruleset,
        /// The op.
        op: Op,
        /// What it would compute in.
        dtype: DType,
    },
    /// The framework has no kernel of this op for these operands, whatever they promote to.
    OpRefused {
        /// Whose rule.
        ruleset: Ruleset,
        /// The op.
        op: Op,
        /// The left operand, the tensor, or the only operand.
        lhs: DType,
        /// The right operand, or the scalar; `None` of an op of one operand.
        rhs: Option<Operand>,
    },
    /// The framework's rule of this op raises an error for these operands.
    OpNotPromoted {
        /// Whose rule.
        ruleset: Ruleset,
        /// The op.
        op: Op,
        /// The left operand, the tensor, or the only operand.
        lhs: DType,
        /// The right operand, or the scalar; `None` of an op of one operand.
        rhs: Option<Operand>,
    },
    /// No source says what these operands give in this op, whatever they promote to.
    OpUnknown {
        /// Whose rule.
        ruleset: Ruleset,
        /// The op.
        op: Op,
        /// The left operand, the tensor, or the only operand.
        lhs: DType,
        /// The right operand, or the scalar; `None` of an op of one operand.
        rhs: Option<Operand>,
    },
    /// The op returns its first operand's dtype, and the operands promote to another.
    OpKeepsFirst {
        /// Whose rule.
        ruleset: Ruleset,
        /// The op.
        op: Op,
        /// The first operand.
        first: DType,
        /// What the operands promote to.
        promoted: DType,
    },
    /// No operand is a tensor, so none has a dtype.
    NoTensor {
        /// Whose rule.
        ruleset: Ruleset,
    },
    /// No source states a default dtype for this.
    NoDefault {
        /// Whose defaults.
        ruleset: Ruleset,
        /// For what.
        kind: DefaultKind,
    },
    /// No source states what an output may be converted to.
    NoOutputRule {
        /// Whose rule.
        ruleset: Ruleset,
    },
}

impl RuleError {
    /// The error's name, for a program to look at: `"refused"`, `"unsupported"`.
    pub const fn kind(&self) -> &'static str {
        match self {
            RuleError::Refused { .. } => "refused",
            RuleError::NoKernel { .. } => "no_kernel",
            RuleError::Unknown { .. } => "unknown",
            RuleError::Foreign { .. } => "foreign",
            RuleError::Unsupported { .. } => "unsupported",
            RuleError::OpUndefined { .. } => "op_undefined",
            RuleError::OpRefused { .. } => "op_refused",
            RuleError::OpNotPromoted { .. } => "op_not_promoted",
            RuleError::OpUnknown { .. } => "op_unknown",
            RuleError::OpKeepsFirst { .. } => "op_keeps_first",
            RuleError::NoTensor { .. } => "no_tensor",
            RuleError::NoDefault { .. } => "no_default",
            RuleError::NoOutputRule { .. } => "no_output_rule",
        }
    }
}

/// A name that means nothing, or a dtype that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// No ruleset is called so.
    UnknownRuleset {
        /// The name.
        name: String,
        /// The one that comes near.
        nearest: Option<&'static str>,
    },
    /// The framework calls no dtype so.
    UnknownDType {
        /// Whose names.
        ruleset: Ruleset,
        /// The name.
        name: String,
        /// The one that comes near.
        nearest: Option<&'static str>,
    },
    /// The framework calls no set of dtypes so.
    UnknownAbstractType {
        /// Whose names.
        ruleset: Ruleset,
        /// The name.
        name: String,
        /// The one that comes near.
        nearest: Option<&'static str>,
    },
    /// The name means a dtype that the framework or the device does not have.
    Unsupported {
        /// Whose dtypes.
        ruleset: Ruleset,
        /// Which one it lacks.
        dtype: DType,
    },
}

/// Any error of this crate, for code that meets several of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A promotion, default or cast without an answer.
    Rule(RuleError),
    /// A name that means nothing, or a dtype that is not there.
    Name(NameError),
    /// A text that is no dtype.
    DType(UnknownDType),
}

impl core::error::Error for RuleError {}

impl core::error::Error for NameError {}

impl core::error::Error for Error {}

impl From<RuleError> for Error {
    fn from(error: RuleError) -> Error {
        Error::Rule(error)
    }
}

impl From<NameError> for Error {
    fn from(error: NameError) -> Error {
        Error::Name(error)
    }
}

impl From<UnknownDType> for Error {
    fn from(error: UnknownDType) -> Error {
        Error::DType(error)
    }
}
