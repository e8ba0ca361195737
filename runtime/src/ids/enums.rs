//! Conversions between dtypes and the enum of another crate, from a generated list of both.

/// There and back: the feature, the enum, the system that it is an enum of, and what people call that; then each dtype with
/// the variants that are of it, the one to convert to first.
macro_rules! conversions {
    ($feature:literal, $enum:ty, $system:ident, $title:literal:
        $($dtype:ident = $first:ident$(($of_first:path))? $(| $more:ident$(($of_more:path))?)*,)*) => {
        #[cfg(feature = $feature)]
        const _: () = {
            use $crate::{DType, IdSystem, NoId, UnknownId};
            use alloc::string::String;

            type Enum = $enum;

            impl TryFrom<DType> for Enum {
                type Error = NoId;

                #[doc = concat!("If ", $title, " has no such variant.")]
                fn try_from(dtype: DType) -> Result<Self, NoId> {
                    match dtype {
                        $(DType::$dtype => Ok(Enum::$first$(($of_first))?),)*
                        _ => Err(NoId { system: IdSystem::$system, dtype }),
                    }
                }
            }

            impl TryFrom<Enum> for DType {
                type Error = UnknownId<String>;

                /// If it is of no dtype of [`DType::ALL`].
                fn try_from(other: Enum) -> Result<DType, UnknownId<String>> {
                    match other {
                        $(Enum::$first$(($of_first))? $(| Enum::$more$(($of_more))?)* => {
                            Ok(DType::$dtype)
                        })*
                        _ => {
                            let id = alloc::format!("{other:?}");
                            Err(UnknownId { system: IdSystem::$system, id })
                        }
                    }
                }
            }
        };
    };
}
pub(crate) use conversions;
