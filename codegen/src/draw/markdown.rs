//! Rows of words → a Markdown table.

/// A table with a line of heads; no cell holds a bar or a line break.
pub fn markdown_table<Row: AsRef<[String]>>(head: &[&str], rows: &[Row]) -> String {
    let line = |cells: &[&str]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(head) + &line(&vec![":--"; head.len()]);
    for row in rows {
        text += &line(&row.as_ref().iter().map(String::as_str).collect::<Vec<_>>());
    }
    text + "\n"
}
