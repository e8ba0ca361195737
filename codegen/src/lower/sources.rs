//! `[[source]]` → the ruleset's sources, and who uses which.

use std::cell::{Cell, RefCell};

use crate::catalog::{Ruleset, Source, SourceKind};
use rules::nearest;

use crate::diagnostic::{At, Mistake, Place, Sink, did_you_mean};
use crate::spec::Framework;

use super::words::one_of;

/// The sources of one framework: its own, then those its base's sections came with.
pub(super) struct Sources<'a> {
    own: Vec<(Place, Cell<bool>)>,
    /// Whether every [[source]] is known, and says what it is called.
    named: bool,
    /// What is named and is no source: perhaps one that nothing else names.
    unknown: RefCell<Vec<String>>,
    /// The places of the sources of every section that names none.
    default: Vec<usize>,
    all: RefCell<Vec<Source>>,
    sink: &'a Sink,
}

const KINDS: [(&str, SourceKind); 3] =
    [("docs", SourceKind::Docs), ("code", SourceKind::Code), ("observed", SourceKind::Observed)];

impl<'a> Sources<'a> {
    pub(super) fn new(framework: &Framework, sink: &'a Sink) -> Self {
        let mut own = Vec::new();
        let mut all: Vec<Source> = Vec::new();
        for line in &framework.sources {
            let Some(id) = &line.id else { continue };
            if let Some(first) = all.iter().position(|source| source.id == id.value) {
                let message = format!("two sources are called `{}`", id.value);
                let diagnostic = id.at.mistake(Mistake::SourceRepeated, message, "here");
                let (place, _) = own[first];
                sink.report(diagnostic.and(place, "and here"));
                continue;
            }
            let kind = line.kind.as_ref();
            let kind = kind.and_then(|kind| one_of(kind, &KINDS, "a kind of source", sink));
            let text = |said: &Option<At<String>>| {
                said.as_ref().map_or_else(String::new, |said| said.value.clone())
            };
            own.push((id.at, Cell::new(false)));
            all.push(Source {
                id: id.value.clone(),
                kind: kind.unwrap_or(SourceKind::Docs),
                title: text(&line.title),
                version: text(&line.version),
                url: text(&line.url),
                read: text(&line.read),
            });
        }
        let all_named = framework.sources.iter().all(|line| line.id.is_some());
        let named = all_named && framework.sections_whole;
        let (unknown, default) = Default::default();
        let mut sources = Sources { own, named, unknown, default, all: RefCell::new(all), sink };
        sources.default = framework.source.iter().filter_map(|id| sources.find(id)).collect();
        sources
    }

    /// The places of the sources a section names, or else of the framework's.
    pub(super) fn of(&self, named: &[At<String>]) -> Vec<usize> {
        match named.is_empty() {
            true => self.default.clone(),
            false => named.iter().filter_map(|id| self.find(id)).collect(),
        }
    }

    /// The place of the source of that name.
    pub(super) fn find(&self, id: &At<String>) -> Option<usize> {
        let all = self.all.borrow();
        let ids = || all[..self.own.len()].iter().map(|source| source.id.as_str());
        let found = ids().position(|known| known == id.value);
        match found {
            Some(place) => self.own[place].1.set(true),
            None if self.named => {
                let message = format!("unknown source `{}`", id.value);
                let label = did_you_mean(&id.value, ids());
                let diagnostic = id.at.mistake(Mistake::SourceUnknown, message, label);
                self.sink.report(diagnostic.help("declare it in a [[source]] of this file"));
                self.doubt(&id.value);
            }
            None => {}
        }
        found
    }

    /// Notes a mistake in the naming of a source: one more may be in use than it seems.
    pub(super) fn doubt(&self, name: &str) {
        let mut unknown = self.unknown.borrow_mut();
        if !unknown.iter().any(|known| known == name) {
            unknown.push(name.to_owned());
        }
    }

    /// The places of sources of the base, which come along with what is inherited from it.
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

    /// All of them; an own source that nothing named is a mistake, if the file could be read whole.
    pub(super) fn finish(self, whole: bool) -> Vec<Source> {
        let all = self.all.into_inner();
        let own = self.own.iter().zip(&all);
        let unused = own.filter(|((_, used), _)| whole && !used.get());
        let mut unused: Vec<(Place, &str)> =
            unused.map(|((place, _), source)| (*place, source.id.as_str())).collect();
        // A name that is no source is one of these, misspelled.
        for name in self.unknown.into_inner() {
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
