//! A dtype → a tensor of its bit patterns in every layout; any library's elements → bytes and numbers to compare.

use half::{bf16, f16};
use num_complex::Complex;
use runtime::{DType, Kind, Tensor, TensorView, with_element};

/// A dtype of one byte has 256 elements at most, so all of them are there.
pub(crate) const SHAPE: [usize; 2] = [16, 16];

/// What a tensor holds, whichever library has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    /// The dtype that the library says the elements are of.
    pub(crate) dtype: DType,
    /// How many elements there are along each axis.
    pub(crate) shape: Vec<usize>,
    /// The bytes of the elements, in the order of the axes.
    pub(crate) bytes: Vec<u8>,
    /// The numbers that the library reads in them; `None` where it only carries the bytes.
    pub(crate) numbers: Option<Vec<String>>,
}

/// An element: its bytes, and as text the number that it is.
pub(crate) trait Bits: Copy {
    /// Little-endian.
    fn bytes(self, out: &mut Vec<u8>);
    /// An integer in digits; a float as the bits of the float64, or `nan`; a complex number as its two parts.
    fn number(self) -> String;
}

fn float(number: f64) -> String {
    match number.is_nan() {
        true => "nan".into(),
        false => format!("{:016x}", number.to_bits()),
    }
}

macro_rules! bits {
    ($($t:ty: $number:expr;)*) => { $(
        impl Bits for $t {
            fn bytes(self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }

            fn number(self) -> String {
                let number: fn($t) -> String = $number;
                number(self)
            }
        }
    )* };
}
bits! {
    i8: |it| it.to_string();
    i16: |it| it.to_string();
    i32: |it| it.to_string();
    i64: |it| it.to_string();
    u8: |it| it.to_string();
    u16: |it| it.to_string();
    u32: |it| it.to_string();
    u64: |it| it.to_string();
    f16: |it| float(it.to_f64());
    bf16: |it| float(it.to_f64());
    f32: |it| float(it.into());
    f64: float;
}

impl Bits for bool {
    fn bytes(self, out: &mut Vec<u8>) {
        out.push(self.into());
    }

    fn number(self) -> String {
        u8::from(self).to_string()
    }
}

impl<T: Bits> Bits for Complex<T> {
    fn bytes(self, out: &mut Vec<u8>) {
        self.re.bytes(out);
        self.im.bytes(out);
    }

    fn number(self) -> String {
        format!("{} {}", self.re.number(), self.im.number())
    }
}

impl Bits for float8::F8E4M3 {
    fn bytes(self, out: &mut Vec<u8>) {
        out.push(self.to_bits());
    }

    fn number(self) -> String {
        float(self.to_f64())
    }
}

impl<const DTYPE: u8> Bits for runtime::Narrow<DTYPE>
where
    runtime::Narrow<DTYPE>: runtime::Element,
{
    fn bytes(self, out: &mut Vec<u8>) {
        out.push(self.to_bits());
    }

    fn number(self) -> String {
        match <Self as runtime::Element>::DTYPE.kind() {
            Kind::Int | Kind::Uint => self.to_f64().to_string(),
            Kind::Bool | Kind::Float | Kind::Complex => float(self.to_f64()),
        }
    }
}

/// Elements of 4 bits with a byte each → two in a byte, the first in the low bits.
pub(crate) fn pairs(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(2).map(|pair| pair.iter().rev().fold(0, |byte, bits| byte << 4 | bits)).collect()
}

/// And back, so many as there are.
pub(crate) fn singles(bytes: &[u8], shape: &[usize]) -> Vec<u8> {
    let both = bytes.iter().flat_map(|pair| [pair & 0xf, pair >> 4]);
    both.take(shape.iter().product()).collect()
}

impl Content {
    /// Of the elements that a library gives.
    pub(crate) fn of<T: Bits>(
        dtype: DType,
        shape: &[usize],
        elements: impl IntoIterator<Item = T>,
    ) -> Content {
        let (mut bytes, mut numbers) = (Vec::new(), Vec::new());
        for element in elements {
            element.bytes(&mut bytes);
            numbers.push(element.number());
        }
        Content { dtype, shape: shape.to_vec(), bytes, numbers: Some(numbers) }
    }

