//! Sums, differences, products and quotients of `f16` and of `bf16` by instructions that no level asks for.
//!
//! The results are those of `f32` rounded to the half type: `f32` has room for more than twice the bits of either, so
//! that it makes no difference whether a result is rounded once or twice.
#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "AVX-512 FP16 and BF16"))]

use super::isa::Level;

/// An op that processors have as one instruction of floats.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Basic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// The op on pairs from the first on, as many as such instructions take: how many that were.
///
/// To be called where the features of `L` are enabled.
#[inline(always)]
pub(crate) fn basic<L: Level, T: 'static>(op: Basic, a: &[T], b: &[T], out: &mut [T]) -> usize {
    #[cfg(target_arch = "x86_64")]
    if L::ISA == super::isa::Isa::Avx512 {
        return x86::basic(op, a, b, out);
    }
    let _ = (op, a, b, out);
    0
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::asm;
    use core::arch::x86_64 as x86;

    use half::{bf16, f16};

    use super::Basic;
    use crate::kernel::accum::same;
    use crate::kernel::convert::half::x86::{
        SUBNORMAL, has_bf16, has_fp16, interleave, round, to_bf16,
    };

    /// Elements of a register.
    const LANES: usize = 32;

    type Register = x86::__m512i;

    /// See [`super::basic`].
    #[inline(always)]
    pub(super) fn basic<T: 'static>(op: Basic, a: &[T], b: &[T], out: &mut [T]) -> usize {
        // SAFETY: both types have 16 bits, the caller is compiled for AVX-512, and the machine has the rest.
        unsafe {
            if same::<T, f16>() && has_fp16() {
                each(a, b, out, |a, b| f16_lanes(op, a, b))
            } else if same::<T, bf16>() && has_bf16() {
                each(a, b, out, |a, b| bf16_lanes(op, a, b))
            } else {
                0
            }
        }
    }

    /// Applies a function of registers to elements; returns how many it was applied to.
    ///
    /// # Safety
    ///
    /// Elements are of 16 bits. To be called where AVX-512 is enabled.
    #[inline(always)]
    unsafe fn each<T>(
        a: &[T],
        b: &[T],
        out: &mut [T],
        lanes: impl Fn(Register, Register) -> Register,
    ) -> usize {
        let ((a, _), (b, _)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
        let (out, _) = out.as_chunks_mut::<LANES>();
        let mut done = 0;
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            // SAFETY: each array fills a register.
            unsafe {
                let a = x86::_mm512_loadu_si512(a.as_ptr().cast());
                let b = x86::_mm512_loadu_si512(b.as_ptr().cast());
                x86::_mm512_storeu_si512(out.as_mut_ptr().cast(), lanes(a, b));
            }
            done += LANES;
        }
        done
    }

    /// The op on `f16`, of which every NaN becomes the canonical one.
    ///
    /// # Safety
    ///
    /// The machine has AVX512-FP16.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    unsafe fn f16_lanes(op: Basic, a: Register, b: Register) -> Register {
        let canonical = x86::_mm512_set1_epi16(f16::NAN.to_bits().cast_signed());
        macro_rules! by {
            ($instruction:literal) => {{
                let result: Register;
                // SAFETY: it reads and writes registers, and the machine has it. An intrinsic would be a call: no
                // caller is compiled for machines that have it.
                unsafe {
                    asm!(
                        concat!($instruction, " {result}, {a}, {b}"),
                        "vcmpunordph {nan}, {result}, {result}",
                        "vmovdqu16 {result} {{{nan}}}, {canonical}",
                        result = out(zmm_reg) result,
                        nan = out(kreg) _,
                        a = in(zmm_reg) a,
                        b = in(zmm_reg) b,
                        canonical = in(zmm_reg) canonical,
                        options(pure, nomem, nostack, preserves_flags),
                    );
                }
                result
            }};
        }
        match op {
            Basic::Add => by!("vaddph"),
            Basic::Subtract => by!("vsubph"),
            Basic::Multiply => by!("vmulph"),
            Basic::Divide => by!("vdivph"),
        }
    }

    /// The op on `bf16`, likewise.
    ///
    /// # Safety
    ///
    /// The machine has AVX512-BF16.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq")]
    unsafe fn bf16_lanes(op: Basic, a: Register, b: Register) -> Register {
        const QUIET_NAN: i32 = 1;
        const SIGNALLING_NAN: i32 = 1 << 7;
        const RARE: i32 = QUIET_NAN | SIGNALLING_NAN | SUBNORMAL;
        let rare = |x| x86::_mm512_fpclass_ps_mask::<RARE>(x);
        let results = (floats(op, even(a), even(b)), floats(op, odd(a), odd(b)));
        let halves = match rare(results.0) | rare(results.1) {
            // SAFETY: as the caller vouches.
            0 => unsafe { to_bf16(results.0, results.1) },
            _ => rounded_rarely(results.0, results.1),
        };
        interleave(halves)
    }

    /// The elements at even places, widened.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn even(halves: Register) -> x86::__m512 {
        x86::_mm512_castsi512_ps(x86::_mm512_slli_epi32::<16>(halves))
    }

    /// The elements at odd places, widened.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn odd(halves: Register) -> x86::__m512 {
        let upper = x86::_mm512_set1_epi32((u32::MAX << 16).cast_signed());
        x86::_mm512_castsi512_ps(x86::_mm512_and_si512(halves, upper))
    }

    /// The op on `f32`.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn floats(op: Basic, a: x86::__m512, b: x86::__m512) -> x86::__m512 {
        match op {
            Basic::Add => x86::_mm512_add_ps(a, b),
            Basic::Subtract => x86::_mm512_sub_ps(a, b),
            Basic::Multiply => x86::_mm512_mul_ps(a, b),
            Basic::Divide => x86::_mm512_div_ps(a, b),
        }
    }

    /// The nearest `bf16` of any floats, of a NaN the canonical one.
    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn rounded_rarely(low: x86::__m512, high: x86::__m512) -> Register {
        let canonical = |floats| {
            let nan = x86::_mm512_cmp_ps_mask::<{ x86::_CMP_UNORD_Q }>(floats, floats);
            x86::_mm512_mask_mov_ps(floats, nan, x86::_mm512_set1_ps(f32::NAN))
        };
        round(canonical(low), canonical(high))
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    #![expect(unsafe_code, reason = "a function with target features is called")]

    use std::vec;
    use std::vec::Vec;

    use half::{bf16, f16};

    use super::{Basic, basic};
    use crate::kernel::accum::Canonical;
    use crate::kernel::cast::Half;
    use crate::kernel::isa::{Avx512, Isa};

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,f16c")]
    fn compiled<T: 'static>(op: Basic, a: &[T], b: &[T], out: &mut [T]) -> usize {
        basic::<Avx512, T>(op, a, b, out)
    }

    /// Every left operand, with right ones of every size: by instructions, and in `f32` rounded once.
    fn check<T: Half + Default + 'static>(of_bits: fn(u16) -> T, bits: fn(T) -> u16) {
        if !Isa::Avx512.is_available() {
            return;
        }
        let all: Vec<T> = (0..=u16::MAX).map(of_bits).collect();
        let rights = (0..=u16::MAX).step_by(0x7FB).chain([0x8000, 0x7C00, 0xFC00, 0x7F80, 0xFF80]);
        for (op, by) in [
            (Basic::Add, (|a, b| a + b) as fn(f32, f32) -> f32),
            (Basic::Subtract, |a, b| a - b),
            (Basic::Multiply, |a, b| a * b),
            (Basic::Divide, |a, b| a / b),
        ] {
            for right in rights.clone() {
                let b = vec![of_bits(right); all.len()];
                let mut out = vec![T::default(); all.len()];
                // SAFETY: the machine has the features.
                let done = unsafe { compiled(op, &all, &b, &mut out) };
                assert!(done == 0 || done == all.len(), "{done} of {}", all.len());
                for (left, result) in all.iter().zip(out).take(done) {
                    let wanted = bits(T::round(by(left.exact(), b[0].exact()).canonical()));
                    assert_eq!(bits(result), wanted, "{op:?} of {:#x}, {right:#x}", bits(*left));
                }
            }
        }
    }

    #[test]
    fn instructions_round_as_float32_does() {
        check(f16::from_bits, f16::to_bits);
        check(bf16::from_bits, bf16::to_bits);
    }
}
