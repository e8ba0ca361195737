//! Generated files on a disk that is not as `regen` left it, and runs that are killed or meet each other.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::MINDSPORE;
use tempfile::TempDir;

use crate::support::{copy, run as xtask};

const GENERATED: &str = "runtime/src/generated";

/// Part of a line of MindSpore's grid.
const ALIGNED: &str = "u64   u64   -     -";

#[test]
fn what_a_killed_run_left_unfinished_is_not_left_over_and_regen_deletes_it() {
    let root = small_copy();
    let folders = [GENERATED, "runtime/src/generated/kernels", "spec/frameworks", "docs"];
    let unfinished = folders.map(|folder| root.path().join(folder).join(".add.rs.01.unfinished"));
    for path in &unfinished {
        write(path, "half a fi");
    }
    let check = xtask(root.path(), "regen --check");
    assert_eq!((check.code, check.stderr.as_str()), (Some(0), ""));
    // A process that is still writing has its file locked.
    let locked = fs::File::open(&unfinished[1]).unwrap_or_else(|error| panic!("{error}"));
    locked.lock().unwrap_or_else(|error| panic!("{error}"));
    let regen = xtask(root.path(), "regen");
    assert_eq!((regen.code, regen.stderr.as_str()), (Some(0), ""));
    assert_eq!(unfinished.each_ref().map(|path| path.exists()), [false, true, false, false]);
}

#[test]
fn an_error_names_the_file_and_what_was_tried() {
    let root = small_copy();
    let fails = |line: &str, path: &str, wanted: &str| {
        let wanted = wanted.replace("{}", &root.path().join(path).display().to_string());
        let run = xtask(root.path(), line);
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.starts_with(&wanted), "`{wanted}` is not in: {}", run.stderr);
    };
    // A folder where a file belongs, and files where folders belong.
    write(&root.path().join("docs/frameworks/mindspore.md/notes"), "");
    fails("report", "docs/frameworks/mindspore.md", "cannot read {}: ");
    assert_eq!(unfinished(root.path()), Vec::<PathBuf>::new());
    for (line, path, wanted) in [
        ("report", "docs", "cannot read {}/"),
        ("regen", "runtime/src/generated/kernels", "cannot read {}/"),
        ("regen", "runtime", "cannot read {}/src/generated/"),
    ] {
        let path_here = root.path().join(path);
        fs::remove_dir_all(&path_here).unwrap_or_else(|error| panic!("{error}"));
        write(&path_here, "");
        fails(line, path, wanted);
    }
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_replaced_or_refused_and_never_written_through() {
    use std::os::unix::fs::symlink;
    let root = small_copy();
    let elsewhere = root.path().join("elsewhere");
    write(&elsewhere.join("precious.txt"), "precious");
    let link = |to: &str, path: &str| {
        let path = root.path().join(path);
        drop(fs::remove_file(&path));
        symlink(elsewhere.join(to), path).unwrap_or_else(|error| panic!("{error}"));
    };
    link("precious.txt", "runtime/src/generated/op.rs");
    link("nothing.txt", "runtime/src/generated/dtype.rs");
    link("precious.txt", "runtime/src/generated/left.rs");
    link("nothing.txt", "runtime/src/generated/over.rs");
    let regen = xtask(root.path(), "regen");
    assert_eq!((regen.code, regen.stderr.as_str()), (Some(0), ""));
    assert!(regen.stdout.contains(" 4 changed"), "{}", regen.stdout);
    assert_eq!(xtask(root.path(), "regen --check").code, Some(0));
    assert!(!root.path().join("runtime/src/generated/op.rs").is_symlink());

    link("", "runtime/src/generated/folder");
    for line in ["regen", "regen --check"] {
        let refused = xtask(root.path(), line);
        let wanted = "runtime/src/generated/folder: it is a symbolic link, delete it first\n";
        assert_eq!(refused.code, Some(1));
        assert!(refused.stderr.ends_with(wanted), "{}", refused.stderr);
    }
    assert_eq!(texts(&elsewhere), [(elsewhere.join("precious.txt"), b"precious".to_vec())].into());
}

#[test]
fn runs_at_the_same_time_all_succeed() {
    let root = small_copy();
    let fresh = texts(root.path());
    for round in 0..15 {
        make_old(&fresh);
        for number in 0..20 {
            write(&root.path().join(format!("{GENERATED}/stray/{number}.rs")), "// stray\n");
        }
        let runs = [(); 3].map(|()| regen(root.path(), Stdio::piped()));
        for run in runs {
            let output = run.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "round {round}: {error}");
        }
        assert!(texts(root.path()) == fresh, "round {round} did not mend all files");
    }
}

