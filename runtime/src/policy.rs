//! What frameworks choose each in its own way, where the Array API standard leaves it open and where they part
//! from it: one value a ruleset, stated in the spec.

pub use crate::generated::policy::*;

/// Defines a struct of all policies, and an enum for each: its field, its type, the default and what it is about, then its
/// values, each with its name in the spec and what it means.
macro_rules! policies {
    ($($field:ident: $ty:ident = $default:ident, $doc:literal {
        $($name:literal $value:ident, $meaning:literal;)*
    })*) => {
        /// A ruleset's choice in each of the things that frameworks choose each in its own way.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Policies {$(
            #[doc = $doc]
            pub $field: $ty,
        )*}

        impl Policies {
            /// What holds where a ruleset states nothing.
            pub const DEFAULT: Policies = Policies { $($field: $ty::$default),* };

            /// The same with one policy chosen, by the names in the spec; `None` if there is no such policy or value.
            #[must_use]
            pub fn with(self, policy: &str, value: &str) -> Option<Policies> {
                let mut all = self;
                match (policy, value) {
                    $($((stringify!($field), $name) => all.$field = $ty::$value,)*)*
                    _ => return None,
                }
                Some(all)
            }
        }

        $(
            #[doc = $doc]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $ty {$(
                #[doc = $meaning]
                $value,
            )*}
        )*
    };
}
pub(crate) use policies;

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
