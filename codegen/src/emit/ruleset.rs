//! Catalog → `rulesets/<name>.rs`: one ruleset, its tables drawn row by row.

use proc_macro2::TokenStream;
use quote::quote;

use super::base::base;
use super::grid::{Grid, grids};
use super::op_cells::OpLayers;
use super::{Part, ident, option, rust, wrapped};
use crate::catalog::{
    Catalog, DTypeId, Nary, OpOverride, OpRule, Ruleset, Source, SourceKind, TypedScalars,
};
use crate::files::File;
use crate::rust_names::{camel, constant, module, variant};

const FOLDER: &str = "runtime/src/generated/rulesets";

pub(super) fn emit(catalog: &Catalog, ruleset: &Ruleset) -> File {
    let grids = grids(catalog, ruleset);
    let own = |name: &str, same: &dyn Fn(&Ruleset) -> bool| base(catalog, ruleset, name, same);
    let layers = OpLayers::of(catalog, ruleset);
    let shared = Shared {
        dtypes: own("DTYPES", &|other| other.dtypes == ruleset.dtypes),
        names: own("NAMES", &|other| other.names == ruleset.names),
        output: own("OUTPUT", &|other| other.output == ruleset.output),
        rules: own("OP_RULES", &|other| op_rules(other) == op_rules(ruleset)),
        cells: layers.constants(),
        policies: own("POLICIES", &|other| other.policies == ruleset.policies),
    };
    let mut parts = vec![Part::Code(quote!(
        use super::super::words::*;
    ))];
    let drawn = grids.iter().filter(|grid| grid.base.is_none());
    parts.extend(drawn.map(|grid| Part::Drawn(grid.draw(catalog, ruleset))));
    parts.push(Part::Drawn(sources(ruleset)));
    parts.push(Part::Code(data(catalog, ruleset, &grids, &shared)));
    let own_lists = [
        shared.names.is_none().then(|| names(catalog, ruleset)),
        shared.output.is_none().then(|| output(catalog, ruleset)),
        shared.rules.is_none().then(|| rules(ruleset)),
        Some(inexact(catalog, ruleset)),
        Some(layers.draw(catalog)),
    ];
    parts.extend(own_lists.into_iter().flatten().flatten().map(Part::Drawn));
    rust(format!("{FOLDER}/{}.rs", module(&ruleset.name)), parts)
}

/// Paths to the constants that a ruleset shares with its base.
struct Shared {
    dtypes: Option<TokenStream>,
    names: Option<TokenStream>,
    output: Option<TokenStream>,
    rules: Option<TokenStream>,
    /// Those of the lists of op cells, with its own.
    cells: Vec<TokenStream>,
    policies: Option<TokenStream>,
}

