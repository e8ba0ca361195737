//! One TOML table → its keys, each asked for by name and type; what is not asked for is a mistake.

use std::cell::RefCell;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{At, Mistake, Place, Sink, did_you_mean};

/// A table being read. What its reader asks for is what it may hold: [`Section::close`] reports the rest.
pub(super) struct Section<'a> {
    name: String,
    pub(super) at: Place,
    entries: Vec<(At<String>, &'a Spanned<DeValue<'a>>)>,
    asked: RefCell<Vec<&'static str>>,
    sink: &'a Sink,
}

impl<'a> Section<'a> {
    pub(super) fn new(name: &str, at: Place, table: &'a DeTable<'a>, sink: &'a Sink) -> Self {
        let mut entries: Vec<_> = table
            .iter()
            .map(|(key, value)| (at.here(key.as_ref().to_string(), key.span()), value))
            .collect();
        // The parser sorts keys by name; a spec means the order it is written in.
        entries.sort_by_key(|(key, _)| key.at.start);
        Section { name: name.to_owned(), at, entries, asked: RefCell::default(), sink }
    }

    /// Reports every key that no one asked for.
    pub(super) fn close(self) {
        let asked = self.asked.borrow();
        for (key, _) in &self.entries {
            if !asked.contains(&key.value.as_str()) {
                let message = format!("unknown key `{}` in {}", key.value, self.name);
                let label = did_you_mean(&key.value, asked.iter().copied());
                let keys = format!("{} has the keys {}", self.name, asked.join(", "));
                let diagnostic = key.at.mistake(Mistake::UnknownKey, message, label);
                self.sink.report(diagnostic.help(keys));
            }
        }
    }

    /// The entries that no one asked for, where the keys are the file's own to choose.
    pub(super) fn entries(&self) -> impl Iterator<Item = &(At<String>, &'a Spanned<DeValue<'a>>)> {
        let asked = self.asked.borrow().clone();
        self.entries.iter().filter(move |(key, _)| !asked.contains(&key.value.as_str()))
    }

    pub(super) fn text(&self, key: &'static str) -> Option<At<String>> {
        self.text_of(self.get(key)?)
    }

    pub(super) fn need_text(&self, key: &'static str) -> Option<At<String>> {
        self.text_of(self.need(key)?)
    }

    /// One word or a list of words.
    pub(super) fn words(&self, key: &'static str) -> Option<At<Vec<At<String>>>> {
        let value = self.get(key)?;
        Some(self.at.here(self.words_of(value), value.span()))
    }

    pub(super) fn need_words(&self, key: &'static str) -> Vec<At<String>> {
        self.need(key).map_or_else(Vec::new, |value| self.words_of(value))
    }

    pub(super) fn integer(&self, key: &'static str) -> Option<At<i64>> {
        self.integer_of(self.get(key)?)
    }

    pub(super) fn need_integer(&self, key: &'static str) -> Option<At<i64>> {
        self.integer_of(self.need(key)?)
    }

    pub(super) fn flag(&self, key: &'static str) -> Option<At<bool>> {
        let value = self.get(key)?;
        match value.as_ref() {
            DeValue::Boolean(flag) => Some(self.at.here(*flag, value.span())),
            _ => self.wrong_type(value, "true or false"),
        }
    }

    /// A day without quotes.
    pub(super) fn need_day(&self, key: &'static str) -> Option<At<String>> {
        let value = self.need(key)?;
        match value.as_ref() {
            DeValue::Datetime(day) if day.time.is_none() => {
                Some(self.at.here(day.to_string(), value.span()))
            }
            _ => self.wrong_type(value, "a day, such as 2026-11-21"),
        }
    }

    pub(super) fn table(&self, key: &'static str) -> Option<Section<'a>> {
        let value = self.get(key)?;
        self.table_of(&format!("[{key}]"), value)
    }

    pub(super) fn need_table(&self, key: &'static str) -> Option<Section<'a>> {
        let value = self.need(key)?;
        self.table_of(&format!("[{key}]"), value)
    }

    /// A `[[key]]` for each table of the list.
    pub(super) fn tables(&self, key: &'static str) -> Vec<Section<'a>> {
        let Some(value) = self.get(key) else {
            return Vec::new();
        };
        let name = format!("[[{key}]]");
        match value.as_ref() {
            DeValue::Array(items) => {
                items.iter().filter_map(|item| self.table_of(&name, item)).collect()
            }
            _ => self.wrong_type(value, &format!("{name} tables")).into_iter().collect(),
        }
    }

    /// The entries of a table whose keys are words of the file's own, each with one word.
    pub(super) fn pairs(&self, key: &'static str) -> Option<At<Vec<(At<String>, At<String>)>>> {
        Some(self.table(key)?.into_pairs())
    }

    pub(super) fn need_pairs(
        &self,
        key: &'static str,
    ) -> Option<At<Vec<(At<String>, At<String>)>>> {
        Some(self.need_table(key)?.into_pairs())
    }

    fn into_pairs(self) -> At<Vec<(At<String>, At<String>)>> {
        let pairs =
            self.entries().filter_map(|(key, value)| Some((key.clone(), self.text_of(value)?)));
        At { value: pairs.collect(), at: self.at }
    }

    pub(super) fn table_of(
        &self,
        name: &str,
        value: &'a Spanned<DeValue<'a>>,
    ) -> Option<Section<'a>> {
        let at = self.at.here((), value.span()).at;
        match value.as_ref() {
            DeValue::Table(table) => Some(Section::new(name, at, table, self.sink)),
            _ => self.wrong_type(value, "a table"),
        }
    }

    pub(super) fn words_of(&self, value: &Spanned<DeValue<'_>>) -> Vec<At<String>> {
        match value.as_ref() {
            DeValue::Array(items) => items.iter().filter_map(|item| self.text_of(item)).collect(),
            DeValue::String(_) => self.text_of(value).into_iter().collect(),
            _ => self.wrong_type(value, "text, or a list of texts").into_iter().collect(),
        }
    }

    pub(super) fn get(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.asked.borrow_mut().push(key);
        self.entries.iter().find(|(at, _)| at.value == key).map(|&(_, value)| value)
    }

    fn need(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        let value = self.get(key);
        if value.is_none() {
            let message = format!("{} has no `{key}`", self.name);
            let label = format!("needs a `{key}`");
            self.sink.report(self.at.mistake(Mistake::KeyMissing, message, label));
        }
        value
    }

    fn text_of(&self, value: &Spanned<DeValue<'_>>) -> Option<At<String>> {
        match value.as_ref() {
            DeValue::String(text) => Some(self.at.here(text.to_string(), value.span())),
            _ => self.wrong_type(value, "text in quotes"),
        }
    }

    fn integer_of(&self, value: &Spanned<DeValue<'_>>) -> Option<At<i64>> {
        let number = match value.as_ref() {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        match number {
            Some(number) => Some(self.at.here(number, value.span())),
            None => self.wrong_type(value, "a whole number"),
        }
    }

    fn wrong_type<T>(&self, value: &Spanned<DeValue<'_>>, wanted: &str) -> Option<T> {
        let found = value.as_ref().type_str();
        let message = format!("{} takes {wanted} here, not {found}", self.name);
        let place = self.at.here((), value.span()).at;
        self.sink.report(place.mistake(Mistake::WrongType, message, format!("not {wanted}")));
        None
    }
}

impl Place {
    /// A value elsewhere in the same file.
    pub(super) fn here<T>(self, value: T, span: std::ops::Range<usize>) -> At<T> {
        At { value, at: Place { file: self.file, start: span.start, end: span.end } }
    }
}
