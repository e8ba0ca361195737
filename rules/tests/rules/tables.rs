//! Laws of tables, and tables that do not answer.

use concord_rules::{
    Cell, Column, DTypeId, DTypeSet, OpId, OpRow, OpRows, Others, Places, Scalar, TableName, Tables,
};

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

/// What a check of tables panics with.
fn refusal(tables: Tables<'static>, places: Places<'static>) -> String {
    let panicked = std::panic::catch_unwind(|| tables.checked_as(places)).err();
    let sentence = panicked.expect("the tables are refused");
    *sentence.downcast::<String>().expect("a sentence that was put together")
}

/// Every cell of a table of dtypes, but for one.
fn but_for(place: usize, cell: Cell) -> &'static [Cell] {
    let mut cells = vec![UN; PLAIN.dtypes.len() * PLAIN.dtypes.len()];
    cells[place] = cell;
    cells.leak()
}

#[test]
fn what_leads_to_no_dtype_or_operation_is_refused_by_its_place() {
    let count = PLAIN.dtypes.len();
    let [unnamed, named] = [&[][..], &NAMES].map(|dtypes| Places { dtypes, foreign: Some(2) });
    let beyond = DTypeId(200);
    let scalars = |place: usize, cell: Cell| {
        let mut cells = vec![UN; 4 * count];
        cells[place] = cell;
        &*cells.leak()
    };
    let row =
        |lhs: &[DTypeId], rhs, gives| &*vec![OpRow { lhs: DTypeSet::of(lhs), rhs, gives }].leak();
    let op_rows_of: &[OpRows] = vec![OpRows::new(0, 2); PLAIN.op_rules.len()].leak();
    let mut defaults = PLAIN.defaults;
    defaults[2] = Some(beyond);
    let ops = PLAIN.op_rules.len();
    let (gives, last) = (Cell::DType(beyond), DTypeId(63));
    let not_there = format!("dtype 200, and there are {count}");
    let foreign = "foreign dtype 2, and names are there of 2";
    let cases = [
        (
            Tables { promotion: but_for(1, gives), ..PLAIN },
            named,
            format!("table `promotion`, bool × i8 gives {not_there}"),
        ),
        (
            Tables { promotion: but_for(1, gives), ..PLAIN },
            unnamed,
            format!("table `promotion`, dtype 0 × dtype 1 gives {not_there}"),
        ),
        (
            Tables { zero_dim: but_for(count, Cell::Weak(beyond)), ..PLAIN },
            named,
            format!("table `zero_dim`, i8 × bool gives {not_there}"),
        ),
        (
            Tables { weak_pair: but_for(count + 2, Cell::Foreign(2)), ..PLAIN },
            named,
            format!("table `weak_pair`, i8 × i32 gives {foreign}"),
        ),
        (
            Tables { scalars: scalars(6, Cell::Foreign(2)), ..PLAIN },
            named,
            format!("table `scalars`, i8 × scalar:float gives {foreign}"),
        ),
        (
            Tables { op_rows: row(&[I8], Others::Same, gives), op_rows_of: &[], ..PLAIN },
            named,
            format!("row 0 of `op_rows` gives {not_there}"),
        ),
        (
            Tables {
                op_rows: row(&[I8], Others::Tensors(DTypeSet::of(&[last])), NO),
                op_rows_of: &[],
                ..PLAIN
            },
            named,
            format!("row 0 of `op_rows` is of dtype 63, and there are {count}"),
        ),
        (
            Tables { op_rows: &[], op_rows_of, ..PLAIN },
            named,
            "the rows of operation 0 end with row 1, and there are 0".to_owned(),
        ),
        (
            Tables { has: PLAIN.has.with(last), ..PLAIN },
            named,
            format!("`has` contains dtype 63, and there are {count}"),
        ),
        (
            Tables { defaults, ..PLAIN },
            named,
            format!("the default real floating dtype is {not_there}"),
        ),
        (
            Tables { inexact: &[(I8, DTypeId(200))], ..PLAIN },
            named,
            format!("pair 0 of `inexact` names {not_there}"),
        ),
        (
            Tables { result_type: Some(OpId(250)), ..PLAIN },
            named,
            format!("`result_type` asks as operation 250, and there are {ops}"),
        ),
    ];
    for (tables, places, wanted) in cases {
        assert_eq!(refusal(tables, places), wanted);
    }
    let foreign = Tables { promotion: but_for(1, Cell::Foreign(1)), ..PLAIN };
    assert_eq!(foreign.checked_as(named).promotion[1], Cell::Foreign(1));
}
