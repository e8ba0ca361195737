//! What frameworks choose each in its own way, where the Array API standard leaves it open and where they part
//! from it: one value a ruleset, stated in the spec.

/// All of a ruleset's choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policies {
    /// What an integer divided by zero gives.
    pub integer_division_by_zero: IntegerDivisionByZero,
    /// What a shift by the width or more, or by a negative count, gives.
    pub shift_out_of_range: ShiftOutOfRange,
    /// What an integer to a negative power gives.
    pub negative_integer_power: NegativeIntegerPower,
    /// What integers are divided and raised to powers in.
    pub integer_math: IntegerMath,
    /// What a float that an integer dtype cannot hold is converted to.
    pub float_to_int: FloatToInt,
    /// Which quotient of floats is rounded down.
    pub floor_quotient: FloorQuotient,
    /// What a division of floats leaves.
    pub float_remainder: FloatRemainder,
    /// Which of two floats is the greater, or the lesser, where they do not compare or are zeros.
    pub float_extremes: FloatExtremes,
    /// What the sign of NaN is.
    pub sign_of_nan: SignOfNan,
    /// Where a half is rounded to.
    pub round_halves: RoundHalves,
    /// What becomes of a Python number that the dtype beside it cannot hold.
    pub scalar_out_of_range: ScalarOutOfRange,
    /// How a tensor compares with such a Python int.
    pub scalar_comparison: ScalarComparison,
}

impl Policies {
    /// Those that hold where a ruleset says nothing.
    pub const STANDARD: Policies = Policies {
        integer_division_by_zero: IntegerDivisionByZero::Zero,
        shift_out_of_range: ShiftOutOfRange::Fill,
        negative_integer_power: NegativeIntegerPower::Truncate,
        integer_math: IntegerMath::Exact,
        float_to_int: FloatToInt::Saturate,
        floor_quotient: FloorQuotient::Exact,
        float_remainder: FloatRemainder::Floor,
        float_extremes: FloatExtremes::Ieee,
        sign_of_nan: SignOfNan::Nan,
        round_halves: RoundHalves::Even,
        scalar_out_of_range: ScalarOutOfRange::Error,
        scalar_comparison: ScalarComparison::Converted,
    };
}

/// What an integer divided by zero gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerDivisionByZero {
    /// Quotient and remainder are 0.
    Zero,
    /// The operation fails.
    Error,
    /// The quotient is the dtype's limit on the dividend's side, and 0 of 0; the remainder is 0, or what
    /// [`IntegerMath::Float64`] makes of a NaN.
    Limit,
    /// The quotient is 0, and the remainder the dividend.
    Dividend,
}

/// What a shift by the width or more, or by a negative count, gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftOutOfRange {
    /// Every bit is moved out; to the right, the sign fills.
    Fill,
    /// The count is taken modulo the width.
    Wrap,
    /// As C does on x86: in 32 bits at the least, the count modulo that width.
    Masked,
    /// The count is the nearest one in range: 0, or the width less 1.
    Clamp,
}

/// What an integer to a negative power gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NegativeIntegerPower {
    /// The true value rounded towards zero; 0 of 0.
    Truncate,
    /// The operation fails.
    Error,
    /// 0, of 1 and -1 too.
    Zero,
}

/// What integers are divided and raised to powers in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerMath {
    /// In integers, wrapping around.
    Exact,
    /// In float64, converted back by [`FloatToInt`]; negative powers too.
    Float64,
    /// Powers in float64, quotients and remainders in integers.
    Float64Pow,
}

/// What a float that an integer dtype cannot hold is converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatToInt {
    /// The nearest value of the dtype; NaN becomes 0.
    Saturate,
    /// What the C cast of x86-64 gives: the least int32 or int64, of which narrower dtypes keep the low bits;
    /// uint64 is 0 from 2^64 on, which compilers do each in their own way.
    Truncate,
}

/// Which quotient of floats is rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloorQuotient {
    /// The true one.
    Exact,
    /// The one that division gives, which may have been rounded up to an integer or to zero.
    Rounded,
    /// The true one, but NaN of an infinity, from which the remainder is taken first; by zero what division gives.
    Divmod,
}

/// What a division of floats leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatRemainder {
    /// What the floor quotient leaves, with the divisor's sign.
    Floor,
    /// The same, but a zero has the dividend's sign: C's `fmod`, to which the divisor is added where a remainder
    /// other than zero has not its sign.
    Corrected,
    /// What the quotient rounded towards zero leaves, with the dividend's sign: C's `fmod`.
    Truncate,
    /// x - floor(x / y)·y with every step rounded, of halves in float32: by an infinity NaN.
    Stepwise,
}

/// Which of two floats is the greater, or the lesser, where they do not compare or are zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatExtremes {
    /// NaN if either is; the greater of two zeros is +0 and the lesser -0.
    Ieee,
    /// NaN if either is; of two zeros the right one.
    Nan,
    /// The right one unless the left one compares greater, or less: NaN only from the right.
    Right,
    /// The left one unless the right one compares greater, or less: NaN only from the left.
    Left,
    /// The other one where one is NaN; of two zeros the left one: C's `fmax` and `fmin`.
    Number,
}

/// What the sign of NaN is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignOfNan {
    /// NaN.
    Nan,
    /// 0: neither positive nor negative.
    Zero,
}

/// Where a half is rounded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundHalves {
    /// To the even one of its neighbours.
    Even,
    /// Away from zero.
    Away,
}

/// What becomes of a Python number that the dtype beside it cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarOutOfRange {
    /// The operation fails.
    Error,
    /// It wraps around; one that int64 cannot hold is an error.
    Wrap,
    /// It promotes as a tensor of the least dtype that holds it does.
    Widen,
}

/// How a tensor compares with a Python int that its dtype cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarComparison {
    /// With what [`ScalarOutOfRange`] makes of it.
    Converted,
    /// By its value: it is greater, or less, than every element. One that neither int64 nor uint64 can hold is
    /// an error; where ints wrap around, one that int64 cannot.
    Exact,
}
