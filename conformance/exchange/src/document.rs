//! The examples of `docs/exchange.md`, which `cargo test` runs.

#[cfg(doctest)]
#[doc = include_str!("../../../docs/exchange.md")]
mod examples {}
