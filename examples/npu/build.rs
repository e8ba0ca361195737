//! `npu.toml` → `npu.rs` in the folder of the build, if tensors are asked for.

#[cfg(feature = "tensors")]
fn main() -> Result<(), concord_codegen::BuildError> {
    concord_codegen::Build::new().spec("npu.toml").compile()?;
    Ok(())
}

#[cfg(not(feature = "tensors"))]
fn main() {}
