//! Every op on every pair of dtypes and numbers under every ruleset, computed: into a fresh tensor, into one
//! that is there, of the dtype that `op_dtypes` says or with its error.

use conformance::elements::bits;
use conformance::op_dtypes::promoting;
use runtime::{
    Arg, AsView, ComputeError, DType, Group, Number, Op, Operand, Options, Ruleset, Tensor,
    rulesets,
};

const NUMBERS: [Number; 4] =
    [Number::Bool(true), Number::Int(1), Number::Float(1.0), Number::Complex(1.0, 0.0)];

/// An operand of each dtype, and each number.
struct Operands {
    tensors: Vec<Tensor>,
    condition: Tensor,
}

/// Ones, or zeros of int1, which has no 1.
fn ones(ruleset: Ruleset, shape: &[usize], dtype: DType) -> Tensor {
    let tensor = match dtype {
        DType::I1 => ruleset.zeros(shape, dtype),
        _ => ruleset.ones(shape, dtype),
    };
    tensor.unwrap_or_else(|error| panic!("{error}"))
}

impl Operands {
    fn new(ruleset: Ruleset) -> Operands {
        let one = |&dtype: &DType| ones(ruleset, &[2], dtype);
        Operands {
            tensors: ruleset.dtypes().iter().map(one).collect(),
            condition: Tensor::from(vec![true, false]),
        }
    }

    /// Those, and tensors without axes and weakly typed ones.
    fn of_every_sort(ruleset: Ruleset) -> Operands {
        let mut all = Operands::new(ruleset);
        let one = |&dtype: &DType| ones(ruleset, &[], dtype);
        let zero_dim: Vec<Tensor> = ruleset.dtypes().iter().map(one).collect();
        let weak: Vec<Tensor> =
            all.tensors.iter().map(|tensor| tensor.clone().with_weak(true)).collect();
        all.tensors.extend(zero_dim.into_iter().chain(weak));
        all
    }

    fn all(&self) -> impl Iterator<Item = Arg<'_>> {
        self.tensors.iter().map(Arg::from).chain(NUMBERS.map(Arg::Number))
    }
}

fn operand(arg: &Arg<'_>) -> Operand {
    match arg {
        Arg::Tensor(tensor) if tensor.is_weak() => Operand::Weak(tensor.dtype()),
        Arg::Tensor(tensor) if tensor.shape().is_empty() => Operand::ZeroDim(tensor.dtype()),
        Arg::Tensor(tensor) => tensor.dtype().into(),
        Arg::Number(number) => number.operand(),
        _ => unreachable!("an operand is a tensor or a number"),
    }
}

/// The dtype of a result and whether it is weakly typed, or the name of the error.
fn told(result: Result<Tensor, ComputeError>) -> Result<(DType, bool), &'static str> {
    result.map(|tensor| (tensor.dtype(), tensor.is_weak())).map_err(|error| error.kind())
}

