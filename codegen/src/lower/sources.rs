//! `[[source]]` → the ruleset's sources, and who uses which.

use std::cell::{Cell, RefCell};

use crate::catalog::{Source, SourceKind};
use crate::diagnostic::{At, Mistake, Place, Sink, did_you_mean};
use crate::spec::Framework;

use super::ops::one_of;

/// The sources of one framework: its own, then those its base's sections came with.
pub(super) struct Sources<'a> {
    own: Vec<(Place, Cell<bool>)>,
    all: RefCell<Vec<Source>>,
    default: &'a [At<String>],
    sink: &'a Sink,
}

const KINDS: [(&str, SourceKind); 3] =
    [("docs", SourceKind::Docs), ("code", SourceKind::Code), ("observed", SourceKind::Observed)];

impl<'a> Sources<'a> {
    pub(super) fn new(framework: &'a Framework, sink: &'a Sink) -> Self {
        let mut own = Vec::new();
        let mut all: Vec<Source> = Vec::new();
        for line in &framework.sources {
            let id = &line.id;
            if let Some(first) = all.iter().position(|source| source.id == id.value) {
                let message = format!("two sources are called `{}`", id.value);
                let diagnostic = id.at.mistake(Mistake::SourceRepeated, message, "here");
                let (place, _) = own[first];
                sink.report(diagnostic.and(place, "and here"));
                continue;
            }
            let kind = one_of(&line.kind, &KINDS, "a kind of source", sink);
            own.push((id.at, Cell::new(false)));
            all.push(Source {
                id: id.value.clone(),
                kind: kind.unwrap_or(SourceKind::Docs),
                title: line.title.value.clone(),
                version: line.version.value.clone(),
                url: line.url.value.clone(),
                read: line.read.value.clone(),
            });
        }
        Sources { own, all: RefCell::new(all), default: &framework.source, sink }
    }

    /// The places of the sources a section names, or else of the framework's.
    pub(super) fn of(&self, named: &[At<String>]) -> Vec<usize> {
        let named = if named.is_empty() { self.default } else { named };
        named.iter().filter_map(|id| self.find(id)).collect()
    }

    /// The place of the source of that name.
    pub(super) fn find(&self, id: &At<String>) -> Option<usize> {
        let all = self.all.borrow();
        let ids = || all[..self.own.len()].iter().map(|source| source.id.as_str());
        let found = ids().position(|known| known == id.value);
        match found {
            Some(place) => self.own[place].1.set(true),
            None => {
                let message = format!("unknown source `{}`", id.value);
                let label = did_you_mean(&id.value, ids());
                let diagnostic = id.at.mistake(Mistake::SourceUnknown, message, label);
                self.sink.report(diagnostic.help("declare it in a [[source]] of this file"));
            }
        }
        found
    }

    /// The place of a source of the base, which comes along with what is inherited from it.
    pub(super) fn import(&self, source: &Source) -> usize {
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

    /// All of them; an own source that nothing named is a mistake.
    pub(super) fn finish(self) -> Vec<Source> {
        let all = self.all.into_inner();
        for ((place, used), source) in self.own.iter().zip(&all) {
            if !used.get() {
                let message = format!("nothing uses the source `{}`", source.id);
                let diagnostic = place.mistake(Mistake::SourceUnused, message, "declared here");
                self.sink.report(diagnostic.help("name it where its facts stand, or leave it out"));
            }
        }
        all
    }
}
