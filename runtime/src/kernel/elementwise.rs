//! Ops that go over elements: any operands, any layout, through the loops of contiguous elements.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use core::ops::Range;

use super::buffer::{BLOCK, Block, gather, scatter};
use super::casts;
use super::isa::Isa;
use super::layout::Walk;
use super::parallel::for_chunks;
use super::raw::{Raw, RawMut};
use super::tables::{BinaryLoop, CastLoop, ForEach, Loop};
use crate::DType;
use crate::policy::Policies;

/// A place that threads write different elements of.
#[derive(Clone, Copy)]
struct Shared<T>(T);

impl<T: Copy> Shared<T> {
    /// By a method, so that a closure takes the whole of it.
    fn get(&self) -> T {
        self.0
    }
}

// SAFETY: elements are numbers; tasks write to disjoint parts of the output and only read operands.
unsafe impl<T> Sync for Shared<T> {}

/// An operand on its way into a loop.
#[derive(Clone, Copy)]
struct Input {
    at: *const u8,
    size: usize,
    /// What makes it of the loop's dtype, and the size of that.
    cast: Option<(CastLoop, usize)>,
    dense: bool,
    one: bool,
    /// Whether the output is in the same place, so that a loop needs a copy.
    copied: bool,
}

/// A loop's result on its way out.
#[derive(Clone, Copy)]
struct Output {
    at: *mut u8,
    size: usize,
    cast: Option<(CastLoop, usize)>,
    dense: bool,
}

/// So few elements are never shared out.
const FEW: usize = 4096;

/// Rows at least this long are walked one at a time, so that contiguous ones need no copy.
const LONG_ROW: usize = 64;

/// All operands of one elementwise op.
struct Task<const N: usize> {
    walk: Walk<N>,
    inputs: [Option<Input>; 2],
    output: Output,
    run: Loop,
    policies: &'static Policies,
}

/// The loop that converts one dtype to another.
pub(crate) fn copy(from: DType, to: DType, policies: &'static Policies) -> Loop {
    Loop::Cast { run: casts::find(from, to, policies.float_to_int, Isa::active()), operand: from }
}

/// An op on one operand: `out` has its shape.
pub(crate) fn unary(
    operand: Raw<'_>,
    out: &mut RawMut<'_>,
    (run, result): (Loop, DType),
    policies: &'static Policies,
) {
    let (wanted, isa) = (run.operand(0), Isa::active());
    let plain = operand.dtype == wanted && out.dtype == result;
    if plain && operand.is_standard() && out.is_standard() {
        let (from, to) = (Shared(operand.at), Shared(out.at));
        let sizes = (operand.dtype.size(), out.dtype.size());
        for_chunks(out.len(), &move |Range { start, end }| {
            let (from, to) = (from.get(), to.get());
            // SAFETY: both have these elements, and the output is nowhere else.
            unsafe {
                let (from, to) = (from.add(start * sizes.0), to.add(start * sizes.1));
                run.run([from, core::ptr::null()], to, end - start, policies)
            }
        });
        return;
    }
    let walk = Walk::new(out.shape, [operand.strides, out.strides]);
    let input = Input::new(operand, wanted, policies, isa, (&walk, 0));
    let output = Output::new(out, result, policies, isa, &walk);
    Task { walk, inputs: [Some(input), None], output, run, policies }.run();
}

/// A loop over operands and an output of its dtypes, if they have one shape, their elements lie one after
/// the other and are few. Says whether it ran; the policies call no pair an error.
#[inline]
pub(crate) fn binary_few(
    lhs: &Raw<'_>,
    rhs: &Raw<'_>,
    out: &RawMut<'_>,
    fused: &ForEach<Option<BinaryLoop>>,
    policies: &'static Policies,
) -> bool {
    match few(lhs, rhs, out).zip(fused[Isa::active() as usize]) {
        Some((len, run)) => {
            // SAFETY: all have these elements, and the output is nowhere else.
            unsafe { run(lhs.at, rhs.at, out.at, len, policies) };
            true
        }
        None => false,
    }
}

