//! One TOML table → its keys, each read by name and type; a key that no one reads is a mistake.

use std::cell::RefCell;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{At, Mistake, Place};
use crate::poison::{Checked, Listed, Poisoned, Sink};
use rules::nearest;

use super::Listing;

/// What a whole file is called; its keys are sections.
pub(super) const FILE: &str = "this file";

/// A key, and its words.
type Line = (At<String>, Listed<At<String>>);

/// The entries of a table, each with one word.
type Pairs = Vec<(At<String>, At<String>)>;

/// A table that is being read. The keys that its reader asks for are the ones it may have: [`Section::close`] reports
/// any other.
pub(super) struct Section<'a> {
    name: String,
    pub(super) at: Place,
    entries: Vec<(At<String>, &'a Spanned<DeValue<'a>>)>,
    asked: RefCell<Vec<&'static str>>,
    missing: RefCell<Vec<&'static str>>,
    sink: &'a Sink,
}

impl<'a> Section<'a> {
    pub(super) fn new(name: &str, at: Place, table: &'a DeTable<'a>, sink: &'a Sink) -> Self {
        let mut entries: Vec<_> = table
            .iter()
            .map(|(key, value)| (at.here(key.as_ref().to_string(), key.span()), value))
            .collect();
        // The parser sorts keys by name; the order of a spec is the one it is written in.
        entries.sort_by_key(|(key, _)| key.at.start);
        let (asked, missing) = Default::default();
        Section { name: name.to_owned(), at, entries, asked, missing, sink }
    }

    /// Reports every key that no one asked for, and every needed key that is missing.
    pub(super) fn close(self) {
        // The reader watches the sink, so a mistake poisons what was read.
        let _ = self.close_checked();
    }

    /// Reports every key that no one asked for, and every needed key that is missing; an unknown key that is nearly
    /// a missing one is taken for it. Poisoned if there is an unknown key.
    pub(super) fn close_checked(self) -> Checked<()> {
        let asked = self.asked.borrow();
        let mut known = Ok(());
        let mut missing = self.missing.borrow_mut();
        for (key, _) in &self.entries {
            if !asked.contains(&key.value.as_str()) {
                let message = format!("unknown key `{}` in {}", key.value, self.name);
                let absent = asked.iter().copied().filter(|&key| self.find(key).is_none());
                let near = nearest(&key.value, absent);
                missing.retain(|&missing| Some(missing) != near);
                let label = near.map_or_else(String::new, |near| format!("did you mean `{near}`?"));
                let keys = format!("{} has the keys {}", self.name, asked.join(", "));
                let diagnostic = key.at.mistake(Mistake::UnknownKey, message, label);
                known = Err(self.sink.report(diagnostic.help(keys)));
            }
        }
        for key in missing.iter() {
            let key = if self.name == FILE { format!("[{key}]") } else { format!("`{key}`") };
            let message = format!("{} has no {key}", self.name);
            let label = format!("needs {key}");
            self.sink.report(self.at.mistake(Mistake::KeyMissing, message, label));
        }
        known
    }

    /// The entries that no one asked for, of a table whose keys are any words.
    pub(super) fn entries(&self) -> impl Iterator<Item = &(At<String>, &'a Spanned<DeValue<'a>>)> {
        let asked = self.asked.borrow().clone();
        self.entries.iter().filter(move |(key, _)| !asked.contains(&key.value.as_str()))
    }

    pub(super) fn text(&self, key: &'static str) -> Option<At<String>> {
        self.text_of(self.get(key)?).ok()
    }

    /// The same; poisoned if it is not text.
    pub(super) fn checked_text(&self, key: &'static str) -> Checked<Option<At<String>>> {
        self.get(key).map(|value| self.text_of(value)).transpose()
    }

    /// A text that is not empty.
    pub(super) fn need_text(&self, key: &'static str) -> Option<At<String>> {
        self.filled(key, self.need(key)?).ok()
    }

    /// One word or a list of words.
    pub(super) fn words(&self, key: &'static str) -> Option<At<Listed<At<String>>>> {
        let value = self.get(key)?;
        Some(self.at.here(self.words_of(value), value.span()))
    }

