//! Elements go to other libraries and files and come back as they were, and what is malformed is an error that says so.
#![cfg(feature = "kernels")]
#![expect(unsafe_code, reason = "what others lend is pointers")]

use concord_runtime::{DType, Kind, Tensor, TensorView};
use ndarray::Slice;

#[cfg(feature = "arrow")]
#[path = "exchange/arrow.rs"]
mod arrow;
#[cfg(feature = "dlpack")]
#[path = "exchange/dlpack.rs"]
mod dlpack;
#[path = "exchange/memory.rs"]
mod memory;
#[cfg(feature = "npz")]
#[path = "exchange/npz.rs"]
mod npz;
#[path = "exchange/packed.rs"]
mod packed;
#[cfg(feature = "safetensors")]
#[path = "exchange/safetensors.rs"]
mod safetensors;

/// A tensor of many different elements of a dtype.
fn sample(dtype: DType, shape: &[usize]) -> Tensor {
    let len: usize = shape.iter().product();
    let mask = match dtype.kind() {
        Kind::Bool => 1,
        _ if dtype.bits() < 8 => (1 << dtype.bits()) - 1,
        _ => 0xff_u8,
    };
    let words = (0..len * dtype.size()).map(|place| {
        let scrambled = (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        scrambled.to_le_bytes()[7] & mask
    });
    let bytes: Vec<u8> = words.collect();
    let tensor = Tensor::from_bytes(dtype, &bytes, shape);
    tensor.unwrap_or_else(|error| panic!("{dtype}: {error}"))
}

/// The bytes of a view's elements, in the order of its axes: what must be the same, NaN or not.
fn bits(view: &TensorView<'_>) -> Vec<u8> {
    view.to_tensor().as_bytes().expect("a copy lies in order").to_vec()
}

/// A tensor by every layout that a view can have: a name, and the view.
fn layouts<'a>(tensor: &'a Tensor, one: &'a TensorView<'a>) -> Vec<(&'static str, TensorView<'a>)> {
    let view = || tensor.view();
    let some = |view: Option<TensorView<'a>>| view.expect("there is such a view");
    vec![
        ("whole", view()),
        ("transposed", view().transposed()),
        ("reversed", some(view().invert_axis(0))),
        ("every other", some(view().slice_axis(1, Slice::new(0, None, 2)))),
        ("backwards", some(view().slice_axis(1, Slice::new(0, None, -2)))),
        ("a row", some(view().index_axis(0, 1))),
        ("no axes", some(some(view().index_axis(0, 1)).index_axis(0, 2))),
        ("nothing", some(view().slice_axis(0, 1..1))),
        ("an axis of one", some(view().slice_axis(0, 1..2))),
        ("broadcast", some(one.broadcast(&[3, 4]))),
    ]
}

/// Bytes that begin where those of a file that was read as a whole do: aligned for any dtype, or beyond that.
#[cfg(any(feature = "npz", feature = "safetensors"))]
struct Placed {
    room: Vec<u8>,
    from: usize,
}

#[cfg(any(feature = "npz", feature = "safetensors"))]
impl Placed {
    fn new(bytes: &[u8], beyond: usize) -> Placed {
        let mut room = vec![0; bytes.len() + 128];
        let from = room.as_ptr().align_offset(64) + beyond;
        room[from..from + bytes.len()].copy_from_slice(bytes);
        room.truncate(from + bytes.len());
        Placed { room, from }
    }

    fn bytes(&self) -> &[u8] {
        &self.room[self.from..]
    }
}

const SHAPE: [usize; 2] = [3, 4];
