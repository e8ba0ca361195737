//! Two dtypes and a policy → the loop that converts elements of one to the other.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

mod loops;

pub(crate) use loops::{cast_slice, casts};

use core::mem::MaybeUninit;

use half::{bf16, f16};

use super::accum::Lane;
use super::cast::{Half, How, Policy, Saturate, Truncate, round_away};
use super::convert::{CHUNK, Convert};
use super::flush::{any_subnormal, run_flushed};
use super::isa::Isa;
use super::levels::{PerLevel, levels, slice_mut};
use super::narrow;
use super::signatures::CastLoop;
use super::stream::Block;
use crate::generated::codes::*;
use crate::policy::{Float16Ties, FloatToInt, HalfRounding, Policies};
use crate::{DType, Element, Kind};
use loops::{away, casts_by_way_of, casts_in_two, nears};

macro_rules! count {
    ($($variant:ident $element:ident),*) => {
        [$(DType::$variant),*].len()
    };
}

/// How many dtypes are not narrow: they come first.
const WIDE: usize = each_wide_dtype!(count);

const _: () = assert!(
    !DType::ALL[WIDE - 1].is_narrow() && (WIDE == DType::ALL.len() || DType::ALL[WIDE].is_narrow())
);

type Row = [PerLevel<CastLoop>; WIDE];

/// From each dtype to each, where a float out of an integer's range becomes the nearest integer.
static SATURATING: [Row; WIDE] = rows::<false>();

/// The same, where it becomes what C on x86-64 makes of it.
static TRUNCATING: [Row; WIDE] = rows::<true>();

/// The loops from `A` to `B`. Only a conversion of a float to an integer depends on the policy.
const fn cell<A: Convert<B> + Lane, B: Lane, const TRUNCATE: bool>() -> PerLevel<CastLoop>
where
    A::Accum: Convert<B>,
{
    if A::DTYPE as u8 == B::DTYPE as u8 {
        return [copies::<A>; Isa::ALL.len()];
    }
    let from_float = matches!(A::DTYPE.kind(), Kind::Float | Kind::Complex);
    match (from_float && matches!(B::DTYPE.kind(), Kind::Int | Kind::Uint), TRUNCATE) {
        (true, true) => to_integers::<A, B, Truncate>(),
        (true, false) => to_integers::<A, B, Saturate>(),
        (false, _) => levels!(casts::<A, B, Saturate>),
    }
}

/// Elements as they are.
unsafe fn copies<A>(a: *const u8, out: *mut u8, len: usize) {
    // SAFETY: the caller vouches for as many elements in both.
    unsafe { out.copy_from_nonoverlapping(a, len * size_of::<A>()) };
}

/// The loops from floats to integers. Halves are converted to the wider float first, by a loop of its own, at the lowest
/// level, and complex halves at every level: one loop for both steps would be long. At the other levels one instruction
/// converts several halves.
const fn to_integers<A: Convert<B> + Lane, B: Lane, P: Policy>() -> PerLevel<CastLoop>
where
    A::Accum: Convert<B>,
{
    let [baseline, ..]: PerLevel<CastLoop> = levels!(casts_in_two::<A, B, P>);
    let [_, avx2, avx512]: PerLevel<CastLoop> = levels!(casts::<A, B, P>);
    match (A::DTYPE.bits() == <A::Accum as Element>::DTYPE.bits(), A::DTYPE.kind()) {
        (true, _) => levels!(casts::<A, B, P>),
        (false, Kind::Complex) => levels!(casts_in_two::<A, B, P>),
        (false, _) if cfg!(levels) => [baseline, avx2, avx512],
        (false, _) => [baseline; Isa::ALL.len()],
    }
}

macro_rules! rows {
    ($($variant:ident $element:ident),*) => {
        const fn row<A: Lane $(+ Convert<$element>)*, const TRUNCATE: bool>() -> Row
        where
            A::Accum: Element $(+ Convert<$element>)*,
        {
            [$(cell::<A, $element, TRUNCATE>()),*]
        }

        const fn rows<const TRUNCATE: bool>() -> [Row; WIDE] {
            [$(row::<$element, TRUNCATE>()),*]
        }
    };
}
each_wide_dtype!(rows);

/// A conversion that rounds twice: from, to, and its loops.
type Twice = (DType, DType, PerLevel<CastLoop>);

macro_rules! twice {
    ($($from:ident by $middle:ident to $($to:ident),+;)+) => {
        [$($((
            <$from as Element>::DTYPE,
            <$to as Element>::DTYPE,
            levels!(casts_by_way_of::<$from, $middle, $to>),
        )),+),+]
    };
}

