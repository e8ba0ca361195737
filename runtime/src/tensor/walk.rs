//! Shapes and strides of several operands → one order in which to visit their elements.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::mem;

/// The shape and the strides of an operand.
pub(crate) type Layout<'a> = (&'a [usize], &'a [isize]);

/// How many operands a walk has at most; those it does not have stay in one place.
const OPERANDS: usize = 4;

/// As many axes need no memory.
const FEW: usize = 4;

/// So many rows are worth it to take the first elements of all together, then the second ones, and so on.
const MANY_ROWS: usize = 8;

/// Rows of one element, if there are no axes.
const ONE: Axis = Axis { len: 1, strides: [0; OPERANDS] };

/// An axis: its length, and each operand's stride along it in elements.
#[derive(Clone, Copy, Debug)]
struct Axis {
    len: usize,
    strides: [isize; OPERANDS],
}

/// Some axes.
#[derive(Clone, Debug)]
struct Axes {
    count: usize,
    /// A few of them.
    few: [Axis; FEW],
    /// All of them, if they are more.
    many: Vec<Axis>,
}

impl Axes {
    const NONE: Axes =
        Axes { count: 0, few: [Axis { len: 0, strides: [0; OPERANDS] }; FEW], many: Vec::new() };

    #[inline]
    fn all(&self) -> &[Axis] {
        if self.count <= FEW { &self.few[..self.count] } else { &self.many }
    }

    #[inline]
    fn all_mut(&mut self) -> &mut [Axis] {
        if self.count <= FEW { &mut self.few[..self.count] } else { &mut self.many }
    }

    /// Makes room for so many.
    #[inline]
    fn set_count(&mut self, count: usize) {
        self.count = count;
        if count > FEW {
            self.many.resize(count, ONE);
        }
    }

    /// Keeps the first ones.
    #[inline]
    fn truncate(&mut self, count: usize) {
        if self.count > FEW {
            self.many.truncate(count);
            if count <= FEW {
                self.few[..count].copy_from_slice(&self.many);
            }
        }
        self.count = count;
    }
}

/// Elements of an operand in a run: so many, which begin so far from its pointer and are a stride apart, and their places in
/// the run, which begin at one and are a step apart.
pub(crate) struct Strip {
    pub(crate) offset: isize,
    pub(crate) stride: isize,
    pub(crate) place: usize,
    pub(crate) step: usize,
    pub(crate) len: usize,
}

/// The order in which elements are visited, outermost axis first.
///
/// The first operand, usually the output, decides it: its addresses go up, and its smallest stride is
/// innermost. Neighbouring axes that are one axis to every operand are merged.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// All axes but the innermost, the rows.
    outer: Axes,
    row: Axis,
    /// How far each operand's first visited element is from its pointer, in elements.
    starts: [isize; OPERANDS],
    /// How many elements there are.
    pub(crate) len: usize,
}

