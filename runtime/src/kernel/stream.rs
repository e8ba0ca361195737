//! Operands of any layout and dtype → contiguous blocks of a loop's dtype, and such blocks → outputs.
#![expect(unsafe_code, reason = "elements are moved by their size, through untyped pointers")]

use core::mem::MaybeUninit;

use super::casts::{self, Caster};
use super::isa::Isa;
use crate::DType;
use crate::policy::Policies;
use crate::tensor::moves::{gather, restride, scatter};
use crate::tensor::raw::{RawView, RawViewMut};
use crate::tensor::walk::Walk;

/// The bytes of a block: a few blocks fit in the L1 cache at the same time.
pub(crate) const BLOCK: usize = 4096;

/// A block of elements of any dtype, not initialised.
#[repr(C, align(64))]
pub(crate) struct Block([MaybeUninit<u8>; BLOCK]);

/// Two blocks: one for elements as they are in memory, one for elements as the loop takes or gives them.
pub(crate) type Blocks = [Block; 2];

impl Block {
    #[inline(always)]
    pub(crate) const fn new() -> Block {
        Block([MaybeUninit::uninit(); BLOCK])
    }

    #[inline(always)]
    pub(crate) fn at(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

/// An operand or an output of a loop.
#[derive(Clone, Copy)]
pub(crate) struct Stream {
    at: *mut u8,
    /// The bytes of an element in memory.
    size: usize,
    /// What converts elements to or from the loop's dtype, and the bytes of one there.
    cast: Option<(Caster, usize)>,
    /// Its place in the walk.
    place: usize,
    /// Whether its elements lie one after the other in the order of the walk.
    dense: bool,
    /// Whether it is the same element throughout.
    pub(crate) one: bool,
    /// Whether the output is in the same memory, so that a loop needs a copy.
    pub(crate) aliased: bool,
}

impl Stream {
    /// An operand, converted to the dtype a loop takes.
    pub(crate) fn reading(
        raw: &RawView<'_>,
        taken: DType,
        policies: &Policies,
        (walk, place): (&Walk, usize),
    ) -> Stream {
        Stream::new(raw.at.cast_mut(), raw.dtype, (raw.dtype, taken), policies, (walk, place))
    }

    /// An output, converted from the dtype a loop gives.
    pub(crate) fn writing(
        raw: &RawViewMut<'_>,
        given: DType,
        policies: &Policies,
        (walk, place): (&Walk, usize),
    ) -> Stream {
        Stream::new(raw.at, raw.dtype, (given, raw.dtype), policies, (walk, place))
    }

    fn new(
        at: *mut u8,
        own: DType,
        (from, to): (DType, DType),
        policies: &Policies,
        (walk, place): (&Walk, usize),
    ) -> Stream {
        let other = if from == own { to } else { from };
        let cast = || (casts::find(from, to, policies, Isa::active()), other.size());
        Stream {
            at,
            size: own.size(),
            cast: (from != to).then(cast),
            place,
            dense: walk.is_dense(place),
            one: walk.is_one(place),
            aliased: false,
        }
    }

    /// The same with subnormal numbers of the loop's dtype flushed, if the policies want it.
    pub(crate) fn flushed(mut self, dtype: DType, policies: &Policies) -> Stream {
        if self.cast.is_none() && policies.flush(dtype) {
            self.cast = Some((casts::flushing(dtype, policies, Isa::active()), dtype.size()));
        }
        self
    }

    /// How many elements fit in a block, in either dtype.
    pub(crate) fn per_block(&self) -> usize {
        BLOCK / self.cast.map_or(self.size, |(_, size)| size.max(self.size))
    }

    /// How many elements from the `flat`-th on can be read where they are.
    pub(crate) fn in_place(&self, walk: &Walk, flat: usize) -> usize {
        if self.cast.is_some() || self.aliased {
            0
        } else if self.dense {
            walk.len - flat
        } else if walk.row_stride(self.place) == 1 {
            walk.left_in_row(flat)
        } else {
            0
        }
    }

    /// Where the first element is, `begin` elements from where the walk would have it.
    #[inline]
    pub(crate) fn first(&self, walk: &Walk, begin: isize) -> *const u8 {
        self.pointer(begin + walk.offset(self.place, 0))
    }

    #[inline]
    fn pointer(&self, offset: isize) -> *mut u8 {
        self.at.wrapping_offset(offset * self.size.cast_signed())
    }

    /// Where `count` elements from the `flat`-th on are, if they lie one after the other.
    #[inline(always)]
    fn contiguous(&self, walk: &Walk, begin: isize, flat: usize, count: usize) -> Option<*mut u8> {
        if self.dense {
            return Some(self.pointer(begin + walk.dense_offset(self.place, flat)));
        }
        (walk.row_stride(self.place) == 1 && count <= walk.left_in_row(flat))
            .then(|| self.pointer(begin + walk.offset(self.place, flat)))
    }

    /// `count` elements from the `flat`-th on, one after the other and of the loop's dtype; `begin` elements
    /// from where the walk would have them.
    ///
    /// # Safety
    ///
    /// The walk from there stays inside the operand, and no more than [`per_block`](Stream::per_block) elements
    /// are asked for, or than can be read [in place](Stream::in_place).
    #[inline(always)]
    pub(crate) unsafe fn read(
        &self,
        walk: &Walk,
        begin: isize,
        (flat, count): (usize, usize),
        blocks: &mut Blocks,
    ) -> *const u8 {
        let direct = self.contiguous(walk, begin, flat, count).filter(|_| !self.aliased);
        match (direct, &self.cast) {
            (Some(elements), None) => elements,
            // SAFETY: as the caller vouches.
            _ => unsafe { self.read_block(walk, begin, (flat, count), direct, blocks) },
        }
    }

    /// The same by way of blocks, for elements that do not lie one after the other or are to be converted.
    unsafe fn read_block(
        &self,
        walk: &Walk,
        begin: isize,
        (flat, count): (usize, usize),
        direct: Option<*mut u8>,
        [own, converted]: &mut Blocks,
    ) -> *const u8 {
        let elements = direct.unwrap_or_else(|| {
            let (stride, mut to) = (walk.row_stride(self.place), own.at());
            if walk.is_striped(self.place, count) {
                walk.strips(self.place, flat, count, &mut |strip| {
                    let from = (self.pointer(begin + strip.offset).cast_const(), strip.stride);
                    let to = (to.wrapping_add(strip.place * self.size), strip.step.cast_signed());
                    // SAFETY: the caller vouches for the elements, and the block has room for them.
                    unsafe { restride(from, to, strip.len, self.size) };
                });
                return own.at();
            }
            walk.pieces(self.place, flat, count, |offset, len| {
                // SAFETY: as above.
                unsafe {
                    gather(self.pointer(begin + offset), stride, len, self.size, to);
                    to = to.add(len * self.size);
                }
            });
            own.at()
        });
        match &self.cast {
            None => elements,
            // SAFETY: as above.
            Some((cast, _)) => unsafe { cast.converted(elements, converted, count) },
        }
    }

    /// Calls `compute` with where it shall write `count` elements of the loop's dtype, one after the other, and
    /// brings them to the places of the output from the `flat`-th on.
    ///
    /// # Safety
    ///
    /// As for [`read`](Stream::read), and `compute` writes all of the elements.
    #[inline]
    pub(crate) unsafe fn write<R>(
        &self,
        walk: &Walk,
        begin: isize,
        (flat, count): (usize, usize),
        [own, given]: &mut Blocks,
        compute: impl FnOnce(*mut u8) -> R,
    ) -> R {
        let direct = self.contiguous(walk, begin, flat, count);
        let stored = direct.unwrap_or_else(|| own.at());
        let result = if self.cast.is_some() { given.at() } else { stored };
        let returned = compute(result);
        if let Some((cast, _)) = &self.cast {
            // SAFETY: `compute` has written the elements, and there is room for as many.
            unsafe { cast.call(result, stored, count) };
        }
        if direct.is_none() {
            if walk.is_striped(self.place, count) {
                walk.strips(self.place, flat, count, &mut |strip| {
                    let from = stored.cast_const().wrapping_add(strip.place * self.size);
                    let to = (self.pointer(begin + strip.offset), strip.stride);
                    // SAFETY: the caller vouches for the output's places.
                    unsafe { restride((from, strip.step.cast_signed()), to, strip.len, self.size) };
                });
                return returned;
            }
            let (stride, mut from) = (walk.row_stride(self.place), stored.cast_const());
            walk.pieces(self.place, flat, count, |offset, len| {
                // SAFETY: as above.
                unsafe {
                    scatter(from, len, self.size, self.pointer(begin + offset), stride);
                    from = from.add(len * self.size);
                }
            });
        }
        returned
    }
}
