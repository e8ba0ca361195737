//! `dtypes.toml` → dtypes with consistent facts, found by their code.

use rules::{Facts, losses};

use super::float_format::{self, fact};
use crate::catalog::{DType, DTypeId, Format, Kind, carrier};
use crate::diagnostic::{At, Diagnostic, Mistake, Place, did_you_mean};
use crate::poison::{Checked, Poisoned, Sink};
use crate::rust_names::is_type_path;
use crate::spec::DTypeLine;

/// The dtypes, and how a code is found among them.
pub(super) struct Dtypes {
    codes: Vec<String>,
    /// The public name of each, as its line gives it.
    names: Vec<String>,
    facts: Vec<Checked<DType>>,
    /// Whether the line of each names no Rust type, whatever else it says.
    narrow: Vec<bool>,
}

impl Dtypes {
    pub(super) fn into_dtypes(self) -> Checked<Vec<DType>> {
        self.facts.into_iter().collect()
    }

    /// The facts of a dtype.
    pub(super) fn get(&self, id: DTypeId) -> Checked<&DType> {
        self.facts[id.index()].as_ref().map_err(|&poisoned| poisoned)
    }

    pub(super) fn kind(&self, id: DTypeId) -> Checked<Kind> {
        self.get(id).map(DType::kind)
    }

    /// Whether no Rust type of its own holds an element. It is the line that says so: a mistake in another fact of the
    /// dtype does not move it to the grids, where its row would be missing.
    pub(super) fn is_narrow(&self, id: DTypeId) -> bool {
        self.narrow[id.index()]
    }

    pub(super) fn code(&self, id: DTypeId) -> &str {
        &self.codes[id.index()]
    }

    pub(super) fn find(&self, code: &str) -> Option<DTypeId> {
        self.codes.iter().position(|known| known == code).map(DTypeId::at)
    }

    /// The dtype of that code; `whereabouts` completes "unknown dtype `x` …".
    pub(super) fn resolve(
        &self,
        code: &At<String>,
        whereabouts: &str,
        sink: &Sink,
    ) -> Checked<DTypeId> {
        let found = self.find(&code.value);
        found.ok_or_else(|| sink.report(self.unknown(code, whereabouts, self.codes())))
    }

    /// An unknown code; `known` are those that would do.
    pub(super) fn unknown<'a>(
        &self,
        code: &At<String>,
        whereabouts: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Diagnostic {
        let diagnostic = unknown(code, whereabouts, known);
        match self.names.iter().position(|name| *name == code.value) {
            Some(named) => diagnostic.labelled(format!("write `{}`", self.codes[named])),
            None => diagnostic,
        }
    }

    pub(super) fn codes(&self) -> impl Iterator<Item = &str> {
        self.codes.iter().map(String::as_str)
    }

    pub(super) fn codes_of(&self, ids: &[DTypeId]) -> String {
        let codes: Vec<&str> = ids.iter().map(|&id| self.code(id)).collect();
        codes.join(" ")
    }
}

/// An unknown code; `known` are those that would do.
fn unknown<'a>(
    code: &At<String>,
    whereabouts: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("unknown dtype `{}` {whereabouts}", code.value);
    code.at.mistake(Mistake::UnknownDtype, message, did_you_mean(&code.value, known))
}

/// A spec in which no dtype is defined.
pub(super) fn missing(file: Option<usize>) -> Diagnostic {
    let place = file.map(|file| Place { file, start: 0, end: 0 });
    Diagnostic {
        mistake: Mistake::KeyMissing,
        message: "dtypes.toml defines no dtype".to_owned(),
        labels: place
            .map(|place| (place, "one line for each dtype".to_owned()))
            .into_iter()
            .collect(),
        path: None,
        help: Some("i8 = { kind = \"int\", bits = 8, rust = \"i8\", name = \"int8\" }".to_owned()),
    }
}

