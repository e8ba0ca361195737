//! DataFusion's own tests of SQL, each record run plainly and with the functions of every ruleset registered: what a
//! record answers must not change.
//!
//! The tests come with the crate `datafusion-sqllogictest`; words of the command line are the names of the files to be
//! run, of all files unless there are some. Records on data that the crate does not carry fail both times, by the same
//! error, and are counted apart, as are those that fail otherwise each time, since they tell of times.

use std::error::Error;
use std::path::{Path, PathBuf};

use datafusion_sqllogictest::{
    DFColumnType, DataFusion, TestContext, df_value_validator, read_dir_recursive,
    setup_scratch_dir, value_normalizer,
};
use runtime::rulesets;
use sqllogictest::{Record, Runner, strict_column_validator};

/// The step of the analyzer that sessions with function rewrites have, as `explain verbose` lists it.
const REWRITES: &str = "logical_plan after apply_function_rewrites SAME TEXT AS ABOVE";

type Failure = Box<dyn Error + Send + Sync>;

/// What a record of a file came to: where it is, its SQL, and how it failed if it did.
#[derive(PartialEq, Eq)]
struct Outcome {
    at: String,
    sql: String,
    error: Option<String>,
}

/// Where cargo keeps the sources of the crate that has the tests.
fn tests() -> Result<PathBuf, Failure> {
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .exec()?;
    let package =
        metadata.packages.iter().find(|package| *package.name == "datafusion-sqllogictest");
    let manifest = &package.ok_or("cargo does not know datafusion-sqllogictest")?.manifest_path;
    Ok(manifest.parent().ok_or("a manifest is in a folder")?.into())
}

/// Copies a folder, since tests write into theirs.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    for file in read_dir_recursive(from)? {
        let target = to.join(file.strip_prefix(from)?);
        std::fs::create_dir_all(target.parent().ok_or("a file is in a folder")?)?;
        std::fs::copy(&file, target)?;
    }
    Ok(())
}

/// Runs the records of a file, with the functions of every ruleset registered or without.
async fn outcomes(file: PathBuf, registered: bool) -> Result<Vec<Outcome>, Failure> {
    let name = file.strip_prefix("test_files")?.to_owned();
    let Some(test) = TestContext::try_new_for_test_file(&name).await else { return Ok(Vec::new()) };
    setup_scratch_dir(&name)?;
    if registered {
        for ruleset in rulesets::ALL {
            concord_datafusion::register(test.session_ctx(), ruleset.name())?;
        }
    }
    let mut runner = Runner::new(|| async {
        let hidden = indicatif::ProgressBar::hidden();
        hidden.set_message("file - 0 took > 500 ms");
        Ok(DataFusion::new(test.session_ctx().clone(), name.clone(), hidden))
    });
    runner.add_label("Datafusion");
    runner.with_column_validator(strict_column_validator);
    runner.with_normalizer(value_normalizer);
    runner.with_validator(df_value_validator);
    let mut outcomes = Vec::new();
    for record in sqllogictest::parse_file::<DFColumnType>(&file)? {
        let (at, sql) = match &record {
            Record::Halt { .. } => break,
            Record::Statement { loc, sql, .. } | Record::Query { loc, sql, .. } => {
                (loc.to_string(), sql.clone())
            }
            _ => (String::new(), String::new()),
        };
        let error = runner.run_async(record).await.err().map(|error| {
            let text = error.to_string();
            text.lines().filter(|line| !line.contains(REWRITES)).collect::<Vec<_>>().join("\n")
        });
        if !at.is_empty() {
            outcomes.push(Outcome { at, sql, error });
        }
    }
    Ok(outcomes)
}

/// The same where a panic of the tests' own code is an error.
async fn caught(file: &Path, registered: bool) -> Result<Vec<Outcome>, String> {
    let task = tokio::spawn(outcomes(file.to_owned(), registered));
    task.await.map_err(|error| error.to_string())?.map_err(|error| error.to_string())
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let only: Vec<String> = std::env::args().skip(1).collect();
    let folder = tempfile::tempdir()?;
    let tests = tests()?;
    for part in ["test_files", "data"] {
        copy(&tests.join(part), &folder.path().join(part))?;
    }
    std::env::set_current_dir(&folder)?;
    let mut files = read_dir_recursive("test_files")?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "slt"));
    files.retain(|file| only.is_empty() || only.iter().any(|name| file.ends_with(name)));
    files.sort();
    let (mut passed, mut failed, mut unsteady, mut skipped, mut changed) = (0, 0, 0, 0, 0);
    for file in &files {
        let (plain, with) = match (caught(file, false).await, caught(file, true).await) {
            (Ok(plain), Ok(with)) => (plain, with),
            (Err(plain), Err(with)) if plain == with => {
                println!("{}: cannot be run: {plain}", file.display());
                skipped += 1;
                continue;
            }
            (plain, with) => {
                let word =
                    |outcomes: Result<_, String>| outcomes.err().unwrap_or("runs".to_owned());
                println!("{}: {}; with functions: {}", file.display(), word(plain), word(with));
                changed += 1;
                continue;
            }
        };
        assert_eq!(plain.len(), with.len(), "{}: as many records each time", file.display());
        let again = match plain == with {
            true => None,
            false => Some(caught(file, false).await?),
        };
        for (place, (plain, with)) in plain.iter().zip(&with).enumerate() {
            match (&plain.error, &with.error) {
                (None, None) => passed += 1,
                (Some(before), Some(after)) if before == after => failed += 1,
                (before, _)
                    if again.as_ref().is_some_and(|again| again[place].error != *before) =>
                {
                    println!("{}: fails otherwise each time", plain.at);
                    unsteady += 1;
                }
                (before, after) => {
                    let word =
                        |error: &Option<String>| error.clone().unwrap_or("passes".to_owned());
                    println!("{}\n{}\nplainly: {}", plain.at, plain.sql, word(before));
                    println!("with functions: {}\n", word(after));
                    changed += 1;
                }
            }
        }
    }
    println!(
        "{} files, of which {skipped} cannot be run; {} rulesets; records that pass both times {passed}, \
         that fail both times by the same error {failed}, otherwise each time {unsteady}, that changed {changed}",
        files.len(),
        rulesets::ALL.len()
    );
    match changed {
        0 => Ok(()),
        _ => Err(format!("{changed} records changed").into()),
    }
}
