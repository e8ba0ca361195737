//! An op and the dtype it computes in → what it does with elements: a type for each op of the spec, of its name.
//!
//! An op is written for the dtypes it computes in. Which of them have kernels is generated from the spec;
//! an op of the spec that is missing here does not compile.

mod arithmetic;
mod arrangement;
mod bits;
mod compare;
mod divide;
mod divisor;
mod divisors;
mod elementary;
mod extremes;
mod join;
mod lanes;
mod lookup;
mod moments;
mod places;
mod power;
mod product;
mod reduction;
mod reductions;
mod rounding;
mod selection;
mod sorting;
mod ternary;

pub(crate) use arithmetic::*;
pub(crate) use arrangement::*;
pub(crate) use bits::*;
pub(crate) use compare::*;
pub(crate) use divide::*;
pub(crate) use divisors::*;
pub(crate) use elementary::*;
pub(crate) use join::*;
pub(crate) use lanes::*;
pub(crate) use lookup::*;
pub(crate) use moments::*;
pub(crate) use places::*;
pub(crate) use power::*;
pub(crate) use product::*;
pub(crate) use reduction::*;
pub(crate) use reductions::*;
pub(crate) use rounding::*;
pub(crate) use selection::*;
pub(crate) use sorting::*;
pub(crate) use ternary::*;

use core::hint::black_box;

use super::accum::{Canonical, Lane, Output, itself};
use super::halves::Basic;
use super::isa::Level;
use crate::policy::Policies;

/// A binary op, whatever its dtypes.
pub(crate) trait Pairwise {
    /// What it says of a left operand that is less than, equal to and greater than the right one; `None` for an
    /// op that does not compare.
    const ORDER: Option<[bool; 3]>;

    /// Whether elements take longer to be read and written than to be computed: such an op has loops of its own that
    /// overwrite the left operand.
    const OVERWRITES: bool = false;

    /// The instruction that it is on floats of every width.
    const BASIC: Option<Basic> = None;

    /// Whether the policies can make a pair of integers an error; no other pair is one.
    fn may_fail(_policies: &Policies) -> bool {
        false
    }
}

/// Declares binary ops that say the same of ordered operands, that overwrite, that are an instruction of floats and
/// overwrite, or that policies make an error of the same pairs.
macro_rules! binary_ops {
    (overwriting; $($op:ident),+) => {
        $(binary_ops!(@overwriting $op, None);)+
    };
    (basic; $($op:ident),+) => {
        $(binary_ops!(@overwriting $op, Some(crate::kernel::halves::Basic::$op));)+
    };
    (basic; $op:ident; by $may_fail:path) => {
        binary_ops!(@overwriting $op, Some(crate::kernel::halves::Basic::$op); $may_fail);
    };
    (@overwriting $op:ident, $basic:expr $(; $may_fail:path)?) => {
        pub(crate) struct $op;

        impl crate::kernel::ops::Pairwise for $op {
            const ORDER: Option<[bool; 3]> = None;
            const OVERWRITES: bool = true;
            const BASIC: Option<crate::kernel::halves::Basic> = $basic;

            $(fn may_fail(policies: &crate::policy::Policies) -> bool {
                $may_fail(policies)
            })?
        }
    };
    ($order:expr; $($op:ident),+) => {
        $(binary_ops!(@one $order; $op);)+
    };
    ($order:expr; $($op:ident),+; by $may_fail:path) => {
        $(binary_ops!(@one $order; $op; $may_fail);)+
    };
    (@one $order:expr; $op:ident $(; $may_fail:path)?) => {
        pub(crate) struct $op;

        impl crate::kernel::ops::Pairwise for $op {
            const ORDER: Option<[bool; 3]> = $order;

            $(fn may_fail(policies: &crate::policy::Policies) -> bool {
                $may_fail(policies)
            })?
        }
    };
}

