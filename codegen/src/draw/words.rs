//! Sources, operands and outcomes of the catalog → words for people.

use crate::catalog::{Catalog, Operand, Outcome, Source};

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
pub fn outcome(catalog: &Catalog, outcome: Outcome) -> String {
    match outcome {
        Outcome::DType(id) => catalog.dtype(id).name.clone(),
        Outcome::Weak(id) => format!("{}, weakly typed", catalog.dtype(id).name),
        Outcome::Foreign(place) => {
            format!("{}, which the spec does not have", catalog.foreign(place))
        }
        Outcome::Refused => "refused".to_owned(),
        Outcome::NoKernel => "no kernel".to_owned(),
        Outcome::Unknown => "not known".to_owned(),
    }
}
