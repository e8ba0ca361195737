//! Reductions and products of matrices: exact sums and products, and how far a result may be from them.
//!
//! A sum of n floats may be off by n·ε·Σ|x|, a product of n by 4·n·ε·|Πx|, where ε is that of what is gathered
//! in: float32 for halves. A mean is off as its sum, a variance by (n + 4)·2⁻⁵² of itself, for it is
//! gathered in doubles, and by the last rounding. A product of complex numbers is off by 4·n·ε of its
//! magnitude. Where every step is rounded to the dtype, a few elements give one result only.

use runtime::policy::{ComplexOrder, EmptyExtreme, Policies};
use runtime::{DType, Kind, Op};

use super::elementary::Value;
use super::exact::Exact;
use super::float::{add, compare, divide, multiply};
use super::format::{Format, Real};
use super::integer::{value, wrapped};
use super::wanted::{Part, Wanted, around, is, one, order, rounded, truth};
use super::{Bits, complex, flush, policies};

/// Fewer elements than that are accumulated in order.
const IN_ORDER: usize = 8;

fn zero() -> Exact {
    Exact::dyadic(false, 0_u8, 0)
}

fn int(value: usize) -> Exact {
    Exact::dyadic(false, u64::try_from(value).expect("few"), 0)
}

fn epsilon(format: Format) -> Exact {
    Exact::dyadic(false, 1_u8, 1 - i64::from(format.through().precision))
}

fn abs(value: &Exact) -> Exact {
    value.clone().signed(false)
}

/// The parts of elements, if all are finite.
fn finite(format: Format, elements: &[Bits]) -> Option<Vec<(Exact, Exact)>> {
    let one = |&bits: &Bits| match complex::decode(format, bits) {
        (Real::Finite(re), Real::Finite(im)) => Some((re, im)),
        _ => None,
    };
    elements.iter().map(one).collect()
}

/// The sum of some parts, added to a zero, and how far from it a result may be.
fn sum_of<'a>(
    format: Format,
    parts: impl Iterator<Item = &'a Exact> + Clone,
    from: &Exact,
) -> (Exact, Exact) {
    let sum = parts.clone().fold(from.clone(), |sum, part| sum.add(part));
    let sizes = parts.clone().fold(zero(), |sum, part| sum.add(&abs(part)));
    (sum, sizes.mul(&int(parts.count())).mul(&epsilon(format)))
}

/// A sum of elements, over their count where it is a mean, from a zero on: -0 leaves the sign of the first element.
fn sum(format: Format, elements: &[Bits], over: usize, from: &Exact) -> Wanted {
    let Some(parts) = finite(format, elements) else { return special_sum(format, elements) };
    let part = |(sum, off): (Exact, Exact)| {
        let (sum, off) = (sum.div(&int(over)), off.div(&int(over)));
        let last = abs(&sum).mul(&epsilon(format));
        around(format, &sum, &if over == 1 { off } else { off.add(&last) })
    };
    let re = part(sum_of(format, parts.iter().map(|part| &part.0), from));
    (re, part(sum_of(format, parts.iter().map(|part| &part.1), from)))
}

/// Of real numbers, some of which are not finite.
fn special_sum(format: Format, elements: &[Bits]) -> Wanted {
    let all = elements
        .iter()
        .fold(Real::Finite(zero()), |sum, &bits| super::float::add(&sum, &format.decode(bits.0)));
    match all {
        Real::Nan => one(Part::Nan),
        Real::Infinite(negative) => is(format.infinite(negative)),
        Real::Finite(_) => (Part::Any, Part::Any),
    }
}

fn product(format: Format, elements: &[Bits], keeps_first: bool) -> Wanted {
    let Some(parts) = finite(format, elements) else { return (Part::Any, Part::Any) };
    let mut factors = parts.into_iter();
    let first = if keeps_first { factors.next() } else { None };
    let start = first.unwrap_or((Exact::dyadic(false, 1_u8, 0), zero()));
    let all = factors
        .fold(start, |(a, b), (c, d)| (a.mul(&c).sub(&b.mul(&d)), a.mul(&d).add(&b.mul(&c))));
    let size = abs(&all.0).add(&abs(&all.1));
    let off = size.mul(&int(4 * elements.len())).mul(&epsilon(format));
    (around(format, &all.0, &off), around(format, &all.1, &off))
}

