//! The bytes of a line → the line that answers it.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::eval::answer::{Answer, answer};
use crate::eval::failure::Failure;
use crate::eval::object::{Object, id_of};
use crate::eval::print;
use crate::eval::remarks::Remarks;

/// Writes the one line that answers a line, whatever is in it.
pub(super) fn respond(line: &[u8], out: &mut impl Write) -> io::Result<()> {
    let object = match text(line).and_then(|text| Object::parse(text, "")) {
        Ok(object) => object,
        Err(failure) => return print::line(None, Err(&failure), &Remarks::default(), out),
    };
    let (answered, remarks) = caught(&object);
    print::line(object.get("id"), answered.as_ref(), &remarks, out)
}

/// How much of a line that is too long is searched for its `id`.
const BEGINNING: usize = 4 << 10;

/// Writes the one line that answers a line of which memory holds only the beginning.
pub(super) fn refuse(line: &[u8], longest: usize, out: &mut impl Write) -> io::Result<()> {
    let beginning = line[..line.len().min(BEGINNING)].utf8_chunks().next();
    let id = beginning.and_then(|text| id_of(text.valid()));
    let why = match line.len() < longest {
        true => "memory cannot hold the line".to_owned(),
        false => format!("the line is longer than {longest} bytes, which is the most"),
    };
    print::line(id, Err(&Failure::too_large(why)), &Remarks::default(), out)
}

/// The answer; a panic, which is a bug of ours, is an error of this line and of no other.
fn caught(object: &Object<'_>) -> (Result<Answer, Failure>, Remarks) {
    catch_unwind(AssertUnwindSafe(|| answer(object))).unwrap_or_else(|_| {
        let message = "a bug of Concord, please report this line: it panicked, as shown on stderr";
        (Err(Failure::new("internal", message)), Remarks::default())
    })
}

fn text(line: &[u8]) -> Result<&str, Failure> {
    std::str::from_utf8(line.trim_ascii_end()).map_err(|error| {
        Failure::malformed(format!("byte {} of the line is not UTF-8", error.valid_up_to()))
    })
}
