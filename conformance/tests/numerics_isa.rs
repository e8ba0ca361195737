//! Every instruction-set level gives the same bits as the lowest one, at any length, offset and stride.
//!
//! The level is the process's: this file has one test, and nothing else runs beside it.

use conformance::for_dtype;
use conformance::harness::{Element, Failures, bits, show, tensor, triples};
use conformance::reference::Bits;
use conformance::reference::edges::of_pairs;
use ndarray::s;
use runtime::{DType, Group, Isa, Op, OpDTypes, Options, Tensor, TensorView};

/// The longest stretch, and the room it needs at an offset of 3 or a stride of 2.
const LONGEST: usize = 257;
const ROOM: usize = 2 * LONGEST + 4;

/// How a stretch lies in an array.
#[derive(Clone, Copy, Debug)]
struct Lie {
    offset: usize,
    stride: isize,
    len: usize,
}

/// Elements of a dtype: its edge values in an order that depends on `turn`, so that pairs vary.
fn elements(dtype: DType, turn: usize) -> Vec<Bits> {
    let edges = of_pairs(dtype);
    (0..ROOM)
        .map(|place| edges[(place * (2 * turn + 1) + place / edges.len() * turn) % edges.len()])
        .collect()
}

/// Every length once, with an offset and a stride that go round; a few lengths with all of both.
fn lies() -> Vec<Lie> {
    let strides = [1, 1, 2, -1];
    let mut all: Vec<Lie> = (0..=LONGEST)
        .map(|len| Lie { offset: len % 4, stride: strides[len / 4 % 4], len })
        .collect();
    for len in [7, 33, 129] {
        let each = (0..4).flat_map(|offset| [1, 2, -1].map(|stride| Lie { offset, stride, len }));
        all.extend(each);
    }
    all
}

/// What an op gives on a stretch of each operand.
fn run(
    op: Op,
    dtypes: &[DType],
    operands: &[Tensor],
    triple: runtime::Ruleset,
    lie: Lie,
) -> Vec<Bits> {
    fn view<T: Element>(tensor: &Tensor, lie: Lie) -> TensorView<'_> {
        let array = tensor.array::<T>().expect("of its dtype");
        let array = array.into_dimensionality::<ndarray::Ix1>().expect("one axis");
        let Lie { offset, stride, len } = lie;
        let span = len * stride.unsigned_abs();
        TensorView::from(array.slice_move(s![offset..offset + span; stride]))
    }
    let views: Vec<TensorView<'_>> = dtypes
        .iter()
        .zip(operands)
        .map(|(&dtype, tensor)| for_dtype!(dtype, T => view::<T>(tensor, lie)))
        .collect();
    let args: Vec<_> = views.iter().map(Into::into).collect();
    match triple.apply(op, &args, &Options::default()) {
        Ok(out) => bits(&out),
        Err(error) => vec![(u64::MAX, u64::try_from(error.to_string().len()).unwrap_or(0))],
    }
}

/// The operands of an op in all the ways it is reached: of pairs, those of one dtype and of neighbours.
fn ways(op: Op) -> Vec<(Vec<DType>, OpDTypes, runtime::Ruleset)> {
    let mut seen = std::collections::HashSet::new();
    let chosen = triples(op).into_iter().filter(|way| {
        let near = (way.lhs as usize).abs_diff(way.rhs as usize) <= 4;
        (near || way.lhs == way.dtypes.compute)
            && seen.insert((way.lhs, way.rhs, way.dtypes.compute))
    });
    let dtypes = |way: &conformance::harness::Triple| match op.arity() {
        1 => vec![way.lhs],
        _ => vec![way.lhs, way.rhs],
    };
    chosen.map(|way| (dtypes(&way), way.dtypes, way.ruleset)).collect()
}

#[test]
fn levels_give_the_same_bits() {
    let mut failures = Failures::default();
    let (mut compared, lies) = (0_usize, lies());
    for op in Op::ALL {
        if op.group() == Group::Ternary {
            continue;
        }
        for (dtypes, OpDTypes { result, .. }, ruleset) in ways(op) {
            let operands: Vec<Tensor> = dtypes
                .iter()
                .enumerate()
                .map(|(turn, &dtype)| tensor(dtype, &elements(dtype, turn)))
                .collect();
            let same = dtypes.iter().all(|&dtype| dtype == dtypes[0]);
            // Conversions are the same loops at every length: a few lengths stand for all.
            let taken = lies.iter().enumerate().filter(|(place, _)| same || place % 19 == 0);
            for (_, &lie) in taken {
                Isa::Baseline.choose().expect("every machine has it");
                let wanted = run(op, &dtypes, &operands, ruleset, lie);
                for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()).skip(1) {
                    isa.choose().expect("available");
                    let got = run(op, &dtypes, &operands, ruleset, lie);
                    compared += got.len();
                    let other = got.iter().zip(&wanted).position(|(got, wanted)| got != wanted);
                    if let Some(place) = other {
                        failures.push(|| {
                            let (got, wanted) = (show(result, got[place]), show(result, wanted[place]));
                            format!("{op} {dtypes:?} {lie:?} at {place}: {isa} gives {got}, baseline {wanted}")
                        });
                    }
                    if got.len() != wanted.len() {
                        failures.push(|| format!("{op} {dtypes:?} {lie:?}: other lengths"));
                    }
                }
            }
        }
    }
    casts(&mut failures, &mut compared);
    println!("{compared} results compared");
    failures.check("levels");
}

/// All conversions, at every length of a few offsets.
fn casts(failures: &mut Failures, compared: &mut usize) {
    let dpctl = runtime::rulesets::ACLNN;
    for from in DType::ALL {
        let all = elements(from, 1);
        for to in DType::ALL {
            for len in (0..=LONGEST).step_by(3) {
                let operand = tensor(from, &all[len % 4..len % 4 + len]);
                let mut results =
                    Isa::ALL.into_iter().filter(|isa| isa.is_available()).map(|isa| {
                        isa.choose().expect("available");
                        bits(&dpctl.cast(&operand, to).expect("all dtypes are there"))
                    });
                let wanted = results.next().expect("the lowest level");
                for got in results {
                    *compared += got.len();
                    if got != wanted {
                        failures.push(|| format!("cast {from} to {to} of {len}: levels differ"));
                    }
                }
            }
        }
    }
}
