//! A value good to `2^-52` → the nearest number of a float format, or that it is too close to the middle of two.

/// A float format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// IEEE binary16.
    Float16,
    /// The upper half of a binary32.
    BFloat16,
    /// IEEE binary32.
    Float32,
}

/// What a value is rounded to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rounded {
    /// Far enough from the middle.
    Surely(f32),
    /// Too close to the middle of two numbers.
    Between {
        /// The number of the lesser magnitude.
        below: f64,
        /// The middle.
        middle: f64,
        /// The number of the greater magnitude.
        above: f64,
        /// Whether the last bit of the first is 0.
        is_below_even: bool,
        /// How far from the middle the value is, as a part of it.
        distance: f64,
    },
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Float16, Format::BFloat16, Format::Float32];

    /// As the runtime's dtypes are called.
    pub fn name(self) -> &'static str {
        match self {
            Format::Float16 => "float16",
            Format::BFloat16 => "bfloat16",
            Format::Float32 => "float32",
        }
    }

    /// Bits of a significand, least exponent, exponent that is too large.
    fn shape(self) -> (i32, i32, i32) {
        match self {
            Format::Float16 => (11, -14, 16),
            Format::BFloat16 => (8, -126, 128),
            Format::Float32 => (24, -126, 128),
        }
    }

    /// Rounds a value whose relative error is below `2^-50`.
    #[expect(clippy::cast_possible_truncation, reason = "the number has the format's few bits")]
    pub fn round(self, value: f64) -> Rounded {
        let (precision, least, most) = self.shape();
        let size = value.abs();
        if size >= pow2(most) {
            return Rounded::Surely(f32::INFINITY.copysign(value as f32));
        }
        let exponent = ((size.to_bits() >> 52) as i32 - 1023).clamp(least, most);
        let step = pow2(exponent - precision + 1);
        let steps = size / step;
        let whole = steps.floor();
        let off = (steps - whole) - 0.5;
        let narrow = |size: f64| {
            let size = if size >= pow2(most) { f64::INFINITY } else { size };
            size.copysign(value)
        };
        if off.abs() > steps.max(0.5) * WINDOW {
            let nearest = if off < 0.0 { whole } else { whole + 1.0 };
            return Rounded::Surely(narrow(nearest * step) as f32);
        }
        Rounded::Between {
            below: narrow(whole * step),
            middle: ((whole + 0.5) * step).copysign(value),
            above: narrow((whole + 1.0) * step),
            is_below_even: whole % 2.0 == 0.0,
            distance: off.abs() / steps.max(0.5),
        }
    }
}

/// Nearer to the middle than this part of itself, a value is computed to many bits.
pub const WINDOW: f64 = 1.0 / (1_u64 << 46) as f64;

/// `2^k`.
fn pow2(k: i32) -> f64 {
    f64::from_bits(u64::from((k + 1023).cast_unsigned()) << 52)
}
