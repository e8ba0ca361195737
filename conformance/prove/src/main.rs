//! `prove <function>…`: all arguments of float32, float16 and bfloat16.

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use prove::float64;
use prove::format::Format;
use prove::function::Function;
use prove::levels::Level;
use prove::proof::{self, Proof};
use prove::record;

/// Proves over all arguments that functions are correctly rounded.
#[derive(Parser)]
struct Args {
    /// The functions, such as `exp`; all of them if none is named.
    functions: Vec<String>,
    /// Only the half types.
    #[arg(long)]
    halves: bool,
    /// Only the digests of all results of float32, which must be those that are recorded: takes seconds.
    #[arg(long, conflicts_with = "halves")]
    digests: bool,
    /// Instead of a proof, the largest error of float64 over so many random arguments.
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["halves", "digests"])]
    float64: Option<u64>,
    /// Write digests and hard cases to the files of this package.
    #[arg(long)]
    record: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    if let Some(count) = args.float64 {
        return worst_of_float64(&args.functions, count, args.record);
    }
    let functions = match chosen(&args.functions) {
        Ok(functions) => functions,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    if args.digests {
        let mut all = true;
        for function in functions {
            let same = has_recorded_digest(function);
            if same && args.record {
                record::keep_as_right(function).expect("the file can be written");
            }
            all &= same;
        }
        return if all { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let mut wrong = 0;
    for function in functions {
        let formats = match args.halves {
            true => &[Format::Float16, Format::BFloat16][..],
            false => &Format::ALL,
        };
        for &format in formats {
            let start = Instant::now();
            let proof = match format {
                Format::Float32 => with_progress(function),
                Format::Float16 | Format::BFloat16 => proof::of_half(function, format, &levels()),
            };
            report(function.name(), format, &proof, start);
            wrong += proof.wrong.len();
            if args.record {
                record::keep(function, format, &proof).expect("the files can be written");
            }
        }
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The functions of those names; all of them if there is none.
fn chosen(names: &[String]) -> Result<Vec<Function>, String> {
    match names {
        [] => Ok(Function::ALL.to_vec()),
        _ => names.iter().map(|name| name.parse()).collect(),
    }
}

fn worst_of_float64(names: &[String], count: u64, record: bool) -> ExitCode {
    let is_chosen = |name: &&str| names.is_empty() || names.iter().any(|one| one == name);
    let mut all_within = true;
    for name in float64::names().filter(is_chosen) {
        let start = Instant::now();
        let worst = float64::worst(name, count, count);
        let bound = float64::bound_at(name, &worst.arguments);
        all_within &= worst.error <= bound;
        println!(
            "{name} float64 inputs {count} worst {:.4} ulp of {bound} at {:016x?} seconds {:.1}",
            worst.error,
            worst.arguments,
            start.elapsed().as_secs_f64()
        );
        if record {
            record::keep_worst(worst).expect("the file can be written");
        }
    }
    if all_within { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Compares the digest of all results at each level with that of the right ones.
fn has_recorded_digest(function: Function) -> bool {
    let start = Instant::now();
    let is_it = |one: &record::Proven| {
        (one.function, one.dtype.as_str()) == (function, Format::Float32.name())
    };
    let recorded = record::proven().into_iter().find(is_it).map(|one| one.digest);
    let bar = progress(function, 2 << 16);
    let digests = proof::compared().map(|level| proof::digest_at(function, level, || bar.inc(1)));
    bar.finish_and_clear();
    let same = digests.iter().all(|&digest| Some(digest) == recorded);
    println!(
        "{} float32 digest {:016x} fused, {:016x} plain, {}; seconds {:.1}",
        function.name(),
        digests[0],
        digests[1],
        if same { "as recorded" } else { "not as recorded" },
        start.elapsed().as_secs_f64(),
    );
    same
}

fn progress(function: Function, chunks: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:8} {wide_bar} {percent:3} % {eta}");
    ProgressBar::new(chunks)
        .with_message(function.name())
        .with_style(style.expect("a template that stands here"))
}

fn with_progress(function: Function) -> Proof {
    let bar = progress(function, 1 << 15);
    let proof = proof::of_float32(function, || bar.inc(1));
    bar.finish_and_clear();
    proof
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
