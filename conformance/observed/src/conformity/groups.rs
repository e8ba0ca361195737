//! Entries that say the same, but for the dtypes → the one `[[divergence]]` that declares them, its cells as few products.

use codegen::catalog::{Asked, Catalog, DTypeId, Operand};

use super::{Entry, Subject};

/// Entries that one `[[divergence]]` declares: the same ops, answers alike.
pub(super) struct Group<'a> {
    pub(super) table: &'static str,
    pub(super) ops: Vec<&'a str>,
    pub(super) cells: Vec<String>,
    pub(super) says: Says<'a>,
    /// The text of the error of any of them.
    pub(super) error: Option<&'a str>,
}

/// What the rule and the run gave, as the spec writes it: `*` where entries gave several dtypes.
#[derive(Clone, Copy)]
pub(super) struct Says<'a> {
    pub(super) rule: &'a str,
    pub(super) run: &'a str,
}

impl<'a> Says<'a> {
    fn of(entry: &'a Entry) -> Says<'a> {
        Says { rule: &entry.rule, run: &entry.run }
    }

    /// Whether one declaration can say both: a refusal, or no kernel, is unlike a dtype.
    fn is_alike(self, other: Says<'_>, table: &str) -> bool {
        let is_dtype = |word: &str| !matches!(word, "-" | "!" | "?");
        let listed = matches!(table, "defaults" | "names");
        let alike = |one, other| one == other || !listed && is_dtype(one) && is_dtype(other);
        alike(self.rule, other.rule) && alike(self.run, other.run)
    }

    fn and(self, other: Says<'a>) -> Says<'a> {
        let both = |one, other| if one == other { one } else { "*" };
        Says { rule: both(self.rule, other.rule), run: both(self.run, other.run) }
    }
}

/// The entries of one op that give answers alike.
struct OfOp<'a> {
    table: &'static str,
    op: &'a str,
    says: Says<'a>,
    error: Option<&'a str>,
    asked: Vec<Asked>,
    triples: Vec<[DTypeId; 3]>,
    /// What is no cell of dtypes: kinds of defaults, spellings, operands of values.
    words: Vec<String>,
}

/// Entries by what they say, then ops of the same cells together.
pub(super) fn groups<'a>(catalog: &'a Catalog, entries: &'a [Entry]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for OfOp { table, op, says, error, asked, triples, words } in of_ops(catalog, entries) {
        let mut cells = products(catalog, &asked);
        cells.extend(threefold(catalog, &triples));
        cells.extend(words);
        let ops: Vec<&str> = Some(op).filter(|op| !op.is_empty()).into_iter().collect();
        let same = |other: &&mut Group<'_>| {
            other.table == table && other.cells == cells && other.says.is_alike(says, table)
        };
        match groups.iter_mut().find(same) {
            Some(other) => {
                other.ops.extend(ops);
                other.says = other.says.and(says);
            }
            None => groups.push(Group { table, ops, cells, says, error }),
        }
    }
    groups
}

fn of_ops<'a>(catalog: &'a Catalog, entries: &'a [Entry]) -> Vec<OfOp<'a>> {
    let mut all: Vec<OfOp<'a>> = Vec::new();
    for entry in entries {
        let mut triple = None;
        let (table, op, asked, word) = match &entry.subject {
            Subject::Cell(op, asked) => ("ops", catalog.ops[*op].name.as_str(), Some(*asked), None),
            Subject::Together(name, ids) => {
                triple = Some(*ids);
                ("nary", name.as_str(), None, None)
            }
            Subject::Default(kind) => ("defaults", "", None, Some(kind)),
            Subject::Name(name) => ("names", "", None, Some(name)),
            Subject::Value(op, cell) => ("values", op.as_str(), None, Some(cell)),
            Subject::Call(name, call) => ("calls", name.as_str(), None, Some(call)),
        };
        let says = Says::of(entry);
        let same = |other: &OfOp<'_>| {
            other.table == table && other.op == op && other.says.is_alike(says, table)
        };
        let place = all.iter().position(same).unwrap_or_else(|| {
            let (asked, triples, words) = Default::default();
            let error = entry.error.as_deref();
            all.push(OfOp { table, op, says, error, asked, triples, words });
            all.len() - 1
        });
        all[place].says = all[place].says.and(says);
        all[place].asked.extend(asked);
        all[place].triples.extend(triple);
        all[place].words.extend(word.cloned());
    }
    all
}

