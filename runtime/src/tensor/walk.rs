//! Shapes and strides of several operands → one order in which to visit their elements.

use alloc::vec::Vec;

/// How many operands a walk has at most; those it does not have stay in one place.
const OPERANDS: usize = 4;

/// An axis: its length, and each operand's stride along it in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis {
    len: usize,
    strides: [isize; OPERANDS],
}

/// The order in which elements are visited, outermost axis first.
///
/// The first operand, usually the output, decides it: its addresses go up, and its smallest stride is
/// innermost. Neighbouring axes that are one axis to every operand are merged.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    axes: Vec<Axis>,
    /// How far each operand's first visited element is from its pointer, in elements.
    starts: [isize; OPERANDS],
    /// How many elements there are.
    pub(crate) len: usize,
}

impl Walk {
    /// Operands that broadcast to a shape, each with its own shape and strides; the first of them decides the order.
    pub(crate) fn new(shape: &[usize], operands: &[(&[usize], &[isize])]) -> Walk {
        let len = shape.iter().product();
        let mut starts = [0; OPERANDS];
        let mut axes: Vec<Axis> = Vec::with_capacity(shape.len());
        if len == 0 {
            return Walk { axes, starts, len };
        }
        for (place, &len) in shape.iter().enumerate().filter(|&(_, &len)| len != 1) {
            let mut axis = Axis { len, strides: [0; OPERANDS] };
            for (to, (own, strides)) in axis.strides.iter_mut().zip(operands) {
                let own_place = (place + own.len()).checked_sub(shape.len());
                *to = own_place.map_or(0, |at| if own[at] == 1 { 0 } else { strides[at] });
            }
            if axis.strides[0] < 0 {
                for (start, stride) in starts.iter_mut().zip(&mut axis.strides) {
                    *start += (len.cast_signed() - 1) * *stride;
                    *stride = -*stride;
                }
            }
            axes.push(axis);
        }
        axes.sort_by_key(|axis| core::cmp::Reverse(axis.strides[0]));
        Walk { axes: merged(axes), starts, len }
    }

    /// Whether an operand's elements lie one after the other in this order.
    pub(crate) fn is_dense(&self, operand: usize) -> bool {
        let mut expected = 1;
        self.axes.iter().rev().all(|axis| {
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
        self.axes.iter().all(|axis| axis.strides[operand] == 0)
    }

    /// How many elements of the innermost row are left from this one on.
    #[inline]
    pub(crate) fn left_in_row(&self, flat: usize) -> usize {
        match self.axes.last() {
            Some(row) if flat < row.len => row.len - flat,
            Some(row) => row.len - flat % row.len,
            None => 1,
        }
    }

    /// The length of the innermost row.
    pub(crate) fn row(&self) -> usize {
        self.axes.last().map_or(1, |axis| axis.len)
    }

    /// An operand's stride along the innermost row.
    #[inline]
    pub(crate) fn row_stride(&self, operand: usize) -> isize {
        self.axes.last().map_or(0, |axis| axis.strides[operand])
    }

    /// How far an operand's element is from its pointer, in elements.
    #[inline]
    pub(crate) fn offset(&self, operand: usize, flat: usize) -> isize {
        let (mut left, mut offset) = (flat, self.starts[operand]);
        for axis in self.axes.iter().rev() {
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
        // The indices on the outer axes count up like the digits of a number.
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

    /// The offset of the first element of the next row, which is the `flat`-th of all.
    #[inline]
    pub(crate) fn next_row(
        &self,
        operand: usize,
        flat: usize,
        offset: isize,
        here: usize,
    ) -> isize {
        let Some((row, outer)) = self.axes.split_last() else { return offset };
        let begin = here.cast_signed() - row.len.cast_signed();
        let mut offset = offset + begin * row.strides[operand];
        let mut number = flat / row.len;
        for axis in outer.iter().rev() {
            offset += axis.strides[operand];
            if !number.is_multiple_of(axis.len) {
                return offset;
            }
            offset -= axis.len.cast_signed() * axis.strides[operand];
            number /= axis.len;
        }
        offset
    }
}

/// Merges neighbouring axes that every operand crosses in one stride.
fn merged(axes: Vec<Axis>) -> Vec<Axis> {
    let mut all: Vec<Axis> = Vec::with_capacity(axes.len());
    for inner in axes {
        if let Some(outer) = all.last_mut()
            && (0..OPERANDS).all(|operand| {
                outer.strides[operand] == inner.strides[operand] * inner.len.cast_signed()
            })
        {
            *outer = Axis { len: outer.len * inner.len, strides: inner.strides };
            continue;
        }
        all.push(inner);
    }
    all
}