    /// Of a tensor of ours.
    pub(crate) fn of_view(view: &TensorView<'_>) -> Content {
        fn content<T: Bits + runtime::Typed>(view: &TensorView<'_>) -> Content {
            let array = view.array::<T>().expect("the element type of the dtype");
            Content::of(view.dtype(), view.shape(), array.iter().copied())
        }
        with_element!(view.dtype(), T => content::<T>(view))
    }

    /// Where another tensor differs, which should hold the same.
    pub(crate) fn difference(&self, found: &Content) -> Option<String> {
        if (self.dtype, &self.shape) != (found.dtype, &found.shape) {
            let (dtype, shape) = (found.dtype, &found.shape);
            return Some(format!(
                "{dtype} of shape {shape:?}, not {} of {:?}",
                self.dtype, self.shape
            ));
        }
        if self.bytes != found.bytes {
            let places = self.bytes.iter().zip(&found.bytes);
            let at = places.take_while(|(wanted, found)| wanted == found).count();
            return Some(format!("byte {at} of {} is another", self.bytes.len()));
        }
        let (wanted, found) = self.numbers.as_ref().zip(found.numbers.as_ref())?;
        let at = wanted.iter().zip(found).position(|(wanted, found)| wanted != found)?;
        Some(format!("element {at} is {}, and is read as {}", wanted[at], found[at]))
    }
}

/// The bits of infinity of a float, in as many bytes as it takes; `None` of other dtypes and of narrow floats, of which
/// every pattern is there.
fn infinity(dtype: DType) -> Option<Vec<u8>> {
    let infinity = match dtype {
        DType::F16 | DType::C32 => f16::INFINITY.to_le_bytes().to_vec(),
        DType::Bf16 => bf16::INFINITY.to_le_bytes().to_vec(),
        DType::F32 | DType::C64 => f32::INFINITY.to_le_bytes().to_vec(),
        DType::F64 | DType::C128 => f64::INFINITY.to_le_bytes().to_vec(),
        _ => return None,
    };
    Some(infinity)
}

/// A tensor of many elements of a dtype: every one where they take a byte; else zeros, infinities, NaNs that signal and
/// that do not, and subnormal numbers of both signs, and scrambled bits.
pub(crate) fn sample(dtype: DType) -> Tensor {
    let (len, size) = (SHAPE.iter().product::<usize>(), dtype.size());
    let mask = match dtype.kind() {
        Kind::Bool => 1,
        _ if dtype.bits() < 8 => (1 << dtype.bits()) - 1,
        _ => 0xff_u8,
    };
    let mut bytes: Vec<u8> = match size {
        1 => (0..=255_u8).map(|byte| byte & mask).collect(),
        _ => (0..len * size)
            .map(|place| (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes()[7])
            .collect(),
    };
    if let Some(infinity) = infinity(dtype) {
        let last = infinity.len() - 1;
        let with = |low: u8, sign: u8| {
            let mut special = infinity.clone();
            special[0] |= low;
            special[last] |= sign;
            special
        };
        let small = |low: u8, sign: u8| {
            let mut small = vec![0; infinity.len()];
            (small[0], small[last]) = (low, sign);
            small
        };
        let zeros = [small(0, 0), small(0, 0x80), small(1, 0), small(1, 0x80)];
        let ones = vec![0xff; infinity.len()];
        let specials = [with(0, 0), with(0, 0x80), with(1, 0), with(1, 0x80), ones];
        let specials: Vec<u8> = zeros.into_iter().chain(specials).flatten().collect();
        bytes[..specials.len()].copy_from_slice(&specials);
    }
    Tensor::from_bytes(dtype, &bytes, &SHAPE).expect("every byte is an element's")
}

/// A tensor in every layout that a view can have: a name, which is in both languages, and the view.
pub(crate) fn layouts<'a>(
    tensor: &'a Tensor,
    row: &'a TensorView<'a>,
) -> Vec<(&'static str, TensorView<'a>)> {
    let some = |view: Option<TensorView<'a>>| view.expect("there is such a view");
    let view = || tensor.view();
    let every = |axis, step| some(view().slice_axis(axis, ndarray::Slice::new(0, None, step)));
    vec![
        ("whole", view()),
        ("transposed", view().transposed()),
        ("reversed", some(view().invert_axis(0))),
        ("every other", every(1, 2)),
        ("backwards", every(1, -2)),
        ("one row", some(view().slice_axis(0, 1..2))),
        ("broadcast", some(row.broadcast(&SHAPE))),
        ("nothing", some(view().slice_axis(0, 1..1))),
        ("no axes", some(some(view().index_axis(0, 1)).index_axis(0, 2))),
        ("row", some(view().index_axis(0, 1))),
        ("column", some(view().index_axis(1, 1))),
        ("column reversed", some(some(view().index_axis(1, 1)).invert_axis(0))),
        ("row of nothing", some(some(view().index_axis(0, 1)).slice_axis(0, 3..3))),
    ]
}

