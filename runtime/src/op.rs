//! Operations: what each is defined on, computes in and returns under a ruleset.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::generated::op::FACTS;
pub use crate::generated::op::Op;
use crate::lookup::nearest;
use crate::policy::Policies;
use crate::{DType, DefaultKind, Kind, Operand, RuleError, Ruleset};

/// How an op takes its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Group {
    /// Pairs of elements.
    Binary,
    /// Single elements.
    Unary,
    /// Triples of elements.
    Ternary,
    /// Matrices.
    Product,
    /// All elements along some axes.
    Reduction,
}

/// What is true of an op where a ruleset does not say otherwise.
pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) group: Group,
    pub(crate) rule: OpRule,
}

/// What an op is defined on, computes in and returns.
#[derive(Clone, Copy)]
pub(crate) struct OpRule {
    /// A bit for each [`Kind`].
    on: u8,
    compute: Compute,
    result: OpResult,
}

/// What an op computes in, from the promoted dtype.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(dead_code, reason = "which of them occur is the spec's to say")]
pub(crate) enum Compute {
    Promoted,
    /// Bool and integers become a float of the ruleset's.
    Inexact,
    /// Bool and integers become the default real floating dtype.
    Real,
    /// Whether an element is other than zero.
    Truth,
    /// Bool and narrow integers become as wide as the default integral dtype.
    Widened,
}

/// What an op returns, from the dtype it computes in.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(dead_code, reason = "which of them occur is the spec's to say")]
pub(crate) enum OpResult {
    Compute,
    Bool,
    /// Of a complex dtype its part.
    Part,
    /// The default indexing dtype.
    Index,
    /// The first operand's dtype, which must be the promoted one.
    First,
}

/// The dtypes of an op on some operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpDTypes {
    /// What the operands are converted to.
    pub compute: DType,
    /// What the result is of.
    pub result: DType,
    /// Whether the result is weakly typed.
    pub weak: bool,
}

impl OpDTypes {
    #[inline]
    const fn of(compute: DType, result: DType) -> OpDTypes {
        OpDTypes { compute, result, weak: false }
    }
}

impl OpRule {
    pub(crate) const fn new(on: &[Kind], compute: Compute, result: OpResult) -> OpRule {
        let (mut bits, mut place) = (0, 0);
        while place < on.len() {
            bits |= 1 << on[place] as u8;
            place += 1;
        }
        OpRule { on: bits, compute, result }
    }

    /// Whether a caller may say what it computes in: it returns just that.
    #[cfg(feature = "kernels")]
    pub(crate) const fn takes_dtype(self) -> bool {
        matches!(self.result, OpResult::Compute)
    }

    /// Where the op computes in what its operands promote to and returns that or a truth value: the dtypes
    /// of a promoted dtype it is defined on.
    #[cfg(feature = "kernels")]
    #[inline]
    pub(crate) fn plain(self, promoted: DType) -> Option<OpDTypes> {
        let plain = self.compute == Compute::Promoted && self.is_on(promoted.kind());
        match self.result {
            OpResult::Compute if plain => Some(OpDTypes::of(promoted, promoted)),
            OpResult::Bool if plain => Some(OpDTypes::of(promoted, DType::truth())),
            _ => None,
        }
    }

    #[inline]
    const fn is_on(self, kind: Kind) -> bool {
        self.on & (1 << kind as u8) != 0
    }
}

impl Op {
    #[inline]
    const fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// The name: `"add"`.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// How it takes its operands.
    pub const fn group(self) -> Group {
        self.facts().group
    }

    /// How many operands it takes.
    pub const fn arity(self) -> usize {
        match self.group() {
            Group::Unary | Group::Reduction => 1,
            Group::Binary | Group::Product => 2,
            Group::Ternary => 3,
        }
    }
}

/// The name.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is no op's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOp {
    /// The text.
    pub name: String,
    /// The op that comes near.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no op is called `{}`", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, ": did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for UnknownOp {}

impl FromStr for Op {
    type Err = UnknownOp;

    fn from_str(text: &str) -> Result<Op, UnknownOp> {
        Op::ALL.into_iter().find(|op| op.name() == text).ok_or_else(|| UnknownOp {
            name: text.to_owned(),
            nearest: nearest(text, Op::ALL.into_iter().map(Op::name)),
        })
    }
}

impl Ruleset {
    /// What an op computes in and returns for some operands; of a ternary op, those that promote.
    ///
    /// # Errors
    ///
    /// [`RuleError`]: that the operands do not promote, [`RuleError::OpUndefined`] where they do and the
    /// op has no kernel for them, [`RuleError::OpRefused`], [`RuleError::OpNotPromoted`] or
    /// [`RuleError::OpUnknown`] where the ruleset says so of this op, [`RuleError::NoDefault`] where it
    /// takes a default dtype that no source states.
    ///
    /// ```
    /// use runtime::{DType, Op, rulesets};
    ///
    /// let sin = rulesets::DPCTL_NO_FP64.op_dtypes(Op::Sin, &[DType::I64.into()])?;
    /// assert_eq!(sin.result, DType::F32);
    /// let less = rulesets::MINDSPORE.op_dtypes(Op::Less, &[DType::I8.into(), DType::U8.into()])?;
    /// assert_eq!((less.compute, less.result), (DType::I16, DType::Bool));
    ///
    /// let shift = rulesets::MINDSPORE.op_dtypes(Op::BitwiseLeftShift, &[DType::F32.into(); 2]);
    /// assert_eq!(
    ///     shift.unwrap_err().to_string(),
    ///     "MindSpore 2.5: bitwise_left_shift is not defined on float32, only on int and uint",
    /// );
    /// # Ok::<(), runtime::RuleError>(())
    /// ```
    pub fn op_dtypes(self, op: Op, operands: &[Operand]) -> Result<OpDTypes, RuleError> {
        match operands {
            &[Operand::Tensor(lhs), Operand::Tensor(rhs)] if !self.tells_sorts() => {
                self.binary_dtypes(op, lhs, rhs)
            }
            _ => {
                let promoted = self.result_type_of(op, operands)?;
                let tensor = operands.iter().find(|operand| !operand.is_scalar());
                let first = tensor.and_then(|tensor| tensor.dtype()).unwrap_or(promoted.dtype);
                let dtypes = self.dtypes_of_promoted(op, promoted.dtype, first)?;
                let weak = promoted.weak && self.op_rule(op).result == OpResult::Compute;
                Ok(OpDTypes { weak, ..dtypes })
            }
        }
    }