/// A variance, or its root.
fn variance(format: Format, elements: &[Bits], correction: usize, root: bool) -> Wanted {
    let count = elements.len();
    let Some(parts) = finite(format, elements) else { return one(Part::Nan) };
    if count <= correction {
        return match (count, parts.len()) {
            (0, _) => one(Part::Nan),
            // 0/0, or something over 0.
            _ => (Part::Any, Part::Any),
        };
    }
    // The squared distance of a complex number is that of its parts together.
    let (real, imaginary): (Vec<&Exact>, Vec<&Exact>) =
        parts.iter().map(|part| (&part.0, &part.1)).unzip();
    let mean =
        |part: &[&Exact]| part.iter().fold(zero(), |sum, &one| sum.add(one)).div(&int(count));
    let squares = |part: &[&Exact], mean: &Exact| {
        part.iter().fold(zero(), |sum, one| {
            let apart = one.sub(mean);
            sum.add(&apart.mul(&apart))
        })
    };
    let (re, im) = (mean(&real), mean(&imaginary));
    let squares = squares(&real, &re).add(&squares(&imaginary, &im));
    let variance = squares.div(&int(count - correction));
    let exact = if root && !variance.is_zero() { variance.sqrt() } else { variance };
    // Rounding of the mean is as large as the mean, whatever the variance.
    let relative = abs(&exact).mul(&int(count + 4)).mul(&Exact::dyadic(false, 1_u8, -52));
    let far = abs(&re).add(&abs(&im));
    let shift = far.mul(&Exact::dyadic(false, 1_u8, if root { -50 } else { -100 }));
    let last = abs(&exact).mul(&epsilon(format));
    one(around(format, &exact, &relative.add(&last).add(&shift)))
}

/// The place of the extreme, or of the first NaN; of complex numbers of the first that has one.
fn place(dtype: DType, elements: &[Bits], least: bool) -> usize {
    let format = Format::of(dtype);
    let nan = |&bits: &Bits| format.is_some_and(|format| complex::has_nan(format, bits));
    if let Some(first) = elements.iter().position(nan) {
        return first;
    }
    let beats = |new: Bits, old: Bits| {
        let order = match (dtype.kind(), format) {
            (Kind::Complex, Some(format)) => {
                complex::compare(format, (new, old), ComplexOrder::Numbers)
            }
            (_, Some(format)) => compare(&format.decode(new.0), &format.decode(old.0)),
            (_, None) => value(dtype, new.0).partial_cmp(&value(dtype, old.0)),
        };
        order.is_some_and(|order| if least { order.is_lt() } else { order.is_gt() })
    };
    (1..elements.len()).fold(0, |best, new| match beats(elements[new], elements[best]) {
        true => new,
        false => best,
    })
}

fn extreme(dtype: DType, elements: &[Bits], least: bool) -> Wanted {
    let Some(format) = Format::of(dtype) else {
        return is(elements[place(dtype, elements, least)].0);
    };
    if dtype.kind() == Kind::Complex {
        let (re, im) = elements[place(dtype, elements, least)];
        return (Part::bits(format, re), Part::bits(format, im));
    }
    if elements.iter().any(|bits| format.is_nan(bits.0)) {
        return one(Part::Nan);
    }
    let all = elements.iter().map(|bits| bits.0);
    let found = if least {
        all.min_by_key(|&bits| order(format, bits))
    } else {
        all.max_by_key(|&bits| order(format, bits))
    };
    is(found.expect("some elements"))
}

/// A sum, product or mean of which every step is rounded to the dtype. Only the order of a cumulative sum, and that of
/// a few elements, is known.
fn in_own(op: Op, format: Format, kind: Kind, elements: &[Bits], from: Exact) -> Wanted {
    let any = (Part::Any, Part::Any);
    let ordered = matches!(op, Op::CumulativeSum | Op::CumulativeProd) || elements.len() < IN_ORDER;
    if !ordered || (kind == Kind::Complex && matches!(op, Op::Prod | Op::CumulativeProd)) {
        return any;
    }
    let step = |value: Real| format.decode(rounded(format, &value));
    let part = |of: fn(&Bits) -> u64| {
        let parts = elements.iter().map(|bits| format.decode(of(bits)));
        let all = match op {
            Op::Prod | Op::CumulativeProd => {
                let start = Real::Finite(Exact::dyadic(false, 1_u8, 0));
                parts.fold(start, |all, x| step(multiply(&all, &x)))
            }
            _ => parts.fold(Real::Finite(from.clone()), |all, x| step(add(&all, &x))),
        };
        let all = match op {
            Op::Mean => {
                let wide = format.through();
                let mean = divide(&all, &Real::Finite(int(elements.len())));
                wide.decode(rounded(wide, &mean))
            }
            _ => all,
        };
        Part::bits(format, rounded(format, &all))
    };
    match kind {
        Kind::Complex => (part(|bits| bits.0), part(|bits| bits.1)),
        _ => one(part(|bits| bits.0)),
    }
}

