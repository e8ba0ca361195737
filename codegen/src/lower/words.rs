//! The words inside a key or a text, each with its place.

use crate::diagnostic::{At, Place};

/// A part of a text that stands in the file. Should the text hold escapes, the place is only near.
pub(super) fn inner(text: &At<String>, part: &str) -> At<String> {
    let offset = part.as_ptr() as usize - text.value.as_ptr() as usize;
    // A key may stand without quotes, and a word of a text has none.
    let quote = usize::from(text.at.end - text.at.start > text.value.len());
    let start = (text.at.start + quote + offset).min(text.at.end);
    let at = Place { start, end: (start + part.len()).min(text.at.end), ..text.at };
    At { value: part.to_owned(), at }
}

/// The words of a part of a text, between spaces.
pub(super) fn split(text: &At<String>, part: &str) -> Vec<At<String>> {
    part.split_whitespace().map(|word| inner(text, word)).collect()
}
