//! The explorer without data, and rulesets with their runs → the whole page, one file of HTML.
//!
//! The data is the JSON of [`export::json`](crate::export::json), compressed by LZMA and written in base64: the same
//! sentences stand under many rulesets, farther apart than what a host's own compression remembers.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use codegen::catalog::{Catalog, Ruleset};
use lzma_rust2::{LzmaOptions, LzmaWriter};

use crate::{Observation, export};

/// What stands in the page for its data.
const DATA: &str = "<!-- the data -->";

/// The explorer with its data.
///
/// # Errors
///
/// The page has no place for data, as a sentence.
pub fn page(
    shell: &str,
    catalog: &Catalog,
    rulesets: &[&Ruleset],
    observations: &[Observation],
) -> Result<String, String> {
    let (before, after) =
        shell.split_once(DATA).ok_or_else(|| format!("the page has no `{DATA}`"))?;
    let data = serde_json::to_vec(&export::json(catalog, rulesets, observations));
    let data = STANDARD.encode(compressed(&data.expect("words and numbers are JSON")));
    Ok(format!("{before}<script type=\"application/x-lzma\" id=\"data\">{data}</script>{after}"))
}

/// As `.lzma`, with the length in its header.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    let options = LzmaOptions::with_preset(6);
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64))
        .expect("the options are the library's own");
    writer.write_all(bytes).and_then(|()| writer.finish()).expect("memory takes every byte")
}
