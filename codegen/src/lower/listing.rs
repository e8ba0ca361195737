//! The sections that list words under keys: names, abstract types, defaults, ranges, output.

use crate::catalog::{DEFAULT_KINDS, DTypeId, Kind, Ruleset};
use crate::diagnostic::{At, Mistake, Sink};
use crate::spec::{Framework, Listing};

use super::assertions::check_range;
use super::scope::Scope;
use super::words::{one_of, single};

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
    check_prefixes(&framework.prefixes, scope.world.sink);
    let mut spelled: Vec<Spelling<'_>> = Vec::new();
    let mut names = Vec::new();
    for (code, words) in &section.lines {
        let plain = words.iter().map(|word| (word.value.clone(), word));
        let prefixed = framework.prefixes.iter().flat_map(|prefix| {
            words.iter().map(move |word| (format!("{}{}", prefix.value, word.value), word))
        });
        let all =
            plain.chain(prefixed).map(|(name, word)| Spelling { name, word, code: &code.value });
        let all: Vec<Spelling<'_>> = all.collect();
        all.iter().for_each(|one| check_spelling(one, &mut spelled, scope.world.sink));
        if let Some(id) = scope.resolve_known(code, "in [names]", &["source", "prefixes"]) {
            names.push((id, all.into_iter().map(|one| one.name).collect()));
        }
    }
    names
}

/// One way to spell a dtype, with a prefix or without, and the word it is made of.
#[derive(Clone)]
struct Spelling<'a> {
    name: String,
    word: &'a At<String>,
    code: &'a str,
}

/// No spelling may mean two dtypes, nor be written twice, nor be none.
fn check_spelling<'a>(one: &Spelling<'a>, spelled: &mut Vec<Spelling<'a>>, sink: &Sink) {
    if one.name.is_empty() || one.name.contains(char::is_whitespace) {
        let message = format!("`{}` is no name of a dtype", one.name);
        sink.report(one.word.at.mistake(Mistake::UnknownValue, message, "one word"));
        return;
    }
    match spelled.iter().find(|other| other.name == one.name) {
        // A word that stands twice is reported without its prefixes.
        Some(other) if other.word.value == one.word.value && one.name != one.word.value => {}
        Some(other) => {
            let message = format!("the name `{}` is used twice", one.name);
            let label = format!("for `{}`", one.code);
            let diagnostic = one.word.at.mistake(Mistake::NameUsedTwice, message, label);
            sink.report(diagnostic.and(other.word.at, format!("and for `{}`", other.code)));
        }
        None => spelled.push(one.clone()),
    }
}

fn check_prefixes(prefixes: &[At<String>], sink: &Sink) {
    for (index, prefix) in prefixes.iter().enumerate() {
        if prefix.value.is_empty() {
            let message = "a prefix of no letters";
            sink.report(prefix.at.mistake(Mistake::UnknownValue, message, "leave it out"));
        }
        if let Some(first) = prefixes[..index].iter().find(|other| other.value == prefix.value) {
            let message = format!("the prefix `{}` stands twice", prefix.value);
            let diagnostic = prefix.at.mistake(Mistake::NameUsedTwice, message, "again");
            sink.report(diagnostic.and(first.at, "first here"));
        }
    }
}

/// Each abstract type, and the dtypes of the kinds it lists.
pub(super) fn abstract_types(
    framework: &Framework,
    base: Option<&Ruleset>,
    scope: &Scope<'_>,
) -> Vec<(String, Vec<DTypeId>)> {
    let Some(section) = &framework.abstract_types else {
        let types = base.iter().flat_map(|base| &base.abstract_types);
        return types.map(|(name, members)| (name.clone(), scope.own(members))).collect();
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
        let inherited = base.map_or([None; 4], |base| base.defaults);
        return inherited.map(|id| id.filter(|&id| scope.has(id)));
    };
    scope.sources.of(&section.source);
    let mut defaults = [None; 4];
    for (index, code) in default_lines(section, framework.whole, scope) {
        defaults[index] = scope.resolve(code, "in [defaults]");
        if let Some(id) = defaults[index] {
            check_default(index, code, scope.world.dtypes.get(id).kind(), scope.world.sink);
        }
    }
    defaults
}

/// A default is of the kind its key says.
pub(super) fn check_default(index: usize, code: &At<String>, kind: Kind, sink: &Sink) {
    let kinds: &[Kind] = match index {
        0 | 1 => &[Kind::Int, Kind::Uint],
        2 => &[Kind::Float],
        _ => &[Kind::Complex],
    };
    if !kinds.contains(&kind) {
        let message = format!("`{}` is no {} dtype", code.value, DEFAULT_KINDS[index]);
        let label = format!("of kind {}", kind.name());
        sink.report(code.at.mistake(Mistake::DefaultOfOtherKind, message, label));
    }
}

