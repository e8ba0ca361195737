//! The shortest way of a call, on few elements one after the other, gives what every other element of a longer tensor
//! gives, which goes the longest way.

#![cfg(feature = "kernels")]
#![expect(unsafe_code, reason = "elements are given and taken by their address")]

#[path = "common/counted.rs"]
mod counted;

use concord_runtime::{
    ComputeError, DType, Elements, Group, Op, Options, Reduce, Ruleset, Tensor, TensorView,
    rulesets,
};
use counted::{DTYPES, NUMBERS, counted};

/// One, and no whole vectors; of some ops none, and more than a block of the widest dtype.
const LENS: [usize; 2] = [1, 19];
const OTHERS: [usize; 2] = [0, 300];
const SOME: [Op; 4] = [Op::Add, Op::LogicalAnd, Op::Less, Op::Sin];

/// Elements one after the other, and the same at every other place of others.
struct Operand {
    line: Tensor,
    spread: Tensor,
}

impl Operand {
    fn new(ruleset: Ruleset, dtype: DType, len: usize) -> Option<Operand> {
        let line = counted(ruleset, dtype, len)?;
        let spread = counted(ruleset, dtype, 2 * len)?;
        // Doubled, so that every other one is the line.
        let places: Vec<usize> = (0..2 * len).map(|place| place / 2).collect();
        let spread = spread.view().gather(&[&places]).expect("they are places of it");
        Some(Operand { line, spread })
    }

    fn len(&self) -> usize {
        self.line.len()
    }

    /// By address, as a binding has it. The shape and the stride are the caller's.
    fn elements<'a>(&'a self, shape: &'a [usize; 1]) -> Elements<'a> {
        // SAFETY: there are so many elements, one after the other.
        unsafe { Elements::from_raw_parts(self.line.dtype(), self.line.as_ptr(), shape, &[1]) }
    }

    /// The same elements, two places apart.
    fn apart<'a>(&'a self, shape: &'a [usize; 1]) -> TensorView<'a> {
        // SAFETY: there are twice as many elements.
        unsafe {
            TensorView::from_raw_parts(self.spread.dtype(), self.spread.as_ptr(), shape, &[2])
        }
    }
}

/// Compares a short call, and an ordinary one on the same elements, with one on elements that lie apart. Returns
/// whether there was a short call.
fn compare(
    asked: &str,
    line: Option<Tensor>,
    ordinary: Result<Tensor, ComputeError>,
    apart: Result<Tensor, ComputeError>,
) -> bool {
    let text = |result: Result<Tensor, ComputeError>| match result {
        Ok(tensor) => format!("{:?} {tensor}", tensor.dtype()),
        Err(error) => format!("error {}", error.kind()),
    };
    let (ordinary, apart) = (text(ordinary), text(apart));
    assert_eq!(ordinary, apart, "{asked}, one after the other and two places apart");
    let short = line.map(|line| text(Ok(line)));
    if let Some(short) = &short {
        assert_eq!(*short, apart, "{asked}, the shortest way and two places apart");
    }
    short.is_some()
}

#[test]
fn the_shortest_way_gives_what_the_longest_gives() {
    let mut short = [0; 3];
    for ruleset in [rulesets::NUMPY, rulesets::JAX, rulesets::POLARS] {
        for len in LENS.into_iter().chain(OTHERS) {
            let operands: Vec<Operand> =
                DTYPES.into_iter().filter_map(|dtype| Operand::new(ruleset, dtype, len)).collect();
            for op in Op::ALL.into_iter().filter(|op| LENS.contains(&len) || SOME.contains(op)) {
                for left in &operands {
                    let shape = [left.len()];
                    let (own, apart) = (left.elements(&shape), left.apart(&shape));
                    let asked =
                        format!("{ruleset}: {op} of {len} elements of {}", left.line.dtype());
                    match op.group() {
                        Group::Unary => {
                            // The first call resolves the plan.
                            let ordinary = ruleset.apply_unary(op, &own);
                            let line = ruleset.unary_line(op, &own);
                            let wanted = ruleset.apply_unary(op, &apart);
                            short[0] += usize::from(compare(&asked, line, ordinary, wanted));
                        }
                        Group::Binary => {
                            for right in &operands {
                                let beside = right.elements(&shape);
                                let ordinary = ruleset.apply_binary(op, &own, &beside);
                                let line = ruleset.binary_line(op, &own, &beside);
                                let wanted = ruleset.apply_binary(op, &apart, &right.apart(&shape));
                                let asked = format!("{asked} and {}", right.line.dtype());
                                short[1] += usize::from(compare(&asked, line, ordinary, wanted));
                            }
                            for (number, reversed) in NUMBERS
                                .into_iter()
                                .flat_map(|number| [(number, false), (number, true)])
                            {
                                let ordinary = ruleset.apply_scalar(op, &own, number, reversed);
                                let line = ruleset.scalar_line(op, &own, number, reversed);
                                let wanted = ruleset.apply_scalar(op, &apart, number, reversed);
                                let asked = format!("{asked} and {number}, reversed: {reversed}");
                                short[2] += usize::from(compare(&asked, line, ordinary, wanted));
                            }
                        }
                        // Sums of more elements may be added up in another order.
                        Group::Reduction if len < 8 => {
                            let options = Options::from(Reduce::all());
                            let ordinary = ruleset.apply(op, &[(&left.line).into()], &options);
                            let wanted = ruleset.apply(op, &[(&apart).into()], &options);
                            compare(&asked, None, ordinary, wanted);
                        }
                        Group::Reduction
                        | Group::Ternary
                        | Group::Product
                        | Group::Join
                        | Group::Sorting
                        | Group::Selection
                        | Group::Lookup
                        | Group::Arrangement => {}
                    }
                }
            }
        }
    }
    assert!(
        short[0] > 1_000 && short[1] > 5_000 && short[2] > 5_000,
        "short calls of unary and binary ops and beside numbers: {short:?}"
    );
}
