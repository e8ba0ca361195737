//! Every elementwise op on every dtype, or pair of them: the function gives the runtime's bits.
//!
//! Under four rulesets, or under all where `CONCORD_FULL` is set.

mod support;

use std::sync::Arc;

use arrow::datatypes::FieldRef;
use concord_datafusion::{Rules, dtype_of, field, functions};
use datafusion::config::ConfigOptions;
use datafusion::logical_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF};
use runtime::{Arg, DType, Group, Op, Options, Tensor, rulesets};

use support::{Column, Random, bytes_of, valid_bytes};

#[derive(Default)]
struct Counts {
    computed: usize,
    refused: usize,
    failed: usize,
    elements: usize,
}

fn check(
    function: &ScalarUDF,
    rules: &Rules,
    op: Op,
    columns: &[Column],
    before: usize,
    counts: &mut Counts,
) {
    let what = || {
        let dtypes: Vec<DType> = columns.iter().map(|column| column.dtype).collect();
        format!("{} {dtypes:?}", function.name())
    };
    let rows = columns[0].valid.len();
    let fields: Vec<FieldRef> =
        columns.iter().map(|column| Arc::new(field("a", column.dtype, true))).collect();
    let scalars = vec![None; fields.len()];
    let planned = function.return_field_from_args(ReturnFieldArgs {
        arg_fields: &fields,
        scalar_arguments: &scalars,
    });
    let valid: Vec<bool> =
        (0..rows).map(|row| columns.iter().all(|column| column.valid[row])).collect();
    let tensors: Vec<Tensor> = columns.iter().map(|column| column.valid_tensor(&valid)).collect();
    let args: Vec<Arg<'_>> = tensors.iter().map(Arg::from).collect();
    let ruleset = rules.ruleset();
    let wanted_dtypes = ruleset.apply_dtypes(op, &args, &Options::default(), None);
    let (return_field, dtypes) = match (planned, wanted_dtypes) {
        (Err(_), Err(_)) => {
            counts.refused += 1;
            return;
        }
        (Ok(field), Ok(dtypes)) => (field, dtypes),
        (got, wanted) => panic!("{}: planned {got:?}, wanted {wanted:?}", what()),
    };
    assert_eq!(dtype_of(&return_field), Some(dtypes.result), "{}", what());
    let args_of = ScalarFunctionArgs {
        args: columns.iter().map(|column| ColumnarValue::Array(column.array(before))).collect(),
        arg_fields: fields,
        number_rows: rows,
        return_field,
        config_options: Arc::new(ConfigOptions::default()),
    };
    let got = function.invoke_with_args(args_of);
    let wanted = ruleset.apply(op, &args, &Options::default());
    match (got, wanted) {
        (Err(_), Err(_)) => counts.failed += 1,
        (Ok(got), Ok(wanted)) => {
            let array = got.to_array(rows).expect("an array");
            let (bytes, got_valid) = valid_bytes(&array, dtypes.result);
            assert_eq!(got_valid, valid, "{}: nulls", what());
            assert_eq!(bytes, bytes_of(&wanted), "{}", what());
            counts.computed += 1;
            counts.elements += wanted.len();
        }
        (got, wanted) => panic!("{}: got {got:?}, wanted {:?}", what(), wanted.map(|_| ())),
    }
}

#[test]
fn every_op_on_every_dtype_and_pair_gives_the_bits_of_the_runtime() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut all = Counts::default();
    // All of them take minutes in a debug build.
    let every = std::env::var_os("CONCORD_FULL").is_some();
    for &ruleset in rulesets::ALL {
        if !every && !["numpy", "torch", "mindspore", "pyarrow"].contains(&ruleset.name()) {
            continue;
        }
        let rules = Rules::from(ruleset);
        let functions = functions(&rules);
        let mut counts = Counts::default();
        // Odd sizes, the second with nulls, both sliced.
        let sizes = [(67, true, 3), (9, false, 1)];
        let tables: Vec<Vec<Column>> = sizes
            .iter()
            .flat_map(|&(len, nulls, _)| [(len, nulls); 3])
            .map(|(len, nulls)| {
                DType::ALL
                    .into_iter()
                    .map(|dtype| Column::random(&mut random, dtype, len, nulls))
                    .collect()
            })
            .collect();
        for op in Op::ALL {
            let name = rules.function(op);
            let Some(function) = functions.iter().find(|function| function.name() == name) else {
                continue;
            };
            for (&(_, _, before), table) in sizes.iter().zip(tables.chunks(3)) {
                match op.group() {
                    Group::Unary => {
                        for a in &table[0] {
                            check(
                                function,
                                &rules,
                                op,
                                std::slice::from_ref(a),
                                before,
                                &mut counts,
                            );
                        }
                    }
                    Group::Binary => {
                        for a in &table[0] {
                            for b in &table[1] {
                                check(
                                    function,
                                    &rules,
                                    op,
                                    &[a.clone(), b.clone()],
                                    before,
                                    &mut counts,
                                );
                            }
                        }
                    }
                    Group::Ternary => {
                        for (place, a) in table[0].iter().enumerate() {
                            for b in &table[1] {
                                let third = &table[2][if op == Op::Where { 0 } else { place }];
                                let columns = match op {
                                    Op::Where => [third.clone(), a.clone(), b.clone()],
                                    _ => [a.clone(), b.clone(), third.clone()],
                                };
                                check(function, &rules, op, &columns, before, &mut counts);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        println!(
            "{ruleset}: {} calls computed, {} elements; {} refused by both, {} failed by both",
            counts.computed, counts.elements, counts.refused, counts.failed
        );
        all.computed += counts.computed;
        all.refused += counts.refused;
        all.failed += counts.failed;
        all.elements += counts.elements;
    }
    println!(
        "all: {} calls computed, {} elements; {} refused by both, {} failed by both",
        all.computed, all.elements, all.refused, all.failed
    );
    assert!(all.computed > 20_000, "most calls are computed");
}
