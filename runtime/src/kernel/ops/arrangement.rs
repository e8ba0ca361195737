//! The ops on elements by where they stand, which move them or are made of other ops.

/// An op on elements by where they stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArrangementOp {
    /// Each less the one before it.
    Diff,
    /// Those on a diagonal and below it.
    Tril,
    /// Those on a diagonal and above it.
    Triu,
    /// Where those other than zero stand.
    Nonzero,
}
