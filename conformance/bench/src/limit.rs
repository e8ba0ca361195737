//! Arrays → the same bytes loaded and stored, and nothing done with them but XOR: the limit of any kernel.
#![expect(unsafe_code, reason = "vector loads and stores take pointers")]

use std::marker::PhantomData;

use runtime::{DType, Isa};

use crate::data::Array;

/// A limit kernel with what it goes over: operands, output, how many groups of elements.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    kernel: Kernel,
    a: *const u8,
    b: *const u8,
    out: *mut u8,
    /// The bytes of an element of each.
    sizes: (usize, usize, usize),
    groups: usize,
    arrays: PhantomData<&'a mut u8>,
}

// SAFETY: halves of a job write to disjoint parts of the output, which is borrowed, and only read operands.
unsafe impl Sync for Job<'_> {}

/// How many elements a kernel takes at a time: a vector for each byte of theirs.
const GROUP: usize = 64;

impl<'a> Job<'a> {
    /// The second operand and the output may be left out; `None` where the machine has no such level,
    /// and for arrays of no whole number of groups.
    pub(crate) fn new(
        isa: Isa,
        a: &'a dyn Array,
        b: Option<&'a dyn Array>,
        out: Option<&'a mut (dyn Array + 'static)>,
    ) -> Option<Job<'a>> {
        let len = a.len();
        if isa == Isa::Baseline || !isa.is_available() || !len.is_multiple_of(GROUP) {
            return None;
        }
        let mut sizes = (a.size(), 0, 0);
        let (mut right, mut to) = (std::ptr::null(), std::ptr::null_mut());
        if let Some(b) = b {
            assert_eq!(b.len(), len, "operands are of one length");
            (right, sizes.1) = (b.at(), b.size());
        }
        if let Some(out) = out {
            assert_eq!(out.len(), len, "the output is as long as the operands");
            assert!(out.view().dtype() != DType::Bool, "not every bit pattern is a bool");
            (to, sizes.2) = (out.at_mut(), out.size());
        }
        let kernel = kernel(isa, sizes.0, sizes.1, sizes.2);
        let groups = len / GROUP;
        Some(Job { kernel, a: a.at(), b: right, out: to, sizes, groups, arrays: PhantomData })
    }

    /// Runs it once.
    pub(crate) fn run(&self) {
        // SAFETY: the arrays are borrowed and have these elements, of these sizes, which may have any
        // bits; the level is available.
        unsafe { (self.kernel)(self.a, self.b, self.out, self.groups) }
    }

    /// Runs it once, one half beside the other.
    pub(crate) fn run_on_two(&self) {
        let groups = self.groups / 2;
        let skipped = groups * GROUP;
        let first = Job { groups, ..*self };
        let second = Job {
            a: self.a.wrapping_add(skipped * self.sizes.0),
            b: self.b.wrapping_add(skipped * self.sizes.1),
            out: self.out.wrapping_add(skipped * self.sizes.2),
            groups: self.groups - groups,
            ..*self
        };
        rayon::join(|| first.run(), || second.run());
    }
}

/// A kernel of a level and the bytes of an element of each array, over so many groups.
type Kernel = unsafe fn(*const u8, *const u8, *mut u8, usize);

/// Picks a kernel by the sizes: one parameter after the other becomes a constant.
macro_rules! pick {
    ($level:ident, $a:expr, $b:expr, $out:expr) => {
        pick!(@a $level $a, $b, $out; 1 2 4 8 16)
    };
    (@a $level:ident $a:expr, $b:expr, $out:expr; $($size:literal)*) => {
        match $a {
            $($size => pick!(@b $level $size, $b, $out; 0 1 2 4 8),)*
            size => unreachable!("no element has {size} bytes"),
        }
    };
    (@b $level:ident $a:literal, $b:expr, $out:expr; $($size:literal)*) => {
        match $b {
            $($size => pick!(@out $level $a, $size, $out; 0 1 2 4 8 16),)*
            size => unreachable!("no case has a second operand of {size} bytes"),
        }
    };
    (@out $level:ident $a:literal, $b:literal, $out:expr; $($size:literal)*) => {
        match $out {
            $($size => $level::<$a, $b, $size> as Kernel,)*
            size => unreachable!("no element has {size} bytes"),
        }
    };
}

#[cfg(target_arch = "x86_64")]
fn kernel(isa: Isa, a: usize, b: usize, out: usize) -> Kernel {
    match isa {
        Isa::Avx512 => pick!(avx512, a, b, out),
        _ => pick!(avx2, a, b, out),
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn kernel(_: Isa, _: usize, _: usize, _: usize) -> Kernel {
    unreachable!("only x86-64 has levels above the baseline")
}

/// Defines the kernel of a level: as many vectors of each array as make up a group of elements.
macro_rules! level {
    ($name:ident, $feature:literal, $vector:ident, $load:ident, $store:ident, $xor:ident, $zero:ident) => {
        /// # Safety
        ///
        /// The places hold `groups` groups of elements of `A`, `B` and `O` bytes, the machine has the level.
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $feature)]
        unsafe fn $name<const A: usize, const B: usize, const O: usize>(
            a: *const u8,
            b: *const u8,
            out: *mut u8,
            groups: usize,
        ) {
            use std::arch::x86_64::{$load, $store, $vector, $xor, $zero};
            const BYTES: usize = size_of::<$vector>();
            const EACH: usize = GROUP / BYTES;
            // SAFETY: as the caller vouches.
            unsafe {
                // What is loaded and stored nowhere is mixed into these, several to not wait for each.
                let mut sink = [$zero(); 8];
                for group in 0..groups * EACH {
                    let mut mixed = [$zero(); 16];
                    let places = if O == 0 { 8 } else { O };
                    let mut mix = |place: usize, vector| match O {
                        0 => sink[place % 8] = $xor(sink[place % 8], vector),
                        _ => mixed[place % places] = $xor(mixed[place % places], vector),
                    };
                    for place in 0..A {
                        mix(place, $load(a.add((group * A + place) * BYTES).cast()));
                    }
                    for place in 0..B {
                        mix(place, $load(b.add((group * B + place) * BYTES).cast()));
                    }
                    let filled = if A > B { A } else { B };
                    for place in 0..O {
                        $store(out.add((group * O + place) * BYTES).cast(), mixed[place % filled]);
                    }
                }
                if O == 0 {
                    std::hint::black_box(sink);
                }
            }
        }
    };
}

level!(
    avx512,
    "avx512f",
    __m512i,
    _mm512_loadu_si512,
    _mm512_storeu_si512,
    _mm512_xor_si512,
    _mm512_setzero_si512
);
level!(
    avx2,
    "avx2",
    __m256i,
    _mm256_loadu_si256,
    _mm256_storeu_si256,
    _mm256_xor_si256,
    _mm256_setzero_si256
);
