//! The ops on three operands, which are made of other kernels.

/// A ternary op. `compute` says which operands of each promote and what computes it.
#[derive(Clone, Copy)]
pub(crate) enum TernaryOp {
    Where,
    Clip,
    Lerp,
}
