//! Catalog → `methods.rs`: the names of the methods that `Ruleset` has for every op, a line each.

use quote::quote;

use super::{Part, rust};
use crate::catalog::{Catalog, Group, Op};
use crate::files::File;
use crate::rust_names::{camel, rust_name};

const PATH: &str = "runtime/src/generated/methods.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let uses = quote! {
        use crate::compute::{ComputeError, Number, Options, Reduce, methods};
        use crate::op::Op;
        use crate::ruleset::Ruleset;
        use crate::tensor::{AsView, AsViewMut, Tensor};
    };
    let mut text =
        "/// Every form of every op is a method; all of them promote by the ruleset.\nimpl Ruleset {\n".to_owned();
    for group in Group::ALL {
        let ops: Vec<String> =
            catalog.ops.iter().filter(|op| op.group == group).map(line).collect();
        if !ops.is_empty() {
            text += &format!("    methods! {{ {}:\n{}    }}\n\n", group.name(), ops.concat());
        }
    }
    let text = text.trim_end().to_owned() + "\n}\n";
    rust(PATH.to_owned(), vec![Part::Code(uses), Part::Drawn(text)])
}

/// An op: its variant, its meaning, and the name of each of its methods.
fn line(op: &Op) -> String {
    let (method, name) = (rust_name(&op.name), &op.name);
    let forms = match op.group {
        Group::Binary => {
            format!("{method} {name}_into {name}_assign {name}_scalar scalar_{name}")
        }
        Group::Unary => format!("{method} {name}_into"),
        Group::Ternary
        | Group::Product
        | Group::Reduction
        | Group::Join
        | Group::Sorting
        | Group::Selection
        | Group::Lookup
        | Group::Arrangement => method,
    };
    let doc = format!("`{name}`: {}", op.doc);
    format!("        {}, {doc:?},\n            {forms};\n", camel(&op.name))
}
