//! Under the rules of a function's caller a pair promotes only if the function says so.

use runtime::types::{Promoted, Rules};

fn sum<R: Rules>() {
    let _: Promoted<i8, u8, R>;
}

fn main() {}
