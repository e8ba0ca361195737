//! An op on elements of operands of any dtype and layout → calls of its loop over contiguous elements.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use core::ops::Range;

use super::call::{Kernel, Loop};
use super::parallel::for_chunks;
use super::short::{FEW, run_converted};
use super::signatures::OverwriteLoop;
use super::slabs::{for_slabs, slab_axis};
use super::stream::{BLOCK, Block, Blocks, Stream};
use crate::DType;
use crate::policy::Policies;
use crate::tensor::moves::repeat;
use crate::tensor::raw::{RawView, RawViewMut, alike};
use crate::tensor::walk::Walk;

/// All operands of one elementwise op, and its output.
struct Task {
    /// The output comes first.
    walk: Walk,
    operands: [Option<Stream>; 3],
    output: Stream,
    run: Loop,
    policies: &'static Policies,
}

/// Pointers that threads use for different elements.
#[derive(Clone, Copy)]
struct Pointers([*const u8; 3], *mut u8);

// SAFETY: elements are numbers; threads write to disjoint parts of the output and only read operands.
unsafe impl Sync for Task {}
// SAFETY: as above.
unsafe impl Sync for Pointers {}

/// Rows at least this long are walked one at a time, so that contiguous ones need no copy.
const LONG_ROW: usize = 64;

/// Runs a kernel over operands that broadcast to the output's shape. Returns whether the policies make any pair
/// an error.
pub(crate) fn run(
    kernel: &Kernel,
    operands: &[RawView<'_>],
    out: &mut RawViewMut<'_>,
    policies: &'static Policies,
) -> bool {
    let given = operands.iter().zip(&kernel.operands);
    let of_loop = given.clone().all(|(raw, &taken)| raw.dtype == taken);
    let plain = |raw: &RawView<'_>| {
        alike(raw.shape, out.shape) && (alike(raw.strides, out.strides) || raw.is_standard())
    };
    let direct = of_loop && out.dtype == kernel.result && out.is_standard();
    if direct
        && !out.shape.contains(&0)
        && operands.iter().any(is_one)
        && operands.iter().all(|raw| is_one(raw) || plain(raw))
    {
        return run_beside_ones(kernel, operands, out, policies);
    }
    // SAFETY: the kernel takes these operands.
    if !of_loop && let Some(any) = unsafe { run_converted(kernel, operands, out, policies) } {
        return any;
    }
    if !direct || !operands.iter().all(plain) {
        return match slab_axis(operands, out) {
            Some(axis) => for_slabs(axis, operands, out, &|operands, out| {
                Task::new(kernel, operands, out, policies).run()
            }),
            None => Task::new(kernel, operands, out, policies).run(),
        };
    }
    let (run, len) = (kernel.run, out.len());
    let mut all = Pointers([core::ptr::null(); 3], out.at);
    for (at, raw) in all.0.iter_mut().zip(operands) {
        *at = raw.at;
    }
    if len <= FEW {
        // SAFETY: all have these elements, and nothing else refers to the output.
        return unsafe { run.run(all.0, all.1, len, policies) };
    }
    let (sizes, size) = (kernel.operands.map(DType::size), out.dtype.size());
    for_chunks(len, &move |Range { start, end }| {
        // The whole of it, which threads may share.
        let Pointers(operands, out) = &all;
        let at = [0, 1, 2].map(|place| operands[place].wrapping_add(start * sizes[place]));
        // SAFETY: as above; each thread has elements of its own.
        unsafe { run.run(at, out.add(start * size), end - start, policies) }
    })
}

/// Whether an operand is the same element throughout; one without elements, whose strides are 0, is not.
fn is_one(raw: &RawView<'_>) -> bool {
    let mut axes = raw.shape.iter().zip(raw.strides);
    axes.all(|(&len, &stride)| len == 1 || (stride == 0 && len != 0))
}

