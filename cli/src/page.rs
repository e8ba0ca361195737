//! An answer → the text on a stream: wrapped and coloured for a terminal, and as it is for anything else.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// An answer, or why there is none, by how it may be wrapped and coloured.
#[derive(Debug)]
pub(crate) enum Page {
    /// Sentences and labelled lines, below a title.
    Prose(String),
    /// A table of words in columns, perhaps below some prose and an empty line.
    Grid(String),
    /// Markdown.
    Markdown(String),
    /// What programs read, and what has colours already.
    Verbatim(String),
}

impl From<String> for Page {
    fn from(text: String) -> Page {
        Page::Prose(text)
    }
}

/// The width of the terminal that answers go to; `None` if they go elsewhere.
pub(crate) fn width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(io::stdout())?;
    Some(usize::from(size.0.0))
}

/// Whether mistakes are shown in colours.
pub(crate) fn colours_mistakes() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// Prints an answer.
pub(crate) fn print(page: &Page) -> io::Result<()> {
    let stream = io::stdout();
    let colour = AutoStream::choice(&stream) != ColorChoice::Never;
    let text = page.render(width(), colour.then_some(Style::new().bold()));
    write(stream, &text)
}

/// An answer as text without colours, its lines as long as they are.
pub(crate) fn plain(page: &Page) -> String {
    page.render(None, None)
}

/// Prints why there is no answer.
pub(crate) fn print_failure(page: &Page) -> io::Result<()> {
    let stream = io::stderr();
    let width = terminal_size::terminal_size_of(&stream).map(|size| usize::from(size.0.0));
    let colour = AutoStream::choice(&stream) != ColorChoice::Never;
    let text = page.render(width, colour.then_some(AnsiColor::Red.on_default().bold()));
    write(stream, &text)
}

