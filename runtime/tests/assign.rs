//! What an op in place makes of its left operand is what a new tensor is, converted as an output is.

#![cfg(feature = "kernels")]
#![expect(unsafe_code, reason = "elements are given by their address")]

#[path = "common/counted.rs"]
mod counted;

use concord_runtime::{
    Arg, AsViewMut, DType, ElementsMut, Group, Number, Op, Options, Ruleset, Tensor, rulesets,
};
use counted::{DTYPES, NUMBERS, counted};

/// Those that differ in what an output takes, in policies and in what counts as an operand.
const RULESETS: [Ruleset; 6] = [
    rulesets::NUMPY,
    rulesets::TORCH,
    rulesets::JAX,
    rulesets::DPCTL,
    rulesets::MINDSPORE,
    rulesets::POLARS,
];

/// No whole vectors, of any dtype.
const LEN: usize = 19;

/// Calls an op in place. Returns whether it gave a result, which then is what a new tensor is.
fn is_the_new_tensor<'a>(
    ruleset: Ruleset,
    op: Op,
    left: &'a Tensor,
    right: &Arg<'a>,
    what: &str,
) -> bool {
    let new = ruleset.apply(op, &[left.into(), right.clone()], &Options::default());
    let mut own = left.clone();
    let done = ruleset.apply_assign(op, &mut own, right);
    let asked =
        || format!("{ruleset}: {op} of {} elements of {} and {what}", left.len(), left.dtype());
    match (done, new) {
        (Ok(()), Ok(new)) => {
            let wanted = ruleset.cast(&new, left.dtype()).expect("it is an output");
            assert_eq!(own.to_string(), wanted.to_string(), "{}", asked());
            true
        }
        (Ok(()), Err(error)) => panic!("{} gives {own}, and a new tensor: {error}", asked()),
        (Err(error), new) => {
            assert_eq!(own.to_string(), left.to_string(), "{} is refused: {error}", asked());
            let refused = error.kind() == "output_dtype" || new.is_err();
            assert!(refused, "{} is refused, and no new tensor: {error}", asked());
            false
        }
    }
}

#[test]
fn an_op_in_place_gives_what_a_new_tensor_is() {
    let (mut tensors, mut numbers) = (0, 0);
    for ruleset in RULESETS {
        for op in Op::ALL.into_iter().filter(|op| op.group() == Group::Binary) {
            for dtype in DTYPES {
                let Some(left) = counted(ruleset, dtype, LEN) else { continue };
                for right in DTYPES {
                    for len in [LEN, 1] {
                        let Some(right) = counted(ruleset, right, len) else { continue };
                        let what = format!("{len} of {}", right.dtype());
                        let done = is_the_new_tensor(ruleset, op, &left, &(&right).into(), &what);
                        tensors += usize::from(done);
                    }
                }
                for number in NUMBERS {
                    let what = number.to_string();
                    let done = is_the_new_tensor(ruleset, op, &left, &number.into(), &what);
                    numbers += usize::from(done);
                }
            }
        }
    }
    assert!(tensors > 10_000 && numbers > 5_000, "{tensors} of tensors and {numbers} of numbers");
}

#[test]
fn a_weakly_typed_operand_in_place_promotes_as_such() {
    let (ruleset, mut done) = (rulesets::JAX, 0);
    for op in Op::ALL.into_iter().filter(|op| op.group() == Group::Binary) {
        for dtypes in DTYPES.into_iter().flat_map(|lhs| DTYPES.map(|rhs| [lhs, rhs])) {
            let [Some(left), Some(right)] = dtypes.map(|dtype| counted(ruleset, dtype, LEN)) else {
                continue;
            };
            for weak in [[true, false], [false, true], [true, true]] {
                let left = left.clone().with_weak(weak[0]);
                let right = right.clone().with_weak(weak[1]);
                let what = format!("{}, weakly typed {weak:?}", right.dtype());
                let right = Arg::from(&right);
                done += usize::from(is_the_new_tensor(ruleset, op, &left, &right, &what));
            }
        }
        for dtype in DTYPES {
            let Some(left) = counted(ruleset, dtype, LEN) else { continue };
            let left = left.with_weak(true);
            for number in NUMBERS {
                let what = format!("{number}, weakly typed");
                done += usize::from(is_the_new_tensor(ruleset, op, &left, &number.into(), &what));
            }
        }
    }
    assert!(done > 3_000, "{done}");
}

type Add = fn(&mut Tensor);

/// int8 and weakly typed int32 are int8 under JAX, in which 100 and 100 are -56.
#[test]
fn every_view_to_write_to_is_as_weakly_typed_as_its_tensor() {
    fn add(mut out: impl AsViewMut) {
        rulesets::JAX.add_assign(&mut out, &Tensor::from(vec![100_i8])).expect("integers both");
    }
    let ways: [(&str, Add); 5] = [
        ("tensor", |tensor| {
            let right = Tensor::from(vec![100_i8]);
            rulesets::JAX.add_assign(tensor, &right).expect("integers both");
        }),
        ("view", |tensor| add(tensor.view_mut())),
        ("view of a view", |tensor| add(tensor.view_mut().view_mut())),
        ("permuted view", |tensor| add(tensor.view_mut().permuted(&[0]).expect("its only axis"))),
        ("elements", |tensor| {
            let (weak, at) = (tensor.is_weak(), tensor.as_mut_ptr());
            // SAFETY: there is one element of int32, and nothing else refers to it meanwhile.
            let elements = unsafe { ElementsMut::from_raw_parts(DType::I32, at, &[1], &[1]) };
            add(elements.with_weak(weak));
        }),
    ];
    for (way, add) in ways {
        for (weak, sum) in [(true, -56_i32), (false, 200)] {
            let mut own = Tensor::from(vec![100_i32]).with_weak(weak);
            add(&mut own);
            assert_eq!(own, Tensor::from(vec![sum]), "{way}, weakly typed: {weak}");
            assert_eq!(own.is_weak(), weak, "{way}");
        }
    }
}

#[test]
fn many_elements_are_overwritten_by_several_threads_and_blocks() {
    let len = 100_003;
    for dtype in [DType::I8, DType::I64, DType::F32, DType::C64] {
        let left = counted(rulesets::NUMPY, dtype, len).expect("NumPy has it");
        let right = counted(rulesets::NUMPY, dtype, len).expect("NumPy has it");
        for right in [Arg::from(&right), Arg::from(Number::Int(3))] {
            let mut own = left.clone();
            let op = Op::Multiply;
            rulesets::NUMPY.apply_assign(op, &mut own, &right).expect("it is of one dtype");
            let new = rulesets::NUMPY.apply(op, &[(&left).into(), right], &Options::default());
            assert_eq!(own, new.expect("NumPy multiplies"), "{dtype}");
        }
    }
}
