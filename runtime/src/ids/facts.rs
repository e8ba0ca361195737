//! A row of the generated table of systems, and look-ups in their tables of ids.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::{CodeAndBits, IdSystem, NoId, UnknownId};
use crate::DType;

/// What the spec says of a system.
pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) what: &'static str,
    pub(crate) source: &'static str,
    pub(crate) shared: bool,
    pub(crate) ids: Ids,
}

/// The ids of a system, in the order of the dtypes; of several ids of a dtype the one to write comes first.
#[derive(Clone, Copy)]
pub(crate) enum Ids {
    Numbers(&'static [(DType, i32)]),
    Texts(&'static [(DType, &'static str)]),
    CodesAndBits(&'static [(DType, CodeAndBits)]),
}

/// Defines the enum of systems, what is true of each, and the functions of [`DType`] that ask it: its variant, its name in
/// the spec, its table with the variant of [`Ids`] that holds it, and the functions, without the way back where several
/// dtypes share an id; what people call it, what of it is the id, and where that was read.
macro_rules! systems {
    ($($system:ident $name:literal, $ids:ident $form:ident, $to:ident $($from:ident)?:
        $title:literal, $what:literal, $source:literal, $url:literal;)*) => {
        /// A system that has ids of dtypes.
        ///
        /// Where each was read is [`IdSystem::source`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum IdSystem {$(
            #[doc = concat!($title, ": ", $what, ".")]
            $system,
        )*}

        impl IdSystem {
            /// Every system, in the order of the spec.
            pub const ALL: [IdSystem; FACTS.len()] = [$(IdSystem::$system),*];
        }

        /// In the order of [`IdSystem::ALL`].
        pub(crate) static FACTS: [$crate::ids::facts::Facts; [$($name),*].len()] = [$(
            $crate::ids::facts::Facts {
                name: $name,
                title: $title,
                what: $what,
                source: concat!($source, ", ", $url),
                shared: {
                    let back: &[&str] = &[$(stringify!($from))?];
                    back.is_empty()
                },
                ids: $crate::ids::facts::Ids::$form($ids),
            },
        )*];

        $(
            impl DType {
                #[doc = concat!($title, ": ", $what, ".")]
                ///
                #[doc = concat!("Source: ", $source, ", <", $url, ">.")]
                ///
                /// # Errors
                ///
                #[doc = concat!("If ", $title, " has no such id of the dtype.")]
                pub const fn $to(self) -> Result<$crate::ids::facts::id!($form), $crate::NoId> {
                    $crate::ids::facts::first(IdSystem::$system, $ids, self)
                }

                $($crate::ids::facts::back! {
                    $form, $from, IdSystem::$system, $ids,
                    concat!("The dtype that an id of ", $title, " is of: ", $what, ".")
                })?
            }
        )*
    };
}
pub(crate) use systems;

/// The type of an id in a variant of [`Ids`].
macro_rules! id {
    (Numbers) => { i32 };
    (Texts) => { &'static str };
    (CodesAndBits) => { $crate::ids::CodeAndBits };
}
pub(crate) use id;

/// The function that finds a dtype in a variant of [`Ids`].
macro_rules! back {
    (Numbers, $($rest:tt)*) => {
        $crate::ids::facts::back! { @ const, (id: i32), i32, number(id), $($rest)* }
    };
    (Texts, $($rest:tt)*) => {
        $crate::ids::facts::back! { @, (id: &str), alloc::string::String, text(id), $($rest)* }
    };
    (CodesAndBits, $($rest:tt)*) => {
        $crate::ids::facts::back! {
            @ const, (code: u8, bits: u8), $crate::ids::CodeAndBits,
            code_and_bits($crate::ids::CodeAndBits { code, bits }), $($rest)*
        }
    };
    (@ $($const:ident)?, ($($given:tt)*), $id:ty, $find:ident($made:expr),
        $from:ident, $system:expr, $ids:ident, $doc:expr) => {
        #[doc = $doc]
        ///
        /// # Errors
        ///
        /// If it is of no dtype of [`DType::ALL`].
        pub $($const)? fn $from($($given)*) -> Result<DType, $crate::UnknownId<$id>> {
            $crate::ids::facts::$find($system, $ids, $made)
        }
    };
}
pub(crate) use back;

/// The id to write for a dtype.
pub(crate) const fn first<T: Copy>(
    system: IdSystem,
    ids: &[(DType, T)],
    dtype: DType,
) -> Result<T, NoId> {
    let mut place = 0;
    while place < ids.len() {
        if ids[place].0 as u8 == dtype as u8 {
            return Ok(ids[place].1);
        }
        place += 1;
    }
    Err(NoId { system, dtype })
}

/// The dtype of a number.
pub(crate) const fn number(
    system: IdSystem,
    ids: &[(DType, i32)],
    id: i32,
) -> Result<DType, UnknownId<i32>> {
    let mut place = 0;
    while place < ids.len() {
        if ids[place].1 == id {
            return Ok(ids[place].0);
        }
        place += 1;
    }
    Err(UnknownId { system, id })
}

/// The dtype of a code and a width.
pub(crate) const fn code_and_bits(
    system: IdSystem,
    ids: &[(DType, CodeAndBits)],
    id: CodeAndBits,
) -> Result<DType, UnknownId<CodeAndBits>> {
    let mut place = 0;
    while place < ids.len() {
        let CodeAndBits { code, bits } = ids[place].1;
        if code == id.code && bits == id.bits {
            return Ok(ids[place].0);
        }
        place += 1;
    }
    Err(UnknownId { system, id })
}

/// The dtype of a text.
pub(crate) fn text(
    system: IdSystem,
    ids: &[(DType, &str)],
    id: &str,
) -> Result<DType, UnknownId<String>> {
    let found = ids.iter().find(|(_, known)| *known == id);
    found.map(|&(dtype, _)| dtype).ok_or_else(|| UnknownId { system, id: id.to_owned() })
}
