//! Every kept input of every target, on the stable toolchain and without a fuzzer.

use std::fs;
use std::path::Path;

use fuzz::TARGETS;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

fn folder(target: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

#[test]
fn the_inputs_that_were_kept_find_nothing() {
    for (name, target) in TARGETS {
        let files = fs::read_dir(folder(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut paths: Vec<_> =
            files.map(|file| file.unwrap_or_else(|error| panic!("{error}")).path()).collect();
        paths.sort();
        assert!(!paths.is_empty(), "the corpus of {name} is empty");
        for path in paths {
            let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            println!("{}", path.display());
            target(&bytes);
        }
    }
}

/// As a fuzzer would begin, but the same each time.
#[test]
fn arbitrary_operands_find_nothing() {
    let seed = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config { cases: 3000, ..Config::default() }, seed);
    let bytes = prop::collection::vec(any::<u8>(), 64..400);
    let run = runner.run(&bytes, |bytes| {
        fuzz::target("kernels")(&bytes);
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
}
