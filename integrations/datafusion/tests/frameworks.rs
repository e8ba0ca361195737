//! What frameworks gave when they were run, and DataFusion's own operators, beside the functions of their rulesets.

mod support;

use std::collections::HashMap;
use std::path::Path;

use arrow::array::{ArrayRef, RecordBatch};
use concord_datafusion::{arrow_type, field, register};
use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use runtime::{DType, Kind};
use serde_json::Value;
use support::{Column, valid_bytes};

/// Elements of a real dtype in a recorded run, by their hexadecimal digits; `None` where it has something else.
fn elements(dtype: DType, digits: &str) -> Option<Vec<u8>> {
    let digits_of_one = if dtype.kind() == Kind::Bool { 1 } else { 2 * dtype.size() };
    let all = digits.as_bytes().chunks(digits_of_one).map(|one| {
        let bits = u64::from_str_radix(std::str::from_utf8(one).ok()?, 16).ok()?;
        Some(bits.to_le_bytes()[..dtype.size()].to_vec())
    });
    Some(all.collect::<Option<Vec<_>>>()?.concat())
}

/// Whether elements of a real dtype have the same bits, or both are NaN.
fn same(dtype: DType, got: &[u8], wanted: &[u8]) -> bool {
    let is_nan = |bytes: &[u8]| match dtype {
        DType::F16 => half::f16::from_le_bytes([bytes[0], bytes[1]]).is_nan(),
        DType::Bf16 => half::bf16::from_le_bytes([bytes[0], bytes[1]]).is_nan(),
        DType::F32 => f32::from_le_bytes(bytes.try_into().expect("4 bytes")).is_nan(),
        DType::F64 => f64::from_le_bytes(bytes.try_into().expect("8 bytes")).is_nan(),
        _ => false,
    };
    let mut pairs = got.chunks(dtype.size()).zip(wanted.chunks(dtype.size()));
    got.len() == wanted.len()
        && pairs.all(|(got, wanted)| got == wanted || (is_nan(got) && is_nan(wanted)))
}

/// Every element of the left column beside every one of the right.
fn table(left: &Column, right: &Column) -> RecordBatch {
    let (lefts, rights) = (left.valid.len(), right.valid.len());
    let one = |column: &Column, place: fn(usize, usize) -> usize| {
        let size = column.dtype.size();
        let places = (0..lefts * rights).map(|row| place(row, rights));
        let bytes = places.flat_map(|at| column.bytes[at * size..(at + 1) * size].to_vec());
        let valid = vec![true; lefts * rights];
        Column { dtype: column.dtype, bytes: bytes.collect(), valid }.array(0)
    };
    let columns: [(DType, &str, ArrayRef); 2] = [
        (left.dtype, "a", one(left, |row, rights| row / rights)),
        (right.dtype, "b", one(right, |row, rights| row % rights)),
    ];
    let fields: Vec<_> = columns.iter().map(|(dtype, name, _)| field(name, *dtype, true)).collect();
    let columns = columns.map(|(_, _, array)| array).to_vec();
    RecordBatch::try_new(arrow::datatypes::Schema::new(fields).into(), columns).expect("a table")
}

/// The answer of a query over a table, or that there is none.
async fn answer(ctx: &SessionContext, table: &RecordBatch, query: &str) -> Option<ArrayRef> {
    ctx.deregister_table("data").expect("a session");
    ctx.register_batch("data", table.clone()).expect("a session");
    let batches = ctx.sql(query).await.ok()?.collect().await.ok()?;
    Some(batches.first()?.column(0).clone())
}

