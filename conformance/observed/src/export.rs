//! Rulesets and the recorded runs of their frameworks → JSON of the schema `concord-export/2`.
//!
//! `docs/export.md` describes it. Of a run it holds what ops gave of one operand and of two; what they computed stays
//! in the recorded files.

use std::collections::BTreeMap;

use codegen::catalog::{Asked, Catalog, DTypeId, Operand, Ruleset, Scalar};
use codegen::export;
use serde::Serialize;
use serde::ser::Serializer;

use crate::{Observation, Seen, View};

/// All that is stated of rulesets, and what the runs gave that speak for them.
pub fn json<'a>(
    catalog: &'a Catalog,
    rulesets: &[&'a Ruleset],
    observations: &'a [Observation],
) -> impl Serialize + use<'a> {
    let mut runs = BTreeMap::new();
    for observed in rulesets.iter().flat_map(|ruleset| &ruleset.observed) {
        let Some(observation) = observations.iter().find(|one| one.name == observed.file) else {
            continue;
        };
        let run = runs.entry(observed.file.as_str()).or_insert_with(|| Run::new(observation));
        if let Some(view) = observation.view(&observed.view) {
            run.views.entry(&observed.view).or_insert_with(|| Answers::new(catalog, view));
        }
    }
    Export { stated: export::json(catalog, rulesets), runs }
}

#[derive(Serialize)]
struct Export<'a, S> {
    #[serde(flatten)]
    stated: S,
    runs: BTreeMap<&'a str, Run<'a>>,
}

#[derive(Serialize)]
struct Run<'a> {
    framework: &'a str,
    version: &'a str,
    date: &'a str,
    platform: &'a str,
    configuration: &'a str,
    /// The texts of its errors.
    errors: &'a [String],
    views: BTreeMap<&'a str, Answers>,
}

impl<'a> Run<'a> {
    fn new(observation: &'a Observation) -> Run<'a> {
        let Observation { framework, version, date, platform, configuration, errors, .. } =
            observation;
        Run { framework, version, date, platform, configuration, errors, views: BTreeMap::new() }
    }
}

/// What a view gave.
#[derive(Serialize)]
struct Answers {
    about: String,
    /// The operands it was asked of: `int8`, `zero:int8`, `weak:int8`, `scalar:int`.
    operands: Vec<String>,
    /// Every answer, once each.
    answers: Vec<Answer>,
    /// Lines of answers, a line for each operand on the left and a character for each on the right, of an op of one
    /// operand one line: a space where it was not asked, else the answer's place counted from `!`.
    grids: Vec<Vec<String>>,
    /// Which grid is an op's.
    ops: BTreeMap<String, usize>,
    /// The ops that were asked to compute and of which there is no grid.
    computed: Vec<String>,
}

/// A public name, with a star if it is weakly typed; a sign and the place of an error's text; or a dtype that the spec
/// does not have.
#[derive(PartialEq)]
enum Answer {
    Gives(String),
    Raises(char, usize),
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Answer::Gives(name) => to.serialize_str(name),
            Answer::Raises(sign, error) => (sign, error).serialize(to),
        }
    }
}

impl Answers {
    fn new(catalog: &Catalog, view: &View) -> Answers {
        let operands = operands(catalog, view);
        let (mut answers, mut grids, mut ops) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut computed = Vec::new();
        for (place, op) in catalog.ops.iter().enumerate() {
            if view.asked(place).next().is_none() {
                computed.extend(view.asks(place).then(|| op.name.clone()));
                continue;
            }
            let mut sign = |asked: Option<Asked>| {
                let Some(seen) = asked.and_then(|asked| view.seen(place, asked)) else {
                    return ' ';
                };
                let answer = answer(catalog, seen);
                let known = answers.iter().position(|known| *known == answer);
                let known = known.unwrap_or_else(|| {
                    answers.push(answer);
                    answers.len() - 1
                });
                sign(known)
            };
            let grid: Vec<String> = if op.group.promotes() == 1 {
                let one = |one: &Operand| match one {
                    Operand::Tensor(id) => Some(Asked::One(*id)),
                    _ => None,
                };
                vec![operands.iter().map(|operand| sign(one(operand))).collect()]
            } else {
                let row = |&lhs: &Operand| {
                    operands.iter().map(|&rhs| sign(Asked::pair([lhs, rhs]))).collect()
                };
                operands.iter().map(row).collect()
            };
            let known = grids.iter().position(|known| *known == grid);
            let known = known.unwrap_or_else(|| {
                grids.push(grid);
                grids.len() - 1
            });
            ops.insert(op.name.clone(), known);
        }
        let operands = operands.iter().map(|&one| word(catalog, one)).collect();
        Answers { about: view.about.clone(), operands, answers, grids, ops, computed }
    }
}

/// The operands that any op was asked of, in their order.
fn operands(catalog: &Catalog, view: &View) -> Vec<Operand> {
    let of = |category: fn(DTypeId) -> Operand| view.dtypes.iter().copied().map(category);
    let all = of(Operand::Tensor)
        .chain(of(Operand::ZeroDim))
        .chain(of(Operand::Weak))
        .chain(Scalar::ALL.map(Operand::Scalar));
    let asked: Vec<Asked> = (0..catalog.ops.len()).flat_map(|op| view.asked(op)).collect();
    let stands = |operand: Operand| {
        asked.iter().any(|asked| match *asked {
            Asked::One(id) => operand == Operand::Tensor(id),
            Asked::Pair(lhs, rhs) => operand == lhs || operand == rhs,
        })
    };
    all.filter(|&operand| stands(operand)).collect()
}

fn answer(catalog: &Catalog, seen: &Seen) -> Answer {
    match seen {
        Seen::DType(id) => Answer::Gives(catalog.dtype(*id).name.clone()),
        Seen::Weak(id) => Answer::Gives(format!("{}*", catalog.dtype(*id).name)),
        Seen::Other(name) => Answer::Gives(format!("<{name}>")),
        Seen::Refused(error) => Answer::Raises('-', *error),
        Seen::NoKernel(error) => Answer::Raises('!', *error),
        Seen::Crash(error) => Answer::Raises('*', *error),
    }
}

/// The character of the answer at a place.
fn sign(place: usize) -> char {
    let code = u32::try_from(place).ok().and_then(|place| char::from_u32(u32::from('!') + place));
    code.expect("a run has some hundred answers")
}

/// `int8`, `zero:int8`, `weak:int8`, `scalar:int`
fn word(catalog: &Catalog, operand: Operand) -> String {
    let code = catalog.operand_code(operand);
    match operand.dtype() {
        Some(id) => code.replace(&catalog.dtype(id).code, &catalog.dtype(id).name),
        None => code,
    }
}
