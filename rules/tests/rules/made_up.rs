//! A made-up ruleset of seven dtypes and its variants, and operands written as words.

pub(crate) use concord_rules::Cell::{NoKernel as NK, Refused as NO, Unknown as UN};
use concord_rules::{
    Cell, Compute, DTypeId, DTypeSet, Facts, Float, Format, Kind, Nary, OpCells, OpId, OpResult,
    OpRow, OpRule, Operand, Others, PromotionError, ResultType, Scalar, Scalars, Tables,
};

pub(crate) const BOOL: DTypeId = DTypeId(0);
pub(crate) const I8: DTypeId = DTypeId(1);
pub(crate) const I32: DTypeId = DTypeId(2);
pub(crate) const U8: DTypeId = DTypeId(3);
pub(crate) const F16: DTypeId = DTypeId(4);
pub(crate) const F32: DTypeId = DTypeId(5);
pub(crate) const C64: DTypeId = DTypeId(6);
/// In the list, and not in the ruleset.
pub(crate) const F64: DTypeId = DTypeId(7);
pub(crate) const NAMES: [&str; 8] = ["bool", "i8", "i32", "u8", "f16", "f32", "c64", "f64"];

pub(crate) const DTYPES: &[Facts] = &[
    Facts { bits: 8, format: Format::Bool },
    Facts { bits: 8, format: Format::Int },
    Facts { bits: 32, format: Format::Int },
    Facts { bits: 8, format: Format::Uint },
    Facts { bits: 16, format: Format::Float(Float::ieee(5, 10)) },
    Facts { bits: 32, format: Format::Float(Float::ieee(8, 23)) },
    Facts { bits: 64, format: Format::Complex { part: F32 } },
    Facts { bits: 64, format: Format::Float(Float::ieee(11, 52)) },
];

pub(crate) const fn d(dtype: DTypeId) -> Cell {
    Cell::DType(dtype)
}

pub(crate) const B: Cell = d(BOOL);
const S: Cell = d(I8);
const I: Cell = d(I32);
const U: Cell = d(U8);
pub(crate) const H: Cell = d(F16);
const F: Cell = d(F32);
const C: Cell = d(C64);

#[rustfmt::skip]
pub(crate) const PROMOTION: [[Cell; 8]; 8] = [
    // bool i8  i32  u8   f16  f32  c64  f64
    [B,  S,   I,   U,   H,   F,   C,   UN], // bool
    [S,  S,   I,   I,   H,   F,   C,   UN], // i8
    [I,  I,   I,   I,   NO,  F,   C,   UN], // i32
    [U,  I,   I,   U,   H,   F,   NK,  UN], // u8
    [H,  H,   NO,  H,   H,   F,   C,   UN], // f16
    [F,  F,   F,   F,   F,   F,   C,   UN], // f32
    [C,  C,   C,   NK,  C,   C,   C,   UN], // c64
    [UN, UN,  UN,  UN,  UN,  UN,  UN,  UN], // f64
];

#[rustfmt::skip]
const SCALARS: [[Cell; 4]; 8] = [
    // bool int float complex
    [B,  I,   F,   C], // bool
    [S,  S,   F,   C], // i8
    [I,  I,   F,   C], // i32
    [U,  U,   F,   NO], // u8
    [H,  H,   H,   C], // f16
    [F,  F,   F,   C], // f32
    [C,  C,   C,   C], // c64
    [UN, UN,  UN,  UN], // f64
];

/// A 0-d tensor gives way where its kind is not the higher: float beside int.
const ZERO_DIM: [[Cell; 8]; 8] = {
    let mut cells = PROMOTION;
    let (mut row, mut column) = (1, 1);
    while row < 4 {
        while column < 4 {
            cells[row][column] = Cell::DType(DTypeId::at(row));
            column += 1;
        }
        (row, column) = (row + 1, 1);
    }
    cells[4][5] = H;
    cells
};

/// A weakly typed tensor gives way likewise.
const WEAK: [[Cell; 8]; 8] = ZERO_DIM;

const RULES: &[OpRule] = &[
    OpRule::new(&Kind::ALL, Compute::Promoted, OpResult::Compute),
    OpRule::new(&[Kind::Float, Kind::Complex], Compute::Inexact, OpResult::Compute),
    OpRule::new(&[Kind::Float], Compute::Real, OpResult::Compute),
    OpRule::new(&[Kind::Bool], Compute::Truth, OpResult::Bool),
    OpRule::new(&[Kind::Int, Kind::Uint, Kind::Float], Compute::Widened, OpResult::Compute),
    OpRule::new(&Kind::ALL, Compute::Promoted, OpResult::Part),
    OpRule::new(&Kind::ALL, Compute::Promoted, OpResult::Index),
    OpRule::new(&Kind::ALL, Compute::Promoted, OpResult::First),
];
pub(crate) const ADD: OpId = OpId(0);
pub(crate) const SIN: OpId = OpId(1);
pub(crate) const MEAN: OpId = OpId(2);
pub(crate) const ALL: OpId = OpId(3);
pub(crate) const SUM: OpId = OpId(4);
pub(crate) const ABS: OpId = OpId(5);
pub(crate) const ARGMAX: OpId = OpId(6);
pub(crate) const CLIP: OpId = OpId(7);

