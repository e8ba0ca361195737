//! Sections that list words under keys → names, abstract types, defaults, ranges and the output rule.

use crate::catalog::{DTypeId, DefaultKind, Kind, SCALAR, WEAK, ZERO_DIM};
use crate::diagnostic::{At, Mistake};
use crate::poison::{Checked, Sink, all};
use crate::spec::Listing;

use super::assertions::check_range;
use super::scope::{Scope, World};
use super::words::{self, one_of, single};

/// Every spelling of every dtype, those with a prefix last.
pub(super) fn names(scope: &Scope<'_>) -> Vec<(DTypeId, Vec<String>)> {
    let Some(section) = &scope.framework.names else {
        return scope.inherited().map_or_else(Vec::new, |base| base.names.clone());
    };
    scope.sources.of(&section.source);
    check_prefixes(&scope.framework.prefixes, scope.world.sink);
    let mut spelled: Vec<Spelling<'_>> = Vec::new();
    let mut names = Vec::new();
    for (code, words) in &section.lines {
        let plain = words.iter().map(|word| (word.value.clone(), word));
        let prefixed = scope.framework.prefixes.iter().flat_map(|prefix| {
            words.iter().map(move |word| (format!("{}{}", prefix.value, word.value), word))
        });
        let all =
            plain.chain(prefixed).map(|(name, word)| Spelling { name, word, code: &code.value });
        let all: Vec<Spelling<'_>> = all.collect();
        all.iter().for_each(|one| check_spelling(one, &mut spelled, scope.world.sink));
        if let Ok(id) = scope.resolve_known(code, "in [names]", &["source", "prefixes"]) {
            names.push((id, all.into_iter().map(|one| one.name).collect()));
        }
    }
    names
}

/// A spelling of a dtype, with or without a prefix, and the word it is made of.
#[derive(Clone)]
struct Spelling<'a> {
    name: String,
    word: &'a At<String>,
    code: &'a str,
}

/// Checks that a spelling is one word, and that no other is the same.
fn check_spelling<'a>(one: &Spelling<'a>, spelled: &mut Vec<Spelling<'a>>, sink: &Sink) {
    if one.name.is_empty() || one.name.contains(char::is_whitespace) {
        let message = format!("`{}` is not a valid name of a dtype", one.name);
        sink.report(one.word.at.mistake(Mistake::UnknownValue, message, "one word"));
        return;
    }
    if is_taken(&one.name) {
        // Reported once, without the prefixes.
        if one.name != one.word.value && is_taken(&one.word.value) {
            return;
        }
        let message = format!("`{}` means something else where operands are written", one.name);
        let label = "no `scalar:`, `zero:` or `weak:` before it, no star behind it, and not `-`";
        sink.report(one.word.at.mistake(Mistake::UnknownValue, message, label));
        return;
    }
    match spelled.iter().find(|other| other.name == one.name) {
        // A word that is listed twice is reported once, without its prefixes.
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

/// Whether a word means something else where operands are written. Signs but `-` are no operands: NumPy calls bool `?`.
fn is_taken(name: &str) -> bool {
    let prefixed = [SCALAR, ZERO_DIM, WEAK].iter().any(|prefix| name.starts_with(prefix));
    prefixed || name.ends_with('*') || name == "-"
}

fn check_prefixes(prefixes: &[At<String>], sink: &Sink) {
    for (index, prefix) in prefixes.iter().enumerate() {
        if prefix.value.is_empty() {
            let message = "an empty prefix";
            sink.report(prefix.at.mistake(Mistake::UnknownValue, message, "leave it out"));
        }
        if let Some(first) = prefixes[..index].iter().find(|other| other.value == prefix.value) {
            let message = format!("the prefix `{}` is listed twice", prefix.value);
            let diagnostic = prefix.at.mistake(Mistake::NameUsedTwice, message, "again");
            sink.report(diagnostic.and(first.at, "first here"));
        }
    }
}

/// Each abstract type, and the dtypes of the kinds it lists.
pub(super) fn abstract_types(scope: &Scope<'_>) -> Vec<(String, Vec<DTypeId>)> {
    let Some(section) = &scope.framework.abstract_types else {
        let types = scope.inherited().into_iter().flat_map(|base| &base.abstract_types);
        return types.map(|(name, members)| (name.clone(), scope.own(members))).collect();
    };
    scope.sources.of(&section.source);
    let lines = section.lines.iter().map(|(name, words)| {
        let kinds: Vec<Kind> = words.iter().filter_map(|word| kind(word, scope).ok()).collect();
        let mut members = scope.supported.ids.items.clone();
        members.retain(|&id| scope.world.dtypes.kind(id).is_ok_and(|kind| kinds.contains(&kind)));
        (name.value.clone(), members)
    });
    lines.collect()
}

/// The default dtypes, in the order of [`DefaultKind::ALL`].
pub(super) fn defaults(scope: &Scope<'_>) -> [Option<DTypeId>; 4] {
    let Some(section) = &scope.framework.defaults else {
        let inherited = scope.inherited().map_or([None; 4], |base| base.defaults);
        return inherited.map(|id| id.filter(|&id| scope.has(id)));
    };
    scope.sources.of(&section.source);
    let mut defaults = [None; 4];
    for (kind, code) in default_lines(section, scope.world.sink) {
        let Ok(id) = scope.resolve(code, "in [defaults]") else { continue };
        check_default(kind, code, id, scope.world);
        defaults[kind as usize] = Some(id);
    }
    defaults
}

/// Checks that a default is of the kind its key says.
pub(super) fn check_default(kind: DefaultKind, code: &At<String>, id: DTypeId, world: &World<'_>) {
    let kinds: &[Kind] = match kind {
        DefaultKind::Integral | DefaultKind::Indexing => &[Kind::Int, Kind::Uint],
        DefaultKind::RealFloating => &[Kind::Float],
        DefaultKind::ComplexFloating => &[Kind::Complex],
    };
    let what = format!("`{}` is not a dtype for `{}`", code.value, kind.name());
    check_kind(code, id, kinds, what, world);
}

/// Reports a dtype that is of none of these kinds, with `what` as the message.
pub(super) fn check_kind(
    code: &At<String>,
    id: DTypeId,
    kinds: &[Kind],
    what: String,
    world: &World<'_>,
) {
    if let Ok(kind) = world.dtypes.kind(id)
        && !kinds.contains(&kind)
    {
        let label = format!("of kind {}", kind.name());
        world.sink.report(code.at.mistake(Mistake::DefaultOfOtherKind, what, label));
    }
}

/// The lines of a `[defaults]`, each with what it is the default of.
pub(super) fn default_lines<'s>(
    section: &'s Listing,
    sink: &Sink,
) -> impl Iterator<Item = (DefaultKind, &'s At<String>)> {
    section.lines.iter().filter_map(|(key, words)| {
        let kind = DefaultKind::ALL.into_iter().find(|kind| kind.name() == key.value)?;
        Some((kind, single(key, words, sink).ok()?))
    })
}