/// How many elements there are, if all three have one shape, lie one after the other and are few.
#[inline]
fn few(lhs: &Raw<'_>, rhs: &Raw<'_>, out: &RawMut<'_>) -> Option<usize> {
    let ndim = out.shape.len();
    let all = [lhs.shape.len(), rhs.shape.len(), lhs.strides.len(), rhs.strides.len()];
    if all != [ndim; 4] || out.strides.len() != ndim {
        return None;
    }
    let mut len = 1_usize;
    for axis in (0..ndim).rev() {
        let (steps, stride) = (out.shape[axis], out.strides[axis]);
        let alike = lhs.shape[axis] == steps
            && rhs.shape[axis] == steps
            && lhs.strides[axis] == stride
            && rhs.strides[axis] == stride;
        if !alike || (stride != len.cast_signed() && steps != 1) {
            return None;
        }
        len = len.checked_mul(steps)?;
    }
    (len <= FEW).then_some(len)
}

/// An op on two operands that have the strides of the output's shape. Says whether a pair was one
/// that the policies call an error.
pub(crate) fn binary(
    lhs: Raw<'_>,
    rhs: Raw<'_>,
    out: &mut RawMut<'_>,
    (run, result): (Loop, DType),
    policies: &'static Policies,
) -> bool {
    let isa = Isa::active();
    if let Loop::Binary { run, operands } = run
        && (lhs.dtype, rhs.dtype) == operands
        && out.dtype == result
        && lhs.is_standard()
        && rhs.is_standard()
        && out.is_standard()
    {
        let (a, b, to) = (Shared(lhs.at), Shared(rhs.at), Shared(out.at));
        let len = out.len();
        let sizes = (lhs.dtype.size(), rhs.dtype.size(), out.dtype.size());
        return for_chunks(len, &move |Range { start, end }| {
            let (a, b, to) = (a.get(), b.get(), to.get());
            // SAFETY: all have these elements, and the output is nowhere else.
            unsafe {
                let (a, b) = (a.add(start * sizes.0), b.add(start * sizes.1));
                run(a, b, to.add(start * sizes.2), end - start, policies)
            }
        });
    }
    let walk = Walk::new(out.shape, [lhs.strides, rhs.strides, out.strides]);
    let wanted = (run.operand(0), run.operand(1));
    let inputs = [
        Some(Input::new(lhs, wanted.0, policies, isa, (&walk, 0))),
        Some(Input::new(rhs, wanted.1, policies, isa, (&walk, 1))),
    ];
    let output = Output::new(out, result, policies, isa, &walk);
    Task { walk, inputs, output, run, policies }.run()
}

/// An op on the elements of the output and those of another operand, which has the strides of its
/// shape; `first` where the output is the left one.
pub(crate) fn in_place(
    out: &mut RawMut<'_>,
    other: Raw<'_>,
    (run, result): (Loop, DType),
    first: bool,
    policies: &'static Policies,
) {
    let isa = Isa::active();
    let own = Raw::new(out.dtype, out.at, out.shape, out.strides);
    let (lhs, rhs) = if first { (own, other) } else { (other, own) };
    let walk = Walk::new(out.shape, [lhs.strides, rhs.strides, out.strides]);
    let mut inputs = [
        Input::new(lhs, run.operand(0), policies, isa, (&walk, 0)),
        Input::new(rhs, run.operand(1), policies, isa, (&walk, 1)),
    ];
    inputs[usize::from(!first)].copied = true;
    let output = Output::new(out, result, policies, isa, &walk);
    Task { walk, inputs: inputs.map(Some), output, run, policies }.run();
}

impl Input {
    fn new<const N: usize>(
        raw: Raw<'_>,
        wanted: DType,
        policies: &'static Policies,
        isa: Isa,
        (walk, place): (&Walk<N>, usize),
    ) -> Input {
        let cast = || casts::find(raw.dtype, wanted, policies.float_to_int, isa);
        Input {
            at: raw.at,
            size: raw.dtype.size(),
            cast: (raw.dtype != wanted).then(|| (cast(), wanted.size())),
            dense: walk.is_dense(place),
            one: walk.is_one(place),
            copied: false,
        }
    }
}

impl Output {
    fn new<const N: usize>(
        raw: &RawMut<'_>,
        result: DType,
        policies: &'static Policies,
        isa: Isa,
        walk: &Walk<N>,
    ) -> Output {
        let cast = || casts::find(result, raw.dtype, policies.float_to_int, isa);
        Output {
            at: raw.at,
            size: raw.dtype.size(),
            cast: (raw.dtype != result).then(|| (cast(), result.size())),
            dense: walk.is_dense(N - 1),
        }
    }
}

/// The blocks a task works in: for each operand one as it is and one converted, and for the result.
struct Blocks {
    gathered: [Block; 2],
    converted: [Block; 2],
    result: Block,
    scattered: Block,
}

