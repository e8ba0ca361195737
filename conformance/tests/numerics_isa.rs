//! Every instruction-set level gives the same bits as the lowest one, at any length, offset and stride.
//!
//! The level is the process's: this file has one test, and nothing else runs beside it. What a level gives is kept
//! as a digest of each stretch; where two differ, both are run once more to show them. Digests of one ruleset are
//! recorded, so that optimised builds and others are held against each other.

use std::fmt::Write as _;

use conformance::harness::{Element, Failures, Triple, bits, show, tensor, triples};
use conformance::reference::Bits;
use conformance::reference::edges::of_pairs;
use conformance::reference::format::Format;
use ndarray::s;
use rayon::prelude::*;
use runtime::with_element;
use runtime::{DType, Group, Isa, Kind, Op, Options, Tensor, TensorView, rulesets};

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

/// Elements of a dtype: its edge values in an order that depends on `turn`, so that pairs vary, and after each a random
/// one.
fn elements(dtype: DType, turn: usize) -> Vec<Bits> {
    let edges = of_pairs(dtype);
    let mut random = Random(turn as u64 + 1);
    (0..ROOM)
        .map(|place| match place % 2 {
            0 => edges[(place * (2 * turn + 1) + place / edges.len() * turn) % edges.len()],
            _ => random.element(dtype),
        })
        .collect()
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A float of any bits, a subnormal one, an infinity, or a NaN of any sign and payload, quiet or not.
    fn float(&mut self, format: Format) -> u64 {
        let any = self.next() >> (64 - format.width);
        let mantissa = (1 << (format.precision - 1)) - 1;
        match self.next() % 8 {
            0 | 1 => any & (format.sign() | mantissa),
            2 => any | format.infinity(),
            3 => (any & format.sign()) | format.infinity(),
            _ => any,
        }
    }

    fn element(&mut self, dtype: DType) -> Bits {
        match (dtype.kind(), Format::of(dtype)) {
            (Kind::Complex, Some(format)) => (self.float(format), self.float(format)),
            (_, Some(format)) => (self.float(format), 0),
            (Kind::Bool, _) => (self.next() % 2, 0),
            _ => (self.next() >> (64 - dtype.bits()), 0),
        }
    }
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

/// An op on operands of some dtypes, and the stretches of them that it is run on.
struct Way {
    op: Op,
    triple: Triple,
    operands: Vec<(DType, Tensor)>,
    lies: Vec<Lie>,
}

impl Way {
    fn new(op: Op, triple: Triple, lies: &[Lie]) -> Way {
        let both = [triple.lhs, triple.rhs];
        let dtypes = &both[..op.arity().min(2)];
        let operand = |(turn, &dtype)| (dtype, tensor(dtype, &elements(dtype, turn)));
        let operands = dtypes.iter().enumerate().map(operand).collect();
        let same = dtypes.iter().all(|&dtype| dtype == dtypes[0]);
        // Conversions are the same loops at every length: a few lengths stand for all.
        let taken = lies.iter().step_by(if same { 1 } else { 19 });
        Way { op, triple, operands, lies: taken.copied().collect() }
    }

    /// Whether its digest is among the recorded ones: of one ruleset, on one dtype.
    fn is_recorded(&self) -> bool {
        let Triple { ruleset, lhs, rhs, dtypes } = self.triple;
        // Products of floats are another crate's, which chooses its instructions itself.
        let own = ruleset == rulesets::ACLNN && self.op.group() != Group::Product;
        own && lhs == rhs && lhs == dtypes.compute
    }

    /// What comes out of a stretch of each operand.
    fn run(&self, lie: Lie) -> Vec<Bits> {
        fn view<T: Element>(tensor: &Tensor, lie: Lie) -> TensorView<'_> {
            let array = tensor.array::<T>().expect("of its dtype");
            let array = array.into_dimensionality::<ndarray::Ix1>().expect("one axis");
            let Lie { offset, stride, len } = lie;
            let span = len * stride.unsigned_abs();
            TensorView::from(array.slice_move(s![offset..offset + span; stride]))
        }
        let views: Vec<TensorView<'_>> = self
            .operands
            .iter()
            .map(|(dtype, tensor)| with_element!(*dtype, T => view::<T>(tensor, lie)))
            .collect();
        let args: Vec<_> = views.iter().map(Into::into).collect();
        match self.triple.ruleset.apply(self.op, &args, &Options::default()) {
            Ok(out) => bits(&out),
            Err(error) => vec![(u64::MAX, u64::try_from(error.to_string().len()).unwrap_or(0))],
        }
    }

    /// The digest of each stretch's results, and how many results there are.
    fn digests(&self) -> (Vec<u64>, usize) {
        let mut count = 0;
        let digests = self.lies.iter().map(|&lie| {
            let out = self.run(lie);
            count += out.len();
            let parts = out.iter().flat_map(|&(re, im)| [re, im]);
            parts.fold(START, step)
        });
        (digests.collect(), count)
    }

    /// The first place where a level differs from the lowest one.
    fn difference(&self, lie: Lie, isa: Isa) -> String {
        let [wanted, got] = [Isa::Baseline, isa].map(|isa| {
            isa.choose().expect("available");
            self.run(lie)
        });
        let Way { op, triple, .. } = self;
        let what = format!("{op} {triple:?} {lie:?}");
        let Some(place) = got.iter().zip(&wanted).position(|(got, wanted)| got != wanted) else {
            return format!("{what}: {isa} gives {} results, baseline {}", got.len(), wanted.len());
        };
        let [got, wanted] = [got, wanted].map(|all| show(triple.dtypes.result, all[place]));
        format!("{what} at {place}: {isa} gives {got}, baseline {wanted}")
    }
}