/// Every line becomes a dtype, so that other files can use it. If the line has a mistake, the facts are poisoned.
pub(super) fn lower(lines: &[DTypeLine], sink: &Sink) -> Dtypes {
    let codes: Vec<&str> = lines.iter().map(|line| line.code.value.as_str()).collect();
    let facts = lines.iter().map(|line| facts(line, &codes, sink)).collect();
    let names = lines.iter().map(|line| public_name(line).value.clone()).collect();
    let narrow = lines.iter().map(is_narrow).collect();
    let codes = codes.into_iter().map(str::to_owned).collect();
    let dtypes = Dtypes { codes, names, facts, narrow };
    for (index, line) in lines.iter().enumerate() {
        if let Ok(dtype) = &dtypes.facts[index] {
            check_bits(line, dtype, &dtypes, sink);
        }
        check_letters(line, sink);
        check_carrier(index, line, &dtypes, sink);
        check_name(index, lines, sink);
        check_held(index, lines, sink);
    }
    dtypes
}

/// Whether a dtype is narrow, whatever else is wrong with its line.
fn is_narrow(line: &DTypeLine) -> bool {
    let kind = line.kind.as_ref().and_then(|kind| Kind::parse(&kind.value));
    let needs_one = matches!(kind, Some(Kind::Bool | Kind::Complex));
    line.rust == Ok(None) && !says_wide(line) && (number(&line.code.value).is_some() || !needs_one)
}

/// Whether a dtype has more than 8 bits, as its code says, or, where that has no number, its line.
fn says_wide(line: &DTypeLine) -> bool {
    let said = || line.bits.as_ref().is_some_and(|bits| bits.value > 8);
    number(&line.code.value).map_or_else(said, |bits| bits > 8)
}

/// The first number in a code.
fn number(code: &str) -> Option<u32> {
    let number = code.split(|c: char| !c.is_ascii_digit()).find(|number| !number.is_empty());
    number?.parse().ok()
}

fn facts(line: &DTypeLine, codes: &[&str], sink: &Sink) -> Checked<DType> {
    let (bits, format, rust) = (bits(line, sink), format(line, codes, sink), rust(line, sink));
    let code = check_code(line, bits, sink);
    Ok(DType {
        code: code.map(|()| line.code.value.clone())?,
        name: public_name(line).value.clone(),
        bits: bits?,
        format: format?,
        rust: rust?,
        needs: line.needs.iter().map(|feature| feature.value.clone()).collect(),
    })
}

/// The name users see: the code, if the line gives no other.
fn public_name(line: &DTypeLine) -> &At<String> {
    line.name.as_ref().unwrap_or(&line.code)
}

fn bits(line: &DTypeLine, sink: &Sink) -> Checked<u32> {
    let bits = line.bits.as_ref().ok_or_else(Poisoned::of_unread_key)?;
    let kind = line.kind.as_ref().and_then(|kind| Kind::parse(&kind.value));
    let integer = matches!(kind, Some(Kind::Int | Kind::Uint));
    // What is no kind is reported as such.
    let narrow = line.rust == Ok(None) && (integer || matches!(kind, Some(Kind::Float) | None));
    match u32::try_from(bits.value) {
        Ok(value @ 1..=8) if narrow => Ok(value),
        Ok(value @ (8 | 16 | 32 | 64)) => Ok(value),
        Ok(128) if !integer => Ok(128),
        _ => {
            let message = format!("`{}` has {} bits", line.code.value, bits.value);
            let label = match integer {
                true => "8, 16, 32 or 64, or without `rust` 1 to 8",
                false => "8, 16, 32, 64 or 128, or of a float without `rust` 1 to 8",
            };
            Err(sink.report(fact(bits.at, message, label)))
        }
    }
}