/// A sample of what PyTorch and NumPy computed when they were run: binary ops on every pair of some real numbers of
/// each dtype. In what is asked here nothing differs that the rulesets declare.
#[tokio::test]
async fn functions_give_what_frameworks_gave() -> Result<()> {
    const SAMPLE: [&str; 11] = [
        "add",
        "subtract",
        "multiply",
        "equal",
        "less",
        "greater_equal",
        "not_equal",
        "logical_and",
        "bitwise_xor",
        "copysign",
        "divide",
    ];
    for (ruleset, file) in [("torch", "torch-2.15.0"), ("numpy", "numpy-2.4.6")] {
        let ctx = SessionContext::new();
        register(&ctx, ruleset)?;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/observed");
        let text = std::fs::read_to_string(path.join(format!("{file}.json")))?;
        let run: Value = serde_json::from_str(&text).expect("a recorded run");
        let words = |value: &Value| -> Vec<String> {
            let all = value.as_array().expect("a list").iter();
            all.map(|word| word.as_str().unwrap_or_default().to_owned()).collect()
        };
        let real = |dtype: &DType| !dtype.is_narrow() && dtype.kind() != Kind::Complex;
        let vectors = run["vectors"].as_array().expect("vectors").iter().filter_map(|vector| {
            let [name, elements_of] = words(vector).try_into().ok()?;
            let (code, digits) = elements_of.split_once(' ')?;
            let dtype: DType = code.parse().ok().filter(real)?;
            let bytes = elements(dtype, digits)?;
            let valid = vec![true; bytes.len() / dtype.size()];
            Some((name, Column { dtype, bytes, valid }))
        });
        let vectors: HashMap<String, Column> = vectors.collect();
        let (mut asked, mut different) = (0, Vec::new());
        for probe in run["probes"]["run"].as_array().expect("probes") {
            let [op, operands, code, digits] = &words(probe)[..] else { continue };
            let columns = operands.split_once(" × ");
            let columns = columns.and_then(|(a, b)| Some((vectors.get(a)?, vectors.get(b)?)));
            let dtype = code.parse().ok().filter(real);
            let (Some((a, b)), Some(dtype)) = (columns, dtype) else { continue };
            let Some(wanted) = elements(dtype, digits) else { continue };
            if !SAMPLE.contains(&op.as_str()) {
                continue;
            }
            asked += 1;
            let query = format!("select {ruleset}_{op}(a, b) from data");
            let got = answer(&ctx, &table(a, b), &query).await;
            let got = got.filter(|got| *got.data_type() == arrow_type(dtype).0);
            if !got.is_some_and(|got| same(dtype, &valid_bytes(&got, dtype).0, &wanted)) {
                different.push(format!("{op} of {operands}"));
            }
        }
        println!("{ruleset}: {asked} ops on pairs of columns, {} differ", different.len());
        assert!(different.is_empty(), "{different:#?}");
        assert!(asked > 100, "there is a sample");
    }
    Ok(())
}

/// The ruleset `datafusion`, beside DataFusion's own operators on all pairs of its numeric dtypes. It has no decimals,
/// which DataFusion computes uint64 beside signed integers in; and `/` of integers is an op of its own.
#[tokio::test]
async fn the_ruleset_of_datafusion_is_as_datafusion() -> Result<()> {
    const OPERATORS: [(&str, &str); 11] = [
        ("add", "+"),
        ("subtract", "-"),
        ("multiply", "*"),
        ("divide", "/"),
        ("remainder", "%"),
        ("equal", "="),
        ("not_equal", "<>"),
        ("less", "<"),
        ("less_equal", "<="),
        ("greater", ">"),
        ("greater_equal", ">="),
    ];
    let ctx = SessionContext::new();
    register(&ctx, "datafusion")?;
    let dtypes: Vec<DType> =
        DType::ALL.into_iter().filter(|&dtype| arrow_type(dtype).1.is_none()).collect();
    let numbers = |dtype: DType| {
        let small = runtime::Tensor::from(vec![5_i8, 1, 3, 2]);
        let small = runtime::rulesets::NUMPY.cast(&small, dtype).expect("NumPy has the dtype");
        Column { dtype, bytes: support::bytes_of(&small), valid: vec![true; 4] }
    };
    let signed = |dtype: DType| dtype.kind() == Kind::Int;
    let (mut compared, mut refused, mut lacking, mut different) = (0, 0, 0, Vec::new());
    for &left in &dtypes {
        for &right in &dtypes {
            let table = table(&numbers(left), &numbers(right));
            let decimal =
                (left == DType::U64 && signed(right)) || (signed(left) && right == DType::U64);
            for (op, sign) in OPERATORS {
                let of_floats = [left, right].iter().any(|dtype| dtype.kind() == Kind::Float);
                let op = if op == "divide" && !of_floats { "trunc_divide" } else { op };
                let theirs = answer(&ctx, &table, &format!("select a {sign} b from data")).await;
                let function = format!("select datafusion_{op}(a, b) from data");
                let ours = answer(&ctx, &table, &function).await;
                match (ours, theirs) {
                    (None, None) => refused += 1,
                    (Some(ours), Some(theirs)) if ours.to_data() == theirs.to_data() => {
                        compared += 1
                    }
                    (None, Some(_)) if decimal => lacking += 1,
                    (ours, theirs) => {
                        let word = |array: Option<ArrayRef>| match array {
                            Some(array) => format!("{array:?}"),
                            None => "an error".to_owned(),
                        };
                        let (ours, theirs) = (word(ours), word(theirs));
                        different.push(format!("{left} {sign} {right}: {ours}, not {theirs}"));
                    }
                }
            }
        }
    }
    println!(
        "datafusion: {compared} the same, {refused} refused by both, {lacking} in decimals, {} differ",
        different.len()
    );
    assert!(different.is_empty(), "{different:#?}");
    Ok(())
}
