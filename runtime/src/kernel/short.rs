//! The shortest ways over few elements, of operands and outputs in standard layout.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::call::{Kernel, Loop};
use super::casts;
use super::flush::binary_flushed;
use super::isa::Isa;
use super::signatures::{BinaryLoop, UnaryLoop};
use super::stream::{BLOCK, Block};
use crate::DType;
use crate::policy::Policies;
use crate::tensor::moves::repeat;
use crate::tensor::raw::{Line, RawView, RawViewMut, alike};

/// At most so many elements are computed without asking whether several threads are worth it.
pub(crate) const FEW: usize = 4096;

/// Runs a loop over operands and an output of its dtypes, if all have one shape, are in standard layout and have
/// few elements. Returns false if this fast path does not apply. The policies must not make any pair an error.
///
/// # Safety
///
/// The loop takes and gives elements of just the dtypes of the operands and of the output.
#[inline]
pub(crate) unsafe fn run_few(
    lhs: &RawView<'_>,
    rhs: &RawView<'_>,
    out: &mut RawViewMut<'_>,
    fused: BinaryLoop,
    policies: &'static Policies,
) -> bool {
    match few(lhs, rhs, out) {
        Some(len) => {
            // SAFETY: all have these elements, of the loop's dtypes, and nothing else refers to the output.
            unsafe { fused(lhs.at, rhs.at, out.at, len, policies) };
            true
        }
        None => false,
    }
}

/// How many elements there are, if all three have one shape, are in standard layout and have few elements.
fn few(lhs: &RawView<'_>, rhs: &RawView<'_>, out: &RawViewMut<'_>) -> Option<usize> {
    let alike = alike(lhs.shape, out.shape) && alike(rhs.shape, out.shape);
    let standard = || lhs.is_standard() && rhs.is_standard() && out.is_standard();
    let len = out.shape.iter().try_fold(1_usize, |len, &steps| len.checked_mul(steps))?;
    (alike && len <= FEW && standard()).then_some(len)
}

/// The same for operands and an output that have one axis. Returns false where they do not have equally many
/// elements, or more than a few.
///
/// # Safety
///
/// As for [`run_few`]; the lines are there, those of operands initialised, and nothing else refers to the output's.
#[inline]
pub(crate) unsafe fn run_lines(
    lhs: Line,
    rhs: Line,
    out: Line,
    fused: BinaryLoop,
    policies: &'static Policies,
) -> bool {
    if lhs.len != out.len || rhs.len != out.len || out.len > FEW {
        return false;
    }
    // SAFETY: all have these elements, and the caller vouches for them and for the loop.
    unsafe { fused(lhs.at, rhs.at, out.at, out.len, policies) };
    true
}

/// The same of one operand.
///
/// # Safety
///
/// As for [`run_lines`].
#[inline]
pub(crate) unsafe fn run_line(
    operand: Line,
    out: Line,
    run: UnaryLoop,
    policies: &'static Policies,
) -> bool {
    if operand.len != out.len || out.len > FEW {
        return false;
    }
    // SAFETY: both have these elements, and the caller vouches for them and for the loop.
    unsafe { run(operand.at, out.at, out.len, policies) };
    true
}

