//! The sections of `ids.toml` → systems of ids, each id of the form that its system has.

use crate::catalog::{DTypeId, Id, IdForm, IdSystem};
use crate::diagnostic::{At, Mistake, Place};
use crate::poison::{Checked, Poisoned, Sink, all};
use crate::rust_names::{is_type_path, is_variant};
use crate::spec::{IdLine, IdSystemLine, IdValue};

use super::dtypes::Dtypes;
use super::ops::check_name;
use super::sources;
use super::words::one_of;

pub(super) fn lower(systems: &[IdSystemLine], dtypes: &Dtypes, sink: &Sink) -> Vec<IdSystem> {
    systems.iter().filter_map(|line| system(line, dtypes, sink).ok()).collect()
}

fn system(line: &IdSystemLine, dtypes: &Dtypes, sink: &Sink) -> Checked<IdSystem> {
    check_name(&line.name, "a system of ids", sink);
    let source = sources::source(&line.source, sink);
    let form = line.form.as_ref().ok_or_else(Poisoned::of_unread_key);
    let form = form.and_then(|form| one_of(form, &IdForm::WORDS, "a form of ids", sink));
    let shared = line.shared.as_ref().is_some_and(|shared| shared.value);
    let rust = line.rust.as_ref().map(|path| enum_path(path, line, form, sink)).transpose();
    let read = all(line.ids.iter().map(|id| {
        let whereabouts = format!("in [{}.ids]", line.name.value);
        let dtype = dtypes.resolve(&id.code, &whereabouts, sink);
        let ids = form.and_then(|form| ids(id, form, sink));
        Ok((dtype?, ids?))
    }))?;
    if !shared {
        check_once(line, &read, sink);
    }
    let mut ids: Vec<(DTypeId, Vec<Id>)> =
        read.into_iter().map(|(dtype, ids)| (dtype, ids.value)).collect();
    ids.sort_by_key(|(dtype, _)| *dtype);
    let text = |said: &Option<At<String>>| {
        said.as_ref().map(|said| said.value.clone()).ok_or_else(Poisoned::of_unread_key)
    };
    Ok(IdSystem {
        name: line.name.value.clone(),
        title: text(&line.title)?,
        what: text(&line.what)?,
        form: form?,
        rust: rust?,
        shared,
        source,
        ids,
    })
}

/// The path of the enum whose variants the ids are, if it is one and they are.
fn enum_path(
    path: &At<String>,
    line: &IdSystemLine,
    form: Checked<IdForm>,
    sink: &Sink,
) -> Checked<String> {
    if !is_type_path(&path.value) || form? != IdForm::Text {
        let message = format!("`{}` has no such ids as variants", path.value);
        let label = "a path, such as `candle_core::DType`, of a system whose ids are texts";
        return Err(sink.report(path.at.mistake(Mistake::WrongType, message, label)));
    }
    let read = line.ids.iter().filter_map(|id| id.id.as_ref().ok());
    all(read.map(|At { value, at }| {
        let IdValue::Texts(texts) = value else { return Ok(()) };
        match texts.iter().find(|text| !is_variant(text)) {
            None => Ok(()),
            Some(text) => {
                let message = format!("`{text}` is no variant of `{}`", path.value);
                let label = "a name, such as `F32`, with a path between parentheses or without";
                Err(sink.report(at.mistake(Mistake::WrongType, message, label)))
            }
        }
    }))?;
    Ok(path.value.clone())
}

/// The ids of a line, if they have the form of their system.
fn ids(line: &IdLine, form: IdForm, sink: &Sink) -> Checked<At<Vec<Id>>> {
    let At { value, at } = line.id.as_ref().map_err(|&poisoned| poisoned)?;
    let byte = |number: i64| u8::try_from(number).ok();
    let ids: Option<Vec<Id>> = match (form, value) {
        (IdForm::Number, &IdValue::Number(number)) => {
            i32::try_from(number).ok().map(|number| vec![Id::Number(number)])
        }
        (IdForm::Text, IdValue::Texts(texts)) => {
            let said = |text: &String| !text.is_empty();
            let said = !texts.is_empty() && texts.iter().all(said);
            said.then(|| texts.iter().cloned().map(Id::Text).collect())
        }
        (IdForm::CodeAndBits, &IdValue::Pair(code, bits)) => {
            byte(code).zip(byte(bits)).map(|(code, bits)| vec![Id::CodeAndBits(code, bits)])
        }
        (IdForm::Number | IdForm::Text | IdForm::CodeAndBits, _) => None,
    };
    ids.map(|value| At { value, at: *at }).ok_or_else(|| {
        let wanted = match form {
            IdForm::Number => "a number of 32 bits, such as 11",
            IdForm::Text => "a text, such as \"F32\"",
            IdForm::CodeAndBits => "a code and a width, each below 256, such as [2, 32]",
        };
        let message =
            format!("the id of `{}` is not of the form `{}`", line.code.value, form.name());
        sink.report(at.mistake(Mistake::WrongType, message, format!("write {wanted}")))
    })
}

/// Checks that no id is of two dtypes.
fn check_once(line: &IdSystemLine, read: &[(DTypeId, At<Vec<Id>>)], sink: &Sink) {
    let mut known: Vec<(&Id, Place)> = Vec::new();
    for (_, At { value, at }) in read {
        for id in value {
            match known.iter().find(|(other, _)| *other == id) {
                Some(&(_, first)) => {
                    let message = format!("two dtypes have the same id in `{}`", line.name.value);
                    let diagnostic = at.mistake(Mistake::NameUsedTwice, message, "here");
                    let help = "if an id does not say which dtype it is of: shared = true";
                    sink.report(diagnostic.and(first, "and here").help(help));
                }
                None => known.push((id, *at)),
            }
        }
    }
}
