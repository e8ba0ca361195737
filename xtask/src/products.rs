//! Pairs of operands → few products that hold just them: `int8, int16 × float32`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;

use codegen::catalog::Operand;

/// All operands on the left beside all on the right.
pub(crate) type Product = (Vec<Operand>, Vec<Operand>);

type Pairs = BTreeSet<(Operand, Operand)>;

/// Products that together are just these pairs, few and great ones; if `either_order`, a pair of the same sort
/// of operand stands for its other order too.
pub(crate) fn products(pairs: &[(Operand, Operand)], either_order: bool) -> Vec<Product> {
    let mirrored = |&(left, right): &(Operand, Operand)| {
        either_order && discriminant(&left) == discriminant(&right)
    };
    let mut all: Pairs = pairs.iter().copied().collect();
    all.extend(pairs.iter().filter(|pair| mirrored(pair)).map(|&(left, right)| (right, left)));
    let (candidates, mut open) = (rectangles(&all), all);
    let mut products: Vec<Product> = Vec::new();
    while !open.is_empty() {
        let gain = |(lefts, rights): &&Product| {
            let cells =
                lefts.iter().flat_map(|&left| rights.iter().map(move |&right| (left, right)));
            let gained = cells.filter(|cell| open.contains(cell)).count();
            // Of those that gain the same, the one that repeats least.
            (gained, Reverse(lefts.len() * rights.len()))
        };
        // Every pair is in a rectangle, so the greatest gain is one.
        let Some(best) = candidates.iter().max_by_key(gain) else { break };
        let best = trimmed(best, &open);
        for &left in &best.0 {
            for &right in &best.1 {
                open.remove(&(left, right));
                if mirrored(&(left, right)) {
                    open.remove(&(right, left));
                }
            }
        }
        let reads_better = best.1 < best.0 && mirrored(&(best.0[0], best.1[0]));
        products.push(if reads_better { (best.1, best.0) } else { best });
    }
    products.sort();
    products
}

/// The rectangles that cannot grow: what stands beside an operand, and all operands it stands beside.
fn rectangles(all: &Pairs) -> Vec<Product> {
    let mut rows: BTreeMap<Operand, BTreeSet<Operand>> = BTreeMap::new();
    let mut columns: BTreeMap<Operand, BTreeSet<Operand>> = BTreeMap::new();
    for &(left, right) in all {
        rows.entry(left).or_default().insert(right);
        columns.entry(right).or_default().insert(left);
    }
    let around = |side: &BTreeMap<Operand, BTreeSet<Operand>>, wanted: &BTreeSet<Operand>| {
        let those = side.iter().filter(|(_, beside)| wanted.is_subset(beside));
        those.map(|(&one, _)| one).collect::<Vec<Operand>>()
    };
    let list = |set: &BTreeSet<Operand>| set.iter().copied().collect::<Vec<Operand>>();
    let by_row = rows.values().map(|rights| (around(&rows, rights), list(rights)));
    let by_column = columns.values().map(|lefts| (list(lefts), around(&columns, lefts)));
    let mut found: Vec<Product> = by_row.chain(by_column).collect();
    found.sort();
    found.dedup();
    found
}

/// A product without the operands that add nothing to what is open.
fn trimmed((lefts, rights): &Product, open: &Pairs) -> Product {
    let lefts: Vec<Operand> = lefts
        .iter()
        .copied()
        .filter(|&left| rights.iter().any(|&right| open.contains(&(left, right))))
        .collect();
    let rights = rights
        .iter()
        .copied()
        .filter(|&right| lefts.iter().any(|&left| open.contains(&(left, right))))
        .collect();
    (lefts, rights)
}

#[cfg(test)]
mod tests {
    use codegen::catalog::{DTypeId, Operand};

    use super::products;

    fn operands<const N: usize>(ids: [usize; N]) -> Vec<Operand> {
        ids.map(|id| Operand::Tensor(DTypeId(id))).to_vec()
    }

    fn pairs<const N: usize>(ids: [[usize; 2]; N]) -> Vec<(Operand, Operand)> {
        ids.map(|[left, right]| (Operand::Tensor(DTypeId(left)), Operand::Tensor(DTypeId(right))))
            .to_vec()
    }

    #[test]
    fn a_rectangle_is_one_product() {
        let found = products(&pairs([[0, 2], [1, 2], [0, 3], [1, 3]]), false);
        assert_eq!(found, [(operands([0, 1]), operands([2, 3]))]);
    }

    #[test]
    fn a_triangle_is_one_product_where_the_order_does_not_matter() {
        let triangle = pairs([[0, 0], [0, 1], [1, 1], [0, 2], [1, 2], [2, 2]]);
        assert_eq!(products(&triangle, true), [(operands([0, 1, 2]), operands([0, 1, 2]))]);
        assert_eq!(products(&triangle, false).len(), 3);
    }

    #[test]
    fn products_hold_every_pair_and_no_other() {
        // Every relation on three operands, of which there are 512.
        for relation in 0..512_usize {
            let cells = (0..9).filter(|cell| relation >> cell & 1 == 1);
            let wanted: Vec<(Operand, Operand)> =
                cells.flat_map(|cell| pairs([[cell / 3, cell % 3]])).collect();
            let mut found: Vec<(Operand, Operand)> = Vec::new();
            for (lefts, rights) in products(&wanted, false) {
                for &left in &lefts {
                    found.extend(rights.iter().map(|&right| (left, right)));
                }
            }
            found.sort();
            found.dedup();
            assert_eq!(found, wanted, "relation {relation:#b}");
        }
    }
}
