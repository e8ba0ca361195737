//! The spec of this repository, and the drawings in it, for tests that edit them.

use std::fs;
use std::path::Path;

use concord_codegen::Sources;
use concord_codegen::diagnostic::{Place, render};
use concord_codegen::spec::grid::Grid;

/// A framework's file, and what it takes to lower it.
pub(crate) struct Real {
    /// `frameworks/dpctl.toml`
    pub(crate) name: String,
    pub(crate) text: String,
    /// `dtypes.toml`, `ops.toml` and its bases.
    others: Vec<(String, String)>,
    number: usize,
}

/// A drawing of a file; its places are bytes of that file.
pub(crate) struct Drawing {
    /// `promotion`, `scalars` or a further one.
    pub(crate) table: String,
    pub(crate) symmetric: bool,
    pub(crate) grid: Grid,
    /// Another one for each drawing of a file, and for the first of each file.
    number: usize,
}

impl Drawing {
    /// Whether a row or column is one of those made wrong by itself: one in five, others in the next drawing.
    ///
    /// For each mistake its file is read anew. Tables of numbers have three or four columns, with which five has no
    /// divisor in common, so that none is left out.
    pub(crate) fn has_turn(&self, line: usize) -> bool {
        (line + self.number).is_multiple_of(5)
    }
}

/// Every file of `spec/frameworks`, in order.
pub(crate) fn reals() -> Vec<Real> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let read = |name: &str| {
        let text = fs::read_to_string(spec.join(name));
        text.unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let mut names = listed(&spec, "frameworks");
    names.sort();
    let reals = names.into_iter().enumerate().map(|(number, name)| {
        let text = read(&name);
        let mut others = vec!["dtypes.toml".to_owned(), "ops.toml".to_owned()];
        let mut base = base(&text);
        while let Some(name) = base {
            base = self::base(&read(&name));
            others.push(name);
        }
        let others = others.into_iter().map(|name| (name.clone(), read(&name))).collect();
        Real { name, text, others, number }
    });
    reals.collect()
}

/// The files of a folder and of those in it.
fn listed(spec: &Path, folder: &str) -> Vec<String> {
    let found = fs::read_dir(spec.join(folder)).expect("the frameworks are there");
    let names = found.flat_map(|entry| {
        let entry = entry.expect("a framework can be listed");
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => listed(spec, &name),
            false => vec![name],
        }
    });
    names.collect()
}

fn base(text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.starts_with("base "))?;
    Some(format!("frameworks/{}.toml", line.split('"').nth(1)?))
}

impl Real {
    /// Whether what it leaves out is its base's.
    pub(crate) fn is_relative(&self) -> bool {
        base(&self.text).is_some()
    }

    /// The mistakes of the file as `text` has it, by id; that they can be shown, too.
    pub(crate) fn mistakes(&self, text: &str) -> Vec<&'static str> {
        let others = self.others.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let sources = Sources::from_texts("spec", others.chain([(self.name.as_str(), text)]));
        let mistakes = concord_codegen::lower(&sources).err().unwrap_or_default();
        let shown = render(&mistakes, &sources, false);
        let ids: Vec<&str> = mistakes.iter().map(|one| one.mistake.id()).collect();
        let missing: Vec<_> =
            ids.iter().filter(|id| !shown.contains(&format!("error[{id}]: "))).collect();
        assert!(missing.is_empty(), "{}: not shown: {missing:?}\n{shown}", self.name);
        ids
    }

    /// The file with each of these stretches replaced.
    pub(crate) fn edited(&self, mut edits: Vec<(Place, &str)>) -> String {
        edits.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
        let mut text = self.text.clone();
        for (place, word) in edits {
            text.replace_range(place.start..place.end, word);
        }
        text
    }

    pub(crate) fn word(&self, place: Place) -> &str {
        &self.text[place.start..place.end]
    }

    /// Every table that is drawn between `'''` and `'''`.
    pub(crate) fn drawings(&self) -> Vec<Drawing> {
        let quotes: Vec<usize> = self.text.match_indices("'''").map(|(at, _)| at).collect();
        let drawings = quotes.chunks_exact(2).enumerate().map(|(index, pair)| {
            let at = Place { file: 0, start: pair[0] + 3, end: pair[1] };
            let (_, section) =
                self.text[..pair[0]].rsplit_once("\n[").expect("a section has a head");
            let (table, keys) = section.split_once(']').expect("a head is closed");
            Drawing {
                table: table.to_owned(),
                symmetric: keys.contains("symmetric = true"),
                grid: Grid::parse(self.word(at), at),
                number: self.number + index,
            }
        });
        drawings.collect()
    }
}
