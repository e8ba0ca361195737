//! `site`: the explorer, built by the tools of `site/` and filled from the spec and the recorded runs.
//!
//! The page without data is committed, so that `concord explore` needs no Node.js; it changes with `site/` alone, since
//! data is put into it when the page is made.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;

use codegen::catalog::Ruleset;

use crate::{Answer, catalog, cli, sources};

/// The page without data, as it is built and as it is committed.
const BUILT: &str = "site/dist/explorer.html";
const COMMITTED: &str = "cli/assets/explorer.html";

/// The page with data.
const PAGE: &str = "target/site/index.html";

pub(crate) fn run(args: &cli::Site, root: &Path) -> Answer {
    build(root)?;
    let shell = read(&root.join(BUILT))?;
    let fresh = fs::read_to_string(root.join(COMMITTED)).is_ok_and(|known| known == shell);
    let mut text = String::new();
    if !fresh && args.check {
        return Err(format!(
            "stale: {COMMITTED}\nit is not what site/ gives: run `cargo xtask site`\n"
        ));
    }
    if !fresh {
        write(&root.join(COMMITTED), &shell)?;
        text += &format!("wrote     {COMMITTED}\n");
    }
    let page = page(root, &shell)?;
    write(&root.join(PAGE), &page)?;
    text += &format!("{PAGE}: {} bytes, {} of them without data\n", page.len(), shell.len());
    if args.open {
        let path = root.join(PAGE);
        open::that_detached(path).map_err(|error| format!("no browser: {error}\n"))?;
    }
    if let Some(port) = args.serve {
        serve(port, page.as_bytes()).map_err(|error| format!("{error}\n"))?;
    }
    Ok(text)
}

/// Installs the tools if they are not those of the lock file, and builds the page without data.
fn build(root: &Path) -> Result<(), String> {
    let site = root.join("site");
    let changed = |path: &str| fs::metadata(site.join(path)).and_then(|file| file.modified()).ok();
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_none() || installed < changed("package-lock.json") {
        npm(&site, &["ci", "--no-audit", "--no-fund"])?;
    }
    npm(&site, &["run", "--silent", "build"])
}

fn npm(site: &Path, words: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program).args(words).current_dir(site).output();
    let output = output.map_err(|error| {
        format!("cannot start npm: {error}\nthe explorer is built with Node.js 20 or newer\n")
    })?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "npm {} failed\n{}{}",
            words.join(" "),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

fn page(root: &Path, shell: &str) -> Answer {
    let catalog = catalog(&sources(root))?;
    // Random questions are of values, which the page does not have.
    let (folder, no_random) = (root.join("conformance/observed"), Path::new(""));
    let runs = observed::load_with(&folder, no_random, &catalog);
    let runs = runs.map_err(|error| format!("{error}\n"))?;
    let rulesets: Vec<&Ruleset> = catalog.rulesets.iter().collect();
    observed::page(shell, &catalog, &rulesets, &runs).map_err(|error| format!("{error}\n"))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}\n", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = folder.and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("cannot write {}: {error}\n", path.display()))
}

/// Answers every request with the page.
fn serve(port: u16, page: &[u8]) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    eprintln!("http://{}/", listener.local_addr()?);
    for stream in listener.incoming() {
        // A browser that has gone away is no failure.
        let _ = stream.and_then(|stream| answer(stream, page));
    }
    Ok(())
}

/// The page, whatever is asked for.
fn answer(mut stream: TcpStream, page: &[u8]) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        page.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(page)
}
