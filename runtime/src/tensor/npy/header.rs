//! The header of a `.npy` file ⇄ a dtype, a byte order, an order of axes and a shape.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::io::Read;

use super::{NpyError, fill};
use crate::DType;
use crate::tensor::shape::Shape;

const MAGIC: &[u8] = b"\x93NUMPY";
/// No header of numbers is longer.
const LONGEST: usize = 1 << 16;
/// Elements begin at a multiple of this.
const ALIGN: usize = 64;

pub(super) struct Header {
    pub(super) dtype: DType,
    pub(super) big_endian: bool,
    pub(super) fortran: bool,
    pub(super) shape: Vec<usize>,
}

fn damaged(message: impl Into<String>) -> NpyError {
    NpyError::Header { message: message.into() }
}

/// Just so many bytes.
fn exactly<const N: usize>(reader: &mut impl Read) -> Result<[u8; N], NpyError> {
    let mut bytes = [0; N];
    match fill(reader, &mut bytes)? {
        count if count == N => Ok(bytes),
        _ => Err(damaged("it ends within its header")),
    }
}

impl Header {
    pub(super) fn read(reader: &mut impl Read, asked: Option<DType>) -> Result<Header, NpyError> {
        let [magic @ .., major, _] = exactly::<8>(reader)?;
        if magic != MAGIC {
            return Err(damaged("it does not begin with `\\x93NUMPY`"));
        }
        let len = match major {
            1 => u16::from_le_bytes(exactly(reader)?).into(),
            2 | 3 => u32::from_le_bytes(exactly(reader)?),
            _ => return Err(damaged(format!("version {major} of the format is not known"))),
        };
        let len = usize::try_from(len).ok().filter(|&len| len <= LONGEST);
        let len = len.ok_or_else(|| damaged("its header is longer than that of any array"))?;
        let mut bytes = alloc::vec![0; len];
        if fill(reader, &mut bytes)? < len {
            return Err(damaged("it ends within its header"));
        }
        let text = core::str::from_utf8(&bytes);
        let text = text.map_err(|_| damaged("its header is no text"))?;
        Header::parse(text, asked)
    }

    /// A Python dictionary of `descr`, `fortran_order` and `shape`.
    fn parse(text: &str, asked: Option<DType>) -> Result<Header, NpyError> {
        let mut words = Words { left: text.trim() };
        let (mut descr, mut fortran, mut shape) = (None, None, None);
        words.take("{")?;
        while !words.next_is("}") {
            let key = words.string()?;
            words.take(":")?;
            match key {
                "descr" => descr = Some(words.descr()?),
                "fortran_order" => fortran = Some(words.bool()?),
                "shape" => shape = Some(words.shape()?),
                _ => return Err(damaged(format!("its header has an entry `{key}`"))),
            }
            if !words.next_is(",") {
                words.take("}")?;
                break;
            }
        }
        if !words.left.is_empty() {
            return Err(damaged("its header goes on after its dictionary"));
        }
        let missing = |entry: &str| damaged(format!("its header has no entry `{entry}`"));
        let (dtype, big_endian) = dtype(descr.ok_or_else(|| missing("descr"))?, asked)?;
        let fortran = fortran.ok_or_else(|| missing("fortran_order"))?;
        let shape = shape.ok_or_else(|| missing("shape"))?;
        Ok(Header { dtype, big_endian, fortran, shape })
    }

    /// The bytes before the elements.
    pub(super) fn bytes(dtype: DType, shape: &[usize]) -> Result<Vec<u8>, NpyError> {
        let descr = described(dtype);
        let order = if dtype.size() == 1 { '|' } else { '<' };
        let shape = Shape(shape);
        let text =
            format!("{{'descr': '{order}{descr}', 'fortran_order': False, 'shape': {shape}, }}");
        // The second version has four bytes for the length.
        let (version, prefix) = if text.len() + 2 * ALIGN < 1 << 16 { (1, 10) } else { (2, 12) };
        let end = (prefix + text.len() + 1).next_multiple_of(ALIGN);
        let len = u32::try_from(end - prefix).map_err(|_| damaged("too many axes"))?;
        let mut bytes = [MAGIC, &[version, 0], &len.to_le_bytes()[..prefix - 8]].concat();
        bytes.extend(text.as_bytes());
        bytes.resize(end - 1, b' ');
        bytes.push(b'\n');
        Ok(bytes)
    }
}

