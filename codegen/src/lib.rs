//! The text of a spec → a checked model of it → Rust code.
//!
//! ```text
//! spec/*.toml ── load ──► Sources ── lower ──► Catalog ── generate ──► File ── write ──► runtime/src/generated/
//! ```
//!
//! - [`load`] reads; [`files`] and nothing else writes, each file whole or not at all.
//! - [`lower`] turns what the files say into a [`Catalog`], or returns **every** mistake in them.
//!   **A spec mistake never panics and never comes alone**; a panic is a bug of ours. A mistake that follows from another
//!   is held back: what the first one spoils is [poisoned](poison::Poisoned).
//! - **Emitters see only the [`Catalog`]**: no TOML, span, path, clock or environment.
//!   **Order is the spec's order**: same input, same bytes, from any directory.
//! - **No dtype, op or framework is named inside an emitter.** If one is special, the spec says so.
//! - **`codegen` and `runtime` do not know each other.** `conformance` compares the catalog with the runtime in every cell.
//!
//! The other way round, [`mod@identify`] compares a promotion table of unknown origin with every ruleset of a catalog.
//!
//! Asking a catalog needs no Rust: without the feature `emit`, on by default, there is no [`generate`], no
//! [`align`] and no [`files`], and the crate builds in half the time.
//!
//! To generate code from a ruleset of your own beside those of Concord, `concord generate mine.toml`, or in a
//! `build.rs` `Build` of the feature `build`; [`own`] is what both call. For a spec of your own, call the same functions
//! as Concord does:
//!
//! ```
//! # fn main() -> Result<(), Vec<concord_codegen::diagnostic::Diagnostic>> {
//! let dtypes = r#"i8 = { kind = "int", bits = 8, rust = "i8", name = "int8" }"#;
//! let mine = "
//! [framework]
//! name = 'Mine'
//! edition = '1'
//! source = 'me'
//! dtypes = ['i8']
//! [[source]]
//! id = 'me'
//! kind = 'docs'
//! title = 'My notes'
//! version = '1'
//! url = 'https://example.org'
//! read = 2026-11-21
//! [promotion]
//! symmetric = true
//! nary = 'fold'
//! grid = '''
//!       i8
//! i8    i8
//! '''
//! ";
//! let sources = concord_codegen::Sources::from_texts(
//!     "spec",
//!     [("dtypes.toml", dtypes), ("frameworks/mine.toml", mine)],
//! );
//! let catalog = concord_codegen::lower(&sources)?;
//! # #[cfg(feature = "emit")] {
//! let files = concord_codegen::generate(&catalog);
//! assert!(files.iter().any(|file| file.text.contains("MINE")));
//! # }
//! # Ok(())
//! # }
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "emit")]
mod align;
#[cfg(feature = "build")]
mod build;
pub mod catalog;
pub mod changes;
pub mod diagnostic;
pub mod draw;
#[cfg(feature = "emit")]
mod emit;
pub mod export;
#[cfg(feature = "emit")]
pub mod files;
mod float_code;
pub mod identify;
mod load;
mod lower;
pub mod names;
pub mod own;
pub mod poison;
pub mod reached;
pub mod rectangles;
#[cfg_attr(
    not(feature = "emit"),
    allow(dead_code, reason = "only emitters write some of the names")
)]
mod rust_names;
pub mod spec;

#[cfg(feature = "emit")]
pub use align::align;
#[cfg(feature = "build")]
pub use build::{Build, BuildError};
pub use catalog::Catalog;
#[cfg(feature = "emit")]
pub use emit::generate;
pub use load::{Role, SourceFile, Sources, load};
pub use lower::lower;
