//! Aggregates of every dtype: rows in another order, in other batches and partitions, give the same bits, and those of
//! integers are the runtime's.

mod support;

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, RecordBatch, UInt32Array};
use arrow::compute::take;
use arrow::datatypes::{Float32Type, Schema};
use concord_datafusion::{AGGREGATES, field, register};
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use runtime::{Arg, DType, Kind, Op, Options, Ruleset};

use support::{Column, Random, bytes_of, valid_bytes};

/// The aggregate over rows in an order, in partitions of batches; nothing if it is refused.
async fn aggregate(
    ruleset: &str,
    op: Op,
    dtype: DType,
    rows: &ArrayRef,
    parts: usize,
) -> Result<ArrayRef> {
    let ctx = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(parts));
    register(&ctx, ruleset)?;
    let schema = Arc::new(Schema::new(vec![field("a", dtype, true)]));
    let each = rows.len().div_ceil(parts * 2);
    let batches = (0..rows.len()).step_by(each).map(|from| {
        RecordBatch::try_new(schema.clone(), vec![rows.slice(from, each.min(rows.len() - from))])
    });
    let batches = batches.collect::<Result<Vec<_>, _>>()?;
    let partitions = batches.chunks(2).map(<[RecordBatch]>::to_vec).collect();
    ctx.register_table("data", Arc::new(MemTable::try_new(schema, partitions)?))?;
    let found = ctx.sql(&format!("select {ruleset}_{op}(a) as r from data")).await?;
    Ok(found.collect().await?[0].column(0).clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_in_any_order_give_the_same_bits() -> Result<()> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut same, mut refused, mut as_runtime) = (0, 0, 0);
    for name in ["numpy", "torch"] {
        let ruleset = Ruleset::find(name).expect("it is one of Concord's");
        for &dtype in ruleset.dtypes() {
            let column = Column::random(&mut random, dtype, 301, true);
            let rows = column.array(0);
            let mut order: Vec<u32> = (0..301).collect();
            order.sort_by_cached_key(|_| random.next());
            let shuffled = take(&rows, &UInt32Array::from(order), None)?;
            let valid = column.valid_tensor(&column.valid);
            for op in AGGREGATES {
                let args = [Arg::from(&valid)];
                let dtypes = ruleset.apply_dtypes(op, &args, &Options::default(), None);
                let one = aggregate(name, op, dtype, &rows, 1).await;
                let Ok(dtypes) = dtypes else {
                    assert!(one.is_err(), "{name}_{op} of {dtype} is refused by the runtime");
                    refused += 1;
                    continue;
                };
                let one = valid_bytes(&one?, dtypes.result);
                let float = matches!(dtypes.compute.kind(), Kind::Float | Kind::Complex);
                // Of complex numbers with a NaN, and of equal ones, the first is taken.
                let first =
                    matches!(op, Op::Max | Op::Min) && dtypes.compute.kind() == Kind::Complex;
                let steps = op == Op::Prod && float;
                if !steps && !first {
                    let other = aggregate(name, op, dtype, &shuffled, 3).await?;
                    assert_eq!(one, valid_bytes(&other, dtypes.result), "{name}_{op} of {dtype}");
                    same += 1;
                }
                let rounds = matches!(op, Op::Sum | Op::Prod | Op::Mean | Op::Var | Op::Std);
                if !(rounds && float) {
                    let wanted = ruleset.apply(op, &args, &Options::default());
                    let wanted = wanted.unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(one.0, bytes_of(&wanted), "{name}_{op} of {dtype}");
                    as_runtime += 1;
                }
            }
        }
    }
    println!(
        "{same} aggregates the same in any order, {as_runtime} as the runtime's, {refused} refused by both"
    );
    Ok(())
}

/// Elements of complex64 by their parts, nulls among them.
fn complex64(values: &[Option<[f32; 2]>]) -> ArrayRef {
    let bytes = |value: &[f32; 2]| value.iter().flat_map(|part| part.to_le_bytes()).collect();
    let column = Column {
        dtype: DType::C64,
        bytes: values
            .iter()
            .flat_map(|value| -> Vec<u8> { bytes(value.as_ref().unwrap_or(&[0.0; 2])) })
            .collect(),
        valid: values.iter().map(Option::is_some).collect(),
    };
    column.array(0)
}

#[tokio::test]
async fn the_variance_of_complex_numbers_is_that_of_both_parts() -> Result<()> {
    let some = complex64(&[Some([1.0, 2.0]), Some([3.0, -1.0]), None, Some([0.0, 0.0])]);
    let one = complex64(&[Some([1.0, 2.0])]);
    let infinite = complex64(&[Some([1.0, 2.0]), Some([3.0, f32::INFINITY])]);
    // What NumPy 2 and torch give.
    let cases: [(&str, Op, &ArrayRef, f32); 6] = [
        ("numpy", Op::Var, &some, 3.111_111_2),
        ("numpy", Op::Std, &some, 1.763_834_2),
        ("torch", Op::Var, &some, 4.666_666_5),
        ("numpy", Op::Var, &one, 0.0),
        ("torch", Op::Var, &one, f32::NAN),
        ("numpy", Op::Std, &infinite, f32::NAN),
    ];
    for (ruleset, op, rows, wanted) in cases {
        for parts in [1, 3] {
            let got = aggregate(ruleset, op, DType::C64, rows, parts).await?;
            let got = got.as_primitive::<Float32Type>().value(0);
            assert_eq!(got.to_string(), wanted.to_string(), "{ruleset}_{op} in {parts} parts");
        }
    }
    let sum = aggregate("numpy", Op::Sum, DType::C64, &some, 2).await?;
    let wanted = complex64(&[Some([4.0, 1.0])]);
    assert_eq!(valid_bytes(&sum, DType::C64), valid_bytes(&wanted, DType::C64));
    Ok(())
}

#[tokio::test]
async fn what_has_no_value_over_no_rows_is_null() -> Result<()> {
    for dtype in [DType::I8, DType::F32] {
        let none = Column { dtype, bytes: vec![0; 2 * dtype.size()], valid: vec![false; 2] };
        for op in [Op::Max, Op::Min, Op::Median] {
            // The median of no floats is NaN under some rulesets.
            if op == Op::Median && dtype == DType::F32 {
                continue;
            }
            let got = aggregate("torch", op, dtype, &none.array(0), 1).await?;
            assert!(got.is_null(0), "torch_{op} of {dtype}");
        }
    }
    Ok(())
}
