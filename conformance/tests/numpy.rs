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

#[test]
fn what_has_no_axes_counts_by_its_value_as_in_numpy_1_26() {
    let drawing = numpy().result_type_by_value.grid;
    let grid = Grid::parse(&drawing, Place { file: 0, start: 0, end: drawing.len() });
    let ruleset = rulesets::NUMPY_1_26;
    let parsed = |code: &str| code.parse::<DType>().unwrap_or_else(|error| panic!("{error}"));
    for row in &grid.rows {
        let dtype = parsed(&row.label.value);
        let array = ruleset.zeros(&[2], dtype).unwrap_or_else(|error| panic!("{error}"));
        for (column, cell) in grid.columns.iter().zip(&row.cells) {
            let (own, value) = column.value.split_once(':').unwrap_or_else(|| panic!("a value"));
            let own = parsed(own);
            let float = || value.parse().unwrap_or_else(|error| panic!("{value}: {error}"));
            let number = match own.kind() {
                Kind::Float => Number::Float(float()),
                Kind::Complex => Number::Complex(float(), 0.0),
                Kind::Bool | Kind::Int | Kind::Uint => {
                    Number::Int(value.parse().unwrap_or_else(|error| panic!("{value}: {error}")))
                }
            };
            let single = ruleset.full(&[], number, own).unwrap_or_else(|error| panic!("{error}"));
            for beside in [Arg::from(&single), Arg::Typed(own, number)] {
                let sides = [[(&array).into(), beside.clone()], [beside, (&array).into()]];
                for operands in sides {
                    let asked = format!("{dtype} and {}", column.value);
                    let got = ruleset.result_type_of(&operands);
                    assert_eq!(
                        got.map_or("-", |result| result.dtype.code()),
                        cell.value,
                        "result_type of {asked}"
                    );
                    let added = ruleset.apply(Op::Add, &operands, &Options::default());
                    let added = added.unwrap_or_else(|error| panic!("{asked}: {error}"));
                    assert_eq!(added.dtype().code(), cell.value, "add of {asked}");
                    let condition = Tensor::from(vec![true, false]);
                    let [first, second] = operands;
                    let operands = [(&condition).into(), first, second];
                    let chosen = ruleset.apply(Op::Where, &operands, &Options::default());
                    let chosen = chosen.unwrap_or_else(|error| panic!("{asked}: {error}"));
                    assert_eq!(chosen.dtype().code(), cell.value, "where of {asked}");
                }
            }
        }
    }
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
