//! The enums of dtypes of other crates: `TryFrom` there and back, beside the sizes that they say.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};

use runtime::DType;

use crate::trip::{Column, Outcome, Remark, Trip};

/// A column of each enum.
pub(crate) fn columns() -> Vec<Column> {
    vec![
        column("arrow-rs", "DataType", |it: &arrow_schema::DataType| match it {
            arrow_schema::DataType::Boolean => Some(8),
            other => Some(other.primitive_width()? * 8),
        }),
        column("burn-std", "DType", |it: &burn_std::DType| Some(it.size() * 8)),
        // Those of fewer than 8 bits have no size there.
        column("candle", "DType", |it: &candle_core::DType| match it.size_in_bytes() {
            0 => None,
            bytes => Some(bytes * 8),
        }),
        column("safetensors", "Dtype", |it: &safetensors::Dtype| Some(it.bitsize())),
    ]
}

/// Any enum that goes both ways by value or by reference.
trait Enum: Debug + Sized {
    type Out: Display;
    type Back: Display;
    fn of(dtype: DType) -> Result<Self, Self::Out>;
    fn dtype(&self) -> Result<DType, Self::Back>;
}

macro_rules! by_value {
    ($($t:ty),*) => { $(
        impl Enum for $t {
            type Out = <$t as TryFrom<DType>>::Error;
            type Back = <DType as TryFrom<$t>>::Error;

            fn of(dtype: DType) -> Result<$t, Self::Out> {
                dtype.try_into()
            }

            fn dtype(&self) -> Result<DType, Self::Back> {
                DType::try_from(*self)
            }
        }
    )* };
}
by_value!(burn_std::DType, candle_core::DType, safetensors::Dtype);

impl Enum for arrow_schema::DataType {
    type Out = <Self as TryFrom<DType>>::Error;
    type Back = <DType as TryFrom<&'static Self>>::Error;

    fn of(dtype: DType) -> Result<Self, Self::Out> {
        dtype.try_into()
    }

    fn dtype(&self) -> Result<DType, Self::Back> {
        DType::try_from(self)
    }
}

fn column<E: Enum>(library: &str, way: &str, bits: fn(&E) -> Option<usize>) -> Column {
    let mut trips = BTreeMap::new();
    for dtype in DType::ALL {
        let (out, back) = match E::of(dtype) {
            Ok(theirs) => {
                if let Some(bits) = bits(&theirs) {
                    let wanted = if dtype == DType::Bool { 8 } else { dtype.bits() as usize };
                    assert_eq!(bits, wanted, "{dtype}: {library} says otherwise of {theirs:?}");
                }
                let back = theirs.dtype();
                let same = back.as_ref().is_ok_and(|&back| back == dtype);
                assert!(same, "{dtype} is {theirs:?} and comes back as another");
                (Outcome::Same(None), Outcome::Same(None))
            }
            Err(error) => {
                let refused = Outcome::Refused(Remark::ours(error));
                (refused.clone(), refused)
            }
        };
        let outcomes = |outcome| [("enum".to_owned(), outcome)].into();
        trips.insert(dtype.to_string(), Trip { out: outcomes(out), back: outcomes(back) });
    }
    Column { library: library.into(), way: way.into(), trips }
}
