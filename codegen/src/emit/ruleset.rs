//! Catalog → `rulesets/<name>.rs`: one ruleset, its tables drawn row by row.

use proc_macro2::TokenStream;
use quote::quote;

use super::cells::{FOREIGN, WEAK};
use super::{Part, camel, constant, ident, module, option, rust, variant};
use crate::catalog::{
    Catalog, Column, DTypeId, Nary, OpCell, Operands, Outcome, POLICIES, Ruleset, ScalarKind,
    Source, SourceKind, Table, TableName,
};
use crate::draw;
use crate::files::File;
use crate::remedy::{self, Remedy, Side};

/// What brings the words of a table of remedies into scope.
const WORDS: &str = "    use crate::dtype::DType::*;\n    use crate::table::remedies::*;\n";

const FOLDER: &str = "runtime/src/generated/rulesets";

pub(super) fn emit(catalog: &Catalog, ruleset: &Ruleset) -> File {
    let columns: Vec<Column> = catalog.ids().map(Column::DType).collect();
    let kinds = ScalarKind::ALL.map(Column::Kind);
    let by_dtype = matches!(ruleset.scalars.columns.first(), Some(Column::DType(_)));
    let known = ruleset.scalars.cells.iter().any(|cell| cell.outcome != Outcome::Unknown);

    let promotion = Grid { name: "PROMOTION", table: &ruleset.promotion, columns: &columns };
    let scalars = known.then(|| match by_dtype {
        true => Grid { name: "TYPED_SCALARS", table: &ruleset.scalars, columns: &columns },
        false => Grid { name: "SCALARS", table: &ruleset.scalars, columns: &kinds },
    });
    let further: Vec<Grid<'_>> = ruleset
        .further
        .iter()
        .map(|(name, table)| Grid {
            name: further_name(*name),
            table,
            columns: if name.of_scalars() { &kinds } else { &columns },
        })
        .collect();
    let mut parts =
        vec![Part::Code(data(catalog, ruleset, (&promotion, scalars.as_ref(), &further)))];
    for grid in [Some(&promotion), scalars.as_ref()].into_iter().flatten() {
        parts.push(Part::Drawn(grid.cells(catalog)));
        parts.extend(grid.remedies(catalog).map(Part::Drawn));
    }
    parts.extend(further.iter().map(|grid| Part::Drawn(grid.cells(catalog))));
    rust(format!("{FOLDER}/{}.rs", module(&ruleset.name)), parts)
}

/// The constant of a table of operands that are not just tensors.
fn further_name(name: TableName) -> &'static str {
    match name {
        TableName::Promotion => "PROMOTION",
        TableName::Scalars => "SCALARS",
        TableName::ZeroDim => "ZERO_DIM",
        TableName::ZeroDimPair => "ZERO_DIM_PAIR",
        TableName::ZeroDimScalars => "ZERO_DIM_SCALARS",
        TableName::Weak => "WEAK",
        TableName::WeakPair => "WEAK_PAIR",
    }
}

