//! Burn: `TensorData` of burn-std, which every backend of Burn takes and gives.

use burn_std::{BoolStore, DType as BurnDType, TensorData};
use runtime::{DType, Tensor, TensorView};

use crate::content::{Bits, Content};
use crate::trip::{Library, Remark};

const NAME: &str = "burn-std";

pub(super) const BYTES: Library =
    Library { name: NAME, way: "TensorData", out, back, one_axis: false };

/// The bytes are those of a copy in order, if the view is not.
fn out(view: &TensorView<'_>) -> Result<Content, Remark> {
    let dtype = BurnDType::try_from(view.dtype()).map_err(Remark::ours)?;
    let bytes = view.to_tensor().as_bytes().expect("a copy lies in order").to_vec();
    let data = TensorData::try_from_bytes_vec(bytes, view.shape().to_vec(), dtype);
    content(&data.map_err(|error| Remark::new(NAME, error))?)
}

fn content(data: &TensorData) -> Result<Content, Remark> {
    fn of<E: burn_std::Element + Bits>(data: &TensorData) -> Result<Content, Remark> {
        let elements = data.as_slice::<E>().map_err(|error| Remark::new(NAME, error))?;
        let dtype = DType::try_from(data.dtype()).map_err(Remark::ours)?;
        Ok(Content::of(dtype, &data.shape().to_vec(), elements.iter().copied()))
    }
    match data.dtype() {
        BurnDType::F64 => of::<f64>(data),
        BurnDType::F32 => of::<f32>(data),
        BurnDType::F16 => of::<half::f16>(data),
        BurnDType::BF16 => of::<half::bf16>(data),
        BurnDType::I64 => of::<i64>(data),
        BurnDType::I32 => of::<i32>(data),
        BurnDType::I16 => of::<i16>(data),
        BurnDType::I8 => of::<i8>(data),
        BurnDType::U64 => of::<u64>(data),
        BurnDType::U32 => of::<u32>(data),
        BurnDType::U16 => of::<u16>(data),
        BurnDType::U8 => of::<u8>(data),
        BurnDType::Bool(BoolStore::Native) => of::<bool>(data),
        other @ (BurnDType::Flex32 | BurnDType::Bool(_) | BurnDType::QFloat(_)) => {
            Err(Remark::new(NAME, format!("{other:?} is of none of the dtypes here")))
        }
    }
}

fn back(wanted: &Content) -> Result<Tensor, Remark> {
    let dtype = BurnDType::try_from(wanted.dtype).map_err(Remark::ours)?;
    let data = TensorData::from_bytes_vec(wanted.bytes.clone(), wanted.shape.clone(), dtype);
    let dtype = DType::try_from(data.dtype()).map_err(Remark::ours)?;
    Tensor::from_bytes(dtype, data.as_bytes(), &data.shape().to_vec()).map_err(Remark::ours)
}
