//! npyz: another reader and writer of `.npy` files.

use half::f16;
use npyz::{AutoSerialize, Deserialize, NpyFile, WriterBuilder};
use num_complex::Complex;
use runtime::{DType, Tensor, TensorView};

use crate::content::{Bits, Content};
use crate::trip::{Library, Remark};

const NAME: &str = "npyz";

pub(super) const NPY: Library = Library { name: NAME, way: ".npy", out, back, one_axis: false };

fn theirs(error: impl ToString) -> Remark {
    Remark::new(NAME, error)
}

/// Calls with the element type that npyz has for a dtype.
macro_rules! by_element {
    ($dtype:expr, $call:ident($($argument:expr),*)) => {
        match $dtype {
            DType::Bool => $call::<bool>($($argument),*),
            DType::I8 => $call::<i8>($($argument),*),
            DType::I16 => $call::<i16>($($argument),*),
            DType::I32 => $call::<i32>($($argument),*),
            DType::I64 => $call::<i64>($($argument),*),
            DType::U8 => $call::<u8>($($argument),*),
            DType::U16 => $call::<u16>($($argument),*),
            DType::U32 => $call::<u32>($($argument),*),
            DType::U64 => $call::<u64>($($argument),*),
            DType::F16 => $call::<f16>($($argument),*),
            DType::F32 => $call::<f32>($($argument),*),
            DType::F64 => $call::<f64>($($argument),*),
            DType::C64 => $call::<Complex<f32>>($($argument),*),
            DType::C128 => $call::<Complex<f64>>($($argument),*),
            _ => Err(theirs("no element type of it")),
        }
    };
}

fn out(view: &TensorView<'_>) -> Result<Content, Remark> {
    fn of<T: Bits + Deserialize>(dtype: DType, file: NpyFile<&[u8]>) -> Result<Content, Remark> {
        let shape = file.shape().iter().map(|&len| usize::try_from(len));
        let shape: Vec<usize> = shape.collect::<Result<_, _>>().map_err(theirs)?;
        let elements = file.into_vec::<T>().map_err(theirs)?;
        Ok(Content::of(dtype, &shape, elements))
    }
    let mut file = Vec::new();
    view.write_npy(&mut file).map_err(Remark::ours)?;
    let file = NpyFile::new(&file[..]).map_err(theirs)?;
    by_element!(view.dtype(), of(view.dtype(), file))
}

fn back(wanted: &Content) -> Result<Tensor, Remark> {
    fn of<T: Bits + runtime::Typed + AutoSerialize>(wanted: &Content) -> Result<Tensor, Remark> {
        let ours = crate::content::tensor(wanted);
        let elements = ours.array::<T>().map_err(Remark::ours)?;
        let shape: Vec<u64> = wanted.shape.iter().map(|&len| len as u64).collect();
        let mut file = Vec::new();
        let writer = npyz::WriteOptions::new().default_dtype().shape(&shape).writer(&mut file);
        let mut writer = writer.begin_nd().map_err(theirs)?;
        writer.extend(elements.iter().copied()).map_err(theirs)?;
        writer.finish().map_err(theirs)?;
        Tensor::read_npy(&file[..]).map_err(Remark::ours)
    }
    by_element!(wanted.dtype, of(wanted))
}
