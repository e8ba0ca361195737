//! The bytes of a line → the line that answers it.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::eval::LONGEST_LINE;
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

/// How much of a line that is not answered is searched for its `id`.
pub(super) const BEGINNING: usize = 4 << 10;

/// Writes the one line that answers the beginning of a line that is too long, or that memory cannot hold.
pub(super) fn refuse(beginning: &[u8], is_too_long: bool, out: &mut impl Write) -> io::Result<()> {
    let id = beginning.utf8_chunks().next().and_then(|text| id_of(text.valid()));
    let why = match is_too_long {
        true => format!("the line is longer than {LONGEST_LINE} bytes, which is the most"),
        false => "memory cannot hold the line".to_owned(),
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
