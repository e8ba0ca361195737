//! A generic loop → that loop compiled for each instruction-set level, called through untyped pointers.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::isa::Isa;
use crate::Element;

/// One of something for each level.
pub(crate) type PerLevel<T> = [T; Isa::ALL.len()];

/// Compiles a generic loop once for each level: the same body, with more instructions to choose from.
///
/// What the body calls has them only if it is inlined. Of the standard library's iterators `position`, `map` before `sum`
/// and the like often are not: `objdump -d -C` of a program shows what the functions of a level call.
macro_rules! for_each_level {
    (
        $(#[$doc:meta])*
        fn $name:ident<$($generic:ident),*>($($arg:ident: $ty:ty),*) $(-> $out:ty)?
        where { $($bounds:tt)* }
        $body:ident
    ) => {
        $(#[$doc])*
        pub(crate) mod $name {
            use super::*;

            // Not part of who calls it, as those of other levels are not.
            #[inline(never)]
            pub(crate) unsafe fn baseline<$($generic),*>($($arg: $ty),*) $(-> $out)? where $($bounds)* {
                // SAFETY: as the caller vouches.
                unsafe { $body::<crate::kernel::isa::Baseline, $($generic),*>($($arg),*) }
            }

            #[cfg(levels)]
            #[target_feature(enable = "avx2,fma,f16c")]
            pub(crate) unsafe fn avx2<$($generic),*>($($arg: $ty),*) $(-> $out)? where $($bounds)* {
                // SAFETY: as the caller vouches.
                unsafe { $body::<crate::kernel::isa::Avx2, $($generic),*>($($arg),*) }
            }

            #[cfg(levels)]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,f16c,popcnt")]
            pub(crate) unsafe fn avx512<$($generic),*>($($arg: $ty),*) $(-> $out)? where $($bounds)* {
                // SAFETY: as the caller vouches.
                unsafe { $body::<crate::kernel::isa::Avx512, $($generic),*>($($arg),*) }
            }
        }
    };
}

/// The three levels of a loop; in a build with only one, three times that one.
#[cfg(levels)]
macro_rules! levels {
    ($name:ident::<$($generic:ty),*>) => {
        [
            $name::baseline::<$($generic),*>,
            $name::avx2::<$($generic),*>,
            $name::avx512::<$($generic),*>,
        ]
    };
}
#[cfg(not(levels))]
macro_rules! levels {
    ($name:ident::<$($generic:ty),*>) => {
        [$name::baseline::<$($generic),*>; 3]
    };
}

/// Calls a function of [`for_each_level!`] from code of a level: the same code is then there once, and not in each of its
/// callers. Who calls vouches for what pointers point to.
macro_rules! at_level {
    ($level:ident, $name:ident::<$($generic:ty),*>($($arg:expr),*)) => {
        // SAFETY: the machine has the instructions of the level whose code this is; for the rest the caller vouches.
        unsafe {
            match <$level as crate::kernel::isa::Level>::ISA {
                #[cfg(levels)]
                crate::kernel::isa::Isa::Avx2 => $name::avx2::<$($generic),*>($($arg),*),
                #[cfg(levels)]
                crate::kernel::isa::Isa::Avx512 => $name::avx512::<$($generic),*>($($arg),*),
                _ => $name::baseline::<$($generic),*>($($arg),*),
            }
        }
    };
}
pub(crate) use {at_level, for_each_level, levels};

/// The elements that a loop reads, as a slice.
///
/// # Safety
///
/// `at` is a place of `len` elements that no one writes to while the slice lives.
#[inline(always)]
pub(crate) unsafe fn slice<'a, T>(at: *const u8, len: usize) -> &'a [T] {
    // SAFETY: as the caller vouches; for no elements the pointer may be anything, so it is not used.
    unsafe {
        match len {
            0 => &[],
            _ => core::slice::from_raw_parts(at.cast(), len),
        }
    }
}

/// The elements that a loop writes, as a slice.
///
/// # Safety
///
/// As [`slice`], and no one else refers to the place. The elements need not be initialised: they
/// are numbers, and a loop writes them before it reads them.
#[inline(always)]
pub(crate) unsafe fn slice_mut<'a, T>(at: *mut u8, len: usize) -> &'a mut [T] {
    // SAFETY: as above.
    unsafe {
        match len {
            0 => &mut [],
            _ => core::slice::from_raw_parts_mut(at.cast(), len),
        }
    }
}

/// All bits zero, which every element type can have.
#[inline(always)]
pub(crate) fn zero<T: Element>() -> T {
    // SAFETY: element types are numbers and truth values, all of which have zero bits as a value.
    unsafe { core::mem::zeroed() }
}
