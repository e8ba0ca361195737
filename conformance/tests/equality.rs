//! The runtime and the catalog say the same of everything.

use codegen::catalog::Operand::{Scalar, Tensor, Weak, ZeroDim};
use codegen::catalog::{
    self, Catalog, Column, DEFAULT_KINDS, DTypeId, Kind as SpecKind, Outcome,
    Ruleset as SpecRuleset, ScalarKind, Source, TableName,
};
use codegen::promote;
use conformance::{catalog, dtype, id, operand};
use runtime::{
    Casting, DType, DefaultKind, Kind, NameError, Operand, ResultType, RuleError, Ruleset, rulesets,
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

/// Two operands of any sorts, whether or not the ruleset has their dtypes or tells their sorts apart.
#[test]
fn every_pair_of_operands_promotes_the_same() {
    let catalog = catalog();
    for (ours, theirs) in both(&catalog) {
        let all = operands(|_| true);
        for &lhs in &all {
            for &rhs in &all {
                check(&catalog, ours, theirs, &[lhs, rhs]);
            }
            check(&catalog, ours, theirs, &[lhs]);
        }
        check(&catalog, ours, theirs, &[]);
    }
}

/// Three operands of the sorts that the ruleset tells apart, in every order.
#[test]
fn three_operands_promote_the_same() {
    let catalog = catalog();
    for (ours, theirs) in both(&catalog) {
        let foreign = matches!(theirs.scalars.columns.first(), Some(Column::DType(_)));
        let told = |operand| match operand {
            Tensor(_) => true,
            ZeroDim(_) => theirs.has_table(TableName::ZeroDim),
            Weak(_) => theirs.has_table(TableName::Weak),
            Scalar(Column::DType(_)) => foreign,
            Scalar(Column::Kind(_)) => !foreign,
        };
        let here = |operand: catalog::Operand| {
            told(operand) && operand.dtype().is_none_or(|id| theirs.dtypes.contains(&id))
        };
        let all = operands(here);
        for &a in &all {
            for &b in &all {
                for &c in &all {
                    check(&catalog, ours, theirs, &[a, b, c]);
                }
            }
        }
    }
}

/// Every operand there is, as far as it is wanted.
fn operands(wanted: impl Fn(catalog::Operand) -> bool) -> Vec<catalog::Operand> {
    let typed = |id| Scalar(Column::DType(id));
    let sorts: [fn(DTypeId) -> catalog::Operand; 3] = [Tensor, ZeroDim, Weak];
    let ids = || DType::ALL.into_iter().map(id);
    let tensors = sorts.into_iter().flat_map(|sort| ids().map(sort));
    let kinds = ScalarKind::ALL.map(|kind| Scalar(Column::Kind(kind)));
    tensors.chain(kinds).chain(ids().map(typed)).filter(|&operand| wanted(operand)).collect()
}

fn check(catalog: &Catalog, ours: Ruleset, theirs: &SpecRuleset, operands: &[catalog::Operand]) {
    let asked: Vec<Operand> = operands.iter().map(|&one| operand(one)).collect();
    let got = ours.result_type(&asked);
    let tensors = || operands.iter().filter(|operand| !operand.is_scalar());
    let lacks = |id: DTypeId| !theirs.dtypes.contains(&id);
    let missing: Vec<DType> =
        operands.iter().filter_map(|one| one.dtype()).filter(|&id| lacks(id)).map(dtype).collect();
    if tensors().next().is_some() && !missing.is_empty() {
        let unsupported = matches!(
            got,
            Err(RuleError::Unsupported { dtype, .. }) if missing.contains(&dtype)
        );
        assert!(unsupported, "{ours}: {asked:?}: {got:?}");
        return;
    }
    let wanted = match promote::result_type(catalog, theirs, operands) {
        Ok(given) => Ok(ResultType { dtype: dtype(given.dtype), weak: given.weak }),
        Err(promote::Failure::NoTensor) => Err(RuleError::NoTensor { ruleset: ours }),
        Err(promote::Failure::Cell { lhs, rhs, outcome }) => {
            let (ruleset, lhs, rhs) = (ours, operand(lhs), operand(rhs));
            Err(match outcome {
                Outcome::Refused => RuleError::Refused { ruleset, lhs, rhs },
                Outcome::NoKernel => RuleError::NoKernel { ruleset, lhs, rhs },
                Outcome::Unknown => RuleError::Unknown { ruleset, lhs, rhs },
                Outcome::Foreign(place) => match got {
                    Err(RuleError::Foreign { name, .. }) if name == catalog.foreign[place] => {
                        RuleError::Foreign { ruleset, lhs, rhs, name }
                    }
                    _ => RuleError::NoTensor { ruleset },
                },
                Outcome::DType(_) | Outcome::Weak(_) => unreachable!("a dtype is no failure"),
            })
        }
    };
    assert_eq!(got, wanted, "{ours}: {asked:?}");
}

/// Whatever a cell says, someone says it; of what is unknown, no one does.
#[test]
fn every_known_cell_has_a_source() {
    let catalog = catalog();
    let mut known = 0;
    for ruleset in &catalog.rulesets {
        for name in TableName::ALL {
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
/// before, in capitals, and with a number more. A mode that has the names of another adds nothing.
#[test]
fn names_of_nothing_are_near_the_same_names() {
    let catalog = catalog();
    let (mut compared, mut seen) = (0, Vec::new());
    for (ours, theirs) in both(&catalog) {
        let known = (&theirs.names, &theirs.dtypes);
        if seen.contains(&known) {
            continue;
        }
        seen.push(known);
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
        for name in TableName::ALL.into_iter().filter(|&name| theirs.has_table(name)) {
            let wanted = codegen::draw::sheet(&catalog, theirs, name);
            let columns = &theirs.table(name).columns;
            assert_eq!(conformance::table(&catalog, ours, name, columns), wanted, "{ours}");
        }
    }
}
