//! Files that queries write and read: what is there stays as it was unless the answer is whole.

use std::path::Path;

use clap::Parser;
use concord_sql::{Args, Failure, answer, config, open, runtime};
use datafusion::prelude::SessionContext;

/// The query answered from a table `data`, into a file.
async fn write(data: &Path, out: &Path, query: &str) -> Result<(), Failure> {
    let (data, out) = (format!("data={}", data.display()), out.display().to_string());
    let words =
        ["concord-sql", "--quiet", "--ruleset", "torch", "--file", &data, "--out", &out, query];
    let args = Args::try_parse_from(words).expect("words that are understood");
    let ctx = SessionContext::new_with_config_rt(config(&args), runtime(&args)?);
    open(&ctx, &args)?;
    answer(&ctx, &args).await
}

/// The names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_file_is_replaced_when_the_answer_is_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let csv = folder.path().join("data.csv");
    std::fs::write(&csv, "a,z\n7,1\n8,0\n").expect("a table");
    for ending in ["parquet", "csv", "arrow", "npy"] {
        let out = folder.path().join(format!("out.{ending}"));
        write(&csv, &out, "select a from data").await.expect("it is written");
        let before = std::fs::read(&out).expect("the answer");
        assert!(!before.is_empty(), "{ending}");
        // An error of planning, and one when rows are computed.
        for query in ["select b from data", "select torch_floor_divide(a, z) as a from data"] {
            write(&csv, &out, query).await.expect_err("it fails");
            assert!(std::fs::read(&out).expect("the answer") == before, "{ending}: {query}");
        }
        if ending != "csv" {
            // The file that is read is the one that is written.
            let name = if ending == "npy" { "value" } else { "a" };
            let query = format!("select {name} + 1 as a from data");
            write(&out, &out, &query).await.expect("it is written anew");
        }
        assert!(std::fs::read(&out).expect("the answer").len() > 10 || ending == "csv", "{ending}");
    }
    let wanted = ["data.csv", "out.arrow", "out.csv", "out.npy", "out.parquet"];
    assert_eq!(names(folder.path()), wanted);
}

#[tokio::test]
async fn a_file_of_no_bytes_is_refused_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.csv");
    for ending in ["parquet", "arrow"] {
        let inner = folder.path().join(ending);
        std::fs::create_dir(&inner).expect("a folder");
        let data = inner.join(format!("empty.{ending}"));
        std::fs::write(&data, "").expect("a file");
        for table in [&data, &inner] {
            let failure = write(table, &out, "select 1 as a").await.expect_err("it is refused");
            let wanted = format!("{}: the file has no bytes", data.display());
            assert!(failure.to_string().starts_with(&wanted), "{failure}");
        }
    }
}
