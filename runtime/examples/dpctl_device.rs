//! On a device without float64, dpctl's sine of int64 is float32.

use concord_runtime::{DType, Tensor, rulesets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let a = Tensor::from(vec![0_i64, 1, -3]);
    let sine = rulesets::DPCTL_NO_FP64.sin(&a)?;
    assert_eq!(sine.dtype(), DType::F32);
    let wanted = [0.0, 0.841_470_96, -0.141_12];
    assert_eq!(sine.array::<f32>()?.as_slice(), Some(&wanted[..]));
    println!("{sine:?}");

    let on_any = rulesets::DPCTL.sin(&a)?;
    assert_eq!(on_any.dtype(), DType::F64);
    println!("{on_any:?}");
    Ok(())
}
