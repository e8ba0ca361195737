//! A ruleset → the page it is on, and where on that.

use codegen::catalog::Ruleset;

/// The name of the page that a ruleset is on.
pub(super) fn page(ruleset: &Ruleset) -> &str {
    ruleset.name.split(['@', '/']).next().unwrap_or_default()
}

/// Where a ruleset is on its page.
pub(super) fn anchor(ruleset: &Ruleset) -> String {
    ruleset.name.replace(['@', '/'], "-")
}

/// A link to a ruleset from any page.
pub(super) fn link(ruleset: &Ruleset) -> String {
    format!("[`{}`]({}.md#{})", ruleset.name, page(ruleset), anchor(ruleset))
}
