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
    /// Square matrices of this order.
    Order(usize),
}

/// What a measurement must reach.
#[derive(Clone, Copy)]
pub(crate) enum Figure {
    /// Nanoseconds.
    AtMost(f64),
    /// Of the limit's speed.
    AtLeast(f64),
}

/// Cases that share figures, at an instruction-set level: of the limit's speed, at each of [`SIZES`].
pub(crate) struct Class {
    pub(crate) name: &'static str,
    pub(crate) isa: Isa,
    pub(crate) figures: [f64; 3],
    pub(crate) cases: Vec<Case>,
}

/// Cases that are measured beside peers, and what theirs ÷ ours must be at least.
pub(crate) struct Contest {
    pub(crate) name: &'static str,
    pub(crate) least: f64,
    /// The peers that the figure names; all of them if it names none.
    pub(crate) peers: &'static [&'static str],
    /// Whether the figure is of two threads too.
    pub(crate) on_two: bool,
    pub(crate) cases: Vec<Case>,
    pub(crate) sizes: Vec<Size>,
}

/// The sizes that have figures: of arrays in the first cache, in the second, and in memory.
pub(crate) const SIZES: [Size; 3] = [Size::Elements(4096), Size::Elements(65_536), Size::MiB(64)];

/// What stands for them in a smoke run.
pub(crate) const QUICK: [Size; 3] = [Size::Elements(4096), Size::Elements(65_536), Size::MiB(1)];

impl Size {
    pub(crate) fn len(self, case: &Case) -> usize {
        let sizes = [Some(case.lhs), case.rhs, Some(case.out)];
        let largest = sizes.into_iter().flatten().map(DType::size).max().unwrap_or(1);
        match self {
            Size::Elements(len) => len,
            Size::MiB(size) => (size << 20) / largest,
            Size::Order(order) => order * order,
        }
    }

