//! Names of dtypes, as a ruleset or a command line spells them → dtypes and operands.

use rules::nearest;

use crate::catalog::{Catalog, Column, DTypeId, Operand, Ruleset, SCALAR, Scalar, WEAK, ZERO_DIM};

/// The prefix of an operand category, and how it makes an operand of a dtype.
pub type Prefix = (&'static str, fn(DTypeId) -> Operand);

/// Why a name is not an operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameError {
    /// Nothing has this name.
    Unknown {
        /// The nearest name.
        nearest: Option<String>,
    },
    /// It is the name of a dtype that the ruleset does not have.
    Unsupported(DTypeId),
    /// It is the short code of one dtype that the ruleset has, and the framework's name of another: `i8` is int8, and
    /// NumPy's int64.
    Ambiguous {
        /// The dtype of that code.
        code: DTypeId,
        /// What the framework calls so.
        own: DTypeId,
    },
}

/// The dtype of that name in a ruleset: its own names come first, then public names, then codes.
///
/// # Errors
///
/// An unknown name, that of a dtype the ruleset does not have, or a code that the framework gives another dtype.
pub fn dtype(catalog: &Catalog, ruleset: &Ruleset, name: &str) -> Result<DTypeId, NameError> {
    let own = ruleset.names.iter().find(|(_, names)| names.iter().any(|own| own == name));
    let code = catalog.ids().find(|&id| catalog.dtype(id).code == name);
    if let (Some(&(own, _)), Some(code)) = (own, code)
        && own != code
        && ruleset.dtypes.contains(&code)
    {
        return Err(NameError::Ambiguous { code, own });
    }
    let found = own.map(|&(id, _)| id).or_else(|| {
        let known =
            |id: &DTypeId| catalog.dtype(*id).name == name || catalog.dtype(*id).code == name;
        catalog.ids().find(known)
    });
    match found {
        Some(id) if ruleset.dtypes.contains(&id) => Ok(id),
        Some(id) => Err(NameError::Unsupported(id)),
        None => {
            let own = ruleset.names.iter().flat_map(|(_, names)| names).map(String::as_str);
            let public = ruleset.dtypes.iter().map(|&id| catalog.dtype(id).name.as_str());
            let near = nearest(name, own.chain(public)).map(str::to_owned);
            Err(NameError::Unknown { nearest: near })
        }
    }
}

/// The operand that a word spells: a name of the ruleset's, perhaps after `zero:` or `weak:`, or `scalar:` and
/// a kind of Python scalar or a dtype.
///
/// # Errors
///
/// An unknown name, or that of a dtype the ruleset does not have.
pub fn operand(catalog: &Catalog, ruleset: &Ruleset, word: &str) -> Result<Operand, NameError> {
    let categories: [Prefix; 2] = [(ZERO_DIM, Operand::ZeroDim), (WEAK, Operand::Weak)];
    for (prefix, operand) in categories {
        if let Some(name) = word.strip_prefix(prefix) {
            return dtype(catalog, ruleset, name).map(operand).map_err(|error| error.after(prefix));
        }
    }
    let Some(scalar) = word.strip_prefix(SCALAR) else {
        return dtype(catalog, ruleset, word).map(Operand::Tensor);
    };
    let kind = Scalar::parse(scalar).map(Operand::Scalar);
    let typed = || dtype(catalog, ruleset, scalar).map(Operand::TypedScalar);
    // `bool` is a kind of Python scalar and a dtype. It means whichever the columns of the scalars table are.
    let by_dtype = matches!(ruleset.scalars.columns.first(), Some(Column::DType(_)));
    let found = match kind {
        Some(kind) if !by_dtype => Ok(kind),
        Some(kind) => typed().or(Ok(kind)),
        None => typed(),
    };
    found.map_err(|error| match error {
        NameError::Unknown { nearest: near } => {
            let kinds = Scalar::ALL.map(Scalar::name);
            let near = nearest(scalar, kinds.into_iter().chain(near.as_deref()));
            NameError::Unknown { nearest: near.map(str::to_owned) }.after(SCALAR)
        }
        other => other,
    })
}

impl NameError {
    /// The same error, for a name after a prefix.
    fn after(self, prefix: &str) -> NameError {
        match self {
            NameError::Unknown { nearest } => {
                NameError::Unknown { nearest: nearest.map(|near| format!("{prefix}{near}")) }
            }
            other => other,
        }
    }
}
