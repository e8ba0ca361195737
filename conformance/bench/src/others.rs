//! What is no ratio to the limit of memory: costs of a call, threads, elementary functions, matrices.

use std::hint::black_box;

use rayon::ThreadPool;
use runtime::{DType, Isa, Tensor, rulesets};

use crate::cases::{self, Case, Figure, Size};
use crate::data::array;
use crate::measure::{Effort, Timing, measure};
use crate::ours::{Arrays, into_one, worker};
use crate::results::{Elementary, Outcome, Overhead, Product, Threads};

/// What a look-up, and a call on one element, cost.
pub(crate) fn overheads(effort: Effort) -> Vec<Overhead> {
    let (a, b) = (array(DType::F32, 1, 0, (1.0, 2.0)), array(DType::F32, 1, 1, (1.0, 2.0)));
    let mut out = array(DType::F32, 1, 2, (1.0, 2.0));
    let (a, b) = (a.view(), b.view());
    let [lookup] = measure(effort, &mut |_, times| look_up(times));
    let mut to = out.view_mut();
    let [into] = measure(effort, &mut |_, times| into_one(&a, &b, &mut to, times));
    let [fresh] = measure(effort, &mut |_, times| {
        for _ in 0..times {
            let sum = rulesets::MINDSPORE.add(black_box(&a), black_box(&b));
            drop(black_box(sum.expect("MindSpore adds these")));
        }
    });
    let overhead = |name, figure, timing| Overhead { name, figure, timing };
    vec![
        overhead("promotion look-up, inlined", Some(Figure::AtMost(1.0)), lookup),
        overhead("add_into, one element, dynamic dtypes", None, into),
        overhead("add, one element, fresh output", None, fresh),
    ]
}

/// Promotes so many pairs that nobody knows before.
fn look_up(times: usize) {
    const KNOWN: [DType; 8] = [
        DType::Bool,
        DType::I8,
        DType::I32,
        DType::I64,
        DType::U8,
        DType::F16,
        DType::F32,
        DType::C64,
    ];
    const PAIRS: usize = 64;
    let pairs: [(DType, DType); PAIRS] =
        std::array::from_fn(|place| (KNOWN[place % 8], KNOWN[place / 8]));
    let pairs = black_box(pairs);
    let (mut left, mut mixed) = (times, 0_usize);
    while left > 0 {
        let count = left.min(PAIRS);
        for &(lhs, rhs) in &pairs[..count] {
            mixed += rulesets::MINDSPORE.promote(lhs, rhs).map_or(0, |dtype| dtype as usize);
        }
        left -= count;
    }
    black_box(mixed);
}

/// Memory-bound cases on one thread and on two, and what the limit makes of the second.
pub(crate) fn threads(
    cases: &[Case],
    size: Size,
    effort: Effort,
    isa: Isa,
    pools: &[ThreadPool; 2],
) -> Vec<Threads> {
    let of = |case: &Case| Threads {
        key: case.key(),
        size: size.name(),
        figure: Figure::AtLeast(1.7),
        measured: on_two(case, size, effort, isa, pools),
    };
    cases.iter().map(of).collect()
}

fn on_two(
    case: &Case,
    size: Size,
    effort: Effort,
    isa: Isa,
    pools: &[ThreadPool; 2],
) -> Outcome<(f64, Option<f64>)> {
    let mut arrays = Arrays::new(case, size.len(case));
    arrays.run(case, 1).map_err(|error| error.to_string())?;
    let limited = arrays.limit(case, isa).is_some();
    let [_, two, limit_one, limit_two]: [Timing; 4] = measure(effort, &mut |who, times| {
        let pool = &pools[who % 2];
        for _ in 0..times {
            match (who, arrays.limit(case, isa)) {
                (0 | 1, _) => pool.install(|| arrays.run(case, 1).expect("it went well before")),
                (2, Some(job)) => job.run(),
                (3, Some(job)) => pool.install(|| job.run_on_two()),
                _ => {}
            }
        }
    });
    let limit = limited.then_some(limit_one.seconds / limit_two.seconds);
    Ok((two.ratio, limit))
}

/// Elementary functions over the same number of elements each.
pub(crate) fn elementary(isa: Isa, len: usize, effort: Effort) -> Vec<Elementary> {
    let of = |case: Case| {
        let mut arrays = Arrays::new(&case, len);
        let outcome = arrays.run(&case, 1).map_err(|error| error.to_string());
        let per_element = outcome.map(|()| {
            let [timing] = measure(effort, &mut |_, times| {
                arrays.run(&case, times).expect("it went well before");
            });
            Timing { seconds: timing.seconds / len as f64, ..timing }
        });
        Elementary { key: case.key(), isa, per_element }
    };
    match isa.choose() {
        Ok(()) => cases::elementary().into_iter().map(of).collect(),
        Err(_) => Vec::new(),
    }
}

/// Two square matrices of a dtype.
pub(crate) fn matrices(dtype: DType, order: usize) -> [Tensor; 2] {
    [0, 1].map(|place| {
        let elements = array(dtype, order * order, place, (-1.0, 1.0)).view().to_tensor();
        elements.reshape(&[order, order]).expect("there are order × order elements")
    })
}

/// The products of square matrices, on one thread and on two.
pub(crate) fn products(order: usize, effort: Effort, pools: &[ThreadPool; 2]) -> Vec<Product> {
    let of = |case: &Case, pool: &ThreadPool| product(case, order, effort, pool);
    let cases = cases::products();
    let all = cases.iter().flat_map(|case| pools.iter().enumerate().map(move |pool| (case, pool)));
    all.map(|(case, (place, pool))| Product {
        key: case.key(),
        order,
        threads: place + 1,
        seconds: of(case, pool),
        // A complex product is four real ones and two sums.
        operations: if case.lhs == DType::C64 { 8.0 } else { 2.0 } * (order as f64).powi(3),
    })
    .collect()
}

/// How long one product takes.
pub(crate) fn product(
    case: &Case,
    order: usize,
    effort: Effort,
    pool: &ThreadPool,
) -> Outcome<f64> {
    let mut multiply = worker(case, order * order)?;
    let [timing] = pool.install(|| measure(effort, &mut |_, times| multiply(times)));
    Ok(timing.seconds)
}