/// `abs` has no kernel of bool; `clip` of int8 and uint8 is float16, and of int32 with an int refused.
const OP_CELLS: &[OpCells<'static>] = &[
    OpCells {
        ops: &[ABS],
        rows: &[OpRow { lhs: DTypeSet::of(&[BOOL]), rhs: Others::Nothing, gives: NK }],
    },
    OpCells {
        ops: &[CLIP],
        rows: &[
            OpRow {
                lhs: DTypeSet::of(&[I8]),
                rhs: Others::Tensors(DTypeSet::of(&[U8, F16])),
                gives: H,
            },
            OpRow {
                lhs: DTypeSet::of(&[I32]),
                rhs: Others::Scalars(Scalars::of(&[Scalar::Int])),
                gives: NO,
            },
        ],
    },
];

pub(crate) static PLAIN: Tables<'_> = Tables {
    defaults: [Some(I32), None, Some(F32), Some(C64)],
    promotion: PROMOTION.as_flattened(),
    scalars: SCALARS.as_flattened(),
    op_rules: RULES,
    op_rows: &OpCells::rows::<{ OpCells::count(&[OP_CELLS]) }>(&[OP_CELLS]),
    op_rows_of: &OpCells::ranges::<{ RULES.len() }>(&[OP_CELLS]),
    inexact: &[(I8, F16), (U8, F16)],
    ..Tables::new(DTYPES, DTypeSet::of(&[BOOL, I8, I32, U8, F16, F32, C64]))
}
.checked();

/// A variant, in which `clip` has no kernel of two int8 or two uint8, and `abs` is what the tables give.
const OWN_CELLS: &[OpCells<'static>] = &[
    OpCells {
        ops: &[CLIP],
        rows: &[OpRow { lhs: DTypeSet::of(&[I8, U8]), rhs: Others::Same, gives: NK }],
    },
    OpCells { ops: &[ABS], rows: &[] },
];
const LAYERS: &[&[OpCells<'static>]] = &[OP_CELLS, OWN_CELLS];
pub(crate) static VARIANT: Tables<'_> = Tables {
    op_rows: &OpCells::rows::<{ OpCells::count(LAYERS) }>(LAYERS),
    op_rows_of: &OpCells::ranges::<{ RULES.len() }>(LAYERS),
    ..PLAIN
}
.checked();

pub(crate) static CATEGORIES: Tables<'_> =
    Tables { zero_dim: ZERO_DIM.as_flattened(), nary: Nary::CategoryFold, ..PLAIN };
pub(crate) static JOIN: Tables<'_> = Tables { nary: Nary::Join, ..PLAIN };
/// `u8 × f16` is its left operand, in either order.
pub(crate) static ORDERED: Tables<'_> = Tables { promotion: LEFT.as_flattened(), ..JOIN };
const LEFT: [[Cell; 8]; 8] = {
    let mut cells = PROMOTION;
    cells[3][4] = U;
    cells
};
pub(crate) static WEAKLY: Tables<'_> = Tables { weak: WEAK.as_flattened(), ..PLAIN };
/// `result_type` goes by the cells of `clip`.
pub(crate) static AS_CLIP: Tables<'_> = Tables { result_type: Some(CLIP), ..JOIN };

pub(crate) fn dtype(name: &str) -> DTypeId {
    let place = NAMES.iter().position(|known| *known == name);
    DTypeId::at(place.unwrap_or_else(|| panic!("`{name}` is the name of a dtype")))
}

/// `i8`, `zero:i8`, `weak:i8`, `int`, `scalar:i8`.
pub(crate) fn operand(word: &str) -> Operand {
    match word.split_once(':') {
        Some(("zero", name)) => Operand::ZeroDim(dtype(name)),
        Some(("weak", name)) => Operand::Weak(dtype(name)),
        Some(("scalar", name)) => Operand::TypedScalar(dtype(name)),
        _ => match word.strip_prefix('a').and_then(Scalar::parse) {
            Some(scalar) => Operand::Scalar(scalar),
            None => Operand::Tensor(dtype(word)),
        },
    }
}

pub(crate) fn operands(words: &str) -> Vec<Operand> {
    words.split(' ').map(operand).collect()
}

/// `i8`, `i8*` where it is weakly typed, or why there is none.
pub(crate) fn promoted(tables: &Tables<'_>, words: &str) -> String {
    shown(tables.promote_all(&operands(words)))
}

pub(crate) fn shown(answer: Result<ResultType, PromotionError>) -> String {
    let show = |operand: Operand| operand.map(|dtype| NAMES[dtype.index()]).to_string();
    match answer {
        Ok(result) => {
            format!("{}{}", NAMES[result.dtype.index()], if result.weak { "*" } else { "" })
        }
        Err(PromotionError::Cell { lhs, rhs, cell }) => {
            let sign = match cell {
                Cell::Refused => "-",
                Cell::NoKernel => "!",
                Cell::Unknown => "?",
                Cell::Foreign(_) | Cell::DType(_) | Cell::Weak(_) => "a dtype is not an error",
            };
            format!("{sign} {} × {}", show(lhs), show(rhs))
        }
        Err(PromotionError::Unsupported(dtype)) => format!("no {}", NAMES[dtype.index()]),
        Err(PromotionError::NoTensor) => "no tensor".to_owned(),
    }
}
