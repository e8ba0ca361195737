//! A made-up ruleset of seven dtypes, and what the engine makes of it: each line asks, and says what is given.

use concord_rules::Cell::{self, NoKernel as NK, Refused as NO, Unknown as UN};
use concord_rules::{
    CastError, Casting, Column, Compute, DTypeId, DTypeSet, DefaultKind, Facts, Float, Format,
    Kind, Nary, OpCells, OpError, OpId, OpResult, OpRow, OpRule, Operand, Others, PromotionError,
    ResultType, Scalar, Scalars, Side, TableName, Tables, TypedScalars, losses,
};

const BOOL: DTypeId = DTypeId(0);
const I8: DTypeId = DTypeId(1);
const I32: DTypeId = DTypeId(2);
const U8: DTypeId = DTypeId(3);
const F16: DTypeId = DTypeId(4);
const F32: DTypeId = DTypeId(5);
const C64: DTypeId = DTypeId(6);
/// In the list, and not in the ruleset.
const F64: DTypeId = DTypeId(7);
const NAMES: [&str; 8] = ["bool", "i8", "i32", "u8", "f16", "f32", "c64", "f64"];

const DTYPES: &[Facts] = &[
    Facts { bits: 8, format: Format::Bool },
    Facts { bits: 8, format: Format::Int },
    Facts { bits: 32, format: Format::Int },
    Facts { bits: 8, format: Format::Uint },
    Facts { bits: 16, format: Format::Float(Float::ieee(5, 10)) },
    Facts { bits: 32, format: Format::Float(Float::ieee(8, 23)) },
    Facts { bits: 64, format: Format::Complex { part: F32 } },
    Facts { bits: 64, format: Format::Float(Float::ieee(11, 52)) },
];

const fn d(dtype: DTypeId) -> Cell {
    Cell::DType(dtype)
}

const B: Cell = d(BOOL);
const S: Cell = d(I8);
const I: Cell = d(I32);
const U: Cell = d(U8);
const H: Cell = d(F16);
const F: Cell = d(F32);
const C: Cell = d(C64);

#[rustfmt::skip]
const PROMOTION: [[Cell; 8]; 8] = [
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
const ADD: OpId = OpId(0);
const SIN: OpId = OpId(1);
const MEAN: OpId = OpId(2);
const ALL: OpId = OpId(3);
const SUM: OpId = OpId(4);
const ABS: OpId = OpId(5);
const ARGMAX: OpId = OpId(6);
const CLIP: OpId = OpId(7);

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

static PLAIN: Tables<'_> = Tables {
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
static VARIANT: Tables<'_> = Tables {
    op_rows: &OpCells::rows::<{ OpCells::count(LAYERS) }>(LAYERS),
    op_rows_of: &OpCells::ranges::<{ RULES.len() }>(LAYERS),
    ..PLAIN
}
.checked();

static CATEGORIES: Tables<'_> =
    Tables { zero_dim: ZERO_DIM.as_flattened(), nary: Nary::CategoryFold, ..PLAIN };
static JOIN: Tables<'_> = Tables { nary: Nary::Join, ..PLAIN };
/// `u8 × f16` is its left operand, in either order.
static ORDERED: Tables<'_> = Tables { promotion: LEFT.as_flattened(), ..JOIN };
const LEFT: [[Cell; 8]; 8] = {
    let mut cells = PROMOTION;
    cells[3][4] = U;
    cells
};
static WEAKLY: Tables<'_> = Tables { weak: WEAK.as_flattened(), ..PLAIN };

fn dtype(name: &str) -> DTypeId {
    let place = NAMES.iter().position(|known| *known == name);
    DTypeId::at(place.unwrap_or_else(|| panic!("`{name}` is the name of a dtype")))
}

/// `i8`, `zero:i8`, `weak:i8`, `int`, `scalar:i8`.
fn operand(word: &str) -> Operand {
    match word.split_once(':') {
        Some(("zero", name)) => Operand::ZeroDim(dtype(name)),
        Some(("weak", name)) => Operand::Weak(dtype(name)),
        Some(("scalar", name)) => Operand::ForeignScalar(dtype(name)),
        _ => match word.strip_prefix('a').and_then(Scalar::parse) {
            Some(scalar) => Operand::Scalar(scalar),
            None => Operand::Tensor(dtype(word)),
        },
    }
}

