//! The runtime and the catalog say the same of everything.

use codegen::catalog::{
    Catalog, Column, DEFAULT_KINDS, Kind as SpecKind, Outcome, Ruleset as SpecRuleset, Source,
    TableName,
};
use codegen::promote;
use conformance::{catalog, dtype, id, outcome, scalar};
use runtime::{
    Casting, DType, DefaultKind, Kind, NameError, Operand, RuleError, Ruleset, Scalar, rulesets,
};

/// Each ruleset as the runtime has it and as the spec has it.
fn both(catalog: &Catalog) -> Vec<(Ruleset, &SpecRuleset)> {
    let found =
        |spec: &SpecRuleset| Ruleset::find(&spec.name).unwrap_or_else(|error| panic!("{error}"));
    catalog.rulesets.iter().map(|spec| (found(spec), spec)).collect()
}

#[test]
fn rulesets_are_the_same() {
    let catalog = catalog();
    let ours: Vec<&str> = rulesets::ALL.iter().map(|ruleset| ruleset.name()).collect();
    let theirs: Vec<&str> = catalog.rulesets.iter().map(|ruleset| ruleset.name.as_str()).collect();
    assert_eq!(ours, theirs);
    for (ours, theirs) in both(&catalog) {
        assert_eq!(ours.framework(), theirs.framework);
        assert_eq!(ours.edition(), theirs.edition);
        assert_eq!(ours.device(), theirs.device.as_deref());
        let sources = ours.sources().iter().map(|source| {
            (source.title, source.version, source.url, source.read, format!("{:?}", source.kind))
        });
        let wanted =
            theirs.sources.iter().map(|Source { title, version, url, read, kind, .. }| {
                (title.as_str(), version.as_str(), url.as_str(), read.as_str(), format!("{kind:?}"))
            });
        let [sources, wanted] = [sources.collect::<Vec<_>>(), wanted.collect::<Vec<_>>()];
        assert_eq!(sources, wanted, "{ours}");
        let dtypes: Vec<_> = ours.dtypes().iter().map(|&dtype| id(dtype)).collect();
        assert_eq!(dtypes, theirs.dtypes, "{ours}");
    }
}

