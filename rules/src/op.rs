//! Operations as the rules see them: what each is defined on, computes in and returns.

use core::fmt;

use crate::{Cell, DTypeId, DTypeSet, DefaultKind, Kind, KindSet, Operand, PromotionError, Scalar};

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

/// Why an operation has no dtypes on some operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpError<D = DTypeId> {
    /// The operands do not promote.
    Promotion(PromotionError<D>),
    /// The operation is not defined on the dtype it would compute in.
    Undefined(D),
    /// The operation's own cell for these operands gives no dtype.
    Cell {
        /// The left operand, the tensor, or the only operand.
        lhs: D,
        /// The right operand, or the scalar; `None` for an operation of one operand.
        rhs: Option<Operand<D>>,
        /// Why: [`Cell::Refused`], [`Cell::NoKernel`], [`Cell::Unknown`] or [`Cell::Foreign`].
        cell: Cell<D>,
    },
    /// A default dtype is needed that no source states.
    NoDefault(DefaultKind),
    /// The operation returns its first operand's dtype, and the operands promote to another.
    NotFirst {
        /// The first operand's dtype.
        first: D,
        /// What the operands promote to.
        promoted: D,
    },
}

/// What some operations give, in place of a ruleset's tables: the form in which it is written down, of which
/// [`OpCells::rows`] and [`OpCells::ranges`] make what [`Tables`](crate::Tables) hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpCells<'a> {
    /// The operations, each of which is in no other such list.
    pub ops: &'a [OpId],
    /// What they give, row by row.
    pub rows: &'a [OpRow],
}

/// A row of an operation's cells: every dtype on the left with every operand on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpRow {
    /// The left operand, the tensor, or the only operand.
    pub lhs: DTypeSet,
    /// What is beside it.
    pub rhs: Others,
    /// What they give.
    pub gives: Cell,
}

/// Where the rows of an operation are among all rows of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpRows {
    first: u16,
    count: u16,
}

/// What is beside the first operand in an [`OpRow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// Nothing: the operation takes one operand.
    Nothing,
    /// Tensors of these dtypes, on the right.
    Tensors(DTypeSet),
    /// Python scalars of these kinds, on either side.
    Scalars(Scalars),
}

/// A set of kinds of Python scalar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scalars(u8);

impl Scalars {
    /// These kinds.
    pub const fn of(scalars: &[Scalar]) -> Scalars {
        let (mut bits, mut place) = (0, 0);
        while place < scalars.len() {
            bits |= 1 << scalars[place] as u8;
            place += 1;
        }
        Scalars(bits)
    }

    /// Whether a kind is in the set.
    #[inline]
    pub const fn contains(self, scalar: Scalar) -> bool {
        self.0 & (1 << scalar as u8) != 0
    }
}

impl Group {
    /// All five, in order.
    pub const ALL: [Group; 5] =
        [Group::Binary, Group::Unary, Group::Ternary, Group::Product, Group::Reduction];

    /// The name: `"binary"`.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Binary => "binary",
            Group::Unary => "unary",
            Group::Ternary => "ternary",
            Group::Product => "product",
            Group::Reduction => "reduction",
        }
    }

    /// How many operands it takes.
    pub const fn arity(self) -> usize {
        match self {
            Group::Unary | Group::Reduction => 1,
            Group::Binary | Group::Product => 2,
            Group::Ternary => 3,
        }
    }

    /// How many of them have cells of their own in a spec: all, but for the condition or the last bound of
    /// a ternary operation.
    pub const fn promotes(self) -> usize {
        match self {
            Group::Unary | Group::Reduction => 1,
            Group::Binary | Group::Product | Group::Ternary => 2,
        }
    }
}

impl OpRule {
    /// A rule.
    pub const fn new(on: &[Kind], compute: Compute, result: OpResult) -> OpRule {
        OpRule { on: KindSet::of(on), compute, result }
    }

    /// Whether it returns the dtype it computes in, so that a caller may choose that dtype.
    #[inline]
    pub const fn returns_compute_dtype(self) -> bool {
        matches!(self.result, OpResult::Compute)
    }
}

impl Compute {
    /// All five, with their names in a spec.
    pub const NAMES: [(&str, Compute); 5] = [
        ("promoted", Compute::Promoted),
        ("inexact", Compute::Inexact),
        ("real", Compute::Real),
        ("truth", Compute::Truth),
        ("widened", Compute::Widened),
    ];

    /// The name in a spec.
    pub const fn name(self) -> &'static str {
        Compute::NAMES[self as usize].0
    }
}

