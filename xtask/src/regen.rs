//! `regen`: spec → generated files, written or only compared.

use std::path::Path;
use std::time::Instant;

use codegen::Catalog;
use codegen::files::{self, Change, ChangeKind, File};

use crate::{Answer, catalog, cli, sources};

pub(crate) fn run(args: &cli::Regen, root: &Path) -> Answer {
    let start = Instant::now();
    let sources = sources(root);
    let catalog = catalog(&sources)?;
    let mut generated = codegen::generate(&catalog);
    generated.extend(codegen::align(&sources));
    let changes =
        files::compare(root, files::GENERATED, &generated).map_err(|error| format!("{error}\n"))?;
    let summary = summary(&catalog, &generated);
    if args.check {
        return match changes.is_empty() {
            true => Ok(format!("{summary}, all of them fresh\n")),
            false => Err(report(&changes)),
        };
    }
    files::write(root, &changes).map_err(|error| format!("{error}\n"))?;
    let mut text: String =
        changes.iter().map(|change| format!("{:9} {}\n", done(change.kind), change.path)).collect();
    let time = start.elapsed().as_secs_f64();
    text.push_str(&format!("{summary}, {} changed, in {time:.2} s\n", changes.len()));
    Ok(text)
}

fn summary(catalog: &Catalog, generated: &[File]) -> String {
    let cells = |ruleset: &codegen::catalog::Ruleset| {
        ruleset.promotion.cells.len() + ruleset.scalars.cells.len()
    };
    let cells: usize = catalog.rulesets.iter().map(cells).sum();
    format!("{} rulesets, {cells} cells, {} files", catalog.rulesets.len(), generated.len())
}

pub(crate) fn done(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Stale => "rewrote",
        ChangeKind::Missing => "wrote",
        ChangeKind::LeftOver => "deleted",
    }
}

fn report(changes: &[Change]) -> String {
    let mut text = String::new();
    for change in changes {
        let what = match change.kind {
            ChangeKind::Stale => "stale",
            ChangeKind::Missing => "missing",
            ChangeKind::LeftOver => "left over",
        };
        text.push_str(&format!("{what}: {}\n{}\n", change.path, change.diff()));
    }
    text + &format!(
        "{} generated files are not what the spec says: run `cargo xtask regen`\n",
        changes.len()
    )
}
