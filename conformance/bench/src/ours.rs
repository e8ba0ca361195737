//! A case and a size → arrays to work on, and calls of the runtime that do the work.

use std::hint::black_box;

use runtime::{AsView, AsViewMut, ComputeError, DType, Isa, Options, Reduce, Tensor};

use crate::cases::{Case, Work, binary};
use crate::data::{Array, array};
use crate::limit::Job;
use crate::others::matrices;
use crate::results::Outcome;

/// The arrays of a case.
pub(crate) struct Arrays {
    pub(crate) a: Box<dyn Array>,
    pub(crate) b: Option<Box<dyn Array>>,
    out: Box<dyn Array>,
    /// What the limit kernel writes to where not every bit pattern is an element.
    bytes: Option<Box<dyn Array>>,
}

impl Arrays {
    pub(crate) fn new(case: &Case, len: usize) -> Arrays {
        let [left, right] = case.range();
        let one = matches!(case.work, Work::Sum) || case.fresh;
        let out = if one { 1 } else { len };
        Arrays {
            a: array(case.lhs, len, 0, left),
            b: case.rhs.map(|rhs| array(rhs, len, 1, right)),
            out: array(case.out, out, 2, (0.0, 1.0)),
            bytes: (case.out == DType::Bool).then(|| array(DType::U8, out, 2, (0.0, 1.0))),
        }
    }

    /// The limit of this work, where the level has one.
    pub(crate) fn limit(&mut self, case: &Case, isa: Isa) -> Option<Job<'_>> {
        let out = match (case.work, &mut self.bytes) {
            (Work::Sum, _) => None,
            (_, Some(bytes)) => Some(&mut **bytes),
            (_, None) => Some(&mut *self.out),
        };
        if case.fresh {
            return None;
        }
        Job::new(isa, &*self.a, self.b.as_deref(), out)
    }

    /// Does the work so many times.
    pub(crate) fn run(&mut self, case: &Case, times: usize) -> Result<(), ComputeError> {
        let rules = case.ruleset;
        let a = self.a.view();
        let b = self.b.as_ref().map(|b| b.view());
        let mut out = self.out.view_mut();
        match (case.work, &b) {
            (Work::Binary(_), Some(b)) if case.fresh => {
                repeat(times, || rules.add(black_box(&a), black_box(b)).map(drop_it))
            }
            (Work::Binary(op), Some(b)) => match binary(op) {
                Some(into) => repeat(times, || into(rules, black_box(&a), black_box(b), &mut out)),
                None => repeat(times, || {
                    let operands = [black_box(&a).into(), black_box(b).into()];
                    rules.apply_into(op, &operands, &Options::default(), &mut out)
                }),
            },
            (Work::Unary(op), _) => repeat(times, || {
                let operands = [black_box(&a).into()];
                rules.apply_into(op, &operands, &Options::default(), &mut out)
            }),
            (Work::Cast, _) => repeat(times, || rules.cast_into(black_box(&a), &mut out)),
            (Work::Sum, _) => {
                let how = Reduce::all();
                repeat(times, || rules.sum(black_box(&a), &how).map(drop_it))
            }
            (Work::Matmul, _) => unreachable!("matrices have measurements of their own"),
            (Work::Binary(_), None) => unreachable!("an op on pairs has a pair"),
        }
    }
}

/// Work of the runtime, so many times.
pub(crate) type Worker = Box<dyn FnMut(usize) + Send>;

/// What does the work of a case on so many elements.
pub(crate) fn worker(case: &Case, len: usize) -> Outcome<Worker> {
    let case = case.clone();
    if case.work == Work::Matmul {
        let [a, b] = matrices(case.lhs, len.isqrt());
        let multiply = move || case.ruleset.matmul(black_box(&a), black_box(&b));
        multiply().map_err(|error| error.to_string())?;
        return Ok(Box::new(move |times| {
            (0..times).for_each(|_| drop_it(multiply().expect("it went well before")));
        }));
    }
    let mut arrays = Arrays::new(&case, len);
    arrays.run(&case, 1).map_err(|error| error.to_string())?;
    Ok(Box::new(move |times| arrays.run(&case, times).expect("it went well before")))
}

fn drop_it(tensor: Tensor) {
    drop(black_box(tensor));
}

fn repeat(
    times: usize,
    mut call: impl FnMut() -> Result<(), ComputeError>,
) -> Result<(), ComputeError> {
    (0..times).try_for_each(|_| call())
}

/// One element, dynamic dtypes, into an output that is there.
pub(crate) fn into_one(a: &impl AsView, b: &impl AsView, out: &mut impl AsViewMut, times: usize) {
    let rules = runtime::rulesets::MINDSPORE;
    let done = repeat(times, || rules.add_into(black_box(a), black_box(b), black_box(out)));
    done.expect("MindSpore adds these");
}
