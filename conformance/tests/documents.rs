//! What the founding documents state one by one, asked of the runtime.

use runtime::{DType, DefaultKind, NameError, Operand, RuleError, Ruleset, Scalar};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Documents {
    case: Vec<Case>,
    default: Vec<Default>,
    lacked: Vec<Lacked>,
    refusals: Vec<Refusals>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    from: String,
    ruleset: String,
    operands: Vec<String>,
    gives: Option<String>,
    #[serde(default)]
    refused: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Default {
    from: String,
    ruleset: String,
    kind: String,
    gives: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lacked {
    from: String,
    ruleset: String,
    dtypes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refusals {
    from: String,
    ruleset: String,
    count: usize,
    of: usize,
}

fn documents() -> Documents {
    toml::from_str(include_str!("../cases/documents.toml"))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn ruleset(name: &str) -> Ruleset {
    Ruleset::find(name).unwrap_or_else(|error| panic!("{error}"))
}

fn dtype(name: &str) -> DType {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn operand(ruleset: Ruleset, word: &str) -> Operand {
    match word {
        "scalar:int" => Scalar::Int.into(),
        "scalar:float" => Scalar::Float.into(),
        name => ruleset.dtype(name).unwrap_or_else(|error| panic!("{error}")).into(),
    }
}

#[test]
fn examples_promote_as_printed() {
    for case in documents().case {
        let ruleset = ruleset(&case.ruleset);
        let operands: Vec<Operand> =
            case.operands.iter().map(|word| operand(ruleset, word)).collect();
        let got = ruleset.promote_all(&operands);
        let shown = format!("{}: {:?} gave {got:?}", case.from, case.operands);
        match case.gives {
            Some(name) => assert_eq!(got, Ok(dtype(&name).into()), "{shown}"),
            None => {
                assert!(case.refused && matches!(got, Err(RuleError::Refused { .. })), "{shown}")
            }
        }
    }
}

#[test]
fn defaults_are_as_printed() {
    for case in documents().default {
        let kind = DefaultKind::ALL.into_iter().find(|kind| kind.name() == case.kind);
        let kind = kind.unwrap_or_else(|| panic!("{}: no kind `{}`", case.from, case.kind));
        let got = ruleset(&case.ruleset).default_dtype(kind);
        assert_eq!(got, Ok(dtype(&case.gives)), "{}: {} {}", case.from, case.ruleset, case.kind);
    }
}

/// Asking for the dtype, by name or for a tensor of it, is an error of its own and no refusal.
#[test]
fn lacked_dtypes_are_unsupported() {
    for case in documents().lacked {
        let ruleset = ruleset(&case.ruleset);
        for name in &case.dtypes {
            let dtype = dtype(name);
            let shown = format!("{}: {name}", case.from);
            assert_eq!(
                ruleset.dtype(name),
                Err(NameError::Unsupported { ruleset, dtype }),
                "{shown}"
            );
            let unsupported = Err(RuleError::Unsupported { ruleset, dtype });
            assert_eq!(ruleset.require(dtype), unsupported, "{shown}");
            assert_eq!(ruleset.promote(dtype, dtype), unsupported, "{shown}");
            assert_eq!(ruleset.promote(DType::Bool, dtype), unsupported, "{shown}");
            assert_eq!(ruleset.promote_scalar(dtype, Scalar::Int), unsupported, "{shown}");
        }
    }
}

#[test]
fn refusals_are_as_many_as_printed() {
    for case in documents().refusals {
        let ruleset = ruleset(&case.ruleset);
        let pairs = ruleset
            .dtypes()
            .iter()
            .flat_map(|&lhs| ruleset.dtypes().iter().map(move |&rhs| (lhs, rhs)));
        let answers: Vec<_> = pairs.map(|(lhs, rhs)| ruleset.promote(lhs, rhs)).collect();
        let refused = answers
            .iter()
            .filter(|answer| matches!(answer, Err(RuleError::Refused { .. })))
            .count();
        assert_eq!((refused, answers.len()), (case.count, case.of), "{}", case.from);
    }
}
