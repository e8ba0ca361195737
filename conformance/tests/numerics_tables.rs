//! What ops give, as tables to be read in review: a row for each dtype, a column for each pair of operands.

use conformance::wide_dtypes;
use std::fmt::Write as _;

use conformance::harness::{bits, tensor};
use conformance::reference::Bits;
use conformance::reference::cast::cast;
use conformance::reference::format::Format;
use conformance::reference::integer::value;
use runtime::{DType, Group, Kind, Op, Options, rulesets};

/// Pairs that tell ops apart; an integer dtype has those that it holds.
const PAIRS: [(f64, f64); 16] = [
    (7.0, 2.0),
    (-7.0, 2.0),
    (7.0, -2.0),
    (-7.0, -2.0),
    (1.0, 3.0),
    (127.0, 1.0),
    (0.0, 0.0),
    (-0.0, 0.0),
    (5.0, 0.0),
    (-5.0, 0.0),
    (0.5, 2.5),
    (2.0, 40.0),
    (f64::INFINITY, 2.0),
    (2.0, f64::NEG_INFINITY),
    (f64::NAN, 1.0),
    (65504.0, 65504.0),
];

/// Single operands likewise.
const SINGLES: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.5,
    -1.5,
    3.0,
    100.0,
    127.0,
    1e-7,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// A number of a dtype, if the dtype holds it, or is a float.
fn held(dtype: DType, number: f64) -> Option<Bits> {
    let from = (number.to_bits(), 0);
    let bits = cast(DType::F64, dtype, from);
    let whole = Format::of(dtype).is_none();
    let back = f64::from_bits(cast(dtype, DType::F64, bits).0);
    (!whole || (back == number && !(number == 0.0 && number.is_sign_negative()))).then_some(bits)
}

fn word(dtype: DType, (re, im): Bits) -> String {
    // As few digits as tell a value from its neighbours.
    let part = |bits: u64| match Format::of(dtype) {
        Some(format) => match (format.double(bits), format.width) {
            (value, 64) => format!("{value:?}"),
            #[expect(clippy::cast_possible_truncation, reason = "it is a float32's value")]
            (value, 32) => format!("{:?}", value as f32),
            (value, _) => {
                let short = format!("{value:.4e}").parse::<f64>();
                short.map_or("NaN".to_owned(), |value| format!("{value:?}"))
            }
        },
        None => value(dtype, bits).to_string(),
    };
    match dtype.kind() {
        Kind::Complex => format!("{},{}", part(re), part(im)),
        Kind::Bool => if re == 1 { "T" } else { "F" }.to_owned(),
        _ => part(re),
    }
}

/// What an op gives on a row's dtype; `-` where the dtype lacks an operand.
fn row(op: Op, dtype: DType, columns: &[Vec<f64>]) -> Option<Vec<String>> {
    let aclnn = rulesets::ACLNN;
    let mut words = Vec::new();
    for numbers in columns {
        let elements: Option<Vec<Bits>> =
            numbers.iter().map(|&number| held(dtype, number)).collect();
        let Some(elements) = elements else {
            words.push("-".to_owned());
            continue;
        };
        let tensors: Vec<_> = elements.iter().map(|&bits| tensor(dtype, &[bits])).collect();
        let args: Vec<_> = tensors.iter().map(Into::into).collect();
        let out = aclnn.apply(op, &args, &Options::default()).ok()?;
        words.push(word(out.dtype(), bits(&out)[0]));
    }
    Some(words)
}

fn table(op: Op, columns: &[Vec<f64>]) -> String {
    let head = columns.iter().map(|numbers| {
        numbers
            .iter()
            .map(|number| format!("{number:?}").replace(".0", ""))
            .collect::<Vec<_>>()
            .join(" ∘ ")
    });
    let mut rows = vec![(op.name().to_owned(), head.collect::<Vec<String>>())];
    for dtype in wide_dtypes() {
        rows.extend(row(op, dtype, columns).map(|words| (dtype.code().to_owned(), words)));
    }
    let width =
        |column: usize| rows.iter().map(|row| row.1[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let name = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (head, words) in rows {
        let _ = write!(text, "{head:<name$}");
        for (word, &width) in words.iter().zip(&widths) {
            let _ = write!(text, "  {word:>width$}");
        }
        text.push('\n');
    }
    text
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(format!("numerics__{name}"), text));
}

fn tables(ops: impl Iterator<Item = Op>, columns: &[Vec<f64>]) -> String {
    ops.map(|op| table(op, columns)).collect::<Vec<_>>().join("\n")
}

#[test]
fn pairs() {
    let columns: Vec<Vec<f64>> = PAIRS.iter().map(|&(a, b)| vec![a, b]).collect();
    for op in Op::ALL.into_iter().filter(|op| op.group() == Group::Binary) {
        snapshot(op.name(), &table(op, &columns));
    }
}

#[test]
fn singles() {
    let columns: Vec<Vec<f64>> = SINGLES.iter().map(|&a| vec![a]).collect();
    let of = |names: &'static [&'static str]| {
        Op::ALL.into_iter().filter(move |op| names.contains(&op.name()))
    };
    let groups: [(&str, &[&str]); 6] = [
        ("signs", &["abs", "negative", "positive", "sign", "signbit"]),
        ("roundings", &["ceil", "floor", "trunc", "round"]),
        ("tests", &["isnan", "isinf", "isfinite", "logical_not", "bitwise_invert"]),
        ("parts", &["real", "imag", "conj"]),
        ("roots", &["square", "sqrt", "reciprocal"]),
        ("logarithms", &["exp", "expm1", "log", "log1p", "log2", "log10"]),
    ];
    for (name, ops) in groups {
        snapshot(name, &tables(of(ops), &columns));
    }
    let circular = ["sin", "cos", "tan", "asin", "acos", "atan"];
    let hyperbolic = ["sinh", "cosh", "tanh", "asinh", "acosh", "atanh"];
    for (name, ops) in [("circular", circular), ("hyperbolic", hyperbolic)] {
        let ops = Op::ALL.into_iter().filter(|op| ops.contains(&op.name()));
        snapshot(name, &tables(ops, &columns));
    }
}
