//! Python numbers beside tensors, under rulesets that differ in which they take and what they make of the others.

use concord_runtime::policy::{
    NegativeScalarPower, Policies, PythonInts, ScalarComparison, ScalarOutOfRange, WhereOutOfRange,
};
use concord_runtime::{ComputeError, DType, Number, Op, Options, Ruleset, Tensor, rulesets};
use half::f16;

use super::under;

#[test]
fn ints_out_of_range() {
    let tensor = Tensor::from(vec![1_i8, -1]);
    let wrap = under(|own| own.scalar_out_of_range = ScalarOutOfRange::Wrap);
    let sum = wrap.add_scalar(&tensor, 300).expect("300 is 44 in 8 bits");
    assert_eq!(sum.array::<i8>().expect("int8").as_slice(), Some(&[45, 43][..]));
    // What int64 cannot hold is no number at all.
    let beyond = Number::Int(1 << 63);
    let error = wrap.add_scalar(&tensor, beyond).expect_err("2^63 is beyond int64");
    assert_eq!(
        error,
        ComputeError::ScalarOutOfRange {
            ruleset: wrap,
            number: beyond,
            dtype: DType::I8,
            beside_tensor: true
        }
    );
}

#[test]
fn numbers_beside_polars_columns() {
    let dtype = |tensor: &Tensor, number: Number| {
        let sum = rulesets::POLARS.add_scalar(tensor, number).expect("a sum");
        sum.dtype()
    };
    let int = |value| Number::Int(value);
    let halves = Tensor::from(vec![f16::ONE]);
    assert_eq!(dtype(&halves, int(70_000)), DType::F16);
    assert_eq!(dtype(&halves, Number::Float(70_000.0)), DType::F16);
    assert_eq!(dtype(&Tensor::from(vec![1.0_f32]), Number::Float(1e40)), DType::F32);
    let bools = Tensor::from(vec![true, false]);
    assert_eq!(dtype(&bools, int(i128::from(i32::MAX))), DType::I32);
    assert_eq!(dtype(&bools, int(1 << 31)), DType::I64);
    assert_eq!(dtype(&bools, int(1 << 63)), DType::U64);
    // Beside integers the least dtype counts, signed or not.
    assert_eq!(dtype(&Tensor::from(vec![1_u8]), int(300)), DType::U16);
}

#[test]
fn ints_out_of_range_compared() {
    let tensor = Tensor::from(vec![1_i8, -128]);
    let exact = under(|own| own.scalar_comparison = ScalarComparison::Exact);
    let says = |ruleset: Ruleset, op, number: i128, first: bool| {
        let number = Number::Int(number);
        let args = match first {
            true => [number.into(), (&tensor).into()],
            false => [(&tensor).into(), number.into()],
        };
        let out = ruleset.apply(op, &args, &Options::default()).ok()?;
        Some(out.array::<bool>().expect("truth").iter().copied().collect::<Vec<bool>>())
    };
    let all = |truth| Some(vec![truth; 2]);
    for (op, above, below) in [
        (Op::Less, true, false),
        (Op::LessEqual, true, false),
        (Op::Greater, false, true),
        (Op::GreaterEqual, false, true),
        (Op::Equal, false, false),
        (Op::NotEqual, true, true),
    ] {
        assert_eq!(says(exact, op, 300, false), all(above), "{op} 300");
        assert_eq!(says(exact, op, -300, false), all(below), "{op} -300");
    }
    assert_eq!(says(exact, Op::Less, 300, true), all(false));
    assert_eq!(says(exact, Op::Less, i128::from(u64::MAX), false), all(true));
    assert_eq!(says(exact, Op::Less, 1 << 64, false), None);
    assert_eq!(says(exact, Op::Less, 0, false), Some(vec![false, true]));
    let wrap = |comparison| {
        under(|own| {
            own.scalar_out_of_range = ScalarOutOfRange::Wrap;
            own.scalar_comparison = comparison;
        })
    };
    // 256 is 0 in 8 bits.
    assert_eq!(
        says(wrap(ScalarComparison::Converted), Op::Less, 256, false),
        Some(vec![false, true])
    );
    assert_eq!(says(wrap(ScalarComparison::Exact), Op::Less, 256, false), all(true));
    assert_eq!(says(wrap(ScalarComparison::Exact), Op::Less, 1 << 63, false), None);
    // tensor < int and int > tensor are the one operation that takes the true value.
    let less = wrap(ScalarComparison::Less);
    assert_eq!(says(less, Op::Less, 256, false), all(true));
    assert_eq!(says(less, Op::Greater, 256, true), all(true));
    for (op, first) in [(Op::Less, true), (Op::Greater, false), (Op::LessEqual, false)] {
        let converted = says(wrap(ScalarComparison::Converted), op, 257, first);
        assert_eq!(says(less, op, 257, first), converted, "{op}");
    }
    assert_eq!(says(less, Op::Equal, 257, false), Some(vec![true, false]));
    let unlimited = under(|own| own.scalar_comparison = ScalarComparison::Unlimited);
    assert_eq!(says(unlimited, Op::Less, 1 << 65, false), all(true));
    assert_eq!(says(unlimited, Op::Equal, -(1 << 100), true), all(false));
}