/// Computes, and holds what comes out against what `op_dtypes` says.
fn check(ruleset: Ruleset, op: Op, operands: &Operands, args: &[Arg<'_>]) {
    let mut promoting: Vec<Operand> = args.iter().map(operand).collect();
    if op == Op::Clip || op == Op::Lerp {
        promoting.push(promoting[1]);
    }
    let says = ruleset.op_dtypes(op, &promoting);
    let wanted = says.map(|dtypes| (dtypes.result, dtypes.weak)).map_err(|error| error.kind());
    let matrix = match args {
        [Arg::Tensor(tensor)] => {
            tensor.as_view().to_tensor().reshape(&[1, 2]).expect("two elements")
        }
        _ => operands.condition.clone(),
    };
    let all: Vec<Arg<'_>> = match op {
        Op::Where => {
            [Arg::from(&operands.condition)].into_iter().chain(args.iter().map(again)).collect()
        }
        Op::Clip => vec![again(&args[0]), bound(&args[1]), bound(&args[1])],
        Op::Lerp => args.iter().chain(&args[1..]).map(again).collect(),
        // Of matrices.
        Op::Tril | Op::Triu => vec![Arg::from(&matrix)],
        _ => args.iter().map(again).collect(),
    };
    let options = match op {
        Op::Tensordot => Options::last_axes(1),
        _ => Options::default(),
    };
    let got = told(ruleset.apply(op, &all, &options));
    assert_eq!(got, wanted, "{ruleset}: {op} of {promoting:?}");
    let tensors = args.iter().all(|arg| matches!(arg, Arg::Tensor(_)));
    let axes =
        all.iter().any(|arg| matches!(arg, Arg::Tensor(tensor) if !tensor.shape().is_empty()));
    if let (Ok((dtype, _)), Group::Binary | Group::Unary, true) = (wanted, op.group(), tensors) {
        let shape: &[usize] = if axes { &[2] } else { &[] };
        let mut out = ruleset.zeros(shape, dtype).unwrap_or_else(|error| panic!("{error}"));
        ruleset
            .apply_into(op, &all, &Options::default(), &mut out)
            .unwrap_or_else(|error| panic!("{ruleset}: {op} of {promoting:?}: {error}"));
        let fresh = ruleset.apply(op, &all, &Options::default());
        // By their bits, since NaN equals nothing.
        let fresh = fresh.map(|tensor| bits(&tensor));
        assert_eq!(fresh, Ok(bits(&out)), "{ruleset}: {op} of {promoting:?}");
    }
}

/// The same operand, for as long as it is borrowed.
fn again<'a>(arg: &'a Arg<'_>) -> Arg<'a> {
    match arg {
        Arg::Tensor(tensor) => tensor.into(),
        Arg::Number(number) => Arg::Number(*number),
        _ => unreachable!("an operand is a tensor or a number"),
    }
}

/// The same operand as a bound of `clip`, a number as one that every dtype holds.
fn bound<'a>(arg: &'a Arg<'_>) -> Arg<'a> {
    match arg {
        Arg::Number(Number::Int(_)) => Arg::Number(Number::Int(0)),
        arg => again(arg),
    }
}

/// Whether an op takes these: a product and a join no numbers, `clip` only as bounds, any other not two.
fn takes(op: Op, lhs: &Arg<'_>, rhs: &Arg<'_>) -> bool {
    let tensor = |arg: &Arg<'_>| matches!(arg, Arg::Tensor(_));
    match op {
        _ if matches!(op.group(), Group::Product | Group::Join | Group::Lookup) => {
            tensor(lhs) && tensor(rhs)
        }
        Op::Clip => tensor(lhs),
        _ => tensor(lhs) || tensor(rhs),
    }
}

#[test]
fn every_op_computes_what_it_says() {
    for &ruleset in rulesets::ALL {
        let operands = Operands::new(ruleset);
        for op in Op::ALL {
            for lhs in operands.all() {
                if promoting(op) == 1 {
                    if let Arg::Tensor(_) = lhs {
                        check(ruleset, op, &operands, &[lhs]);
                    }
                    continue;
                }
                for rhs in operands.all() {
                    if takes(op, &lhs, &rhs) {
                        check(ruleset, op, &operands, &[lhs.clone(), rhs]);
                    }
                }
            }
        }
    }
}

/// Tensors without axes and weakly typed ones are told from others where the ruleset does so, in what is
/// computed as in what is said; where it does not, they are tensors like all.
#[test]
fn operands_of_every_sort_compute_what_they_say() {
    for &ruleset in rulesets::ALL {
        let operands = Operands::of_every_sort(ruleset);
        for op in [Op::Add, Op::Divide, Op::Maximum, Op::Less, Op::Where] {
            for lhs in operands.all() {
                for rhs in operands.all() {
                    if takes(op, &lhs, &rhs) {
                        check(ruleset, op, &operands, &[lhs.clone(), rhs]);
                    }
                }
            }
        }
    }
}