/// What differs by way of float32: an integer that float32 lacks is beyond float16 in any case.
static TWICE_TO_FLOAT16: [Twice; 2] = twice! {
    f64 by f32 to f16;
    c128 by c64 to f16;
};
static TWICE: [Twice; 8] = twice! {
    i32 by f32 to bf16;
    i64 by f32 to bf16;
    u32 by f32 to bf16;
    u64 by f32 to bf16;
    f64 by f32 to bf16, c32;
    c128 by c64 to bf16, c32;
};

/// The conversion that rounds twice under a policy, if it is one.
fn twice(from: DType, to: DType, policy: HalfRounding) -> Option<&'static PerLevel<CastLoop>> {
    let (float16, others): (&[Twice], &[Twice]) = match policy {
        HalfRounding::Once => (&[], &[]),
        HalfRounding::OnceToFloat16 => (&[], &TWICE),
        HalfRounding::Twice => (&TWICE_TO_FLOAT16, &TWICE),
    };
    let mut all = float16.iter().chain(others);
    all.find(|entry| entry.0 == from && entry.1 == to).map(|entry| &entry.2)
}

/// Whether a conversion rounds twice under the policies: fused loops, which round once, do not have it.
#[inline]
pub(crate) fn rounds_twice(from: DType, to: DType, policies: &Policies) -> bool {
    from != to
        && policies.half_rounding != HalfRounding::Once
        && twice(from, to, policies.half_rounding).is_some()
}

macro_rules! near {
    ($($element:ident),*) => {
        [$((<$element as Element>::DTYPE, levels!(nears::<$element>))),*]
    };
}

/// For the dtypes with values that float32 rounds: what a conversion to a narrow float goes by way of, to round once.
static NEAR: [(DType, PerLevel<CastLoop>); 6] = near!(i32, i64, u32, u64, f64, c128);

/// To float16, ties away from zero.
static AWAY: PerLevel<CastLoop> = levels!(away::<f32>);

/// So many elements of `f32` as `f16` holds them, ties away from zero.
///
/// # Safety
///
/// As many are there.
pub(crate) unsafe fn round_to_float16_away(all: *mut u8, count: usize) {
    // SAFETY: as the caller vouches.
    for one in unsafe { slice_mut::<f32>(all, count) } {
        *one = round_away(*one).exact();
    }
}

/// The dtype of the loops that compute in a dtype: in place of a narrow one its carrier, in place of float16 float32
/// where loops would take ties elsewhere.
#[inline]
pub(crate) fn carrier(compute: DType, policies: &Policies) -> DType {
    match rounds_ties_away(compute, policies.float16_ties) {
        true => f32::DTYPE,
        false => compute.carrier(),
    }
}

#[inline]
fn rounds_ties_away(to: DType, ties: Float16Ties) -> bool {
    to == f16::DTYPE && ties == Float16Ties::Away
}

/// What converts elements of one dtype to another.
#[derive(Clone, Copy)]
pub(crate) enum Caster {
    Loop(CastLoop),
    ByCarriers(Route),
    /// Subnormal numbers flushed before and after.
    Flushed(Route),
}

/// The way to or from a narrow dtype, or to float16 with ties away from zero: up to three loops, one after the other.
#[derive(Clone, Copy)]
pub(crate) struct Route {
    from: DType,
    to: DType,
    isa: Isa,
    how: How,
}

/// Elements between two loops: those of a carrier.
#[repr(C, align(64))]
struct Between([MaybeUninit<u32>; CHUNK]);

impl Caster {
    /// Converts elements: those to convert, where to write them, how many.
    ///
    /// # Safety
    ///
    /// As for a [`CastLoop`].
    #[inline]
    pub(crate) unsafe fn call(&self, a: *const u8, out: *mut u8, len: usize) {
        // SAFETY: as the caller vouches.
        unsafe {
            match self {
                Caster::Loop(run) => run(a, out, len),
                Caster::ByCarriers(route) => route.call(a, out, len),
                Caster::Flushed(route) => route.call_flushed(a, out, len),
            }
        }
    }

    /// Where elements are once they are converted: in a block, or where they were if none of them changes.
    ///
    /// # Safety
    ///
    /// As for a [`CastLoop`]; a block has room for them.
    #[inline]
    pub(crate) unsafe fn converted(
        &self,
        a: *const u8,
        block: &mut Block,
        len: usize,
    ) -> *const u8 {
        // SAFETY: as the caller vouches.
        unsafe {
            match self {
                Caster::Flushed(route) if route.keeps(a, len) => a,
                _ => {
                    self.call(a, block.at(), len);
                    block.at()
                }
            }
        }
    }
}

