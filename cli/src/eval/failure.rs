//! What is wrong with a line → the kind of the error, and what a person reads of it.

use runtime::{ComputeError, NameError, RuleError, UnknownOp};

/// Why a line has no answer.
#[derive(Debug)]
pub(super) struct Failure {
    /// For a program to look at: the kinds of the runtime's errors, and some of our own.
    pub(super) kind: &'static str,
    /// For a person to read.
    pub(super) message: String,
}

impl Failure {
    pub(super) fn new(kind: &'static str, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into() }
    }

    /// JSON that cannot be read, or keys that are missing, not known, or of another type.
    pub(super) fn malformed(message: impl Into<String>) -> Failure {
        Failure::new("malformed", message)
    }

    /// Values that are none of the dtype, or do not fill the shape.
    pub(super) fn values(message: impl Into<String>) -> Failure {
        Failure::new("values", message)
    }

    /// Whether it says what is wrong with the line, not what the ruleset does with what it asks.
    pub(super) fn is_about_line(&self) -> bool {
        matches!(self.kind, "malformed" | "values" | "too_large" | "internal")
    }

    /// More than a line may have, or than memory can hold.
    pub(super) fn too_large(message: impl Into<String>) -> Failure {
        Failure::new("too_large", message)
    }
}

impl From<ComputeError> for Failure {
    fn from(error: ComputeError) -> Failure {
        Failure::new(error.kind(), error.to_string())
    }
}

impl From<RuleError> for Failure {
    fn from(error: RuleError) -> Failure {
        Failure::new(error.kind(), error.to_string())
    }
}

impl From<UnknownOp> for Failure {
    fn from(error: UnknownOp) -> Failure {
        Failure::new("unknown_op", error.to_string())
    }
}

impl From<NameError> for Failure {
    fn from(error: NameError) -> Failure {
        let kind = match error {
            NameError::UnknownRuleset { .. } => "unknown_ruleset",
            NameError::UnknownDType { .. } => "unknown_dtype",
            NameError::Unsupported { .. } => "unsupported",
            _ => "unknown_name",
        };
        Failure::new(kind, error.to_string())
    }
}
