//! An answer, or why there is none → a line of JSON.

use std::io::{self, Write};

use runtime::{OpDTypes, Tensor, with_element};

use crate::eval::answer::Answer;
use crate::eval::element::Word;
use crate::eval::failure::Failure;
use crate::eval::remarks::Remarks;

/// Writes the line; `id` is the text of what the question was called.
pub(super) fn line(
    id: Option<&str>,
    answer: Result<&Answer, &Failure>,
    remarks: &Remarks,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"{")?;
    if let Some(id) = id {
        out.write_all(b"\"id\":")?;
        // A carriage return, which JSON has only between tokens, would end the line for some readers.
        id.split('\r').try_for_each(|part| out.write_all(part.as_bytes()))?;
        out.write_all(b",")?;
    }
    match answer {
        Ok(Answer::Tensor(tensor)) => with_element!(tensor.dtype(), T => print::<T>(tensor, out))?,
        Ok(Answer::ResultType(result)) => {
            write!(out, "\"dtype\":\"{}\"{}", result.dtype, weak(result.weak))?;
        }
        Ok(Answer::OpDTypes(OpDTypes { compute, result, weak: is_weak })) => {
            let weak = weak(*is_weak);
            write!(out, "\"dtype\":\"{result}\"{weak},\"compute\":\"{compute}\"")?;
        }
        Ok(Answer::MayCast(may)) => write!(out, "\"may_cast\":{may}")?,
        Err(Failure { kind, message }) => {
            write!(out, "\"error\":\"{kind}\",\"message\":{}", serde_json::to_string(message)?)?;
        }
    }
    print_remarks(answer, remarks, out)?;
    out.write_all(b"}\n")
}

/// What follows an answer, or an error that is about dtypes or values: a question that could not be read has
/// nothing to be remarked on.
fn print_remarks(
    answer: Result<&Answer, &Failure>,
    remarks: &Remarks,
    out: &mut dyn Write,
) -> io::Result<()> {
    if matches!(answer, Err(failure) if failure.is_about_line()) {
        return Ok(());
    }
    if remarks.assumed {
        out.write_all(b",\"assumed\":true")?;
    }
    let values = match answer {
        Ok(Answer::OpDTypes(_)) => &[][..],
        _ => &remarks.values,
    };
    let differs: Vec<&str> = remarks.dtypes.iter().chain(values).map(String::as_str).collect();
    if !differs.is_empty() {
        write!(out, ",\"differs\":{}", serde_json::to_string(&differs.join("; "))?)?;
    }
    Ok(())
}

fn print<T: Word>(tensor: &Tensor, out: &mut dyn Write) -> io::Result<()> {
    let array = tensor.array::<T>().expect("the element type is that of the dtype");
    write!(out, "\"dtype\":\"{}\"{},\"shape\":[", tensor.dtype(), weak(tensor.is_weak()))?;
    list(tensor.shape().iter(), out, |len, out| write!(out, "{len}"))?;
    out.write_all(b"],\"values\":[")?;
    list(array.iter(), out, |element, out| element.print(out))?;
    out.write_all(b"],\"bits\":[")?;
    let digits = 2 * size_of::<T>();
    list(array.iter(), out, |element, out| write!(out, "\"{:0digits$x}\"", element.bits()))?;
    out.write_all(b"]")
}

/// What follows the dtype of what is weakly typed.
fn weak(is_weak: bool) -> &'static str {
    if is_weak { ",\"weak\":true" } else { "" }
}

fn list<T>(
    items: impl Iterator<Item = T>,
    out: &mut dyn Write,
    item: impl Fn(T, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    for (place, one) in items.enumerate() {
        if place > 0 {
            out.write_all(b",")?;
        }
        item(one, out)?;
    }
    Ok(())
}
