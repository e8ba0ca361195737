//! An op on operands of any dtype, shape and layout: whatever the layout, the result is made of the same elements.

mod elementwise;
mod operand;
mod whole;

use arbitrary::{Result, Unstructured};
use runtime::{Group, Op, Ruleset, rulesets};

pub(crate) fn elements(bytes: &[u8]) {
    // Bytes that run out are a question that ends early.
    let _ = question(&mut Unstructured::new(bytes));
}

fn question(from: &mut Unstructured<'_>) -> Result<()> {
    let ruleset: Ruleset = *from.choose(rulesets::ALL)?;
    let op = *from.choose(&Op::ALL)?;
    match op.group() {
        Group::Unary => elementwise::question(from, ruleset, op, 1),
        Group::Binary => elementwise::question(from, ruleset, op, 2),
        Group::Ternary => elementwise::question(from, ruleset, op, 3),
        Group::Product
        | Group::Reduction
        | Group::Join
        | Group::Sorting
        | Group::Selection
        | Group::Lookup
        | Group::Arrangement => whole::question(from, ruleset, op),
    }
}
