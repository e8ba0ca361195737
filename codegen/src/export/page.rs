//! The explorer without data, and a JSON export → the whole page, one file of HTML.

/// What stands in the page for its data.
pub const DATA: &str = "<!-- the JSON export -->";

/// The explorer with its data.
///
/// # Errors
///
/// The page has no place for data, as a sentence.
pub fn page(shell: &str, export: &str) -> Result<String, String> {
    let (before, after) =
        shell.split_once(DATA).ok_or_else(|| format!("the page has no `{DATA}`"))?;
    // In JSON `<` stands inside texts only, where an escape means the same and ends no script.
    let export = export.replace('<', "\\u003c");
    Ok(format!("{before}<script type=\"application/json\" id=\"export\">{export}</script>{after}"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn data_cannot_end_its_script() {
        let page = super::page("<p>\n<!-- the JSON export -->\n</p>", r#"["</script>"]"#);
        let wanted = "<p>\n<script type=\"application/json\" id=\"export\">[\"\\u003c/script>\"]</script>\n</p>";
        assert_eq!(page.as_deref(), Ok(wanted));
    }
}
