//! An op and the dtypes it computes in → its kernels: for each dtype or pair a loop for each level.

use super::levels::PerLevel;
use super::loops::Pair;
pub(crate) use super::loops::{pair_kernel, unary_kernel};
use super::ops::{ArrangementOp, JoinOp, LookupOp, TernaryOp};
use super::product::Multiplier;
pub(crate) use super::product::product_kernel;
use super::reduce::Reducer;
pub(crate) use super::reduce::reduction_kernel;
use super::selection::Selector;
pub(crate) use super::selection::selection_kernel;
use super::signatures::{BinaryLoop, OverwriteLoop, UnaryLoop};
use super::sorting::Sorter;
pub(crate) use super::sorting::sorting_kernel;
use crate::DType;
use crate::policy::Policies;

/// The kernels of an op, by its group.
#[derive(Clone, Copy)]
pub(crate) enum Kernels {
    Unary(&'static UnaryTable),
    Binary(&'static BinaryTable),
    Ternary(TernaryOp),
    Product(&'static ProductTable),
    Reduction(&'static ReductionTable),
    Join(JoinOp),
    Sorting(&'static SortingTable),
    Selection(&'static SelectionTable),
    Lookup(LookupOp),
    Arrangement(ArrangementOp),
}

/// The kernels of an op that has one for each dtype it computes in.
pub(crate) struct Table<K: 'static>(pub(crate) &'static [(DType, K)]);

pub(crate) type UnaryTable = Table<PerLevel<UnaryLoop>>;
pub(crate) type ProductTable = Table<Multiplier>;
pub(crate) type ReductionTable = Table<Reducer>;
pub(crate) type SortingTable = Table<Sorter>;
pub(crate) type SelectionTable = Table<Selector>;

impl<K> Table<K> {
    /// The kernel that computes in a dtype.
    #[inline]
    pub(crate) fn find(&self, compute: DType) -> Option<&'static K> {
        Some(&self.0.iter().find(|(dtype, _)| *dtype == compute)?.1)
    }
}

const DTYPES: usize = DType::ALL.len();

/// The kernels of a binary op, in the order of their operands' dtypes.
pub(crate) struct BinaryTable {
    pub(crate) entries: &'static [Pair],
    /// For each left and right dtype, where its entries begin.
    pub(crate) first: [[u16; DTYPES]; DTYPES],
    /// Whether operands may be swapped.
    pub(crate) swaps: bool,
    /// What it says of a left operand that is less than, equal to and greater than the right one; `None` for an
    /// op that does not compare.
    pub(crate) order: Option<[bool; 3]>,
    /// Whether the policies can make a pair of integers an error; no other pair is one.
    pub(crate) may_fail: fn(&Policies) -> bool,
}

impl BinaryTable {
    /// The kernel of two dtypes that computes in a third.
    #[inline]
    pub(crate) fn find(
        &self,
        lhs: DType,
        rhs: DType,
        compute: DType,
    ) -> Option<&PerLevel<Option<BinaryLoop>>> {
        Some(&self.pair(lhs, rhs, compute)?.loops)
    }

    /// The loops of a dtype that overwrite the left operand.
    #[inline]
    pub(crate) fn overwriting(&self, dtype: DType) -> Option<&PerLevel<OverwriteLoop>> {
        self.pair(dtype, dtype, dtype)?.overwriting.as_ref()
    }

    #[inline]
    fn pair(&self, lhs: DType, rhs: DType, compute: DType) -> Option<&Pair> {
        let first = usize::from(self.first[lhs as usize][rhs as usize]);
        let entries = self.entries.get(first..)?.iter();
        let mut same = entries.take_while(|entry| entry.operands == (lhs, rhs));
        same.find(|entry| entry.compute == compute)
    }
}

/// Where the entries of each pair begin; `u16::MAX` for a pair without any.
pub(crate) const fn index(entries: &[Pair]) -> [[u16; DTYPES]; DTYPES] {
    let mut first = [[u16::MAX; DTYPES]; DTYPES];
    let mut place = entries.len();
    while place > 0 {
        place -= 1;
        let (lhs, rhs) = entries[place].operands;
        assert!(place < u16::MAX as usize, "an op has fewer kernels than a table can count");
        #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
        let begin = place as u16;
        first[lhs as usize][rhs as usize] = begin;
    }
    first
}

/// The table of a binary op: `left: right => compute, …;` for each left dtype. Of integers it may be another op.
macro_rules! binary_table {
    ($op:ident, swaps = $swaps:literal; $($rows:tt)*) => {
        binary_table!($op, swaps = $swaps, integers = $op {} $($rows)*)
    };
    (
        $op:ident, swaps = $swaps:literal, integers = $other:ident { $($integer:ident: $same:ident => $in:ident;)* }
        $($lhs:ident: $($rhs:ident => $compute:ident),*;)*
    ) => {{
        use crate::kernel::tables::{index, pair_kernel};
        const ENTRIES: &[crate::kernel::loops::Pair] = &[
            $(pair_kernel::<$integer, $same, $in, $other>(),)*
            $($(pair_kernel::<$lhs, $rhs, $compute, $op>(),)*)*
        ];
        BinaryTable {
            entries: ENTRIES,
            first: index(ENTRIES),
            swaps: $swaps,
            order: <$op as crate::kernel::ops::Pairwise>::ORDER,
            may_fail: <$op as crate::kernel::ops::Pairwise>::may_fail,
        }
    }};
}

/// The table of any other op: the function that makes a kernel of it, and the dtypes it computes in.
macro_rules! table {
    ($kernel:ident of $op:ident; $($compute:ident),*;) => {
        Table(&[$((
            <$compute as crate::Element>::DTYPE,
            crate::kernel::tables::$kernel::<$compute, $op>(),
        )),*])
    };
}
pub(crate) use {binary_table, table};