/// An op in all the ways it is reached: of pairs, those of one dtype and of neighbours.
fn ways(op: Op, lies: &[Lie]) -> impl Iterator<Item = Way> {
    let near = |way: &Triple| (way.lhs as usize).abs_diff(way.rhs as usize) <= 4;
    let chosen =
        triples(op).into_iter().filter(move |way| near(way) || way.lhs == way.dtypes.compute);
    chosen.map(move |triple| Way::new(op, triple, lies))
}

#[test]
fn levels_give_the_same_bits() {
    let mut failures = Failures::default();
    let lies = lies();
    let ops = Op::ALL.into_iter().filter(|op| match op.group() {
        Group::Binary | Group::Unary | Group::Product | Group::Reduction | Group::Sorting => {
            op.group() != Group::Product || *op == Op::Matmul
        }
        // These move elements or are made of other ops.
        Group::Ternary | Group::Join | Group::Selection | Group::Lookup | Group::Arrangement => {
            false
        }
    });
    // An unoptimised build runs what is recorded, which every other build gives as well.
    let ways: Vec<Way> = ops
        .flat_map(|op| ways(op, &lies))
        .filter(|way| !cfg!(debug_assertions) || way.is_recorded())
        .collect();
    let digests = |isa: Isa| -> Vec<(Vec<u64>, usize)> {
        isa.choose().expect("available");
        ways.par_iter().map(Way::digests).collect()
    };
    let mut compared = 0;
    let lowest = digests(Isa::Baseline);
    insta::assert_snapshot!(recorded(&ways, &lowest));
    for isa in levels().skip(1) {
        for ((way, (wanted, count)), (got, _)) in ways.iter().zip(&lowest).zip(digests(isa)) {
            compared += count;
            for (&lie, _) in
                way.lies.iter().zip(wanted.iter().zip(&got)).filter(|(_, (a, b))| a != b)
            {
                failures.push(|| way.difference(lie, isa));
            }
        }
    }
    casts(&mut failures, &mut compared);
    println!("{} ways, {compared} results compared", ways.len());
    failures.check("levels");
}

/// Those that the machine has, lowest first. The kernels of an unoptimised build are those of the lowest at each.
fn levels() -> impl Iterator<Item = Isa> {
    let most = if cfg!(debug_assertions) { 1 } else { Isa::ALL.len() };
    Isa::ALL.into_iter().filter(|isa| isa.is_available()).take(most)
}

/// Digests are FNV-1a's, turned so that high bits count; the standard library's may change.
const START: u64 = 0xcbf2_9ce4_8422_2325;

fn step(digest: u64, bits: u64) -> u64 {
    (digest ^ bits).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29)
}

/// One digest for each op and dtype, of one ruleset: the same in every build and on every machine.
fn recorded(ways: &[Way], digests: &[(Vec<u64>, usize)]) -> String {
    let mut text = String::new();
    for (way, (digests, _)) in ways.iter().zip(digests).filter(|(way, _)| way.is_recorded()) {
        let digest = digests.iter().copied().fold(START, step);
        let _ = writeln!(text, "{} {}: {digest:016x}", way.op, way.triple.lhs);
    }
    text
}

/// All conversions, at every length of a few offsets.
fn casts(failures: &mut Failures, compared: &mut usize) {
    let ruleset = conformance::any_dtype(runtime::policy::Policies::DEFAULT);
    for from in DType::ALL {
        let all = elements(from, 1);
        for to in DType::ALL {
            let step = if from.is_narrow() || to.is_narrow() { 41 } else { 3 };
            for len in (0..=LONGEST).step_by(step) {
                let operand = tensor(from, &all[len % 4..len % 4 + len]);
                let mut results = levels().map(|isa| {
                    isa.choose().expect("available");
                    bits(&ruleset.cast(&operand, to).expect("all dtypes are there"))
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