impl<const N: usize> Task<N> {
    /// All elements; says whether a loop said yes.
    fn run(&self) -> bool {
        let shared = Shared(self);
        for_chunks(self.walk.len, &move |range| shared.get().run_range(range))
    }

    fn run_range(&self, Range { start, end }: Range<usize>) -> bool {
        let mut blocks = Blocks {
            gathered: [Block::new(), Block::new()],
            converted: [Block::new(), Block::new()],
            result: Block::new(),
            scattered: Block::new(),
        };
        let block = self.block();
        // Where every element is the same one, it is made ready once.
        let mut ready = [None; 2];
        for (place, input) in self.inputs.iter().enumerate() {
            if let Some(input) = input.filter(|input| input.one) {
                ready[place] =
                    Some(self.feed(input, place, (start, block.min(end - start)), &mut blocks));
            }
        }
        let long = self.walk.row() >= LONG_ROW;
        let (mut at, mut any) = (start, false);
        while at < end {
            let mut count = block.min(end - at);
            if long {
                count = count.min(self.walk.left_in_row(at));
            }
            any |= self.step(at, count, ready, &mut blocks);
            at += count;
        }
        any
    }

    /// How many elements go through a block: as many as fit of the largest.
    fn block(&self) -> usize {
        let of = |size: usize, cast: Option<(CastLoop, usize)>| {
            cast.map_or(size, |(_, other)| size.max(other))
        };
        let inputs = self.inputs.iter().flatten().map(|input| of(input.size, input.cast));
        let largest = inputs.fold(of(self.output.size, self.output.cast), usize::max);
        BLOCK / largest
    }

    /// A stretch of elements of an operand, one after the other and of the loop's dtype.
    fn feed(
        &self,
        input: Input,
        place: usize,
        (at, count): (usize, usize),
        blocks: &mut Blocks,
    ) -> *const u8 {
        let from = |offset: isize| input.at.wrapping_offset(offset * input.size.cast_signed());
        let in_row = count <= self.walk.left_in_row(at) && self.walk.row_stride(place) == 1;
        let elements = if !input.copied && (input.dense || in_row) {
            from(self.walk.offset(place, at))
        } else {
            let block = blocks.gathered[place].at();
            let (mut filled, stride) = (0, self.walk.row_stride(place));
            self.walk.pieces(place, at, count, |offset, len| {
                // SAFETY: the walk stays inside the operand, and a block has room for `count` elements.
                unsafe {
                    gather(from(offset), stride, len, input.size, block.add(filled * input.size))
                };
                filled += len;
            });
            block.cast_const()
        };
        match input.cast {
            None => elements,
            Some((cast, _)) => {
                let block = blocks.converted[place].at();
                // SAFETY: as above; a block has room for as many of the other dtype.
                unsafe { cast(elements, block, count) };
                block.cast_const()
            }
        }
    }

    /// A stretch of elements of the output.
    fn step(
        &self,
        at: usize,
        count: usize,
        ready: [Option<*const u8>; 2],
        blocks: &mut Blocks,
    ) -> bool {
        let mut fed = [core::ptr::null(); 2];
        for (place, input) in self.inputs.iter().enumerate() {
            if let Some(input) = *input {
                let feed = |blocks| self.feed(input, place, (at, count), blocks);
                fed[place] = ready[place].unwrap_or_else(|| feed(blocks));
            }
        }
        let output = self.output;
        let place = N - 1;
        let to = |offset: isize| output.at.wrapping_offset(offset * output.size.cast_signed());
        let in_row = count <= self.walk.left_in_row(at) && self.walk.row_stride(place) == 1;
        let direct = output.dense || in_row;
        let direct_to = to(self.walk.offset(place, at));
        let stored = if direct { direct_to } else { blocks.scattered.at() };
        let result = if output.cast.is_some() { blocks.result.at() } else { stored };
        // SAFETY: every place has `count` elements of the loop's dtypes, and the output is nowhere else.
        unsafe {
            let any = self.run.run(fed, result, count, self.policies);
            if let Some((cast, _)) = output.cast {
                cast(result, stored, count);
            }
            if !direct {
                let (mut taken, stride) = (0, self.walk.row_stride(place));
                self.walk.pieces(place, at, count, |offset, len| {
                    scatter(stored.add(taken * output.size), len, output.size, to(offset), stride);
                    taken += len;
                });
            }
            any
        }
    }
}
