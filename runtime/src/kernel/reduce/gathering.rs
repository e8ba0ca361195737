//! The loops of a reduction, for each dtype it computes in.

use crate::kernel::cast::{Cast, Saturate};
use crate::kernel::convert::{CHUNK, Convert, convert};
use crate::kernel::isa::Level;
use crate::kernel::lane::{Lane, Stored, is_native};
use crate::kernel::ops;
use crate::kernel::tables::{ForEach, for_each_level, levels, slice, slice_mut, zero};
use crate::{DType, Element};

/// The kernels of a reduction.
pub(crate) struct ReductionTable(pub(crate) &'static [Gatherer]);

impl ReductionTable {
    /// The kernel that computes in a dtype.
    pub(crate) fn find(&self, compute: DType) -> Option<&'static Gatherer> {
        self.0.iter().find(|gatherer| gatherer.compute == compute)
    }
}

/// How elements of a dtype are gathered.
pub(crate) struct Gatherer {
    pub(crate) compute: DType,
    /// What comes out.
    pub(crate) result: DType,
    /// Whether what comes out is a place.
    pub(crate) places: bool,
    /// Whether something comes out of no elements.
    pub(crate) of_nothing: bool,
    /// The bytes of one gathering.
    pub(crate) size: usize,
    /// Makes gatherings of nothing, so many.
    pub(crate) start: unsafe fn(*mut u8, usize),
    /// Gatherings and as many that come after them, into the first.
    pub(crate) meet: unsafe fn(*mut u8, *const u8, usize),
    /// So many gatherings of `count` elements each, with a correction, into results.
    pub(crate) finish: unsafe fn(*const u8, usize, usize, f64, *mut u8),
    pub(crate) loops: ForEach<Loops>,
}

#[derive(Clone, Copy)]
pub(crate) struct Loops {
    /// So many elements, the first of which is the `place`-th, into one gathering.
    pub(crate) gather: unsafe fn(*const u8, usize, usize, *mut u8),
    /// So many elements, all the `place`-th, each into a gathering of its own.
    pub(crate) rows: unsafe fn(*const u8, usize, usize, *mut u8),
    /// So many elements into one gathering, which is written after each.
    pub(crate) scan: Option<unsafe fn(*const u8, usize, *mut u8, *mut u8)>,
}

/// Room for one gathering of any reduction.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(crate) struct Gathered([u8; 32]);

impl Gathered {
    pub(crate) fn new() -> Gathered {
        Gathered([0; 32])
    }

    pub(crate) fn at(&mut self) -> *mut u8 {
        self.0.as_mut_ptr()
    }
}

/// The kernels of a reduction, by what they compute in.
macro_rules! reduction {
    ($op:ident; $($compute:ident),*;) => {{
        use crate::kernel::reduce::gatherer;
        ReductionTable(&[$(gatherer::<$compute, $op>(),)*])
    }};
}
pub(crate) use reduction;

type As<C, O> = <<O as ops::Reduction<C>>::Out as Stored<C>>::As;

/// The entry of a dtype.
pub(crate) const fn gatherer<C, O>() -> Gatherer
where
    C: Lane + Convert<C::Wide>,
    O: ops::Reduction<C>,
    O::Out: Element + Convert<As<C, O>>,
{
    let size = size_of::<O::Gathered>();
    assert!(size <= size_of::<Gathered>() && align_of::<O::Gathered>() <= align_of::<Gathered>());
    let [gather_0, gather_1, gather_2] = levels!(gathers::<C, O>);
    let [rows_0, rows_1, rows_2] = levels!(rows::<C, O>);
    let scan: Option<unsafe fn(*const u8, usize, *mut u8, *mut u8)> = match O::SCANS {
        true => Some(scan::<C, O>),
        false => None,
    };
    Gatherer {
        compute: C::DTYPE,
        result: <As<C, O> as Element>::DTYPE,
        places: O::PLACES,
        of_nothing: O::OF_NOTHING,
        size,
        start: start::<C, O>,
        meet: meet::<C, O>,
        finish: finish::<C, O>,
        loops: [
            Loops { gather: gather_0, rows: rows_0, scan },
            Loops { gather: gather_1, rows: rows_1, scan },
            Loops { gather: gather_2, rows: rows_2, scan },
        ],
    }
}

unsafe fn start<C: Lane, O: ops::Reduction<C>>(at: *mut u8, count: usize) {
    // SAFETY: the caller vouches for room for so many.
    unsafe { slice_mut::<O::Gathered>(at, count) }.fill(O::nothing());
}

