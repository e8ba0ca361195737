//! Catalog → `kernels.rs` and `kernels/<op>.rs`: which kernels each op has.
//!
//! A module of its own for each op: the generic loops of one module are compiled as one unit.

use std::collections::{BTreeMap, BTreeSet};

use quote::quote;

use super::{Part, ident, rust, set};
use crate::catalog::{Catalog, DTypeId, Format, Group, Kind, Op};
use crate::files::File;
use crate::reached;
use crate::rust_names::{camel, rust_name};

const LIST: &str = "runtime/src/generated/kernels.rs";
const FOLDER: &str = "runtime/src/generated/kernels";

pub(super) fn emit(catalog: &Catalog) -> Vec<File> {
    let own = catalog.ops.iter().filter(|op| has_kernels(op));
    let mut files = vec![list(catalog)];
    files.extend(own.map(|op| kernels(catalog, op)));
    files
}

/// Whether an op has kernels of its own; those of other groups are made of others, and the runtime lists of which.
fn has_kernels(op: &Op) -> bool {
    match op.group {
        Group::Binary
        | Group::Unary
        | Group::Product
        | Group::Reduction
        | Group::Sorting
        | Group::Selection => true,
        Group::Ternary | Group::Join | Group::Lookup | Group::Arrangement => false,
    }
}

