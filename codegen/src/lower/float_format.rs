//! The facts of a float's line → its format, with what is left out as IEEE 754 has it.

use rules::{Float, Nan};

use crate::catalog::Format;
use crate::diagnostic::{At, Diagnostic, Mistake, Place, did_you_mean};
use crate::poison::{Checked, Poisoned, Sink};
use crate::spec::DTypeLine;

/// The keys that only a float has, with where a line has them.
pub(super) fn keys(line: &DTypeLine) -> [(&'static str, Option<Place>); 8] {
    fn at<T>(key: &Option<At<T>>) -> Option<Place> {
        key.as_ref().map(|key| key.at)
    }
    [
        ("exponent", at(&line.exponent)),
        ("mantissa", at(&line.mantissa)),
        ("bias", at(&line.bias)),
        ("sign", at(&line.sign)),
        ("zero", at(&line.zero)),
        ("infinity", at(&line.infinity)),
        ("nan", at(&line.nan)),
        ("tapered", at(&line.tapered)),
    ]
}

/// The format of a float.
pub(super) fn lower(line: &DTypeLine, sink: &Sink) -> Checked<Format> {
    let exponent = stored(line, "exponent", &line.exponent, 1..=11, sink);
    let mantissa = stored(line, "mantissa", &line.mantissa, 0..=52, sink);
    let (exponent, mantissa, nan) = (exponent?, mantissa?, nan(line, sink)?);
    let flag = |key: &Option<At<bool>>| key.as_ref().is_none_or(|key| key.value);
    let tapered = line.tapered.as_ref().is_some_and(|key| key.value);
    let bias = match &line.bias {
        None if tapered => 0,
        None => Float::ieee(exponent, mantissa).bias,
        Some(bias) => {
            let fits = i32::try_from(bias.value).ok().filter(|bias| (0..=1074).contains(bias));
            fits.ok_or_else(|| {
                let message = format!("`{}` has the bias {}", line.code.value, bias.value);
                sink.report(fact(bias.at, message, "0 to 1074, as float64 has the values"))
            })?
        }
    };
    let (sign, zero, infinity) = (flag(&line.sign), flag(&line.zero), flag(&line.infinity));
    let float = Float { exponent, mantissa, bias, sign, zero, infinity, nan, tapered };
    check(line, float, sink)?;
    Ok(Format::Float(float))
}

/// Some stored bits.
fn stored(
    line: &DTypeLine,
    key: &str,
    bits: &Option<At<i64>>,
    fits: core::ops::RangeInclusive<u32>,
    sink: &Sink,
) -> Checked<u32> {
    let bits = bits.as_ref().ok_or_else(Poisoned::of_unread_key)?;
    let value = u32::try_from(bits.value).ok().filter(|bits| fits.contains(bits));
    value.ok_or_else(|| {
        let message = format!("`{}` has {} bits of {key}", line.code.value, bits.value);
        let label = format!("{} to {}, as float64 has", fits.start(), fits.end());
        sink.report(fact(bits.at, message, label))
    })
}

fn nan(line: &DTypeLine, sink: &Sink) -> Checked<Nan> {
    let Some(word) = &line.nan else { return Ok(Nan::Ieee) };
    let words = Nan::WORDS.map(|(word, _)| word);
    let known = Nan::WORDS.into_iter().find(|(known, _)| *known == word.value);
    known.map(|(_, nan)| nan).ok_or_else(|| {
        let message = format!("`{}` does not say which bit patterns are NaN", word.value);
        let diagnostic =
            word.at.mistake(Mistake::UnknownValue, message, did_you_mean(&word.value, words));
        sink.report(diagnostic.help(format!("the values of `nan` are {}", words.join(", "))))
    })
}

/// Checks that the bit patterns that are not numbers go together.
fn check(line: &DTypeLine, float: Float, sink: &Sink) -> Checked<()> {
    let Float { exponent, mantissa, bias, sign, zero, infinity, nan, tapered } = float;
    if let Some(at) = line.tapered.as_ref().filter(|_| tapered).map(|key| key.at) {
        let known = (exponent, mantissa, bias) == (4, 3, 0) && sign && zero && infinity;
        if known && nan == Nan::NegativeZero {
            return Ok(());
        }
        let message = format!("`{}` is tapered otherwise than HiFloat8", line.code.value);
        let label =
            "known with `exponent = 4, mantissa = 3, nan = \"negative_zero\"` and nothing more";
        return Err(sink.report(fact(at, message, label)));
    }
    let at = line.nan.as_ref().map_or(line.code.at, |nan| nan.at);
    let (problem, label) = match nan {
        Nan::Ieee if mantissa == 0 => ("has no mantissa to tell NaN from infinity", "not `ieee`"),
        Nan::Ones if infinity && mantissa == 0 => ("has one pattern for infinity and NaN", "here"),
        Nan::Ieee if !infinity => ("has NaN as IEEE 754, and no infinity", "`ones`, or infinity"),
        Nan::None if infinity => {
            ("has an infinity, and no NaN", "say which patterns are NaN, or `infinity = false`")
        }
        Nan::NegativeZero if !sign || !zero || infinity => {
            ("has no negative zero that could be NaN", "not `negative_zero`")
        }
        Nan::Ieee | Nan::Ones | Nan::NegativeZero | Nan::None => return Ok(()),
    };
    Err(sink.report(fact(at, format!("`{}` {problem}", line.code.value), label)))
}

/// A mistake in a fact of a dtype.
pub(super) fn fact(at: Place, message: String, label: impl Into<String>) -> Diagnostic {
    at.mistake(Mistake::DtypeFact, message, label)
}
