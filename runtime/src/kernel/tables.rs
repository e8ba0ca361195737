//! Which kernels an op has: for each dtype or pair, a loop for each instruction-set level.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

mod loops;

pub(crate) use loops::{pair, single};

use super::isa::Isa;
use crate::policy::Policies;
use crate::{DType, Element};

/// A loop over pairs: operands, output, how many. Says whether a pair was one the policies call an
/// error; the output is not to be used then.
///
/// What it is given must be elements of its dtypes, as many as it is told, and the output must
/// overlap neither operand.
pub(crate) type BinaryLoop =
    unsafe fn(*const u8, *const u8, *mut u8, usize, &'static Policies) -> bool;

/// A loop over single elements: operand, output, how many; the same must hold.
pub(crate) type UnaryLoop = unsafe fn(*const u8, *mut u8, usize, &'static Policies);

/// A conversion of elements of one dtype to another, likewise.
pub(crate) type CastLoop = unsafe fn(*const u8, *mut u8, usize);

/// A loop of contiguous elements, with what it takes.
#[derive(Clone, Copy)]
pub(crate) enum Loop {
    Cast { run: CastLoop, operand: DType },
    Unary { run: UnaryLoop, operand: DType },
    Binary { run: BinaryLoop, operands: (DType, DType) },
}

impl Loop {
    pub(crate) fn operand(self, place: usize) -> DType {
        match (self, place) {
            (Loop::Cast { operand, .. } | Loop::Unary { operand, .. }, _) => operand,
            (Loop::Binary { operands, .. }, 0) => operands.0,
            (Loop::Binary { operands, .. }, _) => operands.1,
        }
    }

    /// Runs over elements that lie one after the other; whether a pair was an error.
    ///
    /// # Safety
    ///
    /// Each operand that it takes and the output have `count` elements of its dtypes, and the output overlaps
    /// no operand.
    #[inline]
    pub(crate) unsafe fn run(
        self,
        operands: [*const u8; 2],
        out: *mut u8,
        count: usize,
        policies: &'static Policies,
    ) -> bool {
        // SAFETY: as the caller vouches.
        unsafe {
            match self {
                Loop::Cast { run, .. } => run(operands[0], out, count),
                Loop::Unary { run, .. } => run(operands[0], out, count, policies),
                Loop::Binary { run, .. } => {
                    return run(operands[0], operands[1], out, count, policies);
                }
            }
        }
        false
    }
}

/// A loop for each level.
pub(crate) type ForEach<T> = [T; Isa::ALL.len()];

/// The kernels of an op on pairs, in the order of their dtypes.
pub(crate) struct BinaryTable {
    pub(crate) entries: &'static [Pair],
    /// For each left and right dtype, where its entries begin.
    pub(crate) first: [[u16; DTYPES]; DTYPES],
    /// Whether operands may be swapped.
    pub(crate) swaps: bool,
}

/// The kernel of a pair that computes in a dtype.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) operands: (DType, DType),
    pub(crate) compute: DType,
    /// None at a level at which operands are converted in blocks before the loop of what they become.
    pub(crate) loops: ForEach<Option<BinaryLoop>>,
}

/// The kernels of an op on single elements.
pub(crate) struct UnaryTable(pub(crate) &'static [Single]);

/// The kernel that computes in a dtype.
#[derive(Clone, Copy)]
pub(crate) struct Single {
    pub(crate) compute: DType,
    pub(crate) loops: ForEach<UnaryLoop>,
}

const DTYPES: usize = DType::ALL.len();

impl BinaryTable {
    /// The kernel of two dtypes that computes in a third.
    #[inline]
    pub(crate) fn find(
        &self,
        lhs: DType,
        rhs: DType,
        compute: DType,
    ) -> Option<&ForEach<Option<BinaryLoop>>> {
        let first = usize::from(self.first[lhs as usize][rhs as usize]);
        let entries = self.entries.get(first..)?.iter();
        let mut same = entries.take_while(|entry| entry.operands == (lhs, rhs));
        Some(&same.find(|entry| entry.compute == compute)?.loops)
    }
}

impl UnaryTable {
    /// The kernel that computes in a dtype.
    #[inline]
    pub(crate) fn find(&self, compute: DType) -> Option<&ForEach<UnaryLoop>> {
        Some(&self.0.iter().find(|entry| entry.compute == compute)?.loops)
    }
}

/// Where the entries of each pair begin; nowhere is past the last.
pub(crate) const fn index(entries: &[Pair]) -> [[u16; DTYPES]; DTYPES] {
    let mut first = [[u16::MAX; DTYPES]; DTYPES];
    let mut place = entries.len();
    while place > 0 {
        place -= 1;
        let (lhs, rhs) = entries[place].operands;
        assert!(place < u16::MAX as usize, "an op has fewer kernels than a table can count");
        #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
        let small = place as u16;
        first[lhs as usize][rhs as usize] = small;
    }
    first
}

/// The kernels of an op on pairs: `left: right => compute, …;` for each left dtype.
macro_rules! binary {
    ($op:ident, swaps = $swaps:literal; $($lhs:ident: $($rhs:ident => $compute:ident),*;)*) => {{
        use crate::kernel::tables::{Pair, index, pair};
        const ENTRIES: &[Pair] = &[$($(pair::<$lhs, $rhs, $compute, $op>(),)*)*];
        BinaryTable { entries: ENTRIES, first: index(ENTRIES), swaps: $swaps }
    }};
}

/// The kernels of an op on single elements, by what they compute in.
macro_rules! unary {
    ($op:ident; $($compute:ident),*;) => {{
        use crate::kernel::tables::single;
        UnaryTable(&[$(single::<$compute, $op>(),)*])
    }};
}
pub(crate) use super::product::{ProductTable, product};
pub(crate) use super::reduce::{ReductionTable, reduction};
pub(crate) use {binary, unary};

/// A slice of elements that a caller of a loop vouches for.
///
/// # Safety
///
/// `at` is a place of `len` elements that no one writes to while the slice lives.
#[inline(always)]
pub(crate) unsafe fn slice<'a, T>(at: *const u8, len: usize) -> &'a [T] {
    // SAFETY: as the caller vouches; a loop over none may be given any place, so an aligned one is made up.
    unsafe {
        match len {
            0 => &[],
            _ => core::slice::from_raw_parts(at.cast(), len),
        }
    }
}

/// The same, to write to.
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

/// Compiles a generic loop for each level: the same body, with other instructions to choose from.
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

            pub(crate) unsafe fn baseline<$($generic),*>($($arg: $ty),*) $(-> $out)? where $($bounds)* {
                // SAFETY: as the caller vouches.
                unsafe { $body::<crate::kernel::isa::Baseline, $($generic),*>($($arg),*) }
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma,f16c")]
            pub(crate) unsafe fn avx2<$($generic),*>($($arg: $ty),*) $(-> $out)? where $($bounds)* {
                // SAFETY: as the caller vouches.
                unsafe { $body::<crate::kernel::isa::Avx2, $($generic),*>($($arg),*) }
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,f16c")]
            pub(crate) unsafe fn avx512<$($generic),*>($($arg: $ty),*) $(-> $out)? where $($bounds)* {
                // SAFETY: as the caller vouches.
                unsafe { $body::<crate::kernel::isa::Avx512, $($generic),*>($($arg),*) }
            }
        }
    };
}

/// The three levels of a loop; where the architecture has one only, three times that one.
#[cfg(target_arch = "x86_64")]
macro_rules! levels {
    ($name:ident::<$($generic:ty),*>) => {
        [
            $name::baseline::<$($generic),*>,
            $name::avx2::<$($generic),*>,
            $name::avx512::<$($generic),*>,
        ]
    };
}
#[cfg(not(target_arch = "x86_64"))]
macro_rules! levels {
    ($name:ident::<$($generic:ty),*>) => {
        [$name::baseline::<$($generic),*>; 3]
    };
}
pub(crate) use {for_each_level, levels};

/// All bits zero, which every element type can have.
#[inline(always)]
pub(crate) fn zero<T: Element>() -> T {
    // SAFETY: element types are numbers and truth values, all of which have zero bits as a value.
    unsafe { core::mem::zeroed() }
}
