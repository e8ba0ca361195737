//! A virtual environment under `target/observe/` with a framework's pinned requirements, made once.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use codegen::files;

use super::{Oracle, Places, python, spinner, tail};

/// The environment's folder, made anew where there is none or its requirements have changed.
pub(super) fn ready(
    places: &Places,
    oracle: &Oracle,
    given: Option<&Path>,
) -> Result<PathBuf, String> {
    let requirements = places.own.join("requirements.txt");
    let wanted = fs::read_to_string(&requirements)
        .map_err(|error| format!("cannot read {}: {error}\n", requirements.display()))?;
    let venv = places.work.join("venv");
    // Written last, so that an environment that is half made is made again.
    let stamp = places.work.join("installed.txt");
    let made = fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted);
    if made && given.is_none() && interpreter(&venv).is_file() {
        return Ok(venv);
    }
    let python = python::find(&oracle.python, given)?;
    files::remove(&stamp).map_err(|error| format!("{error}\n"))?;
    match fs::remove_dir_all(&venv) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(format!("cannot delete {}: {error}\n", venv.display()));
        }
        _ => {}
    }
    let log = places.work.join("install.log");
    let bar = spinner(format!("installing {} with {}", places.own.display(), python.display()));
    let mut make = Command::new(&python);
    make.args(["-m", "venv"]).arg(&venv);
    step(&mut make, &log)?;
    let mut install = Command::new(interpreter(&venv));
    install.args(["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "-r"]);
    step(install.arg(&requirements), &log)?;
    bar.finish_and_clear();
    files::replace(&stamp, &wanted).map_err(|error| format!("{error}\n"))?;
    Ok(venv)
}

/// The environment's own Python.
pub(super) fn interpreter(venv: &Path) -> PathBuf {
    venv.join("bin/python")
}

fn step(command: &mut Command, log: &Path) -> Result<(), String> {
    let file = File::options().create(true).append(true).open(log);
    let file = file.map_err(|error| format!("cannot write {}: {error}\n", log.display()))?;
    let errors = file.try_clone();
    let status = errors.and_then(|errors| command.stdout(file).stderr(errors).status());
    let status = status.map_err(|error| format!("cannot run {command:?}: {error}\n"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?} ended with {status}:\n{}", tail(log))),
    }
}