/// The ruleset's public constant and all that is not a table.
fn data(
    catalog: &Catalog,
    ruleset: &Ruleset,
    (promotion, scalars, further): (&Grid<'_>, Option<&Grid<'_>>, &[Grid<'_>]),
) -> TokenStream {
    let Ruleset { name, framework, edition, .. } = ruleset;
    let constant = ident(&constant(name));
    let docs = docs(catalog, ruleset);
    let device = option(ruleset.device.as_ref().map(|device| quote!(#device)));
    let sources = ruleset.sources.iter().map(source);
    let dtypes = ruleset.dtypes.iter().map(|&id| dtype(catalog, id));
    let presence = catalog.ids().map(|id| presence(catalog, ruleset, id));
    let names = ruleset.names.iter().map(|(id, names)| {
        let id = dtype(catalog, *id);
        quote!((#id, &[#(#names),*]))
    });
    let abstract_types = ruleset.abstract_types.iter().map(|(name, members)| {
        let members = members.iter().map(|&id| dtype(catalog, id));
        quote!((#name, &[#(#members),*]))
    });
    let defaults = ruleset.defaults.iter().map(|id| option(id.map(|id| dtype(catalog, id))));
    let output = option(ruleset.output.as_ref().map(|rule| output(catalog, rule)));
    let own_ops = ruleset.own_ops.iter().map(|own| {
        let (op, rule) = (ident(&camel(&own.op)), super::op::rule(&own.rule));
        quote!((Op::#op, #rule))
    });
    let op_cells = op_cells(catalog, ruleset);
    let inexact = catalog.ids().map(|id| {
        let own = ruleset.inexact.iter().find(|(from, _)| *from == id);
        option(own.map(|&(_, to)| dtype(catalog, to)))
    });
    let policies = POLICIES.iter().zip(ruleset.policies).map(|((name, values), value)| {
        let (field, ty, value) = (ident(name), ident(&camel(name)), ident(&camel(values[value])));
        quote!(#field: policy::#ty::#value)
    });
    let own_rules = match ruleset.own_ops.is_empty() {
        true => quote!(),
        false => quote!(
            use crate::dtype::Kind;
            use crate::op::{Compute, OpResult, OpRule};
        ),
    };
    let any_op = match ruleset.own_ops.is_empty() && ruleset.op_cells.is_empty() {
        true => quote!(),
        false => quote!(
            use crate::op::Op;
        ),
    };
    let any_cell = match ruleset.op_cells.is_empty() {
        true => quote!(),
        false => quote!(
            use crate::op_cells::{OpCell, sorted};
        ),
    };
    let nary = match ruleset.nary {
        Nary::Fold => quote!(Nary::Fold),
        Nary::Join => quote!(Nary::Join),
        Nary::CategoryFold => quote!(Nary::CategoryFold),
    };
    let any_remedy = [Some(promotion), scalars]
        .into_iter()
        .flatten()
        .any(|grid| grid.remedies(catalog).is_some());
    let promotion = promotion.value(catalog);
    let value = |name: &str| {
        option(scalars.filter(|grid| grid.name == name).map(|grid| grid.value(catalog)))
    };
    let (scalars, typed) = (value("SCALARS"), value("TYPED_SCALARS"));
    let further = TableName::FURTHER.map(|name| {
        let constant = ident(further_name(name));
        let stated = further.iter().any(|grid| grid.name == further_name(name));
        option(stated.then(|| quote!(&#constant)))
    });
    let [zero_dim, zero_dim_pair, zero_dim_scalars, weak, weak_pair] = further;
    let tables = match any_remedy {
        true => quote!(
            use crate::table::{Grid, Remedies, Table};
        ),
        false => quote!(
            use crate::table::{Grid, Table};
        ),
    };
    quote! {
        use super::cells::*;
        use crate::dtype::DType;
        #own_rules
        #any_op
        #any_cell
        use crate::policy::{self, Policies};
        use crate::ruleset::{Nary, Presence, Rules, Ruleset, Source, SourceKind};
        #tables

        #(#[doc = #docs])*
        pub const #constant: Ruleset = Ruleset::new(&RULES);

        static RULES: Rules = Rules {
            name: #name,
            framework: #framework,
            edition: #edition,
            device: #device,
            sources: &[#(#sources),*],
            dtypes: &[#(#dtypes),*],
            presence: [#(#presence),*],
            names: &[#(#names),*],
            abstract_types: &[#(#abstract_types),*],
            defaults: [#(#defaults),*],
            promotion: #promotion,
            scalars: #scalars,
            typed_scalars: #typed,
            zero_dim: #zero_dim,
            zero_dim_pair: #zero_dim_pair,
            zero_dim_scalars: #zero_dim_scalars,
            weak: #weak,
            weak_pair: #weak_pair,
            output: #output,
            nary: #nary,
            own_ops: &[#(#own_ops),*],
            op_cells: #op_cells,
            inexact: [#(#inexact),*],
            policies: Policies { #(#policies),* },
        };
    }
}

/// The cells of single ops, in the order in which the runtime looks for one: by op, then by operands.
fn op_cells(catalog: &Catalog, ruleset: &Ruleset) -> TokenStream {
    let place = |cell: &OpCell| catalog.ops.iter().position(|op| op.name == cell.op);
    let mut cells: Vec<&OpCell> = ruleset.op_cells.iter().collect();
    cells.sort_by_key(|cell| (place(cell), cell.operands));
    let cells = cells.into_iter().map(|cell| {
        let op = ident(&camel(&cell.op));
        let gives = ident(&word(catalog, cell.outcome));
        match cell.operands {
            Operands::One(id) => {
                let id = dtype(catalog, id);
                quote!(OpCell::one(Op::#op, #id, #gives))
            }
            Operands::Two(lhs, Column::DType(rhs)) => {
                let (lhs, rhs) = (dtype(catalog, lhs), dtype(catalog, rhs));
                quote!(OpCell::two(Op::#op, #lhs, #rhs, #gives))
            }
            Operands::Two(lhs, Column::Kind(kind)) => {
                let (lhs, kind) = (dtype(catalog, lhs), ident(&variant(kind.name())));
                quote!(OpCell::scalar(Op::#op, #lhs, crate::Scalar::#kind, #gives))
            }
        }
    });
    match ruleset.op_cells.is_empty() {
        true => quote!(&[]),
        false => quote!(sorted(&[#(#cells),*])),
    }
}

/// The word of an outcome in generated tables.
fn word(catalog: &Catalog, outcome: Outcome) -> String {
    match outcome {
        Outcome::DType(id) => constant(&catalog.dtype(id).code),
        Outcome::Weak(id) => format!("{WEAK}{}", constant(&catalog.dtype(id).code)),
        Outcome::Foreign(place) => format!("{FOREIGN}{}", constant(&catalog.foreign[place])),
        Outcome::Refused => "NO".to_owned(),
        Outcome::NoKernel => "NK".to_owned(),
        Outcome::Unknown => "UN".to_owned(),
    }
}

fn docs(catalog: &Catalog, ruleset: &Ruleset) -> Vec<String> {
    let mut docs = vec![format!(" {}.", ruleset.title()), String::new()];
    for name in TableName::ALL {
        let mut cells = ruleset.table(name).cells.iter();
        if cells.all(|cell| cell.outcome == Outcome::Unknown) && name != TableName::Promotion {
            continue;
        }
        docs.extend([format!(" {}:", name.title()), String::new(), " ```text".to_owned()]);
        let drawn = draw::sheet(catalog, ruleset, name).grid();
        docs.extend(drawn.lines().map(|line| format!(" {line}")));
        docs.extend([" ```".to_owned(), String::new()]);
    }
    docs.push(" Sources:".to_owned());
    for source in &ruleset.sources {
        docs.push(format!(" - {}, {}, <{}>", source.title, source.version, source.url));
    }
    docs
}

fn source(source: &Source) -> TokenStream {
    let Source { title, version, url, read, .. } = source;
    let kind = match source.kind {
        SourceKind::Docs => quote!(SourceKind::Docs),
        SourceKind::Code => quote!(SourceKind::Code),
        SourceKind::Observed => quote!(SourceKind::Observed),
    };
    quote!(Source { kind: #kind, title: #title, version: #version, url: #url, read: #read })
}

fn dtype(catalog: &Catalog, id: DTypeId) -> TokenStream {
    let variant = ident(&variant(&catalog.dtype(id).code));
    quote!(DType::#variant)
}

fn presence(catalog: &Catalog, ruleset: &Ruleset, id: DTypeId) -> TokenStream {
    if ruleset.dtypes.contains(&id) {
        return quote!(Presence::Here);
    }
    let instead = option(remedy::stand_in(catalog, ruleset, id).map(|id| dtype(catalog, id)));
    if ruleset.lacks.contains(&id) {
        quote!(Presence::DeviceLacks(#instead))
    } else if ruleset.unsupported.contains(&id) {
        quote!(Presence::NotSupported(#instead))
    } else {
        quote!(Presence::Absent(#instead))
    }
}

fn output(catalog: &Catalog, rule: &[(DTypeId, Vec<DTypeId>)]) -> TokenStream {
    let rows = catalog.ids().map(|from| {
        let to = rule.iter().find(|(id, _)| *id == from).map_or(&[][..], |(_, to)| to);
        let to = to.iter().map(|&id| dtype(catalog, id));
        quote!(&[#(#to),*])
    });
    quote!([#(#rows),*])
}

/// A table over every dtype of the catalog, the ruleset's or not, so that a dtype is its index.
struct Grid<'a> {
    name: &'a str,
    table: &'a Table,
    columns: &'a [Column],
}

impl Grid<'_> {
    fn value(&self, catalog: &Catalog) -> TokenStream {
        let cells = ident(self.name);
        let remedies = self.remedies(catalog).is_some().then(|| {
            let remedies = ident(&format!("{}_REMEDIES", self.name));
            quote!(&#remedies)
        });
        let remedies = option(remedies);
        quote!(Grid { cells: #cells, remedies: #remedies })
    }

    fn cells(&self, catalog: &Catalog) -> String {
        self.draw(catalog, (self.name, "Table", None), |row, column| {
            match self.table.get(row, column) {
                None => match column {
                    // A kind of number that the sources do not speak of, beside a dtype the ruleset has.
                    Column::Kind(_) if self.table.rows.contains(&row) => "UN".to_owned(),
                    _ => "__".to_owned(),
                },
                Some(cell) => word(catalog, cell.outcome),
            }
        })
    }

    /// For each cell that is refused, the cast that makes it legal: `L` of the left operand, `R` of the right.
    fn remedies(&self, catalog: &Catalog) -> Option<String> {
        let find = |row, column| remedy::of_cell(catalog, self.table, row, column);
        let any = self
            .table
            .rows
            .iter()
            .any(|&row| self.columns.iter().any(|&column| find(row, column).is_some()));
        any.then(|| {
            let name = format!("{}_REMEDIES", self.name);
            self.draw(catalog, (&name, "Remedies", Some(WORDS)), |row, column| {
                match find(row, column) {
                    None => "__".to_owned(),
                    Some(Remedy { side, to, .. }) => {
                        let to = variant(&catalog.dtype(to).code);
                        match side {
                            Side::Left => format!("L({to})"),
                            Side::Right => format!("R({to})"),
                        }
                    }
                }
            })
        })
    }

    fn draw(
        &self,
        catalog: &Catalog,
        (name, ty, words): (&str, &str, Option<&str>),
        word: impl Fn(DTypeId, Column) -> String,
    ) -> String {
        let rows = catalog
            .ids()
            .map(|row| self.columns.iter().map(|&column| word(row, column) + ",").collect());
        let rows: Vec<Vec<String>> = rows.collect();
        let heads: Vec<&str> =
            self.columns.iter().map(|&column| catalog.column_code(column)).collect();
        let longest =
            rows.iter().flatten().map(String::len).chain(heads.iter().map(|head| head.len()));
        let width = longest.max().unwrap_or(0) + 1;
        let pad = |words: &[&str]| {
            words
                .iter()
                .map(|word| format!("{word:width$}"))
                .collect::<String>()
                .trim_end()
                .to_owned()
        };
        let mut lines = vec![format!("    //          {}", pad(&heads))];
        for (id, row) in catalog.ids().zip(&rows) {
            let row: Vec<&str> = row.iter().map(String::as_str).collect();
            let label = format!("/* {:<4} */", catalog.dtype(id).code);
            lines.push(format!("    {label} [{}],", pad(&row).trim_end_matches(',')));
        }
        let ty = format!("{ty}<{}>", heads.len());
        let lines = lines.join("\n");
        match words {
            None => format!("const {name}: {ty} = [\n{lines}\n];\n"),
            Some(words) => {
                let lines = lines.replace("\n", "\n    ");
                format!("const {name}: {ty} = {{\n{words}\n    [\n    {lines}\n    ]\n}};\n")
            }
        }
    }
}
