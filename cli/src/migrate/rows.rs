//! Changes → rows of a table: ops that change alike together, operands that do as rectangles.

use std::collections::BTreeSet;
use std::mem::discriminant;

use codegen::catalog::{Cell, Kind, Operand, Scalar};
use codegen::draw::words;
use codegen::rectangles::{Rectangle, symmetric_rectangles};
use rules::Losses;

use super::Move;
use super::cast::{Cast, Of};
use super::change::{Change, Severity};

/// Changes that say the same.
pub(super) struct Row {
    pub(super) severity: Severity,
    /// The ops, as places in the catalog; none, where it is what operands promote to.
    pub(super) ops: Vec<usize>,
    pub(super) operands: String,
    pub(super) was: String,
    pub(super) becomes: String,
    pub(super) lost: Losses,
    pub(super) cast: String,
}

/// The operands of a change; of an op of one operand no second.
type Operands = (Operand, Option<Operand>);

/// Operands, and the outcome that may vary, as a place in [`Alike::varying`].
type Cases = BTreeSet<(Operands, usize)>;

/// Changes that differ in no more than op, operands and the outcome that may vary.
struct Alike<'a> {
    first: &'a Change,
    cast: Option<Cast>,
    varying: Vec<Cell>,
    /// For each op, or none, its cases.
    ops: Vec<(Option<usize>, Cases)>,
}

/// The outcome that matters less, so that changes which differ in it are still told together: of ops, of
/// which there are many, and of what is not known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Varies {
    /// What there was: nothing gives it back.
    Was,
    /// What there is: before, there was nothing.
    Becomes,
    Nothing,
}

impl Varies {
    fn of(change: &Change) -> Varies {
        let given = [change.was, change.becomes].map(|outcome| outcome.dtype().is_some());
        match (change.severity, given) {
            (Severity::Refused | Severity::Legal, _) if change.op.is_none() => Varies::Nothing,
            (Severity::Refused | Severity::Unknown, [true, false]) if change.cast.is_none() => {
                Varies::Was
            }
            (Severity::Legal | Severity::Unknown, [false, true]) => Varies::Becomes,
            _ => Varies::Nothing,
        }
    }
}

/// The rows of changes, in their order.
pub(super) fn rows(moved: &Move<'_>, changes: &[Change]) -> Vec<Row> {
    let mut groups: Vec<Alike<'_>> = Vec::new();
    for change in changes {
        let (operands, cast) = oriented(change);
        let group = match groups.iter_mut().find(|group| group.takes(change, cast)) {
            Some(group) => group,
            None => {
                let (varying, ops) = (Vec::new(), Vec::new());
                groups.push_mut(Alike { first: change, cast, varying, ops })
            }
        };
        let outcome = if Varies::of(change) == Varies::Was { change.was } else { change.becomes };
        let known = group.varying.iter().position(|known| *known == outcome);
        let place = known.unwrap_or(group.varying.len());
        group.varying.extend(known.is_none().then_some(outcome));
        let case = (operands, place);
        match group.ops.iter_mut().find(|(op, _)| *op == change.op) {
            Some((_, cases)) => _ = cases.insert(case),
            None => group.ops.push((change.op, BTreeSet::from([case]))),
        }
    }
    groups.iter().flat_map(|group| group.rows(moved)).collect()
}

/// The operands of a change, the one to cast first if the order of the two does not matter.
fn oriented(change: &Change) -> (Operands, Option<Cast>) {
    match (change.operands.as_slice(), change.cast) {
        (&[lhs, rhs], Some(cast @ Cast { of: Of::Second, .. }))
            if change.either_order && lhs != rhs =>
        {
            ((rhs, Some(lhs)), Some(cast.flipped()))
        }
        (&[lhs, rhs], cast) => ((lhs, Some(rhs)), cast),
        (&[one], cast) => ((one, None), cast),
        _ => unreachable!("a change is of one operand or of two"),
    }
}

impl Alike<'_> {
    fn takes(&self, change: &Change, cast: Option<Cast>) -> bool {
        let (first, varies) = (self.first, Varies::of(change));
        let same = (first.severity, first.either_order, first.by_run)
            == (change.severity, change.either_order, change.by_run);
        same && self.cast == cast
            && Varies::of(first) == varies
            && (first.was == change.was || varies == Varies::Was)
            && (first.becomes == change.becomes || varies == Varies::Becomes)
            && first.op.is_some() == change.op.is_some()
            && first.operands.len() == change.operands.len()
            && first.lost == change.lost
    }

    fn rows(&self, moved: &Move<'_>) -> Vec<Row> {
        let mut sets: Vec<(Vec<usize>, &Cases)> = Vec::new();
        for (op, cases) in &self.ops {
            match sets.iter_mut().find(|(_, known)| *known == cases) {
                Some((ops, _)) => ops.extend(op),
                None => sets.push((op.iter().copied().collect(), cases)),
            }
        }
        sets.into_iter().map(|(ops, cases)| self.row(moved, ops, cases)).collect()
    }

    fn row(&self, moved: &Move<'_>, ops: Vec<usize>, cases: &Cases) -> Row {
        let Change { severity, was, becomes, either_order, lost, .. } = *self.first;
        let places: BTreeSet<usize> = cases.iter().map(|&(_, place)| place).collect();
        let varying: Vec<Cell> = places.into_iter().map(|place| self.varying[place]).collect();
        let both = match Varies::of(self.first) {
            Varies::Was => [varying, vec![becomes]],
            _ => [vec![was], varying],
        };
        let [was, becomes] = both.map(|outcomes| words_of_outcomes(moved, &outcomes));
        let operands = || cases.iter().map(|&(operands, _)| operands);
        let ones: Vec<Operand> =
            operands().filter(|(_, rhs)| rhs.is_none()).map(|(one, _)| one).collect();
        let pairs: Vec<(Operand, Operand)> =
            operands().filter_map(|(lhs, rhs)| Some((lhs, rhs?))).collect();
        // Which operand is cast tells the two orders apart.
        let one = |cast: Cast| matches!(cast.of, Of::First | Of::Second);
        let mirrored = either_order && !self.cast.is_some_and(one);
        let same = |lhs, rhs| mirrored && discriminant(&lhs) == discriminant(&rhs);
        let rectangles = symmetric_rectangles(&pairs, same);
        let mut words: Vec<String> = rectangles
            .iter()
            .map(|(lefts, rights)| format!("{} × {}", names(moved, lefts), names(moved, rights)))
            .collect();
        words.extend((!ones.is_empty()).then(|| names(moved, &ones)));
        let order = if either_order { "" } else { ", in this order" };
        let by_run = if self.first.by_run { ", by a run" } else { "" };
        let cast = words_of_cast(moved, self.first.was, self.cast, &rectangles);
        let operands = words.join("; ") + order + by_run;
        Row { severity, ops, operands, was, becomes, lost, cast }
    }
}

