//! `[policies]` of `ops.toml` and of a framework → the policies there are, and a ruleset's value of each.

use crate::catalog::{Policy, PolicyValue, Ruleset};
use crate::diagnostic::{At, Mistake, Sink, did_you_mean};
use crate::rust_names::is_keyword;
use crate::spec::{Framework, PolicyLine};

use super::ops::check_name;
use super::scope::Scope;
use super::words::{one_of, single};

/// The policies of `ops.toml`.
pub(super) fn lower(lines: &[PolicyLine], whole: bool, sink: &Sink) -> Vec<Policy> {
    lines.iter().map(|line| policy(line, whole, sink)).collect()
}

fn policy(line: &PolicyLine, whole: bool, sink: &Sink) -> Policy {
    check_name(&line.name, "a policy", sink);
    line.values.iter().for_each(|(name, _)| check_name(name, "a value of a policy", sink));
    // The struct of them all has that name.
    if is_keyword(&line.name.value) || line.name.value == "policies" {
        let message = format!("`{}` is no name of a policy", line.name.value);
        let diagnostic = line.name.at.mistake(Mistake::UnknownValue, message, "");
        sink.report(diagnostic.help("a field and an enum of Rust are called by it"));
    }
    let values: Vec<PolicyValue> = line
        .values
        .iter()
        .map(|(name, doc)| PolicyValue { name: name.value.clone(), doc: doc.value.clone() })
        .collect();
    // Of values that could not be read, the default may be one.
    let default = line.default.as_ref().filter(|_| whole || !values.is_empty());
    Policy {
        name: line.name.value.clone(),
        doc: line.doc.as_ref().map_or_else(String::new, |doc| doc.value.clone()),
        default: default.and_then(|word| value(word, &line.name.value, &values, sink)).unwrap_or(0),
        values,
    }
}

/// The place of a value among those of its policy.
fn value(word: &At<String>, policy: &str, values: &[PolicyValue], sink: &Sink) -> Option<usize> {
    let known: Vec<(&str, usize)> =
        values.iter().enumerate().map(|(place, value)| (value.name.as_str(), place)).collect();
    one_of(word, &known, &format!("a value of `{policy}`"), sink)
}

/// The ruleset's value of each policy: its own, else its base's, else the default.
pub(super) fn chosen(
    framework: &Framework,
    base: Option<&Ruleset>,
    scope: &Scope<'_>,
) -> Vec<usize> {
    let (known, sink) = (scope.world.policies, scope.world.sink);
    let defaults = || known.iter().map(|policy| policy.default).collect();
    let mut chosen = base.map_or_else(defaults, |base| base.policies.clone());
    let Some(section) = &framework.policies else { return chosen };
    scope.sources.of(&section.source);
    for (key, words) in &section.lines {
        let Some(place) = known.iter().position(|policy| policy.name == key.value) else {
            if scope.world.ops_whole {
                sink.report(unknown(key, known));
            }
            continue;
        };
        let Some(word) = single(key, words, framework.whole, sink) else { continue };
        let policy = &known[place];
        let Some(value) = value(word, &policy.name, &policy.values, sink) else { continue };
        if chosen[place] == value {
            let whose = base.map_or("the default", |_| "what its base has");
            let message = format!("`{}` of `{}` is {whose}", word.value, key.value);
            let diagnostic = word.at.mistake(Mistake::PolicySaysNothing, message, "says nothing");
            sink.report(diagnostic.help("leave the line out"));
        }
        chosen[place] = value;
    }
    chosen
}

fn unknown(key: &At<String>, known: &[Policy]) -> crate::diagnostic::Diagnostic {
    let names = known.iter().map(|policy| policy.name.as_str());
    let label = did_you_mean(&key.value, names.clone().chain(["source"]));
    let message = format!("unknown key `{}` in [policies]", key.value);
    let keys: Vec<&str> = std::iter::once("source").chain(names).collect();
    let diagnostic = key.at.mistake(Mistake::UnknownKey, message, label);
    diagnostic.help(format!("[policies] has the keys {}", keys.join(", ")))
}
