//! Queries: scalars, operators, casts, aggregates, tensors in rows, and what is refused.

mod support;

use std::sync::Arc;

use arrow::array::{
    ArrayRef, Float32Array, Int8Array, Int32Array, Int64Array, RecordBatch, UInt8Array,
};
use arrow::util::pretty::pretty_format_batches;
use concord_datafusion::{Error, plan_operators, register};
use datafusion::error::{DataFusionError, Result};
use datafusion::prelude::{SessionConfig, SessionContext};

fn table() -> RecordBatch {
    let i8 = Int8Array::from(vec![Some(100), Some(-1), None, Some(7)]);
    let u8 = UInt8Array::from(vec![Some(200), Some(1), Some(3), None]);
    let columns: [(&str, ArrayRef); 5] = [
        ("a", Arc::new(i8)),
        ("b", Arc::new(u8)),
        ("x", Arc::new(Float32Array::from(vec![0.5, f32::NAN, -0.0, 2.5]))),
        ("n", Arc::new(Int64Array::from(vec![7, -7, 0, i64::MAX]))),
        ("z", Arc::new(Int32Array::from(vec![Some(2), Some(0), None, Some(-2)]))),
    ];
    RecordBatch::try_from_iter(columns).expect("columns of one length")
}

fn context(ruleset: &str) -> Result<SessionContext> {
    let ctx = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(3));
    ctx.register_batch("data", table())?;
    register(&ctx, ruleset)?;
    Ok(ctx)
}

async fn ask(ctx: &SessionContext, query: &str) -> Result<String> {
    let batches = ctx.sql(query).await?.collect().await?;
    let text = pretty_format_batches(&batches)?.to_string();
    let lines = text.lines().skip(3).filter(|line| line.starts_with('|'));
    let cells = lines.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        cells.join(" ")
    });
    Ok(cells.collect::<Vec<_>>().join("; "))
}

async fn answers(ctx: &SessionContext, cases: &[(&str, &str)]) {
    for (query, wanted) in cases {
        let got = ask(ctx, &format!("select {query} from data")).await;
        assert_eq!(got.unwrap_or_else(|error| error.to_string()), *wanted, "{query}");
    }
}

#[tokio::test]
async fn functions_of_torch() -> Result<()> {
    let ctx = context("torch")?;
    answers(
        &ctx,
        &[
            ("torch_add(a, b)", "300; 0; ; "),
            ("concord('torch', 'add', a, b)", "300; 0; ; "),
            ("arrow_typeof(torch_add(a, b))", "Int16; Int16; Int16; Int16"),
            // A literal is a Python scalar: it does not widen.
            ("arrow_typeof(torch_add(a, 1)), torch_add(a, 1)", "Int8 101; Int8 0; Int8 ; Int8 8"),
            ("arrow_typeof(torch_add(a, 1.5))", "Float32; Float32; Float32; Float32"),
            ("torch_add(a, '2')", "102; 1; ; 9"),
            (
                "arrow_typeof(torch_add(arrow_cast(a, 'Dictionary(Int32, Int8)'), b))",
                "Int16; Int16; Int16; Int16",
            ),
        ],
    )
    .await;
    // A column that an optimizer finds to be constant stays one.
    let inlined = "select arrow_typeof(torch_add(a, one)), torch_add(a, one) from (select a, 1 as one from data)";
    assert_eq!(ask(&ctx, inlined).await?, "Int64 101; Int64 0; Int64 ; Int64 8");
    answers(
        &ctx,
        &[
            ("torch_where(torch_greater(a, 0), a, 0)", "100; 0; ; 7"),
            ("torch_clip(a, 0, NULL)", "100; 0; ; 7"),
            ("torch_cast(x, 'int8')", "0; 0; 0; 2"),
            ("torch_add(arrow_cast(a, 'Dictionary(Int32, Int8)'), b)", "300; 0; ; "),
            ("torch_cast(torch_cast(x, 'bfloat16'), 'float32')", "0.5; NaN; -0.0; 2.5"),
            (
                "torch_cast(torch_multiply(torch_cast(x, 'bfloat16'), 3), 'float32')",
                "1.5; NaN; -0.0; 7.5",
            ),
        ],
    )
    .await;
    Ok(())
}

#[tokio::test]
async fn a_null_hides_what_would_be_an_error() -> Result<()> {
    let ctx = context("torch")?;
    let query = "select torch_floor_divide(n, z) from data where z <> 0 or z is null";
    assert_eq!(ask(&ctx, query).await?, "3; ; -4611686018427387904");
    let error =
        ask(&ctx, "select torch_floor_divide(n, z) from data").await.expect_err("it is refused");
    assert!(matches!(Error::of(&error), Some(Error::Compute { .. })), "{error}");
    Ok(())
}

