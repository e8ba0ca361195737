//! `[promotion.lattice]` → a table: each pair gives the nearest dtype above both.

use crate::catalog::{Cell, Column, DTypeId, Outcome};
use crate::diagnostic::{Mistake, Place};
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
    let sink = scope.world.sink;
    let before = sink.len();
    let own = if lines.source.is_empty() { &section.source } else { &lines.source };
    let sources = scope.sources.of(own);
    let nodes = nodes(lines, scope);
    if scope.supported.certain {
        // A line that is labelled wrongly is the missing one.
        let unknown = lines.lines.len() - nodes.len();
        let missing = scope.supported.ids.iter();
        let missing = missing.filter(|&&id| !nodes.iter().any(|node| node.id == id));
        for &id in missing.skip(unknown) {
            let code = scope.world.dtypes.code(id);
            let message = format!("the lattice has no line for `{code}`");
            sink.report(lines.at.mistake(
                Mistake::RowMissing,
                message,
                format!("needs `{code}`, with what is above it"),
            ));
        }
    }
    let mut drawn = Drawn::empty(scope.supported.ids.clone(), columns);
    if sink.len() > before || !scope.supported.certain || reports_cycle(&nodes, scope) {
        return drawn;
    }
    let mut two: Vec<(usize, usize, Vec<DTypeId>)> = Vec::new();
    let mut none: Vec<(usize, usize)> = Vec::new();
    for left in 0..nodes.len() {
        for right in 0..nodes.len() {
            match nearest(&nodes, left, right).as_slice() {
                [id] => {
                    let place = |id| scope.supported.ids.iter().position(|&row| row == id);
                    let cell = Cell { outcome: Outcome::DType(*id), sources: sources.clone() };
                    if let (Some(row), Some(column)) =
                        (place(nodes[left].id), place(nodes[right].id))
                    {
                        drawn.set(row, column, cell, nodes[left].at);
                    }
                }
                [] if left < right => none.push((left, right)),
                ids if left < right => two.push((left, right, ids.to_vec())),
                _ => {}
            }
        }
    }
    report_two(&two, &nodes, scope);
    report_none(&none, &nodes, scope);
    drawn
}

fn nodes(lines: &Listing, scope: &Scope<'_>) -> Vec<Node> {
    let nodes = lines.lines.iter().filter_map(|(code, above)| {
        let id = scope.resolve(code, "in the lattice")?;
        let whereabouts = format!("above `{}` in the lattice", code.value);
        let above =
            above.iter().filter_map(|code| Some((scope.resolve(code, &whereabouts)?, code.at)));
        Some(Node { id, at: code.at, above: above.collect() })
    });
    nodes.collect()
}

/// Everything at or above a dtype.
fn reach(nodes: &[Node], from: DTypeId) -> Vec<DTypeId> {
    let mut seen = vec![from];
    let mut next = 0;
    while let Some(&id) = seen.get(next) {
        let node = nodes.iter().find(|node| node.id == id);
        for &(above, _) in node.map_or(&[][..], |node| &node.above) {
            if !seen.contains(&above) {
                seen.push(above);
            }
        }
        next += 1;
    }
    seen
}

/// The lowest of the dtypes above both.
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

fn reports_cycle(nodes: &[Node], scope: &Scope<'_>) -> bool {
    // An arrow closes a cycle if its foot can be reached from its head.
    let mut closing = nodes.iter().flat_map(|node| {
        let above = node.above.iter();
        above
            .filter(|(head, _)| reach(nodes, *head).contains(&node.id))
            .map(move |&(head, at)| (node.id, head, at))
    });
    let Some((foot, head, at)) = closing.next() else {
        return false;
    };
    let code = |id| scope.world.dtypes.code(id);
    let message =
        format!("the lattice goes round: `{}` is above `{}` and below it", code(head), code(foot));
    let diagnostic = at.mistake(Mistake::LatticeCycle, message, "this arrow goes up");
    let diagnostic =
        closing.fold(diagnostic, |all, (_, _, at)| all.and(at, "and so does this one"));
    scope.world.sink.report(diagnostic);
    true
}

fn report_two(pairs: &[(usize, usize, Vec<DTypeId>)], nodes: &[Node], scope: &Scope<'_>) {
    let Some((left, right, bounds)) = pairs.first() else {
        return;
    };
    let code = |id| scope.world.dtypes.code(id);
    let (left, right) = (&nodes[*left], &nodes[*right]);
    let bounds: Vec<&str> = bounds.iter().map(|&id| code(id)).collect();
    let message = format!(
        "`{}` and `{}` have {} nearest dtypes above both: {}",
        code(left.id),
        code(right.id),
        bounds.len(),
        bounds.join(", "),
    );
    let diagnostic = left.at.mistake(Mistake::LatticeTwoBounds, message, "this one");
    let diagnostic = diagnostic.and(right.at, "and this one");
    let others = pairs[1..]
        .iter()
        .map(|(left, right, _)| format!("{} × {}", code(nodes[*left].id), code(nodes[*right].id)));
    let others: Vec<String> = others.collect();
    scope.world.sink.report(match others.is_empty() {
        true => diagnostic,
        false => diagnostic.help(format!("the same of {}", others.join(", "))),
    });
}

fn report_none(pairs: &[(usize, usize)], nodes: &[Node], scope: &Scope<'_>) {
    let Some(&(left, right)) = pairs.first() else {
        return;
    };
    let code = |node: usize| scope.world.dtypes.code(nodes[node].id);
    let message =
        format!("no dtype of the lattice is above both `{}` and `{}`", code(left), code(right));
    let diagnostic = nodes[left].at.mistake(Mistake::LatticeNoBound, message, "this one");
    let diagnostic = diagnostic.and(nodes[right].at, "and this one");
    let others: Vec<String> = pairs[1..]
        .iter()
        .map(|&(left, right)| format!("{} × {}", code(left), code(right)))
        .collect();
    scope.world.sink.report(match others.is_empty() {
        true => diagnostic.help("where two dtypes do not meet, draw a grid"),
        false => diagnostic.help(format!("nor above both of {}", others.join(", "))),
    });
}