/// Runs a kernel over operands that are one element each, which blocks repeat, or in standard layout as the output is;
/// all dtypes are those of the loop. Returns whether the policies make any pair an error.
fn run_beside_ones(
    kernel: &Kernel,
    operands: &[RawView<'_>],
    out: &mut RawViewMut<'_>,
    policies: &'static Policies,
) -> bool {
    let mut all = Pointers([core::ptr::null(); 3], out.at);
    let (mut sizes, mut ones, size) = ([0; 3], [false; 3], out.dtype.size());
    for (place, raw) in operands.iter().enumerate() {
        (all.0[place], sizes[place], ones[place]) = (raw.at, raw.dtype.size(), is_one(raw));
    }
    let run = kernel.run;
    for_chunks(out.len(), &move |range| {
        // The whole of it, which threads may share.
        let Pointers(operands, out) = &all;
        let count = BLOCK / sizes.iter().fold(size, |most, &size| size.max(most));
        let mut blocks = [const { Block::new() }; 3];
        for place in (0..3).filter(|&place| ones[place]) {
            let block = blocks[place].at();
            // SAFETY: the element is there, and a block has room for so many.
            unsafe { repeat(operands[place], sizes[place], block, count.min(range.len())) };
        }
        let mut any = false;
        for start in range.clone().step_by(count) {
            let at = core::array::from_fn(|place| match ones[place] {
                true => blocks[place].at().cast_const(),
                false => operands[place].wrapping_add(start * sizes[place]),
            });
            let out = out.wrapping_add(start * size);
            // SAFETY: blocks of the elements, and parts of the others and of the output, to which no one else writes.
            any |= unsafe { run.run(at, out, count.min(range.end - start), policies) };
        }
        any
    })
}

/// Runs a kernel over a value and one element, then another over its result and one element, a block at a time that
/// stays in the cache. Returns false if it does not apply: the value and the output have one shape and are in standard
/// layout, and all dtypes are those of the loops. No pair may be an error.
pub(crate) fn run_two(
    kernels: [&Kernel; 2],
    value: &RawView<'_>,
    elements: [RawView<'_>; 2],
    out: &mut RawViewMut<'_>,
    policies: &'static Policies,
) -> bool {
    let dtype = value.dtype;
    let taken = kernels.iter().zip(&elements).all(|(kernel, element)| {
        kernel.operands[..2] == [dtype, element.dtype] && kernel.result == dtype
    });
    let standard = value.shape == out.shape && value.is_standard() && out.is_standard();
    if !taken || !standard || out.dtype != dtype {
        return false;
    }
    let size = dtype.size();
    let all = Pointers([value.at, elements[0].at, elements[1].at], out.at);
    let sizes = elements.map(|element| element.dtype.size());
    let loops = kernels.map(|kernel| kernel.run);
    for_chunks(out.len(), &move |range| {
        // The whole of it, which threads may share.
        let Pointers([value, elements @ ..], out) = &all;
        let widest = size.max(sizes[0]).max(sizes[1]);
        let block = BLOCK / widest;
        let [mut first, mut second, mut between] = [const { Block::new() }; 3];
        for ((block_of, element), size) in
            [&mut first, &mut second].into_iter().zip(elements).zip(sizes)
        {
            // SAFETY: the element is there, and a block has room for so many.
            unsafe { repeat(*element, size, block_of.at(), block.min(range.len())) };
        }
        for start in range.clone().step_by(block) {
            let count = block.min(range.end - start);
            // SAFETY: parts of the value and of the output, to which no one else writes, and blocks of the elements.
            unsafe {
                let value = value.wrapping_add(start * size);
                let (none, out) = (core::ptr::null(), out.wrapping_add(start * size));
                loops[0].run([value, first.at(), none], between.at(), count, policies);
                loops[1].run([between.at(), second.at(), none], out, count, policies);
            }
        }
        false
    });
    true
}

/// Runs a loop that overwrites its left operand, the output, over a right one of its dtype. Returns false if it does not
/// apply: the output is in standard layout, the right operand too and of its shape, or one element.
///
/// # Safety
///
/// The loop is of the dtype of both, and the output's elements are initialised.
pub(crate) unsafe fn run_overwriting(
    overwrite: OverwriteLoop,
    rhs: &RawView<'_>,
    out: &mut RawViewMut<'_>,
    policies: &'static Policies,
) -> bool {
    let one = is_one(rhs);
    if !out.is_standard() || !(one || (alike(rhs.shape, out.shape) && rhs.is_standard())) {
        return false;
    }
    let all = Pointers([rhs.at, core::ptr::null(), core::ptr::null()], out.at);
    let size = out.dtype.size();
    for_chunks(out.len(), &move |range| {
        // The whole of it, which threads may share.
        let Pointers([rhs, ..], out) = &all;
        let at = |place: usize| out.wrapping_add(place * size);
        if !one {
            let rhs = rhs.wrapping_add(range.start * size);
            // SAFETY: both have these elements, and nothing else refers to the output.
            unsafe { overwrite(at(range.start), rhs, range.len(), policies) };
            return false;
        }
        let (count, mut block) = (BLOCK / size, Block::new());
        // SAFETY: the element is there, and a block has room for so many.
        unsafe { repeat(*rhs, size, block.at(), count.min(range.len())) };
        for start in range.clone().step_by(count) {
            // SAFETY: as above.
            unsafe { overwrite(at(start), block.at(), count.min(range.end - start), policies) };
        }
        false
    });
    true
}

/// The same for operands of which the `own`-th is the output itself.
pub(crate) fn run_in_place(
    kernel: &Kernel,
    operands: &[RawView<'_>],
    out: &mut RawViewMut<'_>,
    own: usize,
    policies: &'static Policies,
) -> bool {
    let mut task = Task::new(kernel, operands, out, policies);
    task.operands.iter_mut().skip(own).take(1).flatten().for_each(|own| own.aliased = true);
    task.run()
}

impl Task {
    fn new(
        kernel: &Kernel,
        operands: &[RawView<'_>],
        out: &RawViewMut<'_>,
        policies: &'static Policies,
    ) -> Task {
        let mut layouts = [(out.shape, out.strides); 4];
        for (raw, layout) in operands.iter().zip(&mut layouts[1..]) {
            *layout = (raw.shape, raw.strides);
        }
        let walk = Walk::new(out.shape, &layouts[..=operands.len()]);
        let mut streams = [None; 3];
        for (place, raw) in operands.iter().enumerate() {
            let taken = kernel.operands[place];
            streams[place] = Some(Stream::reading(raw, taken, policies, (&walk, place + 1)));
        }
        let output = Stream::writing(out, kernel.result, policies, (&walk, 0));
        Task { walk, operands: streams, output, run: kernel.run, policies }
    }

    /// All elements. Returns whether the policies make any pair an error.
    fn run(&self) -> bool {
        for_chunks(self.walk.len, &|range| self.run_range(range))
    }

    fn run_range(&self, Range { start, end }: Range<usize>) -> bool {
        let mut blocks = [const { [Block::new(), Block::new()] }; 4];
        let streams = self.operands.iter().flatten();
        let block = streams.map(Stream::per_block).fold(self.output.per_block(), usize::min);
        let [own @ .., output] = &mut blocks;
        // By their address: what is in those of one operand stays as it is while those of others are filled.
        let own = own.as_mut_ptr();
        // An operand that is one element throughout is read once.
        let mut ready = [None; 3];
        for (place, (stream, ready)) in self.operands.iter().zip(&mut ready).enumerate() {
            if let Some(stream) = stream.filter(|stream| stream.one) {
                let count = block.min(end - start);
                // SAFETY: the walk stays inside the operand, which has blocks of its own.
                *ready = Some(unsafe {
                    stream.read(&self.walk, 0, (start, count), &mut *own.add(place))
                });
            }
        }
        let long = self.walk.row() >= LONG_ROW;
        let (mut at, mut any) = (start, false);
        while at < end {
            let mut count = block.min(end - at);
            if long {
                count = count.min(self.walk.left_in_row(at));
            }
            // SAFETY: there are blocks for each operand; the ready ones are those of others.
            any |= unsafe { self.step((at, count), ready, own, output) };
            at += count;
        }
        any
    }

    /// Computes a block of elements of the output.
    ///
    /// # Safety
    ///
    /// The range is one of the output's elements, of which a block holds as many. At `own` are blocks for each operand,
    /// and nothing else refers to those of an operand that is not ready.
    unsafe fn step(
        &self,
        range: (usize, usize),
        ready: [Option<*const u8>; 3],
        own: *mut Blocks,
        output: &mut Blocks,
    ) -> bool {
        let mut operands = [core::ptr::null(); 3];
        for (place, stream) in self.operands.iter().enumerate() {
            if let Some(stream) = stream {
                // SAFETY: the walk stays inside the operand, and a block of its own has room for so many.
                let read = || unsafe { stream.read(&self.walk, 0, range, &mut *own.add(place)) };
                operands[place] = ready[place].unwrap_or_else(read);
            }
        }
        // SAFETY: every pointer is that of `range.1` elements of the loop's dtypes, and nothing else refers to
        // the output; where an operand does, it was copied.
        unsafe {
            self.output.write(&self.walk, 0, range, output, |out| {
                self.run.run(operands, out, range.1, self.policies)
            })
        }
    }
}
