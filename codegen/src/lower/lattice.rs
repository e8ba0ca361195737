//! `[promotion.lattice]` → a table: each pair gives the nearest dtype above both.

use crate::catalog::{Cell, Column, DTypeId, SourcedCell};
use crate::diagnostic::{Mistake, Place};
use crate::poison::Checked;
use crate::spec::{Listing, TableSection};

use super::drawn::Drawn;
use super::scope::Scope;

/// A line of the lattice: a dtype, and the ones immediately above it.
struct Node {
    id: DTypeId,
    at: Place,
    above: Vec<(DTypeId, Place)>,
}

pub(super) fn lower(
    section: &TableSection,
    lines: &Listing,
    columns: Vec<Column>,
    scope: &Scope<'_>,
) -> Drawn {
    let own = if lines.source.is_empty() { &section.source } else { &lines.source };
    let sources = scope.sources.of(own);
    let (nodes, checked) = scope.world.sink.watch(|| nodes(lines, scope));
    let rows = scope.supported.ids.items.clone();
    let checked = scope.supported.ids.rest.and(checked).and_then(|()| check_cycle(&nodes, scope));
    if let Err(poisoned) = checked {
        return Drawn::poisoned(rows, columns, poisoned);
    }
    let mut drawn = Drawn::unknown(rows, columns);
    let mut unbounded: Vec<Unbounded> = Vec::new();
    for left in 0..nodes.len() {
        for right in 0..nodes.len() {
            match nearest(&nodes, left, right).as_slice() {
                &[id] => {
                    let place =
                        |node: &Node| drawn.table.rows.iter().position(|&row| row == node.id);
                    let places = place(&nodes[left]).zip(place(&nodes[right]));
                    let cell = SourcedCell { outcome: Cell::DType(id), sources: sources.clone() };
                    if let Some((row, column)) = places {
                        drawn.set(row, column, Ok(cell), nodes[left].at);
                    }
                }
                bounds if left < right => {
                    unbounded.push(Unbounded { left, right, bounds: bounds.to_vec() });
                }
                _ => {}
            }
        }
    }
    let (none, several): (Vec<_>, Vec<_>) =
        unbounded.into_iter().partition(|pair| pair.bounds.is_empty());
    let several = check_bounded(&several, &nodes, scope);
    drawn.poison_rest(several.and(check_bounded(&none, &nodes, scope)));
    drawn
}

/// The lines of a lattice; reports those that are missing.
fn nodes(lines: &Listing, scope: &Scope<'_>) -> Vec<Node> {
    let nodes = lines.lines.iter().filter_map(|(code, above)| {
        let id = scope.resolve(code, "in the lattice").ok()?;
        let whereabouts = format!("above `{}` in the lattice", code.value);
        let above = above
            .iter()
            .filter_map(|code| Some((scope.resolve(code, &whereabouts).ok()?, code.at)));
        Some(Node { id, at: code.at, above: above.collect() })
    });
    let nodes: Vec<Node> = nodes.collect();
    if scope.supported.ids.rest.is_ok() {
        // A line with a wrong key is taken for a missing one.
        let mislabelled = lines.lines.len() - nodes.len();
        let missing = scope.supported.ids.iter();
        let missing = missing.filter(|&&id| !nodes.iter().any(|node| node.id == id));
        for &id in missing.skip(mislabelled) {
            let code = scope.world.dtypes.code(id);
            let message = format!("the lattice has no line for `{code}`");
            let label = format!("needs `{code}`, with what is above it");
            scope.world.sink.report(lines.at.mistake(Mistake::RowMissing, message, label));
        }
    }
    nodes
}

/// The dtype and all above it.
fn reach(nodes: &[Node], from: DTypeId) -> Vec<DTypeId> {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&id) = reached.get(next) {
        let node = nodes.iter().find(|node| node.id == id);
        for &(above, _) in node.map_or(&[][..], |node| &node.above) {
            if !reached.contains(&above) {
                reached.push(above);
            }
        }
        next += 1;
    }
    reached
}

/// The lowest of the dtypes above both: one, if they have a least upper bound.
fn nearest(nodes: &[Node], left: usize, right: usize) -> Vec<DTypeId> {
    let right = reach(nodes, nodes[right].id);
    let mut both = reach(nodes, nodes[left].id);
    both.retain(|id| right.contains(id));
    let mut lowest = both.clone();
    lowest
        .retain(|&id| !both.iter().any(|&other| other != id && reach(nodes, other).contains(&id)));
    lowest.sort();
    lowest
}

fn check_cycle(nodes: &[Node], scope: &Scope<'_>) -> Checked<()> {
    // An arrow closes a cycle if its foot can be reached from its head.
    let mut closing = nodes.iter().flat_map(|node| {
        let above = node.above.iter();
        above
            .filter(|(head, _)| reach(nodes, *head).contains(&node.id))
            .map(move |&(head, at)| (node.id, head, at))
    });
    let Some((foot, head, at)) = closing.next() else {
        return Ok(());
    };
    let code = |id| scope.world.dtypes.code(id);
    let message =
        format!("the lattice has a cycle: `{}` is above `{}` and below it", code(head), code(foot));
    let diagnostic = at.mistake(Mistake::LatticeCycle, message, "this arrow goes up");
    let diagnostic =
        closing.fold(diagnostic, |all, (_, _, at)| all.and(at, "and so does this one"));
    Err(scope.world.sink.report(diagnostic))
}

/// Two lines of a lattice without a least upper bound.
struct Unbounded {
    left: usize,
    right: usize,
    /// The lowest of the dtypes above both: none, or several.
    bounds: Vec<DTypeId>,
}

/// Reports the first of these pairs, and the others beside it.
fn check_bounded(pairs: &[Unbounded], nodes: &[Node], scope: &Scope<'_>) -> Checked<()> {
    let Some(first) = pairs.first() else { return Ok(()) };
    let code = |node: usize| scope.world.dtypes.code(nodes[node].id);
    let (left, right) = (code(first.left), code(first.right));
    let (mistake, message) = match first.bounds.len() {
        0 => {
            let message = format!("no dtype of the lattice is above both `{left}` and `{right}`");
            (Mistake::LatticeNoBound, message)
        }
        count => {
            let bounds: Vec<&str> =
                first.bounds.iter().map(|&id| scope.world.dtypes.code(id)).collect();
            let bounds = bounds.join(", ");
            let message =
                format!("`{left}` and `{right}` have {count} nearest dtypes above both: {bounds}");
            (Mistake::LatticeTwoBounds, message)
        }
    };
    let diagnostic = nodes[first.left].at.mistake(mistake, message, "this one");
    let diagnostic = diagnostic.and(nodes[first.right].at, "and this one");
    let others: Vec<String> = pairs[1..]
        .iter()
        .map(|pair| format!("{} × {}", code(pair.left), code(pair.right)))
        .collect();
    Err(scope.world.sink.report(match (others.is_empty(), first.bounds.is_empty()) {
        (false, _) => diagnostic.help(format!("the same holds for {}", others.join(", "))),
        (true, true) => diagnostic.help("if some dtypes do not promote together, draw a grid"),
        (true, false) => diagnostic,
    }))
}
