//! `dtypes.toml` → dtypes whose facts agree, and the lookup by code that every other file needs.

use crate::catalog::{DType, DTypeId, Format, Kind};
use crate::diagnostic::{At, Diagnostic, Mistake, Place, Sink, did_you_mean};
use crate::spec::DTypeLine;

/// The dtypes, and how a code is found among them.
pub(super) struct Dtypes {
    all: Vec<DType>,
    /// Whether the facts of each are free of mistakes.
    sound: Vec<bool>,
}

impl Dtypes {
    pub(super) fn into_dtypes(self) -> Vec<DType> {
        self.all
    }

    pub(super) fn get(&self, id: DTypeId) -> &DType {
        &self.all[id.index()]
    }

    pub(super) fn is_sound(&self, id: DTypeId) -> bool {
        self.sound[id.index()]
    }

    pub(super) fn code(&self, id: DTypeId) -> &str {
        &self.get(id).code
    }

    pub(super) fn find(&self, code: &str) -> Option<DTypeId> {
        self.all.iter().position(|dtype| dtype.code == code).map(DTypeId::at)
    }

    /// The dtype of that code; `whereabouts` completes "unknown dtype `x` …".
    pub(super) fn resolve(
        &self,
        code: &At<String>,
        whereabouts: &str,
        sink: &Sink,
    ) -> Option<DTypeId> {
        let found = self.find(&code.value);
        if found.is_none() {
            sink.report(unknown(code, whereabouts, self.codes()));
        }
        found
    }

    pub(super) fn codes(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|dtype| dtype.code.as_str())
    }

    pub(super) fn codes_of(&self, ids: &[DTypeId]) -> String {
        let codes: Vec<&str> = ids.iter().map(|&id| self.code(id)).collect();
        codes.join(" ")
    }
}

/// A code that is no dtype, where those of `known` would do.
pub(super) fn unknown<'a>(
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

/// Every line becomes a dtype, a mistaken one with facts made up in place of the wrong ones, so
/// that what the other files say of it is not a mistake too.
pub(super) fn lower(lines: &[DTypeLine], sink: &Sink) -> Dtypes {
    let codes: Vec<&str> = lines.iter().map(|line| line.code.value.as_str()).collect();
    let mut dtypes = Vec::new();
    let mut sound = Vec::new();
    for line in lines {
        let before = sink.len();
        let dtype = DType {
            code: line.code.value.clone(),
            name: line.name.as_ref().unwrap_or(&line.code).value.clone(),
            bits: bits(line, sink),
            format: format(line, &codes, sink),
            rust: rust(line, sink),
            needs: line.needs.iter().map(|feature| feature.value.clone()).collect(),
        };
        if sink.len() == before {
            check_code(line, sink);
        }
        let halves = line.exponent.is_some() && line.mantissa.is_some();
        let whole = match dtype.format {
            Format::Float { .. } => line.bits.is_some() && halves,
            _ => line.bits.is_some() && line.kind.is_some(),
        };
        sound.push(whole && sink.len() == before);
        dtypes.push(dtype);
    }
    let dtypes = Dtypes { all: dtypes, sound };
    for (index, line) in lines.iter().enumerate() {
        // What follows from a mistaken fact is no second mistake.
        if dtypes.sound[index] {
            check_bits(line, &dtypes, sink);
        }
        check_letters(line, sink);
        check_name(index, lines, sink);
    }
    dtypes
}

fn fact(at: Place, message: String, label: impl Into<String>) -> Diagnostic {
    at.mistake(Mistake::DtypeFact, message, label)
}

fn bits(line: &DTypeLine, sink: &Sink) -> u32 {
    let Some(bits) = &line.bits else { return 8 };
    let kind = line.kind.as_ref().and_then(|kind| Kind::parse(&kind.value));
    let label = match kind {
        Some(Kind::Int | Kind::Uint) => "8, 16, 32 or 64",
        _ => "8, 16, 32, 64 or 128",
    };
    match u32::try_from(bits.value) {
        Ok(128) if matches!(kind, Some(Kind::Int | Kind::Uint)) => {}
        Ok(value @ (8 | 16 | 32 | 64 | 128)) => return value,
        _ => {}
    }
    let message = format!("`{}` has {} bits", line.code.value, bits.value);
    sink.report(fact(bits.at, message, label));
    8
}

fn format(line: &DTypeLine, codes: &[&str], sink: &Sink) -> Format {
    let Some(name) = &line.kind else { return Format::Bool };
    let Some(kind) = Kind::parse(&name.value) else {
        let kinds = Kind::ALL.map(Kind::name);
        let message = format!("`{}` is no kind of dtype", name.value);
        let diagnostic =
            name.at.mistake(Mistake::UnknownValue, message, did_you_mean(&name.value, kinds));
        sink.report(diagnostic.help(format!("the kinds are {}", kinds.join(", "))));
        return Format::Bool;
    };
    let part = ("part", line.part.as_ref().map(|part| part.at));
    let bits = [("exponent", &line.exponent), ("mantissa", &line.mantissa)];
    let bits = bits.map(|(key, bits)| (key, bits.as_ref().map(|bits| bits.at)));
    let stray = match kind {
        Kind::Float => vec![part],
        Kind::Complex => bits.to_vec(),
        _ => [[part].as_slice(), &bits].concat(),
    };
    for (key, at) in stray.into_iter().filter_map(|(key, at)| Some((key, at?))) {
        let message =
            format!("`{}` is of kind {}, which has no {key}", line.code.value, name.value);
        sink.report(fact(at, message, "leave it out"));
    }
    match kind {
        Kind::Bool => Format::Bool,
        Kind::Int => Format::Int,
        Kind::Uint => Format::Uint,
        Kind::Float => float(line, sink),
        Kind::Complex => complex(line, codes, sink),
    }
}

