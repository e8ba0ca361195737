//! A function and its argument → the value to many bits, by `astro-float-num`, and on which side of a number it lies.

use std::cell::RefCell;
use std::cmp::Ordering;

use astro_float_num::{BigFloat, Consts, RoundingMode};

use crate::function::Function;

/// The bits computed in: no value is as close to the middle of two floats as this can tell.
pub const BITS: usize = 320;
/// How those are rounded.
pub const MODE: RoundingMode = RoundingMode::None;

thread_local! {
    static CONSTS: RefCell<Consts> = RefCell::new(Consts::new().expect("constants start empty"));
}

/// Compares the exact value at `x` with a number.
pub fn compare(function: Function, x: f32, with: f64) -> Ordering {
    let exact = value(function, x.into());
    let order = exact.cmp(&BigFloat::from_f64(with, BITS)).expect("neither is NaN");
    order.cmp(&0)
}

/// The value at a finite argument inside the domain.
pub fn value(function: Function, x: f64) -> BigFloat {
    let x = BigFloat::from_f64(x, BITS);
    let one = BigFloat::from_i32(1, BITS);
    let half = BigFloat::from_f64(0.5, BITS);
    let add = |a: &BigFloat, b: &BigFloat| a.add(b, BITS, MODE);
    let mul = |a: &BigFloat, b: &BigFloat| a.mul(b, BITS, MODE);
    let div = |a: &BigFloat, b: &BigFloat| a.div(b, BITS, MODE);
    CONSTS.with_borrow_mut(|consts| match function {
        Function::Sqrt => x.sqrt(BITS, MODE),
        Function::Rsqrt => div(&one, &x.sqrt(BITS, MODE)),
        Function::Cbrt => x.cbrt(BITS, MODE),
        Function::Sigmoid => div(&one, &add(&one, &x.neg().exp(BITS, MODE, consts))),
        Function::Exp => x.exp(BITS, MODE, consts),
        Function::Exp2 => {
            let two = BigFloat::from_i32(2, BITS);
            two.pow(&x, BITS, MODE, consts)
        }
        Function::Expm1 => {
            // 2 e^(x/2) sinh(x/2): nothing cancels.
            let h = mul(&x, &half);
            let product = mul(&h.exp(BITS, MODE, consts), &h.sinh(BITS, MODE, consts));
            add(&product, &product)
        }
        Function::Log => x.ln(BITS, MODE, consts),
        Function::Log2 => x.log2(BITS, MODE, consts),
        Function::Log10 => x.log10(BITS, MODE, consts),
        Function::Log1p => {
            // 2 artanh(x / (2 + x)) near 0.
            if x.abs().cmp(&half).is_some_and(|order| order < 0) {
                let ratio = div(&x, &add(&x, &add(&one, &one)));
                let y = ratio.atanh(BITS, MODE, consts);
                add(&y, &y)
            } else {
                add(&x, &one).ln(BITS, MODE, consts)
            }
        }
        Function::Sin => x.sin(BITS, MODE, consts),
        Function::Cos => x.cos(BITS, MODE, consts),
        Function::Tan => x.tan(BITS, MODE, consts),
        Function::Asin => x.asin(BITS, MODE, consts),
        Function::Acos => x.acos(BITS, MODE, consts),
        Function::Atan => x.atan(BITS, MODE, consts),
        Function::Sinh => x.sinh(BITS, MODE, consts),
        Function::Cosh => x.cosh(BITS, MODE, consts),
        Function::Tanh => x.tanh(BITS, MODE, consts),
        Function::Asinh => x.asinh(BITS, MODE, consts),
        Function::Acosh => x.acosh(BITS, MODE, consts),
        Function::Atanh => x.atanh(BITS, MODE, consts),
    })
}

/// The value of a function of two finite arguments, by name.
pub fn value_of_two(name: &str, x: f64, y: f64) -> BigFloat {
    let [x, y] = [x, y].map(|x| BigFloat::from_f64(x, BITS));
    CONSTS.with_borrow_mut(|consts| match name {
        "pow" => x.pow(&y, BITS, MODE, consts),
        "hypot" => {
            // Exact squares, which may differ by 4,000 bits, are not needed.
            let squares = [&x, &y].map(|x| x.mul(x, BITS, MODE));
            squares[0].add(&squares[1], BITS, MODE).sqrt(BITS, MODE)
        }
        "atan2" => {
            let (y, x) = (x, y);
            let angle = y.div(&x, BITS, MODE).atan(BITS, MODE, consts);
            match (x.is_negative(), y.is_negative()) {
                (false, _) => angle,
                (true, false) => angle.add(&consts.pi(BITS, MODE), BITS, MODE),
                (true, true) => angle.sub(&consts.pi(BITS, MODE), BITS, MODE),
            }
        }
        "logaddexp" => {
            let powers = [x, y].map(|x| x.exp(BITS, MODE, consts));
            powers[0].add(&powers[1], BITS, MODE).ln(BITS, MODE, consts)
        }
        _ => panic!("no function of two is called {name}"),
    })
}

/// The first 448 bits of `2/π`, lowest word first.
pub fn two_over_pi() -> [u64; 7] {
    CONSTS.with_borrow_mut(|consts| {
        let pi = consts.pi(640, MODE);
        let ratio = BigFloat::from_i32(2, 640).div(&pi, 640, MODE);
        let (words, _, _, exponent, _) = ratio.as_raw_parts().expect("a number");
        assert!(exponent == 0, "2/π lies between ½ and 1");
        let upper = &words[words.len() - 7..];
        std::array::from_fn(|i| upper[i])
    })
}
