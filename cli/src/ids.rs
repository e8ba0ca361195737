//! `ids`: what the dtypes are called in other systems, and the dtype of an id.

use codegen::Catalog;
use codegen::catalog::{DTypeId, Id, IdForm, IdSystem};
use codegen::draw::{markdown_table, words};
use comfy_table::{Table, presets};
use rules::nearest;
use serde_json::{Map, Value};

use crate::args::{self, Format};
use crate::page::Page;
use crate::{Answer, json};

/// What stands for a dtype without an id.
const NONE: &str = "·";

pub(crate) fn run(args: &args::Ids, catalog: &Catalog) -> Answer {
    let systems: Vec<&IdSystem> = match &args.system {
        Some(name) => vec![system(catalog, name)?],
        None => catalog.id_systems.iter().collect(),
    };
    if let (Some(id), [system]) = (&args.id, systems.as_slice()) {
        let dtype = &catalog.dtype(dtype(system, id)?).name;
        return Ok(match args.format {
            Format::Json => {
                json::page(&serde_json::json!({ "system": system.name, "id": id, "dtype": dtype }))
            }
            Format::Grid | Format::Csv | Format::Markdown => Page::Prose(format!("{dtype}\n")),
        });
    }
    Ok(match args.format {
        Format::Grid => grid(catalog, &systems),
        Format::Json => json::page(&as_json(catalog, &systems)),
        Format::Csv => Page::Verbatim(csv(catalog, &systems)),
        Format::Markdown => Page::Markdown(markdown(catalog, &systems)),
    })
}

pub(crate) fn system<'c>(catalog: &'c Catalog, name: &str) -> Result<&'c IdSystem, String> {
    let known = || catalog.id_systems.iter().map(|system| system.name.as_str());
    catalog.id_systems.iter().find(|system| system.name == name).ok_or_else(|| {
        let near = nearest(name, known());
        let near = near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
        let known: Vec<&str> = known().collect();
        format!("no system of ids is called `{name}`{near}\nthere are {}\n", known.join(", "))
    })
}

/// The dtype of an id as it is written in a table: a number, a text, or a code and bits with a comma between them.
fn dtype(system: &IdSystem, word: &str) -> Result<DTypeId, String> {
    if system.shared {
        return Err(format!(
            "no dtype: several have the same id of {}: {}\n`concord ids {}` shows them\n",
            system.title, system.what, system.name
        ));
    }
    let id = match system.form {
        IdForm::Number => word.parse().ok().map(Id::Number),
        IdForm::Text => Some(Id::Text(word.to_owned())),
        IdForm::CodeAndBits => {
            let both = word.trim_matches(['(', ')']).split_once(',');
            let both = both.and_then(|(code, bits)| {
                Some((code.trim().parse().ok()?, bits.trim().parse().ok()?))
            });
            both.map(|(code, bits)| Id::CodeAndBits(code, bits))
        }
    };
    let found = id.and_then(|id| system.dtype(&id));
    found.ok_or_else(|| {
        let texts = system.ids.iter().flat_map(|(_, ids)| ids).filter_map(|id| match id {
            Id::Text(text) => Some(text.as_str()),
            Id::Number(_) | Id::CodeAndBits(..) => None,
        });
        let near = nearest(word, texts);
        let near = near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
        let (title, name) = (&system.title, &system.name);
        format!(
            "unknown id: {title} has no dtype `{word}` among those here{near}\n`concord ids {name}` shows them\n"
        )
    })
}

/// A row of words for each dtype that any of the systems has: its public name, then its ids.
fn rows(catalog: &Catalog, systems: &[&IdSystem], none: &str) -> Vec<Vec<String>> {
    let has = |id: &DTypeId| systems.iter().any(|system| system.id(*id).is_some());
    let row = |id: DTypeId| {
        let ids = systems.iter().map(|system| system.id(id).map_or(none.to_owned(), Id::to_string));
        [catalog.dtype(id).name.clone()].into_iter().chain(ids).collect()
    };
    catalog.ids().filter(has).map(row).collect()
}

fn head<'a>(systems: &[&'a IdSystem]) -> Vec<&'a str> {
    ["dtype"].into_iter().chain(systems.iter().map(|system| system.name.as_str())).collect()
}

/// What each system is, then the table.
fn grid(catalog: &Catalog, systems: &[&IdSystem]) -> Page {
    let mut text = String::new();
    for system in systems {
        text += &format!("{:<16}{}: {}\n", system.name, system.title, system.what);
        if systems.len() == 1 {
            text += &format!("{:<16}{}\n", "source", words::source(&system.source));
        }
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(head(systems));
    for row in rows(catalog, systems, NONE) {
        table.add_row(row);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 1));
    }
    Page::Grid(format!("{text}\n{}\n", table.trim_fmt()))
}

fn csv(catalog: &Catalog, systems: &[&IdSystem]) -> String {
    let line = |cells: Vec<String>| {
        let cells = cells.into_iter().map(|cell| match cell.contains(',') {
            true => format!("\"{cell}\""),
            false => cell,
        });
        cells.collect::<Vec<_>>().join(",") + "\n"
    };
    let head = head(systems).into_iter().map(str::to_owned).collect();
    [head].into_iter().chain(rows(catalog, systems, "")).map(line).collect()
}

fn markdown(catalog: &Catalog, systems: &[&IdSystem]) -> String {
    let rows: Vec<Vec<String>> = rows(catalog, systems, "")
        .into_iter()
        .map(|row| row.into_iter().map(|cell| cell.replace('|', "\\|")).collect())
        .collect();
    markdown_table(&head(systems), &rows)
}

fn as_json(catalog: &Catalog, systems: &[&IdSystem]) -> Value {
    let id = |id: &Id| match id {
        Id::Number(number) => Value::from(*number),
        Id::Text(text) => Value::from(text.as_str()),
        Id::CodeAndBits(code, bits) => Value::from(vec![*code, *bits]),
    };
    let systems = systems.iter().map(|system| {
        let ids = system
            .ids
            .iter()
            .flat_map(|(dtype, ids)| Some((catalog.dtype(*dtype).name.clone(), id(ids.first()?))));
        let value = serde_json::json!({
            "title": system.title,
            "what": system.what,
            "shared": system.shared,
            "source": json::source(&system.source),
            "ids": ids.collect::<Map<String, Value>>(),
        });
        (system.name.clone(), value)
    });
    systems.collect::<Map<String, Value>>().into()
}
