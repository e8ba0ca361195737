//! CSV or JSON → cells, a triple of words each: row, column, result.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::error::GivenError;

/// Words of a cell: its row, its column, and what it gives.
pub(super) type Triple = [String; 3];

/// Signs that stand for no dtype.
pub(super) const REFUSED: &str = "-";
pub(super) const NO_KERNEL: &str = "!";
pub(super) const UNKNOWN: &str = "?";

/// The cells of a table, in the order in which they are written.
pub(super) fn read(text: &str) -> Result<Vec<Triple>, GivenError> {
    let text = text.trim_start_matches('\u{feff}');
    let cells = match text.trim_start().chars().next() {
        None => return Err(GivenError::Empty),
        Some('{' | '[') => {
            let Once(value) = serde_json::from_str(text)
                .map_err(|error| GivenError::Unreadable(format!("not JSON: {error}")))?;
            json(&value)?
        }
        Some(_) => csv(text)?,
    };
    let wrong = |word: &&String| word.is_empty() || word.contains(char::is_whitespace);
    let first = cells.iter().find_map(|cell| Some((cell, cell.iter().find(wrong)?)));
    match first {
        Some(([row, column, _], word)) => Err(GivenError::Unreadable(format!(
            "`{word}` is not one word, in the row of `{row}` and the column of `{column}`"
        ))),
        None if cells.is_empty() => Err(GivenError::Empty),
        None => Ok(cells),
    }
}

/// A value of JSON no object of which has a key twice.
struct Once(Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Once, D::Error> {
        from.deserialize_any(OnceVisitor).map(Once)
    }
}

struct OnceVisitor;

impl<'de> Visitor<'de> for OnceVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Once(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut values = Map::new();
        while let Some((key, Once(value))) = object.next_entry::<String, Once>()? {
            if values.contains_key(&key) {
                return Err(de::Error::custom(format_args!("the key `{key}` comes twice")));
            }
            values.insert(key, value);
        }
        Ok(values.into())
    }
}

/// Rows of words; the first labels the columns, the first word of every other row the row. A line that begins with
/// `#` is passed over.
fn csv(text: &str) -> Result<Vec<Triple>, GivenError> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let first = lines.find(|line| !line.trim().is_empty()).unwrap_or_default();
    if first.trim_start().starts_with('|') {
        return Err(GivenError::Unreadable(
            "a table of Markdown, which is not read: write CSV, its columns named in the first line, or JSON"
                .to_owned(),
        ));
    }
    let separator = [b',', b'\t', b';'].into_iter().find(|&byte| first.as_bytes().contains(&byte));
    let Some(separator) = separator else {
        return Err(GivenError::Unreadable(
            "no words between commas, tabs or semicolons in its first line".to_owned(),
        ));
    };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let unreadable = |error: csv::Error| GivenError::Unreadable(error.to_string());
    let columns = reader.headers().map_err(unreadable)?.clone();
    let mut cells = Vec::new();
    for row in reader.records() {
        let row = row.map_err(unreadable)?;
        let label = &row[0];
        for (column, word) in columns.iter().zip(&row).skip(1) {
            cells.push([label.to_owned(), column.to_owned(), sign(word).to_owned()]);
        }
    }
    Ok(cells)
}

/// What a cell without a word says: nothing.
fn sign(word: &str) -> &str {
    if word.is_empty() { UNKNOWN } else { word }
}

fn json(value: &Value) -> Result<Vec<Triple>, GivenError> {
    match value {
        Value::Object(keys) if keys.contains_key("cells") => drawn(value),
        Value::Object(keys) => {
            let cells = keys.iter().map(|(key, value)| match value {
                // {"int8": {"uint8": "int16"}}
                Value::Object(row) => row
                    .iter()
                    .map(|(column, gives)| {
                        let place = |error| within(error, key, column);
                        Ok([key.clone(), column.clone(), result(gives).map_err(place)?])
                    })
                    .collect(),
                // {"int8 × uint8": "int16"}
                gives => {
                    let [row, column] = pair(key)?;
                    let gives = result(gives).map_err(|error| within(error, &row, &column));
                    Ok(vec![[row, column, gives?]])
                }
            });
            Ok(cells.collect::<Result<Vec<Vec<Triple>>, GivenError>>()?.concat())
        }
        // [["int8", "uint8", "int16"]]
        Value::Array(cells) => cells
            .iter()
            .map(|cell| match cell.as_array().map(Vec::as_slice) {
                Some([row, column, gives]) => Ok([word(row)?, word(column)?, result(gives)?]),
                _ => Err(unread(cell, "a list of a row, a column and what they give")),
            })
            .collect(),
        other => Err(unread(other, "an object or a list")),
    }
}

/// `{"rows": […], "columns": […], "cells": [[…], …]}`, as `show --format json` prints it.
fn drawn(value: &Value) -> Result<Vec<Triple>, GivenError> {
    let list = |key: &str| match value[key].as_array() {
        Some(list) => Ok(list),
        None => Err(unread(&value[key], &format!("a list as `{key}`"))),
    };
    let (rows, columns, cells) = (list("rows")?, list("columns")?, list("cells")?);
    if cells.len() != rows.len() {
        return Err(GivenError::Unreadable(format!(
            "`rows` names {} rows, and `cells` has {}",
            rows.len(),
            cells.len()
        )));
    }
    let mut triples = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let line = cells.get(place).and_then(Value::as_array);
        let line = line.filter(|line| line.len() == columns.len());
        let line = line.ok_or_else(|| {
            let wanted = format!("{} cells in the row of {row}", columns.len());
            unread(cells.get(place).unwrap_or(&Value::Null), &wanted)
        })?;
        for (column, gives) in columns.iter().zip(line) {
            let gives = result(gives).map_err(|error| within(error, row, column));
            triples.push([word(row)?, word(column)?, gives?]);
        }
    }
    Ok(triples)
}

/// The two words of a key: between `×`, a comma, `+`, `*`, `/`, `|` or spaces.
fn pair(key: &str) -> Result<[String; 2], GivenError> {
    let between = |letter: char| letter.is_whitespace() || "×,+*/|()".contains(letter);
    let words: Vec<&str> = key.split(between).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [row, column] => Ok([row, column].map(|word| (*word).to_owned())),
        _ => Err(GivenError::Unreadable(format!("`{key}` is no pair: write `int8 × uint8`"))),
    }
}

fn word(value: &Value) -> Result<String, GivenError> {
    let word = value.as_str().map(str::trim).filter(|word| !word.is_empty());
    word.map(str::to_owned).ok_or_else(|| unread(value, "the name of a dtype"))
}

/// What a cell gives; null where refused.
fn result(value: &Value) -> Result<String, GivenError> {
    match value {
        Value::Null => Ok(REFUSED.to_owned()),
        Value::String(word) => Ok(sign(word.trim()).to_owned()),
        other => Err(unread(other, "the name of a dtype, or null")),
    }
}

/// The same error, with the cell that it is in.
fn within(error: GivenError, row: &impl fmt::Display, column: &impl fmt::Display) -> GivenError {
    match error {
        GivenError::Unreadable(why) => {
            GivenError::Unreadable(format!("{why}, in the row of {row} and the column of {column}"))
        }
        other => other,
    }
}

fn unread(value: &Value, wanted: &str) -> GivenError {
    GivenError::Unreadable(format!("{value} is not {wanted}"))
}
