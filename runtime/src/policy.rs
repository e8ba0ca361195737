//! What the Array API standard leaves open: one value a ruleset, stated in the spec.

/// All of a ruleset's choices where the standard has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Policies {
    /// What an integer divided by zero gives.
    pub integer_division_by_zero: IntegerDivisionByZero,
    /// What a shift by the width or more, or by a negative count, gives.
    pub shift_out_of_range: ShiftOutOfRange,
    /// What an integer to a negative power gives.
    pub negative_integer_power: NegativeIntegerPower,
    /// What a float that an integer dtype cannot hold is converted to.
    pub float_to_int: FloatToInt,
    /// What becomes of a Python int that the dtype beside it cannot hold.
    pub scalar_out_of_range: ScalarOutOfRange,
}

impl Policies {
    /// Those that hold where a ruleset says nothing.
    #[cfg(feature = "kernels")]
    pub(crate) const STANDARD: Policies = Policies {
        integer_division_by_zero: IntegerDivisionByZero::Zero,
        shift_out_of_range: ShiftOutOfRange::Fill,
        negative_integer_power: NegativeIntegerPower::Truncate,
        float_to_int: FloatToInt::Saturate,
        scalar_out_of_range: ScalarOutOfRange::Error,
    };
}

/// What an integer divided by zero gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerDivisionByZero {
    /// Quotient and remainder are 0.
    Zero,
    /// The operation fails.
    Error,
}

/// What a shift by the width or more, or by a negative count, gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftOutOfRange {
    /// Every bit is moved out; to the right, the sign fills.
    Fill,
    /// The count is taken modulo the width.
    Wrap,
}

/// What an integer to a negative power gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NegativeIntegerPower {
    /// The true value rounded towards zero; 0 of 0.
    Truncate,
    /// The operation fails.
    Error,
}

/// What a float that an integer dtype cannot hold is converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatToInt {
    /// The nearest value of the dtype; NaN becomes 0.
    Saturate,
    /// What the C cast of x86-64 gives: the least int32 or int64, of which narrower dtypes keep the low bits.
    Truncate,
}

/// What becomes of a Python int that the dtype beside it cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarOutOfRange {
    /// The operation fails.
    Error,
    /// It wraps around.
    Wrap,
}