/// A binary op on elements of a dtype, in what its loops compute in.
pub(crate) trait BinaryOp<C: Lane>: 'static {
    type Out: Output<C>;

    /// Whether a NaN that it gives is an operand's, bit for bit. Otherwise loops make every NaN the canonical one.
    const KEEPS_NAN: bool = false;

    fn apply(a: C::Accum, b: C::Accum, policies: Policies) -> Self::Out;

    /// What loops store.
    #[inline(always)]
    fn result(a: C::Accum, b: C::Accum, policies: Policies) -> Self::Out {
        let result = Self::apply(a, b, policies);
        if Self::KEEPS_NAN { result } else { result.canonical() }
    }

    /// Whether the policies make a pair an error.
    #[inline(always)]
    fn fails(_a: C::Accum, _b: C::Accum, _policies: Policies) -> bool {
        false
    }

    /// Whether they make one of some pairs an error.
    #[inline(always)]
    fn any_fails(a: &[C::Accum], b: &[C::Accum], policies: Policies) -> bool {
        any_pair_fails::<C, Self>(a, b, policies)
    }

    /// The op on each pair of some elements.
    #[inline(always)]
    fn each(a: &[C::Accum], b: &[C::Accum], out: &mut [Self::Out], policies: Policies) {
        each_pair::<C, Self>(a, b, out, policies);
    }

    /// The same of left elements that become the results, where those are of the type that the op computes in.
    #[inline(always)]
    fn each_over(a: &mut [Self::Out], b: &[C::Accum], policies: Policies) {
        each_pair_over::<C, Self>(a, b, policies);
    }

    /// The same where the instruction-set level makes a difference in how to compute.
    #[inline(always)]
    fn each_at<L: Level>(
        a: &[C::Accum],
        b: &[C::Accum],
        out: &mut [Self::Out],
        policies: Policies,
    ) {
        Self::each(a, b, out, policies);
    }
}

/// Whether any pair fails, asked of one after the other.
#[inline(always)]
fn any_pair_fails<C: Lane, O: BinaryOp<C> + ?Sized>(
    a: &[C::Accum],
    b: &[C::Accum],
    policies: Policies,
) -> bool {
    let mut failed = false;
    for (&a, &b) in a.iter().zip(b) {
        failed |= O::fails(a, b, policies);
    }
    failed
}

/// One pair after the other. Where the caller knows a policy's value, the loop does not test it.
#[inline(always)]
fn each_pair<C: Lane, O: BinaryOp<C> + ?Sized>(
    a: &[C::Accum],
    b: &[C::Accum],
    out: &mut [O::Out],
    policies: Policies,
) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = O::result(a, b, policies);
    }
}

/// One pair after the other, likewise.
#[inline(always)]
fn each_pair_over<C: Lane, O: BinaryOp<C> + ?Sized>(
    a: &mut [O::Out],
    b: &[C::Accum],
    policies: Policies,
) {
    for (a, &b) in a.iter_mut().zip(b) {
        *a = O::result(itself(*a), b, policies);
    }
}

/// A unary op on elements of a dtype, in what its loops compute in.
pub(crate) trait UnaryOp<C: Lane>: 'static {
    type Out: Output<C>;

    /// Whether a NaN that it gives is the operand's, as for [`BinaryOp`].
    const KEEPS_NAN: bool = false;

    fn apply(a: C::Accum, policies: Policies) -> Self::Out;

    /// What loops store.
    #[inline(always)]
    fn result(a: C::Accum, policies: Policies) -> Self::Out {
        let result = Self::apply(a, policies);
        if Self::KEEPS_NAN { result } else { result.canonical() }
    }

    /// The op on each of some elements.
    #[inline(always)]
    fn each(a: &[C::Accum], out: &mut [Self::Out], policies: Policies) {
        each_single::<C, Self>(a, out, policies);
    }

    /// The same where the instruction-set level makes a difference in how to compute.
    #[inline(always)]
    fn each_at<L: Level>(a: &[C::Accum], out: &mut [Self::Out], policies: Policies) {
        Self::each(a, out, policies);
    }
}

/// One element after the other, likewise.
#[inline(always)]
fn each_single<C: Lane, O: UnaryOp<C> + ?Sized>(
    a: &[C::Accum],
    out: &mut [O::Out],
    policies: Policies,
) {
    for (out, &a) in out.iter_mut().zip(a) {
        *out = O::result(a, policies);
    }
}

