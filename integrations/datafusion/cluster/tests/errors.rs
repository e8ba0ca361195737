//! An error of an executor reaches the client as the sentence that one process prints.

mod support;

use std::process::Command;

#[test]
fn an_error_of_an_executor_is_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    support::table(&data, 2, 20);
    let (address, _scheduler, _executors) = support::cluster(&[folder.path().join("work")]);
    let table = format!("data={}", data.display());
    let query = "select torch_floor_divide(i, torch_subtract(u, u)) as q from data";
    let words = ["--quiet", "--ruleset", "torch", "--file", &table, query];
    let mut submit = Command::new(env!("CARGO_BIN_EXE_concord-submit"));
    let output = submit.args(["--scheduler", &address]).args(words).output();
    let output = output.expect("the client ends");
    let error = String::from_utf8_lossy(&output.stderr);
    println!("{error}");
    assert!(!output.status.success(), "it is an error");
    assert!(error.contains("torch_floor_divide(int8, uint8): "), "{error}");
    assert!(!error.contains("Compute {"), "{error}");
}
