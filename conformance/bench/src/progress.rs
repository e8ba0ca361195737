//! Steps of a long run → a line on the terminal that says where it is.

use indicatif::{ProgressBar, ProgressStyle};

pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// So many steps are to come.
    pub(crate) fn new(steps: usize) -> Progress {
        let bar = ProgressBar::new(steps as u64);
        let style = ProgressStyle::with_template("{elapsed:>4} {bar:30} {pos}/{len} {msg}");
        bar.set_style(style.expect("the template is well-formed"));
        Progress(bar)
    }

    /// The next step begins.
    pub(crate) fn step(&self, what: &str) {
        self.0.set_message(what.to_owned());
        self.0.inc(1);
    }

    /// A line that stays, also where there is no terminal.
    pub(crate) fn say(&self, line: &str) {
        self.0.suspend(|| eprintln!("{line}"));
    }

    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