/// What a dtype is described as after the byte order, where NumPy has it.
fn named(dtype: DType) -> Option<&'static str> {
    Some(dtype.numpy_typestr().ok()?.trim_start_matches(['<', '|']))
}

/// What a dtype is described as after the byte order: one that NumPy has no name for, as so many bytes.
fn described(dtype: DType) -> Cow<'static, str> {
    match named(dtype) {
        Some(descr) => descr.into(),
        None => format!("V{}", dtype.size()).into(),
    }
}

/// The dtype of elements, and whether their first byte is the highest; where one is asked for, it must be that.
fn dtype(descr: &str, asked: Option<DType>) -> Result<(DType, bool), NpyError> {
    let plain = descr.trim_start_matches(['<', '>', '|', '=']);
    let big_endian = match descr.strip_suffix(plain) {
        Some(">") => true,
        Some("=") => cfg!(target_endian = "big"),
        _ => false,
    };
    let known = match asked {
        // ml_dtypes describes float8_e5m2 as a float of one byte, and complex32 by a letter of its own.
        Some(asked)
            if described(asked) == plain
                || (plain == "f1" && asked.is_narrow())
                || (plain == "W4" && asked == DType::C32) =>
        {
            Some(asked)
        }
        Some(_) => None,
        None => DType::ALL.into_iter().find(|&dtype| named(dtype) == Some(plain)),
    };
    match known {
        Some(dtype) if descr.len() <= plain.len() + 1 => Ok((dtype, big_endian)),
        _ => Err(NpyError::Descr { descr: descr.to_owned(), asked }),
    }
}

/// The rest of a dictionary as Python writes it.
struct Words<'a> {
    left: &'a str,
}

impl<'a> Words<'a> {
    fn skip(&mut self, len: usize) -> &'a str {
        let (word, left) = self.left.split_at(len);
        self.left = left.trim_start();
        word
    }

    fn next_is(&mut self, word: &str) -> bool {
        let next = self.left.starts_with(word);
        if next {
            self.skip(word.len());
        }
        next
    }

    fn take(&mut self, word: &str) -> Result<(), NpyError> {
        match self.next_is(word) {
            true => Ok(()),
            false => Err(damaged(format!("its header lacks a `{word}`"))),
        }
    }

    fn string(&mut self) -> Result<&'a str, NpyError> {
        let text = self.left;
        let inner = text.strip_prefix(['\'', '"']);
        let inner = inner.ok_or_else(|| damaged("its header lacks a string"))?;
        let len =
            inner.find(&text[..1]).ok_or_else(|| damaged("a string of its header is open"))?;
        self.skip(len + 2);
        Ok(&inner[..len])
    }

    fn descr(&mut self) -> Result<&'a str, NpyError> {
        match self.left.starts_with(['\'', '"']) {
            true => self.string(),
            // Fields of records, in a list: shown up to the end of it.
            false => {
                let end = self.left.rfind(']').map_or(self.left.len(), |end| end + 1);
                Err(NpyError::Descr { descr: self.left[..end].to_owned(), asked: None })
            }
        }
    }

    fn bool(&mut self) -> Result<bool, NpyError> {
        if self.next_is("True") {
            return Ok(true);
        }
        match self.next_is("False") {
            true => Ok(false),
            false => Err(damaged("fortran_order is neither True nor False")),
        }
    }

    fn shape(&mut self) -> Result<Vec<usize>, NpyError> {
        let mut shape = Vec::new();
        self.take("(")?;
        while !self.next_is(")") {
            let len = self.left.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.left.len());
            let digits = self.skip(len);
            // Python 2 wrote `3L`.
            self.next_is("L");
            let axis = digits.parse();
            shape.push(axis.map_err(|_| damaged("its shape is not one of lengths of axes"))?);
            if !self.next_is(",") {
                self.take(")")?;
                break;
            }
        }
        Ok(shape)
    }
}
