//! Operations as the rules see them: what each is defined on, computes in and returns.

use crate::{DTypeId, Kind, KindSet};

/// An operation, by its place in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpId(pub u8);

/// How an operation takes its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Any number of tensors, which become parts of one.
    Join,
    /// All elements along one axis, in another order.
    Sorting,
    /// An element selected from all along some axes, as the median is.
    Selection,
    /// The elements of a tensor at indices that another holds, or the indices of elements in a tensor.
    Lookup,
    /// A tensor whose elements are treated by their indices.
    Arrangement,
}

/// What an operation is defined on, computes in and returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpRule {
    /// The kinds of compute dtype it is defined on.
    pub on: KindSet,
    /// What it computes in.
    pub compute: Compute,
    /// What it returns.
    pub result: OpResult,
    /// Whether 0-d tensors count as tensors with axes, whatever the ruleset has for them.
    pub zero_dim_as_tensor: bool,
    /// Whether what it returns is strongly typed, whatever its operand is, as of reductions.
    pub strong_result: bool,
}

/// What an operation computes in, from the promoted dtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    /// The promoted dtype itself.
    Promoted,
    /// Bool and integers become a float that the ruleset states for each, or its default real floating
    /// dtype.
    Inexact,
    /// Bool and integers become the ruleset's default real floating dtype.
    Real,
    /// Every element becomes bool: whether it is other than zero.
    Truth,
    /// Bool and integers narrower than the default integral dtype become as wide as that, and keep
    /// their signedness if the ruleset has such a dtype.
    Widened,
    /// The ruleset's widest float; of a complex dtype its widest complex one.
    Widest,
    /// The first operand's dtype. The second one, which must be an integer, does not promote with it.
    First,
}

/// What an operation returns, from the dtype it computes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpResult {
    /// The compute dtype.
    Compute,
    /// Bool.
    Bool,
    /// The dtype of a complex dtype's parts; otherwise the compute dtype.
    Part,
    /// The ruleset's default indexing dtype.
    Index,
    /// The ruleset's default integral dtype.
    Integral,
    /// The first operand's dtype, which must be the promoted one.
    First,
}

/// The dtypes of an operation on some operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpDTypes<D = DTypeId> {
    /// What the operands are converted to.
    pub compute: D,
    /// What is returned.
    pub result: D,
    /// Whether the result is weakly typed.
    pub weak: bool,
}

impl Group {
    /// All ten, in order.
    pub const ALL: [Group; 10] = [
        Group::Binary,
        Group::Unary,
        Group::Ternary,
        Group::Product,
        Group::Reduction,
        Group::Join,
        Group::Sorting,
        Group::Selection,
        Group::Lookup,
        Group::Arrangement,
    ];

    /// The name: `"binary"`.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Binary => "binary",
            Group::Unary => "unary",
            Group::Ternary => "ternary",
            Group::Product => "product",
            Group::Reduction => "reduction",
            Group::Join => "join",
            Group::Sorting => "sorting",
            Group::Selection => "selection",
            Group::Lookup => "lookup",
            Group::Arrangement => "arrangement",
        }
    }

    /// How many operands it takes; of a join the fewest, which takes any number from there on.
    pub const fn arity(self) -> usize {
        match self {
            Group::Unary
            | Group::Reduction
            | Group::Join
            | Group::Sorting
            | Group::Selection
            | Group::Arrangement => 1,
            Group::Binary | Group::Product | Group::Lookup => 2,
            Group::Ternary => 3,
        }
    }

    /// How many of them have cells of their own in a spec: all, but for the condition or the last bound of
    /// a ternary operation; those of a join two at a time.
    pub const fn promotes(self) -> usize {
        match self {
            Group::Unary
            | Group::Reduction
            | Group::Sorting
            | Group::Selection
            | Group::Arrangement => 1,
            Group::Binary | Group::Product | Group::Ternary | Group::Join | Group::Lookup => 2,
        }
    }
}

impl Group {
    /// Whether so many operands are those of an operation that promote: all, but for the condition or the last bound of
    /// a ternary operation, which may be left out.
    pub const fn takes(self, count: usize) -> bool {
        match self {
            Group::Join => count >= self.arity(),
            Group::Ternary => self.promotes() <= count && count <= self.arity(),
            Group::Binary
            | Group::Unary
            | Group::Product
            | Group::Reduction
            | Group::Sorting
            | Group::Selection
            | Group::Lookup
            | Group::Arrangement => count == self.arity(),
        }
    }
}

impl OpRule {
    /// A rule.
    pub const fn new(on: &[Kind], compute: Compute, result: OpResult) -> OpRule {
        let (zero_dim_as_tensor, strong_result) = (false, false);
        OpRule { on: KindSet::of(on), compute, result, zero_dim_as_tensor, strong_result }
    }

    /// The same of an op whose result is strongly typed.
    pub const fn with_strong_result(self) -> OpRule {
        OpRule { strong_result: true, ..self }
    }

    /// The same of an op of a group: what reductions and selections return is strongly typed.
    pub const fn of_group(self, group: Group) -> OpRule {
        match group {
            Group::Reduction | Group::Selection => self.with_strong_result(),
            Group::Binary
            | Group::Unary
            | Group::Ternary
            | Group::Product
            | Group::Join
            | Group::Sorting
            | Group::Lookup
            | Group::Arrangement => self,
        }
    }

    /// The same of 0-d tensors that count as tensors with axes.
    pub const fn with_zero_dim_as_tensor(self) -> OpRule {
        OpRule { zero_dim_as_tensor: true, ..self }
    }

    /// Whether it returns the dtype it computes in, so that a caller may choose that dtype.
    #[inline]
    pub const fn returns_compute_dtype(self) -> bool {
        matches!(self.result, OpResult::Compute)
    }
}

impl Compute {
    /// All seven, with their names in a spec.
    pub const NAMES: [(&str, Compute); 7] = [
        ("promoted", Compute::Promoted),
        ("inexact", Compute::Inexact),
        ("real", Compute::Real),
        ("truth", Compute::Truth),
        ("widened", Compute::Widened),
        ("widest", Compute::Widest),
        ("first", Compute::First),
    ];

    /// The name in a spec.
    pub const fn name(self) -> &'static str {
        Compute::NAMES[self as usize].0
    }
}

impl OpResult {
    /// All six, with their names in a spec.
    pub const NAMES: [(&str, OpResult); 6] = [
        ("compute", OpResult::Compute),
        ("bool", OpResult::Bool),
        ("part", OpResult::Part),
        ("index", OpResult::Index),
        ("integral", OpResult::Integral),
        ("first", OpResult::First),
    ];

    /// The name in a spec.
    pub const fn name(self) -> &'static str {
        OpResult::NAMES[self as usize].0
    }
}

impl<D: Copy> OpDTypes<D> {
    #[inline]
    pub(crate) const fn strong(compute: D, result: D) -> OpDTypes<D> {
        OpDTypes { compute, result, weak: false }
    }
}
