//! Which cells the matrix has: the ops, the layouts of an op's group, the dtypes.

use std::fmt;

use runtime::{DType, Group, Op};

/// How many rows and columns a result has.
pub(super) const ORDER: usize = 1024;

/// How the operands of an op lie, or where its result goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Of one shape, into a new tensor.
    Same,
    /// The same into an existing tensor.
    Into,
    /// The left operand becomes the result.
    InPlace,
    /// The last operand is one row.
    Row,
    /// The last operand is one column.
    Column,
    /// The last operand is a Python scalar; of `clip` both bounds are.
    Scalar,
    /// The last operand, or the only one, is transposed.
    Transposed,
    /// Every second element of each row.
    Strided,
    /// Along the first axis.
    First,
    /// Along the last axis.
    Last,
    /// Over all axes.
    All,
    /// Of one axis, along it.
    Line,
}

impl Layout {
    pub(super) const ALL: [Layout; 12] = [
        Layout::Same,
        Layout::Into,
        Layout::InPlace,
        Layout::Row,
        Layout::Column,
        Layout::Scalar,
        Layout::Transposed,
        Layout::Strided,
        Layout::First,
        Layout::Last,
        Layout::All,
        Layout::Line,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Layout::Same => "same",
            Layout::Into => "into",
            Layout::InPlace => "in-place",
            Layout::Row => "row",
            Layout::Column => "column",
            Layout::Scalar => "scalar",
            Layout::Transposed => "transposed",
            Layout::Strided => "strided",
            Layout::First => "axis-0",
            Layout::Last => "axis-1",
            Layout::All => "all-axes",
            Layout::Line => "line",
        }
    }
}

/// One op on one layout of one dtype.
pub(super) struct Cell {
    pub(super) op: Op,
    pub(super) layout: Layout,
    pub(super) dtype: DType,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.op, self.layout.name(), self.dtype)
    }
}

impl Cell {
    /// The least and greatest value of the n-th operand: such as the op has a usual result for.
    pub(super) fn range(&self, place: usize) -> (f64, f64) {
        let integer = self.dtype.iinfo().is_some();
        match (self.op, place, self.layout) {
            // In place again and again, values stay in range.
            (_, 1, Layout::InPlace) => (1.0, 1.0),
            (Op::Pow | Op::FloatPower, 1, _) => (0.0, 3.0),
            (Op::BitwiseLeftShift | Op::BitwiseRightShift, 1, _) => (0.0, 7.0),
            (Op::Acosh, _, _) => (1.1, 3.0),
            (Op::Where, 0, _) => (-1.0, 1.0),
            (Op::Clip, 1, _) => (20.0, 30.0),
            (Op::Clip, 2, _) => (50.0, 60.0),
            (Op::Clip, _, _) => (1.0, 100.0),
            _ if integer => (1.0, 100.0),
            _ => (0.1, 0.9),
        }
    }
}

const DTYPES: [DType; 8] = [
    DType::I8,
    DType::I32,
    DType::I64,
    DType::F16,
    DType::Bf16,
    DType::F32,
    DType::F64,
    DType::C64,
];

/// The layouts of an op.
fn layouts(op: Op) -> &'static [Layout] {
    use Layout::{
        All, Column, First, InPlace, Into, Last, Line, Row, Same, Scalar, Strided, Transposed,
    };
    match op.group() {
        Group::Unary => &[Same, Into, Transposed, Strided],
        Group::Binary => &[Same, Into, InPlace, Row, Column, Scalar, Transposed, Strided],
        Group::Ternary => &[Same, Row, Column, Scalar, Transposed, Strided],
        Group::Product => &[Same, Transposed],
        Group::Reduction if matches!(op, Op::CumulativeSum | Op::CumulativeProd) => {
            &[First, Last, Line]
        }
        Group::Reduction => &[First, Last, All],
        Group::Selection => &[First, Last, All],
        Group::Sorting => &[First, Last, Line],
        Group::Join => &[First, Last],
        Group::Arrangement if op == Op::Diff => &[First, Last],
        Group::Arrangement if matches!(op, Op::Tril | Op::Triu) => &[Same, Transposed],
        // They take indices, which the matrix does not make, or give no tensor.
        Group::Lookup | Group::Arrangement => &[],
    }
}

/// All cells, op by op.
pub(super) fn all() -> Vec<Cell> {
    let mut cells = Vec::new();
    for op in Op::ALL {
        for &layout in layouts(op) {
            cells.extend(DTYPES.map(|dtype| Cell { op, layout, dtype }));
        }
    }
    cells
}
