//! `eval`: questions as JSON lines on standard input → answers as JSON lines on standard output.
//!
//! **Every line that is not empty gets exactly one line back**, an answer or an error; nothing a line
//! says ends the program. The README says what a line may ask.

mod answer;
mod create;
mod element;
mod failure;
mod line;
mod nested;
mod object;
mod operand;
mod print;
mod size;

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::args::Eval;

/// A buffer that grew beyond this for one line is given back after it.
const KEPT: usize = 1 << 20;

/// Answers standard input; the spec is that of the runtime, wherever the root is.
pub(crate) fn run(args: &Eval, _root: Option<&Path>) -> ExitCode {
    if let Some(isa) = args.isa
        && let Err(error) = isa.choose()
    {
        eprintln!("error: {error}");
        return ExitCode::from(2);
    }
    if let Some(threads) = args.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get());
        pool.build_global().expect("nothing has used the thread pool yet");
    }
    match answer_lines(BufReader::new(io::stdin()), BufWriter::new(io::stdout())) {
        // A reader that has read enough, such as `head`, is no failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Answers line after line; what is answered is flushed before waiting for more.
fn answer_lines<R: io::Read>(
    mut input: BufReader<R>,
    mut output: BufWriter<impl Write>,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        line.shrink_to(KEPT);
        if input.read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        line::respond(&line, &mut output)?;
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
}