#[test]
fn every_pair_of_dtypes_promotes_the_same() {
    let catalog = catalog();
    let mut compared = 0;
    for (ours, theirs) in both(&catalog) {
        for lhs in DType::ALL {
            for rhs in DType::ALL {
                let wanted =
                    theirs.promotion.get(id(lhs), Column::DType(id(rhs))).map(|cell| cell.outcome);
                let got = ours.promote(lhs, rhs);
                assert_eq!(
                    outcome(got),
                    wanted,
                    "{ours}: {lhs} × {rhs}: runtime {got:?}, spec {wanted:?}"
                );
                let missing = [lhs, rhs].into_iter().find(|&dtype| !ours.has(dtype));
                let error = missing.map(|dtype| RuleError::Unsupported { ruleset: ours, dtype });
                assert_eq!(
                    wanted.is_none().then_some(got),
                    error.map(Err),
                    "{ours}: {lhs} × {rhs}"
                );
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 256 * rulesets::ALL.len());
}

/// Whatever a cell says, someone says it; of what is unknown, no one does.
#[test]
fn every_known_cell_has_a_source() {
    let catalog = catalog();
    let mut known = 0;
    for ruleset in &catalog.rulesets {
        for name in [TableName::Promotion, TableName::Scalars] {
            for (index, cell) in ruleset.table(name).cells.iter().enumerate() {
                let unknown = cell.outcome == Outcome::Unknown;
                let shown = format!("cell {index} of {}'s {name} table: {cell:?}", ruleset.name);
                assert_eq!(cell.sources.is_empty(), unknown, "{shown}");
                assert!(cell.sources.iter().all(|&at| at < ruleset.sources.len()), "{shown}");
                known += usize::from(!unknown);
            }
        }
    }
    assert!(known > 2_000, "only {known} cells are known");
}

#[test]
fn every_dtype_and_scalar_promotes_the_same() {
    let catalog = catalog();
    let kinds = [Scalar::Bool, Scalar::Int, Scalar::Float, Scalar::Complex];
    for (ours, theirs) in both(&catalog) {
        for tensor in DType::ALL {
            for scalar in kinds.into_iter().chain(DType::ALL.map(Scalar::Typed)) {
                let column = theirs
                    .scalars
                    .columns
                    .iter()
                    .position(|&column| self::scalar(column) == scalar);
                let cell = column.and_then(|column| {
                    theirs.scalars.get(id(tensor), theirs.scalars.columns[column])
                });
                let lacks_scalar = matches!(scalar, Scalar::Typed(dtype) if !ours.has(dtype));
                // What no column speaks of is unknown, unless a dtype is not there at all.
                let wanted = match cell {
                    Some(cell) => Some(cell.outcome),
                    None if !ours.has(tensor) || lacks_scalar => None,
                    None => Some(Outcome::Unknown),
                };
                let got = ours.promote_scalar(tensor, scalar);
                assert_eq!(
                    outcome(got),
                    wanted,
                    "{ours}: {tensor} × {scalar}: runtime {got:?}, spec {wanted:?}"
                );
                if wanted.is_none() {
                    assert!(
                        matches!(got, Err(RuleError::Unsupported { .. })),
                        "{ours}: {tensor} × {scalar}: {got:?}"
                    );
                }
            }
        }
    }
}

/// All triples of tensors, and all pairs with a number before, between and after them.
#[test]
fn operands_in_any_order_promote_the_same() {
    let catalog = catalog();
    for (ours, theirs) in both(&catalog) {
        let tensors = theirs.dtypes.iter().map(|&id| promote::Operand::Tensor(id));
        let numbers = theirs.scalars.columns.iter().map(|&column| promote::Operand::Scalar(column));
        let all: Vec<promote::Operand> = tensors.chain(numbers).collect();
        for &a in &all {
            for &b in &all {
                for &c in &all {
                    check_fold(ours, theirs, &[a, b, c]);
                }
                check_fold(ours, theirs, &[a, b]);
            }
            check_fold(ours, theirs, &[a]);
        }
        check_fold(ours, theirs, &[]);
    }
}

fn check_fold(ours: Ruleset, theirs: &SpecRuleset, operands: &[promote::Operand]) {
    let asked: Vec<Operand> = operands
        .iter()
        .map(|operand| match operand {
            promote::Operand::Tensor(id) => Operand::Tensor(dtype(*id)),
            promote::Operand::Scalar(column) => Operand::Scalar(scalar(*column)),
        })
        .collect();
    let got = ours.result_type(&asked);
    let wanted = match promote::result_type(theirs, operands) {
        Ok(id) => Ok(dtype(id)),
        Err(promote::Failure::NoTensor) => Err(RuleError::NoTensor { ruleset: ours }),
        Err(promote::Failure::Cell { lhs, rhs, outcome }) => {
            let operand = |operand| match operand {
                promote::Operand::Tensor(id) => Operand::Tensor(dtype(id)),
                promote::Operand::Scalar(column) => Operand::Scalar(scalar(column)),
            };
            let (ruleset, lhs, rhs) = (ours, operand(lhs), operand(rhs));
            Err(match outcome {
                Outcome::Refused => RuleError::Refused { ruleset, lhs, rhs },
                Outcome::NoKernel => RuleError::NoKernel { ruleset, lhs, rhs },
                Outcome::Unknown => RuleError::Unknown { ruleset, lhs, rhs },
                Outcome::DType(_) => unreachable!("a dtype is no failure"),
            })
        }
    };
    assert_eq!(got, wanted, "{ours}: {asked:?}");
}

#[test]
fn dtypes_are_the_same() {
    let catalog = catalog();
    assert_eq!(DType::ALL.len(), catalog.dtypes.len());
    for (ours, theirs) in DType::ALL.into_iter().zip(&catalog.dtypes) {
        assert_eq!(ours.name(), theirs.name);
        assert_eq!(ours.code(), theirs.code);
        assert_eq!(ours.bits(), theirs.bits);
        assert_eq!(ours.size() * 8, theirs.bits as usize);
        assert_eq!(ours.rust_type(), theirs.rust);
        assert_eq!(kind(theirs.kind()), ours.kind(), "{ours}");
        assert_eq!(ours.iinfo().map(|info| (info.min, info.max)), theirs.range(), "{ours}");
        for spelling in [ours.name(), ours.code()] {
            assert_eq!(spelling.parse(), Ok(ours));
        }
        assert_eq!(ours.to_string(), ours.name());
    }
}

fn kind(kind: SpecKind) -> Kind {
    let found = Kind::ALL.into_iter().find(|ours| ours.name() == kind.name());
    found.unwrap_or_else(|| panic!("the runtime has no kind `{}`", kind.name()))
}

#[test]
fn names_find_the_same_dtypes() {
    let catalog = catalog();
    for (ours, theirs) in both(&catalog) {
        for (id, names) in &theirs.names {
            let wanted = dtype(*id);
            assert_eq!(ours.names(wanted), names.as_slice(), "{ours}");
            for name in names {
                let got = ours.dtype(name);
                let supported = ours.has(wanted);
                let wanted = supported
                    .then_some(wanted)
                    .ok_or(NameError::Unsupported { ruleset: ours, dtype: wanted });
                assert_eq!(got, wanted, "{ours}: `{name}`");
            }
        }
        for dtype in DType::ALL {
            for name in [dtype.name(), dtype.code()] {
                let wanted = promote::dtype(&catalog, theirs, name).ok().map(self::dtype);
                assert_eq!(ours.dtype(name).ok(), wanted, "{ours}: `{name}`");
            }
        }
    }
}

/// What is near a name that is none: each name with a letter left out or swapped with the one
/// before, in capitals, and with a number more. A device profile has the names of its framework.
#[test]
fn names_of_nothing_are_near_the_same_names() {
    let catalog = catalog();
    let mut compared = 0;
    for (ours, theirs) in both(&catalog).into_iter().filter(|(ours, _)| ours.device().is_none()) {
        let own = DType::ALL.iter().flat_map(|&dtype| ours.names(dtype)).copied();
        for name in own.chain(DType::ALL.map(DType::name)) {
            let letters: Vec<char> = name.chars().collect();
            let damaged = (0..letters.len()).flat_map(|at| {
                let [mut dropped, mut swapped] = [letters.clone(), letters.clone()];
                dropped.remove(at);
                swapped.swap(at, at.saturating_sub(1));
                [dropped, swapped].map(|letters| letters.into_iter().collect::<String>())
            });
            for name in damaged.chain([name.to_uppercase(), format!("{name}32")]) {
                let got = match ours.dtype(&name) {
                    Err(NameError::UnknownDType { nearest, .. }) => Err(nearest.map(str::to_owned)),
                    other => Ok(other.ok()),
                };
                let wanted = match promote::dtype(&catalog, theirs, &name) {
                    Err(promote::NameError::Unknown { nearest }) => Err(nearest),
                    other => Ok(other.ok().map(dtype)),
                };
                assert_eq!(got, wanted, "{ours}: `{name}`");
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "only {compared} names were tried");
}

#[test]
fn abstract_types_and_defaults_are_the_same() {
    let catalog = catalog();
    for (ours, theirs) in both(&catalog) {
        let names: Vec<&str> = ours.abstract_types().collect();
        assert_eq!(
            names,
            theirs.abstract_types.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>()
        );
        for (name, members) in &theirs.abstract_types {
            for &dtype in ours.dtypes() {
                assert_eq!(
                    ours.is(dtype, name),
                    Ok(members.contains(&id(dtype))),
                    "{ours}: {dtype} is {name}"
                );
            }
        }
        for (kind, (wanted, key)) in
            DefaultKind::ALL.into_iter().zip(theirs.defaults.into_iter().zip(DEFAULT_KINDS))
        {
            assert_eq!(kind.name(), key);
            let wanted = wanted.map(dtype).ok_or(RuleError::NoDefault { ruleset: ours, kind });
            assert_eq!(ours.default_dtype(kind), wanted, "{ours}: {key}");
        }
    }
}

#[test]
fn outputs_convert_by_the_same_rule() {
    let catalog = catalog();
    for (ours, theirs) in both(&catalog) {
        for &from in ours.dtypes() {
            for &to in ours.dtypes() {
                let rule = theirs.output.as_ref().map(|rule| {
                    let to_it =
                        rule.iter().any(|(of, list)| *of == id(from) && list.contains(&id(to)));
                    from == to || to_it
                });
                let wanted = rule.ok_or(RuleError::NoOutputRule { ruleset: ours });
                assert_eq!(
                    ours.can_cast(from, to, Casting::Output),
                    wanted,
                    "{ours}: {from} to {to}"
                );
            }
        }
    }
}

/// The ranges that documents print are those of the runtime, but for the slips that say otherwise.
#[test]
fn documented_ranges_hold() {
    let catalog = catalog();
    let documented: usize = catalog.rulesets.iter().map(|ruleset| ruleset.ranges.len()).sum();
    assert!(documented > 0, "no document prints a range");
    let slipped = catalog
        .rulesets
        .iter()
        .flat_map(|ruleset| ruleset.ranges.iter().map(move |range| (ruleset, range)));
    let slipped: Vec<String> = slipped
        .filter(|(_, (id, range))| {
            let info = dtype(*id).iinfo().unwrap_or_else(|| panic!("{range} is of no integer"));
            let power = |bits: u32| {
                if info.min < 0 {
                    format!("-2^{0} .. 2^{0} - 1", bits - 1)
                } else {
                    format!("0 .. 2^{bits} - 1")
                }
            };
            *range != power(info.bits)
        })
        .map(|(ruleset, (id, range))| format!("{}: {} {range}", ruleset.name, dtype(*id)))
        .collect();
    let known = [
        "array-api@2024.12: int16 -32767 .. 2^15 - 1",
        "array-api@2024.12: int32 -2147483647 .. 2^31 - 1",
        "array-api@2024.12: int64 -9223372036854775807 .. 2^63 - 1",
        "megengine: int64 -2^64 .. 2^64 - 1",
    ];
    assert_eq!(slipped, known);
}

/// The drawing of the one is the drawing of the other.
#[test]
fn sheets_are_the_same() {
    let catalog = catalog();
    for (ours, theirs) in both(&catalog) {
        let wanted = codegen::draw::sheet(&catalog, theirs, TableName::Promotion);
        assert_eq!(conformance::promotion(ours), wanted, "{ours}");
        let columns: Vec<Scalar> =
            theirs.scalars.columns.iter().map(|&column| scalar(column)).collect();
        let wanted = codegen::draw::sheet(&catalog, theirs, TableName::Scalars);
        assert_eq!(conformance::scalars(ours, &columns), wanted, "{ours}");
    }
}
