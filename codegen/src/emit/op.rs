//! Catalog → `op.rs`: the operations and their rules.

use rules::KindSet;

use super::{Part, rust, wrapped};
use crate::catalog::{Catalog, Kind, Op, OpRule};
use crate::files::File;
use crate::rust_names::{camel, variant};

const PATH: &str = "runtime/src/generated/op.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let head = "use rules::{Compute::*, Group::*, Kind::{self, *}, OpResult};\n\n\
                use crate::op::facts::{Facts, ops, rule};\n";
    let ops: String = catalog.ops.iter().map(op).collect();
    let parts = [head.to_owned(), format!("ops! {{\n{ops}}}\n")];
    rust(PATH.to_owned(), parts.map(Part::Drawn).into())
}

/// An operation: its variant and its name, what it gives, how it takes operands, and its rule.
fn op(op: &Op) -> String {
    let Op { name, doc, .. } = op;
    let (group, rule) = (variant(op.group.name()), rule(&op.rule));
    let moves = match kinds(op.moves) {
        none if none.is_empty() => String::new(),
        kinds => format!(", moves [{kinds}]"),
    };
    wrapped(4, &format!("{} {name:?}, {doc:?}, {group}, {rule}{moves};", camel(name)))
}

/// A rule, as code.
pub(super) fn rule(rule: &OpRule) -> String {
    let (compute, result) = (variant(rule.compute.name()), variant(rule.result.name()));
    let zero_dim = if rule.zero_dim_as_tensor { ".with_zero_dim_as_tensor()" } else { "" };
    format!("rule(&[{}], {compute}, OpResult::{result}){zero_dim}", kinds(rule.on))
}

/// Kinds, as code.
fn kinds(kinds: KindSet) -> String {
    let kinds = kinds.iter().map(|kind| match kind {
        // A dtype is called so too.
        Kind::Bool => "Kind::Bool".to_owned(),
        kind => variant(kind.name()),
    });
    kinds.collect::<Vec<String>>().join(", ")
}
