//! `eval` as a program in any language meets it: a line in, a line out.
#![cfg(feature = "eval")]

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use proptest::prelude::{Strategy, any, prop};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde::de::IgnoredAny;

/// Blocks of three lines: `# what it shows`, the line in, the line out.
const CASES: &str = include_str!("eval.txt");

struct Case {
    name: &'static str,
    asked: &'static str,
    wanted: &'static str,
}

fn cases() -> Vec<Case> {
    let blocks = CASES.split("\n\n").map(str::trim).filter(|block| !block.is_empty());
    let case = |block: &'static str| match block.lines().collect::<Vec<_>>()[..] {
        [name, asked, wanted] if name.starts_with("# ") => Case { name, asked, wanted },
        _ => panic!("a case is a name after `# `, a line in and a line out, not:\n{block}"),
    };
    blocks.map(case).collect()
}

/// What a run of the program left behind.
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn eval(arguments: &[&str], input: Vec<u8>) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_concord"))
        .arg("eval")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{error}"));
    let mut stdin = child.stdin.take().expect("it is piped");
    // It answers while it is asked: someone must read meanwhile. One that reads nothing is no mistake.
    let asking = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    let _ = asking.join().expect("writing does not panic");
    let [stdout, stderr] = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8(bytes).unwrap_or_else(|error| panic!("{error}")));
    Run { code: output.status.code(), stdout, stderr }
}

/// The answers to some lines, one for each, with nothing on stderr.
fn answers(lines: &[Vec<u8>]) -> Vec<String> {
    let run = eval(&[], lines.join(&b'\n'));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let answers: Vec<String> = run.stdout.lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), lines.len(), "one answer for each line");
    answers
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

