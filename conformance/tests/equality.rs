//! The runtime and the catalog say the same of everything.

use codegen::catalog::{
    Catalog, Cell, Column, DEFAULT_KINDS, Id as SpecId, Ruleset as SpecRuleset, Source, TableName,
};
use codegen::names;
use conformance::{catalog, dtype, id, operand};
use runtime::{
    CodeAndBits, DType, DefaultKind, Id, IdSystem, NameError, Op, RuleError, Ruleset, Scalar,
    Tables, rulesets,
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

/// The engine is one, so what it is given decides: every table, cell by cell, and every rule of an op.
#[test]
fn tables_are_the_same() {
    let catalog = catalog();
    let ids = || DType::ALL.into_iter().map(DType::id);
    for (ours, theirs) in both(&catalog) {
        let (got, wanted) = (*ours.tables(), catalog.tables(theirs));
        assert_eq!(got.dtypes, wanted.dtypes, "{ours}");
        assert_eq!(got.has, wanted.has, "{ours}");
        assert_eq!(
            (got.defaults, got.nary, got.result_type),
            (wanted.defaults, wanted.nary, wanted.result_type),
            "{ours}"
        );
        for name in TableName::ALL {
            assert_eq!(got.has_table(name), wanted.has_table(name), "{ours}: {name}");
            let columns = || ids().map(Column::DType).chain(Scalar::ALL.map(Column::Scalar));
            for (row, column) in ids().flat_map(|row| columns().map(move |column| (row, column))) {
                let cells = [got, wanted].map(|tables| tables.cell(name, row, column));
                let operands = name.operands(row, column).map(operand);
                assert_eq!(cells[0], cells[1], "{ours}: {name} of {operands:?}");
            }
        }
        let output = |tables: Tables<'_>| tables.output.to_vec();
        assert_eq!(output(got), output(wanted), "{ours}");
        let inexact = |tables: Tables<'_>| tables.inexact.to_vec();
        assert_eq!(inexact(got), inexact(wanted), "{ours}");
        assert_eq!(got.op_rules, wanted.op_rules, "{ours}");
    }
}

#[test]
fn cells_of_ops_are_the_same() {
    let catalog = catalog();
    let mut known = 0;
    for (ours, theirs) in both(&catalog) {
        let (got, wanted) = (*ours.tables(), catalog.tables(theirs));
        for op in Op::ALL {
            for lhs in DType::ALL {
                let tensors = DType::ALL.map(|rhs| rules::Operand::Tensor(rhs.id()));
                let others = tensors.into_iter().chain(Scalar::ALL.map(rules::Operand::Scalar));
                for rhs in others.map(Some).chain([None]) {
                    let cells = [got, wanted].map(|tables| tables.op_cell(op.id(), lhs.id(), rhs));
                    assert_eq!(cells[0], cells[1], "{ours}: {op} of {lhs} and {rhs:?}");
                    known += usize::from(cells[0].is_some());
                }
            }
        }
    }
    assert!(known > 8_000, "only {known} cells of ops were compared");
}

/// Whatever a cell says, someone says it; of what is unknown, no one does.
#[test]
fn every_known_cell_has_a_source() {
    let catalog = catalog();
    let mut known = 0;
    for ruleset in &catalog.rulesets {
        for name in TableName::ALL {
            for (index, cell) in ruleset.table(name).cells.iter().enumerate() {
                let unknown = cell.outcome == Cell::Unknown;
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
        assert_eq!(ours.size(), theirs.bits.div_ceil(8) as usize);
        assert_eq!(ours.is_narrow(), theirs.rust.is_none());
        assert!(theirs.rust.as_ref().is_none_or(|rust| rust == ours.rust_type()), "{ours}");
        assert_eq!(ours.kind(), theirs.kind(), "{ours}");
        assert_eq!(ours.iinfo().map(|info| (info.min, info.max)), theirs.range(), "{ours}");
        for spelling in [ours.name(), ours.code()] {
            assert_eq!(spelling.parse(), Ok(ours));
        }
        assert_eq!(ours.to_string(), ours.name());
    }
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
                let wanted = match names::dtype(&catalog, theirs, name) {
                    // The command line refuses it; to the runtime a framework's own names come first.
                    Err(names::NameError::Ambiguous { own, .. }) => Some(own),
                    found => found.ok(),
                };
                let wanted = wanted.map(self::dtype);
                assert_eq!(ours.dtype(name).ok(), wanted, "{ours}: `{name}`");
            }
        }
    }
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
        "array-api@2025.12: int16 -32767 .. 2^15 - 1",
        "array-api@2025.12: int32 -2147483647 .. 2^31 - 1",
        "array-api@2025.12: int64 -9223372036854775807 .. 2^63 - 1",
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

/// The dtype of an id, as the function of a system gives it.
type Back = fn(Id) -> Option<DType>;

/// The functions that go back from an id, by the system's name.
const BACK: [(&str, Back); 14] = [
    ("dlpack", |id| pair(id).and_then(|id| DType::from_dlpack(id.code, id.bits).ok())),
    ("onnx", |id| number(id).and_then(|id| DType::from_onnx(id).ok())),
    ("torch", |id| number(id).and_then(|id| DType::from_torch(id).ok())),
    ("acl", |id| number(id).and_then(|id| DType::from_acl(id).ok())),
    ("arrow", |id| text(id).and_then(|id| DType::from_arrow(id).ok())),
    ("numpy_typestr", |id| text(id).and_then(|id| DType::from_numpy_typestr(id).ok())),
    ("numpy_char", |id| text(id).and_then(|id| DType::from_numpy_char(id).ok())),
    ("ml_dtypes", |id| text(id).and_then(|id| DType::from_ml_dtypes(id).ok())),
    ("safetensors", |id| text(id).and_then(|id| DType::from_safetensors(id).ok())),
    ("xla", |id| number(id).and_then(|id| DType::from_xla(id).ok())),
    ("mlir", |id| text(id).and_then(|id| DType::from_mlir(id).ok())),
    ("gguf", |id| number(id).and_then(|id| DType::from_gguf(id).ok())),
    ("candle", |id| text(id).and_then(|id| DType::from_candle(id).ok())),
    ("burn", |id| text(id).and_then(|id| DType::from_burn(id).ok())),
];

fn number(id: Id) -> Option<i32> {
    if let Id::Number(number) = id { Some(number) } else { None }
}

fn text(id: Id) -> Option<&'static str> {
    if let Id::Text(text) = id { Some(text) } else { None }
}

