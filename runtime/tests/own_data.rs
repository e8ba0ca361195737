//! A ruleset of one's own whose data leads to a dtype that there is not is refused when it is made.

use std::panic::catch_unwind;

use concord_runtime::rules::{Cell, DTypeId, OpId};
use concord_runtime::{DType, Ruleset, RulesetData, Tables, rulesets};

/// JAX's data with one cell of a table changed.
fn changed(cells: &'static [Cell], row: DType, column: usize, cell: Cell) -> &'static [Cell] {
    let mut cells = cells.to_vec();
    let width = cells.len() / DType::ALL.len();
    cells[row as usize * width + column] = cell;
    cells.leak()
}

#[test]
fn a_cell_that_gives_no_dtype_is_named() {
    let jax = *rulesets::JAX.data();
    let (tables, dtypes, names) = (jax.tables, DType::ALL.len(), jax.foreign.len());
    let beyond = DTypeId(200);
    let promotion = |cell| Tables {
        promotion: changed(tables.promotion, DType::I8, DType::U8 as usize, cell),
        ..tables
    };
    let weak = changed(tables.weak, DType::I8, DType::F16 as usize, Cell::Weak(beyond));
    let scalars = changed(tables.scalars, DType::F32, 2, Cell::DType(beyond));
    let cases = [
        (
            promotion(Cell::Foreign(u8::MAX)),
            format!(
                "table `promotion`, int8 × uint8 gives foreign dtype 255, and names are there of {names}"
            ),
        ),
        (
            promotion(Cell::DType(beyond)),
            format!("table `promotion`, int8 × uint8 gives dtype 200, and there are {dtypes}"),
        ),
        (
            Tables { weak, ..tables },
            format!("table `weak`, int8 × float16 gives dtype 200, and there are {dtypes}"),
        ),
        (
            Tables { scalars, ..tables },
            format!(
                "table `scalars`, float32 × scalar:float gives dtype 200, and there are {dtypes}"
            ),
        ),
        (
            Tables { defaults: [Some(beyond); 4], ..tables },
            format!("the default integral dtype is dtype 200, and there are {dtypes}"),
        ),
        (
            Tables { result_type: Some(OpId(u8::MAX)), ..tables },
            format!(
                "`result_type` asks as operation 255, and there are {}",
                concord_runtime::Op::ALL.len()
            ),
        ),
    ];
    for (tables, wanted) in cases {
        let data = Box::leak(Box::new(RulesetData { tables, ..jax }));
        let refused = catch_unwind(|| Ruleset::new(data)).expect_err(&wanted);
        assert_eq!(*refused.downcast::<String>().expect("a sentence"), wanted);
    }
}

#[test]
fn a_foreign_dtype_that_has_a_name_is_told_by_it() {
    let jax = *rulesets::JAX.data();
    let cell = Cell::Foreign(1);
    let promotion = changed(jax.tables.promotion, DType::I8, DType::U8 as usize, cell);
    let tables = Tables { promotion, ..jax.tables };
    let foreign = &["Int128", "Int256"];
    let own = Ruleset::new(Box::leak(Box::new(RulesetData { tables, foreign, ..jax })));
    let error = own.promote(DType::I8, DType::U8).expect_err("no dtype of the list");
    assert!(
        matches!(error, concord_runtime::RuleError::Foreign { name: "Int256", .. }),
        "{error:?}"
    );
}
