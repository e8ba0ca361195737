//! Labelled lines of text.

/// Labelled lines, the label on the first of each.
#[derive(Default)]
pub(crate) struct Lines(String);

impl Lines {
    pub(crate) fn add(&mut self, label: &str, line: String) {
        self.add_all(label, vec![line]);
    }

    pub(crate) fn add_all(&mut self, label: &str, lines: Vec<String>) {
        for (index, line) in lines.iter().enumerate() {
            let label = if index == 0 { label } else { "" };
            self.0.push_str(&format!("{label:<12}{line}\n"));
        }
    }

    pub(crate) fn text(self) -> String {
        self.0
    }
}
