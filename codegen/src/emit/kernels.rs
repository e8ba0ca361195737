//! Catalog → `kernels.rs` and `kernels/<op>.rs`: which kernels each op has.
//!
//! A module of its own for each op: the generic loops of one module are compiled as one unit.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Ident;
use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::{Catalog, DTypeId, Group, Kind, Op};
use crate::files::File;
use crate::reached;
use crate::rust_names::{camel, rust_name};

const LIST: &str = "runtime/src/generated/kernels.rs";
const FOLDER: &str = "runtime/src/generated/kernels";

/// The width of a line of a table.
const WIDTH: usize = 100;

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
    let modules = own.map(|op| ident(&rust_name(&op.name)));
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
        #(mod #modules;)*

        use crate::kernel::ops::{ArrangementOp, JoinOp, LookupOp, TernaryOp};
        use crate::kernel::tables::Kernels;
        use crate::op::Op;

        /// The kernels of every op, in the order of [`Op::ALL`].
        pub(crate) static KERNELS: [Kernels; Op::ALL.len()] = [#(#kernels),*];
    };
    rust(LIST.to_owned(), vec![Part::Code(code)])
}

fn kernels(catalog: &Catalog, op: &Op) -> File {
    let code = |id: DTypeId| catalog.dtype(id).code.as_str();
    let mut rows: BTreeMap<DTypeId, Vec<String>> = BTreeMap::new();
    let mut single: Vec<String> = Vec::new();
    match op.group {
        Group::Binary => {
            for (lhs, rhs, compute) in binary(catalog, op) {
                let pair = format!("{} => {}", code(rhs), code(compute));
                rows.entry(lhs).or_default().push(pair);
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
    let mut lines = String::new();
    for (lhs, pairs) in rows {
        fill(&mut lines, &format!("{}: ", code(lhs)), &pairs, ";");
    }
    if !single.is_empty() {
        fill(&mut lines, "", &single, ";");
    }
    let name = camel(&op.name);
    let (table, group) = (format!("{}Table", camel(op.group.name())), op.group.name());
    let aliases = aliases(catalog, &lines);
    let code = match aliases.is_empty() {
        true => quote!(),
        false => quote!(use crate::generated::codes::{#(#aliases),*};),
    };
    let (uses, head) = match op.group {
        Group::Binary => {
            let head = format!("binary_table! {{\n    {name}, swaps = {};", op.swaps);
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
    let drawn = format!(
        "use crate::kernel::ops::{name};\nuse crate::kernel::tables::{{{uses}}};\n\n\
         /// `{}`: {}.\npub(crate) static KERNELS: {table} = {head}\n{lines}}};\n",
        op.name, op.doc,
    );
    rust(format!("{FOLDER}/{}.rs", rust_name(&op.name)), vec![Part::Code(code), Part::Drawn(drawn)])
}

/// The codes that are not names of Rust types.
fn aliases(catalog: &Catalog, lines: &str) -> Vec<Ident> {
    let words = lines.split(|c: char| !c.is_ascii_alphanumeric()).collect::<BTreeSet<_>>();
    let aliased = catalog.dtypes.iter().filter(|dtype| dtype.rust.as_ref() != Some(&dtype.code));
    aliased.filter(|dtype| words.contains(&*dtype.code)).map(|dtype| ident(&dtype.code)).collect()
}

/// The (left, right, compute) triples a binary op has loops for: of a fused op all that some ruleset reaches, except
/// those that narrow an operand or have a narrow one; of any other op those with one dtype. What is computed in a narrow
/// dtype is computed in its carrier. If the operands may be swapped, one order of each pair is enough.
fn binary(catalog: &Catalog, op: &Op) -> Vec<(DTypeId, DTypeId, DTypeId)> {
    let mut triples = reached::reached(catalog, op);
    let all: Vec<_> = triples.clone();
    triples.extend(all.iter().map(|&(.., id)| {
        let id = catalog.carrier(id);
        (id, id, id)
    }));
    let wide = |id: &DTypeId| !catalog.dtype(*id).is_narrow();
    triples.retain(|(lhs, rhs, compute)| [lhs, rhs, compute].into_iter().all(wide));
    match op.fused {
        true => triples.retain(|&(lhs, rhs, compute)| {
            !narrows(catalog, lhs, compute) && !narrows(catalog, rhs, compute)
        }),
        false => triples.retain(|&(lhs, rhs, compute)| lhs == compute && rhs == compute),
    }
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

/// Whether a conversion loses bits. Few rulesets do that, so no loop is built for it.
fn narrows(catalog: &Catalog, from: DTypeId, to: DTypeId) -> bool {
    let [from, to] = [from, to].map(|id| catalog.dtype(id));
    let family = |kind| match kind {
        Kind::Uint => Kind::Int,
        kind => kind,
    };
    family(from.kind()) == family(to.kind()) && from.bits > to.bits
}

/// Sets words in lines of at most [`WIDTH`], and ends the last line with `close`.
fn fill(text: &mut String, label: &str, words: &[String], close: &str) {
    let mut line = format!("    {label}");
    for (place, word) in words.iter().enumerate() {
        let sign = if place + 1 == words.len() { close } else { "," };
        if line.len() + word.len() + 1 > WIDTH {
            text.push_str(line.trim_end());
            text.push('\n');
            line = "        ".to_owned();
        }
        line.push_str(&format!("{word}{sign} "));
    }
    text.push_str(line.trim_end());
    text.push('\n');
}
