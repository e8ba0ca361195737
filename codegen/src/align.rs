//! Spec text → the same text with the columns of every grid aligned.

use crate::catalog::TableName;
use crate::files::File;
use crate::load::Sources;
use crate::poison::Sink;
use crate::spec::{Spec, grid::Grid, read};

/// The spec files of frameworks, with aligned grids.
///
/// Nothing but white space inside `'''` changes. Meant for a spec that [`crate::lower`] accepts.
pub fn align(sources: &Sources) -> Vec<File> {
    let Spec { frameworks, .. } = read::read(sources, &Sink::default());
    let files = frameworks.iter().map(|framework| {
        let file = &sources.files[framework.at.file];
        let tables = TableName::ALL.into_iter().filter_map(|name| framework.table(name).ok()?);
        let grids = tables.filter_map(|table| table.grid.as_ref());
        let text = file.text.as_deref().unwrap_or_default();
        File { path: file.path.clone(), text: redraw(text, grids.collect()) }
    });
    files.collect()
}

fn redraw(text: &str, mut grids: Vec<&Grid>) -> String {
    grids.sort_by_key(|grid| grid.at);
    let mut drawn = String::new();
    let mut done = 0;
    for grid in grids {
        drawn.push_str(&text[done..grid.at.start]);
        drawn.push('\n');
        drawn.push_str(&grid.draw());
        done = grid.at.end;
    }
    drawn + &text[done..]
}
