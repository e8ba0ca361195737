//! The sum of two tensors as PyTorch makes it: int8 + uint8 is int16.

use runtime::{Tensor, rulesets::TORCH};

fn main() -> Result<(), runtime::Error> {
    let (left, right) = (Tensor::from(vec![100_i8, -1]), Tensor::from(vec![200_u8, 1]));
    let sum = TORCH.add(&left, &right)?;
    println!("{} {}", sum.dtype(), sum.array::<i16>()?);
    Ok(())
}