/// The documented ranges, each checked.
pub(super) fn ranges(scope: &Scope<'_>) -> Vec<(DTypeId, String)> {
    let Some(section) = &scope.framework.ranges else {
        let ranges = scope.inherited().into_iter().flat_map(|base| &base.ranges);
        let known = |id| scope.has(id) || scope.supported.unsupported.contains(&id);
        return ranges.filter(|(id, _)| known(*id)).cloned().collect();
    };
    scope.sources.of(&section.source);
    let mut ranges = Vec::new();
    for (code, words) in &section.lines {
        let Ok(id) = scope.resolve_known(code, "in [ranges]", &["source"]) else { continue };
        let Ok(range) = single(code, words, scope.world.sink) else { continue };
        if let Ok(dtype) = scope.world.dtypes.get(id) {
            check_range(scope.framework, code, range, dtype, scope.world.sink);
        }
        ranges.push((id, range.value.clone()));
    }
    ranges
}

/// For each dtype, those of outputs that a result of it may be converted to. The line of a dtype takes precedence over
/// one of a word for several, and of those the first.
pub(super) fn output(scope: &Scope<'_>) -> Option<Vec<(DTypeId, Vec<DTypeId>)>> {
    let Some(section) = &scope.framework.output else {
        let rule = scope.inherited()?.output.iter().flatten().filter(|(from, _)| scope.has(*from));
        let rule: Vec<_> = rule.map(|(from, to)| (*from, scope.own(to))).collect();
        return Some(rule).filter(|rule| !rule.is_empty());
    };
    scope.sources.of(&section.source);
    let lines = section.lines.iter().filter_map(|(key, words)| {
        let from = words::split(key, &key.value);
        let from = all(from.iter().map(|word| dtypes_of(word, &["source"], scope))).ok()?.concat();
        let to = words.iter().filter_map(|word| dtypes_of(word, &[], scope).ok()).flatten();
        Some((key, from, to.collect()))
    });
    let lines: Vec<(&At<String>, Vec<DTypeId>, Vec<DTypeId>)> = lines.collect();
    let mut rule = Vec::new();
    let mut missing: Vec<(Kind, Vec<&str>)> = Vec::new();
    for &id in scope.supported.ids.iter() {
        let (code, kind) = (scope.world.dtypes.code(id), scope.world.dtypes.kind(id));
        let named = |key: &At<String>| key.value.split_whitespace().any(|word| word == code);
        let own = lines.iter().find(|(key, ..)| named(key));
        match own.or_else(|| lines.iter().find(|(_, from, _)| from.contains(&id))) {
            Some((.., to)) => rule.push((id, to.clone())),
            None => match (kind, missing.iter_mut().find(|(other, _)| Ok(*other) == kind)) {
                (Ok(_), Some((_, codes))) => codes.push(code),
                (Ok(kind), None) => missing.push((kind, vec![code])),
                (Err(_), _) => {}
            },
        }
    }
    // A line with a wrong key is taken for a missing one.
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

/// The dtypes of the framework that a word means: all of a kind or of another set, or the one of that code. One of
/// `keys` would do as well.
fn dtypes_of(word: &At<String>, keys: &[&str], scope: &Scope<'_>) -> Checked<Vec<DTypeId>> {
    if let Some(kind) = Kind::parse(&word.value) {
        let mut ids = scope.supported.ids.items.clone();
        ids.retain(|&id| scope.world.dtypes.kind(id) == Ok(kind));
        return Ok(ids);
    }
    if let Some(ids) = scope.set(&word.value) {
        return Ok(ids);
    }
    let known: Vec<&str> = Kind::ALL.map(Kind::name).iter().chain(keys).copied().collect();
    scope.resolve_or(word, "in [output]", &known).map(|id| vec![id])
}

fn kind(word: &At<String>, scope: &Scope<'_>) -> Checked<Kind> {
    let kinds = Kind::ALL.map(|kind| (kind.name(), kind));
    one_of(word, &kinds, "a kind of dtype", scope.world.sink)
}
