//! A row of the generated table of dtypes.

use rules::Format;

use crate::DType;

/// What the spec says of a dtype.
pub(crate) struct Facts {
    pub(super) name: &'static str,
    pub(super) code: &'static str,
    pub(super) rust: &'static str,
    pub(super) rules: rules::Facts,
    /// What a narrow dtype is computed by way of.
    pub(super) carrier: Option<DType>,
}

impl Facts {
    pub(crate) const fn new(
        name: &'static str,
        code: &'static str,
        bits: u32,
        format: Format,
        rust: &'static str,
    ) -> Facts {
        Facts { name, code, rust, rules: rules::Facts { bits, format }, carrier: None }
    }

    pub(crate) const fn narrow(
        name: &'static str,
        code: &'static str,
        bits: u32,
        format: Format,
        rust: &'static str,
        carrier: DType,
    ) -> Facts {
        Facts { carrier: Some(carrier), ..Facts::new(name, code, bits, format, rust) }
    }
}
