//! Errors as sentences: what is wrong, whose rule it is, and the way out.

use alloc::vec::Vec;
use core::fmt;

use rules::{Side, losses};

use crate::error::{Error, NameError, RuleError};
use crate::operand::id_of;
use crate::{DType, Group, Op, Operand, Ruleset};

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RuleError::Refused { ruleset, lhs, rhs } => {
                write!(f, "{} refuses {lhs} × {rhs}", Title(ruleset))?;
                way_out(f, ruleset, lhs, rhs)
            }
            RuleError::NoKernel { ruleset, lhs, rhs } => {
                write!(f, "{} has nothing that computes {lhs} × {rhs}", Title(ruleset))?;
                way_out(f, ruleset, lhs, rhs)
            }
            RuleError::Unknown { ruleset, lhs, rhs } => {
                let what = match rhs.is_scalar() || lhs.is_scalar() {
                    false => "both operands to one dtype",
                    true => "the scalar to a tensor of the dtype you want",
                };
                write!(
                    f,
                    "no source says what {lhs} × {rhs} gives in {}: cast {what} first",
                    Title(ruleset)
                )
            }
            RuleError::Foreign { ruleset, lhs, rhs, name } => {
                write!(
                    f,
                    "{}: {lhs} × {rhs} gives {name}, which is none of the dtypes here: cast one of them first",
                    Title(ruleset)
                )
            }
            RuleError::Unsupported { ruleset, dtype } => unsupported(f, ruleset, dtype),
            RuleError::OpUndefined { ruleset, op, dtype } => undefined(f, ruleset, op, dtype),
            RuleError::OpRefused { ruleset, op, lhs, rhs } => {
                write!(f, "{} has no {op} of {}", Title(ruleset), Of(lhs, rhs))?;
                let promotes =
                    rhs.is_some_and(|rhs| ruleset.promote_all(&[lhs.into(), rhs]).is_ok());
                f.write_str(if promotes { ", though it promotes them" } else { "" })?;
                write!(f, ": cast {} to another dtype first", castable(rhs))
            }
            RuleError::OpNotPromoted { ruleset, op, lhs, rhs } => {
                write!(
                    f,
                    "{} refuses {op} of {}: cast {} to another dtype first",
                    Title(ruleset),
                    Of(lhs, rhs),
                    castable(rhs)
                )
            }
            RuleError::OpUnknown { ruleset, op, lhs, rhs } => {
                write!(
                    f,
                    "no source says what {op} of {} gives in {}: cast {} to another dtype first",
                    Of(lhs, rhs),
                    Title(ruleset),
                    castable(rhs)
                )
            }
            RuleError::OpKeepsFirst { ruleset, op, first, promoted } => {
                write!(
                    f,
                    "{}: {op} returns its first operand's dtype, {first}, and the operands promote to {promoted}: cast the first to {promoted}",
                    Title(ruleset)
                )
            }
            RuleError::Operands { op, count } => write!(f, "{op} {}", WrongCount(op, count)),
            RuleError::NoTensor { ruleset } => {
                write!(
                    f,
                    "no operand is a tensor, and {} promotes beside tensors: make one of them a tensor of a dtype",
                    Title(ruleset)
                )
            }
            RuleError::NoDefault { ruleset, kind } => {
                write!(
                    f,
                    "no source states the default {} dtype of {}: name the dtype you want",
                    kind.name(),
                    Title(ruleset)
                )
            }
            RuleError::NoOutputRule { ruleset } => {
                write!(
                    f,
                    "no source states what {} lets an output be converted to: cast the result yourself",
                    Title(ruleset)
                )
            }
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nearest = match self {
            NameError::UnknownRuleset { name, nearest } => {
                write!(f, "no ruleset is called `{name}`")?;
                nearest
            }
            NameError::UnknownDType { ruleset, name, nearest } => {
                write!(f, "{} has no dtype called `{name}`", Title(*ruleset))?;
                nearest
            }
            NameError::UnknownAbstractType { ruleset, name, nearest } => {
                write!(f, "{} has no abstract type called `{name}`", Title(*ruleset))?;
                nearest
            }
            NameError::Unsupported { ruleset, dtype } => return unsupported(f, *ruleset, *dtype),
        };
        match nearest {
            Some(nearest) => write!(f, ": did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Rule(error) => error.fmt(f),
            Error::Name(error) => error.fmt(f),
            Error::DType(error) => error.fmt(f),
            #[cfg(feature = "kernels")]
            Error::Compute(error) => error.fmt(f),
            #[cfg(feature = "kernels")]
            Error::Elements(error) => error.fmt(f),
        }
    }
}

