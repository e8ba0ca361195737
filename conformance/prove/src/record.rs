//! Proofs ⇄ the files that keep them: `proven.txt`, `hard.txt`, and `worst.txt` of float64.
//!
//! A line of the first is function, dtype, inputs, wrong results and the digest of the results; of the second function,
//! argument and result of a hard case of float32, as bits.

use std::path::PathBuf;
use std::{fs, io};

use crate::float64::Worst;
use crate::format::Format;
use crate::function::Function;
use crate::proof::Proof;

/// What `proven.txt` keeps of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// Of which function.
    pub function: Function,
    /// As the format is called.
    pub dtype: String,
    /// How many arguments.
    pub inputs: u64,
    /// How many results were wrong.
    pub wrong: u64,
    /// Of all results.
    pub digest: u64,
}

/// A hard case: function, argument, result.
pub type Hard = (Function, u32, u32);

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The lines of a file, each as its words.
///
/// # Panics
///
/// If there is no such file: with none of its lines a test would find nothing wrong.
fn lines(name: &str) -> Vec<Vec<String>> {
    let path = path(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    text.lines().filter(|line| !line.starts_with('#')).map(words).collect()
}

fn hex(word: &str) -> u64 {
    u64::from_str_radix(word, 16).expect("hexadecimal digits")
}

/// All of `proven.txt`.
///
/// # Panics
///
/// If the file is damaged.
pub fn proven() -> Vec<Proven> {
    let of = |words: Vec<String>| Proven {
        function: words[0].parse().expect("a function"),
        dtype: words[1].clone(),
        inputs: words[2].parse().expect("a number"),
        wrong: words[3].parse().expect("a number"),
        digest: hex(&words[4]),
    };
    lines("proven.txt").into_iter().map(of).collect()
}

/// All of `hard.txt`.
///
/// # Panics
///
/// If the file is damaged.
#[expect(clippy::cast_possible_truncation, reason = "they are written as 32 bits")]
pub fn hard() -> Vec<Hard> {
    let of = |words: Vec<String>| {
        let function = words[0].parse().expect("a function");
        (function, hex(&words[1]) as u32, hex(&words[2]) as u32)
    };
    lines("hard.txt").into_iter().map(of).collect()
}

/// Replaces what the files keep of a function and format.
///
/// # Errors
///
/// If a file cannot be written.
pub fn keep(function: Function, format: Format, proof: &Proof) -> io::Result<()> {
    let mut all = proven();
    all.retain(|one| (one.function, one.dtype.as_str()) != (function, format.name()));
    all.push(Proven {
        function,
        dtype: format.name().to_owned(),
        inputs: proof.inputs,
        wrong: proof.wrong.len() as u64,
        digest: proof.digest,
    });
    all.sort_by_key(|one| (one.function as u8, one.dtype.clone()));
    write_proven(all)?;
    if format != Format::Float32 {
        return Ok(());
    }
    let mut all = hard();
    all.retain(|one| one.0 != function);
    all.extend(proof.hard.iter().map(|&(x, y)| (function, x, y)));
    all.sort_by_key(|one| (one.0 as u8, one.1));
    let mut text =
        "# Written by `cargo xtask prove --record`: function, argument, result.\n".to_owned();
    for (function, x, y) in all {
        text += &format!("{} {x:08x} {y:08x}\n", function.name());
    }
    fs::write(path("hard.txt"), text)
}

/// Keeps that nothing is wrong any more of a function of float32 whose results have the recorded digest.
///
/// # Errors
///
/// If the file cannot be written.
pub fn keep_as_right(function: Function) -> io::Result<()> {
    let mut all = proven();
    for one in &mut all {
        if (one.function, one.dtype.as_str()) == (function, Format::Float32.name()) {
            one.wrong = 0;
        }
    }
    write_proven(all)
}

fn write_proven(all: Vec<Proven>) -> io::Result<()> {
    let mut text =
        "# Written by `cargo xtask prove --record`: function, dtype, inputs, wrong, digest.\n"
            .to_owned();
    for Proven { function, dtype, inputs, wrong, digest } in all {
        text += &format!("{} {dtype} {inputs} {wrong} {digest:016x}\n", function.name());
    }
    fs::write(path("proven.txt"), text)
}

/// All of `worst.txt`: for each function of float64 where it is farthest off, as far as known.
///
/// # Panics
///
/// If the file is damaged.
pub fn worst() -> Vec<Worst> {
    let of = |words: Vec<String>| Worst {
        name: words[0].clone(),
        error: words[1].parse().expect("a number"),
        arguments: words[2..].iter().map(|word| hex(word)).collect(),
    };
    lines("worst.txt").into_iter().map(of).collect()
}

/// Replaces what the file keeps of a function of float64 if that is better.
///
/// # Errors
///
/// If the file cannot be written.
pub fn keep_worst(new: Worst) -> io::Result<()> {
    let mut all = worst();
    match all.iter_mut().find(|one| one.name == new.name) {
        Some(old) if old.error >= new.error => {}
        Some(old) => *old = new,
        None => all.push(new),
    }
    let mut text =
        "# Written by `cargo xtask prove --float64 <count> --record`: function, units in the last place, arguments.\n"
            .to_owned();
    for Worst { name, error, arguments } in all {
        let arguments: Vec<String> = arguments.iter().map(|bits| format!("{bits:016x}")).collect();
        text += &format!("{name} {error:.4} {}\n", arguments.join(" "));
    }
    fs::write(path("worst.txt"), text)
}