fn float(line: &DTypeLine, sink: &Sink) -> Format {
    let read = |key: &str, bits: &Option<At<i64>>, most: u32| {
        // One that is missing is reported where it is read.
        let bits = bits.as_ref()?;
        let value = u32::try_from(bits.value).ok().filter(|bits| (1..=most).contains(bits));
        if value.is_none() {
            let message = format!("`{}` has {} bits of {key}", line.code.value, bits.value);
            sink.report(fact(bits.at, message, format!("1 to {most}, as float64 has")));
        }
        value
    };
    let exponent = read("exponent", &line.exponent, 11);
    let mantissa = read("mantissa", &line.mantissa, 52);
    Format::Float { exponent: exponent.unwrap_or(1), mantissa: mantissa.unwrap_or(1) }
}

fn complex(line: &DTypeLine, codes: &[&str], sink: &Sink) -> Format {
    // One that is missing is reported where it is read.
    let part = line.part.as_ref().and_then(|part| {
        let found = codes.iter().position(|&code| code == part.value);
        if found.is_none() {
            let whereabouts = format!("as part of `{}`", line.code.value);
            sink.report(unknown(part, &whereabouts, codes.iter().copied()));
        }
        found
    });
    part.map_or(Format::Bool, |part| Format::Complex { part: DTypeId::at(part) })
}

fn rust(line: &DTypeLine, sink: &Sink) -> String {
    let Some(rust) = &line.rust else { return "()".to_owned() };
    if !crate::rust_names::is_type_path(&rust.value) {
        let message = format!("`{}` is no Rust type", rust.value);
        sink.report(fact(rust.at, message, "a path, such as `half::f16`"));
    }
    for feature in &line.needs {
        if feature.value.is_empty()
            || !feature.value.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        {
            let message = format!("`{}` is no name of a feature", feature.value);
            sink.report(fact(feature.at, message, "letters, digits, `-` and `_`"));
        }
    }
    rust.value.clone()
}

/// A code becomes a Rust variant, and the number in it is the width.
fn check_code(line: &DTypeLine, sink: &Sink) {
    let code = &line.code.value;
    let letters = code.trim_end_matches(|c: char| c.is_ascii_digit());
    if letters.is_empty() || !letters.chars().all(|c| c.is_ascii_lowercase()) {
        let message = format!("`{code}` is no code of a dtype");
        sink.report(fact(line.code.at, message, "lower-case letters, then the width in bits"));
        return;
    }
    let number = code[letters.len()..].parse::<i64>();
    if let (Ok(number), Some(bits)) = (number, &line.bits)
        && number != bits.value
    {
        let message = format!("the code `{code}` says {number} bits, its line says {}", bits.value);
        sink.report(fact(line.code.at, message, "the code").and(bits.at, "the width"));
    }
}

/// The parts of a dtype are as wide as the whole.
fn check_bits(line: &DTypeLine, dtypes: &Dtypes, sink: &Sink) {
    let (Some(bits), Some(id)) = (&line.bits, dtypes.find(&line.code.value)) else {
        return;
    };
    let sum = match dtypes.get(id).format {
        Format::Float { exponent, mantissa } => {
            (1 + exponent + mantissa, format!("1 + {exponent} + {mantissa}"))
        }
        Format::Complex { part } if dtypes.is_sound(part) => {
            let part = dtypes.get(part);
            if part.kind() != Kind::Float {
                let at = line.part.as_ref().map_or(line.code.at, |part| part.at);
                let message = format!("the part of `{}` is no float", line.code.value);
                sink.report(fact(at, message, format!("of kind {}", part.kind().name())));
                return;
            }
            (2 * part.bits, format!("2 × {}", part.bits))
        }
        _ => return,
    };
    if i64::from(sum.0) != bits.value {
        let message = format!(
            "`{}` has {} bits, its parts have {} = {}",
            line.code.value, bits.value, sum.1, sum.0
        );
        sink.report(fact(bits.at, message, "not the sum of its parts"));
    }
}

/// A name stands in lists, in Rust's docs and between commas.
fn check_letters(line: &DTypeLine, sink: &Sink) {
    let Some(name) = &line.name else { return };
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if name.value.is_empty() || !name.value.chars().all(fits) {
        let message = format!("`{}` is no name of a dtype", name.value);
        sink.report(fact(name.at, message, "lower-case letters, digits and `_`"));
    }
}

/// No name, and no name beside a code, may mean two dtypes.
fn check_name(index: usize, lines: &[DTypeLine], sink: &Sink) {
    let line = &lines[index];
    let name = line.name.as_ref().unwrap_or(&line.code);
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