#[cfg(unix)]
#[test]
fn a_killed_run_leaves_every_file_whole() {
    let root = small_copy();
    let fresh = texts(root.path());
    let mut longest = Duration::ZERO;
    let mut halfway = 0;
    for round in 0..101 {
        let made = make_old(&fresh);
        let start = Instant::now();
        let mut run = regen(root.path(), Stdio::null());
        if round == 0 {
            assert!(run.wait().is_ok_and(|status| status.success()));
            longest = start.elapsed();
            continue;
        }
        if round % 2 == 0 {
            let moment = longest.mul_f64(f64::from(round) / 100.0);
            thread::sleep(moment.saturating_sub(start.elapsed()));
        } else {
            // However slow it is today, between its first file and its last.
            while !made.keys().any(|path| is_changed(path, made[path].len()))
                && run.try_wait().is_ok_and(|status| status.is_none())
            {
                thread::yield_now();
            }
        }
        drop(run.kill());
        drop(run.wait());
        let mut new = 0;
        for (path, old) in &made {
            let found = fs::read(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            assert!(found == *old || found == fresh[*path], "{path:?} is neither old nor new");
            new += usize::from(found != *old);
        }
        halfway += usize::from(new > 0 && new < made.len());
    }
    assert!(halfway > 0, "no run was killed while it wrote");
    assert_eq!(xtask(root.path(), "regen").code, Some(0));
    assert!(texts(root.path()) == fresh, "the last run mends all files");
}

/// Whether a file is no longer as long as it was.
#[cfg(unix)]
fn is_changed(path: &Path, len: usize) -> bool {
    fs::metadata(path).is_ok_and(|file| file.len() != u64::try_from(len).unwrap_or_default())
}

/// A copy with one framework and what is generated for it, which takes most of its time to write.
fn small_copy() -> TempDir {
    let root = copy();
    let frameworks = root.path().join("spec/frameworks");
    let mindspore = texts(&frameworks).remove(&root.path().join(MINDSPORE));
    let mindspore = String::from_utf8(mindspore.unwrap_or_default());
    fs::remove_dir_all(&frameworks).unwrap_or_else(|error| panic!("{error}"));
    write(&root.path().join(MINDSPORE), &mindspore.unwrap_or_else(|error| panic!("{error}")));
    let run = xtask(root.path(), "regen");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    root
}

/// Every file below a folder, by its path.
fn texts(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}")) {
        let path = entry.unwrap_or_else(|error| panic!("{error}")).path();
        if path.is_dir() {
            texts.extend(self::texts(&path));
        } else {
            let text = fs::read(&path).unwrap_or_else(|error| panic!("{error}"));
            texts.insert(path, text);
        }
    }
    texts
}

fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = texts(folder).into_keys().collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "unfinished"));
    paths
}

/// Gives some generated files and the grids of a spec file another text, which `regen` mends; those texts.
fn make_old(fresh: &BTreeMap<PathBuf, Vec<u8>>) -> BTreeMap<&Path, Vec<u8>> {
    let generated = |path: &Path| path.components().any(|part| part.as_os_str() == "generated");
    // A disk is slow enough for a run that writes a fourth of them to be killed while it does.
    let some = fresh.iter().filter(|(path, _)| generated(path)).step_by(4);
    let mut made = BTreeMap::new();
    for (path, text) in some.chain(fresh.iter().filter(|(path, _)| path.ends_with(MINDSPORE))) {
        let text = String::from_utf8_lossy(text);
        let old = match generated(path) {
            true => text.repeat(2),
            false => text.replacen(ALIGNED, "u64   u64 - -", 1),
        };
        assert_ne!(old, text, "{path:?}");
        write(path, &old);
        made.insert(path.as_path(), old.into_bytes());
    }
    made
}

fn regen(root: &Path, stderr: Stdio) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(["regen", "--root"]).arg(root).stdout(Stdio::null()).stderr(stderr);
    command.spawn().unwrap_or_else(|error| panic!("{error}"))
}

fn write(path: &Path, text: &str) {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .unwrap_or_else(|error| panic!("{path:?}: {error}"));
}