#[tokio::test]
async fn operators_of_torch() -> Result<()> {
    let ctx = context("torch")?;
    plan_operators(&ctx, "torch")?;
    answers(
        &ctx,
        &[
            ("a + b", "300; 0; ; "),
            ("arrow_typeof(n / z)", "Float32; Float32; Float32; Float32"),
            ("n / z", "3.5; -inf; ; -4.611686e18"),
            ("arrow_typeof(a + 1)", "Int8; Int8; Int8; Int8"),
            ("7 / 2, -7 % 3", "3.5 2; 3.5 2; 3.5 2; 3.5 2"),
            ("x = x", "true; false; true; true"),
            ("a > b", "false; false; ; "),
            ("a < 8 and n = 7", "false; false; false; false"),
            ("cast(x as tinyint)", "0; 0; 0; 2"),
            ("-a", "-100; 1; ; -7"),
            ("n + 1", "8; -6; 1; -9223372036854775808"),
        ],
    )
    .await;
    Ok(())
}

#[tokio::test]
async fn two_literals_are_python_s() -> Result<()> {
    let ctx = context("numpy")?;
    plan_operators(&ctx, "numpy")?;
    let cases = [
        ("7 % -3, 7.5 % -2", "-2 -0.5"),
        ("- -5 - -(-5), 1 = 1, 9007199254740993 = 9007199254740992.0", "0 true false"),
        ("true + true, 1 << 62", "2 4611686018427387904"),
        ("arrow_typeof(a + - - -1)", "Int8"),
        ("-9223372036854775808 - 1", "no literal of SQL holds the result"),
        ("1 << 70", "no literal of SQL holds the result"),
        ("1.0 / 0", "1.0 / 0: division by zero"),
        ("7 % 0", "7 % 0: division by zero"),
        ("5 & 1.0", "Python has it of ints alone"),
    ];
    for (query, wanted) in cases {
        let got = ask(&ctx, &format!("select {query} from data limit 1")).await;
        let got = got.unwrap_or_else(|error| error.to_string());
        assert!(got.contains(wanted), "{query}: {got}");
    }
    Ok(())
}

#[tokio::test]
async fn a_cast_of_an_extension_type_is_of_its_own_type() -> Result<()> {
    let ctx = context("torch")?;
    plan_operators(&ctx, "torch")?;
    let query = "select torch_cast(a, 'bfloat16') as h, torch_cast(x, 'float8_e4m3fn') as f from data where a = 7";
    ctx.register_table("halves", ctx.sql(query).await?.into_view())?;
    for (query, wanted) in [
        ("cast(h as int) / 2", "3.5"),
        ("cast(f as int) / 2", "1.0"),
        ("arrow_typeof(cast(h as int) + 1)", "Int32"),
        ("cast(h as int) % -3", "-2"),
        ("torch_abs(cast(h as real))", "7.0"),
        ("cast(f as tinyint unsigned) + 200", "202"),
        ("arrow_typeof(cast(f as tinyint unsigned) + 0)", "UInt8"),
        ("torch_sum(cast(h as int)) + 1", "8"),
    ] {
        let got = ask(&ctx, &format!("select {query} from halves")).await;
        assert_eq!(got.unwrap_or_else(|error| error.to_string()), wanted, "{query}");
    }
    let grouped = "select cast(h as int) + 1 from halves group by cast(h as int)";
    assert_eq!(ask(&ctx, grouped).await?, "8");
    Ok(())
}

#[tokio::test]
async fn aggregates() -> Result<()> {
    let ctx = context("torch")?;
    answers(
        &ctx,
        &[
            ("torch_sum(a), arrow_typeof(torch_sum(a))", "106 Int64"),
            ("torch_sum(n)", "9223372036854775807"),
            ("torch_max(a), torch_min(a)", "100 -1"),
            ("torch_any(z), torch_all(z), torch_count_nonzero(z)", "true false 2"),
            ("torch_sum(x), torch_max(x)", "NaN NaN"),
            ("torch_median(torch_cast(z, 'float32'))", "0.0"),
            (
                "torch_var(torch_cast(z, 'float32')), torch_var(torch_cast(z, 'float32'), 0)",
                "4.0 2.6666667",
            ),
        ],
    )
    .await;
    let none = "select torch_sum(a), torch_prod(a), torch_all(a), torch_max(a), torch_mean(x) from data where n = 12";
    assert_eq!(ask(&ctx, none).await?, "0 1 true  NaN");
    Ok(())
}

