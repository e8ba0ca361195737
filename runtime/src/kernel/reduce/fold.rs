//! A reduction op and the dtype it computes in → its loops over contiguous elements, one for each level.

use core::mem::MaybeUninit;

use super::{Narrow, Seek};
use crate::kernel::accum::{Canonical, Lane, Output, is_native, itself, same};
use crate::kernel::cast::{Cast, Saturate};
use crate::kernel::casts::{cast_slice, casts, round_to_float16_away};
use crate::kernel::convert::{CHUNK, convert};
use crate::kernel::isa::{Baseline, Level};
use crate::kernel::levels::{PerLevel, at_level, for_each_level, levels, slice, slice_mut, zero};
use crate::kernel::ops::{Gives, LANES, Reduction, combined, fold_blocks, step_lanes};
use crate::kernel::signatures::CastLoop;
use crate::kernel::stream::{BLOCK, Block, Blocks};
use crate::policy::Policies;
use crate::{DType, Element};

/// How elements of a dtype are reduced.
#[derive(Clone, Copy)]
pub(crate) struct Reducer {
    pub(crate) compute: DType,
    pub(crate) result: DType,
    pub(crate) gives: Gives,
    /// Whether it takes a correction.
    pub(crate) corrects: bool,
    /// The bytes of an accumulator.
    pub(super) size: usize,
    /// Writes so many accumulators of no elements.
    pub(super) identity: unsafe fn(*mut u8, usize),
    /// Combines so many accumulators with as many of later elements, in place of the first.
    pub(super) combine: unsafe fn(*mut u8, *const u8, usize),
    /// Rounds so many accumulators to the compute dtype, where loops accumulate in a wider one.
    pub(super) round: Option<unsafe fn(*mut u8, usize)>,
    /// The same where the dtype is the carrier of float16, which no loop does by itself.
    pub(super) round_apart: Option<unsafe fn(*mut u8, usize)>,
    /// Whether the policies want that after every element.
    pub(super) rounds: fn(Policies) -> bool,
    /// Whether the policies want that a first result is the first element as it is.
    pub(super) keeps_first: fn(Policies) -> bool,
    /// So many accumulators, each of `count` elements, with a correction, into results.
    pub(super) finish: unsafe fn(*const u8, usize, usize, f64, *mut u8),
    pub(super) loops: PerLevel<Loops>,
    /// The same over elements of narrower dtypes.
    pub(super) narrow: &'static [Narrow],
    /// Loops for neighbouring outputs, of an op that gives places.
    pub(super) seek: Option<Seek>,
    /// Whether the result is the same, whichever elements are accumulated together first.
    pub(super) any_order: bool,
    /// Whether up to `LANES` elements are folded by a step each: fewer than `IN_ORDER` one after the other, more into lanes.
    pub(super) few_by_steps: bool,
    /// Whether no element more can change the result of an accumulator; `None` where that never is so.
    pub(super) settled: Option<unsafe fn(*const u8) -> bool>,
    /// So many elements, converted to what loops compute in, into one accumulator, whose result in that is written after
    /// each, and which is rounded to the compute dtype where asked; whether it becomes the first of them, whatever it was.
    /// An element depends on those before it, so no level makes this faster.
    pub(super) scan: Option<Scan>,
}

impl Reducer {
    /// How accumulators are rounded to the compute dtype after every element, if the policies want it.
    pub(super) fn rounding(&self, policies: &Policies) -> Option<unsafe fn(*mut u8, usize)> {
        self.round_apart.or(self.round).filter(|_| (self.rounds)(*policies))
    }

