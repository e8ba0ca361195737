//! Why a query has no answer, as an error that programs can match on.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow::datatypes::DataType;
use datafusion::error::DataFusionError;
use runtime::{ComputeError, DType, NameError, Op, UnknownDType};

/// A function, an operator or an aggregate that has no result.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// No ruleset has this name.
    Ruleset(NameError),
    /// The text of a ruleset of one's own has mistakes, shown under the words they are in.
    Own(String),
    /// No op or function has this name.
    Op(String),
    /// No dtype has this name.
    DType(UnknownDType),
    /// An Arrow type that holds no dtype.
    ArrowType {
        /// The function.
        function: String,
        /// What it was given.
        found: DataType,
        /// What to do instead.
        help: &'static str,
    },
    /// Bytes that are no element of the dtype which their column claims.
    Bits {
        /// The dtype.
        dtype: DType,
        /// The first such byte.
        found: u8,
    },
    /// An argument that must be a constant, or another number of arguments than the function takes.
    Arguments {
        /// The function.
        function: String,
        /// What it takes.
        takes: String,
    },
    /// The ruleset has no answer.
    Compute {
        /// The function.
        function: String,
        /// The dtypes of its arguments, in words.
        operands: String,
        /// Why, and the way out.
        error: ComputeError,
    },
    /// Two numbers in the text of a query of which Python has no result, or none that SQL has a literal of.
    Literals {
        /// The numbers and the operator.
        expression: String,
        /// Why, and the way out.
        why: &'static str,
    },
    /// Rows of lists that are not tensors of one shape.
    Rows {
        /// The op.
        op: Op,
        /// Why.
        message: String,
    },
}

impl Error {
    /// The error that a query ended with, if it is one of these.
    ///
    /// On a cluster only its text comes back.
    pub fn of(error: &DataFusionError) -> Option<&Error> {
        match error.find_root() {
            DataFusionError::External(error) => error.downcast_ref(),
            _ => None,
        }
    }

    /// Whether another choice of elements could have had a result: an integer divided by zero where that is an error.
    pub(crate) fn is_of_elements(error: &ComputeError) -> bool {
        matches!(
            error,
            ComputeError::Policy { .. }
                | ComputeError::CrossedBounds { .. }
                | ComputeError::Conversion { .. }
                | ComputeError::Index { .. }
        )
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Ruleset(error) => error.fmt(f),
            Error::Own(mistakes) => f.write_str(mistakes),
            Error::Op(message) => f.write_str(message),
            Error::DType(error) => error.fmt(f),
            Error::ArrowType { function, found, help } => {
                write!(f, "{function}: Arrow's {found} holds no dtype: {help}")
            }
            Error::Bits { dtype, found } => write!(
                f,
                "the byte {found:#04x} is no {dtype}, which has {} bits: clear those above",
                dtype.bits()
            ),
            Error::Arguments { function, takes } => write!(f, "{function} takes {takes}"),
            Error::Compute { function, operands, error } => {
                write!(f, "{function}({operands}): {error}")
            }
            Error::Literals { expression, why } => write!(f, "{expression}: {why}"),
            Error::Rows { op, message } => write!(f, "{op}: {message}"),
        }
    }
}

impl std::error::Error for Error {}

/// Whether this process has asked for errors as text.
static AS_TEXT: AtomicBool = AtomicBool::new(false);

/// Makes every error of this process one of DataFusion's that has the text alone, which [`Error::of`] does not find.
///
/// For processes whose errors others print: Ballista 54.1 sends them as Rust prints them for debugging, in which a
/// sentence stays what it is.
pub fn errors_as_text() {
    AS_TEXT.store(true, Ordering::Relaxed);
}

impl From<Error> for DataFusionError {
    fn from(error: Error) -> DataFusionError {
        match AS_TEXT.load(Ordering::Relaxed) {
            true => DataFusionError::Execution(error.to_string()),
            false => DataFusionError::External(Box::new(error)),
        }
    }
}