    /// One word or a list of at least one word.
    pub(super) fn need_words(&self, key: &'static str) -> Vec<At<String>> {
        let Some(value) = self.need(key) else { return Vec::new() };
        match value.as_ref() {
            DeValue::Array(items) if items.is_empty() => {
                let message = format!("`{key}` in {} takes at least one text", self.name);
                let place = self.at.here((), value.span()).at;
                self.sink.report(place.mistake(Mistake::WrongType, message, "this list is empty"));
                Vec::new()
            }
            _ => self.words_of(value).items,
        }
    }

    /// A key with one word or a list of words, as a line of a listing.
    pub(super) fn line(&self, key: &'static str) -> Option<Line> {
        let value = self.get(key)?;
        let (key, _) = self.entries.iter().find(|(at, _)| at.value == key)?;
        Some((key.clone(), self.words_of(value)))
    }

    pub(super) fn integer(&self, key: &'static str) -> Option<At<i64>> {
        self.integer_of(self.get(key)?).ok()
    }

    pub(super) fn need_integer(&self, key: &'static str) -> Option<At<i64>> {
        self.integer_of(self.need(key)?).ok()
    }

    pub(super) fn flag(&self, key: &'static str) -> Option<At<bool>> {
        let value = self.get(key)?;
        match value.as_ref() {
            DeValue::Boolean(flag) => Some(self.at.here(*flag, value.span())),
            _ => {
                self.wrong_type(value, "true or false");
                None
            }
        }
    }

    /// A day without quotes.
    pub(super) fn need_day(&self, key: &'static str) -> Option<At<String>> {
        let value = self.need(key)?;
        match value.as_ref() {
            DeValue::Datetime(day) if day.time.is_none() => {
                Some(self.at.here(day.to_string(), value.span()))
            }
            _ => {
                self.wrong_type(value, "a day, such as 2026-11-21");
                None
            }
        }
    }

