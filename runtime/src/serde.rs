//! [`DType`] and [`Ruleset`] as their names; tensors as their dtype, shape and values.

#[cfg(feature = "kernels")]
mod element;
#[cfg(feature = "kernels")]
mod narrow;
#[cfg(feature = "kernels")]
mod tensor;

use alloc::borrow::Cow;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::{DType, Ruleset};

impl Serialize for DType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for DType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DType, D::Error> {
        let name = Cow::<'_, str>::deserialize(deserializer)?;
        name.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Ruleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Ruleset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ruleset, D::Error> {
        let name = Cow::<'_, str>::deserialize(deserializer)?;
        Ruleset::find(&name).map_err(D::Error::custom)
    }
}
