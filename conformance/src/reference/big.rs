//! Numbers of 320 bits and their elementary functions, by `astro-float-num`.

use std::cell::RefCell;

use astro_float_num::{BigFloat, Consts, RoundingMode, Sign};
use num_bigint::BigUint;

use super::exact::Exact;

/// The bits computed in. What is read out has 160, so that an exact result is found to be exact.
const BITS: usize = 320;
const MODE: RoundingMode = RoundingMode::None;

thread_local! {
    static CONSTS: RefCell<Consts> = RefCell::new(Consts::new().expect("constants start empty"));
}

/// A number of many bits; zeros have no sign that counts.
#[derive(Clone, Debug)]
pub struct Big(BigFloat);

macro_rules! functions {
    ($($name:ident)*) => { $(
        #[doc = concat!("`", stringify!($name), "`, as `astro-float-num` has it.")]
        pub fn $name(&self) -> Big {
            CONSTS.with_borrow_mut(|consts| Big(self.0.$name(BITS, MODE, consts)))
        }
    )* };
}

macro_rules! arithmetic {
    ($($name:ident)*) => { $(
        #[doc = concat!("`", stringify!($name), "`, to as many bits.")]
        pub fn $name(&self, other: &Big) -> Big {
            Big(self.0.$name(&other.0, BITS, MODE))
        }
    )* };
}

impl Big {
    functions! { exp ln log2 log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh }
    arithmetic! { add sub mul div }

    /// A binary fraction, all of its bits.
    pub fn of(value: &Exact) -> Big {
        if value.is_zero() {
            return Big::int(0);
        }
        assert!(value.under == BigUint::from(1_u8), "a binary fraction");
        let words = value.over.to_u64_digits();
        let sign = if value.negative { Sign::Neg } else { Sign::Pos };
        let exponent = value.exponent + 64 * i64::try_from(words.len()).expect("few words");
        Big(BigFloat::from_words(&words, sign, i32::try_from(exponent).expect("a small exponent")))
    }

    /// A small integer.
    pub fn int(value: i32) -> Big {
        Big(BigFloat::from_i32(value, BITS))
    }

    /// π.
    pub fn pi() -> Big {
        CONSTS.with_borrow_mut(|consts| Big(consts.pi(BITS, MODE)))
    }

    /// 2 to a power.
    pub fn pow2(power: i64) -> Big {
        Big::of(&Exact::dyadic(false, 1_u8, power))
    }

    /// The square root.
    pub fn sqrt(&self) -> Big {
        Big(self.0.sqrt(BITS, MODE))
    }

    /// The cube root.
    pub fn cbrt(&self) -> Big {
        Big(self.0.cbrt(BITS, MODE))
    }

    /// With the other sign.
    pub fn neg(&self) -> Big {
        Big(self.0.neg())
    }

    /// Without its sign.
    pub fn abs(&self) -> Big {
        Big(self.0.abs())
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Whether it is below 0.
    pub fn is_negative(&self) -> bool {
        self.0.is_negative() && !self.0.is_zero()
    }

    /// Whether it is less than an integer.
    pub fn less(&self, other: &Big) -> bool {
        self.0.cmp(&other.0).is_some_and(|order| order < 0)
    }

    /// Half of it.
    pub fn half(&self) -> Big {
        self.mul(&Big::pow2(-1))
    }

    /// Within ±20000: beyond, exponentials are past every format.
    pub fn held(&self) -> Big {
        let (least, most) = (Big::int(-20_000), Big::int(20_000));
        if self.less(&least) {
            least
        } else if most.less(self) {
            most
        } else {
            self.clone()
        }
    }

    /// e to this, minus 1.
    pub fn expm1(&self) -> Big {
        let half = self.half();
        half.exp().mul(&half.sinh()).mul(&Big::int(2))
    }

    /// ln(1 + this).
    pub fn log1p(&self) -> Big {
        if self.abs().less(&Big::pow2(-1)) {
            let ratio = self.div(&self.add(&Big::int(2)));
            return ratio.atanh().mul(&Big::int(2));
        }
        self.add(&Big::int(1)).ln()
    }

    /// The angle of (x, this), not both 0, in [-π, π].
    pub fn atan2(&self, x: &Big) -> Big {
        let angle = if x.is_zero() {
            Big::pi().half()
        } else {
            let sharp = self.abs().div(&x.abs()).atan();
            if x.is_negative() { Big::pi().sub(&sharp) } else { sharp }
        };
        if self.is_negative() { angle.neg() } else { angle }
    }

    /// √(this² + other²).
    pub fn hypot(&self, other: &Big) -> Big {
        self.mul(self).add(&other.mul(other)).sqrt()
    }

    /// The value, to 160 bits.
    pub fn exact(&self) -> Exact {
        let (words, _, sign, exponent, _) = self.0.as_raw_parts().expect("a finite number");
        let exponent = i64::from(exponent) - 64 * i64::try_from(words.len()).expect("few words");
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let over = BigUint::from_bytes_le(&bytes);
        Exact::dyadic(sign == Sign::Neg, over, exponent).short()
    }
}
