//! What PyTorch promotes two dtypes to that are named when the program runs.

use runtime::rulesets::TORCH;

fn main() -> Result<(), runtime::Error> {
    let mut names = std::env::args().skip(1);
    let left = TORCH.dtype(names.next().as_deref().unwrap_or("int8"))?;
    let right = TORCH.dtype(names.next().as_deref().unwrap_or("uint8"))?;
    println!("{}", TORCH.promote(left, right)?);
    Ok(())
}
