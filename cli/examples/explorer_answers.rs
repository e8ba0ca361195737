//! What the explorer must show: tables, laws, moves, triples, random questions and rounded values, written to a folder.
//!
//! `site/check` runs it and holds the page against what it writes.

use std::fmt::{self, Write};
use std::fs;
use std::path::{Path, PathBuf};

use codegen::catalog::{Catalog, Group, Operand, Ruleset, Scalar, TableName};
use codegen::{Sources, lower};
use rayon::prelude::*;
use rules::{OpError, PromotionError};
use runtime::elements::*;

/// How many random questions are asked.
const QUESTIONS: usize = 50_000;

/// How many random values are rounded to each dtype.
const VALUES: usize = 2_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let folder = words.first().map(PathBuf::from).ok_or("name a folder to write to")?;
    let all = words.iter().any(|word| word == "--all-moves");
    fs::create_dir_all(&folder)?;
    let catalog =
        lower(&Sources::from_texts("spec", spec::FILES)).map_err(|_| "a mistake in the spec")?;
    write(&folder, "tables", tables(&catalog))?;
    write(&folder, "laws", laws(&catalog))?;
    write(&folder, "triples", triples(&catalog))?;
    write(&folder, "questions", questions(&catalog))?;
    write(&folder, "values", values())?;
    write(&folder, "moves", moves(&catalog, all))?;
    Ok(())
}

fn write(folder: &Path, name: &str, text: String) -> std::io::Result<()> {
    println!("{name}: {} lines", text.lines().count());
    fs::write(folder.join(format!("{name}.txt")), text)
}

/// The answer of the command line.
fn ask(words: &[&str]) -> String {
    concord_cli::ask([&["concord"], words].concat())
        .unwrap_or_else(|error| panic!("{words:?}: {error}"))
}

/// A JSON text on one line.
fn line(text: &str) -> String {
    let value: serde_json::Value =
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    value.to_string()
}

/// Every table, as `concord show` prints it: ruleset, table, JSON.
fn tables(catalog: &Catalog) -> String {
    let mut lines = String::new();
    for ruleset in &catalog.rulesets {
        for table in TableName::ALL.into_iter().filter(|&table| ruleset.has_table(table)) {
            let shown = ask(&["show", &ruleset.name, "--table", table.name(), "--format", "json"]);
            lines += &format!("{}\t{table}\t{}\n", ruleset.name, line(&shown));
        }
    }
    lines
}

/// The laws of every ruleset: ruleset, JSON.
fn laws(catalog: &Catalog) -> String {
    let each = catalog.rulesets.par_iter().map(|ruleset| {
        let shown = ask(&["laws", &ruleset.name, "--format", "json"]);
        format!("{}\t{}\n", ruleset.name, line(&shown))
    });
    each.collect()
}

/// What `result_type` gives for three tensors of any dtypes of each ruleset: ruleset, then the answers in order.
fn triples(catalog: &Catalog) -> String {
    let each = catalog.rulesets.par_iter().map(|ruleset| {
        let tables = catalog.tables(ruleset);
        let mut text = ruleset.name.clone();
        let all: Vec<Operand> = ruleset.dtypes.iter().copied().map(Operand::Tensor).collect();
        for &a in &all {
            for &b in &all {
                for &c in &all {
                    let gives = match tables.result_type(&[a, b, c]) {
                        Ok(result) => result.map_name(catalog),
                        Err(error) => promotion_error(catalog, error),
                    };
                    text += &format!("\t{gives}");
                }
            }
        }
        text + "\n"
    });
    each.collect()
}

/// The name of a result, with a star if it is weakly typed.
trait Named {
    fn map_name(self, catalog: &Catalog) -> String;
}

impl Named for rules::ResultType {
    fn map_name(self, catalog: &Catalog) -> String {
        format!("{}{}", catalog.dtype(self.dtype).name, if self.weak { "*" } else { "" })
    }
}

fn promotion_error(catalog: &Catalog, error: PromotionError) -> String {
    match error {
        PromotionError::Cell { lhs, rhs, cell } => {
            let [lhs, rhs] = [lhs, rhs].map(|one| spelled(catalog, one));
            format!("cell {lhs} {rhs} {}", catalog.outcome_name(cell))
        }
        PromotionError::Unsupported(id) => format!("unsupported {}", catalog.dtype(id).name),
        PromotionError::NoTensor => "no tensor".to_owned(),
    }
}