/// `int8 to float64`; which operand it is, where the rectangles do not say it by its dtype.
fn words_of_cast(
    moved: &Move<'_>,
    was: Cell,
    cast: Option<Cast>,
    rectangles: &[Rectangle<Operand, Operand>],
) -> String {
    let Some(Cast { of, to }) = cast else {
        let none = if was.dtype().is_some() { "no cast gives it" } else { "" };
        return none.to_owned();
    };
    let lefts: BTreeSet<Operand> =
        rectangles.iter().flat_map(|(lefts, _)| lefts).copied().collect();
    let rights: BTreeSet<Operand> =
        rectangles.iter().flat_map(|(_, rights)| rights).copied().collect();
    let called = |side: &BTreeSet<Operand>, other: &BTreeSet<Operand>, place| match side.first() {
        Some(&only) if side.len() == 1 && !other.contains(&only) => {
            words::operand(moved.catalog, only)
        }
        _ => format!("the {place}"),
    };
    let what = match of {
        Of::First if rectangles.is_empty() => "the operand".to_owned(),
        Of::First => called(&lefts, &rights, "first"),
        Of::Second => called(&rights, &lefts, "second"),
        Of::Either => "either".to_owned(),
        Of::Both => "both".to_owned(),
        Of::Result => "the result".to_owned(),
    };
    format!("{what} to {}", moved.catalog.dtype(to).name)
}

/// Outcomes: dtypes as operands are told, and whatever else.
fn words_of_outcomes(moved: &Move<'_>, all: &[Cell]) -> String {
    if let [one] = all {
        return words::outcome(moved.catalog, *one);
    }
    let plain = |&one: &Cell| match one {
        Cell::DType(id) => Ok(Operand::Tensor(id)),
        other => Err(other),
    };
    let mut dtypes: Vec<Operand> = all.iter().filter_map(|one| plain(one).ok()).collect();
    dtypes.sort();
    let others = all.iter().filter_map(|one| plain(one).err());
    let others = others.map(|other| words::outcome(moved.catalog, other));
    let words = (!dtypes.is_empty()).then(|| names(moved, &dtypes));
    words.into_iter().chain(others).collect::<Vec<String>>().join(", ")
}

/// Operands by name: `every int` for all that are asked of, where no dtypes were named.
fn names(moved: &Move<'_>, operands: &[Operand]) -> String {
    let mut words: Vec<String> = Vec::new();
    for those in operands.chunk_by(|one, other| discriminant(one) == discriminant(other)) {
        let sort = match those[0] {
            Operand::Tensor(_) => Some(""),
            Operand::ZeroDim(_) => Some("0-d "),
            Operand::Weak(_) => Some("weak "),
            Operand::Scalar(_) | Operand::TypedScalar(_) => None,
        };
        let kinds = those.iter().filter(|one| one.dtype().is_none()).count();
        match sort.filter(|_| !moved.named) {
            None if kinds == Scalar::ALL.len() => words.push("every Python number".to_owned()),
            None => words.extend(those.iter().map(|&one| words::operand(moved.catalog, one))),
            Some(sort) if those.len() == moved.dtypes.len() => {
                words.push(format!("every {sort}dtype"));
            }
            Some(sort) => words.extend(by_kind(moved, those, sort)),
        }
    }
    words.join(", ")
}

/// Tensors of one sort, those of a kind together where they are all that are asked of.
fn by_kind(moved: &Move<'_>, operands: &[Operand], sort: &str) -> Vec<String> {
    let kind = |id| moved.catalog.dtype(id).kind();
    let words = Kind::ALL.into_iter().flat_map(|wanted| {
        let of_kind = |one: &&Operand| one.dtype().map(kind) == Some(wanted);
        let those: Vec<&Operand> = operands.iter().filter(of_kind).collect();
        let asked = moved.dtypes.iter().filter(|&&id| kind(id) == wanted).count();
        match those.len() {
            2.. if those.len() == asked => vec![format!("every {sort}{}", wanted.name())],
            _ => those.iter().map(|&&one| words::operand(moved.catalog, one)).collect(),
        }
    });
    words.collect()
}