impl Walk {
    /// Operands that broadcast to a shape, each with its own shape and strides; the first of them decides the order.
    pub(crate) fn new(shape: &[usize], operands: &[Layout<'_>]) -> Walk {
        let mut walk = Walk::in_any_order(shape, 0, operands);
        let axes = walk.outer.all_mut();
        for axis in axes.iter_mut().filter(|axis| axis.strides[0] < 0) {
            for (start, stride) in walk.starts.iter_mut().zip(&mut axis.strides) {
                *start += (axis.len.cast_signed() - 1) * *stride;
                *stride = -*stride;
            }
        }
        let order = |axis: &Axis| Reverse(axis.strides[0]);
        if !axes.is_sorted_by_key(order) {
            axes.sort_by_key(order);
        }
        walk.merge();
        walk
    }

    /// The same in the order of the axes: the first operand's elements lie one after the other in that order, and those
    /// given come after it.
    pub(crate) fn in_order(shape: &[usize], others: &[Layout<'_>]) -> Walk {
        let mut walk = Walk::in_any_order(shape, 1, others);
        let mut stride = 1;
        for axis in walk.outer.all_mut().iter_mut().rev() {
            axis.strides[0] = stride;
            stride *= axis.len.cast_signed();
        }
        walk.merge();
        walk
    }

    /// All axes that have several elements are outer ones yet; there are none where one of them has no element. The
    /// operands given are those from a place on.
    #[inline(always)]
    fn in_any_order(shape: &[usize], first: usize, operands: &[Layout<'_>]) -> Walk {
        let len = shape.iter().product();
        let mut walk = Walk { outer: Axes::NONE, row: ONE, starts: [0; OPERANDS], len };
        if len == 0 {
            return walk;
        }
        let (axes, mut count) = (&mut walk.outer, 0);
        axes.set_count(shape.len());
        let all = axes.all_mut();
        for (place, &len) in shape.iter().enumerate().filter(|&(_, &len)| len != 1) {
            let axis = &mut all[count];
            axis.len = len;
            for (to, (own, strides)) in axis.strides[first..].iter_mut().zip(operands) {
                let own_place = (place + own.len()).checked_sub(shape.len());
                *to = own_place.map_or(0, |at| if own[at] == 1 { 0 } else { strides[at] });
            }
            count += 1;
        }
        axes.truncate(count);
        walk
    }

    /// Merges neighbouring axes that every operand crosses in one stride, and takes the innermost for the rows.
    fn merge(&mut self) {
        let axes = self.outer.all_mut();
        let mut count = 0;
        for place in 0..axes.len() {
            let inner = axes[place];
            if let Some(outer) = axes[..count].last_mut()
                && (0..OPERANDS).all(|operand| {
                    outer.strides[operand] == inner.strides[operand] * inner.len.cast_signed()
                })
            {
                *outer = Axis { len: outer.len * inner.len, strides: inner.strides };
            } else {
                axes[count] = inner;
                count += 1;
            }
        }
        if let Some(outer) = count.checked_sub(1) {
            self.row = axes[outer];
            self.outer.truncate(outer);
        }
    }

    /// Calls a function with a walk over two operands of one shape, and which of them comes first in it and so decides the
    /// order: the one of which the rows are longer, or the first where its rows are long.
    pub(crate) fn over_long_rows<R>(
        shape: &[usize],
        strides: [&[isize]; 2],
        then: impl FnOnce(&Walk, [usize; 2]) -> R,
    ) -> R {
        /// Rows of so many are as good as longer ones, and so few elements as good in any rows.
        const LONG: usize = 32;
        let [one, other] = strides.map(|strides| (shape, strides));
        let first = Walk::new(shape, &[one, other]);
        if first.row() < LONG && first.len > LONG {
            let second = Walk::new(shape, &[other, one]);
            if second.row() > first.row() {
                return then(&second, [1, 0]);
            }
        }
        then(&first, [0, 1])
    }

    /// Whether an operand's elements lie one after the other in this order.
    pub(crate) fn is_dense(&self, operand: usize) -> bool {
        let mut expected = 1;
        let row = if self.row.len == 1 { None } else { Some(&self.row) };
        row.into_iter().chain(self.outer.all().iter().rev()).all(|axis| {
            let dense = axis.strides[operand] == expected;
            expected *= axis.len.cast_signed();
            dense
        })
    }

    /// How far an operand's `flat`-th element is from its pointer, if it is dense in this order.
    #[inline]
    pub(crate) fn dense_offset(&self, operand: usize, flat: usize) -> isize {
        self.starts[operand] + flat.cast_signed()
    }

    /// Whether an operand is the same element throughout.
    pub(crate) fn is_one(&self, operand: usize) -> bool {
        self.row.strides[operand] == 0
            && self.outer.all().iter().all(|axis| axis.strides[operand] == 0)
    }

    /// How many elements of the innermost row are left from this one on.
    #[inline]
    pub(crate) fn left_in_row(&self, flat: usize) -> usize {
        let len = self.row.len;
        if flat < len { len - flat } else { len - flat % len }
    }

    /// The length of the innermost row.
    pub(crate) fn row(&self) -> usize {
        self.row.len
    }

    /// An operand's stride along the innermost row.
    #[inline]
    pub(crate) fn row_stride(&self, operand: usize) -> isize {
        self.row.strides[operand]
    }

    /// How far an operand's element is from its pointer, in elements.
    #[inline]
    pub(crate) fn offset(&self, operand: usize, flat: usize) -> isize {
        let (mut left, mut offset) = (flat, self.starts[operand]);
        for axis in core::iter::once(&self.row).chain(self.outer.all().iter().rev()) {
            if left < axis.len {
                return offset + left.cast_signed() * axis.strides[operand];
            }
            offset += (left % axis.len).cast_signed() * axis.strides[operand];
            left /= axis.len;
        }
        offset
    }

    /// The pieces of rows that a run of elements consists of: the offset and length of each, for one operand.
    pub(crate) fn pieces(
        &self,
        operand: usize,
        flat: usize,
        count: usize,
        mut piece: impl FnMut(isize, usize),
    ) {
        let (mut flat, mut left) = (flat, count);
        let mut offset = self.offset(operand, flat);
        while left > 0 {
            let here = left.min(self.left_in_row(flat));
            piece(offset, here);
            left -= here;
            flat += here;
            if left == 0 {
                break;
            }
            offset = self.next_row(operand, flat, offset, here);
        }
    }

    /// Whether [`strips`](Walk::strips) of a run take less time than pieces of rows: many rows, each of a few elements, and
    /// of fewer still where they lie one after the other.
    pub(crate) fn is_striped(&self, operand: usize, count: usize) -> bool {
        let few = if self.row.strides[operand] == 1 { 8 } else { 16 };
        self.row.len < few && count >= MANY_ROWS * self.row.len && !self.outer.all().is_empty()
    }

    /// The strips that a run of elements consists of, for one operand: of many whole rows together the first elements, then
    /// the second ones, and so on; and pieces of rows.
    pub(crate) fn strips(
        &self,
        operand: usize,
        flat: usize,
        count: usize,
        strip: &mut dyn FnMut(Strip),
    ) {
        let (row, stride) = (self.row.len, self.row.strides[operand]);
        let next = self.outer.all().last().copied().unwrap_or(ONE);
        let (mut at, end) = (flat, flat + count);
        while at < end {
            let offset = self.offset(operand, at);
            let (place, here) = (at - flat, (end - at).min(self.left_in_row(at)));
            let rows = ((end - at) / row).min(next.len - at / row % next.len);
            if here < row || rows < MANY_ROWS {
                strip(Strip { offset, stride, place, step: 1, len: here });
                at += here;
                continue;
            }
            for column in 0..row {
                let offset = offset + column.cast_signed() * stride;
                let (stride, step) = (next.strides[operand], row);
                strip(Strip { offset, stride, place: place + column, step, len: rows });
            }
            at += rows * row;
        }
    }

    /// The offset of the first element of the next row, which is the `flat`-th of all.
    #[inline]
    pub(crate) fn next_row(
        &self,
        operand: usize,
        flat: usize,
        offset: isize,
        here: usize,
    ) -> isize {
        let row = &self.row;
        let begin = here.cast_signed() - row.len.cast_signed();
        let mut offset = offset + begin * row.strides[operand];
        let mut number = flat / row.len;
        for axis in self.outer.all().iter().rev() {
            offset += axis.strides[operand];
            if !number.is_multiple_of(axis.len) {
                return offset;
            }
            offset -= axis.len.cast_signed() * axis.strides[operand];
            number /= axis.len;
        }
        offset
    }

    /// Calls a function with how far the first element of each row is from the pointer of each of some operands, until it
    /// returns false; whether it never did.
    pub(crate) fn each_row<const N: usize>(
        &self,
        operands: [usize; N],
        row: &mut dyn FnMut([isize; N]) -> bool,
    ) -> bool {
        if self.len == 0 {
            return true;
        }
        let outer = self.outer.all();
        let mut offsets = operands.map(|operand| self.starts[operand]);
        let (mut few, mut many) = ([0; FEW], Vec::new());
        let index = match outer.len() {
            count @ 0..=FEW => &mut few[..count],
            count => {
                many.resize(count, 0);
                &mut many[..]
            }
        };
        'rows: loop {
            if !row(offsets) {
                return false;
            }
            // The indices on the outer axes count up like the digits of a number.
            for (index, axis) in index.iter_mut().zip(outer).rev() {
                *index += 1;
                let back = if *index < axis.len { 0 } else { mem::take(index) };
                for (offset, operand) in offsets.iter_mut().zip(operands) {
                    *offset += axis.strides[operand] * (1 - back.cast_signed());
                }
                if back == 0 {
                    continue 'rows;
                }
            }
            return true;
        }
    }
}
