//! Constants of the reference as doubles, computed with mpmath.

use std::f64::consts;

use crate::double::Double;

/// `1 / n!`.
pub const INVERSE_FACTORIALS: [Double; 24] = [
    Double { h: 1.0, l: 0.0 },
    Double { h: 1.0, l: 0.0 },
    Double { h: 0.5, l: 0.0 },
    Double { h: 0.16666666666666666, l: 9.25185853854297e-18 },
    Double { h: 0.041666666666666664, l: 2.3129646346357427e-18 },
    Double { h: 0.008333333333333333, l: 1.1564823173178714e-19 },
    Double { h: 0.001388888888888889, l: -5.300543954373577e-20 },
    Double { h: 0.0001984126984126984, l: 1.7209558293420705e-22 },
    Double { h: 2.48015873015873e-05, l: 2.1511947866775882e-23 },
    Double { h: 2.7557319223985893e-06, l: -1.858393274046472e-22 },
    Double { h: 2.755731922398589e-07, l: 2.3767714622250297e-23 },
    Double { h: 2.505210838544172e-08, l: -1.448814070935912e-24 },
    Double { h: 2.08767569878681e-09, l: -1.20734505911326e-25 },
    Double { h: 1.6059043836821613e-10, l: 1.2585294588752098e-26 },
    Double { h: 1.1470745597729725e-11, l: 2.0655512752830745e-28 },
    Double { h: 7.647163731819816e-13, l: 7.03872877733453e-30 },
    Double { h: 4.779477332387385e-14, l: 4.399205485834081e-31 },
    Double { h: 2.8114572543455206e-15, l: 1.6508842730861433e-31 },
    Double { h: 1.5619206968586225e-16, l: 1.1910679660273754e-32 },
    Double { h: 8.22063524662433e-18, l: 2.2141894119604265e-34 },
    Double { h: 4.110317623312165e-19, l: 1.4412973378659527e-36 },
    Double { h: 1.9572941063391263e-20, l: -1.3643503830087908e-36 },
    Double { h: 8.896791392450574e-22, l: -7.911402614872376e-38 },
    Double { h: 3.868170170630684e-23, l: -8.843177655482344e-40 },
];
/// Of that name.
pub const LN_2: Double = Double { h: consts::LN_2, l: 2.3190468138462996e-17 };
/// Of that name.
pub const LOG2_E: Double = Double { h: consts::LOG2_E, l: 2.0355273740931033e-17 };
/// Of that name.
pub const LOG10_E: Double = Double { h: consts::LOG10_E, l: 1.098319650216765e-17 };
/// Of that name.
pub const HALF_PI: Double = Double { h: consts::FRAC_PI_2, l: 6.123233995736766e-17 };
/// Of that name.
pub const PI: Double = Double { h: consts::PI, l: 1.2246467991473532e-16 };
/// `ln 2` in pieces: the first two times an integer below `2^20` are exact.
pub const LN_2_PIECES: [f64; 3] =
    [0.6931471803691238, 1.9082149288430703e-10, 4.275175589747649e-20];