    pub(crate) fn name(self) -> String {
        match self {
            Size::Elements(len) if len < 1000 => format!("{len}"),
            Size::Elements(len) => format!("{},{:03}", len / 1000, len % 1000),
            Size::MiB(size) => format!("{size} MiB"),
            Size::Order(order) => format!("{order}³"),
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

/// The method of an op on pairs; `None` where [`Ruleset::apply_into`] is measured.
pub(crate) fn binary(op: Op) -> Option<BinaryInto> {
    match op {
        Op::Add => Some(|rules, a, b, out| rules.add_into(a, b, out)),
        Op::Multiply => Some(|rules, a, b, out| rules.multiply_into(a, b, out)),
        Op::Less => Some(|rules, a, b, out| rules.less_into(a, b, out)),
        Op::Maximum => Some(|rules, a, b, out| rules.maximum_into(a, b, out)),
        _ => None,
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
            Work::Unary(Op::Log | Op::Log2 | Op::Log10 | Op::Sqrt | Op::Reciprocal) => {
                [(0.001, 100.0); 2]
            }
            Work::Unary(Op::Log1p) => [(-0.9, 100.0); 2],
            Work::Unary(Op::Asin | Op::Acos | Op::Atanh) => [(-0.99, 0.99); 2],
            Work::Unary(Op::Acosh) => [(1.001, 100.0); 2],
            Work::Unary(_) | Work::Binary(Op::Atan2 | Op::Hypot | Op::Logaddexp) => {
                [(-10.0, 10.0); 2]
            }
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
    let class = |name, isa, figures, cases| Class { name, isa, figures, cases };
    let halves =
        |lhs, rhs, out| [Op::Add, Op::Multiply].map(|op| Case::pair(op, lhs, rhs, out)).to_vec();
    vec![
        class("native pairs, AVX-512", Isa::Avx512, [0.6, 0.93, 0.95], native()),
        class("native pairs, AVX2", Isa::Avx2, [0.45, 0.93, 0.95], native()),
        class("f16 × bf16 → f32", best, [0.5, 0.95, 0.95], halves(F16, Bf16, F32)),
        class("f16 ∘ f16", best, [0.25, 0.75, 0.95], halves(F16, F16, F16)),
        class("bf16 ∘ bf16", best, [0.25, 0.75, 0.95], halves(Bf16, Bf16, Bf16)),
        class("casts", best, [0.35, 0.9, 0.95], casts()),
    ]
}

impl Class {
    /// The figure of a case at the n-th size.
    pub(crate) fn figure(&self, case: &Case, size: usize) -> Figure {
        // The one exception the figures name: rounding to bfloat16 is more work than a load and a store.
        let rounds = case.work == Work::Cast && case.out == DType::Bf16 && size == 1;
        Figure::AtLeast(if rounds { 0.75 } else { self.figures[size] })
    }
}

/// Elementary functions of one operand, in the dtype they are computed in.
fn functions(dtype: DType) -> Vec<Case> {
    const ALL: [Op; 21] = [
        Op::Exp,
        Op::Expm1,
        Op::Exp2,
        Op::Log,
        Op::Log1p,
        Op::Log2,
        Op::Log10,
        Op::Sqrt,
        Op::Reciprocal,
        Op::Sin,
        Op::Cos,
        Op::Tan,
        Op::Asin,
        Op::Acos,
        Op::Atan,
        Op::Sinh,
        Op::Cosh,
        Op::Tanh,
        Op::Asinh,
        Op::Acosh,
        Op::Atanh,
    ];
    ALL.map(|op| numpy(Case::new(Work::Unary(op), dtype, None, dtype))).to_vec()
}

/// Elementary functions of two operands.
fn functions_of_two() -> Vec<Case> {
    let of = |dtype: DType| {
        [Op::Pow, Op::Atan2, Op::Hypot, Op::Logaddexp]
            .map(|op| numpy(Case::pair(op, dtype, dtype, dtype)))
    };
    [DType::F32, DType::F64].into_iter().flat_map(of).collect()
}

/// By NumPy's ruleset, which has every function.
fn numpy(case: Case) -> Case {
    Case { ruleset: rulesets::NUMPY, ..case }
}

/// All elementary functions.
pub(crate) fn elementary() -> Vec<Case> {
    [functions(DType::F32), functions(DType::F64), functions_of_two()].concat()
}

/// Sums of all elements.
pub(crate) fn sums() -> Vec<Case> {
    let of = |dtype| Case::new(Work::Sum, dtype, None, dtype);
    [DType::F32, DType::F16, DType::Bf16].map(of).to_vec()
}

/// Products of two square matrices.
pub(crate) fn products() -> Vec<Case> {
    let of = |dtype| numpy(Case::new(Work::Matmul, dtype, Some(dtype), dtype));
    [DType::F32, DType::F64, DType::C64, DType::F16].map(of).to_vec()
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
fn fresh() -> Case {
    Case { fresh: true, ..Case::pair(Op::Add, DType::F32, DType::F32, DType::F32) }
}

/// What peers are given: of each class what tells the most.
pub(crate) fn contests([_, cached, memory]: [Size; 3], order: Size) -> Vec<Contest> {
    use DType::*;
    let cast = |(from, to)| Case::new(Work::Cast, from, None, to);
    let halves = [(F16, F16, F16), (Bf16, Bf16, Bf16), (F16, Bf16, F32)];
    let halves = halves.map(|(lhs, rhs, out)| Case::pair(Op::Add, lhs, rhs, out));
    let casts = [(F16, F32), (F32, F16), (F32, Bf16), (F64, I32), (I64, F32), (F32, F64)].map(cast);
    let elementwise = native().into_iter().chain(halves).chain(casts).collect();
    let contest = |name, least, peers, cases, sizes| Contest {
        name,
        least,
        peers,
        on_two: false,
        cases,
        sizes,
    };
    let numpy_jax_torch = &["numpy", "jax", "torch"];
    let pooled = &["numpy", "polars", "pyarrow"];
    vec![
        contest("elementwise", 0.9, &[], elementwise, vec![cached, memory]),
        contest("functions of f32", 1.0, numpy_jax_torch, functions(F32), vec![cached]),
        contest("functions of f64", 1.0, &[], functions(F64), vec![cached]),
        contest("functions of two", 0.9, &[], functions_of_two(), vec![cached]),
        contest("sums", 1.0, &["candle-core", "torch", "polars"], sums(), vec![cached, memory]),
        contest("fresh outputs", 1.0, pooled, vec![fresh()], vec![cached, memory]),
        Contest { on_two: true, ..contest("matmul", 0.95, &[], products(), vec![order]) },
    ]
}