unsafe fn meet<C: Lane, O: ops::Reduction<C>>(into: *mut u8, after: *const u8, count: usize) {
    // SAFETY: the caller vouches for so many in both.
    let (into, after) =
        unsafe { (slice_mut::<O::Gathered>(into, count), slice::<O::Gathered>(after, count)) };
    for (before, &after) in into.iter_mut().zip(after) {
        *before = O::meet(*before, after);
    }
}

unsafe fn finish<C, O>(all: *const u8, many: usize, count: usize, correction: f64, out: *mut u8)
where
    C: Lane,
    O: ops::Reduction<C>,
    O::Out: Element + Convert<As<C, O>>,
{
    // SAFETY: the caller vouches for so many in both.
    let (all, out) = unsafe { (slice::<O::Gathered>(all, many), slice_mut::<As<C, O>>(out, many)) };
    for (&all, out) in all.iter().zip(out) {
        *out = O::finish(all, count, correction).cast::<crate::kernel::isa::Baseline, Saturate>();
    }
}

for_each_level! {
    /// Elements into one gathering.
    fn gathers<C, O>(elements: *const u8, len: usize, place: usize, into: *mut u8)
    where { C: Lane + Convert<C::Wide>, O: ops::Reduction<C>, }
    gather_of
}

#[inline(always)]
unsafe fn gather_of<L, C, O>(elements: *const u8, len: usize, place: usize, into: *mut u8)
where
    L: Level,
    C: Lane + Convert<C::Wide>,
    O: ops::Reduction<C>,
{
    // SAFETY: the caller vouches for the elements, and for room for a gathering.
    let (elements, into) = unsafe { (slice::<C>(elements, len), &mut *into.cast::<O::Gathered>()) };
    if is_native::<C>() {
        // SAFETY: the types are the same.
        let elements = unsafe { slice::<C::Wide>(elements.as_ptr().cast(), len) };
        *into = O::gather(elements, place);
        return;
    }
    // Halves in stretches that keep many lanes busy.
    const STRETCH: usize = 8 * CHUNK;
    let mut all = O::nothing();
    for (stretch, elements) in elements.chunks(STRETCH).enumerate() {
        let mut wide = [zero::<C::Wide>(); STRETCH];
        let wide = &mut wide[..elements.len()];
        convert::<L, C, C::Wide, Saturate>(elements, wide);
        all = O::meet(all, O::gather(wide, place + stretch * STRETCH));
    }
    *into = all;
}

for_each_level! {
    /// Elements into gatherings of their own.
    fn rows<C, O>(elements: *const u8, len: usize, place: usize, into: *mut u8)
    where { C: Lane + Convert<C::Wide>, O: ops::Reduction<C>, }
    rows_of
}

#[inline(always)]
unsafe fn rows_of<L, C, O>(elements: *const u8, len: usize, place: usize, into: *mut u8)
where
    L: Level,
    C: Lane + Convert<C::Wide>,
    O: ops::Reduction<C>,
{
    // SAFETY: the caller vouches for as many elements and gatherings.
    let (elements, into) =
        unsafe { (slice::<C>(elements, len), slice_mut::<O::Gathered>(into, len)) };
    if is_native::<C>() {
        // SAFETY: the types are the same.
        let elements = unsafe { slice::<C::Wide>(elements.as_ptr().cast(), len) };
        for (into, &element) in into.iter_mut().zip(elements) {
            *into = O::push(*into, element, place);
        }
        return;
    }
    for (elements, into) in elements.chunks(CHUNK).zip(into.chunks_mut(CHUNK)) {
        let mut wide = [zero::<C::Wide>(); CHUNK];
        convert::<L, C, C::Wide, Saturate>(elements, &mut wide[..elements.len()]);
        for (into, &element) in into.iter_mut().zip(&wide) {
            *into = O::push(*into, element, place);
        }
    }
}

/// Each element depends on those before it, so no level makes this faster.
unsafe fn scan<C, O>(elements: *const u8, len: usize, all: *mut u8, out: *mut u8)
where
    C: Lane + Convert<C::Wide>,
    O: ops::Reduction<C>,
    O::Out: Element + Convert<As<C, O>>,
{
    // SAFETY: the caller vouches for as many elements and results, and for a gathering.
    let (elements, all, out) = unsafe {
        (
            slice::<C>(elements, len),
            &mut *all.cast::<O::Gathered>(),
            slice_mut::<As<C, O>>(out, len),
        )
    };
    type L = crate::kernel::isa::Baseline;
    for (&element, out) in elements.iter().zip(out) {
        *all = O::push(*all, element.cast::<L, Saturate>(), 0);
        *out = O::finish(*all, 1, 0.0).cast::<L, Saturate>();
    }
}