#[test]
fn every_line_gets_the_answer_written_beside_it() {
    let cases = cases();
    let asked: Vec<Vec<u8>> = cases.iter().map(|case| case.asked.into()).collect();
    let mut failures = String::new();
    for (Case { name, asked, wanted }, got) in cases.iter().zip(answers(&asked)) {
        assert!(is_json(&got), "{name}: {got}");
        if got != *wanted {
            let _ = write!(failures, "{name}\n asked {asked}\n   got {got}\nwanted {wanted}\n\n");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn a_query_answers_what_computing_gives() {
    let computed = |case: &Case| {
        let other = [
            "\"query\"",
            "\"cast\"",
            "\"can_cast\"",
            "\"promote\"",
            "\"result_type\"",
            "\"array\"",
        ];
        case.asked.contains("\"operands\":[") && !other.iter().any(|op| case.asked.contains(op))
    };
    // Shapes, axes and elements are not asked about.
    let asked_about = [
        "{\"dtype\"",
        "\"refused\"",
        "\"unknown\"",
        "\"unsupported\"",
        "\"op_",
        "\"output_dtype\"",
    ];
    let more = ["\"scalar_out_of_range\"", "\"operands\""];
    let mut cases = cases();
    cases.retain(|case| {
        computed(case) && asked_about.iter().chain(&more).any(|key| case.wanted.contains(key))
    });
    let with_query = |case: &Case| {
        let asked = case.asked.trim_end().strip_suffix('}').expect("an object");
        format!("{asked},\"query\":\"dtype\"}}").into_bytes()
    };
    let lines: Vec<Vec<u8>> = cases.iter().map(with_query).collect();
    assert!(lines.len() > 50);
    for (Case { name, wanted, .. }, got) in cases.iter().zip(answers(&lines)) {
        let wanted = wanted.split(",\"shape\"").next().unwrap_or(wanted);
        assert!(got.starts_with(wanted), "{name}\n   got {got}\nwanted {wanted}");
    }
}

#[test]
fn the_readmes_lines_are_among_the_cases() {
    let readme = include_str!("../../README.md");
    let section = readme.split("## From any language").nth(1).expect("the README has the section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let shown: Vec<&str> = section
        .split("```")
        .filter_map(|block| block.strip_prefix("json\n"))
        .flat_map(str::lines)
        .collect();
    assert!(!shown.is_empty() && shown.len().is_multiple_of(2), "a question, then its answer");
    for pair in shown.chunks(2) {
        let known = cases().iter().any(|case| pair == [case.asked, case.wanted]);
        assert!(known, "cli/tests/eval.txt does not have\n{}\n{}", pair[0], pair[1]);
    }
}

/// Damages a line as accidents do: bytes replaced, put in, taken out, cut off or doubled.
fn damaged(mut line: Vec<u8>, damages: &[(usize, u8, u8)]) -> Vec<u8> {
    for &(place, how, byte) in damages {
        let place = place % line.len().max(1);
        match how % 5 {
            _ if line.is_empty() => line.push(byte),
            0 => line[place] = byte,
            1 => line.insert(place, byte),
            2 => drop(line.remove(place)),
            3 => line.truncate(place + 1),
            _ => line.extend_from_within(place..),
        }
    }
    // A line is one line, and an empty one is not answered.
    line.retain(|&byte| byte != b'\n');
    if line.trim_ascii().is_empty() { vec![b'['] } else { line }
}

#[test]
fn damaged_lines_get_one_answer_each_and_the_program_goes_on() {
    let cases = cases();
    let damages = prop::collection::vec((any::<usize>(), any::<u8>(), any::<u8>()), 1..4);
    let damage = (0..cases.len(), damages);
    let mut runner = TestRunner::deterministic();
    let lines: Vec<Vec<u8>> = (0..2000)
        .map(|_| {
            let tree = damage.new_tree(&mut runner).unwrap_or_else(|error| panic!("{error}"));
            let (place, damages) = tree.current();
            damaged(cases[place].asked.into(), &damages)
        })
        .collect();
    for (line, answer) in lines.iter().zip(answers(&lines)) {
        let shown = String::from_utf8_lossy(line);
        assert!(is_json(&answer), "asked {shown}\ngot {answer}");
        assert!(!answer.contains("\"error\":\"internal\""), "asked {shown}\ngot {answer}");
    }
}

#[test]
fn lines_that_no_text_file_holds() {
    let deep = |open: &str| open.repeat(200_000).into_bytes();
    let nested = format!(
        r#"{{"ruleset":"dpctl","op":"zeros","shape":[0],"id":{}1{}}}"#,
        "[".repeat(1000),
        "]".repeat(1000)
    );
    let lines = [
        (b"{\"ruleset\":\"\xff\"}".to_vec(), "byte 12 of the line is not UTF-8"),
        (b"\0".to_vec(), "the line is not a JSON object: expected value at line 1 column 1"),
        (b"{}\r".to_vec(), "`ruleset` is missing"),
        (b"{\"id\":[1,\r2]\r}".to_vec(), "{\"id\":[1,2],\"error\""),
        (deep("["), "the line is not a JSON object: invalid type: sequence"),
        (deep("{\"id\":"), "the line is not a JSON object: EOF while parsing"),
        (nested.into_bytes(), "{\"id\":[[["),
    ];
    let asked: Vec<Vec<u8>> = lines.iter().map(|(line, _)| line.clone()).collect();
    for ((_, wanted), got) in lines.iter().zip(answers(&asked)) {
        assert!(got.contains(wanted), "\n   got {got:.200}\nwanted {wanted}");
    }
}

#[test]
fn empty_lines_are_skipped_and_the_last_needs_no_end() {
    let asked = cases().remove(0);
    let run = eval(&[], format!("\n  \r\n{}\n\n\t\n{}", asked.asked, asked.asked).into_bytes());
    let wanted = format!("{}\n{}\n", asked.wanted, asked.wanted);
    assert_eq!((run.code, run.stdout, run.stderr.as_str()), (Some(0), wanted, ""));
}

/// The program, what it reads, and its lines.
fn conversation() -> (Child, ChildStdin, Lines<BufReader<ChildStdout>>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_concord"))
        .arg("eval")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{error}"));
    let stdin = child.stdin.take().expect("it is piped");
    let answers = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    (child, stdin, answers)
}

#[test]
fn a_line_is_answered_before_the_next_is_asked() {
    let (mut child, mut stdin, mut answers) = conversation();
    for case in cases().iter().take(3) {
        // With the beginning of the next line, too, it must not wait for the end of that.
        let asked = format!("{}\n ", case.asked);
        stdin.write_all(asked.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        let got = answers.next().expect("it goes on").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(got, case.wanted, "{}", case.name);
    }
    drop(stdin);
    assert!(child.wait().is_ok_and(|status| status.success()));
}

#[test]
fn a_long_line_is_a_line() {
    let count = 1 << 20;
    let list = vec!["1"; count].join(",");
    let line = format!(
        r#"{{"ruleset":"dpctl","op":"sum","operands":[{{"dtype":"int32","values":[{list}]}}]}}"#
    );
    let wanted = r#"{"dtype":"int64","shape":[],"values":[1048576],"bits":["0000000000100000"]}"#;
    assert_eq!(answers(&[line.into_bytes()]), [wanted]);
}

/// A line of more keys than any takes, each another.
fn keys(count: usize) -> Vec<u8> {
    let mut line = String::from("{\"id\":1");
    (0..count).for_each(|place| write!(line, ",\"{place}\":0").expect("a string takes it"));
    line.push('}');
    line.into_bytes()
}

/// A list that a line is filled up with.
fn ones(bytes: usize) -> Vec<u8> {
    let mut list = b"1,".repeat(bytes / 2);
    list.pop();
    list
}

#[test]
fn what_is_too_large_is_refused_and_the_next_line_answered() {
    const MIB: usize = 1 << 20;
    let case = cases().remove(0);
    let beginning = |id: &str| {
        format!("{{{id}\"ruleset\":\"dpctl\",\"op\":\"add\",\"operands\":[").into_bytes()
    };
    let longest = "the line is longer than 67108864 bytes, which is the most";
    let lines = [
        (
            [&beginning("\"id\":[7,8],")[..], &ones(65 * MIB)].concat(),
            r#"{"id":[7,8],"error":"too_large""#,
            longest,
        ),
        ([&beginning("")[..], &ones(65 * MIB)].concat(), r#"{"error":"too_large""#, longest),
        ([&b"{\"id\":"[..], &b"7".repeat(65 * MIB)].concat(), r#"{"error":"too_large""#, longest),
        (
            [&beginning("")[..], &ones(MIB), b"]}"].concat(),
            r#"{"error":"too_large""#,
            "524288 operands: a line takes 1024 at the most",
        ),
        (keys(100_000), r#"{"error":"malformed""#, "the line has 100001 keys, more than any takes"),
    ];
    let mut asked = Vec::new();
    for (line, ..) in &lines {
        asked.extend([line.clone(), case.asked.into()]);
    }
    for (answers, (_, beginning, message)) in answers(&asked).chunks(2).zip(lines) {
        assert!(
            answers[0].starts_with(beginning) && answers[0].contains(message),
            "{}",
            answers[0]
        );
        assert_eq!(answers[1], case.wanted);
    }
}

#[test]
fn every_instruction_set_there_is_answers_alike() {
    let asked = cases().iter().map(|case| case.asked).collect::<Vec<_>>().join("\n");
    let runs = runtime::Isa::ALL.map(|isa| {
        let run = eval(&["--isa", isa.name()], asked.clone().into_bytes());
        match isa.is_available() {
            true => Some(run.stdout),
            false => {
                let wanted = format!("error: this machine does not have {isa}");
                assert!(run.code == Some(2) && run.stderr.starts_with(&wanted), "{}", run.stderr);
                None
            }
        }
    });
    let mut answers = runs.iter().flatten();
    let baseline = answers.next().expect("every machine has the baseline");
    assert!(answers.all(|answer| answer == baseline));
    let unknown = eval(&["--isa", "sse9"], Vec::new());
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.stderr.contains("no instruction-set level is called `sse9`"));
}

/// How much memory the program's file takes while it runs.
#[cfg(target_os = "linux")]
fn kilobytes_of_the_program() -> u64 {
    let (mut child, mut stdin, mut answers) = conversation();
    // When it answers, all of it is there.
    stdin.write_all(b"{}\n").unwrap_or_else(|error| panic!("{error}"));
    let answer = answers.next();
    let maps = std::fs::read_to_string(format!("/proc/{}/maps", child.id()));
    drop(stdin);
    child.wait().unwrap_or_else(|error| panic!("{error}"));
    assert!(answer.is_some_and(|answer| answer.is_ok()), "it gave no answer");
    let maps = maps.expect("Linux says what a process has in memory");
    let place = |text: &str| u64::from_str_radix(text, 16).expect("places are hexadecimal");
    let size = |line: &str| {
        let (places, _) = line.split_once(' ').expect("a line begins with where it is");
        let (from, to) = places.split_once('-').expect("it is from somewhere to somewhere");
        place(to) - place(from)
    };
    maps.lines().filter(|line| line.ends_with("/concord")).map(size).sum::<u64>() / 1024
}

#[test]
#[cfg(target_os = "linux")]
fn what_memory_cannot_hold_is_refused_and_the_next_line_answered() {
    let case = cases().remove(0);
    let beginning = br#"{"ruleset":"dpctl","op":"array","values":["#;
    let asked = [&beginning[..], &ones(5 << 18), b"]}\n", case.asked.as_bytes()].concat();
    let refused = |message| format!(r#"{{"error":"too_large","message":"{message}"}}"#);
    let answers = [
        refused("memory cannot hold the line"),
        refused("`values`: memory cannot hold the elements"),
        r#"{"dtype":"int64","shape":[655360],"values":[1,1,"#.to_owned(),
    ];
    // Less does not hold what is known of a ruleset.
    let least = kilobytes_of_the_program() + 60_000;
    let mut seen = Vec::new();
    for most in (least..least + 195_000).step_by(15_000) {
        let (code, stdout) = eval_within(most, asked.clone());
        let lines: Vec<&str> = stdout.lines().collect();
        let known = |line: &&str| answers.iter().position(|answer| line.starts_with(answer));
        match (lines.first().and_then(known), &lines[..]) {
            (Some(place), &[_, next]) if next == case.wanted && code == Some(0) => seen.push(place),
            _ => panic!("within {most} kB: exit code {code:?} after {stdout:.400}"),
        }
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, [0, 1, 2], "which of the answers were seen");
}

/// What `eval` answers within so many kilobytes, and its exit code.
#[cfg(target_os = "linux")]
fn eval_within(most: u64, asked: Vec<u8>) -> (Option<i32>, String) {
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v $1 && exec \"$0\" eval --threads 1"])
        .args([env!("CARGO_BIN_EXE_concord"), &most.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{error}"));
    let mut stdin = child.stdin.take().expect("it is piped");
    // A program that has ended reads no more.
    let asking = std::thread::spawn(move || stdin.write_all(&asked));
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    let _ = asking.join().expect("writing does not panic");
    (output.status.code(), String::from_utf8(output.stdout).expect("JSON is UTF-8"))
}
