//! Runs ops of the runtime on elements given as bits, and holds what comes out against the reference.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use runtime::policy::Policies;
use runtime::{DType, Op, OpDTypes, Operand, Options, Ruleset, Tensor, rulesets};

pub use crate::elements::{Element, bits, tensor};
use crate::reference::cast::cast_by;
use crate::reference::edges;
use crate::reference::format::Format;
use crate::reference::wanted::{Part, Wanted, accepts};
use crate::reference::{Bits, ops, policies};

/// An op on two dtypes under a ruleset, for all that do the same.
#[derive(Clone, Copy, Debug)]
pub struct Triple {
    /// One of those that do.
    pub ruleset: Ruleset,
    /// The left dtype, or the only one.
    pub lhs: DType,
    /// The right one.
    pub rhs: DType,
    /// What the op computes in and returns.
    pub dtypes: OpDTypes,
}

/// Every way in which some ruleset reaches an op with tensors, under all policies that the op obeys. Narrow dtypes, which
/// are computed by way of others, are `numerics_narrow`'s.
pub fn triples(op: Op) -> Vec<Triple> {
    let mut seen: HashSet<(DType, DType, DType, DType, Policies)> = HashSet::new();
    let mut all = Vec::new();
    for &ruleset in rulesets::ALL {
        let wide = || ruleset.dtypes().iter().filter(|dtype| !dtype.is_narrow());
        for &lhs in wide() {
            for &rhs in wide() {
                let one = op.group().promotes() == 1;
                if one && lhs != rhs {
                    continue;
                }
                let operands = [Operand::Tensor(lhs), Operand::Tensor(rhs)];
                let operands = if one { &operands[..1] } else { &operands[..] };
                let Ok(dtypes) = ruleset.op_dtypes(op, operands) else { continue };
                let policies = policies::affecting(op, dtypes.compute, ruleset.policies());
                if seen.insert((lhs, rhs, dtypes.compute, dtypes.result, policies)) {
                    all.push(Triple { ruleset, lhs, rhs, dtypes });
                }
            }
        }
    }
    all
}

/// Failures, of which a few are told.
#[derive(Default)]
pub struct Failures {
    told: String,
    count: usize,
}

impl Failures {
    /// One more.
    pub fn push(&mut self, text: impl FnOnce() -> String) {
        self.count += 1;
        if self.count <= 20 {
            let _ = writeln!(self.told, "{}", text());
        }
    }

    /// One more if an element is not what the reference accepts.
    pub fn compare(
        &mut self,
        what: impl FnOnce() -> String,
        dtype: DType,
        got: Bits,
        wanted: Wanted,
    ) {
        if !accepts(wanted, Format::of(dtype), got) {
            self.push(|| {
                format!("{}: got {}, wanted {}", what(), show(dtype, got), said(dtype, wanted))
            });
        }
    }

    /// Those of another.
    pub fn extend(&mut self, other: Failures) {
        self.count += other.count;
        self.told.push_str(&other.told);
    }

    /// Panics if there are any.
    ///
    /// # Panics
    ///
    /// Then.
    pub fn check(self, what: &str) {
        assert!(self.count == 0, "{what}: {} failures, of which some:\n{}", self.count, self.told);
    }
}

/// An element as its bits and its value.
pub fn show(dtype: DType, bits: Bits) -> String {
    let digits = dtype.size() * 2;
    let part = |part: u64| match Format::of(dtype) {
        Some(format) => format!("{:?}", format.double(part)),
        None => crate::reference::integer::value(dtype, part).to_string(),
    };
    match dtype.kind() {
        runtime::Kind::Complex => {
            let digits = digits / 2;
            format!(
                "({} {} 0x{:0digits$x} 0x{:0digits$x})",
                part(bits.0),
                part(bits.1),
                bits.0,
                bits.1
            )
        }
        _ => format!("({} 0x{:0digits$x})", part(bits.0), bits.0),
    }
}

