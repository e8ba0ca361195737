//! `prove <function>…`: all arguments of float32, float16 and bfloat16.

use std::time::Instant;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use prove::format::Format;
use prove::function::Function;
use prove::levels::Level;
use prove::proof::{self, Proof};

/// Proves over all arguments that functions are correctly rounded.
#[derive(Parser)]
struct Args {
    /// The functions, such as `exp`; all of them if none is named.
    functions: Vec<Function>,
    /// Only the half types.
    #[arg(long)]
    halves: bool,
}

fn main() {
    let args = Args::parse();
    let functions =
        if args.functions.is_empty() { Function::ALL.to_vec() } else { args.functions };
    for function in functions {
        let name = function.name();
        let start = Instant::now();
        for format in [Format::Float16, Format::BFloat16] {
            let proof = proof::of_half(function, format, &levels());
            report(name, format, &proof, start);
        }
        if args.halves {
            continue;
        }
        let start = Instant::now();
        let style = ProgressStyle::with_template("{msg:8} {wide_bar} {percent:3} % {eta}");
        let bar = ProgressBar::new(1 << 15)
            .with_message(name)
            .with_style(style.expect("a template that stands here"));
        let proof = proof::of_float32(function, || bar.inc(1));
        bar.finish_and_clear();
        report(name, Format::Float32, &proof, start);
    }
}

fn levels() -> Vec<Level> {
    Level::ALL.into_iter().filter(|level| level.is_available()).collect()
}

fn report(name: &str, format: Format, proof: &Proof, start: Instant) {
    println!(
        "{name} {} inputs {} wrong {} hard {} seconds {:.1} digest {:016x}",
        format.name(),
        proof.inputs,
        proof.wrong.len(),
        proof.hard.len(),
        start.elapsed().as_secs_f64(),
        proof.digest,
    );
    for (level, x, got, wanted) in proof.wrong.iter().take(40) {
        println!("  {level:?} {x:08x}: {got:08x}, not {wanted:08x}");
    }
}
