//! `[[divergence]]` of calls → the functions and arguments that it is about, as runs write them.

use crate::catalog::{CREATE, FORMS};
use crate::diagnostic::{At, Mistake, did_you_mean};
use crate::poison::{Checked, all};
use crate::spec::DivergenceLine;

use super::scope::Scope;
use super::words;

/// Checks the name of each function: one that makes tensors, an op, or an op and how its operands stand.
pub(super) fn check_functions(line: &DivergenceLine, scope: &Scope<'_>) -> Checked<()> {
    all(line.ops.iter().map(|name| function(name, scope))).map(|_| ())
}

fn function(name: &At<String>, scope: &Scope<'_>) -> Checked<()> {
    if CREATE.contains(&name.value.as_str()) {
        return Ok(());
    }
    let Some((op, form)) = name.value.split_once(' ') else {
        return scope.world.op(name, &CREATE).map(|_| ());
    };
    scope.world.op(&words::inner(name, op), &CREATE)?;
    if FORMS.contains(&form) {
        return Ok(());
    }
    let message = format!("`{}` is not a call of `{op}` that runs ask", name.value);
    let label = did_you_mean(form, FORMS);
    let diagnostic = name.at.mistake(Mistake::OpUnknown, message, label);
    let help = format!("after the op comes nothing, or one of: {}", FORMS.join(", "));
    Err(scope.world.sink.report(diagnostic.help(help)))
}

/// The arguments of a call, one space between words: `[2**63]`, `i8 [300]`, `f32 2×3`, or `i8 × u8` of two operands.
pub(super) fn arguments(
    cell: &At<String>,
    line: &DivergenceLine,
    scope: &Scope<'_>,
) -> Checked<Vec<String>> {
    let of_two = line.ops.iter().any(|name| name.value.contains(' '));
    let codes: Vec<&str> = match cell.value.split_once('×') {
        Some((left, right)) if of_two => {
            left.split_whitespace().chain(right.split_whitespace()).collect()
        }
        // Numbers begin with a digit, a sign or a bracket; `True` and `False` with a capital.
        Some(_) | None => {
            let first = cell.value.split_whitespace().next();
            first
                .filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
                .into_iter()
                .collect()
        }
    };
    let known = |code: &str| scope.find(&words::inner(cell, code), "in a call", &[]);
    all(codes.into_iter().map(known))?;
    Ok(vec![words::spaced(&cell.value)])
}