fn op_error(catalog: &Catalog, error: OpError) -> String {
    let name = |id| catalog.dtype(id).name.as_str();
    match error {
        OpError::Promotion(error) => promotion_error(catalog, error),
        OpError::Undefined(id) => format!("undefined {}", name(id)),
        OpError::Cell { lhs, rhs, cell } => {
            let rhs = rhs.map_or_else(|| "alone".to_owned(), |one| spelled(catalog, one));
            format!("op cell {} {rhs} {}", name(lhs), catalog.outcome_name(cell))
        }
        OpError::NoDefault(kind) => format!("no default {}", kind.name()),
        OpError::NotFirst { first, promoted } => {
            format!("not first {} {}", name(first), name(promoted))
        }
    }
}

/// `int8`, `zero:int8`, `weak:int8`, `scalar:int`, `scalar:int8`
fn spelled(catalog: &Catalog, operand: Operand) -> String {
    let prefix = match operand {
        Operand::Tensor(_) => "",
        Operand::ZeroDim(_) => "zero:",
        Operand::Weak(_) => "weak:",
        Operand::Scalar(kind) => return format!("scalar:{}", kind.name()),
        Operand::TypedScalar(_) => "typed:",
    };
    let name = operand.dtype().map_or("", |id| catalog.dtype(id).name.as_str());
    format!("{prefix}{name}")
}

/// Numbers in an order that is the same every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count as u64).expect("less than a count")
    }
}

/// Random questions of operands of every category: ruleset, op or `-`, operands, what is returned, what it computes in.
fn questions(catalog: &Catalog) -> String {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut lines = String::new();
    for _ in 0..QUESTIONS {
        let ruleset = &catalog.rulesets[random.below(catalog.rulesets.len())];
        let op = match random.below(4) {
            0 => None,
            _ => Some(&catalog.ops[random.below(catalog.ops.len())]),
        };
        let count = match op.map(|op| op.group) {
            None | Some(Group::Join) => 1 + random.below(5),
            Some(group) if group.promotes() == 1 => 1,
            Some(Group::Ternary) => 2 + random.below(2),
            Some(_) => 2,
        };
        let operands: Vec<Operand> =
            (0..count).map(|_| operand(ruleset, catalog, &mut random)).collect();
        let words: Vec<String> = operands.iter().map(|&one| spelled(catalog, one)).collect();
        let tables = catalog.tables(ruleset);
        let (gives, compute) = match op {
            None => match tables.promote_all(&operands) {
                Ok(result) => (result.map_name(catalog), String::new()),
                Err(error) => (promotion_error(catalog, error), String::new()),
            },
            Some(op) => match tables.op_dtypes(catalog.op_id(op), &operands) {
                Ok(dtypes) => {
                    let result = rules::ResultType { dtype: dtypes.result, weak: dtypes.weak };
                    (result.map_name(catalog), catalog.dtype(dtypes.compute).name.clone())
                }
                Err(error) => (op_error(catalog, error), String::new()),
            },
        };
        let name = op.map_or("-", |op| op.name.as_str());
        lines += &format!("{}\t{name}\t{}\t{gives}\t{compute}\n", ruleset.name, words.join(" "));
    }
    lines
}

/// Mostly a dtype that the ruleset has.
fn operand(ruleset: &Ruleset, catalog: &Catalog, random: &mut Random) -> Operand {
    let id = match random.below(50) {
        0 => catalog.ids().nth(random.below(catalog.dtypes.len())).expect("a place of the list"),
        _ => ruleset.dtypes[random.below(ruleset.dtypes.len())],
    };
    match random.below(10) {
        0..4 => Operand::Tensor(id),
        4 | 5 => Operand::ZeroDim(id),
        6 | 7 => Operand::Weak(id),
        8 => Operand::Scalar(Scalar::ALL[random.below(4)]),
        _ => Operand::TypedScalar(id),
    }
}

