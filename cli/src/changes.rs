//! `changes`: an older spec and a newer one → what a changelog says of the newer.

use std::path::Path;

use codegen::changes::{Bump, Change, Changes, changes};
use codegen::{Catalog, diagnostic};
use serde_json::json;

use crate::args::{self, ChangesFormat};
use crate::origin::Origin;
use crate::page::{self, Page};
use crate::{Answer, json};

pub(crate) fn run(args: &args::Changes, origin: &Origin) -> Answer {
    let old = catalog(&args.old)?;
    let new = match &args.new {
        Some(folder) => catalog(folder)?,
        None => origin.catalog()?,
    };
    let changes = changes(&old, &new);
    Ok(match args.format {
        ChangesFormat::Markdown => Page::Markdown(markdown(&changes)),
        ChangesFormat::Json => json::page(&as_json(&changes)),
    })
}

/// The spec of a checkout, or that of a folder that is one.
fn catalog(folder: &Path) -> Result<Catalog, Page> {
    let inner = folder.join("spec");
    let spec = if inner.is_dir() { inner } else { folder.to_owned() };
    let shown = spec.display().to_string();
    if !spec.join("dtypes.toml").is_file() {
        return Err(Page::Prose(format!(
            "no spec: {shown} has no dtypes.toml\nname a checkout or its folder spec: `git worktree add ../old v0.1.0` makes one of a tag\n"
        )));
    }
    let sources = codegen::load(&spec, &shown);
    codegen::lower(&sources).map_err(|mistakes| {
        Page::Verbatim(diagnostic::render(&mistakes, &sources, page::colours_mistakes()))
    })
}

fn markdown(changes: &Changes) -> String {
    let Changes { added, removed, changed } = changes;
    if changes.bump() == Bump::None {
        return "No answer has changed.\n".to_owned();
    }
    let mut text = String::new();
    for (title, lines) in [("Removed", removed), ("Added", added)] {
        if !lines.is_empty() {
            let lines: String = lines.iter().map(|line| format!("- {line}\n")).collect();
            text += &format!("{title}\n\n{lines}\n");
        }
    }
    if !changed.is_empty() {
        let lines: String = changed.iter().map(line).collect();
        text += &format!("Cells\n\n{lines}\n");
    }
    let before = match changes.bump() {
        Bump::Major => "; before 1.0, a minor one",
        Bump::None | Bump::Patch | Bump::Minor => "",
    };
    text + &format!("A {} release, at the least{before}.\n", changes.bump().name())
}

/// `- torch: int8 × uint8 was int16, is int32`
fn line(Change { rulesets, of, about, was, is }: &Change) -> String {
    let of = match of.as_str() {
        "promotion" | "scalars" | "nary" | "result_type" | "typed" | "framework" | "edition" => {
            String::new()
        }
        "printed" => "the printed name of ".to_owned(),
        "abstract" => "the dtypes of ".to_owned(),
        "range" => "the documented range of ".to_owned(),
        "unsupported" | "assumed" => "what is said of ".to_owned(),
        "inexact" => "the float of inexact ops of ".to_owned(),
        "output" => "the outputs for results of ".to_owned(),
        of => format!("{of} of "),
    };
    format!("- {}: {of}{} was {was}, is {is}\n", rulesets.join(", "), about.join(", "))
}

fn as_json(changes: &Changes) -> serde_json::Value {
    let changed = changes.changed.iter().map(|Change { rulesets, of, about, was, is }| {
        json!({ "rulesets": rulesets, "of": of, "about": about, "was": was, "is": is })
    });
    json!({
        "release": changes.bump().name(),
        "removed": changes.removed,
        "added": changes.added,
        "changed": changed.collect::<Vec<_>>(),
    })
}
