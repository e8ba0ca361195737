//! The ops that look elements up, which move them or search with a sorting op's kernel.

/// An op on elements and their places.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LookupOp {
    /// The elements at places along an axis.
    Take,
    /// The same of each line by itself.
    TakeAlongAxis,
    /// The places at which elements belong.
    Searchsorted,
}