#[tokio::test]
async fn tensors_in_rows() -> Result<()> {
    let ctx = context("numpy")?;
    let cases = [
        ("numpy_sort(make_array(3, 1, 2))", "[1, 2, 3]"),
        ("numpy_cumulative_sum(make_array(3, 1, 2))", "[3, 4, 6]"),
        ("numpy_dot(make_array(3, 1), make_array(1, 10))", "13"),
        (
            "numpy_matmul(make_array(make_array(1, 2), make_array(3, 4)), make_array(1, 10))",
            "[21, 43]",
        ),
        ("numpy_concat(make_array(3, 1), make_array(1.5))", "[3.0, 1.0, 1.5]"),
        ("numpy_argmax(make_array(3, 8, 2))", "1"),
        ("numpy_nonzero(make_array(0, 8, 2))", "[[1, 2]]"),
    ];
    for (query, wanted) in cases {
        let got = ask(&ctx, &format!("select {query}")).await;
        assert_eq!(got.unwrap_or_else(|error| error.to_string()), wanted, "{query}");
    }
    Ok(())
}

#[tokio::test]
async fn a_refused_pair_is_an_error_of_planning_that_shows_the_place() -> Result<()> {
    let ctx = context("mindspore")?;
    plan_operators(&ctx, "mindspore")?;
    let typed = "select c + a from (select a, arrow_cast(b, 'UInt16') as c from data)";
    let error = ctx.sql(typed).await.expect_err("it is refused");
    assert!(matches!(Error::of(&error), Some(Error::Compute { .. })), "{error}");
    let message = error.to_string();
    assert!(message.contains("MindSpore 2.5 refuses uint16 × int8: cast"), "{message}");
    let diagnostic = error.diagnostic().expect("it shows the place");
    let span = diagnostic.span.expect("columns have places");
    assert_eq!((span.start.column, span.end.column), (8, 13));
    let called = "select mindspore_add(arrow_cast(b, 'UInt16'), a) from data";
    let error = ctx.sql(called).await.expect_err("it is refused");
    assert!(error.to_string().contains("mindspore_add(uint16, int8): "), "{error}");
    for (query, part) in [
        ("select mindspore_add(a, 'x') from data", "as Python writes it"),
        ("select 5 <> arrow_cast(b, 'UInt16') from data", "MindSpore 2.5"),
        ("select mindspore_add(a, arrow_cast(z, 'Date32')) from data", "Date32"),
        ("select mindspore_add(a) from data", "takes 2 operands"),
        ("select concord('mindspore', 'ad', a, a) from data", "did you mean `add`"),
        ("select concord('mindspor', 'add', a, a) from data", "mindspore"),
        ("select mindspore_cast(a, 'int7') from data", "no dtype is called `int7`"),
    ] {
        let error = ctx.sql(query).await.err().map(|error: DataFusionError| error.to_string());
        let error = error.unwrap_or_else(|| "no error".to_owned());
        assert!(error.contains(part), "{query}: {error}");
    }
    Ok(())
}

/// Operators of DataFusion, which a session gives with and without functions registered.
#[tokio::test]
async fn without_the_planner_nothing_changes() -> Result<()> {
    let plain = SessionContext::new();
    let registered = SessionContext::new();
    for name in ["torch", "numpy", "mindspore"] {
        register(&registered, name)?;
    }
    for ctx in [&plain, &registered] {
        ctx.register_batch("data", table())?;
    }
    let columns = ["a", "b", "x", "n", "z", "1", "2.5", "null", "-a", "cast(x as int)"];
    let operators = [
        "+",
        "-",
        "*",
        "/",
        "%",
        "=",
        "<>",
        "<",
        "<=",
        ">",
        ">=",
        "&",
        "|",
        "<<",
        ">>",
        "and",
        "is distinct from",
    ];
    let mut queries = Vec::new();
    for left in columns {
        for right in columns {
            for operator in operators {
                queries.push(format!("select {left} {operator} {right} from data"));
            }
        }
        queries
            .push(format!("select sum({left}), min({left}), count({left}), avg({left}) from data"));
        queries.push(format!("select a from data where {left} between 0 and 5 order by {left}, a"));
        queries.push(format!(
            "select l.a from data l join data r on l.a = r.{} order by 1",
            if left == "b" { "b" } else { "n" }
        ));
    }
    let mut compared = 0;
    for query in &queries {
        let both = [ask(&plain, query).await, ask(&registered, query).await];
        let [plain, registered] = both.map(|got| got.unwrap_or_else(|error| error.to_string()));
        assert_eq!(plain, registered, "{query}");
        compared += 1;
    }
    println!("{compared} queries compared, the same with and without functions");
    Ok(())
}
