//! What is measured: classes of work, each with its figures, and the sizes.

use runtime::{ComputeError, DType, Isa, Op, Ruleset, TensorView, TensorViewMut, rulesets};

/// What is done with the operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Binary(Op),
    Unary(Op),
    Cast,
    Sum,
    Matmul,
}

/// Some work on some dtypes, by a ruleset.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) work: Work,
    pub(crate) lhs: DType,
    pub(crate) rhs: Option<DType>,
    pub(crate) out: DType,
    pub(crate) ruleset: Ruleset,
    /// Whether the output is allocated by the op.
    pub(crate) fresh: bool,
}

/// How many elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    Elements(usize),
    /// So many as make the largest array this large.
    MiB(usize),
}

/// What a measurement must reach.
#[derive(Clone, Copy)]
pub(crate) enum Figure {
    /// Nanoseconds.
    AtMost(f64),
    /// Of the limit's speed.
    AtLeast(f64),
}

/// Cases that share figures, at an instruction-set level; one figure for each of [`SIZES`].
pub(crate) struct Class {
    pub(crate) name: &'static str,
    pub(crate) isa: Isa,
    pub(crate) figures: [Figure; 4],
    pub(crate) cases: Vec<Case>,
}

/// The sizes that have figures.
pub(crate) const SIZES: [Size; 4] =
    [Size::Elements(64), Size::Elements(4096), Size::Elements(65_536), Size::MiB(64)];

/// What stands for them in a smoke run.
pub(crate) const QUICK: [Size; 4] =
    [Size::Elements(64), Size::Elements(4096), Size::Elements(65_536), Size::MiB(1)];

impl Size {
    pub(crate) fn len(self, case: &Case) -> usize {
        let sizes = [Some(case.lhs), case.rhs, Some(case.out)];
        let largest = sizes.into_iter().flatten().map(DType::size).max().unwrap_or(1);
        match self {
            Size::Elements(len) => len,
            Size::MiB(size) => (size << 20) / largest,
        }
    }

    pub(crate) fn name(self) -> String {
        match self {
            Size::Elements(len) if len < 1000 => format!("{len}"),
            Size::Elements(len) => format!("{},{:03}", len / 1000, len % 1000),
            Size::MiB(size) => format!("{size} MiB"),
        }
    }
}

/// Into an output that is there.
pub(crate) type BinaryInto = fn(
    Ruleset,
    &TensorView<'_>,
    &TensorView<'_>,
    &mut TensorViewMut<'_>,
) -> Result<(), ComputeError>;
pub(crate) type UnaryInto =
    fn(Ruleset, &TensorView<'_>, &mut TensorViewMut<'_>) -> Result<(), ComputeError>;

/// The method of an op on pairs.
pub(crate) fn binary(op: Op) -> BinaryInto {
    match op {
        Op::Add => |rules, a, b, out| rules.add_into(a, b, out),
        Op::Multiply => |rules, a, b, out| rules.multiply_into(a, b, out),
        Op::Less => |rules, a, b, out| rules.less_into(a, b, out),
        Op::Maximum => |rules, a, b, out| rules.maximum_into(a, b, out),
        Op::Pow => |rules, a, b, out| rules.pow_into(a, b, out),
        other => unreachable!("no case is of {other}"),
    }
}

/// The method of an op on single elements.
pub(crate) fn unary(op: Op) -> UnaryInto {
    match op {
        Op::Exp => |rules, a, out| rules.exp_into(a, out),
        Op::Log => |rules, a, out| rules.log_into(a, out),
        Op::Sin => |rules, a, out| rules.sin_into(a, out),
        Op::Tanh => |rules, a, out| rules.tanh_into(a, out),
        other => unreachable!("no case is of {other}"),
    }
}

impl Case {
    fn new(work: Work, lhs: DType, rhs: Option<DType>, out: DType) -> Case {
        Case { work, lhs, rhs, out, ruleset: rulesets::MINDSPORE, fresh: false }
    }

    fn pair(op: Op, lhs: DType, rhs: DType, out: DType) -> Case {
        Case::new(Work::Binary(op), lhs, Some(rhs), out)
    }

    /// What the op is called; `cast` and others that are no op have a name too.
    pub(crate) fn op(&self) -> &'static str {
        match self.work {
            Work::Binary(op) | Work::Unary(op) => op.name(),
            Work::Cast => "cast",
            Work::Sum => "sum",
            Work::Matmul => "matmul",
        }
    }

    /// `add(i8, u8) → i16`
    pub(crate) fn key(&self) -> String {
        let rhs = self.rhs.map_or(String::new(), |rhs| format!(", {}", rhs.code()));
        let fresh = if self.fresh { ", fresh output" } else { "" };
        format!("{}({}{rhs}) → {}{fresh}", self.op(), self.lhs.code(), self.out.code())
    }

    /// The values of its operands: where its function is defined and does not overflow.
    pub(crate) fn range(&self) -> [(f64, f64); 2] {
        match self.work {
            Work::Unary(Op::Log) => [(0.001, 100.0); 2],
            Work::Unary(_) => [(-10.0, 10.0); 2],
            Work::Binary(Op::Pow) => [(0.001, 10.0), (-3.0, 3.0)],
            Work::Sum | Work::Matmul => [(-1.0, 1.0); 2],
            _ => [(-100.0, 100.0); 2],
        }
    }
}

