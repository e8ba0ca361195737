//! How many elements a tensor has along each axis, and how many lie between neighbours, without memory of their own where
//! the axes are few.

use alloc::vec::Vec;
use core::slice;

use super::shape::fill_strides;

/// As many axes need no memory.
const FEW: usize = 4;

/// The shape and the strides of a tensor, or of a view.
#[derive(Clone)]
pub(crate) enum Extents {
    /// One axis, along which elements lie one after the other; such extents are always this.
    Line(usize),
    /// As many axes as `ndim` says: the rest of the arrays is unused.
    Few { ndim: usize, shape: [usize; FEW], strides: [isize; FEW] },
    /// Any axes.
    Many(Vec<usize>, Vec<isize>),
}

impl Extents {
    /// Those of a shape and as many strides.
    #[inline]
    pub(crate) fn new(shape: &[usize], strides: &[isize]) -> Extents {
        match (shape, strides) {
            (&[len], &[1]) => Extents::Line(len),
            _ => shape.iter().copied().zip(strides.iter().copied()).collect(),
        }
    }

    /// Those of elements that lie in the order of the axes.
    pub(crate) fn in_order(shape: &[usize]) -> Extents {
        if let &[len] = shape {
            return Extents::Line(len);
        }
        let mut extents: Extents = shape.iter().map(|&len| (len, 0)).collect();
        fill_strides(shape, extents.strides_mut());
        extents
    }

    #[inline]
    pub(crate) fn shape(&self) -> &[usize] {
        self.parts().0
    }

    #[inline]
    pub(crate) fn strides(&self) -> &[isize] {
        self.parts().1
    }

    /// The shape and the strides.
    #[inline]
    pub(crate) fn parts(&self) -> (&[usize], &[isize]) {
        match self {
            Extents::Line(len) => (slice::from_ref(len), &[1]),
            Extents::Few { ndim, shape, strides } => (&shape[..*ndim], &strides[..*ndim]),
            Extents::Many(shape, strides) => (shape, strides),
        }
    }

    fn strides_mut(&mut self) -> &mut [isize] {
        match self {
            Extents::Line(_) => &mut [],
            Extents::Few { ndim, strides, .. } => &mut strides[..*ndim],
            Extents::Many(_, strides) => strides,
        }
    }

    /// The length and the stride of each axis.
    pub(crate) fn axes(
        &self,
    ) -> impl DoubleEndedIterator<Item = (usize, isize)> + ExactSizeIterator {
        self.shape().iter().copied().zip(self.strides().iter().copied())
    }

    /// The same with another length and stride of one axis.
    pub(crate) fn with_axis(&self, axis: usize, other: (usize, isize)) -> Extents {
        let axes = self.axes().enumerate();
        axes.map(|(place, same)| if place == axis { other } else { same }).collect()
    }

    /// The axes in the order given; `None` where `order` does not name each of them once.
    pub(crate) fn permuted(&self, order: &[usize]) -> Option<Extents> {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        let (shape, strides) = (self.shape(), self.strides());
        let all = sorted.into_iter().eq(0..shape.len());
        all.then(|| order.iter().map(|&axis| (shape[axis], strides[axis])).collect())
    }

    /// The axes along which the elements go from the last place in memory to the first.
    pub(crate) fn inverted(&self) -> impl Iterator<Item = usize> {
        let inverted = |(axis, &stride): (usize, &isize)| (stride < 0).then_some(axis);
        self.strides().iter().enumerate().filter_map(inverted)
    }
}

impl FromIterator<(usize, isize)> for Extents {
    fn from_iter<I: IntoIterator<Item = (usize, isize)>>(axes: I) -> Extents {
        let (mut ndim, mut shape, mut strides) = (0, [0; FEW], [0; FEW]);
        let mut axes = axes.into_iter();
        for (len, stride) in axes.by_ref() {
            if ndim == FEW {
                let mut many = (shape.to_vec(), strides.to_vec());
                many.extend(core::iter::once((len, stride)).chain(axes));
                return Extents::Many(many.0, many.1);
            }
            (shape[ndim], strides[ndim]) = (len, stride);
            ndim += 1;
        }
        match (ndim, strides[0]) {
            (1, 1) => Extents::Line(shape[0]),
            _ => Extents::Few { ndim, shape, strides },
        }
    }
}
