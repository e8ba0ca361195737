//! The op that multiplies matrices: what it multiplies them in.

use crate::kernel::accum::Lane;
use crate::kernel::gemm::Gemm;

pub(crate) struct Matmul;

/// A product of matrices of a dtype.
pub(crate) trait ProductOp<C: Lane> {
    /// What multiplies and adds up.
    type With: Gemm;
}

/// In what the dtype's loops compute in: halves are multiplied and added up in `f32`.
impl<C: Lane> ProductOp<C> for Matmul
where
    C::Accum: Gemm,
{
    type With = C::Accum;
}
