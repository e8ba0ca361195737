//! `.npy` files: what is read is written again, and then read as the same.

use runtime::Tensor;

pub(crate) fn file(bytes: &[u8]) {
    let Ok(tensor) = Tensor::read_npy(bytes) else { return };
    let mut written = Vec::new();
    // NumPy has no name for some dtypes, and none of them can have been read.
    tensor.write_npy(&mut written).unwrap_or_else(|error| panic!("{error}"));
    let again = Tensor::read_npy(&written[..]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((again.dtype(), again.shape()), (tensor.dtype(), tensor.shape()));
    assert_eq!(conformance::elements::bits(&again), conformance::elements::bits(&tensor));
}
