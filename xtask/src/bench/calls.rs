//! `bench --calls`: how many instructions one call takes under each ruleset, and ops on many elements take, counted by
//! Valgrind: nanoseconds differ by the machine and the day, these do not.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Answer;

/// The examples of `conformance` that are run. In the function `counted` of each every call is counted for itself.
const PROGRAMS: [&str; 2] = ["calls", "loops"];

/// How they are built.
const PROFILE: &str = "optimised";

pub(super) fn run(root: &Path, target: &Path) -> Answer {
    let valgrind = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status();
    if !valgrind.is_ok_and(|status| status.success()) {
        return Ok("skipped: counting the instructions of a call needs Valgrind\n".to_owned());
    }
    let fault = |error: std::io::Error| format!("cannot count: {error}\n");
    // Of the workspace, whose numerical tests need the same build.
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--quiet", "--profile", PROFILE, "--package", "conformance"]);
    cargo.args(PROGRAMS.iter().flat_map(|program| ["--example", program]));
    cargo.arg("--manifest-path").arg(root.join("Cargo.toml")).arg("--target-dir").arg(target);
    let status = cargo.status().map_err(fault)?;
    if !status.success() {
        return Err(format!("the build of what is counted ended with {status}\n"));
    }
    let mut counts = Vec::new();
    for program in PROGRAMS {
        counts.extend(counted(program, target)?);
    }
    table(&counts)
}

/// Runs a program under Valgrind.
fn counted(program: &str, target: &Path) -> Result<Vec<Count>, String> {
    let fault = |error: std::io::Error| format!("cannot count: {error}\n");
    let folder = target.join("calls").join(program);
    // What an earlier run left would be read as this one's.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(fault)?;
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--toggle-collect={program}::counted"))
        .arg(format!("--dump-after={program}::counted"))
        .arg(format!("--callgrind-out-file={}", folder.join("out").display()))
        .arg(target.join(PROFILE).join("examples").join(program))
        .output()
        .map_err(fault)?;
    if !output.status.success() {
        return Err(format!("{}\n", String::from_utf8_lossy(&output.stderr)));
    }
    let mut counts = Vec::new();
    for (place, line) in String::from_utf8_lossy(&output.stdout).lines().enumerate() {
        let dump = std::fs::read_to_string(folder.join(format!("out.{}", place + 1)));
        counts.push(count(line, &dump.map_err(fault)?).ok_or("Valgrind's answer is no profile\n")?);
    }
    Ok(counts)
}

/// How many instructions a call takes in a form, and how many it may.
struct Count {
    called: String,
    form: String,
    instructions: u64,
    most: u64,
}

/// A line of what was run, `numpy into 20 165`, and the profile of its calls.
fn count(line: &str, profile: &str) -> Option<Count> {
    let mut words = line.split_whitespace();
    let (called, form) = (words.next()?.to_owned(), words.next()?.to_owned());
    let calls: u64 = words.next()?.parse().ok()?;
    let most: u64 = words.next()?.parse().ok()?;
    let total = profile.lines().find_map(|line| line.strip_prefix("totals: "))?;
    let total: u64 = total.trim().parse().ok()?;
    Some(Count { called, form, instructions: total.div_ceil(calls), most })
}

/// The counts by form, a line for those that take the same; an error if one is above its limit.
fn table(counts: &[Count]) -> Answer {
    let (mut text, mut above) = (String::new(), false);
    let forms: BTreeSet<&str> = counts.iter().map(|count| count.form.as_str()).collect();
    for form in forms {
        let mut own: Vec<&Count> = counts.iter().filter(|count| count.form == form).collect();
        own.sort_by_key(|count| (count.instructions, count.most));
        let same = |one: &&Count, other: &&Count| {
            (one.instructions, one.most) == (other.instructions, other.most)
        };
        for same in own.chunk_by(same) {
            let Count { instructions, most, .. } = same[0];
            let names: Vec<&str> = same.iter().map(|count| count.called.as_str()).collect();
            let verdict = if instructions > most { "above" } else { "of" };
            above |= instructions > most;
            let _ = writeln!(text, "{form:5} {instructions} {verdict} {most}: {}", names.join(" "));
        }
    }
    if above { Err(text) } else { Ok(text) }
}
