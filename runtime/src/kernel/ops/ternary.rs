//! The ops on three operands: two have loops of their own, one is made of other kernels.

/// A ternary op. `compute` says which operands of each promote and what computes it.
#[derive(Clone, Copy)]
pub(crate) enum TernaryOp {
    Where,
    Clip,
    Lerp,
}
