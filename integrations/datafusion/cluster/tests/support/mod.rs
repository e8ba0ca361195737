//! Processes of a cluster on this machine, and a table of many Parquet files.

use std::fs::File;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use arrow::array::{ArrayRef, Float32Array, Int8Array, Int64Array, RecordBatch, UInt8Array};
use parquet::arrow::ArrowWriter;

/// A process that ends with the test.
pub(crate) struct Process(pub(crate) Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A program with these words, which prints nothing.
pub(crate) fn start(program: &str, words: &[String]) -> Process {
    let mut command = Command::new(program);
    command.args(words).stdout(Stdio::null()).stderr(Stdio::null());
    Process(command.spawn().expect("the program starts"))
}

/// A port that nobody listens on.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}

/// The columns of one of the files.
fn part(number: usize, rows: usize) -> RecordBatch {
    let ids: Vec<usize> = (number * rows..(number + 1) * rows).collect();
    let mixed = |id: usize, by: usize| (id.wrapping_mul(by) >> 7) & 0xffff;
    let float =
        |id: usize, by: usize| f32::from(u16::try_from(mixed(id, by)).unwrap_or(0)) / 9001.0 - 3.0;
    let columns: [(&str, ArrayRef); 5] = [
        ("id", Arc::new(ids.iter().map(|&id| i64::try_from(id).ok()).collect::<Int64Array>())),
        (
            "i",
            Arc::new(
                ids.iter()
                    .map(|&id| {
                        (id % 11 != 0)
                            .then(|| mixed(id, 0x9e37_79b1).to_le_bytes()[0].cast_signed())
                    })
                    .collect::<Int8Array>(),
            ),
        ),
        (
            "u",
            Arc::new(
                ids.iter()
                    .map(|&id| Some(mixed(id, 0x85eb_ca77).to_le_bytes()[0]))
                    .collect::<UInt8Array>(),
            ),
        ),
        (
            "x",
            Arc::new(ids.iter().map(|&id| Some(float(id, 0xc2b2_ae3d))).collect::<Float32Array>()),
        ),
        (
            "y",
            Arc::new(ids.iter().map(|&id| Some(float(id, 0x27d4_eb2f))).collect::<Float32Array>()),
        ),
    ];
    RecordBatch::try_from_iter(columns).expect("columns of one length")
}

/// Writes so many files, of as many rows each, into a new folder.
pub(crate) fn table(folder: &Path, parts: usize, rows: usize) {
    std::fs::create_dir(folder).expect("a folder");
    for number in 0..parts {
        let batch = part(number, rows);
        let file = File::create(folder.join(format!("part-{number:03}.parquet"))).expect("a file");
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).expect("a writer");
        writer.write(&batch).expect("it writes");
        writer.close().expect("it ends");
    }
}

/// A scheduler and as many executors of one task at a time as there are folders for their results.
pub(crate) fn cluster(works: &[impl AsRef<Path>]) -> (String, Process, Vec<Process>) {
    let port = free_port();
    let listen = format!("127.0.0.1:{port}");
    // A scheduler stops an executor that it counts as gone: on a busy machine heartbeats come late. And so other ones
    // have done what was left before a killed one counts as gone: its tasks must reach an executor that is idle.
    let scheduler = ["--listen", &listen, "--executor-timeout", "20"].map(str::to_owned);
    let scheduler = start(env!("CARGO_BIN_EXE_concord-scheduler"), &scheduler);
    let executors = works.iter().map(|work| {
        let work = work.as_ref();
        std::fs::create_dir(work).expect("a folder");
        let words = [
            "--scheduler-port",
            &port.to_string(),
            "--port",
            &free_port().to_string(),
            "--grpc-port",
            &free_port().to_string(),
            "--work",
            &work.display().to_string(),
        ];
        start(env!("CARGO_BIN_EXE_concord-executor"), &words.map(str::to_owned))
    });
    let executors = executors.collect();
    std::thread::sleep(Duration::from_secs(3));
    (format!("df://{listen}"), scheduler, executors)
}