/// The lines of a `[defaults]`, each with its place in [`DEFAULT_KINDS`].
fn default_lines<'s>(
    section: &'s Listing,
    whole: bool,
    scope: &Scope<'_>,
) -> Vec<(usize, &'s At<String>)> {
    let lines = section.lines.iter().filter_map(|(key, words)| {
        let index = DEFAULT_KINDS.iter().position(|kind| *kind == key.value)?;
        Some((index, single(key, words, whole, scope.world.sink)?))
    });
    lines.collect()
}

/// The documented ranges; one that is not the dtype's needs a slip that says so.
pub(super) fn ranges(
    framework: &Framework,
    base: Option<&Ruleset>,
    scope: &Scope<'_>,
) -> Vec<(DTypeId, String)> {
    let Some(section) = &framework.ranges else {
        let ranges = base.iter().flat_map(|base| &base.ranges);
        let known = |id| scope.has(id) || scope.unsupported.contains(&id);
        return ranges.filter(|(id, _)| known(*id)).cloned().collect();
    };
    scope.sources.of(&section.source);
    let mut ranges = Vec::new();
    for (code, words) in &section.lines {
        let Some(id) = scope.resolve_known(code, "in [ranges]", &["source"]) else { continue };
        let Some(range) = single(code, words, framework.whole, scope.world.sink) else { continue };
        // Of a width that is made up, no range would be right.
        if scope.world.dtypes.is_sound(id) {
            let dtype = scope.world.dtypes.get(id);
            check_range(framework, code, range, dtype, scope.world.sink);
        }
        ranges.push((id, range.value.clone()));
    }
    ranges
}

/// For each dtype, those a result of it may be converted to for an output of another. A dtype's own
/// line stands in place of its kind's.
pub(super) fn output(
    framework: &Framework,
    base: Option<&Ruleset>,
    scope: &Scope<'_>,
) -> Option<Vec<(DTypeId, Vec<DTypeId>)>> {
    let Some(section) = &framework.output else {
        let rule = base?.output.iter().flatten().filter(|(from, _)| scope.has(*from));
        let rule: Vec<_> = rule.map(|(from, to)| (*from, scope.own(to))).collect();
        return Some(rule).filter(|rule| !rule.is_empty());
    };
    scope.sources.of(&section.source);
    let lines = section.lines.iter().filter_map(|(key, words)| {
        let from = dtypes_of(key, &["source"], scope)?;
        let to = words.iter().filter_map(|word| dtypes_of(word, &[], scope)).flatten();
        Some((key, from, to.collect()))
    });
    let lines: Vec<(&At<String>, Vec<DTypeId>, Vec<DTypeId>)> = lines.collect();
    let mut rule = Vec::new();
    let mut missing: Vec<(Kind, Vec<&str>)> = Vec::new();
    for &id in &scope.supported.ids {
        let (code, kind) = (scope.world.dtypes.code(id), scope.world.dtypes.get(id).kind());
        let own = lines.iter().find(|(key, ..)| key.value == code);
        match own.or_else(|| lines.iter().find(|(_, from, _)| from.contains(&id))) {
            Some((.., to)) => rule.push((id, to.clone())),
            None => match missing.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, codes)) => codes.push(code),
                None => missing.push((kind, vec![code])),
            },
        }
    }
    // A line that is labelled wrongly is the missing one.
    let unknown = section.lines.len() - lines.len();
    for (kind, codes) in missing.into_iter().skip(unknown) {
        let message = format!("[output] has no line for {}", codes.join(", "));
        let label = match codes.as_slice() {
            [code] if *code != kind.name() => format!("needs `{code}`, or `{}`", kind.name()),
            _ => format!("needs `{}`", kind.name()),
        };
        scope.world.sink.report(section.at.mistake(Mistake::KeyMissing, message, label));
    }
    Some(rule)
}

/// The dtypes of the framework that a word means: all of a kind, or the one of that code. `keys`
/// would do as well.
fn dtypes_of(word: &At<String>, keys: &[&str], scope: &Scope<'_>) -> Option<Vec<DTypeId>> {
    if let Some(kind) = Kind::parse(&word.value) {
        let mut ids = scope.supported.ids.clone();
        ids.retain(|&id| scope.world.dtypes.get(id).kind() == kind);
        return Some(ids);
    }
    let known: Vec<&str> = Kind::ALL.map(Kind::name).iter().chain(keys).copied().collect();
    scope.find(word, "in [output]", &known)?;
    scope.resolve(word, "in [output]").map(|id| vec![id])
}

fn kind(word: &At<String>, scope: &Scope<'_>) -> Option<Kind> {
    let kinds = Kind::ALL.map(|kind| (kind.name(), kind));
    one_of(word, &kinds, "a kind of dtype", scope.world.sink)
}
