//! Bytes of a file ⇄ an element.

use alloc::vec::Vec;

use crate::Narrow;
use crate::generated::codes::*;
use crate::tensor::Typed;

/// An element type that the format has.
pub(super) trait Npy: Typed {
    /// From just as many bytes as it takes; `None` where they are no such element.
    fn read(bytes: &[u8], big_endian: bool) -> Option<Self>;

    /// Little-endian.
    fn write(self, bytes: &mut Vec<u8>);
}

impl Npy for bool {
    fn read(bytes: &[u8], _: bool) -> Option<bool> {
        match bytes {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }

    fn write(self, bytes: &mut Vec<u8>) {
        bytes.push(self.into());
    }
}

macro_rules! real {
    ($($t:ty),*) => { $(
        impl Npy for $t {
            fn read(bytes: &[u8], big_endian: bool) -> Option<$t> {
                let bytes = bytes.try_into().ok()?;
                Some(if big_endian { <$t>::from_be_bytes(bytes) } else { <$t>::from_le_bytes(bytes) })
            }

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
        }
    )* };
}
real!(i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64);

/// A byte, of which the bits above the element's are clear.
impl<const DTYPE: u8> Npy for Narrow<DTYPE>
where
    Narrow<DTYPE>: Typed,
{
    fn read(bytes: &[u8], _: bool) -> Option<Narrow<DTYPE>> {
        let &[bits] = bytes else { return None };
        Some(Narrow::from_bits(bits))
    }

    fn write(self, bytes: &mut Vec<u8>) {
        bytes.push(self.to_bits());
    }
}

macro_rules! complex {
    ($($t:ident of $part:ty),*) => { $(
        impl Npy for $t {
            fn read(bytes: &[u8], big_endian: bool) -> Option<$t> {
                let (re, im) = bytes.split_at_checked(size_of::<$part>())?;
                Some($t::new(<$part>::read(re, big_endian)?, <$part>::read(im, big_endian)?))
            }

            fn write(self, bytes: &mut Vec<u8>) {
                self.re.write(bytes);
                self.im.write(bytes);
            }
        }
    )* };
}
complex!(c32 of f16, c64 of f32, c128 of f64);
