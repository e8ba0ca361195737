//! The cells on which each pair of rulesets differs: how many, and drawn.

use codegen::Catalog;
use codegen::catalog::TableName;

use crate::diff;

pub(super) fn section(catalog: &Catalog) -> String {
    let mut text = String::from(
        "## Where two rulesets differ\n\n### In how many cells\n\nOf the promotion cells that both have.\n\n",
    );
    let name = |place: usize| catalog.rulesets[place].name.as_str();
    let places: Vec<usize> = (0..catalog.rulesets.len()).collect();
    let head: Vec<String> = places.iter().map(|place| (place + 1).to_string()).collect();
    text += &format!("| | | {} |\n|:--|:--{}|\n", head.join(" | "), "|--:".repeat(places.len()));
    for &row in &places {
        let cells: Vec<String> = places
            .iter()
            .map(|&column| match row == column {
                true => "·".to_owned(),
                false => pair(catalog, row, column).different().to_string(),
            })
            .collect();
        text += &format!("| {} | `{}` | {} |\n", row + 1, name(row), cells.join(" | "));
    }
    text += "\n### In which\n\nLeft and right; a dot where both agree.\n\n";
    for &left in &places {
        for &right in &places[left + 1..] {
            let pair = pair(catalog, left, right);
            if pair.different() > 0 {
                text += &format!(
                    "<details><summary><code>{}</code> and <code>{}</code>: {} of {}</summary>\n\n```text\n{}```\n\n</details>\n\n",
                    name(left),
                    name(right),
                    pair.different(),
                    pair.compared,
                    pair.draw(catalog),
                );
            }
        }
    }
    text
}

fn pair(catalog: &Catalog, left: usize, right: usize) -> diff::Differing {
    diff::Differing::of([&catalog.rulesets[left], &catalog.rulesets[right]], TableName::Promotion)
}
