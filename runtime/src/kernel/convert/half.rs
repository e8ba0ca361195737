//! Slices of `f16` and `bf16` into `f32` and back.
#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "F16C and AVX-512 intrinsics"))]

use half::{bf16, f16};

use super::CHUNK;
use crate::kernel::cast::Half;
#[cfg(target_arch = "x86_64")]
use crate::kernel::isa::Isa;
use crate::kernel::isa::Level;

/// Widens as many elements as both slices have; fastest for a multiple of 16.
///
/// To be called where the features of `L` are enabled.
#[inline(always)]
pub(crate) fn widen<L: Level, H: HalfSlice>(src: &[H], dst: &mut [f32]) {
    H::widen::<L>(src, dst);
}

/// Rounds as many elements as both slices have; fastest for a multiple of 16.
///
/// To be called where the features of `L` are enabled.
#[inline(always)]
pub(crate) fn narrow<L: Level, H: HalfSlice>(src: &[f32], dst: &mut [H]) {
    H::narrow::<L>(src, dst);
}

/// The nearest `f16` of a chunk of numbers of 64 bits, by an instruction that no level asks for. Returns false where there
/// is none.
///
/// To be called where the features of `L` are enabled.
#[inline(always)]
pub(crate) fn nearest_f16<L: Level, T: 'static>(src: &[T; CHUNK], dst: &mut [f16; CHUNK]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if L::ISA == Isa::Avx512 {
        return x86::nearest_f16(src, dst);
    }
    let _ = (src, dst);
    false
}

/// The functions above, for one half dtype.
pub(crate) trait HalfSlice: Half {
    /// See [`widen`].
    fn widen<L: Level>(src: &[Self], dst: &mut [f32]);

    /// See [`narrow`].
    fn narrow<L: Level>(src: &[f32], dst: &mut [Self]);
}

/// LLVM vectorises both, but it does not cut out upper halves well.
impl HalfSlice for bf16 {
    #[inline(always)]
    fn widen<L: Level>(src: &[bf16], dst: &mut [f32]) {
        widen_each(src, dst);
    }

    #[inline(always)]
    fn narrow<L: Level>(src: &[f32], dst: &mut [bf16]) {
        #[cfg(target_arch = "x86_64")]
        match L::ISA {
            Isa::Baseline => {}
            Isa::Avx2 => return x86::round_by_16(src, dst),
            Isa::Avx512 if x86::has_bf16() => return x86::narrow_by_32(src, dst),
            Isa::Avx512 => return x86::round_by_32(src, dst),
        }
        narrow_each(src, dst);
    }
}

/// By instructions where there are any.
impl HalfSlice for f16 {
    #[inline(always)]
    fn widen<L: Level>(src: &[f16], dst: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        match L::ISA {
            Isa::Baseline => {}
            Isa::Avx2 => return x86::widen_by_8(src, dst),
            Isa::Avx512 => return x86::widen_by_16(src, dst),
        }
        widen_each(src, dst);
    }

    #[inline(always)]
    fn narrow<L: Level>(src: &[f32], dst: &mut [f16]) {
        #[cfg(target_arch = "x86_64")]
        match L::ISA {
            Isa::Baseline => {}
            Isa::Avx2 => return x86::narrow_by_8(src, dst),
            Isa::Avx512 => return x86::narrow_by_16(src, dst),
        }
        narrow_each(src, dst);
    }
}

#[inline(always)]
fn widen_each<H: Half>(src: &[H], dst: &mut [f32]) {
    for (to, from) in dst.iter_mut().zip(src) {
        *to = from.exact();
    }
}

