//! Words of keys and texts → their places, and what they mean.

use crate::diagnostic::{At, Mistake, Place, did_you_mean};
use crate::poison::{Checked, Listed, Sink};

/// A part of a text, with its place in the file. If the text has escapes, the place is approximate.
pub(super) fn inner(text: &At<String>, part: &str) -> At<String> {
    let offset = part.as_ptr() as usize - text.value.as_ptr() as usize;
    // A key may have no quotes, and neither has a word of a text.
    let quote = usize::from(text.at.end - text.at.start > text.value.len());
    let start = (text.at.start + quote + offset).min(text.at.end);
    let at = Place { start, end: (start + part.len()).min(text.at.end), ..text.at };
    At { value: part.to_owned(), at }
}

/// The words of a part of a text, between spaces.
pub(super) fn split(text: &At<String>, part: &str) -> Vec<At<String>> {
    part.split_whitespace().map(|word| inner(text, word)).collect()
}

/// The words of a text with one space between them.
pub(super) fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The meaning of a word that must be one of a few.
pub(super) fn one_of<T: Copy>(
    word: &At<String>,
    known: &[(&str, T)],
    what: &str,
    sink: &Sink,
) -> Checked<T> {
    let found = known.iter().find(|(name, _)| *name == word.value);
    if let Some(&(_, value)) = found {
        return Ok(value);
    }
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let message = format!("`{}` is not {what}", word.value);
    let label = did_you_mean(&word.value, names.iter().copied());
    let diagnostic = word.at.mistake(Mistake::UnknownValue, message, label);
    Err(sink.report(diagnostic.help(format!("it can be {}", names.join(", ")))))
}

/// The word of a key that takes just one.
pub(super) fn single<'s>(
    key: &At<String>,
    words: &'s Listed<At<String>>,
    sink: &Sink,
) -> Checked<&'s At<String>> {
    let (at, count, label) = match words.items.as_slice() {
        [word] => return Ok(word),
        [] => (key.at, "none".to_owned(), "write one word"),
        [_, second, ..] => (second.at, words.len().to_string(), "one word too many"),
    };
    // A word that could not be read is reported already.
    if words.is_empty() {
        words.rest?;
    }
    let message = format!("`{}` takes one word, not {count}", key.value);
    Err(sink.report(at.mistake(Mistake::WrongType, message, label)))
}
