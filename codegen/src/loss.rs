//! What a conversion from one dtype to another can lose.

use std::fmt;

use crate::catalog::{Catalog, DTypeId, Format};

/// One thing a conversion can lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// Integers beyond those of the target.
    Range {
        /// The least value kept.
        least: i128,
        /// The greatest value kept.
        most: i128,
    },
    /// Significant bits.
    Precision {
        /// How many bits are lost.
        lost: u32,
        /// How many bits of a value are kept.
        kept: u32,
    },
    /// Magnitudes near two to this power and beyond, which become infinite, and the smallest, which become zero.
    Magnitude {
        /// The power of two.
        exponent: u32,
    },
    /// Negative values.
    Negative,
    /// What stands behind the point, infinities and NaN.
    Fraction,
    /// The imaginary part.
    Imaginary,
    /// All but whether it is zero.
    Value,
}

/// All that a conversion can lose; nothing, where every value survives.
///
/// ```
/// # let dtypes = r#"
/// # i64 = { kind = "int", bits = 64, rust = "i64", name = "int64" }
/// # f32 = { kind = "float", bits = 32, rust = "f32", name = "float32", exponent = 8, mantissa = 23 }
/// # "#;
/// # let sources = codegen::Sources::from_texts("spec", [("dtypes.toml", dtypes)]);
/// # let catalog = codegen::lower(&sources).unwrap();
/// # let [int64, float32] = [codegen::catalog::DTypeId(0), codegen::catalog::DTypeId(1)];
/// let lost = codegen::loss::loss(&catalog, int64, float32);
/// assert_eq!(lost[0].to_string(), "keeps 24 of 63 bits");
/// ```
pub fn loss(catalog: &Catalog, from: DTypeId, to: DTypeId) -> Vec<Loss> {
    use Format::{Bool, Complex, Float, Int, Uint};
    let (source, target) = (catalog.dtype(from), catalog.dtype(to));
    match (source.format, target.format) {
        (Bool, _) => Vec::new(),
        (_, Bool) => vec![Loss::Value],
        (Complex { part: from }, Complex { part: to }) => loss(catalog, from, to),
        (_, Complex { part }) => loss(catalog, from, part),
        (Complex { part }, _) => {
            let mut lost = loss(catalog, part, to);
            lost.push(Loss::Imaginary);
            lost
        }
        (Float { .. }, Int | Uint) => {
            let (least, most) = target.range().expect("an integer has a range");
            let mut lost = vec![Loss::Range { least, most }];
            lost.extend((least == 0).then_some(Loss::Negative));
            lost.push(Loss::Fraction);
            lost
        }
        (
            Float { exponent: from_exponent, mantissa: from_mantissa },
            Float { exponent, mantissa },
        ) => {
            let precision = precision(from_mantissa + 1, mantissa + 1);
            let magnitude = (exponent < from_exponent).then_some(magnitude(exponent));
            precision.into_iter().chain(magnitude).collect()
        }
        (Int | Uint, Float { exponent, mantissa }) => {
            let bits = source.bits - u32::from(source.format == Int);
            let precision = precision(bits, mantissa + 1);
            // The greatest integer, 2^bits - 1, rounds to 2^bits where it has bits to lose.
            let reached = bits + u32::from(precision.is_some());
            let magnitude = (reached > 1 << (exponent - 1)).then_some(magnitude(exponent));
            precision.into_iter().chain(magnitude).collect()
        }
        (Int | Uint, Int | Uint) => {
            let (from_least, from_most) = source.range().expect("an integer has a range");
            let (least, most) = target.range().expect("an integer has a range");
            let range = from_most > most || (least < 0 && from_least < least);
            let negative = from_least < 0 && least == 0;
            let range = range.then_some(Loss::Range { least, most });
            range.into_iter().chain(negative.then_some(Loss::Negative)).collect()
        }
    }
}

fn precision(from: u32, to: u32) -> Option<Loss> {
    (to < from).then(|| Loss::Precision { lost: from - to, kept: to })
}

fn magnitude(exponent: u32) -> Loss {
    Loss::Magnitude { exponent: 1 << (exponent - 1) }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Range { least, most } => write!(f, "keeps {least} .. {most}"),
            Loss::Precision { lost, kept } => write!(f, "keeps {kept} of {} bits", kept + lost),
            Loss::Magnitude { exponent } => write!(f, "overflows near 2^{exponent}"),
            Loss::Negative => f.write_str("drops negative values"),
            Loss::Fraction => f.write_str("drops fractions"),
            Loss::Imaginary => f.write_str("drops the imaginary part"),
            Loss::Value => f.write_str("keeps only whether it is zero"),
        }
    }
}

/// Losses as one phrase: `keeps 24 of 63 bits, drops the imaginary part`, or `lossless`.
pub fn phrase(lost: &[Loss]) -> String {
    if lost.is_empty() {
        return "lossless".to_owned();
    }
    let lost: Vec<String> = lost.iter().map(Loss::to_string).collect();
    lost.join(", ")
}
