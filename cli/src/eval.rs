//! `eval`: questions as JSON lines on standard input → answers as JSON lines on standard output.
//!
//! **Every line that is not empty gets exactly one line back**, an answer or an error; nothing a line
//! says ends the program. The README says what a line may ask.

mod answer;
mod create;
mod element;
mod failure;
mod line;
mod memory;
mod nested;
mod object;
mod operand;
mod options;
mod print;
mod remarks;
mod size;

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use crate::args::Eval;

/// No line is longer, its end included: what is longer is skipped up to its end.
const LONGEST_LINE: usize = 64 << 20;

/// How much of a line is read at once.
const CHUNK: usize = 64 << 10;

/// What programs of Windows write before text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Answers standard input, and returns the exit code; the spec is that of the runtime, wherever the root is.
pub(crate) fn run(args: &Eval, _root: Option<&Path>) -> u8 {
    if let Some(isa) = args.isa
        && let Err(error) = isa.choose()
    {
        eprintln!("error: {error}");
        return 2;
    }
    memory::keep_together();
    if let Some(threads) = args.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get());
        if let Err(error) = pool.build_global() {
            eprintln!("error: {threads} threads cannot be started: {error}");
            return 1;
        }
    }
    match answer_lines(BufReader::new(io::stdin()), BufWriter::new(io::stdout())) {
        // A reader that has read enough, such as `head`, is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("error: {error}");
            1
        }
        _ => 0,
    }
}

/// Answers line after line; what is answered is flushed before waiting for more.
pub(crate) fn answer_lines<R: io::Read>(
    mut input: BufReader<R>,
    mut output: BufWriter<impl Write>,
) -> io::Result<()> {
    // What is kept always has room for a chunk, so that only what has been read can be too long.
    let mut line = Vec::with_capacity(memory::SMALL);
    loop {
        line.clear();
        // What grew for a long line is given back.
        line.shrink_to(memory::SMALL);
        let is_whole = read_line(&mut input, &mut line)?;
        if line.is_empty() && is_whole {
            return output.flush();
        }
        match is_whole {
            true if unmarked(&line).trim_ascii().is_empty() => continue,
            true if memory::is_left(line.len()) => line::respond(unmarked(&line), &mut output)?,
            _ => {
                let is_too_long = !is_whole && line.len() == LONGEST_LINE;
                // What is said of it has room where the rest was.
                line.truncate(line::BEGINNING);
                line.shrink_to(memory::SMALL);
                line::refuse(unmarked(&line), is_too_long, &mut output)?;
            }
        }
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
}

/// A line without the mark that it may begin with.
fn unmarked(line: &[u8]) -> &[u8] {
    line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line)
}

/// Reads a line with its end, nothing after the last. Returns false if it is too long or memory cannot hold it:
/// the rest is skipped, and `line` is its beginning.
fn read_line<R: io::Read>(input: &mut BufReader<R>, line: &mut Vec<u8>) -> io::Result<bool> {
    loop {
        let most = CHUNK.min(LONGEST_LINE - line.len());
        if most == 0 || line.try_reserve(most).is_err() {
            input.skip_until(b'\n')?;
            return Ok(false);
        }
        let read = input.by_ref().take(most as u64).read_until(b'\n', line)?;
        if read == 0 || line.ends_with(b"\n") {
            return Ok(true);
        }
    }
}