/// A reader that has read enough, such as `head`, is no failure.
fn write(mut stream: impl Write, text: &str) -> io::Result<()> {
    match stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// How far labels and the words behind them reach at most.
const LABEL: usize = 14;

impl Page {
    /// The text in lines of a width, titles in a style; what has no style has no colours at all.
    fn render(&self, width: Option<usize>, title: Option<Style>) -> String {
        match self {
            Page::Prose(text) => prose(text, width, title),
            Page::Grid(text) => {
                // The prose ends with the last empty line.
                let grid = text.rfind("\n\n").map_or(0, |end| end + 2);
                prose(&text[..grid], width, title) + &grid_in_colours(&text[grid..], title)
            }
            Page::Markdown(text) => text.lines().map(|line| markdown(line, width, title)).collect(),
            Page::Verbatim(text) => text.clone(),
        }
    }
}

fn prose(text: &str, width: Option<usize>, title: Option<Style>) -> String {
    let lines = text.lines().enumerate().map(|(index, line)| {
        let wrapped = wrap_further_in(line, width);
        match title {
            Some(style) if index == 0 => styled(&wrapped, style, title_end(&wrapped, style)),
            Some(_) => {
                let label = label(&wrapped).unwrap_or(0);
                styled(&wrapped, AnsiColor::Cyan.on_default(), label)
            }
            None => wrapped,
        }
    });
    lines.collect()
}

/// Where the title of a text ends: with the line, but for a failure with what precedes the colon.
fn title_end(line: &str, style: Style) -> usize {
    let failure = style.get_fg_color().is_some();
    let colon = line.find(": ").filter(|_| failure);
    colon.unwrap_or(line.trim_end().len())
}

/// The first bytes of a text in a style.
fn styled(text: &str, style: Style, end: usize) -> String {
    match text.split_at(end) {
        ("", text) => text.to_owned(),
        (first, rest) => format!("{style}{first}{style:#}{rest}"),
    }
}

/// A line in lines of a width, those after the first further in than what they continue.
fn wrap_further_in(line: &str, width: Option<usize>) -> String {
    let indent = line.len() - line.trim_start().len();
    let text = label(line).map_or(indent, |end| line.len() - line[end..].trim_start().len());
    wrap(line, width, text + 2)
}

/// A line in lines of a width, those after the first as far in as said.
fn wrap(line: &str, width: Option<usize>, further_in: usize) -> String {
    let Some(width) = width else { return format!("{line}\n") };
    let further_in = " ".repeat(further_in.min(width / 2));
    let options = textwrap::Options::new(width)
        .subsequent_indent(&further_in)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(line, options) + "\n"
}

/// Where the label of a line ends: two spaces stand behind it.
fn label(line: &str) -> Option<usize> {
    let indent = line.len() - line.trim_start().len();
    let end = line[indent..].find("  ").filter(|&end| end < LABEL)?;
    Some(indent + end)
}

/// The head and the labels of the rows like titles; cells without a dtype stand out.
fn grid_in_colours(grid: &str, title: Option<Style>) -> String {
    let Some(title) = title else { return grid.to_owned() };
    let lines = grid.split_inclusive('\n').enumerate().map(|(index, line)| {
        if index == 0 {
            return styled(line, title, line.trim_end().len());
        }
        let first = line.find(' ').unwrap_or(line.trim_end().len());
        let cells = line[first..].split_inclusive(' ').map(|cell| match cell_style(cell.trim()) {
            Some(style) => styled(cell, style, cell.trim_end().len()),
            None => cell.to_owned(),
        });
        styled(&line[..first], title, first) + &cells.collect::<String>()
    });
    lines.collect()
}

fn cell_style(cell: &str) -> Option<Style> {
    match cell {
        "-" => Some(AnsiColor::Red.on_default()),
        "!" => Some(AnsiColor::Yellow.on_default()),
        "?" | "·" => Some(Style::new().dimmed()),
        _ => None,
    }
}

fn markdown(line: &str, width: Option<usize>, title: Option<Style>) -> String {
    match title {
        // A table has a line for each row.
        _ if line.starts_with('|') => format!("{line}\n"),
        Some(title) if line.starts_with('#') => styled(line, title, line.len()) + "\n",
        _ => wrap(line, width, if line.starts_with("- ") { 2 } else { 0 }),
    }
}

#[cfg(test)]
mod tests {
    use super::Page;

    const EXPLAINED: &str = "NumPy: int8 × int16

result      int16
source      docs: NumPy reference, https://numpy.org/doc/stable/reference/arrays.promotion.html
            observed: operators and functions on arrays
";

    #[test]
    fn prose_wraps_below_what_it_continues() {
        let wanted = "NumPy: int8 × int16

result      int16
source      docs: NumPy reference,
              https://numpy.org/doc/stable/reference/arrays.promotion.html
            observed: operators and
              functions on arrays
";
        let page = Page::Prose(EXPLAINED.to_owned());
        assert_eq!(page.render(Some(36), None), wanted);
        assert_eq!(page.render(None, None), EXPLAINED);
    }

    #[test]
    fn grids_and_rows_of_markdown_never_wrap() {
        let grid = "      i8    i16\ni8    i8    i16\n";
        assert_eq!(Page::Grid(grid.to_owned()).render(Some(10), None), grid);
        let rows = "| a | b | c |\n| :-- | :-- | :-- |\n";
        assert_eq!(Page::Markdown(rows.to_owned()).render(Some(10), None), rows);
    }

    #[test]
    fn titles_labels_and_cells_without_a_dtype_are_coloured() {
        let bold = Some(anstyle::Style::new().bold());
        let grid = Page::Grid("a | b: 1\n\n    i8  u8\ni8  i8  -\n".to_owned());
        let wanted = "\u{1b}[1ma | b: 1\u{1b}[0m\n\n\u{1b}[1m    i8  u8\u{1b}[0m\n\
                      \u{1b}[1mi8\u{1b}[0m  i8  \u{1b}[31m-\u{1b}[0m\n";
        assert_eq!(grid.render(None, bold), wanted);
        let prose = Page::Prose("title\n\nresult      int8\n".to_owned());
        let wanted = "\u{1b}[1mtitle\u{1b}[0m\n\n\u{1b}[36mresult\u{1b}[0m      int8\n";
        assert_eq!(prose.render(None, bold), wanted);
        let red = Some(anstyle::AnsiColor::Red.on_default());
        let failure = Page::Prose("refused: it is\n".to_owned());
        assert_eq!(failure.render(None, red), "\u{1b}[31mrefused\u{1b}[0m: it is\n");
    }
}