/// The same of elements whose number LLVM does not know: roundings of a chunk of float16 would be scalar code.
#[inline(always)]
fn each_in_memory<C: Lane, O: UnaryOp<C> + ?Sized>(
    a: &[C::Accum],
    out: &mut [O::Out],
    policies: Policies,
) {
    each_single::<C, O>(black_box(a), out, policies);
}

/// A loop for each value of a policy: none of them tests it element by element.
macro_rules! each_value {
    (single in memory $($rest:tt)+) => {
        crate::kernel::ops::each_value!(@single each_in_memory $($rest)+);
    };
    (single $($rest:tt)+) => {
        crate::kernel::ops::each_value!(@single each_single $($rest)+);
    };
    (@single $each:ident $t:ty, $field:ident: $policy:ident [$($value:ident),+]) => {
        #[inline(always)]
        fn each(
            a: &[<$t as crate::kernel::accum::Lane>::Accum],
            out: &mut [Self::Out],
            policies: crate::policy::Policies,
        ) {
            match policies.$field {
                $(crate::policy::$policy::$value => {
                    let $field = crate::policy::$policy::$value;
                    let policies = crate::policy::Policies { $field, ..policies };
                    crate::kernel::ops::$each::<$t, Self>(a, out, policies);
                })+
            }
        }
    };
    (pair $t:ty, $field:ident: $policy:ident [$($value:ident),+]) => {
        #[inline(always)]
        fn each(
            a: &[<$t as crate::kernel::accum::Lane>::Accum],
            b: &[<$t as crate::kernel::accum::Lane>::Accum],
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

        #[inline(always)]
        fn each_over(
            a: &mut [Self::Out],
            b: &[<$t as crate::kernel::accum::Lane>::Accum],
            policies: crate::policy::Policies,
        ) {
            match policies.$field {
                $(crate::policy::$policy::$value => {
                    let $field = crate::policy::$policy::$value;
                    let policies = crate::policy::Policies { $field, ..policies };
                    crate::kernel::ops::each_pair_over::<$t, Self>(a, b, policies);
                })+
            }
        }
    };
}
pub(crate) use each_value;

/// Implements a binary op for some dtypes: `binary_op!(Add for i8, i16: |a, b| a.wrapping_add(b))`; for one
/// that obeys a policy, `by` its field and values, or in one loop for all values, given the policies as a third
/// argument. One that chooses an operand says `keeps nan`.
macro_rules! binary_op {
    ($op:ident keeps nan for $($rest:tt)+) => { binary_op!(@all $op [nan] $($rest)+); };
    ($op:ident for $($rest:tt)+) => { binary_op!(@all $op [] $($rest)+); };
    (@all $op:ident $keeps:tt $($t:ty),+: |$a:pat_param, $b:pat_param| $body:expr) => {
        $(binary_op!(@one $op $keeps, $t, <$t as crate::kernel::accum::Lane>::Accum, $a, $b, _, $body);)+
    };
    (@all $op:ident $keeps:tt $($t:ty),+; by $field:ident: $policy:ident $values:tt |$a:pat_param, $b:pat_param| $body:expr) => {
        $(binary_op!(@one $op $keeps, $t, <$t as crate::kernel::accum::Lane>::Accum, $a, $b, policies, {
            let $field = policies.$field;
            $body
        }, crate::kernel::ops::each_value!(pair $t, $field: $policy $values););)+
    };
    ($op:ident -> bool for $($t:ty),+: |$a:pat_param, $b:pat_param| $body:expr) => {
        $(binary_op!(@one $op [], $t, bool, $a, $b, _, $body);)+
    };
    ($op:ident -> bool for $($t:ty),+: |$a:pat_param, $b:pat_param, $policies:pat_param| $body:expr) => {
        $(binary_op!(@one $op [], $t, bool, $a, $b, $policies, $body);)+
    };
    (@all $op:ident $keeps:tt $($t:ty),+: |$a:pat_param, $b:pat_param, $policies:pat_param| $body:expr) => {
        $(binary_op!(@one $op $keeps, $t, <$t as crate::kernel::accum::Lane>::Accum, $a, $b, $policies, $body);)+
    };
    (@one $op:ident $keeps:tt, $t:ty, $out:ty, $a:pat_param, $b:pat_param, $policies:pat_param, $body:expr $(, $($each:tt)+)?) => {
        impl crate::kernel::ops::BinaryOp<$t> for $op {
            type Out = $out;

            const KEEPS_NAN: bool = crate::kernel::ops::keeps_nan!($keeps);

            #[inline(always)]
            fn apply(
                $a: <$t as crate::kernel::accum::Lane>::Accum,
                $b: <$t as crate::kernel::accum::Lane>::Accum,
                $policies: crate::policy::Policies,
            ) -> $out {
                $body
            }

            $($($each)+)?
        }
    };
}

/// Implements a unary op for some dtypes, as [`binary_op`] does.
macro_rules! unary_op {
    ($op:ident in memory for $t:ty: |$a:pat_param| $body:expr) => {
        unary_op!(@one $op [], $t, <$t as crate::kernel::accum::Lane>::Accum, $a, _, $body,
            #[inline(always)]
            fn each(
                a: &[<$t as crate::kernel::accum::Lane>::Accum],
                out: &mut [Self::Out],
                policies: crate::policy::Policies,
            ) {
                crate::kernel::ops::each_in_memory::<$t, Self>(a, out, policies);
            }
        );
    };
    ($op:ident in memory for $t:ty; by $field:ident: $policy:ident $values:tt |$a:pat_param| $body:expr) => {
        unary_op!(@one $op [], $t, <$t as crate::kernel::accum::Lane>::Accum, $a, policies, {
            let $field = policies.$field;
            $body
        }, crate::kernel::ops::each_value!(single in memory $t, $field: $policy $values););
    };
    ($op:ident keeps nan for $($rest:tt)+) => { unary_op!(@all $op [nan] $($rest)+); };
    ($op:ident for $($rest:tt)+) => { unary_op!(@all $op [] $($rest)+); };
    ($op:ident keeps nan -> part for $($rest:tt)+) => { unary_op!(@part $op [nan] $($rest)+); };
    ($op:ident -> part for $($rest:tt)+) => { unary_op!(@part $op [] $($rest)+); };
    (@all $op:ident $keeps:tt $($t:ty),+: |$a:pat_param| $body:expr) => { $(
        unary_op!(@one $op $keeps, $t, <$t as crate::kernel::accum::Lane>::Accum, $a, _, $body);
    )+ };
    (@all $op:ident $keeps:tt $($t:ty),+; by $field:ident: $policy:ident $values:tt |$a:pat_param| $body:expr) => {
        $(unary_op!(@one $op $keeps, $t, <$t as crate::kernel::accum::Lane>::Accum, $a, policies, {
            let $field = policies.$field;
            $body
        }, crate::kernel::ops::each_value!(single $t, $field: $policy $values););)+
    };
    ($op:ident -> bool for $($t:ty),+: |$a:pat_param| $body:expr) => { $(
        unary_op!(@one $op [], $t, bool, $a, _, $body);
    )+ };
    (@part $op:ident $keeps:tt $($t:ty),+: |$a:pat_param| $body:expr) => { $(
        unary_op!(@one $op $keeps, $t, <<$t as crate::kernel::accum::Lane>::Accum as crate::kernel::ops::Parts>::Part, $a, _, $body);
    )+ };
    (@one $op:ident $keeps:tt, $t:ty, $out:ty, $a:pat_param, $policies:pat_param, $body:expr $(, $($each:tt)+)?) => {
        impl crate::kernel::ops::UnaryOp<$t> for $op {
            type Out = $out;

            const KEEPS_NAN: bool = crate::kernel::ops::keeps_nan!($keeps);

            #[inline(always)]
            fn apply(
                $a: <$t as crate::kernel::accum::Lane>::Accum,
                $policies: crate::policy::Policies,
            ) -> $out {
                $body
            }

            $($($each)+)?
        }
    };
}

/// Whether an op said `keeps nan`.
macro_rules! keeps_nan {
    ([nan]) => {
        true
    };
    ([]) => {
        false
    };
}
pub(crate) use {binary_op, binary_ops, keeps_nan, unary_op};

/// The type of a complex number's parts.
pub(crate) trait Parts {
    type Part;
}

impl<T> Parts for num_complex::Complex<T> {
    type Part = T;
}
