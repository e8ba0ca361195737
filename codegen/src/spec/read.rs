//! The text of the files → [`Spec`].

use toml::Spanned;
use toml::de::DeTable;

use super::framework::framework;
use super::ids::ids;
use super::section::{FILE, Section, tables, words};
use super::toml_1_0;
use super::{DTypeLine, Framework, OpLine, PolicyLine, Spec};
use crate::catalog::{Group, Kind};
use crate::diagnostic::{At, Diagnostic, Mistake, Place};
use crate::load::{Role, SourceFile, Sources};
use crate::poison::{Checked, Listed, Poisoned, Sink};

/// Reads every file; what cannot be read or understood is reported and left out.
pub(crate) fn read(sources: &Sources, sink: &Sink) -> Spec {
    let mut spec = Spec::default();
    for (file, source) in sources.files.iter().enumerate() {
        if source.role == Role::NotRead {
            report_not_read(source, sink);
            continue;
        }
        let table = parse(file, source, sink);
        let text = source.text.as_deref().unwrap_or_default();
        let at = Place { file, start: 0, end: text.len() };
        let section =
            |name, at| table.as_ref().map(|table| Section::new(name, at, table.as_ref(), sink));
        match &source.role {
            Role::Dtypes => {
                spec.dtypes = section("dtypes.toml", at).map(dtypes).unwrap_or_default()
            }
            Role::Ops => match section("ops.toml", at) {
                Ok(section) => {
                    let ((items, policies), rest) = sink.watch(|| ops(section, sink));
                    (spec.ops, spec.policies) = (Listed { items, rest }, policies);
                }
                Err(&poisoned) => spec.ops.rest = Err(poisoned),
            },
            Role::NotRead => {}
            Role::Ids => spec.id_systems = section("ids.toml", at).map(ids).unwrap_or_default(),
            Role::Framework(ruleset) => {
                let (read, rest) = match section(FILE, top(at)) {
                    Ok(section) => sink.watch(|| framework(ruleset, section, text, sink)),
                    Err(&poisoned) => (None, Err(poisoned)),
                };
                match read {
                    Some(read) => spec.frameworks.items.push(Framework { rest, ..read }),
                    None => spec.frameworks.rest = rest,
                }
            }
        }
    }
    spec
}

/// Reports a file that is nearly called as one that is read.
fn report_not_read(source: &SourceFile, sink: &Sink) {
    let help = "a spec is dtypes.toml, ops.toml, ids.toml and frameworks/*.toml, their names in UTF-8 and `.toml` in \
                lower case";
    sink.report(Diagnostic {
        mistake: Mistake::FileUnreadable,
        message: format!("{} is no file of a spec, and is not read", source.path),
        labels: Vec::new(),
        path: Some(source.path.clone()),
        help: Some(help.to_owned()),
    });
}

fn parse<'a>(file: usize, source: &'a SourceFile, sink: &Sink) -> Checked<Spanned<DeTable<'a>>> {
    let text = source.text.as_ref().map_err(|reason| {
        sink.report(Diagnostic {
            mistake: Mistake::FileUnreadable,
            message: format!("cannot read {}: {reason}", source.path),
            labels: Vec::new(),
            path: Some(source.path.clone()),
            help: None,
        })
    })?;
    let (table, errors) = DeTable::parse_recoverable(text);
    // What the parser recovers from a broken file would only lead to mistakes that nobody made.
    if let Some(error) = errors.first() {
        let message = format!("{} is not TOML", source.path);
        // The parser sees that only at the next quotes, or at the end of the file.
        if let Some(start) = unclosed(text) {
            let at = Place { file, start, end: start + QUOTES.len() };
            let diagnostic = at.mistake(Mistake::NotToml, message, "not closed");
            let help = "a drawing ends with ''' on a line of its own";
            return Err(sink.report(diagnostic.help(help)));
        }
        let span = error.span().unwrap_or(0..0);
        let at = Place { file, start: span.start, end: span.end };
        return Err(sink.report(at.mistake(Mistake::NotToml, message, error.message())));
    }
    let at = Place { file, start: 0, end: text.len() };
    toml_1_0::check(source, at, table.as_ref(), sink);
    Ok(table)
}