/// The modules, and the kernels of every op.
fn list(catalog: &Catalog) -> File {
    let own = catalog.ops.iter().filter(|op| has_kernels(op));
    let modules: Vec<String> = own.map(|op| format!("mod {};", rust_name(&op.name))).collect();
    let modules = set(modules.iter().map(String::as_str), 0, 0);
    let kernels = catalog.ops.iter().map(|op| {
        let group = ident(&camel(op.group.name()));
        let kernels = match has_kernels(op) {
            true => {
                let module = ident(&rust_name(&op.name));
                quote!(&#module::KERNELS)
            }
            false => {
                let list = ident(&format!("{}Op", camel(op.group.name())));
                let variant = ident(&camel(&op.name));
                quote!(#list::#variant)
            }
        };
        quote!(Kernels::#group(#kernels))
    });
    let code = quote! {
        use crate::kernel::ops::{ArrangementOp, JoinOp, LookupOp, TernaryOp};
        use crate::kernel::tables::Kernels;
        use crate::op::Op;

        /// The kernels of every op, in the order of [`Op::ALL`].
        pub(crate) static KERNELS: [Kernels; Op::ALL.len()] = [#(#kernels),*];
    };
    rust(LIST.to_owned(), vec![Part::Drawn(modules), Part::Code(code)])
}

fn kernels(catalog: &Catalog, op: &Op) -> File {
    let code = |id: DTypeId| catalog.dtype(id).code.as_str();
    let mut rows: BTreeMap<DTypeId, Vec<String>> = BTreeMap::new();
    let (mut single, mut integers): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    match op.group {
        Group::Binary => {
            for (lhs, rhs, compute) in binary(catalog, op) {
                let pair = format!("{} => {}", code(rhs), code(compute));
                let integer = matches!(catalog.dtype(compute).kind(), Kind::Int | Kind::Uint);
                match op.integers.is_some() && integer {
                    true => integers.push(format!("{}: {pair};", code(lhs))),
                    false => rows.entry(lhs).or_default().push(pair),
                }
            }
        }
        Group::Unary
        | Group::Ternary
        | Group::Product
        | Group::Reduction
        | Group::Join
        | Group::Sorting
        | Group::Selection
        | Group::Lookup
        | Group::Arrangement => {
            let computed = reached::computed(catalog, op).into_iter();
            let carried: BTreeSet<_> = computed.map(|id| catalog.carrier(id)).collect();
            single.extend(carried.into_iter().map(|id| code(id).into()))
        }
    }
    let lines = rows.into_iter().map(|(lhs, pairs)| listed(&format!("{}: ", code(lhs)), &pairs));
    let mut lines: String = lines.collect();
    if !single.is_empty() {
        lines += &listed("", &single);
    }
    let name = camel(&op.name);
    let (table, group) = (format!("{}Table", camel(op.group.name())), op.group.name());
    let aliases = aliases(catalog, &lines);
    let codes = match aliases.is_empty() {
        true => String::new(),
        false => format!("use crate::generated::codes::{{{}}};\n", aliases.join(", ")),
    };
    let of_integers = op.integers.as_deref().filter(|_| !integers.is_empty()).map(camel);
    let (uses, head) = match op.group {
        Group::Binary => {
            let integers = match &of_integers {
                Some(other) => {
                    let lines = set(integers.iter().map(String::as_str), 8, 8);
                    format!(", integers = {other} {{\n{lines}    }}")
                }
                None => ";".to_owned(),
            };
            let head = format!("binary_table! {{\n    {name}, swaps = {}{integers}", op.swaps);
            ("BinaryTable, binary_table".to_owned(), head)
        }
        Group::Unary
        | Group::Ternary
        | Group::Product
        | Group::Reduction
        | Group::Join
        | Group::Sorting
        | Group::Selection
        | Group::Lookup
        | Group::Arrangement => {
            (format!("Table, {table}, table"), format!("table! {{\n    {group}_kernel of {name};"))
        }
    };
    let ops = match &of_integers {
        Some(other) => format!("{{{name}, {other}}}"),
        None => name.clone(),
    };
    let drawn = format!(
        "{codes}use crate::kernel::ops::{ops};\nuse crate::kernel::tables::{{{uses}}};\n\n\
         /// `{}`: {}.\npub(crate) static KERNELS: {table} = {head}\n{lines}}};\n",
        op.name, op.doc,
    );
    rust(format!("{FOLDER}/{}.rs", rust_name(&op.name)), vec![Part::Drawn(drawn)])
}

/// A row of a table: what its entries have in common, and the entries.
fn listed(label: &str, entries: &[String]) -> String {
    let row = entries.join(",\n");
    let row = format!("{label}{row};");
    set(row.split('\n'), 4, 8)
}

/// The codes that are not names of Rust types.
fn aliases<'a>(catalog: &'a Catalog, lines: &str) -> Vec<&'a str> {
    let words = lines.split(|c: char| !c.is_ascii_alphanumeric()).collect::<BTreeSet<_>>();
    let aliased = catalog.dtypes.iter().filter(|dtype| dtype.rust.as_ref() != Some(&dtype.code));
    aliased.filter(|dtype| words.contains(&*dtype.code)).map(|dtype| dtype.code.as_str()).collect()
}

/// The (left, right, compute) triples a binary op has loops for: those with one dtype, and of a fused op those of two that
/// some ruleset reaches and that gain by it. What is computed in a narrow dtype is computed in its carrier. If the
/// operands may be swapped, one order of each pair is enough.
fn binary(catalog: &Catalog, op: &Op) -> Vec<(DTypeId, DTypeId, DTypeId)> {
    let mut triples = reached::reached(catalog, op);
    let all: Vec<_> = triples.clone();
    triples.extend(all.iter().map(|&(.., id)| {
        let id = catalog.carrier(id);
        (id, id, id)
    }));
    let wide = |id: &DTypeId| !catalog.dtype(*id).is_narrow();
    triples.retain(|(lhs, rhs, compute)| [lhs, rhs, compute].into_iter().all(wide));
    triples.retain(|&(lhs, rhs, compute)| {
        let operands = || [lhs, rhs].into_iter().filter(|&id| id != compute);
        operands().count() == 0 || op.fused && operands().all(|id| gains(catalog, id, compute))
    });
    if op.swaps {
        triples.iter_mut().for_each(|(lhs, rhs, _)| {
            if lhs > rhs {
                std::mem::swap(lhs, rhs);
            }
        });
    }
    triples.sort();
    triples.dedup();
    triples
}

/// Whether an operand is better converted inside a loop than in blocks before it. Not if it loses bits, which few rulesets
/// ask for; nor if the loop converts to another dtype to compute, as one of halves does; and of complex dtypes only
/// real numbers of the same width are often asked for.
fn gains(catalog: &Catalog, from: DTypeId, to: DTypeId) -> bool {
    let family = |kind| match kind {
        Kind::Uint => Kind::Int,
        kind => kind,
    };
    let (narrow, wide) = (catalog.dtype(from), catalog.dtype(to));
    match wide.format {
        Format::Complex { part } => from == part,
        Format::Float(_) if wide.bits < 32 => false,
        _ => family(narrow.kind()) != family(wide.kind()) || narrow.bits <= wide.bits,
    }
}
