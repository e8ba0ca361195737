//! `nextafter` of both types: magnitudes count up with their bits.

/// Writes the function for a type: the two have integers of different sizes.
macro_rules! nextafter {
    ($name:ident, $float:ident) => {
        #[inline(always)]
        pub(super) fn $name(x: $float, y: $float) -> $float {
            let bits = x.to_bits();
            let away = (y > x) == (x > 0.0);
            let step = if away { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
            let step = if x == 0.0 { $float::from_bits(1).copysign(y).to_bits() } else { step };
            let r = if x == y { y } else { $float::from_bits(step) };
            if x.is_nan() | y.is_nan() { $float::NAN } else { r }
        }
    };
}

nextafter!(of_f64, f64);
nextafter!(of_f32, f32);
