//! Tensors in JSON and in postcard's binary format: what is read is written again, and then read as the same.

use conformance::elements::bits;
use runtime::Tensor;

pub(crate) fn documents(bytes: &[u8]) {
    let Some((&form, document)) = bytes.split_first() else { return };
    if form.is_multiple_of(2) {
        let Ok(tensor) = serde_json::from_slice::<Tensor>(document) else { return };
        let written = serde_json::to_vec(&tensor).unwrap_or_else(|error| panic!("{error}"));
        same(&tensor, serde_json::from_slice(&written).unwrap_or_else(|error| panic!("{error}")));
    } else {
        let Ok(tensor) = postcard::from_bytes::<Tensor>(document) else { return };
        let written = postcard::to_allocvec(&tensor).unwrap_or_else(|error| panic!("{error}"));
        same(&tensor, postcard::from_bytes(&written).unwrap_or_else(|error| panic!("{error}")));
    }
}

fn same(one: &Tensor, other: Tensor) {
    assert_eq!((one.dtype(), one.shape()), (other.dtype(), other.shape()));
    assert_eq!(bits(one), bits(&other));
}
