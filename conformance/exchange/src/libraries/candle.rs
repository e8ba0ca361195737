//! candle: tensors by their bytes, and the files that candle reads and writes.

use std::collections::HashMap;

use candle_core::{CpuStorage, DType as CandleDType, Device, Storage, Tensor as Candle};
use runtime::exchange::npz::{self, Npz};
use runtime::exchange::safetensors::{Safetensors, to_bytes};
use runtime::{DType, Tensor, TensorView};

use crate::content::{Bits, Content, pairs, singles};
use crate::trip::{Library, Remark};

const NAME: &str = "candle";

pub(super) const BYTES: Library =
    Library { name: NAME, way: "raw buffer", out: out_bytes, back: back_bytes, one_axis: false };
pub(super) const SAFETENSORS: Library = Library {
    name: NAME,
    way: ".safetensors",
    out: out_safetensors,
    back: back_safetensors,
    one_axis: false,
};
pub(super) const NPZ: Library =
    Library { name: NAME, way: ".npz", out: out_npz, back: back_npz, one_axis: false };

fn theirs(error: impl ToString) -> Remark {
    Remark::new(NAME, error)
}

fn content(tensor: &Candle) -> Result<Content, Remark> {
    fn of<T: Bits + candle_core::WithDType>(
        dtype: DType,
        tensor: &Candle,
    ) -> Result<Content, Remark> {
        let elements: Vec<T> = tensor.flatten_all().and_then(|it| it.to_vec1()).map_err(theirs)?;
        Ok(Content::of(dtype, tensor.dims(), elements))
    }
    let dtype = DType::try_from(tensor.dtype()).map_err(Remark::ours)?;
    match tensor.dtype() {
        CandleDType::U8 => of::<u8>(dtype, tensor),
        CandleDType::U32 => of::<u32>(dtype, tensor),
        CandleDType::I16 => of::<i16>(dtype, tensor),
        CandleDType::I32 => of::<i32>(dtype, tensor),
        CandleDType::I64 => of::<i64>(dtype, tensor),
        CandleDType::BF16 => of::<half::bf16>(dtype, tensor),
        CandleDType::F16 => of::<half::f16>(dtype, tensor),
        CandleDType::F32 => of::<f32>(dtype, tensor),
        CandleDType::F64 => of::<f64>(dtype, tensor),
        CandleDType::F8E4M3 => of::<float8::F8E4M3>(dtype, tensor),
        // candle carries the bytes of these, and computes nothing with them.
        _ => {
            let (storage, _) = tensor.storage_and_layout();
            let Storage::Cpu(
                CpuStorage::F8E8M0(bytes)
                | CpuStorage::F6E2M3(bytes)
                | CpuStorage::F6E3M2(bytes)
                | CpuStorage::F4(bytes),
            ) = &*storage
            else {
                return Err(theirs(format!("no bytes of {:?}", tensor.dtype())));
            };
            let shape = tensor.dims().to_vec();
            let bytes = if dtype.bits() == 4 { singles(bytes, &shape) } else { bytes.clone() };
            Ok(Content { dtype, shape, bytes, numbers: None })
        }
    }
}

/// A tensor that candle makes of bytes.
fn candle(content: &Content) -> Result<Candle, Remark> {
    let dtype = CandleDType::try_from(content.dtype).map_err(Remark::ours)?;
    let bytes = match content.dtype.bits() {
        4 => &pairs(&content.bytes),
        6 => return Err(theirs(format!("{} shares bytes", dtype.as_str()))),
        _ => &content.bytes,
    };
    Candle::from_raw_buffer(bytes, dtype, &content.shape, &Device::Cpu).map_err(theirs)
}

fn out_bytes(view: &TensorView<'_>) -> Result<Content, Remark> {
    content(&candle(&Content::of_view(view))?)
}

fn back_bytes(wanted: &Content) -> Result<Tensor, Remark> {
    let found = content(&candle(wanted)?)?;
    Tensor::from_bytes(found.dtype, &found.bytes, &found.shape).map_err(Remark::ours)
}

fn out_safetensors(view: &TensorView<'_>) -> Result<Content, Remark> {
    let file = to_bytes([("x", view.clone())], &[]).map_err(Remark::ours)?;
    let tensors = candle_core::safetensors::load_buffer(&file, &Device::Cpu).map_err(theirs)?;
    content(&tensors["x"])
}

fn back_safetensors(wanted: &Content) -> Result<Tensor, Remark> {
    let tensor = candle(wanted)?;
    let folder = tempfile::tempdir().map_err(theirs)?;
    let path = folder.path().join("x.safetensors");
    // candle panics where it cannot give the bytes back.
    let write = std::panic::AssertUnwindSafe(|| {
        candle_core::safetensors::save(&HashMap::from([("x", tensor)]), &path)
    });
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let written = std::panic::catch_unwind(write);
    std::panic::set_hook(hook);
    written.map_err(|_| theirs("panics while it writes"))?.map_err(theirs)?;
    let file = std::fs::read(&path).map_err(theirs)?;
    let file = Safetensors::new(&file).map_err(Remark::ours)?;
    file.tensor("x").map_err(Remark::ours)
}

fn out_npz(view: &TensorView<'_>) -> Result<Content, Remark> {
    let folder = tempfile::tempdir().map_err(theirs)?;
    let path = folder.path().join("x.npz");
    let file = std::fs::File::create(&path).map_err(theirs)?;
    npz::write(file, [("x", view.clone())]).map_err(Remark::ours)?;
    let tensors = Candle::read_npz(&path).map_err(theirs)?;
    content(&tensors[0].1)
}

fn back_npz(wanted: &Content) -> Result<Tensor, Remark> {
    let tensor = candle(wanted)?;
    let folder = tempfile::tempdir().map_err(theirs)?;
    let path = folder.path().join("x.npz");
    Candle::write_npz(&[("x", &tensor)], &path).map_err(theirs)?;
    let file = std::fs::read(&path).map_err(theirs)?;
    let file = Npz::new(&file).map_err(Remark::ours)?;
    file.tensor("x").map_err(Remark::ours)
}
