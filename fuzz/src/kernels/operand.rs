//! Arbitrary bytes → a tensor, and a view of it that lies in its memory in any way.

use arbitrary::{Result, Unstructured};
use conformance::elements::{Bits, tensor};
use ndarray::Slice;
use runtime::{DType, Tensor, TensorView};

/// The longest axis, so that loops run in blocks, in vectors and in what is left over.
pub(super) const LONGEST: usize = 70;

/// Up to three axes, of which the first may be long.
pub(super) fn arbitrary_shape(from: &mut Unstructured<'_>) -> Result<Vec<usize>> {
    (0..from.int_in_range(0..=3)?)
        .map(|axis| from.int_in_range(0..=if axis == 0 { LONGEST } else { 4 }))
        .collect()
}

/// A tensor that has room for an operand, and how the operand lies in it.
pub(super) struct Laid {
    memory: Tensor,
    shape: Vec<usize>,
    layout: Layout,
}

struct Layout {
    /// The order of the operand's axes in memory.
    axes: Vec<usize>,
    /// Of each axis: whether it goes backwards, over every how many elements, and whether it is broadcast.
    steps: Vec<(bool, usize, bool)>,
}

impl Laid {
    /// An operand of arbitrary elements.
    pub(super) fn arbitrary(
        from: &mut Unstructured<'_>,
        dtype: DType,
        shape: &[usize],
    ) -> Result<Laid> {
        Laid::of(from, dtype, shape, |from| from.arbitrary())
    }

    /// An operand of elements whose bits are made so.
    pub(super) fn of(
        from: &mut Unstructured<'_>,
        dtype: DType,
        shape: &[usize],
        element: impl Fn(&mut Unstructured<'_>) -> Result<Bits>,
    ) -> Result<Laid> {
        let layout = Layout::arbitrary(from, shape.len())?;
        let broadcast = |axis: usize| layout.steps[axis].2;
        let lens = layout.room(shape).into_iter().zip(&layout.axes);
        let room: Vec<usize> =
            lens.map(|(len, &axis)| if broadcast(axis) { 1 } else { len }).collect();
        // A few elements over and over: more would only use up the bytes.
        let few: Vec<Bits> = (0..5).map(|_| element(from)).collect::<Result<_>>()?;
        let all: Vec<Bits> = few.iter().copied().cycle().take(room.iter().product()).collect();
        let memory = tensor(dtype, &all).reshape(&room).unwrap_or_else(|error| panic!("{error}"));
        let memory = memory.with_weak(from.ratio(1, 8)?);
        Ok(Laid { memory, shape: shape.to_vec(), layout })
    }

    /// All of its memory.
    pub(super) fn memory(&self) -> TensorView<'_> {
        self.memory.view()
    }

    /// The operand, with one element along an axis that is broadcast: an op broadcasts it to the others, which need
    /// not do the same.
    pub(super) fn view(&self) -> TensorView<'_> {
        self.layout.view(self.memory(), |axis| self.layout.steps[axis].2)
    }

    /// The shape of its memory, with as many elements along an axis that is broadcast as the operand has room for.
    pub(super) fn room(&self) -> Vec<usize> {
        self.layout.room(&self.shape)
    }

    /// The operand in its whole shape, out of its memory that was broadcast to its room.
    pub(super) fn whole<'a>(&self, memory: TensorView<'a>) -> TensorView<'a> {
        self.layout.view(memory, |_| false)
    }
}

impl Layout {
    fn arbitrary(from: &mut Unstructured<'_>, rank: usize) -> Result<Layout> {
        let mut axes: Vec<usize> = (0..rank).collect();
        for place in (1..rank).rev() {
            axes.swap(place, from.int_in_range(0..=place)?);
        }
        let step = |_| Ok((from.arbitrary()?, from.int_in_range(1..=3)?, from.ratio(1, 8)?));
        Ok(Layout { axes, steps: (0..rank).map(step).collect::<Result<_>>()? })
    }

    /// The shape of the memory of an operand.
    fn room(&self, shape: &[usize]) -> Vec<usize> {
        self.axes.iter().map(|&axis| shape[axis] * self.steps[axis].1).collect()
    }

    /// The operand out of its memory; `single` says which axes have one element there and stay so.
    fn view<'a>(&self, memory: TensorView<'a>, single: impl Fn(usize) -> bool) -> TensorView<'a> {
        // Where each axis of the operand is in memory.
        let place = |axis| self.axes.iter().position(|&at| at == axis).expect("a permutation");
        let places: Vec<usize> = (0..self.axes.len()).map(place).collect();
        let mut view = memory.permuted(&places).expect("a permutation");
        for (axis, &(backwards, step, _)) in self.steps.iter().enumerate() {
            if single(axis) {
                continue;
            }
            let slice = Slice::from(..).step_by(step.cast_signed());
            view = view.slice_axis(axis, slice).expect("a step within the axis");
            if backwards {
                view = view.invert_axis(axis).expect("an axis");
            }
        }
        view
    }
}
