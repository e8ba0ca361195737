//! safetensors: the files of the format's own crate.

use runtime::exchange::safetensors::{Safetensors, to_bytes};
use runtime::{DType, Tensor, TensorView};
use safetensors::tensor::{Dtype, SafeTensors, TensorView as Theirs, serialize};

use crate::content::{Content, pairs, singles};
use crate::trip::{Library, Remark};

const NAME: &str = "safetensors";

pub(super) const FILE: Library =
    Library { name: NAME, way: ".safetensors", out, back, one_axis: false };

fn theirs(error: impl ToString) -> Remark {
    Remark::new(NAME, error)
}

fn out(view: &TensorView<'_>) -> Result<Content, Remark> {
    let file = to_bytes([("x", view.clone())], &[]).map_err(Remark::ours)?;
    let file = SafeTensors::deserialize(&file).map_err(theirs)?;
    let found = file.tensor("x").map_err(theirs)?;
    let dtype = DType::try_from(found.dtype()).map_err(Remark::ours)?;
    let (shape, data) = (found.shape().to_vec(), found.data());
    let bytes = if dtype.bits() == 4 { singles(data, &shape) } else { data.to_vec() };
    Ok(Content { dtype, shape, bytes, numbers: None })
}

fn back(wanted: &Content) -> Result<Tensor, Remark> {
    let dtype = Dtype::try_from(wanted.dtype).map_err(Remark::ours)?;
    // Elements of fewer than 8 bits take fewer bytes there.
    let bits = wanted.dtype.bits() as usize * wanted.shape.iter().product::<usize>();
    let bytes = match wanted.dtype.bits() {
        4 => pairs(&wanted.bytes),
        _ => wanted.bytes[..bits / 8].to_vec(),
    };
    let tensor = Theirs::new(dtype, wanted.shape.clone(), &bytes).map_err(theirs)?;
    let file = serialize([("x", tensor)], None).map_err(theirs)?;
    let file = Safetensors::new(&file).map_err(Remark::ours)?;
    file.tensor("x").map_err(Remark::ours)
}