/// `result_type` goes by the cells of `clip`.
static AS_CLIP: Tables<'_> = Tables { result_type: Some(CLIP), ..JOIN };

fn operands(words: &str) -> Vec<Operand> {
    words.split(' ').map(operand).collect()
}

/// `i8`, `i8*` where it is weakly typed, or why there is none.
fn promoted(tables: &Tables<'_>, words: &str) -> String {
    shown(tables.promote_all(&operands(words)))
}

fn shown(answer: Result<ResultType, PromotionError>) -> String {
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

/// Python scalars are `abool aint afloat acomplex`.
#[test]
fn operands_promote_by_tables_and_rule() {
    let cases: &[(&Tables<'_>, &str, &str)] = &[
        (&PLAIN, "i8 u8", "i32"),
        (&PLAIN, "i8", "i8"),
        (&PLAIN, "i32 f16", "- i32 × f16"),
        (&PLAIN, "c64 u8", "! c64 × u8"),
        (&PLAIN, "f64 i8", "no f64"),
        (&PLAIN, "i8 f64", "no f64"),
        (&PLAIN, "f64", "no f64"),
        (&PLAIN, "aint afloat", "no tensor"),
        (&PLAIN, "aint", "no tensor"),
        (&PLAIN, "i8 aint", "i8"),
        (&PLAIN, "afloat i8", "f32"),
        (&PLAIN, "u8 acomplex", "- u8 × Python complex"),
        (&PLAIN, "i8 scalar:u8", "? i8 × u8 scalar"),
        // From the left, the first tensor before the scalars that precede it.
        (&PLAIN, "i32 i8 f16", "- i32 × f16"),
        (&PLAIN, "f16 i8 i32", "- f16 × i32"),
        (&PLAIN, "afloat bool i8", "f32"),
        (&PLAIN, "bool aint i8", "i32"),
        // Categories that are not distinguished.
        (&PLAIN, "i8 zero:u8", "i32"),
        (&PLAIN, "weak:i8", "i8"),
        // The highest kind first.
        (&JOIN, "i32 i8 f32", "f32"),
        // None may be refused beside another.
        (&JOIN, "i32 i8 f32 f16", "- i32 × f16"),
        (&JOIN, "f16 f32 i32", "- f16 × i32"),
        (&JOIN, "u8 f16 i8", "f16"),
        (&JOIN, "aint i8 afloat f16", "f16"),
        (&JOIN, "i8 c64 u8", "! c64 × u8"),
        // But two in their order.
        (&ORDERED, "u8 f16", "u8"),
        (&ORDERED, "f16 u8", "f16"),
        (&ORDERED, "u8 f16 u8", "f16"),
        // Each category by itself, then the lower ones with the higher.
        (&CATEGORIES, "i8 zero:i32 u8", "i32"),
        (&CATEGORIES, "i8 zero:i32", "i8"),
        (&CATEGORIES, "zero:i32 i8", "i8"),
        (&CATEGORIES, "zero:i8 zero:u8", "i32"),
        (&CATEGORIES, "zero:i8 zero:u8 i8", "i8"),
        (&CATEGORIES, "aint zero:f16 i32", "- i32 × 0-d f16"),
        (&CATEGORIES, "i8 aint zero:u8 afloat", "f32"),
        (&CATEGORIES, "zero:i8 afloat", "f32"),
        (&CATEGORIES, "weak:i8 zero:i32", "i8"),
        // Weakly typed tensors.
        (&WEAKLY, "weak:i8", "i8*"),
        (&WEAKLY, "i8 weak:i32", "i8"),
        (&WEAKLY, "weak:i32 i8", "i8"),
        (&WEAKLY, "weak:i8 weak:u8", "i32*"),
        (&WEAKLY, "weak:i8 aint", "i32*"),
        (&WEAKLY, "weak:i8 abool", "i8"),
        (&WEAKLY, "afloat weak:i8", "f32*"),
        (&WEAKLY, "weak:i8 weak:u8 f16", "- weak i32 × f16"),
        (&WEAKLY, "scalar:i8 weak:i32", "i8"),
        (&WEAKLY, "zero:i8 weak:i32", "i8"),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .map(|&(tables, words, wanted)| (words, promoted(tables, words), wanted))
        .filter(|(_, got, wanted)| got != wanted)
        .map(|(words, got, wanted)| format!("{words}: got {got}, wanted {wanted}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn result_type_goes_by_the_cells_of_an_op() {
    let cases: &[(&Tables<'_>, &str, &str)] = &[
        (&JOIN, "i8 u8", "i32"),
        (&AS_CLIP, "i8 u8", "f16"),
        (&AS_CLIP, "u8 i8", "i32"),
        (&AS_CLIP, "i8", "i8"),
        (&AS_CLIP, "i32 aint", "- i32 × Python int"),
        (&AS_CLIP, "i8 i32 aint", "- i32 × Python int"),
        (&AS_CLIP, "f32 i8 u8", "f32"),
        (&AS_CLIP, "f64 i8", "no f64"),
        (&AS_CLIP, "aint", "no tensor"),
    ];
    for &(tables, words, wanted) in cases {
        assert_eq!(shown(tables.result_type(&operands(words))), wanted, "{words}");
        assert_eq!(promoted(tables, words), promoted(&JOIN, words), "{words}");
    }
}

#[test]
fn a_typed_scalar_counts_as_the_ruleset_says() {
    let of = |tables: &'static Tables<'_>, typed| Tables { typed, ..*tables };
    let cases = [
        (of(&PLAIN, TypedScalars::Table), "i8 scalar:f16", "? i8 × f16 scalar"),
        (of(&PLAIN, TypedScalars::Tensor), "i8 scalar:f16", "f16"),
        (of(&PLAIN, TypedScalars::Tensor), "scalar:f16 i32", "- f16 scalar × i32"),
        (of(&CATEGORIES, TypedScalars::ZeroDim), "i8 scalar:i32", "i8"),
        (of(&CATEGORIES, TypedScalars::ZeroDim), "zero:u8 scalar:i8 i8", "i8"),
        // A 0-d tensor is any tensor to this one.
        (of(&PLAIN, TypedScalars::ZeroDim), "i8 scalar:u8", "i32"),
        (of(&PLAIN, TypedScalars::Kind), "i8 scalar:f16", "f32"),
        (of(&PLAIN, TypedScalars::Kind), "scalar:u8 i8", "i8"),
        (of(&PLAIN, TypedScalars::Kind), "u8 scalar:c64", "- u8 × c64 scalar"),
        (of(&PLAIN, TypedScalars::Converted), "i8 scalar:f16", "i8"),
        (of(&PLAIN, TypedScalars::Converted), "scalar:c64 bool", "bool"),
        (of(&PLAIN, TypedScalars::Converted), "f64 scalar:i8", "no f64"),
        (of(&PLAIN, TypedScalars::Tensor), "scalar:i8 scalar:u8", "i32"),
        (of(&PLAIN, TypedScalars::Kind), "scalar:i8 scalar:u8", "no tensor"),
    ];
    for (tables, words, wanted) in cases {
        assert_eq!(promoted(&tables, words), wanted, "{words} of {:?}", tables.typed);
    }
}

#[test]
fn ops_compute_and_return_by_their_rule() {
    let undefined = |dtype| Err(OpError::Undefined(dtype));
    type Gives = Result<(DTypeId, DTypeId), OpError>;
    let cases: &[(OpId, &str, Gives)] = &[
        (ADD, "i8 u8", Ok((I32, I32))),
        (ADD, "i8 aint", Ok((I8, I8))),
        (SIN, "i8", Ok((F16, F16))),
        (SIN, "i32", Ok((F32, F32))),
        (SIN, "c64", Ok((C64, C64))),
        (MEAN, "u8", Ok((F32, F32))),
        (MEAN, "c64", undefined(C64)),
        (ALL, "c64", Ok((BOOL, BOOL))),
        (SUM, "bool", Ok((I32, I32))),
        (SUM, "u8", Ok((I32, I32))),
        (SUM, "f16", Ok((F16, F16))),
        (SUM, "c64", undefined(C64)),
        (ABS, "c64", Ok((C64, F32))),
        (ABS, "i8", Ok((I8, I8))),
        (ABS, "bool", Err(OpError::Cell { lhs: BOOL, rhs: None, cell: NK })),
        (ARGMAX, "i8", Err(OpError::NoDefault(DefaultKind::Indexing))),
        (CLIP, "i32 i8", Ok((I32, I32))),
        (CLIP, "i8 i32", Err(OpError::NotFirst { first: I8, promoted: I32 })),
        (CLIP, "i8 u8", Err(OpError::NotFirst { first: I8, promoted: F16 })),
        (CLIP, "u8 i8", Err(OpError::NotFirst { first: U8, promoted: I32 })),
        (
            CLIP,
            "aint i32",
            Err(OpError::Cell { lhs: I32, rhs: Some(Operand::Scalar(Scalar::Int)), cell: NO }),
        ),
        (ADD, "f64", Err(OpError::Promotion(PromotionError::Unsupported(F64)))),
        (ADD, "aint", Err(OpError::Promotion(PromotionError::NoTensor))),
        (CLIP, "f16 i8 f16", Ok((F16, F16))),
    ];
    for &(op, words, wanted) in cases {
        let got = PLAIN.op_dtypes(op, &operands(words)).map(|got| (got.compute, got.result));
        assert_eq!(got, wanted, "op {} of {words}", op.0);
    }
    let alike = |dtype: DTypeId| {
        Err(OpError::Cell { lhs: dtype, rhs: Some(Operand::Tensor(dtype)), cell: NK })
    };
    let cases: &[(OpId, &str, Gives)] = &[
        (CLIP, "i8 i8", alike(I8)),
        (CLIP, "u8 u8", alike(U8)),
        (CLIP, "i32 i32", Ok((I32, I32))),
        // Not float16, as the list before has it.
        (CLIP, "i8 u8", Err(OpError::NotFirst { first: I8, promoted: I32 })),
        (ABS, "bool", Ok((BOOL, BOOL))),
    ];
    for &(op, words, wanted) in cases {
        let got = VARIANT.op_dtypes(op, &operands(words)).map(|got| (got.compute, got.result));
        assert_eq!(got, wanted, "op {} of {words} of the variant", op.0);
    }
    let weak = WEAKLY.op_dtypes(ADD, &operands("weak:i8 weak:i8")).map(|got| got.weak);
    assert_eq!(weak, Ok(true));
    let part = WEAKLY.op_dtypes(ABS, &operands("weak:c64")).map(|got| (got.result, got.weak));
    assert_eq!(part, Ok((F32, false)), "only what is returned as computed stays weakly typed");
}

#[test]
fn all_of_it_works_in_const_code() {
    const GIVES: Result<DTypeId, PromotionError> =
        match CATEGORIES.promote_all(&[Operand::Tensor(I8), Operand::ZeroDim(I32)]) {
            Ok(result) => Ok(result.dtype),
            Err(error) => Err(error),
        };
    const SINE: bool =
        matches!(PLAIN.op_dtypes(SIN, &[Operand::Tensor(I8)]), Ok(got) if got.result.0 == F16.0);
    const CAST: bool = matches!(PLAIN.can_cast(I8, F32, Casting::Safe), Ok(true));
    assert_eq!((GIVES, SINE, CAST), (Ok(I8), true, true));
}

#[test]
fn casts_are_allowed_by_numpys_words() {
    let cases = [
        (I8, I8, Casting::No, Ok(true)),
        (I8, I32, Casting::Equiv, Ok(false)),
        (I8, F16, Casting::Safe, Ok(true)),
        (I32, F32, Casting::Safe, Ok(false)),
        (I32, F32, Casting::SameKind, Ok(true)),
        (F32, F16, Casting::SameKind, Ok(true)),
        (F32, I32, Casting::SameKind, Ok(false)),
        (I8, U8, Casting::SameKind, Ok(false)),
        (U8, I8, Casting::SameKind, Ok(true)),
        (C64, BOOL, Casting::Unsafe, Ok(true)),
        (I8, F64, Casting::Unsafe, Err(CastError::Unsupported(F64))),
        (I8, I8, Casting::Output, Err(CastError::NoOutputRule)),
    ];
    for (from, to, casting, wanted) in cases {
        let names = [from, to].map(|dtype| NAMES[dtype.index()]);
        assert_eq!(PLAIN.can_cast(from, to, casting), wanted, "{names:?} {casting:?}");
    }
}

#[test]
fn the_cast_to_insert_loses_least() {
    let cases = [
        ("i32 f16", Some((Side::Right, F32, F32))),
        ("f16 i32", Some((Side::Left, F32, F32))),
        ("c64 u8", Some((Side::Right, C64, C64))),
        ("u8 acomplex", Some((Side::Left, C64, C64))),
        ("zero:i32 f16", None),
    ];
    for (words, wanted) in cases {
        let &[lhs, rhs] = operands(words).as_slice() else { panic!("{words} is a pair") };
        let got = PLAIN.cast_to_insert(lhs, rhs).map(|cast| (cast.side, cast.to, cast.gives));
        assert_eq!(got, wanted, "{words}");
    }
    assert_eq!(PLAIN.stand_in(F64), Some(F32));
}

/// Bool beside a float8: of casts that lose nothing, one that gives neither a dtype of a higher kind than either operand
/// nor, if there is another, one that few operations take.
#[test]
fn the_cast_to_insert_gives_a_dtype_that_operations_take() {
    const QUARTER: DTypeId = DTypeId(1);
    const HALF: DTypeId = DTypeId(2);
    const COMPLEX: DTypeId = DTypeId(3);
    const FLOAT: DTypeId = DTypeId(4);
    const DTYPES: &[Facts] = &[
        Facts { bits: 8, format: Format::Bool },
        Facts { bits: 8, format: Format::Float(Float::ieee(5, 2)) },
        Facts { bits: 16, format: Format::Float(Float::ieee(5, 10)) },
        Facts { bits: 64, format: Format::Complex { part: FLOAT } },
        Facts { bits: 32, format: Format::Float(Float::ieee(8, 23)) },
    ];
    let supported = DTypeSet::of(&[BOOL, QUARTER, HALF, COMPLEX]);
    for (with_half, wanted) in
        [(d(HALF), (Side::Right, HALF, HALF)), (NO, (Side::Left, QUARTER, QUARTER))]
    {
        let promotion = [
            [B, NO, with_half, d(COMPLEX), UN],
            [NO, d(QUARTER), NO, d(COMPLEX), UN],
            [with_half, NO, d(HALF), d(COMPLEX), UN],
            [d(COMPLEX), d(COMPLEX), d(COMPLEX), d(COMPLEX), UN],
            [UN; 5],
        ];
        let tables =
            Tables { promotion: promotion.as_flattened(), ..Tables::new(DTYPES, supported) };
        let cast = tables.cast_to_insert(Operand::Tensor(BOOL), Operand::Tensor(QUARTER));
        let got = cast.map(|cast| (cast.side, cast.to, cast.gives));
        assert_eq!(got, Some(wanted), "bool × float8, where bool × float16 is {with_half:?}");
    }
}

#[test]
fn what_is_lost_is_said() {
    let cases = [
        (I8, F16, "lossless"),
        (I32, F16, "keeps 11 of 31 bits, overflows near 2^16"),
        (F32, U8, "keeps 0 .. 255, drops negative values, drops fractions"),
        (C64, F16, "keeps 11 of 24 bits, overflows near 2^16, drops the imaginary part"),
        (F32, BOOL, "keeps only whether it is zero"),
        (I8, U8, "drops negative values"),
    ];
    for (from, to, wanted) in cases {
        assert_eq!(losses(DTYPES, from, to).to_string(), wanted);
    }
}

#[test]
fn laws_have_counter_examples() {
    let laws = PLAIN.laws();
    assert!(laws.symmetric.is_empty() && laws.idempotent.is_empty());
    assert_eq!(laws.bool_identity, Some(Vec::new()));
    assert!(laws.associative.contains(&([I8, U8, F16], [NO, H])));
    let lossy: Vec<[DTypeId; 2]> = laws.lossless.iter().map(|lossy| lossy.pair).collect();
    assert_eq!(lossy, [[I32, F32], [I32, C64], [F32, I32], [C64, I32]]);
}

#[test]
fn a_table_answers_for_its_own_operands_only() {
    for name in TableName::ALL {
        for column in [Column::DType(I8), Column::Scalar(Scalar::Int)] {
            let [row, other] = name.operands(I32, column);
            assert_eq!(row.dtype(), Some(I32), "{name}");
            assert_eq!(other.dtype().is_none(), column == Column::Scalar(Scalar::Int), "{name}");
        }
    }
    assert_eq!(PLAIN.cell(TableName::Promotion, I8, Column::Scalar(Scalar::Int)), UN);
    assert_eq!(PLAIN.cell(TableName::Weak, I8, Column::DType(I8)), UN);
}

#[test]
fn tables_of_another_size_are_noticed() {
    let short = Tables { promotion: &PROMOTION.as_flattened()[1..], ..PLAIN };
    assert!(std::panic::catch_unwind(|| short.checked()).is_err());
}
