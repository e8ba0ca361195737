//! `[[source]]` → the sources of a ruleset; reports those that are unknown and those that nothing uses.

use std::cell::{Cell, RefCell};

use crate::catalog::{Ruleset, Source, SourceKind};
use rules::nearest;

use crate::diagnostic::{At, Mistake, Place, did_you_mean};
use crate::poison::{Checked, Poisoned, Sink};
use crate::spec::{Framework, SourceLine};

use super::words::one_of;

/// The sources of one framework: its own, then those of what it inherits.
pub(super) struct Sources<'a> {
    own: Vec<(Place, Cell<bool>)>,
    /// Poisoned if there may be more: an unknown section, or a source without an id.
    rest: Checked<()>,
    /// Unknown names. Each may be a source that nothing else names, misspelled.
    misnamed: RefCell<Vec<String>>,
    /// The sources of every section that names none, as places in `all`.
    default: Vec<usize>,
    all: RefCell<Vec<Source>>,
    sink: &'a Sink,
}

const KINDS: [(&str, SourceKind); 3] =
    [("docs", SourceKind::Docs), ("code", SourceKind::Code), ("observed", SourceKind::Observed)];

impl<'a> Sources<'a> {
    pub(super) fn new(framework: &Framework, sink: &'a Sink) -> Self {
        let mut own = Vec::new();
        let mut rest = framework.sections;
        let mut all: Vec<Source> = Vec::new();
        for line in &framework.sources {
            let source = source(line, sink);
            let Some(id) = &line.id else {
                rest = Err(Poisoned::of_unread_key());
                continue;
            };
            if let Some(first) = all.iter().position(|source| source.id == id.value) {
                let message = format!("two sources are called `{}`", id.value);
                let diagnostic = id.at.mistake(Mistake::SourceRepeated, message, "here");
                let (place, _) = own[first];
                sink.report(diagnostic.and(place, "and here"));
                continue;
            }
            own.push((id.at, Cell::new(false)));
            all.push(source);
        }
        let (misnamed, default) = Default::default();
        let mut sources = Sources { own, rest, misnamed, default, all: RefCell::new(all), sink };
        sources.default = framework.source.iter().filter_map(|id| sources.find(id).ok()).collect();
        sources
    }

    /// The sources a section names, or else the framework's.
    pub(super) fn of(&self, named: &[At<String>]) -> Vec<usize> {
        match named.is_empty() {
            true => self.default.clone(),
            false => named.iter().filter_map(|id| self.find(id).ok()).collect(),
        }
    }

    /// The place of the source of that name.
    pub(super) fn find(&self, id: &At<String>) -> Checked<usize> {
        let all = self.all.borrow();
        let ids = || all[..self.own.len()].iter().map(|source| source.id.as_str());
        if let Some(place) = ids().position(|known| known == id.value) {
            self.own[place].1.set(true);
            return Ok(place);
        }
        self.rest?;
        let message = format!("unknown source `{}`", id.value);
        let label = did_you_mean(&id.value, ids());
        let diagnostic = id.at.mistake(Mistake::SourceUnknown, message, label);
        self.misnamed(&id.value);
        Err(self.sink.report(diagnostic.help("declare it in a [[source]] of this file")))
    }

    /// Notes a name that may be meant for a source which nothing else names.
    pub(super) fn misnamed(&self, name: &str) {
        let mut misnamed = self.misnamed.borrow_mut();
        if !misnamed.iter().any(|known| known == name) {
            misnamed.push(name.to_owned());
        }
    }

    /// Adds sources of the base, for what is inherited from it.
    pub(super) fn import(&self, base: &Ruleset, sources: &[usize]) -> Vec<usize> {
        sources.iter().map(|&source| self.import_one(&base.sources[source])).collect()
    }

    fn import_one(&self, source: &Source) -> usize {
        let mut all = self.all.borrow_mut();
        let inherited = all[self.own.len()..].iter().position(|known| known == source);
        inherited.map_or_else(
            || {
                all.push(source.clone());
                all.len() - 1
            },
            |place| self.own.len() + place,
        )
    }

    /// All of them. An own source that nothing names is a mistake, unless `read`, which is the file's, is poisoned.
    pub(super) fn finish(self, read: Checked<()>) -> Vec<Source> {
        let all = self.all.into_inner();
        let own = self.own.iter().zip(&all);
        let unused = own.filter(|((_, used), _)| read.is_ok() && !used.get());
        let mut unused: Vec<(Place, &str)> =
            unused.map(|((place, _), source)| (*place, source.id.as_str())).collect();
        // An unknown name is taken for one of these, misspelled.
        for name in self.misnamed.into_inner() {
            let near = nearest(&name, unused.iter().map(|&(_, id)| id));
            let meant = near.and_then(|near| unused.iter().position(|&(_, id)| id == near));
            if !unused.is_empty() {
                unused.remove(meant.unwrap_or(0));
            }
        }
        for (place, id) in unused {
            let message = format!("nothing uses the source `{id}`");
            let diagnostic = place.mistake(Mistake::SourceUnused, message, "declared here");
            self.sink.report(diagnostic.help("name it where its facts stand, or leave it out"));
        }
        all
    }
}

/// A source as its line describes it; what could not be read is empty, and reported.
pub(super) fn source(line: &SourceLine, sink: &Sink) -> Source {
    check_facts(line, sink);
    let kind = line.kind.as_ref();
    let kind = kind.and_then(|kind| one_of(kind, &KINDS, "a kind of source", sink).ok());
    let text = |said: &Option<At<String>>| {
        said.as_ref().map_or_else(String::new, |said| said.value.clone())
    };
    Source {
        id: text(&line.id),
        kind: kind.unwrap_or(SourceKind::Docs),
        title: text(&line.title),
        version: text(&line.version),
        url: text(&line.url),
        read: text(&line.read),
    }
}

/// Checks that a URL is one, and that the day it was read is not misspelled. The day is not held against today: what is
/// right must stay right, whenever it is checked.
fn check_facts(line: &SourceLine, sink: &Sink) {
    let web = |url: &str| {
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
    };
    if let Some(url) = line.url.as_ref().filter(|url| !web(&url.value)) {
        let message = format!("`{}` is not the URL of a source", url.value);
        let label = "begins with `https://` or `http://`, and has no spaces";
        sink.report(url.at.mistake(Mistake::SourceFact, message, label));
    }
    // A TOML day begins with four digits of the year.
    if let Some(day) = line.read.as_ref().filter(|day| !day.value.starts_with("20")) {
        let message = format!("the source was read on {}", day.value);
        sink.report(day.at.mistake(Mistake::SourceFact, message, "a day from 2000 to 2099"));
    }
}
