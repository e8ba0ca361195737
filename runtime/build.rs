//! The target and how much it is optimised → whether kernels are compiled for each instruction-set level (`cfg(levels)`).
//!
//! Without optimisation, and so without vectors, no level is faster than the lowest, and the loops of three take more than
//! twice as long to compile.

use std::env::var;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(levels)");
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name, value| var(name).is_ok_and(|set| set == value);
    if is("CARGO_CFG_TARGET_ARCH", "x86_64") && !is("OPT_LEVEL", "0") {
        println!("cargo::rustc-cfg=levels");
    }
}
