//! `explore`: the explorer, one page of HTML with the spec and the recorded runs, written and opened in the browser.

use std::path::{Path, PathBuf};
use std::{env, fs};

use codegen::Catalog;
use codegen::catalog::Ruleset;

use crate::page::Page;
use crate::{Answer, Origin, args};

/// The page without data, which `cargo xtask site` builds from `site/`.
const SHELL: &str = include_str!("../assets/explorer.html");

pub(crate) fn run(args: &args::Explore, catalog: &Catalog, origin: &Origin) -> Answer {
    let html = html(catalog, origin)?;
    if args.print {
        return Ok(Page::Verbatim(html));
    }
    let (path, opens) = match &args.out {
        Some(path) => (path.clone(), false),
        None => (kept()?, true),
    };
    write(&path, &html)?;
    let shown = path.display();
    if !opens {
        return Ok(Page::Verbatim(format!("{shown}\n")));
    }
    open::that_detached(&path).map_err(|error| {
        format!("no browser: {error}\nthe page is {shown}; `--out` writes it elsewhere\n")
    })?;
    Ok(Page::Verbatim(format!("{shown}\n")))
}

fn html(catalog: &Catalog, origin: &Origin) -> Result<String, String> {
    let rulesets: Vec<&Ruleset> = catalog.rulesets.iter().collect();
    let runs = crate::export::runs(catalog, &rulesets, origin)?;
    observed::page(SHELL, catalog, &rulesets, &runs).map_err(|error| format!("{error}\n"))
}

/// Where the page is kept: in the user's own folder, for what is in a shared one others can replace.
fn kept() -> Result<PathBuf, String> {
    let set = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = set("XDG_CACHE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| env::home_dir().map(|home| home.join(".cache")));
    let caches = caches.ok_or("no folder for the page: `--out` names a file to write\n")?;
    Ok(caches.join("concord").join("explorer.html"))
}

fn write(path: &Path, html: &str) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(path, html))
        .map_err(|error| format!("cannot write {}: {error}\n", path.display()))
}
