//! The sections that list words under keys: names, abstract types, defaults, ranges, output.

use crate::catalog::{DEFAULT_KINDS, DTypeId, Kind, Ruleset};
use crate::diagnostic::{At, Mistake, did_you_mean};
use crate::spec::{Framework, Listing};

use super::claims;
use super::framework::World;
use super::sources::Sources;
use super::table::Supported;

/// What the sections of one framework are lowered against.
pub(super) struct Scope<'a> {
    pub(super) world: &'a World<'a>,
    pub(super) sources: &'a Sources<'a>,
    pub(super) supported: &'a Supported,
    pub(super) unsupported: &'a [DTypeId],
}

impl Scope<'_> {
    /// The dtype of that code, which the framework must have.
    pub(super) fn resolve(&self, code: &At<String>, whereabouts: &str) -> Option<DTypeId> {
        let id = self.world.dtypes.resolve(code, whereabouts, self.world.sink)?;
        if self.supported.certain && !self.supported.ids.contains(&id) {
            let message = format!("the framework has no `{}`, named {whereabouts}", code.value);
            let diagnostic =
                code.at.mistake(Mistake::DtypeNotSupported, message, "not in its `dtypes`");
            self.world.sink.report(diagnostic);
            return None;
        }
        Some(id)
    }

    /// The dtype of that code, which the framework has or names as not supported.
    fn resolve_known(&self, code: &At<String>, whereabouts: &str) -> Option<DTypeId> {
        let id = self.world.dtypes.find(&code.value);
        match id {
            Some(id) if self.unsupported.contains(&id) => Some(id),
            _ => self.resolve(code, whereabouts),
        }
    }
}

/// Every spelling of every dtype, those with a prefix last.
pub(super) fn names(
    framework: &Framework,
    base: Option<&Ruleset>,
    scope: &Scope<'_>,
) -> Vec<(DTypeId, Vec<String>)> {
    let Some(section) = &framework.names else {
        return base.map_or_else(Vec::new, |base| base.names.clone());
    };
    scope.sources.of(&section.source);
    let mut spelled: Vec<(&At<String>, &str)> = Vec::new();
    let mut names = Vec::new();
    for (code, words) in &section.lines {
        for word in words {
            if let Some((first, _)) = spelled.iter().find(|(first, _)| first.value == word.value) {
                let message = format!("the name `{}` is used twice", word.value);
                let diagnostic = word.at.mistake(
                    Mistake::NameUsedTwice,
                    message,
                    format!("for `{}`", code.value),
                );
                let other = spelled.iter().find(|(other, _)| other.value == first.value);
                let owner = other.map_or("", |(_, owner)| owner);
                scope.world.sink.report(diagnostic.and(first.at, format!("and for `{owner}`")));
            }
            spelled.push((word, &code.value));
        }
        let Some(id) = scope.resolve_known(code, "in [names]") else { continue };
        let plain = words.iter().map(|word| word.value.clone());
        let prefixed = framework
            .prefixes
            .iter()
            .flat_map(|prefix| words.iter().map(|word| format!("{}{}", prefix.value, word.value)));
        names.push((id, plain.chain(prefixed).collect()));
    }
    names
}

/// Each abstract type, and the dtypes of the kinds it lists.
pub(super) fn abstract_types(
    framework: &Framework,
    base: Option<&Ruleset>,
    scope: &Scope<'_>,
) -> Vec<(String, Vec<DTypeId>)> {
    let Some(section) = &framework.abstract_types else {
        return base.map_or_else(Vec::new, |base| base.abstract_types.clone());
    };
    scope.sources.of(&section.source);
    let lines = section.lines.iter().map(|(name, words)| {
        let kinds: Vec<Kind> = words.iter().filter_map(|word| kind(word, scope)).collect();
        let mut members = scope.supported.ids.clone();
        members.retain(|&id| kinds.contains(&scope.world.dtypes.get(id).kind()));
        (name.value.clone(), members)
    });
    lines.collect()
}

