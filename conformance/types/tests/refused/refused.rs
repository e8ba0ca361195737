//! MindSpore refuses uint16 × int8.

use runtime::types::{Mindspore, Promoted};

fn main() {
    let _: Promoted<u16, i8, Mindspore>;
}
