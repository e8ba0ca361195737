//! The machine, or a caller's choice → the instruction-set level that kernels use.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;
use core::sync::atomic::{AtomicU8, Ordering};

/// An instruction-set level that every kernel is compiled for.
///
/// The highest one the machine has is chosen once. All of them give the same bits; only products of float
/// matrices, which another crate computes, depend on the machine. In a build that is not optimised, which no level would
/// make faster, the kernels of each are those of the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Isa {
    /// What every processor of the architecture has.
    Baseline,
    /// x86-64 with AVX2, FMA and F16C.
    Avx2,
    /// x86-64 with AVX-512 F, BW, VL and DQ, and POPCNT, besides. Where the machine also has FP16 or BF16 of AVX-512,
    /// kernels of float16 or bfloat16 use them, with the same results.
    Avx512,
}

/// The level in use: 0 for not chosen yet, else the level plus one.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

impl Isa {
    /// All of them, lowest first.
    pub const ALL: [Isa; 3] = [Isa::Baseline, Isa::Avx2, Isa::Avx512];

    /// `"avx2"`
    pub const fn name(self) -> &'static str {
        match self {
            Isa::Baseline => "baseline",
            Isa::Avx2 => "avx2",
            Isa::Avx512 => "avx512",
        }
    }

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            let avx2 = || has!("avx2") && has!("fma") && has!("f16c");
            let avx512 = || {
                let vectors = || has!("avx512f") && has!("avx512bw") && has!("avx512vl");
                vectors() && has!("avx512dq") && has!("popcnt")
            };
            match self {
                Isa::Baseline => true,
                Isa::Avx2 => avx2(),
                Isa::Avx512 => avx2() && avx512(),
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            self == Isa::Baseline
        }
    }

    /// The level the kernels use: the highest available, unless [`Isa::choose`] said otherwise.
    #[inline]
    pub fn active() -> Isa {
        match CHOSEN.load(Ordering::Relaxed) {
            1 => Isa::Baseline,
            2 => Isa::Avx2,
            3 => Isa::Avx512,
            _ => Isa::detect(),
        }
    }

    /// The place of the level in use in a list that begins with what holds as long as none is chosen.
    #[inline]
    pub(crate) fn chosen() -> usize {
        usize::from(CHOSEN.load(Ordering::Relaxed))
    }

    /// Makes the kernels of the whole process use this level, to compare levels or to find a fault.
    ///
    /// # Errors
    ///
    /// [`IsaError::NotAvailable`] where the machine does not have it; nothing changes then.
    pub fn choose(self) -> Result<(), IsaError> {
        if !self.is_available() {
            return Err(IsaError::NotAvailable(self));
        }
        CHOSEN.store(self as u8 + 1, Ordering::Relaxed);
        Ok(())
    }

    #[cold]
    fn detect() -> Isa {
        let best = Isa::ALL.into_iter().rev().find(|isa| isa.is_available());
        let best = best.unwrap_or(Isa::Baseline);
        CHOSEN.store(best as u8 + 1, Ordering::Relaxed);
        best
    }
}

/// The name.
impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Isa {
    type Err = IsaError;

    fn from_str(text: &str) -> Result<Isa, IsaError> {
        let unknown = || IsaError::Unknown(text.to_owned());
        Isa::ALL.into_iter().find(|isa| isa.name() == text).ok_or_else(unknown)
    }
}

/// Why an instruction-set level cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IsaError {
    /// No level is called that.
    Unknown(String),
    /// This machine does not have it.
    NotAvailable(Isa),
}

impl fmt::Display for IsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IsaError::Unknown(name) => write!(
                f,
                "no instruction-set level is called `{name}`: there are baseline, avx2 and avx512"
            ),
            IsaError::NotAvailable(isa) => {
                write!(f, "this machine does not have {isa}; it has {}", Isa::detect())
            }
        }
    }
}

impl core::error::Error for IsaError {}

/// A level as a type, for code that is compiled once for each.
pub(crate) trait Level: Copy + 'static {
    /// The same as a value.
    const ISA: Isa;

    /// How elementary functions compute there.
    type Arithmetic: math::Arithmetic;
}

#[derive(Clone, Copy)]
pub(crate) struct Baseline;

#[cfg(any(levels, all(test, target_arch = "x86_64")))]
#[derive(Clone, Copy)]
pub(crate) struct Avx2;

#[cfg(any(levels, all(test, target_arch = "x86_64")))]
#[derive(Clone, Copy)]
pub(crate) struct Avx512;

impl Level for Baseline {
    const ISA: Isa = Isa::Baseline;

    type Arithmetic = math::Native;
}

#[cfg(any(levels, all(test, target_arch = "x86_64")))]
impl Level for Avx2 {
    const ISA: Isa = Isa::Avx2;

    type Arithmetic = math::Fused;
}

#[cfg(any(levels, all(test, target_arch = "x86_64")))]
impl Level for Avx512 {
    const ISA: Isa = Isa::Avx512;

    type Arithmetic = math::Fused;
}
