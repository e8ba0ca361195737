//! Catalog → `rulesets/<name>.rs`: one ruleset, its tables drawn row by row.

use proc_macro2::TokenStream;
use quote::quote;

use super::base::base;
use super::grid::{Grid, grids};
use super::op_cells::OpLayers;
use super::{Part, ident, option, rust};
use crate::catalog::{Catalog, DTypeId, Nary, OpRule, Ruleset, Source, SourceKind, TypedScalars};
use crate::draw;
use crate::files::File;
use crate::rust_names::{camel, constant, module, variant};

const FOLDER: &str = "runtime/src/generated/rulesets";

pub(super) fn emit(catalog: &Catalog, ruleset: &Ruleset) -> File {
    let grids = grids(catalog, ruleset);
    let own = |name: &str, same: &dyn Fn(&Ruleset) -> bool| base(catalog, ruleset, name, same);
    let names = own("NAMES", &|other| other.names == ruleset.names);
    let output = own("OUTPUT", &|other| other.output == ruleset.output);
    let dtypes = own("DTYPES", &|other| other.dtypes == ruleset.dtypes);
    let policies = own("POLICIES", &|other| other.policies == ruleset.policies);
    let rules = own("OP_RULES", &|other| op_rules(other) == op_rules(ruleset));
    let layers = OpLayers::of(catalog, ruleset);
    let cells = layers.constants();
    let shared = Shared { dtypes, names, output, rules, cells, policies };
    let mut parts = vec![Part::Code(data(catalog, ruleset, &grids, &shared))];
    let drawn = grids.iter().filter(|grid| grid.base.is_none());
    let dtypes = shared.dtypes.as_ref().map_or_else(|| "DTYPES".to_owned(), path);
    parts.extend(drawn.map(|grid| Part::Drawn(grid.draw(catalog, ruleset, &dtypes))));
    parts.extend(layers.draw(catalog).map(Part::Drawn));
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
fn data(catalog: &Catalog, ruleset: &Ruleset, grids: &[Grid<'_>], shared: &Shared) -> TokenStream {
    let Ruleset { name, framework, edition, .. } = ruleset;
    let constant = ident(&constant(name));
    let docs = docs(catalog, ruleset, grids);
    let device = ruleset.device.as_ref().map(|device| quote!(device: Some(#device),));
    let sources = ruleset.sources.iter().map(source);
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
    let (names, own_names) = names(catalog, ruleset, shared);
    let abstract_types = ruleset.abstract_types.iter().map(|(name, members)| {
        let members = list(members);
        quote!((#name, #members))
    });
    let abstract_types = (!ruleset.abstract_types.is_empty())
        .then(|| quote!(abstract_types: &[#(#abstract_types),*],));
    let foreign = (!catalog.foreign.is_empty()).then(|| quote!(foreign: FOREIGN,));
    let (tables, own_of_tables) = tables(catalog, ruleset, grids, shared);
    let (policies, own_policies) = policies(catalog, ruleset, shared);
    quote! {
        use super::super::words::*;

        #(#[doc = #docs])*
        pub const #constant: Ruleset = Ruleset::new(&DATA);

        static DATA: RulesetData = RulesetData {
            name: #name,
            framework: #framework,
            edition: #edition,
            #device
            sources: &[#(#sources),*],
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
        #own_names
        #own_of_tables
        #own_policies
    }
}

/// The field of names, and the constant that it refers to.
fn names(
    catalog: &Catalog,
    ruleset: &Ruleset,
    shared: &Shared,
) -> (TokenStream, Option<TokenStream>) {
    match &shared.names {
        _ if ruleset.names.is_empty() => (quote!(), None),
        Some(base) => (quote!(names: #base,), None),
        None => {
            let names = ruleset.names.iter().map(|(id, names)| {
                let id = dtype(catalog, *id);
                quote!((#id, &[#(#names),*]))
            });
            let own = quote! {
                pub(super) const NAMES: &[(DType, &[&str])] = &[#(#names),*];
            };
            (quote!(names: NAMES,), Some(own))
        }
    }
}

/// The field of tables, and the constant of the output rule.
fn tables(
    catalog: &Catalog,
    ruleset: &Ruleset,
    grids: &[Grid<'_>],
    shared: &Shared,
) -> (TokenStream, TokenStream) {
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
    let typed = match ruleset.typed {
        TypedScalars::Table => None,
        TypedScalars::Tensor => Some(quote!(Tensor)),
        TypedScalars::ZeroDim => Some(quote!(ZeroDim)),
        TypedScalars::Kind => Some(quote!(Kind)),
        TypedScalars::Converted => Some(quote!(Converted)),
    };
    let typed = typed.map(|typed| quote!(typed: TypedScalars::#typed,));
    let (output, own_output) = match (&ruleset.output, &shared.output) {
        (None, _) => (None, None),
        (Some(_), Some(base)) => (Some(quote!(output: &#base,)), None),
        (Some(rule), None) => (Some(quote!(output: &OUTPUT,)), Some(output(catalog, rule))),
    };
    let (op_rules, own_rules) = match (op_rules(ruleset).as_slice(), &shared.rules) {
        ([], _) => (None, None),
        (_, Some(base)) => (Some(quote!(op_rules: &#base,)), None),
        (rules, None) => {
            let rules = rules.iter().map(|(op, rule)| {
                let (op, rule) = (ident(&camel(op)), super::op::rule(rule));
                quote!((Op::#op, #rule))
            });
            let own = quote! {
                pub(super) const OP_RULES: [OpRule; Op::ALL.len()] = op_rules(&[#(#rules),*]);
            };
            (Some(quote!(op_rules: &OP_RULES,)), Some(own))
        }
    };
    let cells = &shared.cells;
    let op_cells = (!cells.is_empty()).then(|| {
        quote! {
            op_rows: &OpCells::rows::<{ OpCells::count(&[#(#cells),*]) }>(&[#(#cells),*]),
            op_rows_of: &ranges(&[#(#cells),*]),
        }
    });
    let pairs = ruleset.inexact.iter().map(|&(from, to)| {
        let [from, to] = [from, to].map(|id| dtype(catalog, id));
        quote!((#from, #to))
    });
    let inexact = (!ruleset.inexact.is_empty()).then(|| quote!(inexact: &inexact([#(#pairs),*]),));
    let tables = quote! {
        tables: Tables {
            has: set(#dtypes),
            #defaults
            #(#drawn)*
            #typed
            #nary
            #output
            #op_rules
            #op_cells
            #inexact
            ..RulesetData::EMPTY.tables
        },
    };
    (tables, quote!(#own_output #own_rules))
}

/// The rules of ops that are not those of `ops.toml`.
fn op_rules(ruleset: &Ruleset) -> Vec<(&str, OpRule)> {
    ruleset.op_overrides.iter().map(|own| (own.op.as_str(), own.rule)).collect()
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

fn docs(catalog: &Catalog, ruleset: &Ruleset, grids: &[Grid<'_>]) -> Vec<String> {
    let mut docs = vec![format!(" {}.", ruleset.title()), String::new()];
    for grid in grids {
        let title = grid.name.title();
        match &grid.base {
            Some(base) => {
                let constant = constant_of(&path(base));
                docs.extend([
                    format!(" {title}: as [`{constant}`](super::{constant})."),
                    String::new(),
                ]);
            }
            None => {
                docs.extend([format!(" {title}:"), String::new(), " ```text".to_owned()]);
                let drawn = draw::sheet(catalog, ruleset, grid.name).grid();
                docs.extend(drawn.lines().map(|line| format!(" {line}")));
                docs.extend([" ```".to_owned(), String::new()]);
            }
        }
    }
    docs.push(" Sources:".to_owned());
    for source in &ruleset.sources {
        docs.push(format!(" - {}, {}, <{}>", source.title, source.version, source.url));
    }
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

fn source(source: &Source) -> TokenStream {
    let Source { title, version, url, read, .. } = source;
    let kind = match source.kind {
        SourceKind::Docs => quote!(docs),
        SourceKind::Code => quote!(code),
        SourceKind::Observed => quote!(observed),
    };
    quote!(#kind(#title, #version, #url, #read))
}

fn dtype(catalog: &Catalog, id: DTypeId) -> TokenStream {
    let variant = ident(&variant(&catalog.dtype(id).code));
    quote!(DType::#variant)
}

/// The output rule, one row for the dtypes that convert to the same dtypes.
fn output(catalog: &Catalog, rule: &[(DTypeId, Vec<DTypeId>)]) -> TokenStream {
    let mut rows: Vec<(Vec<DTypeId>, &Vec<DTypeId>)> = Vec::new();
    for (from, to) in rule.iter().filter(|(_, to)| !to.is_empty()) {
        match rows.iter_mut().find(|(_, known)| *known == to) {
            Some((all, _)) => all.push(*from),
            None => rows.push((vec![*from], to)),
        }
    }
    let rows = rows.iter().map(|(from, to)| {
        let [from, to] = [from, *to].map(|ids| {
            let ids = ids.iter().map(|&id| dtype(catalog, id));
            quote!(&[#(#ids),*])
        });
        quote!((#from, #to))
    });
    quote! {
        pub(super) const OUTPUT: [DTypeSet; DType::ALL.len()] = outputs(&[#(#rows),*]);
    }
}