/// Elements and pairs that were compared.
#[derive(Default, Clone, Copy, Debug)]
pub struct Count {
    /// Ways to reach an op.
    pub triples: usize,
    /// Results.
    pub results: usize,
    /// Results of which the definitions say nothing.
    pub open: usize,
}

/// Holds an op on pairs against the reference: all pairs of the edge values of both dtypes.
pub fn check_binary(op: Op) -> (Count, Failures) {
    let (mut count, mut failures) = (Count::default(), Failures::default());
    // What the reference says of converted operands, which many pairs of dtypes share.
    let mut known: HashMap<(usize, DType, Bits, Bits), Option<Wanted>> = HashMap::new();
    let slow = matches!(op, Op::Pow | Op::FloatPower | Op::Atan2 | Op::Hypot | Op::Logaddexp);
    let mut all_policies: Vec<Policies> = Vec::new();
    for triple in triples(op) {
        count.triples += 1;
        let Triple { lhs, rhs, dtypes: OpDTypes { compute, .. }, .. } = triple;
        // A reference that takes long is asked for every pair of values where nothing is converted, and
        // where something is for some.
        let some = slow && !(lhs == compute && rhs == compute);
        let taken = |dtype: DType| -> Vec<Bits> {
            edges::of_pairs(dtype).into_iter().step_by(if some { 5 } else { 1 }).collect()
        };
        let (left, right) = (taken(lhs), taken(rhs));
        let policies = triple.ruleset.policies();
        let converted = |from: DType, elements: &[Bits]| -> Vec<Bits> {
            let of = |&bits| cast_by(from, compute, bits, policies);
            elements.iter().map(of).collect()
        };
        let (wide_left, wide_right) = (converted(lhs, &left), converted(rhs, &right));
        let own = policies::affecting(op, compute, policies);
        let choice = all_policies.iter().position(|known| *known == own).unwrap_or_else(|| {
            all_policies.push(own);
            all_policies.len() - 1
        });
        let (mut pairs, mut wanted) = (Vec::new(), Vec::new());
        let mut refused = Vec::new();
        for (&a, &x) in left.iter().zip(&wide_left) {
            for (&b, &y) in right.iter().zip(&wide_right) {
                let fails = [(lhs, a), (rhs, b)]
                    .map(|side| policies::fails_to_convert(compute, side, policies));
                if fails.contains(&true) {
                    refused.push((a, b));
                    continue;
                }
                let unconverted = policies::unconverted(op, compute, (lhs, a), (rhs, b), policies);
                if let Some(one) = unconverted {
                    pairs.push((a, b));
                    wanted.push(one);
                    continue;
                }
                let entry = known.entry((choice, compute, x, y));
                match *entry.or_insert_with(|| ops::binary(op, compute, x, y, policies)) {
                    Some(one) => {
                        pairs.push((a, b));
                        wanted.push(one);
                    }
                    None => refused.push((a, b)),
                }
            }
        }
        count.results += pairs.len() + refused.len();
        count.open += wanted.iter().filter(|wanted| wanted.0 == Part::Any).count();
        run_pairs(op, triple, &pairs, &wanted, &mut failures);
        for &pair in refused.first().into_iter().chain(refused.last()) {
            if apply_pairs(op, triple, &[pair]).is_ok() {
                failures.push(|| format!("{op} {} {pair:x?}: no error", describe(triple)));
            }
        }
    }
    (count, failures)
}

fn describe(triple: Triple) -> String {
    let Triple { ruleset, lhs, rhs, dtypes } = triple;
    let (compute, result) = (dtypes.compute, dtypes.result);
    format!("[{ruleset:?} {lhs} × {rhs} in {compute} → {result}]")
}

fn apply_pairs(op: Op, triple: Triple, pairs: &[(Bits, Bits)]) -> Result<Tensor, String> {
    let (a, b): (Vec<Bits>, Vec<Bits>) = pairs.iter().copied().unzip();
    let (a, b) = (tensor(triple.lhs, &a), tensor(triple.rhs, &b));
    let out = triple.ruleset.apply(op, &[(&a).into(), (&b).into()], &Options::default());
    out.map_err(|error| error.to_string())
}