fn format(line: &DTypeLine, codes: &[&str], sink: &Sink) -> Checked<Format> {
    let name = line.kind.as_ref().ok_or_else(Poisoned::of_unread_key)?;
    let Some(kind) = Kind::parse(&name.value) else {
        let kinds = Kind::ALL.map(Kind::name);
        let message = format!("`{}` is not a kind of dtype", name.value);
        let diagnostic =
            name.at.mistake(Mistake::UnknownValue, message, did_you_mean(&name.value, kinds));
        return Err(sink.report(diagnostic.help(format!("the kinds are {}", kinds.join(", ")))));
    };
    let stray = check_stray(line, kind, sink);
    let format = match kind {
        Kind::Bool => Ok(Format::Bool),
        Kind::Int => Ok(Format::Int),
        Kind::Uint => Ok(Format::Uint),
        Kind::Float => float_format::lower(line, sink),
        Kind::Complex => complex(line, codes, sink),
    };
    stray.and(format)
}

/// Reports the facts that dtypes of a kind do not have.
fn check_stray(line: &DTypeLine, kind: Kind, sink: &Sink) -> Checked<()> {
    let part = ("part", line.part.as_ref().map(|part| part.at));
    let float = float_format::keys(line);
    let stray = match kind {
        Kind::Float => vec![part],
        Kind::Complex => float.to_vec(),
        Kind::Bool | Kind::Int | Kind::Uint => [[part].as_slice(), &float].concat(),
    };
    let mut checked = Ok(());
    for (key, at) in stray.into_iter().filter_map(|(key, at)| Some((key, at?))) {
        let message =
            format!("`{}` is of kind {}, which has no {key}", line.code.value, kind.name());
        checked = Err(sink.report(fact(at, message, "leave it out")));
    }
    checked
}

fn complex(line: &DTypeLine, codes: &[&str], sink: &Sink) -> Checked<Format> {
    let part = line.part.as_ref().ok_or_else(Poisoned::of_unread_key)?;
    let found = codes.iter().position(|&code| code == part.value);
    let found = found.ok_or_else(|| {
        let whereabouts = format!("as part of `{}`", line.code.value);
        sink.report(unknown(part, &whereabouts, codes.iter().copied()))
    });
    Ok(Format::Complex { part: DTypeId::at(found?) })
}

fn rust(line: &DTypeLine, sink: &Sink) -> Checked<Option<String>> {
    let mut checked = Ok(());
    for feature in &line.needs {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if feature.value.is_empty() || !feature.value.chars().all(fits) {
            let message = format!("`{}` is not a valid name of a feature", feature.value);
            checked = Err(sink.report(fact(feature.at, message, "letters, digits, `-` and `_`")));
        }
    }
    let Some(rust) = line.rust.as_ref().map_err(|&poisoned| poisoned)? else {
        let kind = line.kind.as_ref().and_then(|kind| Kind::parse(&kind.value));
        if says_wide(line) || matches!(kind, Some(Kind::Bool | Kind::Complex)) {
            let message = format!("`{}` has no `rust`", line.code.value);
            let label = "only an integer or a float of 8 bits or fewer needs no Rust type";
            return Err(sink.report(fact(line.code.at, message, label)));
        }
        return checked.map(|()| None);
    };
    if !is_type_path(&rust.value) {
        let message = format!("`{}` is not a Rust type", rust.value);
        return Err(sink.report(fact(rust.at, message, "a path, such as `half::f16`")));
    }
    checked.map(|()| Some(rust.value.clone()))
}

/// Checks a code, which becomes a Rust variant, and that the first number in it is the width.
fn check_code(line: &DTypeLine, bits: Checked<u32>, sink: &Sink) -> Checked<()> {
    let code = &line.code.value;
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if !code.starts_with(|c: char| c.is_ascii_lowercase()) || !code.chars().all(fits) {
        let message = format!("`{code}` is not a valid code of a dtype");
        let label = "lower-case letters, then the width in bits, then perhaps more of both";
        return Err(sink.report(fact(line.code.at, message, label)));
    }
    if let (Some(number), Ok(bits), Some(said)) = (number(code), bits, &line.bits)
        && number != bits
    {
        let message = format!("the code `{code}` says {number} bits, its line says {bits}");
        let diagnostic = fact(line.code.at, message, "the code").and(said.at, "the width");
        return Err(sink.report(diagnostic));
    }
    Ok(())
}

