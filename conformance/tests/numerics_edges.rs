//! Every op in every way that some ruleset reaches it, on telling values, against the reference.

use conformance::harness::{Count, Failures, check_binary, check_unary};
use runtime::{Group, Op};

/// The ops of a group that a test takes, each held against the reference.
fn check(what: &str, group: Group, takes: impl Fn(Op) -> bool) {
    let ops = Op::ALL.into_iter().filter(|op| op.group() == group && takes(*op));
    let (mut all, mut failures) = (Count::default(), Failures::default());
    for op in ops {
        let start = std::time::Instant::now();
        let (count, failed) = match group {
            Group::Binary => check_binary(op),
            _ => check_unary(op),
        };
        println!("{op}: {} ways, {} results, {:?}", count.triples, count.results, start.elapsed());
        all.triples += count.triples;
        all.results += count.results;
        all.open += count.open;
        failures.extend(failed);
    }
    println!("{what}: {all:?}");
    failures.check(what);
}

/// Ops on pairs whose reference takes long.
fn is_elementary(op: Op) -> bool {
    matches!(op, Op::Pow | Op::FloatPower | Op::Atan2 | Op::Hypot | Op::Logaddexp)
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "runs optimised: `cargo test --profile optimised -p conformance --test 'numerics_*'`"
)]
fn pairs_that_are_rounded_once() {
    check("pairs", Group::Binary, |op| !is_elementary(op));
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "runs optimised: `cargo test --profile optimised -p conformance --test 'numerics_*'`"
)]
fn pairs_of_elementary_functions() {
    check("elementary pairs", Group::Binary, is_elementary);
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "runs optimised: `cargo test --profile optimised -p conformance --test 'numerics_*'`"
)]
fn single_elements() {
    check("single elements", Group::Unary, |_| true);
}
