//! Cells of operations: what some of them give in place of a ruleset's tables, row by row.

use crate::{Cell, DTypeId, DTypeSet, OpId, Operand, Scalar};

/// What some operations give, in place of a ruleset's tables: the form in which it is written down, of which
/// [`OpCells::rows`] and [`OpCells::ranges`] make what [`Tables`](crate::Tables) hold.
///
/// A ruleset that is another's variant has that one's list before its own, in which are the operations that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpCells<'a> {
    /// The operations, each of which is in no other entry of the list.
    pub ops: &'a [OpId],
    /// What they give, row by row; without rows, what the tables give.
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

/// What is beside the first operand in an [`OpRow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// Nothing: the operation takes one operand.
    Nothing,
    /// Tensors of these dtypes, on the right.
    Tensors(DTypeSet),
    /// A tensor of the same dtype.
    Same,
    /// Python scalars of these kinds, on either side.
    Scalars(Scalars),
}

/// Where the rows of an operation are among all rows of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpRows {
    pub(crate) first: u16,
    pub(crate) count: u16,
}

/// A set of kinds of Python scalar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scalars(u8);

impl OpCells<'_> {
    /// How many rows some lists have.
    pub const fn count(lists: &[&[OpCells<'_>]]) -> usize {
        let (mut count, mut list) = (0, 0);
        while list < lists.len() {
            let mut place = 0;
            while place < lists[list].len() {
                count += lists[list][place].rows.len();
                place += 1;
            }
            list += 1;
        }
        count
    }

    /// The rows of some lists, of which there are `N`, one after the other.
    ///
    /// # Panics
    ///
    /// Where there are more or fewer than `N`.
    pub const fn rows<const N: usize>(lists: &[&[OpCells<'_>]]) -> [OpRow; N] {
        assert!(OpCells::count(lists) == N, "`N` is the count of rows");
        let mut rows =
            [OpRow { lhs: DTypeSet::EMPTY, rhs: Others::Nothing, gives: Cell::Unknown }; N];
        let (mut next, mut list) = (0, 0);
        while list < lists.len() {
            let mut place = 0;
            while place < lists[list].len() {
                let own = lists[list][place].rows;
                let mut row = 0;
                while row < own.len() {
                    rows[next] = own[row];
                    next += 1;
                    row += 1;
                }
                place += 1;
            }
            list += 1;
        }
        rows
    }

    /// For each of `N` operations, its rows among [`OpCells::rows`]: those of the last list that has it.
    ///
    /// # Panics
    ///
    /// Where an operation is in two entries of one list.
    pub const fn ranges<const N: usize>(lists: &[&[OpCells<'_>]]) -> [OpRows; N] {
        let mut ranges = [OpRows::NONE; N];
        let (mut first, mut list) = (0, 0);
        while list < lists.len() {
            let (mut seen, mut place) = ([false; N], 0);
            while place < lists[list].len() {
                let OpCells { ops, rows } = lists[list][place];
                let mut op = 0;
                while op < ops.len() {
                    let id = ops[op].0 as usize;
                    assert!(!seen[id], "an operation has cells in two entries");
                    seen[id] = true;
                    ranges[id] = OpRows::new(first, rows.len());
                    op += 1;
                }
                first += rows.len();
                place += 1;
            }
            list += 1;
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
    pub(crate) const fn is_of(&self, lhs: DTypeId, rhs: Option<Operand>) -> bool {
        let beside = match (self.rhs, rhs) {
            (Others::Nothing, None) => true,
            (Others::Tensors(dtypes), Some(Operand::Tensor(dtype))) => dtypes.contains(dtype),
            (Others::Same, Some(Operand::Tensor(dtype))) => dtype.0 == lhs.0,
            (Others::Scalars(scalars), Some(Operand::Scalar(scalar))) => scalars.contains(scalar),
            (Others::Nothing | Others::Tensors(_) | Others::Same | Others::Scalars(_), _) => false,
        };
        beside && self.lhs.contains(lhs)
    }
}

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