/// Cells as few products: the rows that have the same columns stand together.
fn products(catalog: &Catalog, asked: &[Asked]) -> Vec<String> {
    let single = asked.iter().filter_map(|one| match one {
        Asked::One(id) => Some(catalog.dtype(*id).code.clone()),
        Asked::Pair(..) => None,
    });
    let pairs = asked.iter().filter_map(|one| match *one {
        Asked::One(_) => None,
        Asked::Pair(lhs, rhs) => Some((lhs, rhs)),
    });
    let word = |operand: &Operand| catalog.operand_code(*operand);
    let words = |operands: &[Operand]| operands.iter().map(word).collect::<Vec<_>>().join(" ");
    let blocks = blocks(pairs, |one, other| sort(*one) == sort(*other));
    let blocks =
        blocks.iter().map(|(rows, columns)| format!("{} × {}", words(rows), words(columns)));
    let single = Some(single.collect::<Vec<_>>().join(" ")).filter(|words| !words.is_empty());
    single.into_iter().chain(blocks).collect()
}

/// Triples as few products: the pairs that have the same thirds, then the firsts that have the same of both.
fn threefold(catalog: &Catalog, triples: &[[DTypeId; 3]]) -> Vec<String> {
    let word = |id: &DTypeId| catalog.dtype(*id).code.as_str();
    let words = |ids: &[DTypeId]| ids.iter().map(word).collect::<Vec<_>>().join(" ");
    let thirds = blocks(triples.iter().map(|&[a, b, c]| ((a, b), c)), |_, _| true);
    let mut all: Vec<(Vec<DTypeId>, Vec<DTypeId>, Vec<DTypeId>)> = Vec::new();
    for (pairs, thirds) in thirds {
        for (firsts, seconds) in blocks(pairs.into_iter(), |_, _| true) {
            all.push((firsts, seconds, thirds.clone()));
        }
    }
    let text = |(a, b, c): &(Vec<_>, Vec<_>, Vec<_>)| {
        format!("{} × {} × {}", words(a), words(b), words(c))
    };
    all.iter().map(text).collect()
}

/// Pairs as products: of each left side its right sides that are alike, and the left sides that have the same.
fn blocks<L: PartialEq + Copy, R: PartialEq + Copy>(
    pairs: impl Iterator<Item = (L, R)>,
    alike: impl Fn(&R, &R) -> bool,
) -> Vec<(Vec<L>, Vec<R>)> {
    let mut rows: Vec<(L, Vec<R>)> = Vec::new();
    for (lhs, rhs) in pairs {
        match rows
            .iter_mut()
            .find(|(row, all)| *row == lhs && all.iter().all(|one| alike(one, &rhs)))
        {
            Some((_, columns)) => columns.push(rhs),
            None => rows.push((lhs, vec![rhs])),
        }
    }
    let mut blocks: Vec<(Vec<L>, Vec<R>)> = Vec::new();
    for (row, columns) in rows {
        match blocks.iter_mut().find(|(_, others)| *others == columns) {
            Some((rows, _)) => rows.push(row),
            None => blocks.push((vec![row], columns)),
        }
    }
    blocks
}

/// Tensors stand together, and apart from them each other sort of operand.
fn sort(operand: Operand) -> u8 {
    match operand {
        Operand::Tensor(_) => 0,
        Operand::ZeroDim(_) => 1,
        Operand::Weak(_) => 2,
        Operand::Scalar(_) | Operand::TypedScalar(_) => 3,
    }
}