fn run_pairs(
    op: Op,
    triple: Triple,
    pairs: &[(Bits, Bits)],
    wanted: &[Wanted],
    failures: &mut Failures,
) {
    let Triple { lhs, rhs, dtypes: OpDTypes { result, .. }, .. } = triple;
    let out = match apply_pairs(op, triple, pairs) {
        Ok(out) if out.dtype() == result => bits(&out),
        Ok(out) => return failures.push(|| format!("{op} {}: {}", describe(triple), out.dtype())),
        Err(error) => return failures.push(|| format!("{op} {}: {error}", describe(triple))),
    };
    for ((&(a, b), &wanted), &got) in pairs.iter().zip(wanted).zip(&out) {
        if !accepts(wanted, Format::of(result), got) {
            failures.push(|| {
                let (a, b) = (show(lhs, a), show(rhs, b));
                let got = show(result, got);
                format!(
                    "{op} {} {a}, {b}: got {got}, wanted {}",
                    describe(triple),
                    said(result, wanted)
                )
            });
        }
    }
}

/// What was wanted, in words.
pub fn said(dtype: DType, (re, im): Wanted) -> String {
    let own = dtype.finfo().map_or(dtype, |info| info.dtype);
    let part = |part: Part| match part {
        Part::Is(bits) => show(own, (bits, 0)),
        Part::Between(low, high) => format!("{} to {}", show(own, (low, 0)), show(own, (high, 0))),
        other => format!("{other:?}"),
    };
    match dtype.kind() {
        runtime::Kind::Complex => format!("{} and {}", part(re), part(im)),
        _ => part(re),
    }
}

/// Holds an op on single elements against the reference.
pub fn check_unary(op: Op) -> (Count, Failures) {
    let (mut count, mut failures) = (Count::default(), Failures::default());
    let mut known: HashMap<(DType, Bits), Wanted> = HashMap::new();
    for triple in triples(op) {
        let Triple { ruleset, lhs, dtypes: OpDTypes { compute, result, .. }, .. } = triple;
        let fails =
            |bits: &Bits| policies::fails_to_convert(compute, (lhs, *bits), ruleset.policies());
        let (refused, elements): (Vec<Bits>, Vec<Bits>) =
            edges::edges(lhs).into_iter().partition(fails);
        for &element in refused.first().into_iter().chain(refused.last()) {
            let operand = tensor(lhs, &[element]);
            if ruleset.apply(op, &[(&operand).into()], &Options::default()).is_ok() {
                failures.push(|| format!("{op} {}: no error", describe(triple)));
            }
        }
        count.triples += 1;
        count.results += elements.len();
        let operand = tensor(lhs, &elements);
        let out = match ruleset.apply(op, &[(&operand).into()], &Options::default()) {
            Ok(out) if out.dtype() == result => bits(&out),
            Ok(out) => {
                failures.push(|| format!("{op} {}: {}", describe(triple), out.dtype()));
                continue;
            }
            Err(error) => {
                failures.push(|| format!("{op} {}: {error}", describe(triple)));
                continue;
            }
        };
        for (&element, &got) in elements.iter().zip(&out) {
            let wide = cast_by(lhs, compute, element, ruleset.policies());
            let own = policies::unary(op, compute, wide, ruleset.policies());
            let wanted = own.unwrap_or_else(|| {
                *known.entry((compute, wide)).or_insert_with(|| ops::unary(op, compute, wide))
            });
            if !accepts(wanted, Format::of(result), got) {
                failures.push(|| {
                    let (operand, got) = (show(lhs, element), show(result, got));
                    let wanted = said(result, wanted);
                    format!("{op} {} {operand}: got {got}, wanted {wanted}", describe(triple))
                });
            }
        }
    }
    (count, failures)
}