/// The default dtypes, in the order of [`DEFAULT_KINDS`].
pub(super) fn defaults(
    framework: &Framework,
    base: Option<&Ruleset>,
    scope: &Scope<'_>,
) -> [Option<DTypeId>; 4] {
    let Some(section) = &framework.defaults else {
        return base.map_or([None; 4], |base| base.defaults);
    };
    scope.sources.of(&section.source);
    let mut defaults = [None; 4];
    for (index, code) in default_lines(section, scope) {
        defaults[index] = scope.resolve(code, "in [defaults]");
    }
    defaults
}

/// The lines of a `[defaults]`, each with its place in [`DEFAULT_KINDS`].
pub(super) fn default_lines<'s>(
    section: &'s Listing,
    scope: &Scope<'_>,
) -> Vec<(usize, &'s At<String>)> {
    let mut lines = Vec::new();
    for (key, words) in &section.lines {
        match DEFAULT_KINDS.iter().position(|kind| *kind == key.value) {
            Some(index) => lines.extend(single(key, words, scope).map(|code| (index, code))),
            None => {
                let message = format!("unknown key `{}` in [defaults]", key.value);
                let label = did_you_mean(&key.value, DEFAULT_KINDS);
                let diagnostic = key.at.mistake(Mistake::UnknownKey, message, label);
                let help = format!("[defaults] has the keys {}", DEFAULT_KINDS.join(", "));
                scope.world.sink.report(diagnostic.help(help));
            }
        }
    }
    lines
}

/// The documented ranges; one that is not the dtype's needs a slip that says so.
pub(super) fn ranges(framework: &Framework, scope: &Scope<'_>) -> Vec<(DTypeId, String)> {
    let Some(section) = &framework.ranges else {
        return Vec::new();
    };
    scope.sources.of(&section.source);
    let mut ranges = Vec::new();
    for (code, words) in &section.lines {
        let Some(id) = scope.resolve_known(code, "in [ranges]") else { continue };
        let Some(range) = single(code, words, scope) else { continue };
        claims::check_range(framework, code, range, scope.world.dtypes.get(id), scope.world.sink);
        ranges.push((id, range.value.clone()));
    }
    ranges
}

/// From which kind to which kinds an output may be converted.
pub(super) fn output(
    framework: &Framework,
    base: Option<&Ruleset>,
    scope: &Scope<'_>,
) -> Option<Vec<(Kind, Vec<Kind>)>> {
    let Some(section) = &framework.output else {
        return base.and_then(|base| base.output.clone());
    };
    scope.sources.of(&section.source);
    let lines = section.lines.iter().filter_map(|(key, words)| {
        let to = words.iter().filter_map(|word| kind(word, scope)).collect();
        Some((kind(key, scope)?, to))
    });
    let rule: Vec<(Kind, Vec<Kind>)> = lines.collect();
    for missing in Kind::ALL {
        let drawn = section.lines.iter().any(|(key, _)| key.value == missing.name());
        if !drawn {
            let message = format!("[output] has no line for the kind `{}`", missing.name());
            let label = format!("needs a `{}`", missing.name());
            scope.world.sink.report(section.at.mistake(Mistake::KeyMissing, message, label));
        }
    }
    Some(rule)
}

fn kind(word: &At<String>, scope: &Scope<'_>) -> Option<Kind> {
    let kinds = Kind::ALL.map(|kind| (kind.name(), kind));
    super::ops::one_of(word, &kinds, "a kind of dtype", scope.world.sink)
}

fn single<'s>(
    key: &At<String>,
    words: &'s [At<String>],
    scope: &Scope<'_>,
) -> Option<&'s At<String>> {
    match words {
        [word] => Some(word),
        // A value of a wrong type is reported where it is read.
        [] => None,
        _ => {
            let message = format!("`{}` takes one word, not {}", key.value, words.len());
            scope.world.sink.report(key.at.mistake(Mistake::WrongType, message, "one word"));
            None
        }
    }
}
