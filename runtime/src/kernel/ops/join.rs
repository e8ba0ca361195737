//! The ops that join tensors, which are made of copies.

/// An op that joins tensors: where the parts of its result lie.
#[derive(Clone, Copy)]
pub(crate) enum JoinOp {
    /// One after the other along an axis that they have.
    Concat,
    /// One after the other along a new axis.
    Stack,
}
