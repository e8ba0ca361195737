//! Under a ruleset that flushes subnormal numbers an op takes zeros for them and gives zeros for them, wherever they are.

#![cfg(feature = "kernels")]

use concord_runtime::{Arg, DType, Op, Options, Ruleset, Tensor, rulesets};

/// Where subnormal numbers are, if anywhere: among the left operands, the right ones, or the results.
#[derive(Clone, Copy, Debug)]
enum Place {
    Nowhere,
    Left,
    Right,
    Results,
}

const PLACES: [Place; 4] = [Place::Nowhere, Place::Left, Place::Right, Place::Results];

/// Ops, and whether they have two operands.
const OPS: [(Op, bool); 9] = [
    (Op::Add, true),
    (Op::Subtract, true),
    (Op::Multiply, true),
    (Op::Divide, true),
    (Op::Less, true),
    (Op::Equal, true),
    (Op::Sqrt, false),
    (Op::Square, false),
    (Op::Isfinite, false),
];

fn operands(dtype: DType, len: usize, place: Place) -> [Tensor; 2] {
    let tiny = dtype.finfo().expect("it is of floats").smallest_normal;
    let all = |side: usize| {
        let number = |at: usize| {
            let number = ((at * 37 + side * 11) % 19) as f64 - 8.0;
            match (place, side) {
                (Place::Left, 0) | (Place::Right, 1) if at % 700 == len % 700 / 2 => tiny / 4.0,
                (Place::Results, _) if at % 900 == len % 900 / 2 => {
                    tiny * (1.5 - side as f64 / 4.0)
                }
                _ => number,
            }
        };
        let all: Vec<f64> = (0..len).map(number).collect();
        rulesets::NUMPY.cast(&Tensor::from(all), dtype).expect("NumPy has the dtype")
    };
    [all(0), all(1)]
}

/// With zeros for subnormal numbers, of the same sign.
fn flushed(tensor: &Tensor) -> Tensor {
    let Some(info) = tensor.dtype().finfo() else { return tensor.clone() };
    let wide = rulesets::NUMPY.cast(tensor, DType::F64).expect("NumPy has both");
    let numbers = wide
        .array::<f64>()
        .expect("of float64")
        .iter()
        .map(|&x| if x.abs() < info.smallest_normal { 0.0_f64.copysign(x) } else { x })
        .collect::<Vec<_>>();
    rulesets::NUMPY.cast(&Tensor::from(numbers), tensor.dtype()).expect("NumPy has both")
}

fn apply(ruleset: Ruleset, op: Op, operands: &[&Tensor]) -> Tensor {
    let operands: Vec<Arg<'_>> = operands.iter().map(|&tensor| tensor.into()).collect();
    ruleset.apply(op, &operands, &Options::default()).expect("the op is defined")
}

#[test]
fn ops_take_and_give_zeros_for_subnormal_numbers() {
    for dtype in [DType::Bf16, DType::F32, DType::F64] {
        for len in [1, 3, 64, 513, 1025, 5000] {
            for place in PLACES {
                let given = operands(dtype, len, place);
                for (op, is_binary) in OPS {
                    let count = 1 + usize::from(is_binary);
                    let got = apply(rulesets::JAX, op, &given.each_ref()[..count]);
                    let own = given.each_ref().map(flushed);
                    let wanted = flushed(&apply(rulesets::NUMPY, op, &own.each_ref()[..count]));
                    assert_eq!(got.dtype(), wanted.dtype(), "{op} of {dtype}");
                    let shown = |tensor: &Tensor| format!("{:?}", tensor.view().numbers());
                    assert_eq!(shown(&got), shown(&wanted), "{op} of {len} {dtype}, {place:?}");
                    if is_binary {
                        let mut out = rulesets::JAX.zeros(&[len], got.dtype()).expect("it has it");
                        let given = [(&given[0]).into(), (&given[1]).into()];
                        let into =
                            rulesets::JAX.apply_into(op, &given, &Options::default(), &mut out);
                        into.expect("as into a new tensor");
                        assert_eq!(
                            shown(&out),
                            shown(&wanted),
                            "{op} into {len} {dtype}, {place:?}"
                        );
                    }
                }
            }
        }
    }
}
