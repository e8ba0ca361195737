//! Classes of cases → each case at each size, in rounds with the limit kernel of the same bytes.

use runtime::{DType, Isa};

use crate::cases::{Case, Class, Size, Work};
use crate::measure::{Effort, Timing, measure};
use crate::ours::Arrays;
use crate::progress::Progress;
use crate::results::{Measured, Outcome, Row};

/// Every case of every class at every size.
pub(crate) fn run(
    classes: &[Class],
    sizes: &[Size],
    effort: Effort,
    progress: &Progress,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for class in classes {
        let chosen = class.isa.choose();
        for case in &class.cases {
            for (place, &size) in sizes.iter().enumerate() {
                progress.step(&format!("{} {} {}", class.name, case.key(), size.name()));
                let measured = match &chosen {
                    Ok(()) => versus_limit(case, class.isa, size, effort),
                    Err(error) => Err(error.to_string()),
                };
                rows.push(Row {
                    class: class.name,
                    key: case.key(),
                    isa: class.isa,
                    size: size.name(),
                    figure: Some(class.figure(case, place)),
                    measured,
                });
            }
        }
    }
    rows
}

/// Sums, whose limit only loads.
pub(crate) fn sums(cases: &[Case], sizes: &[Size], effort: Effort, isa: Isa) -> Vec<Row> {
    let all = cases.iter().flat_map(|case| sizes.iter().map(move |&size| (case, size)));
    let row = |(case, size): (&Case, Size)| Row {
        class: "sums",
        key: case.key(),
        isa,
        size: size.name(),
        figure: None,
        measured: versus_limit(case, isa, size, effort),
    };
    all.map(row).collect()
}

/// One case beside its limit, where there is one.
fn versus_limit(case: &Case, isa: Isa, size: Size, effort: Effort) -> Outcome<Measured> {
    let len = size.len(case);
    let mut arrays = Arrays::new(case, len);
    arrays.run(case, 1).map_err(|error| error.to_string())?;
    let bytes = bytes(case, len);
    if arrays.limit(case, isa).is_none() {
        let [ours] = measure(effort, &mut |_, times| call(&mut arrays, case, times));
        return Ok(Measured { limit: None, ours, bytes });
    }
    let [limit, ours]: [Timing; 2] = measure(effort, &mut |who, times| match who {
        0 => {
            let job = arrays.limit(case, isa).expect("there was one before");
            (0..times).for_each(|_| std::hint::black_box(&job).run());
        }
        _ => call(&mut arrays, case, times),
    });
    Ok(Measured { limit: Some(limit), ours, bytes })
}

fn call(arrays: &mut Arrays, case: &Case, times: usize) {
    arrays.run(case, times).expect("it went well before");
}

/// What is loaded and stored.
fn bytes(case: &Case, len: usize) -> usize {
    let stored = if case.work == Work::Sum { 0 } else { case.out.size() };
    len * (case.lhs.size() + case.rhs.map_or(0, DType::size) + stored)
}
