//! Bounds of `clip`, under rulesets that differ in what they make of them.

use concord_runtime::policy::{ClipBounds, ClipOutOfRange, Policies, PythonInts, ScalarOutOfRange};
use concord_runtime::{Arg, Number, Op, Options, Tensor, rulesets};

use super::under;

type Clipped = Result<Tensor, &'static str>;

fn clip<'a>(
    change: impl FnOnce(&mut Policies),
    values: &'a Tensor,
    [low, high]: [Arg<'a>; 2],
) -> Clipped {
    let result = under(change).apply(Op::Clip, &[values.into(), low, high], &Options::default());
    result.map_err(|error| error.kind())
}

fn ints<'a>(bounds: [i128; 2]) -> [Arg<'a>; 2] {
    bounds.map(|bound| Number::Int(bound).into())
}

#[test]
fn a_bound_that_is_left_out_is_none() {
    let values = Tensor::from(vec![-5_i8, 0, 5]);
    let clipped = |bounds| clip(|_| {}, &values, bounds);
    let one = || Arg::from(Number::Int(1));
    assert_eq!(clipped([one(), Arg::Absent]), Ok(Tensor::from(vec![1_i8, 1, 5])));
    assert_eq!(clipped([Arg::Absent, one()]), Ok(Tensor::from(vec![-5_i8, 0, 1])));
    assert_eq!(clipped([Arg::Absent, Arg::Absent]), Err("operands"));
    let absent = [(&values).into(), Arg::Absent];
    let sum = rulesets::MINDSPORE.apply(Op::Add, &absent, &Options::default());
    assert_eq!(sum.map_err(|error| error.kind()), Err("operands"));
}

#[test]
fn bounds_out_of_range() {
    let values = Tensor::from(vec![0_u8, 5, 255]);
    let clipped = |policy, bounds| {
        clip(|policies| policies.clip_out_of_range = policy, &values, ints(bounds))
    };
    let bytes = |values: [u8; 3]| Ok(Tensor::from(values.to_vec()));
    assert_eq!(clipped(ClipOutOfRange::Open, [-1, 300]), bytes([0, 5, 255]));
    assert_eq!(clipped(ClipOutOfRange::Open, [3, 1 << 70]), bytes([3, 5, 255]));
    assert_eq!(clipped(ClipOutOfRange::Open, [300, 400]), Err("scalar_out_of_range"));
    assert_eq!(clipped(ClipOutOfRange::Wrap, [-1, 300]), bytes([0, 5, 255]));
    assert_eq!(clipped(ClipOutOfRange::Wrap, [300, 400]), bytes([44, 44, 44]));
    assert_eq!(clipped(ClipOutOfRange::Wrap, [-400, -300]), bytes([212, 212, 212]));
    assert_eq!(clipped(ClipOutOfRange::Error, [-1, 3]), Err("scalar_out_of_range"));
    assert_eq!(clipped(ClipOutOfRange::Scalar, [-1, 3]), Err("scalar_out_of_range"));
    let wraps = |policies: &mut Policies| policies.scalar_out_of_range = ScalarOutOfRange::Wrap;
    assert_eq!(clip(wraps, &values, ints([1, 300])), bytes([1, 5, 44]));
    let open = |policies: &mut Policies| {
        wraps(policies);
        policies.clip_out_of_range = ClipOutOfRange::Open;
        policies.python_ints = PythonInts::Uint64;
    };
    let large = 1 << 63;
    assert_eq!(clip(open, &values, ints([1, large])), Err("scalar_out_of_range"));
    assert_eq!(clip(open, &values, ints([large, large])), Err("scalar_out_of_range"));
    let below = |high| clip(open, &values, [Arg::Absent, Number::Int(high).into()]);
    assert_eq!(below(large), bytes([0, 5, 255]));
    assert_eq!(below(1 << 64), Err("scalar_out_of_range"));
    let wide = Tensor::from(vec![0_u64, u64::MAX]);
    let torch = |low: Number, high: i128| {
        let operands = [(&wide).into(), low.into(), Number::Int(high).into()];
        let result = rulesets::TORCH.apply(Op::Clip, &operands, &Options::default());
        result.map_err(|error| error.kind())
    };
    let both = Ok(Tensor::from(vec![1_u64 << 63; 2]));
    assert_eq!(torch(Number::Int(large), large), both);
    assert_eq!(torch(Number::Int(0), large), Err("scalar_out_of_range"));
    assert_eq!(torch(Number::Bool(true), large), Err("scalar_out_of_range"));
    assert!(torch(Number::Float(0.5), large).is_ok());
    let widens = |policies: &mut Policies| policies.scalar_out_of_range = ScalarOutOfRange::Widen;
    let wide = Ok(Tensor::from(vec![0_i16, 5, 255]));
    assert_eq!(clip(widens, &values, ints([-1, 300])), wide);
    assert_eq!(clip(widens, &values, ints([300, -1])), Ok(Tensor::from(vec![-1_i16; 3])));
}

#[test]
fn crossed_bounds() {
    let values = Tensor::from(vec![0_u8, 2, 5]);
    let clipped = |policy| clip(|policies| policies.clip_bounds = policy, &values, ints([3, 1]));
    let bytes = |values: [u8; 3]| Ok(Tensor::from(values.to_vec()));
    assert_eq!(clipped(ClipBounds::Upper), bytes([1, 1, 1]));
    assert_eq!(clipped(ClipBounds::Lower), bytes([3, 3, 3]));
    assert_eq!(clipped(ClipBounds::Compared), bytes([3, 3, 1]));
    assert_eq!(clipped(ClipBounds::Within), bytes([3, 3, 1]));
    assert_eq!(clipped(ClipBounds::Error), Err("policy"));
}