impl Route {
    /// The loops.
    fn steps(&self) -> [Option<CastLoop>; 3] {
        let Route { from, to, isa, how } = *self;
        if from == to {
            return [Some(wide(u8::DTYPE, u8::DTYPE, how, isa)), None, None];
        }
        let away = rounds_ties_away(to, how.float16_ties);
        let (middle, end) = (from.carrier(), if away { f32::DTYPE } else { to.carrier() });
        let once = match how.half_rounding {
            HalfRounding::Once => end == f32::DTYPE && (to.is_narrow() || away),
            HalfRounding::OnceToFloat16 => away,
            HalfRounding::Twice => false,
        };
        let near = NEAR.iter().find(|(dtype, _)| *dtype == middle && once);
        let across = match near {
            _ if middle == end => None,
            Some((_, near)) => Some(near[isa as usize]),
            None => Some(wide(middle, end, how, isa)),
        };
        let first = from.is_narrow().then(|| narrow::to_carrier(from, isa));
        let last = match away {
            true => Some(AWAY[isa as usize]),
            false => to.is_narrow().then(|| narrow::of_carrier(from, to, how, isa)),
        };
        [first, across, last]
    }

    /// What converts elements, their subnormal numbers kept.
    fn kept(self) -> Caster {
        let Route { from, to, isa, how } = self;
        let away = from != to && rounds_ties_away(to, how.float16_ties);
        match from.is_narrow() || to.is_narrow() || away {
            true => Caster::ByCarriers(self),
            false => Caster::Loop(wide(from, to, how, isa)),
        }
    }

    /// Whether elements of one dtype have no subnormal numbers to flush.
    #[inline(never)]
    unsafe fn keeps(&self, a: *const u8, len: usize) -> bool {
        // SAFETY: as the caller vouches.
        self.from == self.to && unsafe { !any_subnormal(self.from, a, len) }
    }

    /// As for a [`Caster`], subnormal numbers flushed.
    #[inline(never)]
    unsafe fn call_flushed(&self, a: *const u8, out: *mut u8, len: usize) {
        let cast = self.kept();
        // SAFETY: as the caller vouches.
        unsafe {
            run_flushed([self.from, self.to], [a], out, len, |[a], out, len| {
                cast.call(a, out, len);
                false
            });
        }
    }

    /// As for a [`Caster`], by so many elements at a time that they stay in the cache between two loops.
    #[inline(never)]
    unsafe fn call(&self, a: *const u8, out: *mut u8, len: usize) {
        let steps = self.steps();
        let last = steps.iter().rposition(Option::is_some).unwrap_or(0);
        let [before, after] = [self.from, self.to].map(DType::size);
        let mut between = [const { Between([MaybeUninit::uninit(); CHUNK]) }; 2];
        for start in (0..len).step_by(CHUNK) {
            let count = CHUNK.min(len - start);
            let mut from = a.wrapping_add(start * before);
            for (place, step) in steps.iter().enumerate() {
                let Some(step) = step else { continue };
                let to = match place == last {
                    true => out.wrapping_add(start * after),
                    false => between[place].0.as_mut_ptr().cast(),
                };
                // SAFETY: the caller vouches for the first elements and the room for the last; between them there is
                // room for so many elements of a carrier.
                unsafe { step(from, to, count) };
                from = to;
            }
        }
    }
}

/// What converts one dtype to another.
#[inline]
pub(crate) fn find(from: DType, to: DType, policies: &Policies, isa: Isa) -> Caster {
    let route = Route { from, to, isa, how: How::of(policies) };
    match flushes(from, to, policies) {
        true => Caster::Flushed(route),
        false => route.kept(),
    }
}

/// What flushes subnormal numbers of a dtype that is not narrow.
pub(crate) fn flushing(dtype: DType, policies: &Policies, isa: Isa) -> Caster {
    Caster::Flushed(Route { from: dtype, to: dtype, isa, how: How::of(policies) })
}

/// Whether a conversion flushes subnormal numbers, as elements or as what it makes of floats. It does not where it moves
/// bits: to and from complex dtypes of a part, of bfloat16 to float32, bool and back, of narrow dtypes.
fn flushes(from: DType, to: DType, policies: &Policies) -> bool {
    let flushes = from != to && (policies.flush(from) || policies.flush(to));
    if !flushes || from.is_narrow() || to.is_narrow() {
        return false;
    }
    let single = |dtype: DType| match dtype.finfo() {
        Some(info) if info.bits == 16 && policies.flush(dtype) => f32::DTYPE,
        Some(info) => info.dtype,
        None => dtype,
    };
    let is_float = from.finfo().is_some();
    is_float && single(from) != single(to) && !(from == bf16::DTYPE && to == DType::bool())
}

/// The loop that converts a dtype that is not narrow to another.
#[inline]
fn wide(from: DType, to: DType, how: How, isa: Isa) -> CastLoop {
    if how.half_rounding != HalfRounding::Once
        && let Some(twice) = twice(from, to, how.half_rounding)
    {
        return twice[isa as usize];
    }
    let table = match how.float_to_int {
        FloatToInt::Saturate => &SATURATING,
        FloatToInt::Truncate => &TRUNCATING,
    };
    table[from as usize][to as usize][isa as usize]
}
