//! Policies and n-ary rules → what they do, in a few words: as the header of `ops.toml` tells at length.

use codegen::catalog::Nary;

/// What each value of each of [`POLICIES`](codegen::catalog::POLICIES) does.
const PHRASES: [(&str, &[(&str, &str)]); 12] = [
    (
        "integer_division_by_zero",
        &[
            ("zero", "quotient and remainder are 0"),
            ("error", "the operation fails"),
            ("limit", "the quotient is the dtype's limit on the dividend's side"),
            ("dividend", "the quotient is 0, the remainder the dividend"),
        ],
    ),
    (
        "shift_out_of_range",
        &[
            ("fill", "every bit is moved out, the sign fills"),
            ("wrap", "the count is taken modulo the width"),
            ("masked", "the count is taken modulo 32 or 64, as C does on x86"),
            ("clamp", "the count is the nearest one in range"),
        ],
    ),
    (
        "negative_integer_power",
        &[
            ("truncate", "1 / x^n is rounded towards zero"),
            ("error", "the operation fails"),
            ("zero", "0, of 1 and -1 too"),
        ],
    ),
    (
        "integer_math",
        &[
            ("exact", "floor_divide, remainder and pow of integers are exact and wrap around"),
            ("float64", "floor_divide, remainder and pow of integers are computed in float64"),
            ("float64_pow", "pow of integers is computed in float64"),
        ],
    ),
    (
        "float_to_int",
        &[
            ("saturate", "a cast gives the nearest value of the dtype, of NaN 0"),
            ("truncate", "a cast out of range gives the least integer, or its low bits"),
        ],
    ),
    (
        "floor_quotient",
        &[
            ("exact", "floor_divide of floats rounds the true quotient down"),
            ("rounded", "floor_divide of floats rounds down what division gives"),
            ("divmod", "floor_divide rounds the true quotient down, of an infinity it is NaN"),
        ],
    ),
    (
        "float_remainder",
        &[
            ("floor", "the remainder has the divisor's sign"),
            ("corrected", "the remainder has the divisor's sign, a zero the dividend's"),
            ("truncate", "the remainder has the dividend's sign"),
            ("stepwise", "x - floor(x/y)·y, each step rounded"),
        ],
    ),
    (
        "float_extremes",
        &[
            ("ieee", "NaN if either is; of two zeros +0 is greater"),
            ("nan", "NaN if either is; of two zeros the right one"),
            ("right", "the right one unless the left compares greater or less"),
            ("left", "the left one unless the right compares greater or less"),
            ("number", "the other one where one is NaN"),
        ],
    ),
    ("sign_of_nan", &[("nan", "the sign of NaN is NaN"), ("zero", "the sign of NaN is 0")]),
    (
        "round_halves",
        &[("even", "a half goes to the even neighbour"), ("away", "a half goes away from zero")],
    ),
    (
        "scalar_out_of_range",
        &[
            ("error", "a Python int that the dtype cannot hold is an error"),
            ("wrap", "a Python int that the dtype cannot hold wraps around"),
            ("widen", "a Python number promotes as the least dtype that holds it"),
        ],
    ),
    (
        "scalar_comparison",
        &[
            ("converted", "a tensor compares with the Python int as converted to its dtype"),
            ("exact", "a tensor compares with the Python int's true value"),
        ],
    ),
];

/// What a policy of that value does; the value itself, where there are no words for it.
pub(crate) fn phrase<'a>(policy: &str, value: &'a str) -> &'a str {
    let values = PHRASES.iter().find(|(name, _)| *name == policy).map_or(&[][..], |one| one.1);
    values.iter().find(|(name, _)| *name == value).map_or(value, |(_, phrase)| phrase)
}

/// How more than two operands are promoted.
pub(crate) fn nary(rule: Nary) -> &'static str {
    match rule {
        Nary::Fold => "from the left, two at a time",
        Nary::Join => "those of the highest kind first, so that the order does not matter",
        Nary::CategoryFold => {
            "tensors, tensors without axes and numbers each by themselves, then the lower beside the higher"
        }
    }
}

#[cfg(test)]
mod tests {
    use codegen::catalog::POLICIES;

    use super::PHRASES;

    #[test]
    fn every_value_of_every_policy_has_a_phrase_and_no_other() {
        let phrased = PHRASES.map(|(policy, values)| {
            (policy, values.iter().map(|(value, _)| *value).collect::<Vec<_>>())
        });
        assert_eq!(phrased, POLICIES.map(|(policy, values)| (policy, values.to_vec())));
    }
}
