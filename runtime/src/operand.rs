//! Operands and results of promotion whose dtype is a [`DType`].

use crate::DType;

/// An operand of a promotion.
///
/// Not every framework distinguishes all of these: to many, a 0-d tensor or a weakly typed tensor is a
/// tensor like any other.
///
/// ```
/// use concord_runtime::{DType, Operand, Scalar};
///
/// let operands = [Operand::from(DType::I8), Operand::ZeroDim(DType::F32), Scalar::Int.into()];
/// assert_eq!(operands[0], Operand::Tensor(DType::I8));
/// assert_eq!(operands[1].to_string(), "0-d float32");
/// assert_eq!(operands[2].dtype(), None);
/// ```
pub type Operand = rules::Operand<DType>;

/// The dtype that operands promote to, and whether it is weakly typed.
pub type ResultType = rules::ResultType<DType>;

/// A tensor of that dtype, strongly typed.
impl From<DType> for Operand {
    fn from(dtype: DType) -> Operand {
        Operand::Tensor(dtype)
    }
}

/// An operand, with the place of its dtype in place of the dtype.
pub(crate) const fn id_of(operand: Operand) -> rules::Operand {
    match operand {
        Operand::Tensor(dtype) => rules::Operand::Tensor(dtype.id()),
        Operand::ZeroDim(dtype) => rules::Operand::ZeroDim(dtype.id()),
        Operand::Weak(dtype) => rules::Operand::Weak(dtype.id()),
        Operand::Scalar(scalar) => rules::Operand::Scalar(scalar),
        Operand::TypedScalar(dtype) => rules::Operand::TypedScalar(dtype.id()),
    }
}

/// The operand that [`id_of`] was made of.
pub(crate) const fn of_id(operand: rules::Operand) -> Operand {
    match operand {
        rules::Operand::Tensor(id) => Operand::Tensor(DType::from_id(id)),
        rules::Operand::ZeroDim(id) => Operand::ZeroDim(DType::from_id(id)),
        rules::Operand::Weak(id) => Operand::Weak(DType::from_id(id)),
        rules::Operand::Scalar(scalar) => Operand::Scalar(scalar),
        rules::Operand::TypedScalar(id) => Operand::TypedScalar(DType::from_id(id)),
    }
}
