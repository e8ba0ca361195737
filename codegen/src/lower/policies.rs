//! `[policies]` of `ops.toml` and of a framework → the policies there are, and a ruleset's value of each.

use crate::catalog::{Policy, PolicyValue};
use crate::diagnostic::{At, Diagnostic, Mistake, did_you_mean};
use crate::poison::{Checked, Poisoned, Sink};
use crate::rust_names::is_keyword;
use crate::spec::PolicyLine;

use super::ops::check_name;
use super::scope::Scope;
use super::words::{one_of, single};

/// The policies of `ops.toml`, and the default of each.
pub(super) fn lower(lines: &[PolicyLine], sink: &Sink) -> (Vec<Policy>, Vec<Checked<usize>>) {
    lines.iter().map(|line| policy(line, sink)).unzip()
}

fn policy(line: &PolicyLine, sink: &Sink) -> (Policy, Checked<usize>) {
    check_name(&line.name, "a policy", sink);
    line.values.iter().for_each(|(name, _)| check_name(name, "a value of a policy", sink));
    // The struct of all policies has that name.
    if is_keyword(&line.name.value) || line.name.value == "policies" {
        let message = format!("`{}` is not a valid name of a policy", line.name.value);
        let diagnostic = line.name.at.mistake(Mistake::UnknownValue, message, "");
        sink.report(diagnostic.help("a field and an enum of Rust are called by it"));
    }
    let value = |(name, doc): &(At<String>, At<String>)| PolicyValue {
        name: name.value.clone(),
        doc: doc.value.clone(),
    };
    let values: Vec<PolicyValue> = line.values.iter().map(value).collect();
    let default = default(line, &values, sink);
    let policy = Policy {
        name: line.name.value.clone(),
        doc: line.doc.as_ref().map_or_else(String::new, |doc| doc.value.clone()),
        default: default.unwrap_or(0),
        values,
    };
    (policy, default)
}

fn default(line: &PolicyLine, values: &[PolicyValue], sink: &Sink) -> Checked<usize> {
    let word = line.default.as_ref().ok_or_else(Poisoned::of_unread_key)?;
    // It may be a value that could not be read.
    line.values.find(|(name, _)| name.value == word.value)?;
    value(word, &line.name.value, values, sink)
}

/// The place of a value among those of its policy.
fn value(word: &At<String>, policy: &str, values: &[PolicyValue], sink: &Sink) -> Checked<usize> {
    let known: Vec<(&str, usize)> =
        values.iter().enumerate().map(|(place, value)| (value.name.as_str(), place)).collect();
    one_of(word, &known, &format!("a value of `{policy}`"), sink)
}

/// The ruleset's value of each policy: its own, else its base's, else the default.
pub(super) fn chosen(scope: &Scope<'_>) -> Vec<usize> {
    let (known, sink) = (scope.world.policies, scope.world.sink);
    let defaults = || known.iter().map(|policy| policy.default).collect();
    let base = scope.inherited();
    let mut chosen = base.map_or_else(defaults, |base| base.policies.clone());
    let Some(section) = &scope.framework.policies else { return chosen };
    scope.sources.of(&section.source);
    for (key, words) in &section.lines {
        let Some(place) = known.iter().position(|policy| policy.name == key.value) else {
            if known.rest.is_ok() {
                sink.report(unknown(key, known));
            }
            continue;
        };
        let policy = &known[place];
        let value = single(key, words, sink)
            .and_then(|word| Ok((word, value(word, &policy.name, &policy.values, sink)?)));
        let Ok((word, value)) = value else { continue };
        if scope.world.defaults[place].is_ok() && scope.base.is_ok() && chosen[place] == value {
            let whose = base.map_or("the default", |_| "what its base has");
            let message = format!("`{}` of `{}` is {whose}", word.value, key.value);
            let diagnostic =
                word.at.mistake(Mistake::PolicySaysNothing, message, "changes nothing");
            sink.report(diagnostic.help("leave the line out"));
        }
        chosen[place] = value;
    }
    chosen
}

fn unknown(key: &At<String>, known: &[Policy]) -> Diagnostic {
    if known.is_empty() {
        let message = format!("unknown policy `{}`", key.value);
        let diagnostic = key.at.mistake(Mistake::UnknownKey, message, "");
        return diagnostic.help("ops.toml has no [policies]");
    }
    let names = known.iter().map(|policy| policy.name.as_str());
    let label = did_you_mean(&key.value, names.clone().chain(["source"]));
    let message = format!("unknown key `{}` in [policies]", key.value);
    let keys: Vec<&str> = std::iter::once("source").chain(names).collect();
    let diagnostic = key.at.mistake(Mistake::UnknownKey, message, label);
    diagnostic.help(format!("[policies] has the keys {}", keys.join(", ")))
}