/// The quotes around a drawing.
const QUOTES: &str = "'''";

/// The first byte of a `'''` after which a line opens another one, or no line closes it.
fn unclosed(text: &str) -> Option<usize> {
    let mut open = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let opens = line.find(QUOTES).filter(|&at| line[..at].trim_end().ends_with('='));
        let closes = line.matches(QUOTES).count();
        match (open, opens) {
            (Some(_), Some(_)) => return open,
            (None, Some(at)) if closes == 1 => open = Some(start + at),
            (Some(_), None) if closes > 0 => open = None,
            (Some(_) | None, None) | (None, Some(_)) => {}
        }
        start += line.len();
    }
    open
}

impl DTypeLine {
    /// A line of which only the key could be read.
    fn unread(code: At<String>) -> DTypeLine {
        DTypeLine {
            code,
            name: None,
            kind: None,
            bits: None,
            rust: Err(Poisoned::of_unread_key()),
            needs: Vec::new(),
            exponent: None,
            mantissa: None,
            bias: None,
            sign: None,
            zero: None,
            infinity: None,
            nan: None,
            tapered: None,
            part: None,
        }
    }
}

/// The first byte of a file, where a section that is missing from it is shown.
fn top(at: Place) -> Place {
    Place { end: 0, ..at }
}

/// Every key is a dtype, even if its facts cannot be read, since other files may use it.
fn dtypes(section: Section<'_>) -> Vec<DTypeLine> {
    let lines = section.entries().map(|(code, value)| {
        let code = code.clone();
        let Some(line) = section.table_at(&code, value) else {
            return DTypeLine::unread(code);
        };
        let (name, kind) = (line.text("name"), line.need_text("kind"));
        let of = |name: &str| kind.as_ref().is_some_and(|kind| kind.value == name);
        let (float, complex) = (of(Kind::Float.name()), of(Kind::Complex.name()));
        let bits_of = |key| if float { line.need_integer(key) } else { line.integer(key) };
        let mut read = DTypeLine {
            code,
            name,
            bits: line.need_integer("bits"),
            rust: line.checked_text("rust"),
            needs: words(&line, "needs"),
            exponent: bits_of("exponent"),
            mantissa: bits_of("mantissa"),
            bias: line.integer("bias"),
            sign: line.flag("sign"),
            zero: line.flag("zero"),
            infinity: line.flag("infinity"),
            nan: line.text("nan"),
            tapered: line.flag("tapered"),
            part: if complex { line.need_text("part") } else { line.text("part") },
            kind,
        };
        let known = line.close_checked();
        // An unknown key may be `rust`, misspelled.
        if read.rust == Ok(None) {
            read.rust = known.map(|()| None);
        }
        read
    });
    lines.collect()
}

/// The ops of every group, then the policies.
fn ops(section: Section<'_>, sink: &Sink) -> (Vec<OpLine>, Vec<PolicyLine>) {
    let mut ops = Vec::new();
    for group in Group::ALL {
        for (name, line) in section.table(group.name()).map_or_else(Vec::new, tables) {
            let binary = group == Group::Binary;
            ops.push(OpLine {
                name,
                group,
                doc: line.need_text("doc"),
                on: line.need_words("on"),
                compute: line.need_text("compute"),
                result: line.need_text("result"),
                fused: if binary { line.flag("fused") } else { None },
                swaps: if binary { line.flag("swaps") } else { None },
                integers: if binary { line.text("integers") } else { None },
                moves: words(&line, "moves"),
            });
            line.close();
        }
    }
    let mut policies = Vec::new();
    for (name, line) in section.table("policies").map_or_else(Vec::new, tables) {
        let (doc, default) = (line.need_text("doc"), line.need_text("default"));
        let (values, rest) = sink.watch(|| line.need_pairs("values"));
        let values = Listed {
            rest: values.as_ref().map_or_else(|| Err(Poisoned::of_unread_key()), |_| rest),
            items: values.map_or_else(Vec::new, |values| values.value),
        };
        policies.push(PolicyLine { name, doc, default, values });
        line.close();
    }
    section.close();
    (ops, policies)
}
