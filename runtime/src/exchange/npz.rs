//! NumPy's `.npz` files ⇄ tensors: archives of `.npy` files, which are viewed where they are or read.
//!
//! ```
//! use concord_runtime::exchange::npz::{self, Npz};
//! use concord_runtime::{Tensor, TensorView};
//!
//! let mut file = std::io::Cursor::new(Vec::new());
//! npz::write(&mut file, [("a", TensorView::of(&[1_i64, 2])), ("b", TensorView::of(&[0.5_f32]))])?;
//!
//! let npz = Npz::new(file.get_ref())?;
//! assert_eq!(npz.names().collect::<Vec<_>>(), ["a", "b"]);
//! assert_eq!(npz.tensor("a")?, Tensor::from([1_i64, 2]));
//! # Ok::<(), concord_runtime::exchange::npz::NpzError>(())
//! ```

mod error;

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::io::{Cursor, Read, Seek, Write};

use rules::nearest;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

pub use error::NpzError;

use crate::{DType, NpyError, Tensor, TensorView};

/// Elements of a member begin at a multiple of this, as those of a `.npy` file do.
const ALIGN: u16 = 64;
/// So many bytes behind the last element are too many to look for the checksum after them.
const MOST_BEHIND: u64 = 1 << 16;
const BEYOND_THE_FILE: &str = "a member lies beyond the end of the file";
const TOO_MUCH_BEHIND: &str = "its header says fewer elements than there are";
/// What the names of members end with.
const SUFFIX: &str = ".npy";

/// An `.npz` file: bytes that are read, or mapped, into memory.
#[derive(Clone, Debug)]
pub struct Npz<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    bytes: &'a [u8],
    /// The members that are tensors, in the order of the file, without `.npy`.
    names: Vec<String>,
}

/// How the elements are read: as what NumPy says they are, or as of a dtype that it has no name for.
type Asked = Option<DType>;

impl<'a> Npz<'a> {
    /// The file of these bytes.
    ///
    /// # Errors
    ///
    /// [`NpzError::Archive`] where it is no archive.
    pub fn new(bytes: &'a [u8]) -> Result<Npz<'a>, NpzError> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(NpzError::Archive)?;
        let members = archive.file_names().filter_map(Result::ok);
        let names = members.filter_map(|name| name.strip_suffix(SUFFIX).map(ToOwned::to_owned));
        let names = names.collect();
        Ok(Npz { archive, bytes, names })
    }

    /// The tensors' names, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// A view of a tensor, where the bytes are. Their checksum is not looked at, which [`tensor`](Self::tensor) does.
    ///
    /// # Errors
    ///
    /// [`NpzError`]: no tensor of that name; one that is compressed, as `numpy.savez_compressed` writes it; and what
    /// [`TensorView::from_npy`] gives, such as elements that are not aligned: `numpy.savez` does not see to that, and
    /// [`write()`] does. [`tensor`](Self::tensor) reads them all.
    pub fn view(&self, name: &str) -> Result<TensorView<'a>, NpzError> {
        self.viewed(name, None)
    }

    /// The same of elements of a dtype that NumPy has no name for, as [`TensorView::from_npy_as`].
    ///
    /// # Errors
    ///
    /// As [`view`](Self::view).
    pub fn view_as(&self, name: &str, dtype: DType) -> Result<TensorView<'a>, NpzError> {
        self.viewed(name, Some(dtype))
    }

    /// A copy of a tensor.
    ///
    /// # Errors
    ///
    /// [`NpzError`]: no tensor of that name, and what [`Tensor::read_npy`] gives.
    pub fn tensor(&self, name: &str) -> Result<Tensor, NpzError> {
        self.copied(name, None)
    }

    /// The same of elements of a dtype that NumPy has no name for, as [`Tensor::read_npy_as`].
    ///
    /// # Errors
    ///
    /// As [`tensor`](Self::tensor).
    pub fn tensor_as(&self, name: &str, dtype: DType) -> Result<Tensor, NpzError> {
        self.copied(name, Some(dtype))
    }

    fn viewed(&self, name: &str, asked: Asked) -> Result<TensorView<'a>, NpzError> {
        let mut archive = self.archive.clone();
        let member = archive.by_name(&self.member(name)?).map_err(NpzError::Archive)?;
        if member.compression() != CompressionMethod::Stored || member.encrypted() {
            return Err(NpzError::Compressed { name: name.to_owned() });
        }
        let start = member.data_start().and_then(|start| usize::try_from(start).ok());
        let bytes = start
            .zip(usize::try_from(member.compressed_size()).ok())
            .and_then(|(start, len)| self.bytes.get(start..start.checked_add(len)?));
        let bytes =
            bytes.ok_or(NpzError::Archive(ZipError::InvalidArchive(BEYOND_THE_FILE.into())))?;
        match asked {
            None => TensorView::from_npy(bytes),
            Some(dtype) => TensorView::from_npy_as(bytes, dtype),
        }
        .map_err(|error| NpzError::Member { name: name.to_owned(), error })
    }

    fn copied(&self, name: &str, asked: Asked) -> Result<Tensor, NpzError> {
        let mut archive = self.archive.clone();
        let mut member = archive.by_name(&self.member(name)?).map_err(NpzError::Archive)?;
        let tensor = match asked {
            None => Tensor::read_npy(&mut member),
            Some(dtype) => Tensor::read_npy_as(&mut member, dtype),
        };
        // To the end, where the checksum is.
        let rest = tensor.and_then(|tensor| {
            let behind = std::io::copy(&mut member.take(MOST_BEHIND), &mut std::io::sink())?;
            match behind < MOST_BEHIND {
                true => Ok(tensor),
                false => Err(NpyError::Header { message: TOO_MUCH_BEHIND.to_owned() }),
            }
        });
        rest.map_err(|error| NpzError::Member { name: name.to_owned(), error })
    }

    /// The member that holds a tensor.
    fn member(&self, name: &str) -> Result<String, NpzError> {
        if self.names().any(|known| known == name) {
            return Ok(format!("{name}{SUFFIX}"));
        }
        let nearest = nearest(name, self.names()).map(ToOwned::to_owned);
        Err(NpzError::NoTensor { name: name.to_owned(), nearest })
    }
}

/// Writes an `.npz` file of named tensors, which `numpy.load` reads, as `numpy.savez` writes it: not compressed. The
/// elements are where a [view](Npz::view) may be made of them. The writer is flushed.
///
/// # Errors
///
/// [`NpzError::Write`] where the writer fails, and [`NpzError::Twice`] where a name comes twice.
pub fn write<'a, N: AsRef<str>>(
    writer: impl Write + Seek,
    tensors: impl IntoIterator<Item = (N, TensorView<'a>)>,
) -> Result<(), NpzError> {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let options = stored.with_alignment(ALIGN).large_file(true);
    let mut archive = ZipWriter::new(writer);
    let mut names = BTreeSet::new();
    for (name, view) in tensors {
        let name = Cow::from(name.as_ref());
        let member = format!("{name}{SUFFIX}");
        if names.contains(&member) {
            return Err(NpzError::Twice { name: name.into_owned() });
        }
        archive.start_file(&*member, options).map_err(NpzError::Write)?;
        names.insert(member);
        let written = view.write_npy(&mut archive);
        written.map_err(|error: NpyError| NpzError::Member { name: name.into_owned(), error })?;
    }
    let mut writer = archive.finish().map_err(NpzError::Write)?;
    writer.flush().map_err(|error| NpzError::Write(error.into()))
}