fn pair(id: Id) -> Option<CodeAndBits> {
    if let Id::CodeAndBits(both) = id { Some(both) } else { None }
}

#[test]
fn ids_are_the_same_and_lead_back() {
    let catalog = catalog();
    let names: Vec<&str> = IdSystem::ALL.into_iter().map(IdSystem::name).collect();
    let wanted: Vec<&str> = catalog.id_systems.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, wanted);
    let back: Vec<&str> = BACK.iter().map(|(name, _)| *name).collect();
    let unshared: Vec<&str> =
        IdSystem::ALL.into_iter().filter(|one| !one.is_shared()).map(IdSystem::name).collect();
    assert_eq!(back, unshared, "every system with a way back is tried");
    for (ours, theirs) in IdSystem::ALL.into_iter().zip(&catalog.id_systems) {
        assert_eq!((ours.title(), ours.what()), (theirs.title.as_str(), theirs.what.as_str()));
        assert!(ours.source().ends_with(&theirs.source.url), "{ours}");
        for dtype in DType::ALL {
            let got = ours.id(dtype).ok();
            let wanted = theirs.id(id(dtype)).map(|id| match id {
                SpecId::Number(number) => number.to_string(),
                SpecId::Text(text) => text.clone(),
                SpecId::CodeAndBits(code, bits) => format!("({code}, {bits})"),
            });
            assert_eq!(got.map(|id| id.to_string()), wanted, "{ours}: {dtype}");
            let back = BACK.iter().find(|(name, _)| *name == ours.name());
            if let (Some(got), Some((_, back))) = (got, back) {
                assert_eq!(back(got), Some(dtype), "{ours}: {got}");
            }
        }
    }
    assert_eq!(DType::from_numpy_char("q"), Ok(DType::I64), "a second spelling is read too");
    assert_eq!(DType::from_onnx(8).ok(), None, "a string is no dtype");
    assert_eq!(DType::from_dlpack(1, 8), Ok(DType::U8), "a bool of old producers is uint8");
}
