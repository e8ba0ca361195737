//! Errors of promotion and of names; each message says what to do instead.

pub(crate) mod message;

use alloc::string::String;

#[cfg(feature = "kernels")]
use crate::{ComputeError, DTypeMismatch};
use crate::{DType, DefaultKind, Op, Operand, Ruleset, UnknownDType};

/// The error of a promotion, a default dtype or a cast that a ruleset has no dtype for.
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
    /// The framework's rule allows this pair, but it has no kernel for it.
    NoKernel {
        /// Whose rule.
        ruleset: Ruleset,
        /// The left operand, or the tensor.
        lhs: Operand,
        /// The right operand, or the scalar.
        rhs: Operand,
    },
    /// No source says what this pair gives; the framework may or may not refuse it.
    Unknown {
        /// Whose rule.
        ruleset: Ruleset,
        /// The left operand, or the tensor.
        lhs: Operand,
        /// The right operand, or the scalar.
        rhs: Operand,
    },
    /// The pair gives a dtype that [`DType`] does not have.
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
    /// The op is not defined on the dtype that the operands promote to.
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
    /// The op takes another number of operands.
    Operands {
        /// The op.
        op: Op,
        /// How many it was given.
        count: usize,
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
    /// The name of the error, for programs: `"refused"`, `"unsupported"`.
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
            RuleError::Operands { .. } => "operands",
            RuleError::NoTensor { .. } => "no_tensor",
            RuleError::NoDefault { .. } => "no_default",
            RuleError::NoOutputRule { .. } => "no_output_rule",
        }
    }
}

/// The error of a name that is unknown, or of a dtype that the ruleset does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// No ruleset has this name.
    UnknownRuleset {
        /// The name.
        name: String,
        /// The nearest name.
        nearest: Option<&'static str>,
    },
    /// The framework has no dtype of this name.
    UnknownDType {
        /// Whose names.
        ruleset: Ruleset,
        /// The name.
        name: String,
        /// The nearest name.
        nearest: Option<&'static str>,
    },
    /// The framework has no abstract type of this name.
    UnknownAbstractType {
        /// Whose names.
        ruleset: Ruleset,
        /// The name.
        name: String,
        /// The nearest name.
        nearest: Option<&'static str>,
    },
    /// The name is that of a dtype that the framework or the device lacks.
    Unsupported {
        /// Whose dtypes.
        ruleset: Ruleset,
        /// Which one it lacks.
        dtype: DType,
    },
}

/// Any error of promotion, of names or of computing, for code that can meet several of them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The error of a promotion, a default dtype or a cast.
    Rule(RuleError),
    /// The error of a name that is unknown, or of a dtype that the ruleset does not have.
    Name(NameError),
    /// The error of parsing a dtype.
    DType(UnknownDType),
    /// The error of an operation on tensors.
    #[cfg(feature = "kernels")]
    Compute(ComputeError),
    /// The error of asking a tensor for elements of another dtype than its own.
    #[cfg(feature = "kernels")]
    Elements(DTypeMismatch),
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

#[cfg(feature = "kernels")]
impl From<ComputeError> for Error {
    fn from(error: ComputeError) -> Error {
        Error::Compute(error)
    }
}

#[cfg(feature = "kernels")]
impl From<DTypeMismatch> for Error {
    fn from(error: DTypeMismatch) -> Error {
        Error::Elements(error)
    }
}
