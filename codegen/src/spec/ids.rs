//! `ids.toml` → its systems, each with its lines.

use toml::Spanned;
use toml::de::DeValue;

use super::section::{Section, tables};
use super::{IdLine, IdSystemLine, IdValue, SourceLine};
use crate::diagnostic::At;
use crate::poison::{Checked, all};

/// Every section is a system.
pub(super) fn ids(section: Section<'_>) -> Vec<IdSystemLine> {
    tables(section).into_iter().map(|(name, system)| read(name, system)).collect()
}

fn read(name: At<String>, section: Section<'_>) -> IdSystemLine {
    let [title, what, form] = ["title", "what", "form"].map(|key| section.need_text(key));
    let (rust, shared) = (section.text("rust"), section.flag("shared"));
    let [kind, source, version, url] =
        ["kind", "source", "version", "url"].map(|key| section.need_text(key));
    let read = section.need_day("read");
    let source = SourceLine {
        id: Some(name.clone()),
        kind,
        title: source,
        version,
        url,
        read,
        observation: None,
        about: Vec::new(),
        ops: Vec::new(),
    };
    let ids = section.need_table("ids").map_or_else(Vec::new, |ids| {
        ids.entries()
            .map(|(code, value)| IdLine { code: code.clone(), id: id(&ids, value) })
            .collect()
    });
    section.close();
    IdSystemLine { name, title, what, form, rust, shared, source, ids }
}

/// A number, a text or several, or a pair of numbers.
fn id(section: &Section<'_>, value: &Spanned<DeValue<'_>>) -> Checked<At<IdValue>> {
    let at = section.at;
    let read = match value.as_ref() {
        DeValue::Integer(_) => IdValue::Number(section.integer_of(value)?.value),
        DeValue::Array(items)
            if items.iter().all(|item| matches!(item.as_ref(), DeValue::Integer(_))) =>
        {
            let numbers = all(items.iter().map(|item| section.integer_of(item)))?;
            match numbers.as_slice() {
                [code, bits] => IdValue::Pair(code.value, bits.value),
                _ => return Err(section.wrong_type(value, "a code and a width in bits")),
            }
        }
        DeValue::Array(_) | DeValue::String(_) => {
            let words = section.words_of(value);
            words.rest?;
            IdValue::Texts(words.items.into_iter().map(|word| word.value).collect())
        }
        _ => return Err(section.wrong_type(value, "a number, a text or a pair of numbers")),
    };
    Ok(at.here(read, value.span()))
}
