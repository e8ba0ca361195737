//! Casts that are allowed, the cast to insert where a pair is refused, and what a cast loses.

use concord_rules::{
    CastError, Casting, DTypeId, DTypeSet, Facts, Float, Format, Operand, Side, Tables, losses,
};

use crate::made_up::*;

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