#[test]
fn where_with_ints_out_of_range() {
    let (yes, values) = (Tensor::from(vec![true, false]), Tensor::from(vec![1_u8, 2]));
    let chosen = |policy, int| {
        let ruleset = under(|policies| policies.where_out_of_range = policy);
        let operands = [(&yes).into(), Number::Int(int).into(), (&values).into()];
        let result = ruleset.apply(Op::Where, &operands, &Options::default());
        result.map_err(|error| error.kind())
    };
    let bytes = |first: u8| Ok(Tensor::from(vec![first, 2]));
    assert_eq!(chosen(WhereOutOfRange::Scalar, 300), Err("scalar_out_of_range"));
    assert_eq!(chosen(WhereOutOfRange::Wrap, 300), bytes(44));
    assert_eq!(chosen(WhereOutOfRange::Wrap, 1 << 64), Err("scalar_out_of_range"));
    assert_eq!(chosen(WhereOutOfRange::Magnitude, 300), Err("scalar_out_of_range"));
    assert_eq!(chosen(WhereOutOfRange::Magnitude, -1), bytes(255));
    assert_eq!(chosen(WhereOutOfRange::Magnitude, -256), Err("scalar_out_of_range"));
}

#[test]
fn a_negative_python_int_as_exponent() {
    let (base, exponents) = (Tensor::from(vec![2_i8, 1]), Tensor::from(vec![-1_i8, -1]));
    let refuses =
        |policies: &mut Policies| policies.negative_scalar_power = NegativeScalarPower::Error;
    let power = |exponent: i128| {
        let power = under(refuses).pow_scalar(&base, Number::Int(exponent));
        power.map_err(|error| error.kind())
    };
    assert_eq!(power(-1), Err("policy"));
    assert_eq!(power(2), Ok(Tensor::from(vec![4_i8, 1])));
    assert_eq!(under(refuses).pow(&base, &exponents), Ok(Tensor::from(vec![0_i8, 1])));
}

#[test]
fn python_ints_beyond_what_a_framework_takes() {
    let ones = Tensor::from(vec![1.0_f32]);
    let sum = |policy, int: i128| {
        let ruleset = under(|policies| policies.python_ints = policy);
        ruleset.add_scalar(&ones, Number::Int(int)).map(|_| ()).map_err(|error| error.kind())
    };
    assert_eq!(sum(PythonInts::Any, 1 << 63), Ok(()));
    assert_eq!(sum(PythonInts::Int64, 1 << 63), Err("scalar_out_of_range"));
    assert_eq!(sum(PythonInts::Int64, 1 << 40), Ok(()));
    assert_eq!(sum(PythonInts::Int32, 1 << 40), Err("scalar_out_of_range"));
    let too_large = under(|policies| policies.python_ints = PythonInts::Uint64)
        .add_scalar(&ones, Number::Int(1 << 64));
    let message = format!("{}", too_large.expect_err("uint64 cannot hold it"));
    let wanted = "18446744073709551616 is out of the range of int64 or uint64, and ";
    assert!(message.starts_with(wanted), "{message}");
    assert!(message.ends_with("beside a tensor of float32 too: give a float"), "{message}");
    let beside = |dtype| {
        let ruleset = rulesets::NUMPY;
        assert_eq!(ruleset.policies().python_ints, PythonInts::Int64BesideOthers);
        let ones = ruleset.cast(&ones, dtype).expect("every dtype is there");
        let sum = ruleset.add_scalar(&ones, Number::Int(1 << 63));
        let least = ruleset.add_scalar(&ones, Number::Int(i64::MIN.into()));
        (sum.map(|_| ()).map_err(|error| error.kind()), least.is_ok())
    };
    for usual in [DType::F16, DType::F32, DType::F64, DType::C64, DType::C128] {
        assert_eq!(beside(usual), (Ok(()), true), "{usual}");
    }
    for other in [DType::Bf16, DType::C32, DType::F8e5m2, DType::F4e2m1fn] {
        assert_eq!(beside(other), (Err("scalar_out_of_range"), true), "{other}");
    }
}