    pub(super) fn table(&self, key: &'static str) -> Option<Section<'a>> {
        self.checked_table(key).ok().flatten()
    }

    /// The same; poisoned if it is not a table.
    pub(super) fn checked_table(&self, key: &'static str) -> Checked<Option<Section<'a>>> {
        self.get(key).map(|value| self.table_of(&format!("[{key}]"), value)).transpose()
    }

    pub(super) fn need_table(&self, key: &'static str) -> Option<Section<'a>> {
        let value = self.need(key)?;
        self.table_of(&format!("[{key}]"), value).ok()
    }

    /// A `[[key]]` for each table of the list.
    pub(super) fn tables(&self, key: &'static str) -> Vec<Section<'a>> {
        let Some(value) = self.get(key) else {
            return Vec::new();
        };
        let name = format!("[[{key}]]");
        match value.as_ref() {
            DeValue::Array(items) => {
                items.iter().filter_map(|item| self.table_of(&name, item).ok()).collect()
            }
            _ => {
                self.wrong_type(value, &format!("{name} tables"));
                Vec::new()
            }
        }
    }

    /// The entries of a table whose keys are any words, each with one word.
    pub(super) fn pairs(&self, key: &'static str) -> Option<At<Pairs>> {
        Some(self.table(key)?.into_pairs())
    }

    pub(super) fn need_pairs(&self, key: &'static str) -> Option<At<Pairs>> {
        Some(self.need_table(key)?.into_pairs())
    }

    fn into_pairs(self) -> At<Pairs> {
        let pairs = self
            .entries()
            .filter_map(|(key, value)| Some((key.clone(), self.filled(&key.value, value).ok()?)));
        At { value: pairs.collect(), at: self.at }
    }

    pub(super) fn table_of(
        &self,
        name: &str,
        value: &'a Spanned<DeValue<'a>>,
    ) -> Checked<Section<'a>> {
        let at = self.at.here((), value.span()).at;
        match value.as_ref() {
            DeValue::Table(table) => Ok(Section::new(name, at, table, self.sink)),
            _ => Err(self.wrong_type(value, "a table")),
        }
    }

    /// The table of a key that may be any word. What the table lacks is shown at that key.
    pub(super) fn table_at(
        &self,
        key: &At<String>,
        value: &'a Spanned<DeValue<'a>>,
    ) -> Option<Section<'a>> {
        let table = self.table_of(&format!("`{}`", key.value), value).ok()?;
        Some(Section { at: key.at, ..table })
    }

    pub(super) fn words_of(&self, value: &Spanned<DeValue<'_>>) -> Listed<At<String>> {
        match value.as_ref() {
            DeValue::Array(items) => items.iter().map(|item| self.text_of(item)).collect(),
            DeValue::String(_) => [self.text_of(value)].into_iter().collect(),
            _ => [Err(self.wrong_type(value, "text, or a list of texts"))].into_iter().collect(),
        }
    }

    pub(super) fn get(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.asked.borrow_mut().push(key);
        self.find(key)
    }

    fn find(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.entries.iter().find(|(at, _)| at.value == key).map(|&(_, value)| value)
    }

    fn need(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        let value = self.get(key);
        if value.is_none() {
            self.missing.borrow_mut().push(key);
        }
        value
    }

    fn text_of(&self, value: &Spanned<DeValue<'_>>) -> Checked<At<String>> {
        match value.as_ref() {
            DeValue::String(text) => Ok(self.at.here(text.to_string(), value.span())),
            _ => Err(self.wrong_type(value, "text in quotes")),
        }
    }

    /// The text of a key that needs one.
    fn filled(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Checked<At<String>> {
        let text = self.text_of(value)?;
        if text.value.trim().is_empty() {
            let message = format!("`{key}` in {} is empty", self.name);
            return Err(self.sink.report(text.at.mistake(Mistake::EmptyText, message, "")));
        }
        Ok(text)
    }

    pub(super) fn integer_of(&self, value: &Spanned<DeValue<'_>>) -> Checked<At<i64>> {
        let number = match value.as_ref() {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        match number {
            Some(number) => Ok(self.at.here(number, value.span())),
            None => Err(self.wrong_type(value, "a whole number")),
        }
    }

    pub(super) fn wrong_type(&self, value: &Spanned<DeValue<'_>>, wanted: &str) -> Poisoned {
        let found = match value.as_ref().type_str() {
            found @ ("integer" | "array") => format!("an {found}"),
            found => format!("a {found}"),
        };
        let holds = |whole: std::ops::Range<usize>| {
            whole.start <= value.span().start && value.span().end <= whole.end
        };
        let key = self.entries.iter().find(|(_, whole)| holds(whole.span()));
        let key = key.map_or_else(String::new, |(key, _)| format!("`{}` in ", key.value));
        let message = format!("{key}{} takes {wanted}, not {found}", self.name);
        let place = self.at.here((), value.span()).at;
        self.sink.report(place.mistake(Mistake::WrongType, message, format!("write {wanted}")))
    }
}

impl Place {
    /// A value elsewhere in the same file.
    pub(super) fn here<T>(self, value: T, span: std::ops::Range<usize>) -> At<T> {
        At { value, at: Place { file: self.file, start: span.start, end: span.end } }
    }
}

/// One word or a list of words; none if the key is missing.
pub(super) fn words(section: &Section<'_>, key: &'static str) -> Vec<At<String>> {
    list(section, key).items
}

/// The same, poisoned if some of it could not be read.
pub(super) fn list(section: &Section<'_>, key: &'static str) -> Listed<At<String>> {
    section.words(key).map_or_else(Listed::default, |words| words.value)
}

/// A section whose keys are any words, each with one or several words.
pub(super) fn listing(section: Section<'_>) -> Listing {
    let at = section.at;
    let source = words(&section, "source");
    let lines =
        section.entries().map(|(key, value)| (key.clone(), section.words_of(value))).collect();
    Listing { at, source, lines }
}

/// A section of these keys, each with one or several words.
pub(super) fn fixed(section: Section<'_>, keys: &[&'static str]) -> Listing {
    let at = section.at;
    let source = words(&section, "source");
    let lines = keys.iter().filter_map(|key| section.line(key)).collect();
    section.close();
    Listing { at, source, lines }
}

/// A section whose keys are any words, each with a table.
pub(super) fn tables(section: Section<'_>) -> Vec<(At<String>, Section<'_>)> {
    section
        .entries()
        .filter_map(|(key, value)| Some((key.clone(), section.table_at(key, value)?)))
        .collect()
}