/// Framework, edition and device as a sentence begins: `dpctl 0.21 (no-fp64)`.
struct Title(Ruleset);

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.framework(), self.0.edition())?;
        match self.0.device() {
            Some(device) => write!(f, " ({device})"),
            None => Ok(()),
        }
    }
}

/// How many operands an op takes instead of so many.
pub(crate) struct WrongCount(pub(crate) Op, pub(crate) usize);

impl fmt::Display for WrongCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &WrongCount(op, count) = self;
        match (op.group(), op.arity()) {
            (Group::Join, _) => f.write_str("takes one operand or more, not none"),
            (_, 1) => write!(f, "takes 1 operand, not {count}"),
            (_, arity) => write!(f, "takes {arity} operands, not {count}"),
        }
    }
}

/// The operands of an op: `int8 × uint8`, `bool`.
struct Of(DType, Option<Operand>);

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(rhs) => write!(f, "{} × {rhs}", self.0),
            None => self.0.fmt(f),
        }
    }
}

/// Which operand of an op may be cast.
fn castable(rhs: Option<Operand>) -> &'static str {
    match rhs {
        None => "it",
        Some(rhs) if rhs.is_scalar() => "the tensor",
        Some(_) => "one of them",
    }
}

/// The cast that makes a pair legal.
#[cold]
fn way_out(
    f: &mut fmt::Formatter<'_>,
    ruleset: Ruleset,
    lhs: Operand,
    rhs: Operand,
) -> fmt::Result {
    let Some(cast) = ruleset.tables().cast_to_insert(id_of(lhs), id_of(rhs)) else {
        return Ok(());
    };
    let [to, gives] = [DType::from_id(cast.to), DType::from_id(cast.gives)];
    let (of, pair) = match cast.side {
        Side::Left => (lhs, (Operand::Tensor(to), rhs)),
        Side::Right if rhs.is_scalar() => (rhs, (lhs, Operand::TypedScalar(to))),
        Side::Right => (rhs, (lhs, Operand::Tensor(to))),
    };
    write!(f, ": cast the {of} operand to {to} first")?;
    if let Some(from) = of.dtype() {
        may_lose(f, from, to)?;
    }
    write!(f, ", {} × {} gives {gives}", pair.0, pair.1)
}

/// A remark on a cast that does not keep every value.
fn may_lose(f: &mut fmt::Formatter<'_>, from: DType, to: DType) -> fmt::Result {
    match losses(crate::dtype::RULES, from.id(), to.id()).is_empty() {
        true => Ok(()),
        false => f.write_str(" (which can lose values)"),
    }
}

fn undefined(f: &mut fmt::Formatter<'_>, ruleset: Ruleset, op: Op, dtype: DType) -> fmt::Result {
    let kinds: Vec<_> = ruleset.op_kinds(op).collect();
    if kinds.contains(&dtype.kind()) {
        let title = Title(ruleset);
        if op.group() == Group::Reduction {
            // It is a dtype that was asked for.
            return write!(
                f,
                "{title}: {op} takes no dtype, and {dtype} was asked for: cast the operand or the result to it"
            );
        }
        // It is the dtype of the indices, the elements' own being one of these.
        return write!(f, "{title}: {op} takes integers as indices, not {dtype}");
    }
    write!(f, "{}: {op} is not defined on {dtype}, only on ", Title(ruleset))?;
    for (place, kind) in kinds.iter().enumerate() {
        match place {
            0 => write!(f, "{kind}")?,
            _ if place + 1 == kinds.len() => write!(f, " and {kind}")?,
            _ => write!(f, ", {kind}")?,
        }
    }
    Ok(())
}

#[cold]
fn unsupported(f: &mut fmt::Formatter<'_>, ruleset: Ruleset, dtype: DType) -> fmt::Result {
    let data = ruleset.data();
    let title = Title(ruleset);
    if data.lacks.contains(&dtype) {
        write!(f, "{title} lacks {dtype}")?;
    } else if data.not_supported.contains(&dtype) {
        write!(f, "{title} does not support {dtype}")?;
    } else if dtype.is_narrow() {
        // Frameworks may have it: their sources were not read for it.
        write!(f, "no source of {title} says what it does with {dtype}")?;
    } else {
        write!(f, "{title} has no {dtype}")?;
    }
    match ruleset.tables().stand_in(dtype.id()).map(DType::from_id) {
        Some(instead) => {
            write!(f, ": cast to {instead}, its nearest dtype")?;
            may_lose(f, dtype, instead)
        }
        None => write!(f, ", nor a dtype that comes near"),
    }
}