/// Calls with each layout of a dtype's sample.
pub(crate) fn for_each_layout(dtype: DType, mut call: impl FnMut(&'static str, TensorView<'_>)) {
    let tensor = sample(dtype);
    let row = tensor.view().slice_axis(0, 0..1).expect("a row");
    for (name, view) in layouts(&tensor, &row) {
        call(name, view);
    }
}

/// A tensor of ours of some content.
pub(crate) fn tensor(content: &Content) -> Tensor {
    Tensor::from_bytes(content.dtype, &content.bytes, &content.shape).expect("content of a tensor")
}

#[cfg(test)]
mod tests {
    use runtime::elements;

    use super::*;

    #[test]
    fn content_that_differs_in_anything_is_told() {
        let one = Content::of(DType::F32, &[2], [1.5_f32, -0.0]);
        assert_eq!(one.difference(&one.clone()), None);
        let cases = [
            (
                Content::of(DType::F32, &[2, 1], [1.5_f32, -0.0]),
                "float32 of shape [2, 1], not float32 of [2]",
            ),
            (
                Content { dtype: DType::I32, ..one.clone() },
                "int32 of shape [2], not float32 of [2]",
            ),
            (Content::of(DType::F32, &[2], [1.5_f32, 0.0]), "byte 7 of 8 is another"),
            (
                Content {
                    numbers: Some(vec!["3ff8000000000000".into(), "0000000000000000".into()]),
                    ..one.clone()
                },
                "element 1 is 8000000000000000, and is read as 0000000000000000",
            ),
        ];
        for (other, wanted) in cases {
            assert_eq!(one.difference(&other).as_deref(), Some(wanted));
        }
    }

    #[test]
    fn a_sample_has_every_byte_or_every_kind_of_float() {
        for dtype in DType::ALL {
            let content = Content::of_view(&sample(dtype).view());
            let numbers = content.numbers.expect("ours are numbers");
            let different: std::collections::BTreeSet<&String> = numbers.iter().collect();
            let patterns = match dtype.kind() {
                Kind::Bool => 2,
                _ if dtype.bits() < 8 => 1 << dtype.bits(),
                _ => 200,
            };
            // Some patterns of a float8 are NaN, and count once.
            assert!(different.len() >= patterns, "{dtype}: {}", different.len());
            if infinity(dtype).is_some() {
                let all = numbers.join(" ");
                for wanted in ["nan", "7ff0000000000000", "fff0000000000000", "8000000000000000"] {
                    assert!(all.contains(wanted), "{dtype} without {wanted}");
                }
            }
        }
    }

    #[test]
    fn narrow_elements_are_all_there() {
        let _: elements::i4 = elements::i4::from_bits(3);
        assert_eq!(elements::i4::from_bits(0xf).number(), "-1");
        assert_eq!(elements::f8e4m3fn::from_bits(0x7f).number(), "nan");
    }
}
