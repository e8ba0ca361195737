//! Products of matrices.

use crate::kernel::lane::Lane;
use crate::kernel::product::Gemm;

pub(crate) struct Matmul;

/// A product of matrices of a dtype.
pub(crate) trait ProductOp<C: Lane> {
    /// What multiplies and adds up.
    type With: Gemm;
}

/// In what the dtype's loops compute in: halves are multiplied and added up in `f32`.
impl<C: Lane> ProductOp<C> for Matmul
where
    C::Wide: Gemm,
{
    type With = C::Wide;
}
