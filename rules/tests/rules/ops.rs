//! What ops compute in and return, and the same asked while the crate is compiled.

use concord_rules::{
    Casting, DTypeId, DefaultKind, OpError, OpId, Operand, PromotionError, Scalar,
};

use crate::made_up::*;

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
