//! The structures of `dlpack.h`, as C has them, and what both forms of a managed tensor have in common.

use core::ffi::c_void;

/// `DLPackVersion`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// Another one lays out the structures otherwise.
    pub major: u32,
    /// A greater one has more codes and devices.
    pub minor: u32,
}

impl Version {
    /// The version that is written, and whose major version is read.
    pub const WRITTEN: Version = Version { major: 1, minor: 1 };
}

/// `DLDevice`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device {
    /// What device it is: 1 is the CPU.
    pub kind: i32,
    /// Which one of them.
    pub id: i32,
}

impl Device {
    /// The CPU, whose memory tensors have.
    pub const CPU: Device = Device { kind: 1, id: 0 };
}

/// `DLDataType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataType {
    /// The code of the type.
    pub code: u8,
    /// The width in bits.
    pub bits: u8,
    /// How many values an element has: 1 unless it is a vector.
    pub lanes: u16,
}

/// `DLTensor`: elements, which it does not own.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TensorDescription {
    /// The address that the offset is added to.
    pub data: *mut c_void,
    /// Where the memory is.
    pub device: Device,
    /// How many axes there are.
    pub ndim: i32,
    /// The type of the elements.
    pub dtype: DataType,
    /// How many elements there are along each axis.
    pub shape: *mut i64,
    /// How many elements lie between neighbours along each axis; null where they lie in the order of the axes.
    pub strides: *mut i64,
    /// How many bytes behind the address the first element is.
    pub byte_offset: u64,
}

/// `DLManagedTensor`: elements that a library lends, before version 1.0 of the protocol.
#[repr(C)]
#[derive(Debug)]
pub struct ManagedTensor {
    /// The elements.
    pub tensor: TensorDescription,
    /// What the deleter needs.
    pub context: *mut c_void,
    /// Gives the elements back.
    pub deleter: Option<unsafe extern "C" fn(*mut ManagedTensor)>,
}

/// `DLManagedTensorVersioned`: elements that a library lends, since version 1.0 of the protocol.
#[repr(C)]
#[derive(Debug)]
pub struct ManagedTensorVersioned {
    /// The version of the structure, which does not move.
    pub version: Version,
    /// What the deleter needs.
    pub context: *mut c_void,
    /// Gives the elements back.
    pub deleter: Option<unsafe extern "C" fn(*mut ManagedTensorVersioned)>,
    /// [`READ_ONLY`](Self::READ_ONLY) and others.
    pub flags: u64,
    /// The elements.
    pub tensor: TensorDescription,
}

impl ManagedTensorVersioned {
    /// The flag of elements that must not be written to.
    pub const READ_ONLY: u64 = 1;
    /// The flag of elements that the library copied, and that nobody else has.
    pub const COPIED: u64 = 2;
    /// The flag of elements of fewer than 8 bits each of which takes a byte; without it, they share bytes.
    pub const PADDED: u64 = 4;
}

/// Either form of a managed tensor.
pub trait Managed: Sized + private::Sealed {
    #[doc(hidden)]
    const IS_VERSIONED: bool;

    #[doc(hidden)]
    fn new(
        tensor: TensorDescription,
        flags: u64,
        context: *mut c_void,
        deleter: unsafe extern "C" fn(*mut Self),
    ) -> Self;

    /// The version, the first word of the structure, if it has one.
    #[doc(hidden)]
    fn version(&self) -> Option<Version>;

    #[doc(hidden)]
    fn tensor(&self) -> &TensorDescription;

    #[doc(hidden)]
    fn flags(&self) -> u64;

    #[doc(hidden)]
    fn context(&self) -> *mut c_void;

    #[doc(hidden)]
    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)>;
}

mod private {
    /// The protocol has two forms.
    pub trait Sealed {}
    impl Sealed for super::ManagedTensor {}
    impl Sealed for super::ManagedTensorVersioned {}
}

impl Managed for ManagedTensor {
    const IS_VERSIONED: bool = false;

    fn new(
        tensor: TensorDescription,
        _: u64,
        context: *mut c_void,
        deleter: unsafe extern "C" fn(*mut Self),
    ) -> Self {
        ManagedTensor { tensor, context, deleter: Some(deleter) }
    }

    fn version(&self) -> Option<Version> {
        None
    }

    fn tensor(&self) -> &TensorDescription {
        &self.tensor
    }

    fn flags(&self) -> u64 {
        0
    }

    fn context(&self) -> *mut c_void {
        self.context
    }

    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.deleter
    }
}

impl Managed for ManagedTensorVersioned {
    const IS_VERSIONED: bool = true;

    fn new(
        tensor: TensorDescription,
        flags: u64,
        context: *mut c_void,
        deleter: unsafe extern "C" fn(*mut Self),
    ) -> Self {
        let version = Version::WRITTEN;
        ManagedTensorVersioned { version, context, deleter: Some(deleter), flags, tensor }
    }

    fn version(&self) -> Option<Version> {
        Some(self.version)
    }

    fn tensor(&self) -> &TensorDescription {
        &self.tensor
    }

    fn flags(&self) -> u64 {
        self.flags
    }

    fn context(&self) -> *mut c_void {
        self.context
    }

    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.deleter
    }
}
