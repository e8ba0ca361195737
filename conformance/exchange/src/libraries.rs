//! The libraries of Rust, each as a way out and a way back.

mod arrow;
mod burn;
mod candle;
mod enums;
mod ndarray;
mod npyz;
mod safetensors;

use crate::trip::Column;

/// A column of each way that is in Rust.
pub(crate) fn columns() -> Vec<Column> {
    let libraries = [arrow::ARRAY, arrow::NULLS]
        .into_iter()
        .chain([burn::BYTES, candle::BYTES, candle::SAFETENSORS, candle::NPZ])
        .chain([ndarray::ARRAY, npyz::NPY, safetensors::FILE]);
    libraries.map(|library| library.column()).collect()
}

pub(crate) use enums::columns as enums;

/// Each library's version, as Cargo.toml has it.
pub(crate) const VERSIONS: [(&str, &str); 6] = [
    ("arrow-rs", "60.1.0"),
    ("burn-std", "0.22.1"),
    ("candle", "0.11.1"),
    ("ndarray", "0.17.2"),
    ("npyz", "0.8.4"),
    ("safetensors", "0.8.0"),
];

#[cfg(test)]
mod tests {
    /// The versions are those that Cargo took.
    #[test]
    fn the_lock_file_has_these_versions() {
        let lock = include_str!("../Cargo.lock");
        for (library, version) in super::VERSIONS {
            let package = match library {
                "arrow-rs" => "arrow-array",
                "candle" => "candle-core",
                other => other,
            };
            let entry = format!("name = \"{package}\"\nversion = \"{version}\"\n");
            assert!(lock.contains(&entry), "{library} {version}");
        }
    }
}
