//! In MegEngine's guide a Python float is of a higher category than int16: the sum is float32.

use concord_runtime::{DType, Tensor, rulesets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let a = Tensor::from(vec![1_i16, 2, 3]);
    let sum = rulesets::MEGENGINE.add_scalar(&a, 1.0)?;
    assert_eq!(sum.dtype(), DType::F32);
    assert_eq!(sum.array::<f32>()?.as_slice(), Some(&[2.0, 3.0, 4.0][..]));
    println!("{sum:?}");
    Ok(())
}
