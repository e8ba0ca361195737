//! Tensors → text as NumPy prints arrays.

mod digits;
mod number;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::shape::Shape;
use super::{Number, Tensor, TensorView, TensorViewMut};
use crate::DType;
use crate::generated::codes::*;

/// Where NumPy breaks lines.
const WIDTH: usize = 75;
/// A tensor of more elements is summarised.
const THRESHOLD: usize = 1000;
/// How many items a summary shows at each end of an axis.
const EDGE: usize = 3;
/// A summary of more elements, as many short axes can have, is left out itself.
const MOST: usize = 1 << 20;

macro_rules! text {
    ($($tensor:ty),*) => { $(
        /// As NumPy's `str`: `[1. 2.]`. A precision is the most digits after the point: `{:.3}`.
        ///
        /// ```
        /// use concord_runtime::Tensor;
        ///
        /// let a = Tensor::from(ndarray::array![[1.0_f32, 2.5], [-0.125, f32::NAN]]);
        /// assert_eq!(a.to_string(), "[[ 1.     2.5  ]\n [-0.125    nan]]");
        /// assert_eq!(format!("{a:.1}"), "[[ 1.   2.5]\n [-0.1  nan]]");
        /// ```
        impl fmt::Display for $tensor {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                display(&self.view(), f)
            }
        }

        /// As NumPy's `repr`, with the dtype always named: `array([1., 2.], dtype=float64)`.
        ///
        /// ```
        /// use concord_runtime::Tensor;
        ///
        /// let a = Tensor::from(ndarray::array![[1_i8, 2], [3, 4]]);
        /// assert_eq!(format!("{a:?}"), "array([[1, 2],\n       [3, 4]], dtype=int8)");
        /// ```
        impl fmt::Debug for $tensor {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                debug(&self.view(), f)
            }
        }
    )* };
}
text!(Tensor, TensorView<'_>, TensorViewMut<'_>);

fn display(view: &TensorView<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (view.ndim(), f.precision()) {
        (0, None) => {
            let mut shown = Shown::of(view).into_iter().flat_map(|shown| shown.values);
            shown.try_for_each(|value| f.write_str(&number::scalar(view.dtype(), value)))
        }
        (_, precision) => f.write_str(&lines(view, precision, " ", 0, WIDTH)),
    }
}

fn debug(view: &TensorView<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const PREFIX: &str = "array(";
    let lines = lines(view, f.precision(), ", ", PREFIX.len(), WIDTH - ")".len());
    let (shape, dtype) = (view.shape(), view.dtype());
    let named = (view.is_empty() && shape != [0]) || view.len() > THRESHOLD;
    let shape = if named { format!("shape={}, ", Shape(shape)) } else { String::new() };
    let facts = format!("{shape}dtype={dtype})");
    let text = format!("{PREFIX}{lines},");
    let last = text.len() - text.rfind('\n').map_or(0, |end| end + 1);
    match last + facts.len() + 1 > WIDTH {
        true => write!(f, "{text}\n{:1$}{facts}", "", PREFIX.len()),
        false => write!(f, "{text} {facts}"),
    }
}

/// The elements that are shown, in the order of the axes.
struct Shown {
    dtype: DType,
    values: Vec<Number>,
    /// For each axis how many items are shown, and after which of them items are left out.
    axes: Vec<(usize, Option<usize>)>,
}

impl Shown {
    /// `None` if they are too many.
    fn of(view: &TensorView<'_>) -> Option<Shown> {
        let summarised = view.len() > THRESHOLD;
        let axis = |&len: &usize| match summarised && len > 2 * EDGE {
            true => (2 * EDGE, Some(EDGE)),
            false => (len, None),
        };
        let axes: Vec<_> = view.shape().iter().map(axis).collect();
        let counts = axes.iter().map(|&(items, _)| items);
        let count = counts.fold(1, usize::saturating_mul);
        if count > MOST {
            return None;
        }
        let mut values = Vec::with_capacity(count);
        with_array!(view, array => {
            let mut at = alloc::vec![0; axes.len()];
            for flat in 0..count {
                let mut left = flat;
                for ((place, &(items, cut)), &len) in
                    at.iter_mut().zip(&axes).zip(array.shape()).rev()
                {
                    let item = left % items;
                    left /= items;
                    let after = cut.is_some_and(|cut| item >= cut);
                    *place = if after { len - items + item } else { item };
                }
                values.push(Number::from(array[&at[..]]));
            }
        });
        Some(Shown { dtype: view.dtype(), values, axes })
    }
}

/// The elements in brackets, on lines of a width, all but the first of which are indented.
fn lines(
    view: &TensorView<'_>,
    precision: Option<usize>,
    separator: &'static str,
    indent: usize,
    width: usize,
) -> String {
    if view.is_empty() {
        return "[]".into();
    }
    let Some(shown) = Shown::of(view) else { return "[...]".into() };
    let words = number::words(shown.dtype, &shown.values, precision, view.ndim() == 0);
    let mut layout = Layout { words: words.into_iter(), separator };
    layout.brackets(&shown.axes, indent + 1, width)
}

/// Words on their way into lines.
struct Layout {
    words: alloc::vec::IntoIter<String>,
    separator: &'static str,
}

impl Layout {
    /// The items of all axes in brackets, or the word where there are no axes.
    ///
    /// There can be more axes than calls fit on a stack, so they are counted, not recursed into.
    fn brackets(&mut self, axes: &[(usize, Option<usize>)], indent: usize, width: usize) -> String {
        let Some((&(items, cut), outer)) = axes.split_last() else {
            return self.words.next().unwrap_or_default();
        };
        let mut at = alloc::vec![0; outer.len()];
        let mut text = "[".repeat(outer.len());
        loop {
            let (indent_of_row, width) = (indent + outer.len(), width.saturating_sub(outer.len()));
            text.push_str(&self.row(items, cut, indent_of_row, width));
            // The innermost axis that has another item, and how many axes between it and the rows begin anew.
            let next = (0..outer.len()).rev().find(|&axis| at[axis] + 1 < outer[axis].0);
            let inner = outer.len() - next.map_or(0, |axis| axis + 1);
            text.push_str(&"]".repeat(inner));
            let Some(axis) = next else { return text };
            at[axis] += 1;
            at[axis + 1..].fill(0);
            let lines = "\n".repeat(inner + 1);
            let end = [self.separator.trim_end(), &lines, &" ".repeat(indent + axis)].concat();
            text.push_str(&end);
            if outer[axis].1 == Some(at[axis]) {
                text.push_str("...");
                text.push_str(&end);
            }
            text.push_str(&"[".repeat(inner));
        }
    }

    /// The items of the last axis, on as many lines as they need.
    fn row(&mut self, items: usize, cut: Option<usize>, indent: usize, width: usize) -> String {
        let width = width.saturating_sub(1);
        let mut text = String::from("[");
        // The first line begins with what is written already.
        let (mut line, mut column) = (String::new(), indent);
        for item in 0..items {
            let dots = (cut == Some(item)).then(|| String::from("..."));
            for word in dots.into_iter().chain(self.words.next()) {
                if column + word.len() > width && column > indent {
                    text.push_str(line.trim_end());
                    text.push('\n');
                    text.push_str(&" ".repeat(indent));
                    (line, column) = (String::new(), indent);
                }
                column += word.len();
                line.push_str(&word);
                line.push_str(self.separator);
                column += self.separator.len();
            }
        }
        text.push_str(line.strip_suffix(self.separator).unwrap_or(&line));
        text.push(']');
        text
    }
}
