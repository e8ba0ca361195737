//! The bytes of a line → the line that answers it.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::eval::answer::{Answer, answer};
use crate::eval::failure::Failure;
use crate::eval::object::Object;
use crate::eval::print;

/// Writes the one line that answers a line, whatever is in it.
pub(super) fn respond(line: &[u8], out: &mut impl Write) -> io::Result<()> {
    let object = match text(line).and_then(|text| Object::parse(text, "")) {
        Ok(object) => object,
        Err(failure) => return print::line(None, Err(&failure), out),
    };
    let answered = caught(&object);
    print::line(object.get("id"), answered.as_ref(), out)
}

/// The answer; a panic, which is a bug of ours, is an error of this line and of no other.
fn caught(object: &Object<'_>) -> Result<Answer, Failure> {
    catch_unwind(AssertUnwindSafe(|| answer(object))).unwrap_or_else(|_| {
        let message = "a bug of Concord, please report this line: it panicked, as shown on stderr";
        Err(Failure::new("internal", message))
    })
}

fn text(line: &[u8]) -> Result<&str, Failure> {
    std::str::from_utf8(line.trim_ascii_end()).map_err(|error| {
        Failure::malformed(format!("byte {} of the line is not UTF-8", error.valid_up_to()))
    })
}
