//! Lines that `concord eval` reads: each that is not empty gets one line of JSON, and none is a failure of ours.

use serde::Deserialize;

/// What is read of an answer, which may have millions of elements.
#[derive(Deserialize)]
struct Answer {
    error: Option<String>,
}

pub(crate) fn lines(bytes: &[u8]) {
    let mut answers = Vec::new();
    concord::eval(bytes, &mut answers).expect("a vector takes all that is written");
    let answers = String::from_utf8(answers).expect("answers are UTF-8");
    let asked = bytes.split(|&byte| byte == b'\n').filter(|line| {
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        !line.trim_ascii().is_empty()
    });
    assert_eq!(answers.lines().count(), asked.count(), "{answers}");
    for answer in answers.lines() {
        let read: Answer =
            serde_json::from_str(answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
        assert_ne!(read.error.as_deref(), Some("internal"), "{answer}");
    }
}
