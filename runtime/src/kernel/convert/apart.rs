//! Chunks of `bf16` into `f32` and back: first the lower halves of each 32 bits, then the upper ones.
//!
//! An op that takes one element of each operand does not care for their order, and in this one nothing moves between the
//! lanes of a register.
#![expect(unsafe_code, reason = "two elements are seen as 32 bits")]

use core::ptr;

use half::bf16;

use super::CHUNK;
#[cfg(target_arch = "x86_64")]
use super::half::x86;
#[cfg(target_arch = "x86_64")]
use crate::kernel::isa::Isa;
use crate::kernel::isa::Level;

/// Two elements, at any address.
type Both = [u8; 4];

/// How many of them a chunk is.
const HALF: usize = CHUNK / 2;

/// The same values.
#[inline(always)]
pub(crate) fn widen_apart(src: &[bf16; CHUNK]) -> [f32; CHUNK] {
    // SAFETY: these are as many bytes, and any are valid.
    let src = unsafe { &*ptr::from_ref(src).cast::<[Both; HALF]>() };
    let mut wide = [0.0; CHUNK];
    let (lower, upper) = wide.split_at_mut(HALF);
    for ((lower, upper), both) in lower.iter_mut().zip(upper).zip(src) {
        let bits = u32::from_ne_bytes(*both);
        (*lower, *upper) = (f32::from_bits(bits << 16), f32::from_bits(bits & UPPER));
    }
    wide
}

/// The nearest values, ties to even. Every NaN has to be the canonical one, whose lower half does not carry.
#[inline(always)]
pub(crate) fn narrow_apart<L: Level>(src: &[f32; CHUNK]) -> [bf16; CHUNK] {
    let mut narrow = [bf16::ZERO; CHUNK];
    #[cfg(target_arch = "x86_64")]
    if L::ISA == Isa::Avx512 && x86::has_bf16() {
        x86::interleave_nearest(src, &mut narrow);
        return narrow;
    }
    // SAFETY: as above.
    let dst = unsafe { &mut *ptr::from_mut(&mut narrow).cast::<[Both; HALF]>() };
    let (lower, upper) = src.split_at(HALF);
    for ((lower, upper), both) in lower.iter().zip(upper).zip(dst) {
        *both = ((rounded(*lower) >> 16) | (rounded(*upper) & UPPER)).to_ne_bytes();
    }
    narrow
}

/// The upper half of 32 bits.
const UPPER: u32 = 0xFFFF_0000;

/// Bits whose upper half is the nearest `bf16`.
#[inline(always)]
fn rounded(x: f32) -> u32 {
    let bits = x.to_bits();
    bits.wrapping_add(0x7FFF + ((bits >> 16) & 1))
}
