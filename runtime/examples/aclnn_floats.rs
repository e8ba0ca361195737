//! Ascend aclnn promotes float16 + float32 to float32.

use concord_runtime::{DType, Tensor, rulesets};
use half::f16;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let halves = Tensor::from(vec![f16::from_f32(0.5), f16::from_f32(-2.0)]);
    let floats = Tensor::from(vec![1.0_f32, 0.25]);
    let sum = rulesets::ACLNN.add(&halves, &floats)?;
    assert_eq!(sum.dtype(), DType::F32);
    assert_eq!(sum.array::<f32>()?.as_slice(), Some(&[1.5, -1.75][..]));
    println!("{sum:?}");
    Ok(())
}
