//! Laws of tables, and tables that do not answer.

use concord_rules::{Column, DTypeId, Scalar, TableName, Tables};

use crate::made_up::*;

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
