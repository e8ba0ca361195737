//! Labelled lines → text for people, or an object for programs.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// A line, and what it says as JSON.
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) json: Value,
}

impl From<String> for Line {
    fn from(text: String) -> Line {
        Line { json: text.clone().into(), text }
    }
}

/// Labelled lines, in order.
#[derive(Default)]
pub(crate) struct Lines(Vec<Section>);

struct Section {
    label: &'static str,
    lines: Vec<String>,
    /// `None` if it says nothing to programs.
    json: Option<Value>,
}

impl Lines {
    /// One line.
    pub(crate) fn add(&mut self, label: &'static str, line: impl Into<Line>) {
        let Line { text, json } = line.into();
        self.0.push(Section { label, lines: vec![text], json: Some(json) });
    }

    /// One line that says nothing to programs.
    pub(crate) fn add_text(&mut self, label: &'static str, line: &str) {
        self.0.push(Section { label, lines: vec![line.to_owned()], json: None });
    }

    /// Any number of lines, which are a list.
    pub(crate) fn add_all<L: Into<Line>>(
        &mut self,
        label: &'static str,
        lines: impl IntoIterator<Item = L>,
    ) {
        let lines = lines.into_iter().map(|line| {
            let Line { text, json } = line.into();
            (text, json)
        });
        let (lines, json): (Vec<String>, Vec<Value>) = lines.unzip();
        self.0.push(Section { label, lines, json: Some(Value::Array(json)) });
    }

    /// Words on one line, which are a list; no line if there are none.
    pub(crate) fn add_words(&mut self, label: &'static str, words: Vec<&str>) {
        let line = (!words.is_empty()).then(|| words.join(" "));
        self.0.push(Section { label, lines: line.into_iter().collect(), json: Some(words.into()) });
    }

    /// A line for each key, which together are an object: the key, a separator, and words, of which there may be
    /// none.
    pub(crate) fn add_keys<'a>(
        &mut self,
        label: &'static str,
        separator: &str,
        keys: impl IntoIterator<Item = (&'a str, Words<'a>)>,
    ) {
        let (mut lines, mut object) = (Vec::new(), Map::new());
        for (key, words) in keys {
            let (text, json) = match words {
                Words::One(word) => (word.to_owned(), word.into()),
                Words::List(words) => (words.join(" "), words.into()),
                Words::Unknown => ("not known".to_owned(), Value::Null),
            };
            lines.push(format!("{key}{separator}{text}").trim_end().to_owned());
            object.insert(key.to_owned(), json);
        }
        self.0.push(Section { label, lines, json: Some(Value::Object(object)) });
    }

    /// The lines below each other, the label before the first of a section.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for Section { label, lines, .. } in &self.0 {
            for (index, line) in lines.iter().enumerate() {
                let label = if index == 0 { label } else { "" };
                text += &format!("{label:<12}{line}\n");
            }
        }
        text
    }
}

/// What stands behind a key.
pub(crate) enum Words<'a> {
    One(&'a str),
    List(Vec<&'a str>),
    Unknown,
}

impl Serialize for Lines {
    /// An object in the order of the sections; the keys are the labels, with `_` between words.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let keys = self
            .0
            .iter()
            .filter_map(|section| Some((section.label.replace(' ', "_"), section.json.as_ref()?)));
        to.collect_map(keys)
    }
}
