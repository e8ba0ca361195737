//! A file → its bytes, mapped into memory and read as they are asked for.
#![expect(unsafe_code, reason = "a file that others change would change under a shared reference")]

use core::ops::Deref;
use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// A file's bytes, mapped into memory: what is not looked at is not read.
///
/// They are what [`TensorView::from_npy`](crate::TensorView::from_npy), `Npz` and `Safetensors` make views of.
///
/// ```
/// use concord_runtime::exchange::Mapped;
/// # #[cfg(feature = "npy")] {
/// use concord_runtime::{Tensor, TensorView};
///
/// let path = std::env::temp_dir().join(format!("concord-{}.npy", std::process::id()));
/// Tensor::from(vec![1.5_f32, 2.0]).write_npy(std::fs::File::create(&path)?)?;
/// // SAFETY: nobody else knows the file.
/// let file = unsafe { Mapped::open(&path) }?;
/// assert_eq!(TensorView::from_npy(&file)?, TensorView::of(&[1.5_f32, 2.0]));
/// # drop(file);
/// # std::fs::remove_file(path)?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Mapped(Mmap);

impl Mapped {
    /// The bytes of the file at a path.
    ///
    /// # Errors
    ///
    /// Where it cannot be opened or mapped.
    ///
    /// # Safety
    ///
    /// Nobody writes to the file or makes it shorter, in this process or another, as long as it is mapped.
    pub unsafe fn open(path: impl AsRef<Path>) -> io::Result<Mapped> {
        // SAFETY: as the caller vouches.
        unsafe { Mmap::map(&File::open(path)?) }.map(Mapped)
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

#[cfg(feature = "npy")]
impl super::SharedTensor<'static> {
    /// The tensor of a `.npy` file where it is mapped, as `numpy.load` with `mmap_mode="r"`: read-only.
    ///
    /// # Errors
    ///
    /// As [`TensorView::from_npy`](crate::TensorView::from_npy), and where the file cannot be opened or mapped.
    ///
    /// # Safety
    ///
    /// As [`Mapped::open`], for as long as the result lives.
    pub unsafe fn map_npy(path: impl AsRef<Path>) -> Result<Self, crate::NpyError> {
        // SAFETY: as the caller vouches.
        let file = unsafe { Mapped::open(path) }?;
        let view = crate::TensorView::from_npy(&file)?;
        let (dtype, at) = (view.dtype(), view.as_ptr().cast_mut());
        let (shape, strides) = (view.shape().to_vec(), view.strides().to_vec());
        // SAFETY: the view is of the file, which is kept; mapped memory stays where it is.
        let shared = unsafe {
            super::SharedTensor::from_raw_parts(dtype, at, &shape, Some(&strides), false, file)
        };
        Ok(shared?)
    }
}