/// The shortest way over operands of any dtypes, which are converted to those of the loop: of so few elements that a block holds them, all in standard
/// layout and of the output's shape. `None` if it does not apply, else whether the policies make any pair an error.
///
/// # Safety
///
/// There are as many operands as the kernel takes.
pub(crate) unsafe fn run_converted(
    kernel: &Kernel,
    operands: &[RawView<'_>],
    out: &mut RawViewMut<'_>,
    policies: &'static Policies,
) -> Option<bool> {
    let lies_alike = |raw: &RawView<'_>| alike(raw.shape, out.shape) && raw.is_standard();
    if out.dtype != kernel.result || !out.is_standard() || !operands.iter().all(lies_alike) {
        return None;
    }
    let mut all = [None; 3];
    for (one, raw) in all.iter_mut().zip(operands) {
        *one = Some((raw.dtype, raw.at));
    }
    // SAFETY: all have these elements, and nothing else refers to the output.
    unsafe { run_elements(kernel, all, out.at, out.len(), policies) }
}

/// The same for operands and an output that have one axis. Returns false if it does not apply: they do not have equally
/// many elements, or too many. The policies must not make any pair an error.
///
/// # Safety
///
/// There are as many operands as the kernel takes. The lines are there, those of operands initialised, and nothing else
/// refers to the output's.
#[inline(never)]
pub(crate) unsafe fn run_converted_lines(
    kernel: &Kernel,
    operands: &[Line],
    out: Line,
    policies: &'static Policies,
) -> bool {
    if out.dtype != kernel.result || operands.iter().any(|operand| operand.len != out.len) {
        return false;
    }
    if let (Loop::FlushedBinary(run, dtypes), &[lhs, rhs]) = (kernel.run, operands)
        && [lhs.dtype, rhs.dtype] == [dtypes[0]; 2]
    {
        // SAFETY: all have these elements, and the caller vouches for them.
        unsafe { binary_flushed(run, dtypes, [lhs.at, rhs.at], out.at, out.len, policies) };
        return true;
    }
    let mut all = [None; 3];
    for (one, line) in all.iter_mut().zip(operands) {
        *one = Some((line.dtype, line.at.cast_const()));
    }
    // SAFETY: all have these elements, and the caller vouches for them.
    unsafe { run_elements(kernel, all, out.at, out.len, policies) }.is_some()
}

/// Runs a kernel over so many elements one after the other, of any dtypes. `None` where one block does not hold them, else
/// whether the policies make any pair an error.
///
/// # Safety
///
/// There are as many elements of each dtype, and room for as many results, which nothing else refers to.
unsafe fn run_elements(
    kernel: &Kernel,
    operands: [Option<(DType, *const u8)>; 3],
    out: *mut u8,
    len: usize,
    policies: &'static Policies,
) -> Option<bool> {
    if !kernel.fits_a_block(len) {
        return None;
    }
    let mut given = operands.iter().zip(&kernel.operands);
    let of_loop = given.all(|(operand, taken)| operand.is_none_or(|(dtype, _)| dtype == *taken));
    // SAFETY: as the caller vouches.
    Some(unsafe {
        match of_loop {
            true => {
                let at = operands.map(|operand| operand.map_or(core::ptr::null(), |(_, at)| at));
                kernel.run.run(at, out, len, policies)
            }
            false => run_in_blocks(kernel, operands, out, len, policies),
        }
    })
}

/// The same of so few that a block holds them, in which they are converted to the dtypes of the loop.
///
/// # Safety
///
/// As above.
unsafe fn run_in_blocks(
    kernel: &Kernel,
    operands: [Option<(DType, *const u8)>; 3],
    out: *mut u8,
    len: usize,
    policies: &'static Policies,
) -> bool {
    let mut blocks = [const { Block::new() }; 3];
    let mut at = [core::ptr::null(); 3];
    for (place, operand) in operands.iter().enumerate() {
        let (&Some((from, elements)), taken) = (operand, kernel.operands[place]) else { break };
        at[place] = elements;
        if from != taken {
            let block = blocks[place].at();
            // SAFETY: the operand has these elements, and the block room for them.
            unsafe { casts::find(from, taken, policies, Isa::active()).call(elements, block, len) };
            at[place] = block;
        }
    }
    // SAFETY: all have these elements, of the loop's dtypes, and the caller vouches for the output.
    unsafe { kernel.run.run(at, out, len, policies) }
}

/// An element so many times, in a block. `None` where it does not hold them.
pub(crate) fn repeated(element: &RawView<'_>, len: usize, block: &mut Block) -> Option<Line> {
    let (dtype, weak, size) = (element.dtype, element.weak, element.dtype.size());
    if len > BLOCK / size {
        return None;
    }
    // SAFETY: the element is there, and a block has room for so many.
    unsafe { repeat(element.at, size, block.at(), len) };
    Some(Line { dtype, weak, at: block.at(), len })
}