/// What a reduction gives on elements of the dtype that it computes in; `None` where it gives nothing of
/// nothing.
///
/// # Panics
///
/// For an op that is no reduction.
pub fn reduce(
    op: Op,
    compute: DType,
    elements: &[Bits],
    correction: usize,
    policies: Policies,
) -> Option<Wanted> {
    if flush::flushes(op, compute, policies) {
        let flushed = |&bits: &Bits| flush::element(compute, bits, policies);
        let elements: Vec<Bits> = elements.iter().map(flushed).collect();
        let wanted = reduce(op, compute, &elements, correction, flush::kept(policies))?;
        return Some(flush::result(op, compute, wanted, policies));
    }
    if elements.is_empty()
        && matches!(op, Op::Max | Op::Min)
        && policies.empty_extreme == EmptyExtreme::Limit
    {
        return Some(limit(compute, op == Op::Max));
    }
    let keeps_first = policies::keeps_first(op, policies);
    if let ([first], true) = (elements, keeps_first) {
        return Some(as_it_is(compute, *first));
    }
    let start = if keeps_first { zero().neg() } else { zero() };
    let own = Format::under(compute, policies).filter(|format| format.through() != *format);
    if let Some(format) = own.filter(|_| policies::accumulates_in_own(op, policies)) {
        return Some(in_own(op, format, compute.kind(), elements, start));
    }
    let whole = |all: fn(i128, i128) -> i128, from: i128| {
        let fold = |so_far, bits: &Bits| {
            value(compute, wrapped(compute, all(so_far, value(compute, bits.0))))
        };
        is(wrapped(compute, elements.iter().fold(from, fold)))
    };
    let (count, format) = (elements.len(), Format::under(compute, policies));
    Some(match (op, format) {
        (Op::Sum | Op::CumulativeSum, None) => whole(|a, b| a + b, 0),
        (Op::Prod | Op::CumulativeProd, None) => whole(i128::wrapping_mul, 1),
        (Op::Sum | Op::CumulativeSum, Some(format)) => sum(format, elements, 1, &start),
        (Op::Prod | Op::CumulativeProd, Some(format)) => product(format, elements, keeps_first),
        (Op::Mean, Some(_)) if count == 0 => match compute.kind() {
            Kind::Complex => (Part::Nan, Part::Nan),
            _ => one(Part::Nan),
        },
        (Op::Mean, Some(format)) => sum(format, elements, count, &start),
        (Op::Var, Some(format)) => variance(format, elements, correction, false),
        (Op::Std, Some(format)) => variance(format, elements, correction, true),
        (Op::All, _) => truth(elements.iter().all(|bits| bits.0 != 0)),
        (Op::Any, _) => truth(elements.iter().any(|bits| bits.0 != 0)),
        (Op::CountNonzero, _) => {
            let count = elements.iter().filter(|bits| bits.0 != 0).count();
            is(u64::try_from(count).expect("few"))
        }
        (Op::Max | Op::Min | Op::Argmax | Op::Argmin, _) if count == 0 => return None,
        (Op::Max, _) => extreme(compute, elements, false),
        (Op::Min, _) => extreme(compute, elements, true),
        (Op::Argmax, _) => is(u64::try_from(place(compute, elements, false)).expect("few")),
        (Op::Argmin, _) => is(u64::try_from(place(compute, elements, true)).expect("few")),
        _ => unreachable!("{op} is no reduction of {compute}"),
    })
}

/// One element of a product of matrices: that of a row and a column.
pub fn dot(compute: DType, row: &[Bits], column: &[Bits], policies: Policies) -> Wanted {
    if flush::flushes(Op::Matmul, compute, policies) {
        let flushed = |all: &[Bits]| -> Vec<Bits> {
            all.iter().map(|&bits| flush::element(compute, bits, policies)).collect()
        };
        let wanted = dot(compute, &flushed(row), &flushed(column), flush::kept(policies));
        return flush::result(Op::Matmul, compute, wanted, policies);
    }
    let mut pairs = row.iter().zip(column);
    if compute == DType::Bool {
        return truth(pairs.any(|(a, b)| (a.0 != 0) && (b.0 != 0)));
    }
    let Some(format) = Format::under(compute, policies) else {
        let sum = pairs.fold(0_i128, |sum, (a, b)| {
            let product = wrapped(compute, value(compute, a.0).wrapping_mul(value(compute, b.0)));
            sum + i128::from(product)
        });
        return is(wrapped(compute, sum));
    };
    let parts = (finite(format, row), finite(format, column));
    let (Some(a), Some(b)) = parts else { return (Part::Any, Part::Any) };
    let products =
        a.iter().zip(&b).map(|(x, y)| (x.0.mul(&y.0), x.1.mul(&y.1), x.0.mul(&y.1), x.1.mul(&y.0)));
    let (mut re, mut im) = (Vec::new(), Vec::new());
    for (rr, ii, ri, ir) in products {
        re.extend([rr, ii.neg()]);
        im.extend([ri, ir]);
    }
    let part = |terms: &[Exact]| {
        let (sum, off) = sum_of(format, terms.iter(), &zero());
        Value::Near(sum, off).part(format, 1)
    };
    match compute.kind() {
        Kind::Complex => (part(&re), part(&im)),
        _ => one(part(&re)),
    }
}

/// An element of the dtype.
fn as_it_is(dtype: DType, element: Bits) -> Wanted {
    let part = |bits| match Format::of(dtype) {
        Some(format) => Part::bits(format, bits),
        None => Part::Is(bits),
    };
    match dtype.kind() {
        Kind::Complex => (part(element.0), part(element.1)),
        _ => one(part(element.0)),
    }
}

/// The least value of a dtype, or the greatest: infinities of floats.
fn limit(dtype: DType, least: bool) -> Wanted {
    let bits = match (Format::of(dtype), dtype.iinfo()) {
        (Some(format), _) => format.infinity() | format.zero(least),
        (None, Some(info)) => wrapped(dtype, if least { info.min } else { info.max }),
        (None, None) => u64::from(!least),
    };
    is(bits)
}
