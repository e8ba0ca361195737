//! What a ruleset of one's own promotes two dtypes to that are named when the program runs.

#[rustfmt::skip]
mod promotion;

use promotion::{DType, MINE};

fn main() {
    let mut names = std::env::args().skip(1);
    let mut dtype = |default: DType| names.next().map_or(Some(default), |name| MINE.dtype(&name));
    match (dtype(DType::I8), dtype(DType::F16)) {
        (Some(left), Some(right)) => match MINE.promote(left, right) {
            Ok(result) => println!("{}", result.name()),
            Err(error) => eprintln!("{error}"),
        },
        _ => eprintln!("the dtypes are {:?}", DType::ALL.map(DType::name)),
    }
}
