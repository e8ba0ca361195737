//! The text of a JSON object → its keys, each with the text of its value.
//!
//! Values stay text until it is known what they must be: no digit is lost, and nothing is built twice.

use std::collections::HashSet;

use rules::nearest;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::eval::failure::Failure;

/// No name is longer: what is need not be compared with those there are.
const LONGEST_NAME: usize = 100;

/// The keys that every line may have.
pub(super) const KEYS: &[&str] = &["ruleset", "op", "id"];

/// An object, and where it stands: nowhere for the line itself, else `operands[1]`.
pub(super) struct Object<'a> {
    place: String,
    pairs: Vec<(String, &'a str)>,
}

impl<'a> Object<'a> {
    pub(super) fn parse(text: &'a str, place: &str) -> Result<Object<'a>, Failure> {
        let what = if place.is_empty() { "the line" } else { place };
        let pairs = serde_json::from_str::<Pairs<'a>>(text).map_err(|error| {
            let hint = match text.contains("NaN") || text.contains("Infinity") {
                true => "; JSON has no NaN and no infinities: write \"nan\", \"inf\", \"-inf\"",
                false => "",
            };
            Failure::malformed(format!("{what} is not a JSON object: {error}{hint}"))
        })?;
        let object = Object { place: place.to_owned(), pairs: pairs.0 };
        let mut seen = HashSet::new();
        match object.pairs.iter().find(|(key, _)| !seen.insert(key)) {
            Some((key, _)) => {
                Err(Failure::malformed(format!("`{}` is there twice", object.path(key))))
            }
            None => Ok(object),
        }
    }

    /// The text of a key's value.
    pub(super) fn get(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(known, _)| known == key).map(|&(_, text)| text)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// A key as a person finds it: `operands[1].dtype`.
    pub(super) fn path(&self, key: &str) -> String {
        match self.place.as_str() {
            "" => shortened(key),
            place => format!("{place}.{}", shortened(key)),
        }
    }

    /// No key but these; `what` takes them.
    pub(super) fn takes(&self, what: &str, known: &[&[&str]]) -> Result<(), Failure> {
        let known: Vec<&str> = known.concat();
        let Some((key, _)) = self.pairs.iter().find(|(key, _)| !known.contains(&key.as_str()))
        else {
            return Ok(());
        };
        let short = Some(key).filter(|key| key.len() <= LONGEST_NAME);
        let meant = match short.and_then(|key| nearest(key, known.iter().copied())) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("it takes {}", known.join(", ")),
        };
        Err(Failure::malformed(format!("{what} takes no `{}`: {meant}", self.path(key))))
    }

    pub(super) fn missing(&self, key: &str, expected: &str) -> Failure {
        Failure::malformed(format!("`{}` is missing: it takes {expected}", self.path(key)))
    }

    pub(super) fn wrong(&self, key: &str, expected: &str) -> Failure {
        let shown = shortened(self.get(key).unwrap_or_default());
        Failure::malformed(format!("`{}` is {shown}: it takes {expected}", self.path(key)))
    }

    /// A key's value as any type that serde reads.
    pub(super) fn read<T: Deserialize<'a>>(
        &self,
        key: &str,
        expected: &str,
    ) -> Result<Option<T>, Failure> {
        let read = |text| serde_json::from_str(text).map_err(|_| self.wrong(key, expected));
        self.get(key).map(read).transpose()
    }

    /// The same of a key that must be there.
    pub(super) fn required<T: Deserialize<'a>>(
        &self,
        key: &str,
        expected: &str,
    ) -> Result<T, Failure> {
        self.read(key, expected)?.ok_or_else(|| self.missing(key, expected))
    }

    /// A name, which is a string of reasonable length.
    pub(super) fn name(&self, key: &str, expected: &str) -> Result<Option<String>, Failure> {
        match self.read::<String>(key, expected)? {
            Some(name) if name.len() > LONGEST_NAME => Err(self.wrong(key, expected)),
            name => Ok(name),
        }
    }

    /// The same of a key that must be there.
    pub(super) fn required_name(&self, key: &str, expected: &str) -> Result<String, Failure> {
        self.name(key, expected)?.ok_or_else(|| self.missing(key, expected))
    }

    /// The texts of the values in a list.
    pub(super) fn list(&self, key: &str, expected: &str) -> Result<Vec<&'a str>, Failure> {
        let items: Vec<&RawValue> = self.required(key, expected)?;
        Ok(items.into_iter().map(RawValue::get).collect())
    }
}

/// A text as far as a message shows it.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Keys and the texts of their values, in order.
struct Pairs<'a>(Vec<(String, &'a str)>);

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Pairs<'de>, D::Error> {
        from.deserialize_map(ReadPairs)
    }
}

struct ReadPairs;

impl<'de> Visitor<'de> for ReadPairs {
    type Value = Pairs<'de>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<'de>, A::Error> {
        let mut pairs = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, &'de RawValue>()? {
            pairs.push((key, value.get()));
        }
        Ok(Pairs(pairs))
    }
}