/// Random float64 rounded to every float, and integers to every integer: dtype, the bits of the one and of the other.
fn values() -> String {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut lines = String::new();
    let mut all: Vec<f64> =
        vec![0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MIN_POSITIVE, 5e-324];
    // Halves of small numbers are ties, and powers of two the ends of formats.
    all.extend((-4096..=4096).map(|half| f64::from(half) / 32.0));
    all.extend((-1074..1024).flat_map(|power| {
        [1.0, 1.25, 1.5, 1.75, -1.0, -1.5, 1.0 + f64::EPSILON].map(|part| part * 2_f64.powi(power))
    }));
    for _ in 0..VALUES {
        all.push(f64::from_bits(random.next()));
        let mantissa = random.next() >> 12;
        let power = u64::try_from(random.below(60)).expect("less than 60") + 1023 - 30;
        all.push(f64::from_bits(power << 52 | mantissa));
    }
    let mut line = |dtype: &dyn fmt::Display, value: f64, bits: u64| {
        writeln!(lines, "{dtype}\t{:016x}\t{bits:x}", value.to_bits()).expect("a text takes all");
    };
    all.retain(|value| !value.is_nan());
    for (name, bits) in
        ["float16", "bfloat16", "float32", "float64"].map(|name| (name, elements(&all, name)))
    {
        for (&value, bits) in all.iter().zip(bits) {
            line(&name, value, bits);
        }
    }
    all.push(f64::NAN);
    for value in all {
        macro_rules! narrow {
            ($($element:ident)*) => { $(
                let dtype = <$element as runtime::Element>::DTYPE;
                let whole = dtype.iinfo().is_none_or(|info| {
                    value.fract() == 0.0 && (info.min as f64..=info.max as f64).contains(&value)
                });
                if whole {
                    line(&dtype, value, $element::from_f64(value).to_bits().into());
                }
            )* };
        }
        narrow!(i4 i2 i1 u4 u2 u1 f8e3m4 f8e4m3 f8e4m3fn f8e4m3fnuz f8e4m3b11fnuz f8e5m2 f8e5m2fnuz f8e8m0fnu f6e2m3fn f6e3m2fn f4e2m1fn);
    }
    lines
}

/// What the runtime makes of numbers as elements of a dtype: the bits of each.
fn elements(values: &[f64], dtype: &str) -> Vec<u64> {
    let word = |&value: &f64| match value {
        f64::INFINITY => "inf".into(),
        f64::NEG_INFINITY => "-inf".into(),
        value => serde_json::Value::from(value),
    };
    let values: Vec<serde_json::Value> = values.iter().map(word).collect();
    // Elements of an operand are rounded once; what an op that creates them does is the framework's choice.
    let operand = serde_json::json!({ "dtype": dtype, "values": values });
    let question = serde_json::json!({
        "ruleset": "numpy", "op": "cast", "dtype": dtype, "operands": [operand],
    });
    let mut answer = Vec::new();
    concord_cli::eval(question.to_string().as_bytes(), &mut answer)
        .expect("a text is read and written");
    let answer: serde_json::Value = serde_json::from_slice(&answer).expect("an answer is JSON");
    let bits = answer["bits"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let word = |bits: &serde_json::Value| {
        u64::from_str_radix(bits.as_str().unwrap_or(""), 16).expect("digits")
    };
    bits.iter().map(word).collect()
}

/// What `concord migrate` prints: the two rulesets and the text as JSON.
fn moves(catalog: &Catalog, all: bool) -> String {
    let names: Vec<&str> = catalog.rulesets.iter().map(|one| one.name.as_str()).collect();
    let mut pairs: Vec<(&str, &str, &str)> = Vec::new();
    for (place, &from) in names.iter().enumerate() {
        // A ring of all, or every pair.
        let to = names.iter().enumerate().filter(|&(other, _)| {
            if all { other != place } else { other == (place + 7) % names.len() }
        });
        pairs.extend(to.map(|(_, &to)| (from, to, "")));
    }
    pairs.extend([
        ("numpy", "torch", ""),
        ("numpy", "numpy", ""),
        ("torch", "jax", "int8,float32,float64"),
    ]);
    let each = pairs.par_iter().map(|&(from, to, dtypes)| {
        let words = ["migrate", from, to, "--dtypes", dtypes];
        let text = ask(if dtypes.is_empty() { &words[..3] } else { &words });
        format!("{from}\t{to}\t{dtypes}\t{}\n", serde_json::Value::from(text))
    });
    each.collect()
}
