//! Casts, limits, dpctl's promotion and `result_type` beside numbers, held against what NumPy printed.

use conformance::wide_dtypes;
use std::collections::BTreeMap;

use codegen::diagnostic::Place;
use codegen::spec::grid::Grid;
use runtime::{
    Arg, Casting, DType, FInfo, Kind, Number, Op, Options, Ruleset, Scalar, Tensor, rulesets,
};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Numpy {
    can_cast: CanCast,
    result_type: ResultType,
    result_type_beside_numbers: BTreeMap<String, String>,
    result_type_by_value: ResultType,
    result_type_by_two_values: ResultType,
    finfo: BTreeMap<String, Limits>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CanCast {
    safe: String,
    safe_by_definition: Vec<String>,
    same_kind: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResultType {
    grid: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    bits: u32,
    eps: String,
    max: String,
    min: String,
    smallest_normal: String,
    smallest_subnormal: String,
    precision: i32,
}

fn numpy() -> Numpy {
    toml::from_str(include_str!("../cases/numpy.toml")).unwrap_or_else(|error| panic!("{error}"))
}

/// Row, column and word of every cell.
fn cells(drawing: &str) -> Vec<(DType, DType, String)> {
    let grid = Grid::parse(drawing, Place { file: 0, start: 0, end: drawing.len() });
    let dtype = |code: &str| code.parse::<DType>().unwrap_or_else(|error| panic!("{error}"));
    let rows = grid.rows.iter().flat_map(|row| {
        let cells = grid.columns.iter().zip(&row.cells);
        cells.map(|(column, cell)| {
            (dtype(&row.label.value), dtype(&column.value), cell.value.clone())
        })
    });
    rows.collect()
}

#[test]
fn safe_and_same_kind_casts_are_numpys() {
    let CanCast { safe, safe_by_definition, same_kind } = numpy().can_cast;
    for (name, drawing, casting, count) in
        [("safe", safe, Casting::Safe, 256), ("same_kind", same_kind, Casting::SameKind, 196)]
    {
        let cells = cells(&drawing);
        assert_eq!(cells.len(), count);
        for (from, to, word) in cells {
            let pair = format!("{} × {}", from.code(), to.code());
            let declared = name == "safe" && safe_by_definition.contains(&pair);
            let wanted = (word == "y") != declared;
            // A ruleset of all dtypes; the definitions are the same for each.
            let got = rulesets::ACLNN.can_cast(from, to, casting);
            assert_eq!(got, Ok(wanted), "can_cast({from}, {to}, {name}): NumPy says {word}");
        }
    }
}

#[test]
fn no_equiv_and_unsafe_casts_are_what_they_say() {
    for from in wide_dtypes() {
        for to in wide_dtypes() {
            for (casting, wanted) in
                [(Casting::No, from == to), (Casting::Equiv, from == to), (Casting::Unsafe, true)]
            {
                assert_eq!(
                    rulesets::ACLNN.can_cast(from, to, casting),
                    Ok(wanted),
                    "{from} to {to}, {casting:?}"
                );
            }
        }
    }
}

/// dpctl's marked cells come from running dpctl; NumPy fills them alike.
#[test]
fn dpctl_promotes_as_numpy_does() {
    let cells = cells(&numpy().result_type.grid);
    assert_eq!(cells.len(), 196);
    for (lhs, rhs, code) in cells {
        let got = rulesets::DPCTL.promote(lhs, rhs).map(DType::code);
        assert_eq!(got, Ok(code.as_str()), "{lhs} × {rhs}");
    }
}

#[test]
fn result_type_beside_numbers_is_numpys() {
    for (name, drawing) in numpy().result_type_beside_numbers {
        let ruleset = Ruleset::find(&name).unwrap_or_else(|error| panic!("{error}"));
        let grid = Grid::parse(&drawing, Place { file: 0, start: 0, end: drawing.len() });
        assert_eq!(grid.rows.len(), ruleset.dtypes().len(), "{name}");
        for row in &grid.rows {
            let dtype: DType = row.label.value.parse().unwrap_or_else(|error| panic!("{error}"));
            for (kind, cell) in grid.columns.iter().zip(&row.cells) {
                let scalar = Scalar::ALL.into_iter().find(|scalar| scalar.name() == kind.value);
                let scalar = scalar.unwrap_or_else(|| panic!("no kind `{}`", kind.value));
                let got = ruleset.result_type(&[dtype.into(), scalar.into()]);
                let got = got.map_or("-", |result| result.dtype.code());
                assert_eq!(got, cell.value, "{name}: result_type of {dtype} and a {}", kind.value);
            }
        }
    }
}

/// `i64:300`: a dtype, and a value that an array without axes or a scalar of it holds.
fn valued(word: &str) -> (DType, Number) {
    let (code, value) = word.split_once(':').unwrap_or_else(|| panic!("`{word}` has no value"));
    let dtype: DType = code.parse().unwrap_or_else(|error| panic!("{error}"));
    let float = || value.parse().unwrap_or_else(|error| panic!("{word}: {error}"));
    let number = match dtype.kind() {
        Kind::Float => Number::Float(float()),
        Kind::Complex => Number::Complex(float(), 0.0),
        Kind::Bool | Kind::Int | Kind::Uint => {
            Number::Int(value.parse().unwrap_or_else(|error| panic!("{word}: {error}")))
        }
    };
    (dtype, number)
}

/// The dtype that an op gives under NumPy 1.26, as a code.
fn given(op: Op, operands: &[Arg<'_>]) -> &'static str {
    let out = rulesets::NUMPY_1_26.apply(op, operands, &Options::default());
    out.unwrap_or_else(|error| panic!("{op}: {error}")).dtype().code()
}

/// Rows and columns with a value, as an array without axes and as a scalar, and the word of each cell.
fn by_value(drawing: &str, each: impl Fn(&str, &[(DType, Number)], &str)) {
    let grid = Grid::parse(drawing, Place { file: 0, start: 0, end: drawing.len() });
    for row in &grid.rows {
        let mut labels = row.label.value.split(',');
        let dtype = labels.next().unwrap_or_default();
        let first: Vec<_> = labels.map(valued).collect();
        for (column, cell) in grid.columns.iter().zip(&row.cells) {
            each(dtype, &[&*first, &[valued(&column.value)]].concat(), &cell.value);
        }
    }
}

#[test]
fn what_has_no_axes_counts_by_its_value_as_in_numpy_1_26() {
    let ruleset = rulesets::NUMPY_1_26;
    let check = |code: &str, values: &[(DType, Number)], wanted: &str| {
        let dtype: DType = code.parse().unwrap_or_else(|error| panic!("{error}"));
        let array = ruleset.zeros(&[2], dtype).unwrap_or_else(|error| panic!("{error}"));
        let singles = values.iter().map(|&(own, number)| {
            ruleset.full(&[], number, own).unwrap_or_else(|error| panic!("{error}"))
        });
        let singles: Vec<Tensor> = singles.collect();
        let scalars = values.iter().map(|&(own, number)| Arg::Typed(own, number)).collect();
        for beside in [singles.iter().map(Arg::from).collect::<Vec<_>>(), scalars] {
            let asked = format!("{code} and {values:?}");
            let operands = [&[(&array).into()], &*beside].concat();
            let got = ruleset.result_type_of(&operands);
            let got = got.map_or("-", |result| result.dtype.code());
            assert_eq!(got, wanted, "result_type of {asked}");
            if let [one] = &*beside {
                let condition = Tensor::from(vec![true, false]);
                for [lhs, rhs] in
                    [[&operands[0], one], [one, &operands[0]]].map(|pair| pair.map(Clone::clone))
                {
                    let chosen = given(Op::Where, &[(&condition).into(), lhs.clone(), rhs.clone()]);
                    assert_eq!(chosen, wanted, "where of {asked}");
                    assert_eq!(given(Op::Add, &[lhs, rhs]), wanted, "add of {asked}");
                }
            } else if !wanted.starts_with('c') {
                assert_eq!(given(Op::Clip, &operands), wanted, "clip of {asked}");
            }
        }
    };
    by_value(&numpy().result_type_by_value.grid, check);
    by_value(&numpy().result_type_by_two_values.grid, check);
}

#[test]
fn float_limits_are_numpys() {
    let limits = numpy().finfo;
    for dtype in wide_dtypes() {
        let Some(wanted) = limits.get(dtype.code()) else {
            assert_eq!(dtype.finfo(), None, "{dtype}");
            continue;
        };
        let info: FInfo = dtype.finfo().unwrap_or_else(|| panic!("{dtype} has no finfo"));
        let printed =
            [info.eps, info.max, info.min, info.smallest_normal, info.smallest_subnormal].map(hex);
        let Limits { bits, eps, max, min, smallest_normal, smallest_subnormal, precision } = wanted;
        assert_eq!(
            printed,
            [eps, max, min, smallest_normal, smallest_subnormal].map(String::as_str),
            "{dtype}"
        );
        assert_eq!(info.bits, *bits, "{dtype}");
        assert_eq!(info.resolution, 10.0_f64.powi(-precision), "{dtype}");
    }
}

/// A float as Python's `float.hex()` prints it.
fn hex(value: f64) -> String {
    let bits = value.to_bits();
    let (sign, exponent, mantissa) = (bits >> 63, (bits >> 52) & 0x7ff, bits & ((1 << 52) - 1));
    let sign = if sign == 1 { "-" } else { "" };
    match exponent {
        0 => format!("{sign}0x0.{mantissa:013x}p-1022"),
        _ => format!("{sign}0x1.{mantissa:013x}p{:+}", exponent.cast_signed() - 1023),
    }
}
