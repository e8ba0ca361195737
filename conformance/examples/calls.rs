//! The rulesets → a call of an op on few elements under each, for a profiler to count the instructions of.
//!
//! Run by `cargo xtask bench --calls`, which runs it under Valgrind. `counted` is what the profiler counts in; each
//! of its calls is one line of what is printed, in order: ruleset, form, calls, how many instructions each may take.
//! They are of the AVX2 level, which is the highest that Valgrind has.

use std::hint::black_box;

use runtime::policy::Subnormals;
use runtime::{DType, Elements, Op, Options, Tensor, rulesets};

/// How often each call is made, after one that resolves what the next ones find.
const CALLS: usize = 20;

/// How many elements an operand has.
const LEN: usize = 64;

fn main() {
    let make = |value| Tensor::from(vec![value; LEN]);
    let (a, b, mut out) = (make(1.5_f32), make(0.25), make(0.0));
    for &ruleset in rulesets::ALL {
        // Where the ruleset has no float32 there is nothing to count.
        let operands = [(&a).into(), (&b).into()];
        if ruleset.apply_into(Op::Add, &operands, &Options::default(), &mut out).is_err() {
            continue;
        }
        // Operands and results are looked through for subnormal numbers where those are flushed.
        let flushes = ruleset.policies().subnormals == Subnormals::Flush;
        let most = |most: usize, flushed: usize| if flushes { flushed } else { most };
        println!("{ruleset} into {CALLS} {}", most(180, 725));
        counted(|| ruleset.add_into(&a, &b, black_box(&mut out)).is_ok());
        println!("{ruleset} fresh {CALLS} {}", most(410, 875));
        counted(|| ruleset.add(black_box(&a), &b).is_ok());
        println!("{ruleset} line {CALLS} {}", most(400, 875));
        let elements = [Elements::of(&a), Elements::of(&b)];
        counted(|| ruleset.binary_line(Op::Add, black_box(&elements[0]), &elements[1]).is_some());
        if let Ok(add) = ruleset.plan(Op::Add, &[DType::F32; 2]) {
            println!("{ruleset} plan {CALLS} {}", most(145, 710));
            counted(|| add.run(&a, &b, black_box(&mut out)).is_ok());
        }
    }
}

/// The profiler counts in here and nowhere else.
#[inline(never)]
fn counted(mut call: impl FnMut() -> bool) {
    for _ in 0..CALLS {
        assert!(call(), "it succeeded before");
    }
}
