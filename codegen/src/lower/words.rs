//! The words inside a key or a text, each with its place.

use crate::diagnostic::{At, Mistake, Place, Sink, did_you_mean};

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

/// The meaning of a word that can be only one of a few.
pub(super) fn one_of<T: Copy>(
    word: &At<String>,
    known: &[(&str, T)],
    what: &str,
    sink: &Sink,
) -> Option<T> {
    let found = known.iter().find(|(name, _)| *name == word.value);
    if found.is_none() {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let message = format!("`{}` is not {what}", word.value);
        let label = did_you_mean(&word.value, names.iter().copied());
        let diagnostic = word.at.mistake(Mistake::UnknownValue, message, label);
        sink.report(diagnostic.help(format!("it can be {}", names.join(", "))));
    }
    found.map(|&(_, value)| value)
}

/// The word of a key that takes just one; `whole`, if its section could be read whole.
pub(super) fn single<'s>(
    key: &At<String>,
    words: &'s [At<String>],
    whole: bool,
    sink: &Sink,
) -> Option<&'s At<String>> {
    match words {
        [word] => Some(word),
        // A value of a wrong type is reported where it is read.
        [] if !whole => None,
        [] => {
            let message = format!("`{}` takes one word, not none", key.value);
            sink.report(key.at.mistake(Mistake::WrongType, message, "write one word"));
            None
        }
        [_, second, ..] => {
            let message = format!("`{}` takes one word, not {}", key.value, words.len());
            let label = "one word too many";
            sink.report(second.at.mistake(Mistake::WrongType, message, label));
            None
        }
    }
}
