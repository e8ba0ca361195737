//! Shapes and strides of several operands → one order of walking them, and stretches of elements in it.

use alloc::vec::Vec;

/// One axis: how many steps, and how far each operand moves by one, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis<const N: usize> {
    len: usize,
    strides: [isize; N],
}

/// The order in which elements are visited, outermost axis first.
///
/// Axes that all operands cross in one stride are one axis here, and the last operand, which is
/// the output, is walked upwards and with its closest neighbours innermost.
#[derive(Clone, Debug)]
pub(crate) struct Walk<const N: usize> {
    axes: Vec<Axis<N>>,
    /// Where each operand's first element is from where its pointer is, in elements.
    starts: [isize; N],
    /// How many elements there are.
    pub(crate) len: usize,
}

/// The strides of an operand over a shape it broadcasts to.
pub(crate) fn broadcast_strides(shape: &[usize], own: &[usize], strides: &[isize]) -> Vec<isize> {
    let new = shape.len() - own.len();
    let mut all = alloc::vec![0; new];
    all.extend(own.iter().zip(strides).map(|(&len, &stride)| if len == 1 { 0 } else { stride }));
    all
}

/// The shape two shapes broadcast to, by the standard's rule.
pub(crate) fn broadcast_shapes(one: &[usize], other: &[usize]) -> Option<Vec<usize>> {
    let (long, short) = if one.len() >= other.len() { (one, other) } else { (other, one) };
    let mut shape = long.to_vec();
    let new = long.len() - short.len();
    for (len, &other) in shape[new..].iter_mut().zip(short) {
        *len = match (*len, other) {
            (len, 1) => len,
            (1, other) => other,
            (len, other) if len == other => len,
            _ => return None,
        };
    }
    Some(shape)
}

impl<const N: usize> Walk<N> {
    /// Operands of one shape, each with its strides; the last is the output.
    pub(crate) fn new(shape: &[usize], strides: [&[isize]; N]) -> Walk<N> {
        let len = shape.iter().product();
        let mut starts = [0; N];
        let mut axes: Vec<Axis<N>> = Vec::with_capacity(shape.len());
        for (place, &steps) in shape.iter().enumerate() {
            if steps != 1 {
                axes.push(Axis { len: steps, strides: strides.map(|strides| strides[place]) });
            }
        }
        if len == 0 {
            return Walk { axes: Vec::new(), starts, len };
        }
        for axis in &mut axes {
            if axis.strides[N - 1] < 0 {
                for (start, stride) in starts.iter_mut().zip(&mut axis.strides) {
                    *start += (axis.len.cast_signed() - 1) * *stride;
                    *stride = -*stride;
                }
            }
        }
        axes.sort_by_key(|axis| core::cmp::Reverse(axis.strides[N - 1]));
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

    /// Whether an operand is one element, however many there are of the others.
    pub(crate) fn is_one(&self, operand: usize) -> bool {
        self.axes.iter().all(|axis| axis.strides[operand] == 0)
    }

    /// How many elements lie between this one and the end of its innermost row.
    pub(crate) fn left_in_row(&self, flat: usize) -> usize {
        match self.axes.last() {
            Some(row) => row.len - flat % row.len,
            None => 1,
        }
    }

    /// How many elements the innermost row has.
    pub(crate) fn row(&self) -> usize {
        self.axes.last().map_or(1, |axis| axis.len)
    }

    /// How far an operand moves by one element of a row.
    pub(crate) fn row_stride(&self, operand: usize) -> isize {
        self.axes.last().map_or(0, |axis| axis.strides[operand])
    }

    /// Where an operand's element is, from where its pointer is, in elements.
    pub(crate) fn offset(&self, operand: usize, flat: usize) -> isize {
        let mut left = flat;
        let mut offset = self.starts[operand];
        for axis in self.axes.iter().rev() {
            offset += (left % axis.len).cast_signed() * axis.strides[operand];
            left /= axis.len;
        }
        offset
    }

    /// The pieces of rows that a stretch of elements consists of, for one operand: where each
    /// begins, and how many elements it has.
    pub(crate) fn pieces(
        &self,
        operand: usize,
        flat: usize,
        count: usize,
        mut piece: impl FnMut(isize, usize),
    ) {
        let (mut flat, mut left) = (flat, count);
        // The places on the outer axes go up like the digits of a counter.
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

    /// From a place in a row to the first of the next, when `flat` is that next one's number.
    fn next_row(&self, operand: usize, flat: usize, offset: isize, here: usize) -> isize {
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

/// Neighbouring axes that every operand crosses in one stride, made one.
fn merged<const N: usize>(axes: Vec<Axis<N>>) -> Vec<Axis<N>> {
    let mut all: Vec<Axis<N>> = Vec::with_capacity(axes.len());
    for inner in axes {
        if let Some(outer) = all.last_mut()
            && (0..N).all(|operand| {
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