    /// Whether some tensors promote otherwise than most: those without axes, or weakly typed ones.
    #[inline]
    pub(crate) fn tells_sorts(self) -> bool {
        self.rules().zero_dim.is_some() || self.rules().weak.is_some()
    }

    /// The same for two tensors.
    #[inline]
    pub(crate) fn binary_dtypes(
        self,
        op: Op,
        lhs: DType,
        rhs: DType,
    ) -> Result<OpDTypes, RuleError> {
        let promoted = self.promote_of(op, lhs, rhs)?;
        self.dtypes_of_promoted(op, promoted, lhs)
    }

    #[inline]
    pub(crate) fn op_rule(self, op: Op) -> OpRule {
        let own = self.rules().own_ops;
        match own.is_empty() {
            true => op.facts().rule,
            false => {
                own.iter().find(|(own, _)| *own == op).map_or(op.facts().rule, |(_, rule)| *rule)
            }
        }
    }

    #[inline]
    fn dtypes_of_promoted(
        self,
        op: Op,
        promoted: DType,
        first: DType,
    ) -> Result<OpDTypes, RuleError> {
        let rule = self.op_rule(op);
        let compute = match rule.compute {
            Compute::Promoted => promoted,
            other => self.compute_dtype(other, promoted)?,
        };
        if !rule.is_on(compute.kind()) {
            return Err(RuleError::OpUndefined { ruleset: self, op, dtype: compute });
        }
        let result = match rule.result {
            OpResult::Compute => compute,
            OpResult::Bool => DType::truth(),
            OpResult::Part => compute.finfo().map_or(compute, |finfo| finfo.dtype),
            OpResult::Index => self.default_dtype(DefaultKind::Indexing)?,
            OpResult::First if compute == first => first,
            OpResult::First => {
                return Err(RuleError::OpKeepsFirst {
                    ruleset: self,
                    op,
                    first,
                    promoted: compute,
                });
            }
        };
        Ok(OpDTypes::of(compute, result))
    }

    fn compute_dtype(self, rule: Compute, promoted: DType) -> Result<DType, RuleError> {
        let whole = matches!(promoted.kind(), Kind::Bool | Kind::Int | Kind::Uint);
        match rule {
            Compute::Truth => Ok(DType::truth()),
            Compute::Inexact if whole => match self.rules().inexact[promoted as usize] {
                Some(dtype) => Ok(dtype),
                None => self.default_dtype(DefaultKind::RealFloating),
            },
            Compute::Real if whole => self.default_dtype(DefaultKind::RealFloating),
            Compute::Widened if whole => {
                let default = self.default_dtype(DefaultKind::Integral)?;
                Ok(self.widened(promoted, default))
            }
            Compute::Promoted | Compute::Inexact | Compute::Real | Compute::Widened => Ok(promoted),
        }
    }

    /// An integer as wide as the default at the least, of its own signedness if the ruleset has that.
    fn widened(self, dtype: DType, default: DType) -> DType {
        match dtype.kind() {
            Kind::Bool => default,
            _ if dtype.bits() >= default.bits() => dtype,
            Kind::Uint => {
                let wide =
                    |wide: &&DType| wide.kind() == Kind::Uint && wide.bits() == default.bits();
                self.dtypes().iter().find(wide).copied().unwrap_or(default)
            }
            _ => default,
        }
    }

    /// The kinds an op is defined on here.
    pub(crate) fn op_kinds(self, op: Op) -> impl Iterator<Item = Kind> {
        let rule = self.op_rule(op);
        Kind::ALL.into_iter().filter(move |&kind| rule.is_on(kind))
    }

    /// What this ruleset chooses where frameworks do so each in its own way.
    pub const fn policies(self) -> Policies {
        self.rules().policies
    }

    /// The same, in constant memory: a few bytes less to pass to a loop.
    #[cfg(feature = "kernels")]
    #[inline]
    pub(crate) const fn fixed_policies(self) -> &'static Policies {
        &self.rules().policies
    }
}

impl DType {
    /// The dtype that truth values are of.
    #[inline]
    pub(crate) const fn truth() -> DType {
        const TRUTH: DType = {
            let mut place = 0;
            while !matches!(DType::ALL[place].kind(), Kind::Bool) {
                place += 1;
            }
            DType::ALL[place]
        };
        TRUTH
    }
}
