//! Ops of one and of two operands, element by element, as methods.
//!
//! `tests/test_namespace.py` checks that none of the runtime's is missing.

use pyo3::prelude::*;
use runtime::Op;

use super::Namespace;
use crate::array::Array;
use crate::compute;

macro_rules! elementwise {
    (unary { $($op:ident $unary:ident;)* } binary { $($pair:ident $binary:ident;)* }) => {
        #[pymethods]
        impl Namespace {
            $(
                #[doc = concat!("``", stringify!($unary), "`` of each element.")]
                #[pyo3(signature = (x, /))]
                fn $unary(&self, x: &Bound<'_, PyAny>) -> PyResult<Array> {
                    compute::single(self.ruleset, Op::$op, x)
                }
            )*
            $(
                #[doc = concat!("``", stringify!($binary), "`` of each pair of elements; shapes broadcast.")]
                #[pyo3(signature = (x1, x2, /))]
                fn $binary(&self, x1: &Bound<'_, PyAny>, x2: &Bound<'_, PyAny>) -> PyResult<Array> {
                    compute::pair(self.ruleset, Op::$pair, x1, x2)
                }
            )*
        }
    };
}

elementwise! {
    unary {
    Abs abs;
    Negative negative;
    Positive positive;
    Sign sign;
    Square square;
    Sqrt sqrt;
    Reciprocal reciprocal;
    Rsqrt rsqrt;
    Cbrt cbrt;
    Sigmoid sigmoid;
    Relu relu;
    Exp exp;
    Exp2 exp2;
    Expm1 expm1;
    Log log;
    Log1p log1p;
    Log2 log2;
    Log10 log10;
    Sin sin;
    Cos cos;
    Tan tan;
    Asin asin;
    Acos acos;
    Atan atan;
    Sinh sinh;
    Cosh cosh;
    Tanh tanh;
    Asinh asinh;
    Acosh acosh;
    Atanh atanh;
    Ceil ceil;
    Floor floor;
    Trunc trunc;
    Round round;
    Isnan isnan;
    Isinf isinf;
    Isfinite isfinite;
    Signbit signbit;
    Real real;
    Imag imag;
    Conj conj;
    LogicalNot logical_not;
    BitwiseInvert bitwise_invert;
    }
    binary {
    Add add;
    Subtract subtract;
    Multiply multiply;
    Divide divide;
    Maximum maximum;
    Minimum minimum;
    FloorDivide floor_divide;
    Remainder remainder;
    Pow pow;
    TruncDivide trunc_divide;
    Fmod fmod;
    FloatPower float_power;
    Fmax fmax;
    Fmin fmin;
    Gcd gcd;
    Lcm lcm;
    Atan2 atan2;
    Hypot hypot;
    Copysign copysign;
    Logaddexp logaddexp;
    Nextafter nextafter;
    Equal equal;
    NotEqual not_equal;
    Less less;
    LessEqual less_equal;
    Greater greater;
    GreaterEqual greater_equal;
    LogicalAnd logical_and;
    LogicalOr logical_or;
    LogicalXor logical_xor;
    BitwiseAnd bitwise_and;
    BitwiseOr bitwise_or;
    BitwiseXor bitwise_xor;
    BitwiseLeftShift bitwise_left_shift;
    BitwiseRightShift bitwise_right_shift;
    }
}
