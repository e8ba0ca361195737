//! Whether two Rust types promote under a ruleset, asked of the compiler by a method call.

use std::marker::PhantomData;

use runtime::types::{Promote, Rules};
use runtime::{DType, Element};

/// Two types under a ruleset.
#[derive(Debug)]
pub struct Pair<L, R, Under>(pub PhantomData<(L, R, Under)>);

/// Chosen by the compiler where there is an impl.
pub trait Has {
    /// The dtype of the type that the two promote to.
    fn promoted(&self) -> Option<DType>;
}

impl<L: Promote<R, Under, Output: Element>, R, Under: Rules> Has for Pair<L, R, Under> {
    fn promoted(&self) -> Option<DType> {
        Some(L::Output::DTYPE)
    }
}

/// Chosen where there is none: it takes one reference more.
pub trait HasNot {
    /// Nothing.
    fn promoted(&self) -> Option<DType>;
}

impl<L, R, Under> HasNot for &Pair<L, R, Under> {
    fn promoted(&self) -> Option<DType> {
        None
    }
}
