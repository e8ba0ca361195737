//! Sources, operands and outcomes of the catalog → words for people.

use crate::catalog::{Catalog, Cell, Operand, Source};

/// A source on one line: kind, title, version, address.
pub fn source(source: &Source) -> String {
    let Source { title, version, url, .. } = source;
    format!("{}: {title}, {version}, {url}", source.kind.name())
}

/// `int8`, `0-d int8`, `weak int8`, `Python int` or `int8 scalar`.
pub fn operand(catalog: &Catalog, operand: Operand) -> String {
    operand.map(|id| catalog.dtype(id).name.as_str()).to_string()
}

/// What a cell gives, in words.
pub fn outcome(catalog: &Catalog, outcome: Cell) -> String {
    match outcome {
        Cell::DType(id) => catalog.dtype(id).name.clone(),
        Cell::Weak(id) => format!("{}, weakly typed", catalog.dtype(id).name),
        Cell::Foreign(place) => {
            format!("{}, which the spec does not have", catalog.foreign(place))
        }
        Cell::Refused => "refused".to_owned(),
        Cell::NoKernel => "no kernel".to_owned(),
        Cell::Unknown => "not known".to_owned(),
    }
}
