//! MindSpore promotes int8 + uint8 to int16, so that no sum wraps around.

use concord_runtime::{DType, Tensor, rulesets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let a = Tensor::from(vec![100_i8, -1]);
    let b = Tensor::from(vec![200_u8, 1]);
    let sum = rulesets::MINDSPORE.add(&a, &b)?;
    assert_eq!(sum.dtype(), DType::I16);
    assert_eq!(sum.array::<i16>()?.as_slice(), Some(&[300, 0][..]));
    println!("{sum:?}");
    Ok(())
}