impl OpResult {
    /// All five, with their names in a spec.
    pub const NAMES: [(&str, OpResult); 5] = [
        ("compute", OpResult::Compute),
        ("bool", OpResult::Bool),
        ("part", OpResult::Part),
        ("index", OpResult::Index),
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

impl OpCells<'_> {
    /// How many rows a list has.
    pub const fn count(all: &[OpCells<'_>]) -> usize {
        let (mut count, mut place) = (0, 0);
        while place < all.len() {
            count += all[place].rows.len();
            place += 1;
        }
        count
    }

    /// The rows of a list, of which there are `N`, one after the other.
    ///
    /// # Panics
    ///
    /// Where there are more or fewer than `N`.
    pub const fn rows<const N: usize>(all: &[OpCells<'_>]) -> [OpRow; N] {
        assert!(OpCells::count(all) == N, "`N` is the count of rows");
        let mut rows =
            [OpRow { lhs: DTypeSet::EMPTY, rhs: Others::Nothing, gives: Cell::Unknown }; N];
        let (mut next, mut place) = (0, 0);
        while place < all.len() {
            let mut row = 0;
            while row < all[place].rows.len() {
                rows[next] = all[place].rows[row];
                next += 1;
                row += 1;
            }
            place += 1;
        }
        rows
    }

    /// For each of `N` operations, its rows among [`OpCells::rows`].
    ///
    /// # Panics
    ///
    /// Where an operation is in two of the list.
    pub const fn ranges<const N: usize>(all: &[OpCells<'_>]) -> [OpRows; N] {
        let mut ranges = [OpRows::NONE; N];
        let (mut first, mut place) = (0, 0);
        while place < all.len() {
            let OpCells { ops, rows } = all[place];
            let mut op = 0;
            while op < ops.len() {
                let range = &mut ranges[ops[op].0 as usize];
                assert!(range.count == 0, "an operation has cells in two lists");
                *range = OpRows::new(first, rows.len());
                op += 1;
            }
            first += rows.len();
            place += 1;
        }
        ranges
    }
}

impl OpRows {
    /// No rows.
    pub const NONE: OpRows = OpRows { first: 0, count: 0 };

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }

    /// So many rows from the `first` on.
    ///
    /// # Panics
    ///
    /// Beyond 65,535.
    pub const fn new(first: usize, count: usize) -> OpRows {
        assert!(first + count <= u16::MAX as usize, "a ruleset has at most 65,535 rows of cells");
        #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
        let (first, count) = (first as u16, count as u16);
        OpRows { first, count }
    }
}

impl OpRow {
    /// Whether it is of a tensor alone, where `rhs` is `None`, or of that tensor beside a tensor or a
    /// Python scalar.
    #[inline]
    const fn is_of(&self, lhs: DTypeId, rhs: Option<Operand>) -> bool {
        let beside = match (self.rhs, rhs) {
            (Others::Nothing, None) => true,
            (Others::Tensors(dtypes), Some(Operand::Tensor(dtype))) => dtypes.contains(dtype),
            (Others::Scalars(scalars), Some(Operand::Scalar(scalar))) => scalars.contains(scalar),
            (Others::Nothing | Others::Tensors(_) | Others::Scalars(_), _) => false,
        };
        beside && self.lhs.contains(lhs)
    }
}

impl crate::Tables<'_> {
    /// What an operation gives for these operands in place of the tables, if it has a cell for them.
    ///
    /// `rhs` is a tensor or a Python scalar, or `None` for an operation of one operand; other operands
    /// have no cells.
    #[inline]
    pub const fn op_cell(&self, op: OpId, lhs: DTypeId, rhs: Option<Operand>) -> Option<Cell> {
        if self.op_rows_of.is_empty() {
            return None;
        }
        let OpRows { first, count } = self.op_rows_of[op.0 as usize];
        let (mut place, end) = (first as usize, first as usize + count as usize);
        while place < end {
            if self.op_rows[place].is_of(lhs, rhs) {
                return Some(self.op_rows[place].gives);
            }
            place += 1;
        }
        None
    }
}

impl<D: fmt::Display + fmt::Debug> core::error::Error for OpError<D> {}

impl<D: fmt::Display> fmt::Display for OpError<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpError::Promotion(error) => error.fmt(f),
            OpError::Undefined(dtype) => write!(f, "the operation is not defined on {dtype}"),
            OpError::Cell { lhs, rhs, cell } => {
                let why = match cell {
                    Cell::Refused => "is refused",
                    Cell::NoKernel => "has no kernel",
                    Cell::Foreign(_) => "gives a dtype that is not in the list",
                    Cell::Unknown | Cell::DType(_) | Cell::Weak(_) => "is not known",
                };
                match rhs {
                    Some(rhs) => write!(f, "the operation on {lhs} × {rhs} {why}"),
                    None => write!(f, "the operation on {lhs} {why}"),
                }
            }
            OpError::NoDefault(kind) => {
                write!(
                    f,
                    "the operation needs a default {} dtype, which is not stated",
                    kind.name()
                )
            }
            OpError::NotFirst { first, promoted } => write!(
                f,
                "the operation returns its first operand's dtype, {first}, and the operands promote to {promoted}"
            ),
        }
    }
}
