//! What each op does with elements: one type for each op of the spec, named as it is there.
//!
//! An op is written for the dtypes it computes in. Which of them have kernels is the spec's to say;
//! an op that the spec has and this folder has not does not compile.

mod arithmetic;
mod bits;
mod compare;
mod divide;
mod elementary;
mod power;
mod product;
mod reductions;
mod rounding;

pub(crate) use arithmetic::*;
pub(crate) use bits::*;
pub(crate) use compare::*;
pub(crate) use divide::*;
pub(crate) use elementary::*;
pub(crate) use power::*;
pub(crate) use product::*;
pub(crate) use reductions::*;
pub(crate) use rounding::*;

use super::lane::{Lane, Stored};
use crate::policy::Policies;

/// An op on pairs of elements of a dtype, in what its loops compute in.
pub(crate) trait BinaryOp<C: Lane>: 'static {
    type Out: Stored<C>;

    fn apply(a: C::Wide, b: C::Wide, policies: Policies) -> Self::Out;

    /// Whether a pair is one that the policies call an error.
    #[inline(always)]
    fn fails(_a: C::Wide, _b: C::Wide, _policies: Policies) -> bool {
        false
    }

    /// The op on each pair of as many as there are.
    #[inline(always)]
    fn each(a: &[C::Wide], b: &[C::Wide], out: &mut [Self::Out], policies: Policies) {
        each_pair::<C, Self>(a, b, out, policies);
    }
}

/// One pair after the other. Where the caller knows a policy's value, the loop asks for it no more.
#[inline(always)]
fn each_pair<C: Lane, O: BinaryOp<C> + ?Sized>(
    a: &[C::Wide],
    b: &[C::Wide],
    out: &mut [O::Out],
    policies: Policies,
) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = O::apply(a, b, policies);
    }
}

/// An op on single elements of a dtype, in what its loops compute in.
pub(crate) trait UnaryOp<C: Lane>: 'static {
    type Out: Stored<C>;

    fn apply(a: C::Wide, policies: Policies) -> Self::Out;

    /// The op on each of as many elements as there are.
    #[inline(always)]
    fn each(a: &[C::Wide], out: &mut [Self::Out], policies: Policies) {
        each_single::<C, Self>(a, out, policies);
    }
}

/// One element after the other, likewise.
#[inline(always)]
fn each_single<C: Lane, O: UnaryOp<C> + ?Sized>(
    a: &[C::Wide],
    out: &mut [O::Out],
    policies: Policies,
) {
    for (out, &a) in out.iter_mut().zip(a) {
        *out = O::apply(a, policies);
    }
}

/// A loop for each value of a policy: none of them asks for it element by element.
macro_rules! each_value {
    (single $t:ty, $field:ident: $policy:ident [$($value:ident),+]) => {
        #[inline(always)]
        fn each(
            a: &[<$t as crate::kernel::lane::Lane>::Wide],
            out: &mut [Self::Out],
            policies: crate::policy::Policies,
        ) {
            match policies.$field {
                $(crate::policy::$policy::$value => {
                    let $field = crate::policy::$policy::$value;
                    let policies = crate::policy::Policies { $field, ..policies };
                    crate::kernel::ops::each_single::<$t, Self>(a, out, policies);
                })+
            }
        }
    };
    (pair $t:ty, $field:ident: $policy:ident [$($value:ident),+]) => {
        #[inline(always)]
        fn each(
            a: &[<$t as crate::kernel::lane::Lane>::Wide],
            b: &[<$t as crate::kernel::lane::Lane>::Wide],
            out: &mut [Self::Out],
            policies: crate::policy::Policies,
        ) {
            match policies.$field {
                $(crate::policy::$policy::$value => {
                    let $field = crate::policy::$policy::$value;
                    let policies = crate::policy::Policies { $field, ..policies };
                    crate::kernel::ops::each_pair::<$t, Self>(a, b, out, policies);
                })+
            }
        }
    };
}
pub(crate) use each_value;

/// Implements an op on pairs for some dtypes: `binary!(Add for i8, i16: |a, b| a.wrapping_add(b))`; for one
/// that obeys a policy, `by` its field and values.
macro_rules! binary {
    ($op:ident for $($t:ty),+: |$a:pat_param, $b:pat_param| $body:expr) => {
        $(binary!(@one $op, $t, <$t as crate::kernel::lane::Lane>::Wide, $a, $b, _, $body);)+
    };
    ($op:ident for $($t:ty),+; by $field:ident: $policy:ident $values:tt |$a:pat_param, $b:pat_param| $body:expr) => {
        $(binary!(@one $op, $t, <$t as crate::kernel::lane::Lane>::Wide, $a, $b, policies, {
            let $field = policies.$field;
            $body
        }, crate::kernel::ops::each_value!(pair $t, $field: $policy $values););)+
    };
    ($op:ident -> bool for $($t:ty),+: |$a:pat_param, $b:pat_param| $body:expr) => {
        $(binary!(@one $op, $t, bool, $a, $b, _, $body);)+
    };
    (@one $op:ident, $t:ty, $out:ty, $a:pat_param, $b:pat_param, $policies:pat_param, $body:expr $(, $($each:tt)+)?) => {
        impl crate::kernel::ops::BinaryOp<$t> for $op {
            type Out = $out;

            #[inline(always)]
            fn apply(
                $a: <$t as crate::kernel::lane::Lane>::Wide,
                $b: <$t as crate::kernel::lane::Lane>::Wide,
                $policies: crate::policy::Policies,
            ) -> $out {
                $body
            }

            $($($each)+)?
        }
    };
}

/// Implements an op on single elements for some dtypes, as [`binary`] does.
macro_rules! unary {
    ($op:ident for $($t:ty),+: |$a:pat_param| $body:expr) => { $(
        unary!(@one $op, $t, <$t as crate::kernel::lane::Lane>::Wide, $a, _, $body);
    )+ };
    ($op:ident for $($t:ty),+; by $field:ident: $policy:ident $values:tt |$a:pat_param| $body:expr) => {
        $(unary!(@one $op, $t, <$t as crate::kernel::lane::Lane>::Wide, $a, policies, {
            let $field = policies.$field;
            $body
        }, crate::kernel::ops::each_value!(single $t, $field: $policy $values););)+
    };
    ($op:ident -> bool for $($t:ty),+: |$a:pat_param| $body:expr) => { $(
        unary!(@one $op, $t, bool, $a, _, $body);
    )+ };
    ($op:ident -> part for $($t:ty),+: |$a:pat_param| $body:expr) => { $(
        unary!(@one $op, $t, <<$t as crate::kernel::lane::Lane>::Wide as crate::kernel::ops::Parts>::Part, $a, _, $body);
    )+ };
    (@one $op:ident, $t:ty, $out:ty, $a:pat_param, $policies:pat_param, $body:expr $(, $($each:tt)+)?) => {
        impl crate::kernel::ops::UnaryOp<$t> for $op {
            type Out = $out;

            #[inline(always)]
            fn apply(
                $a: <$t as crate::kernel::lane::Lane>::Wide,
                $policies: crate::policy::Policies,
            ) -> $out {
                $body
            }

            $($($each)+)?
        }
    };
}
pub(crate) use {binary, unary};

/// The type of a complex number's parts.
pub(crate) trait Parts {
    type Part;
}

impl<T> Parts for num_complex::Complex<T> {
    type Part = T;
}
