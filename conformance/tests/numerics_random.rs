//! Every op on numbers of all sizes that go round from a seed, against the reference: what edge values miss.

use conformance::harness::{Failures, bits, said, show, tensor};
use conformance::reference::format::Format;
use conformance::reference::wanted::accepts;
use conformance::reference::{Bits, ops};
use conformance::wide_dtypes;
use runtime::{Arg, DType, Group, Kind, Op, Operand, Options, rulesets};

/// How many operands each op is given: of a real dtype, of a complex one.
const REAL: usize = 600;
const COMPLEX: usize = 80;

struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A finite float: of any exponent, near 1, or of few bits.
    fn float(&mut self, format: Format) -> u64 {
        let stored = format.precision - 1;
        let any = self.next() >> (64 - format.width);
        let mantissa = any & ((1 << stored) - 1);
        let one = format.infinity() >> 1 >> stored << stored;
        let near = |spread: u64, by: u64| {
            let from = (one >> stored).saturating_sub(spread / 2);
            (from + by % spread) << stored
        };
        let by = self.next();
        let magnitude = match self.next() % 6 {
            0 => any % format.infinity(),
            1 => near(6, by) | mantissa,
            2 => (near(40, by) % format.infinity()) | mantissa,
            3 => (one + by % 64) - 32,
            4 => near(8, by) | (mantissa >> (stored - 3) << (stored - 3)),
            _ => near(16, by) | mantissa,
        };
        (any & format.sign()) | magnitude.min(format.max())
    }

    fn element(&mut self, dtype: DType) -> Bits {
        match (dtype.kind(), Format::of(dtype)) {
            (Kind::Complex, Some(format)) => (self.float(format), self.float(format)),
            (_, Some(format)) => (self.float(format), 0),
            (Kind::Bool, _) => (self.next() % 2, 0),
            // Of every length in bits.
            _ => {
                let cut = self.next() % u64::from(dtype.bits());
                let all = self.next() >> (64 - dtype.bits()) >> cut;
                let mask = u64::MAX >> (64 - dtype.bits());
                (if self.next().is_multiple_of(2) { all } else { all.wrapping_neg() & mask }, 0)
            }
        }
    }
}

fn try_op(op: Op, dtype: DType, failures: &mut Failures) -> usize {
    let (aclnn, arity) = (rulesets::ACLNN, op.arity());
    let operands = [Operand::Tensor(dtype); 2];
    let Ok(dtypes) = aclnn.op_dtypes(op, &operands[..arity]) else { return 0 };
    if dtypes.compute != dtype {
        return 0;
    }
    let count = if dtype.kind() == Kind::Complex { COMPLEX } else { REAL };
    let mut numbers = Numbers(u64::from(dtype.bits()) * 1000 + op as u64);
    let mut side = || -> Vec<Bits> { (0..count).map(|_| numbers.element(dtype)).collect() };
    let sides = [side(), side()];
    let tensors = sides.each_ref().map(|side| tensor(dtype, side));
    let args = tensors.each_ref().map(Arg::from);
    let out = match aclnn.apply(op, &args[..arity], &Options::default()) {
        Ok(out) => bits(&out),
        Err(error) => {
            failures.push(|| format!("{op} {dtype}: {error}"));
            return 0;
        }
    };
    for (place, &got) in out.iter().enumerate() {
        let (a, b) = (sides[0][place], sides[1][place]);
        let wanted = match arity {
            1 => ops::unary(op, dtype, a),
            _ => {
                ops::binary(op, dtype, a, b, aclnn.policies()).expect("no policy is an error here")
            }
        };
        if !accepts(wanted, Format::of(dtypes.result), got) {
            failures.push(|| {
                let [a, b] = [a, b].map(|bits| show(dtype, bits));
                let got = show(dtypes.result, got);
                format!("{op} {dtype} {a}, {b}: got {got}, wanted {}", said(dtypes.result, wanted))
            });
        }
    }
    out.len()
}

fn try_group(group: Group) {
    let (mut failures, mut count) = (Failures::default(), 0);
    for op in Op::ALL.into_iter().filter(|op| op.group() == group) {
        let mut own = Failures::default();
        for dtype in wide_dtypes() {
            count += try_op(op, dtype, &mut own);
        }
        failures.extend(own);
    }
    println!("{group:?}: {count} results");
    failures.check("numbers of all sizes");
}

#[test]
fn pairs_of_all_sizes() {
    try_group(Group::Binary);
}

#[test]
fn singles_of_all_sizes() {
    try_group(Group::Unary);
}
