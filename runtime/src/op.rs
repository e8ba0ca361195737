//! Operations: their names and how they take operands.

pub(crate) mod facts;

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

pub use rules::Group;
use rules::{OpId, OpRule, nearest};

use self::facts::Facts;
use crate::DType;
use crate::generated::op::FACTS;
pub use crate::generated::op::Op;

/// The dtypes of an op on some operands.
pub type OpDTypes = rules::OpDTypes<DType>;

/// The rule of every op, in the order of [`Op::ALL`].
pub(crate) const RULES: [OpRule; Op::ALL.len()] = {
    let mut all = [FACTS[0].rule; FACTS.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = FACTS[place].rule;
        place += 1;
    }
    all
};

impl Op {
    #[inline]
    const fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// The op's place in [`Op::ALL`], as [`Tables`](crate::Tables) name it.
    #[inline]
    pub const fn id(self) -> OpId {
        OpId(self as u8)
    }

    /// The name: `"add"`.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// How it takes its operands.
    pub const fn group(self) -> Group {
        self.facts().group
    }

    /// Whether it hands on elements of a dtype, or changes their sign or last bit, without computing with them.
    #[cfg(feature = "kernels")]
    pub(crate) fn moves(self, dtype: DType) -> bool {
        self.facts().moves.contains(&dtype.kind())
    }

    /// How many operands it takes.
    pub const fn arity(self) -> usize {
        self.group().arity()
    }
}

/// The name.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of parsing a text that is not the name of an op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOp {
    /// The text.
    pub name: String,
    /// The nearest name of an op.
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
