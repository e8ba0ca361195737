//! What frameworks choose each in its own way, where the Array API standard leaves it open and where they part
//! from it: one value a ruleset, stated in the spec.

pub use crate::generated::policy::*;

impl Default for Policies {
    fn default() -> Policies {
        Policies::DEFAULT
    }
}

impl ScalarOutOfRange {
    /// Whether a Python scalar that the dtype beside it cannot hold changes the dtype of the result.
    pub fn widens(self) -> bool {
        match self {
            ScalarOutOfRange::Widen | ScalarOutOfRange::WidenIntegers => true,
            ScalarOutOfRange::Error | ScalarOutOfRange::Wrap => false,
        }
    }
}