/// Pairs whose dtypes the machine has instructions for.
pub(crate) fn native() -> Vec<Case> {
    use DType::*;
    let dpctl = Case { ruleset: rulesets::DPCTL, ..Case::pair(Op::Add, I32, F32, F64) };
    vec![
        Case::pair(Op::Add, I8, U8, I16),
        Case::pair(Op::Add, U8, I64, I64),
        Case::pair(Op::Add, I16, F32, F32),
        Case::pair(Op::Add, I32, F32, F32),
        dpctl,
        Case::pair(Op::Add, I64, F32, F32),
        Case::pair(Op::Add, F32, F64, F64),
        Case::pair(Op::Add, F32, C64, C64),
        Case::pair(Op::Add, F32, F32, F32),
        Case::pair(Op::Add, I32, I32, I32),
        Case::pair(Op::Multiply, I8, I8, I8),
        Case::pair(Op::Multiply, F32, F32, F32),
        Case::pair(Op::Multiply, F32, C64, C64),
        Case::pair(Op::Less, F32, F32, Bool),
        Case::pair(Op::Maximum, F32, F32, F32),
    ]
}

/// Every cast between two of the dtypes the figures name.
pub(crate) fn casts() -> Vec<Case> {
    const AMONG: [DType; 6] =
        [DType::F16, DType::Bf16, DType::F32, DType::F64, DType::I32, DType::I64];
    let pairs = AMONG.into_iter().flat_map(|from| AMONG.into_iter().map(move |to| (from, to)));
    let differ = pairs.filter(|(from, to)| from != to);
    differ.map(|(from, to)| Case::new(Work::Cast, from, None, to)).collect()
}

/// The table of figures, in its order.
pub(crate) fn classes(best: Isa) -> Vec<Class> {
    use DType::{Bf16, F16, F32};
    use Figure::{AtLeast, AtMost};
    let class = |name, isa, [small, l1, l2, memory]: [f64; 4], cases| Class {
        name,
        isa,
        figures: [AtMost(small), AtLeast(l1), AtLeast(l2), AtLeast(memory)],
        cases,
    };
    let halves =
        |lhs, rhs, out| [Op::Add, Op::Multiply].map(|op| Case::pair(op, lhs, rhs, out)).to_vec();
    vec![
        class("native pairs, AVX-512", Isa::Avx512, [13.0, 0.5, 0.9, 0.95], native()),
        class("native pairs, AVX2", Isa::Avx2, [20.0, 0.4, 0.9, 0.95], native()),
        class("f16 × bf16 → f32", best, [10.0, 0.4, 0.95, 0.95], halves(F16, Bf16, F32)),
        class("f16 ∘ f16", best, [10.0, 0.8, 0.9, 0.95], halves(F16, F16, F16)),
        class("bf16 ∘ bf16", best, [15.0, 0.15, 0.5, 0.95], halves(Bf16, Bf16, Bf16)),
        class("casts", best, [10.0, 0.3, 0.9, 0.95], casts()),
    ]
}

impl Class {
    /// The figure of a case at the n-th size.
    pub(crate) fn figure(&self, case: &Case, size: usize) -> Figure {
        // The one exception the figures name: below AVX-512DQ no instruction makes this conversion.
        let scalar = case.lhs == DType::I64 && case.out == DType::F32;
        match (scalar && self.isa == Isa::Avx2, size) {
            (true, 2) => Figure::AtLeast(0.25),
            _ => self.figures[size],
        }
    }
}

/// Elementary functions, in the dtypes they are computed in.
pub(crate) fn elementary() -> Vec<Case> {
    let of = |dtype: DType| {
        let one = [Op::Exp, Op::Log, Op::Sin, Op::Tanh]
            .map(|op| Case::new(Work::Unary(op), dtype, None, dtype));
        one.into_iter().chain([Case::pair(Op::Pow, dtype, dtype, dtype)])
    };
    [DType::F32, DType::F64].into_iter().flat_map(of).collect()
}

/// Sums of all elements.
pub(crate) fn sums() -> Vec<Case> {
    let of = |dtype| Case::new(Work::Sum, dtype, None, dtype);
    [DType::F32, DType::F16, DType::Bf16].map(of).to_vec()
}

/// The product of two square matrices.
pub(crate) fn matmul() -> Case {
    Case::new(Work::Matmul, DType::F32, Some(DType::F32), DType::F32)
}

/// What is measured on two threads.
pub(crate) fn threaded() -> Vec<Case> {
    use DType::*;
    vec![
        Case::pair(Op::Add, I8, U8, I16),
        Case::pair(Op::Add, F32, F32, F32),
        Case::pair(Op::Add, F32, C64, C64),
        Case::pair(Op::Multiply, F32, C64, C64),
        Case::pair(Op::Multiply, F16, Bf16, F32),
        Case::pair(Op::Add, Bf16, Bf16, Bf16),
        Case::new(Work::Cast, F32, None, F16),
    ]
}

/// An op that allocates its output.
pub(crate) fn fresh() -> Case {
    Case { fresh: true, ..Case::pair(Op::Add, DType::F32, DType::F32, DType::F32) }
}

/// What peers are given: of each class what tells the most.
pub(crate) fn with_peers() -> Vec<Case> {
    use DType::*;
    let cast = |(from, to)| Case::new(Work::Cast, from, None, to);
    let halves = [(F16, F16, F16), (Bf16, Bf16, Bf16), (F16, Bf16, F32)];
    let halves = halves.map(|(lhs, rhs, out)| Case::pair(Op::Add, lhs, rhs, out));
    let casts = [(F16, F32), (F32, F16), (F32, Bf16), (F64, I32), (I64, F32), (F32, F64)].map(cast);
    native().into_iter().chain(halves).chain(casts).chain([fresh()]).chain(sums()).collect()
}
