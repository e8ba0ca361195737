//! The ops that multiply matrices, and lines of tensors as such: what they multiply in, and which lines.

use crate::kernel::accum::Lane;
use crate::kernel::gemm::Gemm;

pub(crate) struct Matmul;
pub(crate) struct Dot;
pub(crate) struct Vecdot;
pub(crate) struct Tensordot;

/// Which axes of two operands a product sums over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sums {
    /// Those of matrices; the axes before them broadcast.
    Matrices,
    /// The last one, and the last but one of the second.
    LastAxes,
    /// One that both have; the others broadcast.
    OneAxis,
    /// As many as asked for.
    AnyAxes,
}

/// A product of matrices of a dtype.
pub(crate) trait ProductOp<C: Lane> {
    /// What multiplies and adds up.
    type With: Gemm;

    const SUMS: Sums;
}

/// In what the dtype's loops compute in: halves are multiplied and added up in `f32`.
macro_rules! products {
    ($($op:ident sums $sums:ident;)*) => { $(
        impl<C: Lane> ProductOp<C> for $op
        where
            C::Accum: Gemm,
        {
            type With = C::Accum;

            const SUMS: Sums = Sums::$sums;
        }
    )* };
}

products! {
    Matmul sums Matrices;
    Dot sums LastAxes;
    Vecdot sums OneAxis;
    Tensordot sums AnyAxes;
}