    /// The same reducer of float32 for elements of float16, to which it rounds accumulators with ties away from zero.
    /// Reductions that the policies never round may accumulate in anything else.
    pub(crate) fn rounding_to_float16_away(&self) -> Reducer {
        Reducer { round_apart: Some(round_to_float16_away), ..*self }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Loops {
    /// So many elements, the first of which is the `place`-th, into one accumulator: block after block, where the order
    /// matters. None of an op that gives a result after every element.
    pub(super) fold: Option<Fold>,
    /// So many elements, all the `place`-th of their output, each into an accumulator of its own.
    pub(super) step: Fold,
    /// What an op that gives a result after every element has besides.
    pub(super) results: Option<Results>,
}

impl Loops {
    pub(super) const fn fold(fold: Fold, step: Fold) -> Loops {
        Loops { fold: Some(fold), step, results: None }
    }

    const fn scan(step: Fold, results: Results) -> Loops {
        Loops { fold: None, step, results: Some(results) }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Results {
    /// So many elements, each into an accumulator that then holds it as it is.
    pub(super) first: CastLoop,
    /// The results of so many accumulators; whether the accumulators become what the dtype holds of them.
    pub(super) settle: Settle,
}

pub(super) type Fold = unsafe fn(*const u8, usize, usize, *mut u8);
pub(super) type Settle = unsafe fn(*mut u8, usize, bool, *mut u8);
pub(super) type Scan = unsafe fn(*const u8, usize, *mut u8, *mut u8, bool, bool);

/// Room for one accumulator of any reduction, of whose bytes some may be padding, which is not initialised.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(super) struct AnyAccumulator([MaybeUninit<u8>; 32]);

impl AnyAccumulator {
    pub(super) fn at(&self) -> *const u8 {
        self.0.as_ptr().cast()
    }

    pub(super) fn at_mut(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

impl Default for AnyAccumulator {
    fn default() -> AnyAccumulator {
        AnyAccumulator([MaybeUninit::new(0); 32])
    }
}

type As<C, O> = <<O as Reduction<C>>::Out as Output<C>>::As;

/// The kernel of a reduction op that computes in a dtype.
pub(crate) const fn reduction_kernel<C: Lane, O: Reduction<C>>() -> Reducer {
    let (size, align) = (size_of::<O::Accumulator>(), align_of::<O::Accumulator>());
    assert!(size <= size_of::<AnyAccumulator>() && align <= align_of::<AnyAccumulator>());
    let [step_0, step_1, step_2]: PerLevel<Fold> = levels!(steps::<C, O::Loops>);
    let loops = match O::GIVES {
        Gives::EveryStep => {
            assert!(size == size_of::<C::Accum>(), "its accumulators are what it gives");
            let [first_0, first_1, first_2]: PerLevel<CastLoop> =
                levels!(casts::<C, C::Accum, Saturate>);
            let [settle_0, settle_1, settle_2]: PerLevel<Settle> = levels!(settles::<C, O::Out>);
            [
                Loops::scan(step_0, Results { first: first_0, settle: settle_0 }),
                Loops::scan(step_1, Results { first: first_1, settle: settle_1 }),
                Loops::scan(step_2, Results { first: first_2, settle: settle_2 }),
            ]
        }
        Gives::Total | Gives::TotalOfSome | Gives::Place => {
            let [fold_0, fold_1, fold_2]: PerLevel<Fold> = levels!(folds::<C, O::Loops>);
            [Loops::fold(fold_0, step_0), Loops::fold(fold_1, step_1), Loops::fold(fold_2, step_2)]
        }
    };
    Reducer {
        compute: C::DTYPE,
        result: <As<C, O> as Element>::DTYPE,
        gives: O::GIVES,
        corrects: O::CORRECTS,
        size,
        identity: identity::<C, O>,
        combine: combine::<C, O>,
        round: match size_of::<C>() == size_of::<C::Accum>() {
            true => None,
            false => Some(round::<C, O>),
        },
        round_apart: None,
        rounds: O::rounds,
        keeps_first: O::keeps_first,
        finish: finish::<C, O>,
        loops,
        narrow: O::NARROW,
        seek: O::SEEK,
        any_order: O::ANY_ORDER,
        few_by_steps: O::FEW_BY_STEPS,
        settled: if O::SETTLES { Some(settled::<C, O>) } else { None },
        scan: match O::GIVES {
            Gives::EveryStep => Some(scan::<C, O>),
            Gives::Total | Gives::TotalOfSome | Gives::Place => None,
        },
    }
}

unsafe fn identity<C: Lane, O: Reduction<C>>(at: *mut u8, count: usize) {
    // SAFETY: the caller vouches for room for so many.
    unsafe { slice_mut::<O::Accumulator>(at, count) }.fill(O::identity());
}

unsafe fn settled<C: Lane, O: Reduction<C>>(all: *const u8) -> bool {
    // SAFETY: the caller vouches for an accumulator.
    O::is_settled(unsafe { *all.cast() })
}

unsafe fn combine<C: Lane, O: Reduction<C>>(into: *mut u8, after: *const u8, count: usize) {
    // SAFETY: the caller vouches for so many in both.
    let (into, after) = unsafe { (slice_mut(into, count), slice(after, count)) };
    for (before, &after) in into.iter_mut().zip(after) {
        *before = O::combine(*before, after);
    }
}

unsafe fn round<C: Lane, O: Reduction<C>>(all: *mut u8, count: usize) {
    // SAFETY: the caller vouches for so many.
    for one in unsafe { slice_mut::<O::Accumulator>(all, count) } {
        *one = O::rounded(*one);
    }
}

unsafe fn finish<C: Lane, O: Reduction<C>>(
    all: *const u8,
    many: usize,
    count: usize,
    correction: f64,
    out: *mut u8,
) {
    // SAFETY: the caller vouches for so many in both.
    let (all, out) = unsafe { (slice(all, many), slice_mut::<As<C, O>>(out, many)) };
    for (&all, out) in all.iter().zip(out) {
        *out = O::finish(all, count, correction).canonical().cast::<Baseline, Saturate>();
    }
}

for_each_level! {
    /// Elements into one accumulator.
    fn folds<C, O>(elements: *const u8, len: usize, place: usize, into: *mut u8)
    where { C: Lane, O: Reduction<C>, }
    fold_of
}

#[inline(always)]
unsafe fn fold_of<L: Level, C: Lane, O: Reduction<C>>(
    elements: *const u8,
    len: usize,
    place: usize,
    into: *mut u8,
) {
    // SAFETY: the caller vouches for the elements, and for room for an accumulator.
    let (elements, into) = unsafe { (slice::<C>(elements, len), &mut *into.cast()) };
    if is_native::<C>() {
        // SAFETY: the types are the same.
        let elements = unsafe { slice::<C::Accum>(elements.as_ptr().cast(), len) };
        *into = match O::ANY_ORDER {
            true => O::fold(elements, place),
            false => fold_blocks::<C, O>(None, elements, place, BLOCK / size_of::<C>()),
        };
        return;
    }
    // 16-bit floats in stretches long enough for many lanes, two at a time.
    const STRETCH: usize = 8 * CHUNK;
    let mut wide = [Block::new(), Block::new()];
    assert!(2 * STRETCH * size_of::<C::Accum>() <= size_of::<Blocks>(), "there is room");
    let wide: *mut u8 = wide.as_mut_ptr().cast();
    let mut all = None;
    let mut place = place;
    for block in elements.chunks(BLOCK / size_of::<C>()) {
        let mut own = None;
        for pair in block.chunks(2 * STRETCH) {
            if O::TWO_BLOCKS && pair.len() == 2 * STRETCH {
                for part in two_stretches::<L, C, O>(pair.split_at(STRETCH), place) {
                    own = Some(own.map_or(part, |own| O::combine(own, part)));
                }
            } else {
                at_level!(
                    L,
                    casts::<C, C::Accum, Saturate>(pair.as_ptr().cast(), wide, pair.len())
                );
                // SAFETY: there is room for them, and as many were just written.
                let wide = unsafe { slice::<C::Accum>(wide, pair.len()) };
                own = Some(fold_blocks::<C, O>(own, wide, place, STRETCH));
            }
            place += pair.len();
        }
        all = match (all, own) {
            (Some(before), Some(own)) => Some(O::combine(before, own)),
            (before, own) => own.or(before),
        };
    }
    *into = all.unwrap_or_else(O::identity);
}

/// Folds two stretches of 16-bit floats, of whole chunks, at the same time, as [`fold_blocks`] folds them once they are
/// widened: here they stay in registers.
#[inline(always)]
fn two_stretches<L: Level, C: Lane, O: Reduction<C>>(
    (first, second): (&[C], &[C]),
    place: usize,
) -> [O::Accumulator; 2] {
    let mut lanes = [[O::identity(); LANES]; 2];
    let chunks = first.as_chunks::<CHUNK>().0.iter().zip(second.as_chunks::<CHUNK>().0);
    for (chunk, (one, other)) in chunks.enumerate() {
        let at = place + chunk * CHUNK;
        for (lanes, (elements, at)) in lanes.iter_mut().zip([(one, at), (other, at + first.len())])
        {
            let mut wide = [zero::<C::Accum>(); CHUNK];
            convert::<L, C, C::Accum, Saturate>(elements, &mut wide);
            for (part, wide) in wide.as_chunks::<LANES>().0.iter().enumerate() {
                step_lanes::<C, O>(lanes, wide, at + part * LANES);
            }
        }
    }
    // A function of its own: combined right here, the lanes would be none of a vector in the loop either.
    lanes.map(|lanes| combined(lanes, O::combine))
}

for_each_level! {
    /// Elements into accumulators of their own.
    fn steps<C, O>(elements: *const u8, len: usize, place: usize, into: *mut u8)
    where { C: Lane, O: Reduction<C>, }
    step_of
}

#[inline(always)]
unsafe fn step_of<L: Level, C: Lane, O: Reduction<C>>(
    elements: *const u8,
    len: usize,
    place: usize,
    into: *mut u8,
) {
    // SAFETY: the caller vouches for as many elements and accumulators.
    let (elements, into) =
        unsafe { (slice::<C>(elements, len), slice_mut::<O::Accumulator>(into, len)) };
    if is_native::<C>() {
        // SAFETY: the types are the same.
        let elements = unsafe { slice::<C::Accum>(elements.as_ptr().cast(), len) };
        return O::steps(into, elements, place);
    }
    for (elements, into) in elements.chunks(CHUNK).zip(into.chunks_mut(CHUNK)) {
        let mut wide = [zero::<C::Accum>(); CHUNK];
        cast_slice::<L, C, C::Accum>(elements, &mut wide[..elements.len()]);
        O::steps(into, &wide[..elements.len()], place);
    }
}

for_each_level! {
    /// The results of accumulators that are the results themselves, but for their dtype and the form of a NaN.
    fn settles<C, R>(all: *mut u8, len: usize, rounds: bool, out: *mut u8)
    where { C: Lane, R: Output<C>, }
    settle_of
}

#[inline(always)]
unsafe fn settle_of<L: Level, C: Lane, R: Output<C>>(
    all: *mut u8,
    len: usize,
    rounds: bool,
    out: *mut u8,
) {
    assert!(same::<R, C::Accum>() && same::<R::As, C>());
    // SAFETY: the caller vouches for as many accumulators and results; the types are the same.
    let (all, out) = unsafe { (slice_mut::<C::Accum>(all, len), slice_mut::<R::As>(out, len)) };
    for (all, out) in all.chunks_mut(CHUNK).zip(out.chunks_mut(CHUNK)) {
        let mut results = [zero::<R>(); CHUNK];
        for (result, &so_far) in results.iter_mut().zip(&*all) {
            *result = itself::<C::Accum, R>(so_far).canonical();
        }
        cast_slice::<L, R, R::As>(&results[..out.len()], out);
        if rounds {
            // SAFETY: the types are the same.
            let out = unsafe { slice::<C>(out.as_ptr().cast(), out.len()) };
            cast_slice::<L, C, C::Accum>(out, all);
        }
    }
}

unsafe fn scan<C: Lane, O: Reduction<C>>(
    elements: *const u8,
    len: usize,
    all: *mut u8,
    out: *mut u8,
    rounds: bool,
    first: bool,
) {
    // SAFETY: the caller vouches for as many elements and results, and for an accumulator.
    let (elements, all, out) = unsafe {
        (slice::<C::Accum>(elements, len), &mut *all.cast(), slice_mut::<O::Out>(out, len))
    };
    let result = |all| O::finish(all, 1, 0.0).canonical();
    let mut pairs = elements.iter().zip(out);
    // In a register: each element waits for the one before.
    let mut so_far = *all;
    if first && let Some((&element, out)) = pairs.next() {
        so_far = O::of_one(element);
        *out = result(so_far);
    }
    for (&element, out) in pairs {
        so_far = O::step(so_far, element, 0);
        if rounds {
            so_far = O::rounded(so_far);
        }
        *out = result(so_far);
    }
    *all = so_far;
}
