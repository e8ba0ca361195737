//! Rust types that promote while a program is compiled: what a pair gives, or an error that says there is nothing.
//!
//! ```
//! use concord_runtime::types::{Mindspore, Promote, Promoted, Torch};
//!
//! fn add<L, R>(lhs: L, rhs: R) -> Promoted<L, R, Torch>
//! where
//!     L: Promote<R, Torch>,
//!     Promoted<L, R, Torch>: From<L> + From<R> + core::ops::Add<Output = Promoted<L, R, Torch>>,
//! {
//!     Promoted::<L, R, Torch>::from(lhs) + Promoted::<L, R, Torch>::from(rhs)
//! }
//!
//! let sum: i16 = add(100_i8, 200_u8);
//! assert_eq!(sum, 300);
//! let under_mindspore: <i8 as Promote<u8, Mindspore>>::Output = 300_i16;
//! # assert_eq!(under_mindspore, sum);
//! ```
//!
//! MindSpore refuses uint16 × int8, which is a compile error:
//!
//! ```compile_fail,E0277
//! use concord_runtime::types::{Mindspore, Promote};
//!
//! type Refused = <u16 as Promote<i8, Mindspore>>::Output;
//! # let _: Refused;
//! ```

use crate::Ruleset;
pub use crate::generated::types::*;

/// A ruleset as a type: the second parameter of [`Promote`].
pub trait Rules {
    /// The same ruleset as a value.
    const RULESET: Ruleset;
}

/// Two element types have a dtype in common under a ruleset, as two tensors of them do.
///
/// The impls are the promotion tables of the rulesets. A pair that is refused, has no kernel or is not known has none,
/// nor has one whose result is weakly typed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Rhs}` do not promote under the rules of `{R}`",
    label = "refused, without a kernel, or not known",
    note = "convert one of the two first: `concord explain <ruleset> <left> <right>` names the cast that loses least, and so does the error of `Ruleset::promote`"
)]
pub trait Promote<Rhs, R: Rules> {
    /// What both are converted to.
    type Output;
}

/// What two types promote to.
pub type Promoted<Lhs, Rhs, R> = <Lhs as Promote<Rhs, R>>::Output;

/// A type without values for each ruleset, with its constant in [`rulesets`](crate::rulesets) and its docs.
macro_rules! markers {
    ($($name:ident = $ruleset:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}

        impl $crate::types::Rules for $name {
            const RULESET: $crate::Ruleset = $crate::rulesets::$ruleset;
        }
    )*};
}
pub(crate) use markers;

/// Impls for the rows of a table: the type on the left, then each type on the right with what they give. Or those of
/// another ruleset, where the tables are the same.
macro_rules! promotes {
    ($rules:ident as $base:ident) => {
        #[diagnostic::do_not_recommend]
        impl<Lhs, Rhs> $crate::types::Promote<Rhs, $rules> for Lhs
        where
            Lhs: $crate::types::Promote<Rhs, $base>,
        {
            type Output = $crate::types::Promoted<Lhs, Rhs, $base>;
        }
    };
    ($rules:ident $($lhs:ident: $($rhs:ident $gives:ident),*;)*) => {
        $($(
            // An error names the pair that has no impl, and not others that have one.
            #[diagnostic::do_not_recommend]
            impl $crate::types::Promote<$rhs, $rules> for $lhs {
                type Output = $gives;
            }
        )*)*
    };
}
pub(crate) use promotes;
