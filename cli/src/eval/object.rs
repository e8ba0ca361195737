//! The text of a JSON object → its keys, each with the text of its value.
//!
//! Values stay text until it is known what they must be: no digit is lost, and nothing is built twice.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use rules::nearest;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::eval::failure::Failure;

/// No name is longer: what is need not be compared with those there are.
const LONGEST_NAME: usize = 100;

/// A character may be written as an escape of six bytes.
const LONGEST_WRITTEN: usize = 6 * LONGEST_NAME;

/// More keys than this no object takes.
const MOST_KEYS: usize = 64;

/// The keys that every line may have.
pub(super) const KEYS: &[&str] = &["ruleset", "op", "id"];

/// An object, and where it stands: nowhere for the line itself, else `operands[1]`.
pub(super) struct Object<'a> {
    place: String,
    pairs: Vec<(Cow<'a, str>, &'a str)>,
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
        let object = Object { place: place.to_owned(), pairs: pairs.first };
        let mut keys = object.pairs.iter().map(|(key, _)| key).enumerate();
        let twice = keys.find(|&(place, key)| object.pairs[..place].iter().any(|(k, _)| k == key));
        if let Some((_, key)) = twice {
            return Err(Failure::malformed(format!("`{}` is there twice", object.path(key))));
        }
        if pairs.count > MOST_KEYS {
            let count = pairs.count;
            return Err(Failure::malformed(format!(
                "{what} has {count} keys, more than any takes"
            )));
        }
        Ok(object)
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
        let Some((key, _)) = self.pairs.iter().find(|(key, _)| !known.contains(&key.as_ref()))
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
        if self.get(key).is_some_and(|text| text.len() > LONGEST_WRITTEN + "\"\"".len()) {
            return Err(self.wrong(key, expected));
        }
        match self.read::<String>(key, expected)? {
            Some(name) if name.len() > LONGEST_NAME => Err(self.wrong(key, expected)),
            name => Ok(name),
        }
    }

    /// The same of a key that must be there.
    pub(super) fn required_name(&self, key: &str, expected: &str) -> Result<String, Failure> {
        self.name(key, expected)?.ok_or_else(|| self.missing(key, expected))
    }
}

/// A text as far as a message shows it.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Keys and the texts of their values, in order: the first of them, and how many there are.
struct Pairs<'a> {
    first: Vec<(Cow<'a, str>, &'a str)>,
    count: usize,
}

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Pairs<'de>, D::Error> {
        from.deserialize_map(ReadPairs)
    }
}

struct ReadPairs;

impl<'de> Visitor<'de> for ReadPairs {
    type Value = Pairs<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<'de>, A::Error> {
        let mut pairs = Pairs { first: Vec::new(), count: 0 };
        while pairs.count < MOST_KEYS
            && let Some((key, value)) = map.next_entry::<&'de RawValue, &'de RawValue>()?
        {
            pairs.first.push((unescaped(key.get()), value.get()));
            pairs.count += 1;
        }
        if pairs.count == MOST_KEYS {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
                pairs.count += 1;
            }
        }
        Ok(pairs)
    }
}

/// The text of a string; of one that is too long to be the name of a key, as it is written.
fn unescaped(string: &str) -> Cow<'_, str> {
    let written = &string[1..string.len() - 1];
    match written.contains('\\') && written.len() <= LONGEST_WRITTEN {
        true => serde_json::from_str(string).map_or(written.into(), String::into),
        false => written.into(),
    }
}

/// The first items of a list, one more than the most that any needs, and how many there are.
pub(super) struct Few<T, const MOST: usize> {
    pub(super) first: Vec<T>,
    pub(super) count: usize,
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for Few<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Few<T, MOST>, D::Error> {
        from.deserialize_seq(ReadFew(PhantomData))
    }
}

struct ReadFew<T, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for ReadFew<T, MOST> {
    type Value = Few<T, MOST>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Few<T, MOST>, A::Error> {
        let mut few = Few { first: Vec::new(), count: 0 };
        while let Some(item) = list.next_element()? {
            if few.count <= MOST {
                few.first.push(item);
            }
            few.count += 1;
        }
        Ok(few)
    }
}

/// The text of the key `id` of an object of which only the beginning is there.
pub(super) fn id_of(beginning: &str) -> Option<&str> {
    let mut id = None;
    // What is cut off is not JSON, which is known.
    let _ = ReadId(&mut id).read(beginning);
    id
}

struct ReadId<'a, 'b>(&'b mut Option<&'a str>);

impl<'a> ReadId<'a, '_> {
    fn read(self, text: &'a str) -> serde_json::Result<()> {
        serde_json::Deserializer::from_str(text).deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for ReadId<'a, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        let mut id = None;
        while let Some(key) = map.next_key::<String>()? {
            // Another key follows: the value is not cut off.
            if id.is_some() {
                break;
            }
            let value: &'a RawValue = map.next_value()?;
            id = (key == "id").then(|| value.get());
        }
        *self.0 = id;
        Ok(())
    }
}
