//! A word of a cell → what it says: a code, a sign, a weakly typed or a foreign dtype.

use crate::catalog::Outcome;
use crate::diagnostic::{At, Mistake, Place, did_you_mean};

use super::listing::Scope;

/// What a cell says, `body` being its word without the mark.
pub(super) fn result(
    word: &At<String>,
    body: &str,
    whereabouts: &str,
    scope: &Scope<'_>,
) -> Option<Outcome> {
    let outcome = outcome(word, body, whereabouts, scope)?;
    if !in_framework(outcome, scope) {
        let message = format!("`{body}` {whereabouts} is no dtype of this framework");
        let label = "not in its `dtypes`";
        scope.world.sink.report(word.at.mistake(Mistake::ResultNotSupported, message, label));
        return None;
    }
    Some(outcome)
}

/// A code or a sign, whether or not the framework has that dtype.
pub(super) fn outcome(
    word: &At<String>,
    body: &str,
    whereabouts: &str,
    scope: &Scope<'_>,
) -> Option<Outcome> {
    match body {
        "-" => Some(Outcome::Refused),
        "!" => Some(Outcome::NoKernel),
        "?" => Some(Outcome::Unknown),
        body if body.starts_with('<') => foreign(word, body, whereabouts, scope),
        body if body.len() > 1 && body.ends_with('*') => {
            let code = &body[..body.len() - 1];
            let at = Place { end: word.at.start + code.len(), ..word.at };
            let at = if body == word.value { at } else { word.at };
            let code = At { value: code.to_owned(), at };
            scope.find(&code, whereabouts, &[]).map(Outcome::Weak)
        }
        code => {
            let at = Place {
                end: word.at.start + code.len().min(word.at.end - word.at.start),
                ..word.at
            };
            let at = if code == word.value { word.at } else { at };
            let code = At { value: code.to_owned(), at };
            scope.find(&code, whereabouts, &[]).map(Outcome::DType)
        }
    }
}

/// `<Int128>`: a dtype that the framework gives and the spec does not have.
fn foreign(word: &At<String>, body: &str, whereabouts: &str, scope: &Scope<'_>) -> Option<Outcome> {
    let world = scope.world;
    let name = body.trim_start_matches('<').trim_end_matches('>');
    let declared = scope.foreign.iter().any(|known| known == name) && body.ends_with('>');
    let mut missed = scope.foreign_missed.borrow_mut();
    if !declared && (!scope.foreign_certain || missed.iter().any(|known| known == name)) {
        return None;
    }
    if !declared {
        missed.push(name.to_owned());
        let message = format!("unknown foreign dtype `{body}` {whereabouts}");
        let known = scope.foreign.iter().map(String::as_str);
        let label = did_you_mean(name, known);
        let diagnostic = word.at.mistake(Mistake::UnknownDtype, message, label);
        world.sink.report(diagnostic.help("declare it: foreign = [\"…\"] in [framework]"));
        return None;
    }
    world
        .foreign
        .iter()
        .position(|known| known == name)
        .and_then(|place| u8::try_from(place).ok())
        .map(Outcome::Foreign)
}

pub(super) fn in_framework(outcome: Outcome, scope: &Scope<'_>) -> bool {
    outcome.dtype().is_none_or(|id| !scope.supported.certain || scope.supported.ids.contains(&id))
}
