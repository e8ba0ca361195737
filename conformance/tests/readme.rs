//! What the Markdown files show of the spec is what the spec says.

use codegen::diagnostic::Mistake;
use conformance::promotion;
use runtime::rulesets;

const README: &str = include_str!("../../README.md");
const FORMAT: &str = include_str!("../../spec/README.md");

#[test]
fn the_readmes_table_is_the_runtimes() {
    let drawn = promotion(&conformance::catalog(), rulesets::MLX).grid();
    assert!(README.contains(&drawn), "README.md does not show this table:\n{drawn}");
}

#[test]
fn the_readme_names_every_ruleset() {
    for &ruleset in rulesets::ALL {
        assert!(README.contains(&format!("`{ruleset}`")), "README.md does not name `{ruleset}`");
    }
}

#[test]
fn the_format_page_names_every_mistake_once() {
    for mistake in Mistake::ALL {
        let row = format!("| `{}` |", mistake.id());
        assert_eq!(FORMAT.matches(&row).count(), 1, "spec/README.md has one row `{row}`");
    }
    let rows =
        FORMAT.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 3);
    let mistakes = FORMAT.split("## Mistakes").nth(1).unwrap_or_default();
    let listed = rows.filter(|row| mistakes.contains(*row)).count();
    assert_eq!(listed, Mistake::ALL.len(), "spec/README.md lists a mistake that is none");
}
