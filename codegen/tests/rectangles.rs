//! A set of pairs and the rectangles that cover it.

use concord_codegen::rectangles::{rectangles, symmetric_rectangles};

#[test]
fn pairs_that_fill_a_rectangle_are_one() {
    assert_eq!(rectangles(&[(0, 2), (1, 2), (0, 3), (1, 3)]), [(vec![0, 1], vec![2, 3])]);
}

#[test]
fn a_triangle_is_one_where_pairs_stand_for_both_orders() {
    let triangle = [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)];
    let all = vec![0, 1, 2];
    assert_eq!(symmetric_rectangles(&triangle, |_, _| true), [(all.clone(), all)]);
    assert_eq!(symmetric_rectangles(&triangle, |_, _| false).len(), 3);
}

#[test]
fn rectangles_hold_every_pair_and_no_other() {
    // Every relation on three things, of which there are 512.
    for relation in 0..512_usize {
        let cells = (0..9).filter(|cell| relation >> cell & 1 == 1);
        let wanted: Vec<(usize, usize)> = cells.map(|cell| (cell / 3, cell % 3)).collect();
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (rows, columns) in rectangles(&wanted) {
            for &row in &rows {
                found.extend(columns.iter().map(|&column| (row, column)));
            }
        }
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, wanted, "relation {relation:#b}");
    }
}