/// Checks that the parts of a dtype are as wide as the whole.
fn check_bits(line: &DTypeLine, dtype: &DType, dtypes: &Dtypes, sink: &Sink) {
    let (sum, parts) = match dtype.format {
        Format::Float(float) => {
            let (sign, exponent, mantissa) =
                (u32::from(float.sign), float.exponent, float.mantissa);
            (float.bits(), format!("{sign} + {exponent} + {mantissa}"))
        }
        Format::Complex { part } => {
            let Ok(part) = dtypes.get(part) else { return };
            if part.kind() != Kind::Float {
                let at = line.part.as_ref().map_or(line.code.at, |part| part.at);
                let message = format!("the part of `{}` is not a float", line.code.value);
                sink.report(fact(at, message, format!("of kind {}", part.kind().name())));
                return;
            }
            (2 * part.bits, format!("2 × {}", part.bits))
        }
        Format::Bool | Format::Int | Format::Uint => return,
    };
    if let Some(said) = line.bits.as_ref().filter(|_| sum != dtype.bits) {
        let message = format!(
            "`{}` has {} bits, its parts have {parts} = {sum}",
            line.code.value, dtype.bits
        );
        sink.report(fact(said.at, message, "not the sum of its parts"));
    }
}

/// Checks that a dtype that a narrow one can be computed by way of holds all its values.
fn check_carrier(index: usize, line: &DTypeLine, dtypes: &Dtypes, sink: &Sink) {
    let known: Checked<Vec<DType>> = dtypes.facts.iter().cloned().collect();
    let Ok(known) = known else { return };
    if !known[index].is_narrow() {
        return;
    }
    let facts: Vec<Facts> = known.iter().map(DType::facts).collect();
    let holds = |carrier| losses(&facts, DTypeId::at(index), carrier).is_empty();
    if carrier(&known, &known[index]).is_none_or(|carrier| !holds(carrier)) {
        let message = format!("no wider dtype holds every value of `{}`", line.code.value);
        let label = "computed by way of the first of its kind, of floats the first of 32 bits";
        sink.report(fact(line.code.at, message, label));
    }
}

/// Checks the letters of a name, which is printed in lists, in Rust docs and in CSV.
fn check_letters(line: &DTypeLine, sink: &Sink) {
    let Some(name) = &line.name else { return };
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if name.value.is_empty() || !name.value.chars().all(fits) {
        let message = format!("`{}` is not a valid name of a dtype", name.value);
        sink.report(fact(name.at, message, "lower-case letters, digits and `_`"));
    }
}

/// Checks that no other dtype has this name as its name or its code.
fn check_name(index: usize, lines: &[DTypeLine], sink: &Sink) {
    let line = &lines[index];
    let name = public_name(line);
    let clash = lines.iter().enumerate().find_map(|(other, line)| {
        let spelled = line.name.as_ref().filter(|_| other < index);
        let code = Some(&line.code).filter(|_| other != index);
        [spelled, code].into_iter().flatten().find(|spelled| spelled.value == name.value)
    });
    if let Some(other) = clash {
        let message = format!("the name `{}` means two dtypes", name.value);
        let diagnostic = name.at.mistake(Mistake::NameUsedTwice, message, "here");
        sink.report(diagnostic.and(other.at, "and here"));
    }
}

/// Checks that no other dtype is held by the same Rust type, for which a trait can be implemented only once.
fn check_held(index: usize, lines: &[DTypeLine], sink: &Sink) {
    let Ok(Some(rust)) = &lines[index].rust else { return };
    let mut others = lines[..index].iter().filter_map(|line| line.rust.as_ref().ok()?.as_ref());
    if let Some(other) = others.find(|other| other.value == rust.value) {
        let message = format!("two dtypes are held by `{}`", rust.value);
        let diagnostic = rust.at.mistake(Mistake::RustTypeUsedTwice, message, "here");
        let help = "give one of them a type of its own, such as `struct F8(u8);`";
        sink.report(diagnostic.and(other.at, "and here").help(help));
    }
}