/// The ruleset's public constant, and all its data except the tables.
fn data(catalog: &Catalog, ruleset: &Ruleset, grids: &[Grid], shared: &Shared) -> TokenStream {
    let Ruleset { name, framework, edition, .. } = ruleset;
    let constant = ident(&constant(name));
    let docs = docs(ruleset, grids);
    let device = ruleset.device.as_ref().map(|device| quote!(device: Some(#device),));
    let list = |ids: &[DTypeId]| {
        let ids = ids.iter().map(|&id| dtype(catalog, id));
        quote!(&[#(#ids),*])
    };
    let field = |name: &str, ids: &[DTypeId]| {
        let (name, ids) = (ident(name), list(ids));
        quote!(#name: #ids,)
    };
    let (dtypes, own_dtypes) = match &shared.dtypes {
        Some(base) => (base.clone(), None),
        None => {
            let list = list(&ruleset.dtypes);
            (quote!(DTYPES), Some(quote!(pub(super) const DTYPES: &[DType] = #list;)))
        }
    };
    let lacks = (!ruleset.lacks.is_empty()).then(|| field("lacks", &ruleset.lacks));
    let not_supported =
        (!ruleset.unsupported.is_empty()).then(|| field("not_supported", &ruleset.unsupported));
    let names = (!ruleset.names.is_empty()).then(|| {
        let names = shared.names.clone().unwrap_or_else(|| quote!(NAMES));
        quote!(names: #names,)
    });
    let abstract_types = ruleset.abstract_types.iter().map(|(name, members)| {
        let members = list(members);
        quote!((#name, #members))
    });
    let abstract_types = (!ruleset.abstract_types.is_empty())
        .then(|| quote!(abstract_types: &[#(#abstract_types),*],));
    let foreign = (!catalog.foreign.is_empty()).then(|| quote!(foreign: FOREIGN,));
    let tables = tables(catalog, ruleset, grids, shared);
    let (policies, own_policies) = policies(catalog, ruleset, shared);
    quote! {
        #(#docs)*
        pub const #constant: Ruleset = Ruleset::new(&DATA);

        static DATA: RulesetData = RulesetData {
            name: #name,
            framework: #framework,
            edition: #edition,
            #device
            sources: SOURCES,
            dtypes: #dtypes,
            #lacks
            #not_supported
            #names
            #abstract_types
            #tables
            #foreign
            #policies
            ..RulesetData::EMPTY
        };

        #own_dtypes
        #own_policies
    }
}

/// A constant that is a list, each of its entries on lines of its own.
fn list(head: &str, entries: impl Iterator<Item = String>, close: &str) -> String {
    let lines: String = entries.map(|entry| wrapped(4, &format!("{entry},"))).collect();
    format!("pub(super) const {head}\n{lines}{close};\n")
}

/// The constant of names, by dtype.
fn names(catalog: &Catalog, ruleset: &Ruleset) -> Option<String> {
    let entries = ruleset.names.iter().map(|(id, names)| {
        let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
        format!("({}, &[{}])", variant(&catalog.dtype(*id).code), names.join(", "))
    });
    let some = !ruleset.names.is_empty();
    some.then(|| list("NAMES: &[(DType, &[&str])] = &[", entries, "]"))
}

/// The constant of the output rule, an entry for the dtypes that convert to the same dtypes.
fn output(catalog: &Catalog, ruleset: &Ruleset) -> Option<String> {
    let rule = ruleset.output.as_ref()?;
    let rows = together(rule).into_iter().filter(|(_, to)| !to.is_empty());
    let entries = rows.map(|(from, to)| {
        format!("(&[{}], &[{}])", variants(catalog, from), variants(catalog, to))
    });
    Some(list("OUTPUT: [DTypeSet; DType::ALL.len()] = outputs(&[", entries, "])"))
}

/// The constant of the rules of ops that are not those of `ops.toml`, an entry for the ops with the same rule.
fn rules(ruleset: &Ruleset) -> Option<String> {
    let rules = op_rules(ruleset);
    let entries = together(&rules).into_iter().map(|(ops, rule)| {
        let ops: Vec<String> = ops.into_iter().map(|op| format!("Op::{}", camel(op))).collect();
        format!("(&[{}], {})", ops.join(", "), super::op::rule(rule))
    });
    let some = !rules.is_empty();
    some.then(|| list("OP_RULES: [OpRule; Op::ALL.len()] = op_rules(&[", entries, "])"))
}

/// The constant of the floats that dtypes become in inexact ops, an entry for those that become the same.
fn inexact(catalog: &Catalog, ruleset: &Ruleset) -> Option<String> {
    let entries = together(&ruleset.inexact)
        .into_iter()
        .map(|(from, to)| format!("(&[{}], {})", variants(catalog, from), variants(catalog, [to])));
    let count = ruleset.inexact.len();
    let head = format!("INEXACT: [(DTypeId, DTypeId); {count}] = inexact(&[");
    (count > 0).then(|| list(&head, entries, "])"))
}

/// The field of tables.
fn tables(catalog: &Catalog, ruleset: &Ruleset, grids: &[Grid], shared: &Shared) -> TokenStream {
    let dtypes = shared.dtypes.clone().unwrap_or_else(|| quote!(DTYPES));
    let any_default = ruleset.defaults.iter().any(Option::is_some);
    let defaults = ruleset.defaults.iter().map(|id| option(id.map(|id| dtype(catalog, id))));
    let defaults = any_default.then(|| quote!(defaults: defaults([#(#defaults),*]),));
    let drawn = grids.iter().map(|grid| {
        let (field, constant) = (ident(grid.field), ident(&grid.constant));
        let path = grid.base.clone().unwrap_or_else(|| quote!(#constant));
        quote!(#field: #path.as_flattened(),)
    });
    let nary = match ruleset.nary {
        Nary::Fold => None,
        Nary::Join => Some(quote!(nary: Nary::Join,)),
        Nary::CategoryFold => Some(quote!(nary: Nary::CategoryFold,)),
    };
    let result_type = ruleset.result_type.as_ref().map(|op| {
        let op = ident(&camel(op));
        quote!(result_type: Some(Op::#op.id()),)
    });
    let typed = match ruleset.typed {
        TypedScalars::Table => None,
        TypedScalars::Tensor => Some(quote!(Tensor)),
        TypedScalars::ZeroDim => Some(quote!(ZeroDim)),
        TypedScalars::Kind => Some(quote!(Kind)),
        TypedScalars::Converted => Some(quote!(Converted)),
    };
    let typed = typed.map(|typed| quote!(typed: TypedScalars::#typed,));
    let path = |base: &Option<TokenStream>, own: TokenStream| base.clone().unwrap_or(own);
    let output = ruleset.output.as_ref().map(|_| {
        let output = path(&shared.output, quote!(OUTPUT));
        quote!(output: &#output,)
    });
    let op_rules = (!op_rules(ruleset).is_empty()).then(|| {
        let rules = path(&shared.rules, quote!(OP_RULES));
        quote!(op_rules: &#rules,)
    });
    let cells = &shared.cells;
    let op_cells = (!cells.is_empty()).then(|| {
        quote! {
            op_rows: &OpCells::rows::<{ OpCells::count(&[#(#cells),*]) }>(&[#(#cells),*]),
            op_rows_of: &ranges(&[#(#cells),*]),
        }
    });
    let inexact = (!ruleset.inexact.is_empty()).then(|| quote!(inexact: &INEXACT,));
    quote! {
        tables: Tables {
            has: set(#dtypes),
            #defaults
            #(#drawn)*
            #typed
            #nary
            #result_type
            #output
            #op_rules
            #op_cells
            #inexact
            ..RulesetData::EMPTY.tables
        },
    }
}

/// The rules of ops that are not those of `ops.toml`.
fn op_rules(ruleset: &Ruleset) -> Vec<(&str, OpRule)> {
    // Whether a result is strongly typed follows from the group of the op.
    let rule = |own: &OpOverride| OpRule { strong_result: false, ..own.rule };
    ruleset.op_overrides.iter().map(|own| (own.op.as_str(), rule(own))).collect()
}

/// The policies that are not the default's, and the constant that states them unless its base has it.
fn policies(
    catalog: &Catalog,
    ruleset: &Ruleset,
    shared: &Shared,
) -> (Option<TokenStream>, Option<TokenStream>) {
    let values = catalog.policies.iter().zip(&ruleset.policies);
    let chosen: Vec<TokenStream> = values
        .filter(|(policy, value)| policy.default != **value)
        .map(|(policy, &value)| {
            let (field, ty) = (ident(&policy.name), ident(&camel(&policy.name)));
            let value = ident(&camel(&policy.values[value].name));
            quote!(#field: policy::#ty::#value)
        })
        .collect();
    if chosen.is_empty() {
        return (None, None);
    }
    if let Some(base) = &shared.policies {
        return (Some(quote!(policies: #base,)), None);
    }
    let rest = (chosen.len() < catalog.policies.len()).then(|| quote!(, ..Policies::DEFAULT));
    let own = quote!(pub(super) const POLICIES: Policies = Policies { #(#chosen),* #rest };);
    (Some(quote!(policies: POLICIES,)), Some(own))
}

/// The docs of a ruleset: its tables, as they are drawn or by the ruleset that draws them, and its sources.
fn docs(ruleset: &Ruleset, grids: &[Grid]) -> Vec<TokenStream> {
    let line = |text: &str| quote!(#[doc = #text]);
    let mut docs = vec![line(&format!(" {}.", ruleset.title())), line("")];
    for grid in grids {
        let title = grid.name.title();
        match &grid.base {
            Some(base) => {
                let constant = constant_of(&path(base));
                docs.push(line(&format!(" {title}: as [`{constant}`](super::{constant}).")));
            }
            None => {
                let drawing = ident(grid.field);
                docs.extend([line(&format!(" {title}:")), quote!(#[doc = #drawing!()])]);
            }
        }
        docs.push(line(""));
    }
    docs.extend([line(" Sources:"), quote!(#[doc = origins!()])]);
    docs
}

/// A path as it is written.
fn path(tokens: &TokenStream) -> String {
    tokens.to_string().replace(' ', "")
}

/// `super::torch::SCALARS` → `TORCH`.
fn constant_of(path: &str) -> String {
    path.split("::").nth(1).unwrap_or_default().to_ascii_uppercase()
}

/// The macro that defines the list of sources.
fn sources(ruleset: &Ruleset) -> String {
    let lines = ruleset.sources.iter().map(|source| {
        let Source { kind, title, version, url, read, .. } = source;
        let kind = match kind {
            SourceKind::Docs => "docs",
            SourceKind::Code => "code",
            SourceKind::Observed => "observed",
        };
        wrapped(4, &format!("{kind} {title:?}, {version:?}, {url:?}, {read:?};"))
    });
    format!("sources! {{ SOURCES, origins:\n{}}}\n", lines.collect::<String>())
}

fn dtype(catalog: &Catalog, id: DTypeId) -> TokenStream {
    let variant = ident(&variant(&catalog.dtype(id).code));
    quote!(#variant)
}

/// The variants of some dtypes, as a list is written.
fn variants<'a>(catalog: &Catalog, ids: impl IntoIterator<Item = &'a DTypeId>) -> String {
    let variants = ids.into_iter().map(|&id| variant(&catalog.dtype(id).code));
    variants.collect::<Vec<_>>().join(", ")
}

/// The keys of each value, in the order of the first.
fn together<K, V: PartialEq>(pairs: &[(K, V)]) -> Vec<(Vec<&K>, &V)> {
    let mut rows: Vec<(Vec<&K>, &V)> = Vec::new();
    for (key, value) in pairs {
        match rows.iter_mut().find(|(_, known)| *known == value) {
            Some((keys, _)) => keys.push(key),
            None => rows.push((vec![key], value)),
        }
    }
    rows
}
