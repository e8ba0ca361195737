//! How many rows of the answer there are so far, on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A line of progress on standard error, which is gone when the answer is there.
pub(crate) fn rows(quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    // Nothing is drawn where standard error is no terminal.
    let bar = ProgressBar::new_spinner();
    if let Ok(style) =
        ProgressStyle::with_template("{spinner} {human_pos} rows, {per_sec}, {elapsed}")
    {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}
