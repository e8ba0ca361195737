//! Ascend aclnn promotes bool + float32 to float32: true counts as one.

use concord_runtime::{DType, Tensor, rulesets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bools = Tensor::from(vec![true, false]);
    let floats = Tensor::from(vec![1.0_f32, 0.25]);
    let sum = rulesets::ACLNN.add(&bools, &floats)?;
    assert_eq!(sum.dtype(), DType::F32);
    assert_eq!(sum.array::<f32>()?.as_slice(), Some(&[2.0, 0.25][..]));
    println!("{sum:?}");
    Ok(())
}