#[inline(always)]
fn narrow_each<H: Half>(src: &[f32], dst: &mut [H]) {
    for (to, from) in dst.iter_mut().zip(src) {
        *to = H::round(*from);
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) mod x86 {
    use core::arch::asm;
    use core::arch::x86_64 as x86;

    use half::{bf16, f16};

    use super::CHUNK;
    use crate::kernel::accum::same;

    /// Defines a function of slices by one of a fixed number of lanes; what remains is filled up
    /// with zeros.
    macro_rules! by_lanes {
        ($name:ident, $lanes:literal, $from:ty => $to:ty, |$src:ident, $dst:ident| $convert:expr) => {
            #[inline(always)]
            pub(super) fn $name(src: &[$from], dst: &mut [$to]) {
                #[inline(always)]
                fn lanes($src: &[$from; $lanes], $dst: &mut [$to; $lanes]) {
                    $convert
                }

                let (from, from_rest) = src.as_chunks();
                let (to, to_rest) = dst.as_chunks_mut();
                for (to, from) in to.iter_mut().zip(from) {
                    lanes(from, to);
                }
                if !from_rest.is_empty() {
                    let mut padded = [<$from>::default(); $lanes];
                    for (to, from) in padded.iter_mut().zip(from_rest) {
                        *to = *from;
                    }
                    let mut converted = [<$to>::default(); $lanes];
                    lanes(&padded, &mut converted);
                    for (to, from) in to_rest.iter_mut().zip(&converted) {
                        *to = *from;
                    }
                }
            }
        };
    }

    const NEAREST: i32 = x86::_MM_FROUND_TO_NEAREST_INT;

    by_lanes!(widen_by_8, 8, f16 => f32, |src, dst| {
        // SAFETY: both arrays have 8 elements, and these functions are called where AVX and
        // F16C are enabled, for a level that is chosen only on a machine that has them.
        unsafe {
            let halves = x86::_mm_loadu_si128(src.as_ptr().cast());
            x86::_mm256_storeu_ps(dst.as_mut_ptr(), x86::_mm256_cvtph_ps(halves));
        }
    });

    by_lanes!(narrow_by_8, 8, f32 => f16, |src, dst| {
        // SAFETY: as in `widen_by_8`.
        unsafe {
            let floats = x86::_mm256_loadu_ps(src.as_ptr());
            let halves = x86::_mm256_cvtps_ph::<NEAREST>(floats);
            x86::_mm_storeu_si128(dst.as_mut_ptr().cast(), halves);
        }
    });

    by_lanes!(widen_by_16, 16, f16 => f32, |src, dst| {
        // SAFETY: both arrays have 16 elements, and these functions are called where AVX-512 F
        // is enabled, for a level that is chosen only on a machine that has it.
        unsafe {
            let halves = x86::_mm256_loadu_si256(src.as_ptr().cast());
            x86::_mm512_storeu_ps(dst.as_mut_ptr(), x86::_mm512_cvtph_ps(halves));
        }
    });

    by_lanes!(narrow_by_16, 16, f32 => f16, |src, dst| {
        // SAFETY: as in `widen_by_16`.
        unsafe {
            let floats = x86::_mm512_loadu_ps(src.as_ptr());
            let halves = x86::_mm512_cvtps_ph::<NEAREST>(floats);
            x86::_mm256_storeu_si256(dst.as_mut_ptr().cast(), halves);
        }
    });

    by_lanes!(round_by_16, 16, f32 => bf16, |src, dst| {
        #[inline(always)]
        fn rounded(bits: x86::__m256i) -> x86::__m256i {
            // SAFETY: as in `round_by_16`, which calls it.
            unsafe {
                let upper = x86::_mm256_srli_epi32::<16>(bits);
                let even = x86::_mm256_and_si256(upper, x86::_mm256_set1_epi32(1));
                let below = x86::_mm256_add_epi32(bits, x86::_mm256_set1_epi32(0x7FFF));
                let rounded = x86::_mm256_add_epi32(below, even);
                let quiet = x86::_mm256_or_si256(bits, x86::_mm256_set1_epi32(QUIET));
                let floats = x86::_mm256_castsi256_ps(bits);
                let nan = x86::_mm256_cmp_ps::<{ x86::_CMP_UNORD_Q }>(floats, floats);
                let nan = x86::_mm256_castps_si256(nan);
                x86::_mm256_srli_epi32::<16>(x86::_mm256_blendv_epi8(rounded, quiet, nan))
            }
        }

        // SAFETY: both arrays have 16 elements, and these functions are called where AVX2 is
        // enabled, for a level that is chosen only on a machine that has it.
        unsafe {
            let from = src.as_ptr();
            let low = rounded(x86::_mm256_loadu_si256(from.cast()));
            let high = rounded(x86::_mm256_loadu_si256(from.add(8).cast()));
            // It packs within each 128 bits.
            let packed = x86::_mm256_packus_epi32(low, high);
            let halves = x86::_mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
            x86::_mm256_storeu_si256(dst.as_mut_ptr().cast(), halves);
        }
    });

    by_lanes!(round_by_32, 32, f32 => bf16, |src, dst| {
        // SAFETY: both arrays have 32 elements, and these functions are called where AVX-512 F
        // and BW are enabled, for a level that is chosen only on a machine that has them.
        unsafe {
            let (low, high) = halves_of(src);
            x86::_mm512_storeu_si512(dst.as_mut_ptr().cast(), round(low, high));
        }
    });

    by_lanes!(narrow_by_32, 32, f32 => bf16, |src, dst| {
        // SAFETY: as above, and where `has_bf16`.
        unsafe {
            let (low, high) = halves_of(src);
            x86::_mm512_storeu_si512(dst.as_mut_ptr().cast(), nearest_bf16(low, high));
        }
    });

    /// The nearest `bf16` of the lower half of a chunk at even places, and of its upper half at odd ones.
    ///
    /// To be called at the level of AVX-512, where `has_bf16`.
    #[inline(always)]
    pub(crate) fn interleave_nearest(src: &[f32; CHUNK], dst: &mut [bf16; CHUNK]) {
        let (even, odd) = src.split_at(CHUNK / 2);
        let ((even, _), (odd, _)) = (even.as_chunks::<16>(), odd.as_chunks::<16>());
        let (dst, _) = dst.as_chunks_mut::<32>();
        for ((even, odd), dst) in even.iter().zip(odd).zip(dst) {
            // SAFETY: 16 elements each, and 32; the rest as above.
            unsafe {
                let (even, odd) =
                    (x86::_mm512_loadu_ps(even.as_ptr()), x86::_mm512_loadu_ps(odd.as_ptr()));
                let halves = interleave(nearest_bf16(even, odd));
                x86::_mm512_storeu_si512(dst.as_mut_ptr().cast(), halves);
            }
        }
    }

    /// See [`super::nearest_f16`].
    #[inline(always)]
    pub(super) fn nearest_f16<T: 'static>(src: &[T; CHUNK], dst: &mut [f16; CHUNK]) -> bool {
        let has_instruction = same::<T, f64>() || same::<T, i64>() || same::<T, u64>();
        if !has_instruction || !has_fp16() {
            return false;
        }
        let ((src, _), (dst, _)) = (src.as_chunks::<8>(), dst.as_chunks_mut::<8>());
        for (src, dst) in src.iter().zip(dst) {
            // SAFETY: both have 8 elements, of 64 and of 16 bits; the machine has AVX512-FP16.
            unsafe {
                let numbers = x86::_mm512_loadu_si512(src.as_ptr().cast());
                x86::_mm_storeu_si128(dst.as_mut_ptr().cast(), to_f16::<T>(numbers));
            }
        }
        true
    }

    /// # Safety
    ///
    /// The machine has AVX512-FP16.
    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn to_f16<T: 'static>(numbers: x86::__m512i) -> x86::__m128i {
        let halves: x86::__m128i;
        macro_rules! by {
            ($instruction:literal) => {
                // SAFETY: it reads and writes registers, and the machine has it.
                unsafe {
                    asm!(
                        concat!($instruction, " {halves}, {numbers}"),
                        halves = lateout(xmm_reg) halves,
                        numbers = in(zmm_reg) numbers,
                        options(pure, nomem, nostack, preserves_flags),
                    );
                }
            };
        }
        if same::<T, f64>() {
            by!("vcvtpd2ph");
        } else if same::<T, i64>() {
            by!("vcvtqq2ph");
        } else {
            by!("vcvtuqq2ph");
        }
        halves
    }

    /// The elements of the lower half at even places, and those of the upper half at odd ones.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(crate) fn interleave(halves: x86::__m512i) -> x86::__m512i {
        // SAFETY: any bits are lanes.
        let places = unsafe { x86::_mm512_loadu_si512(INTERLEAVED.as_ptr().cast()) };
        x86::_mm512_permutexvar_epi16(places, halves)
    }

    /// Whether the machine rounds to `bf16` by an instruction, which no level asks for.
    #[inline(always)]
    pub(crate) fn has_bf16() -> bool {
        std::arch::is_x86_feature_detected!("avx512bf16")
    }

    /// Whether the machine computes in `f16`, which no level asks for either.
    #[inline(always)]
    pub(crate) fn has_fp16() -> bool {
        std::arch::is_x86_feature_detected!("avx512fp16")
    }

    /// A subnormal number, as the instruction that classes floats names it.
    pub(crate) const SUBNORMAL: i32 = 1 << 5;

    /// To be called where AVX-512 F is enabled.
    #[inline(always)]
    unsafe fn halves_of(src: &[f32; 32]) -> (x86::__m512, x86::__m512) {
        // SAFETY: 16 elements each, where the caller says.
        unsafe { (x86::_mm512_loadu_ps(src.as_ptr()), x86::_mm512_loadu_ps(src.as_ptr().add(16))) }
    }

    /// The nearest `bf16` of 32 floats.
    ///
    /// # Safety
    ///
    /// `has_bf16`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq")]
    unsafe fn nearest_bf16(low: x86::__m512, high: x86::__m512) -> x86::__m512i {
        let subnormal = |x| x86::_mm512_fpclass_ps_mask::<SUBNORMAL>(x);
        if subnormal(low) | subnormal(high) != 0 {
            return round_subnormal(low, high);
        }
        // SAFETY: as the caller vouches.
        unsafe { to_bf16(low, high) }
    }

    /// The same by an instruction that takes subnormal floats for zeros.
    ///
    /// # Safety
    ///
    /// As above.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(crate) unsafe fn to_bf16(low: x86::__m512, high: x86::__m512) -> x86::__m512i {
        let halves: x86::__m512i;
        // SAFETY: it reads and writes registers, and the machine has it. The intrinsic would be a call: no caller is
        // compiled for machines that have it.
        unsafe {
            asm!(
                "vcvtne2ps2bf16 {halves}, {high}, {low}",
                halves = lateout(zmm_reg) halves,
                high = in(zmm_reg) high,
                low = in(zmm_reg) low,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        halves
    }

    /// Rarely needed, and therefore in one place.
    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn round_subnormal(low: x86::__m512, high: x86::__m512) -> x86::__m512i {
        round(low, high)
    }

    /// The same in integers.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(crate) fn round(low: x86::__m512, high: x86::__m512) -> x86::__m512i {
        let rounded = |floats| {
            let bits = x86::_mm512_castps_si512(floats);
            let odd = x86::_mm512_test_epi32_mask(bits, x86::_mm512_set1_epi32(1 << 16));
            let below = x86::_mm512_add_epi32(bits, x86::_mm512_set1_epi32(0x7FFF));
            let half = x86::_mm512_set1_epi32(0x8000);
            let rounded = x86::_mm512_mask_add_epi32(below, odd, bits, half);
            let nan = x86::_mm512_cmp_ps_mask::<{ x86::_CMP_UNORD_Q }>(floats, floats);
            x86::_mm512_mask_or_epi32(rounded, nan, bits, x86::_mm512_set1_epi32(QUIET))
        };
        // SAFETY: any bits are lanes.
        let upper = unsafe { x86::_mm512_loadu_si512(UPPER.as_ptr().cast()) };
        x86::_mm512_permutex2var_epi16(rounded(low), upper, rounded(high))
    }

    /// The bit that makes a NaN of `f32` quiet.
    const QUIET: i32 = 1 << 22;

    /// The places of 16 elements of one register and of 16 of the next, in turn.
    const INTERLEAVED: [u16; 32] = {
        let mut places = [0; 32];
        places[1] = 16;
        let mut at = 2;
        while at < places.len() {
            places[at] = places[at - 2] + 1;
            at += 1;
        }
        places
    };

    /// The places of the upper halves of 32 elements in two registers.
    const UPPER: [u16; 32] = {
        let mut places = [1; 32];
        let mut at = 1;
        while at < places.len() {
            places[at] = places[at - 1] + 2;
            at += 1;
        }
        places
    };
}
