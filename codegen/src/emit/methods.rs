//! Catalog → `methods.rs`: a method of `Ruleset` for every form of every op.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::{Catalog, Group, Op};
use crate::files::File;
use crate::rust_names::{camel, rust_name};

const PATH: &str = "runtime/src/generated/methods.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let methods = catalog.ops.iter().map(|op| match op.group {
        Group::Binary => binary(op),
        Group::Unary => unary(op),
        Group::Ternary => ternary(op),
        Group::Product => product(op),
        Group::Reduction => reduction(op),
    });
    let code = quote! {
        use crate::compute::{ComputeError, Number, Reduce};
        use crate::op::Op;
        use crate::ruleset::Ruleset;
        use crate::tensor::{AsView, AsViewMut, Tensor};

        /// One method for each form of each operation; all of them promote by the ruleset.
        impl Ruleset {
            #(#methods)*
        }
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}

/// The method's name and its op.
fn names(op: &Op) -> (TokenStream, TokenStream) {
    let (name, variant) = (ident(&rust_name(&op.name)), ident(&camel(&op.name)));
    (quote!(#name), quote!(Op::#variant))
}

fn form(op: &Op, suffix: &str) -> TokenStream {
    let name = ident(&format!("{}_{suffix}", op.name));
    quote!(#name)
}

fn binary(op: &Op) -> TokenStream {
    let (name, variant) = names(op);
    let [into, assign, scalar] = ["into", "assign", "scalar"].map(|suffix| form(op, suffix));
    let reverse = ident(&format!("scalar_{}", op.name));
    let doc = format!(" `{}`: {}; shapes broadcast.", op.name, op.doc);
    let into_doc = format!(
        " [`{name}`](Ruleset::{name}) into a tensor that is there: by the ruleset's output rule, or where no source states one, if the cast is of the same kind."
    );
    let assign_doc = format!(
        " [`{name}`](Ruleset::{name}) in place: the left operand becomes the result, by the same rule."
    );
    let scalar_doc = format!(" [`{name}`](Ruleset::{name}) of a tensor and a number that is none.");
    let reverse_doc = format!(" [`{name}`](Ruleset::{name}) of a number and a tensor.");
    quote! {
        #[doc = #doc]
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: operands that the ruleset does not promote, an op that is not defined on
        /// them, shapes that do not broadcast.
        pub fn #name(self, lhs: &impl AsView, rhs: &impl AsView) -> Result<Tensor, ComputeError> {
            self.binary(#variant, lhs.raw(), rhs.raw())
        }

        #[doc = #into_doc]
        ///
        /// # Errors
        ///
        /// [`ComputeError`], also where the result may not be converted to the output's dtype or does
        /// not have its shape; the output is as it was then.
        pub fn #into(
            self,
            lhs: &impl AsView,
            rhs: &impl AsView,
            out: &mut impl AsViewMut,
        ) -> Result<(), ComputeError> {
            self.binary_into(#variant, lhs.raw(), rhs.raw(), out.raw_mut())
        }

        #[doc = #assign_doc]
        ///
        /// # Errors
        ///
        /// As the form with an output.
        pub fn #assign(self, lhs: &mut impl AsViewMut, rhs: &impl AsView) -> Result<(), ComputeError> {
            self.binary_assign(#variant, lhs.raw_mut(), rhs.raw())
        }

        #[doc = #scalar_doc]
        ///
        /// # Errors
        ///
        /// [`ComputeError`], also where the number is out of the dtype's range and the ruleset refuses that.
        pub fn #scalar(self, lhs: &impl AsView, rhs: impl Into<Number>) -> Result<Tensor, ComputeError> {
            self.binary_scalar(#variant, lhs.raw(), rhs.into())
        }

        #[doc = #reverse_doc]
        ///
        /// # Errors
        ///
        /// [`ComputeError`], also where the number is out of the dtype's range and the ruleset refuses that.
        pub fn #reverse(self, lhs: impl Into<Number>, rhs: &impl AsView) -> Result<Tensor, ComputeError> {
            self.scalar_binary(#variant, lhs.into(), rhs.raw())
        }
    }
}

fn unary(op: &Op) -> TokenStream {
    let (name, variant) = names(op);
    let into = form(op, "into");
    let doc = format!(" `{}`: {}.", op.name, op.doc);
    let into_doc = format!(
        " [`{name}`](Ruleset::{name}) into a tensor that is there: by the ruleset's output rule, or where no source states one, if the cast is of the same kind."
    );
    quote! {
        #[doc = #doc]
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: the ruleset lacks the dtype, or the op is not defined on it.
        pub fn #name(self, operand: &impl AsView) -> Result<Tensor, ComputeError> {
            self.unary(#variant, operand.raw())
        }

        #[doc = #into_doc]
        ///
        /// # Errors
        ///
        /// [`ComputeError`], also where the result may not be converted to the output's dtype or does
        /// not have its shape; the output is as it was then.
        pub fn #into(self, operand: &impl AsView, out: &mut impl AsViewMut) -> Result<(), ComputeError> {
            self.unary_into(#variant, operand.raw(), out.raw_mut())
        }
    }
}

fn ternary(op: &Op) -> TokenStream {
    let (name, variant) = names(op);
    let doc = format!(" `{}`: {}; shapes broadcast.", op.name, op.doc);
    quote! {
        #[doc = #doc]
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: operands that the ruleset does not promote, an op that is not defined on
        /// them, shapes that do not broadcast.
        pub fn #name(
            self,
            first: &impl AsView,
            second: &impl AsView,
            third: &impl AsView,
        ) -> Result<Tensor, ComputeError> {
            self.ternary(#variant, [first.raw(), second.raw(), third.raw()])
        }
    }
}

fn product(op: &Op) -> TokenStream {
    let (name, variant) = names(op);
    let doc = format!(
        " `{}`: {}; of vectors and of stacks of matrices too, whose leading dimensions broadcast.",
        op.name, op.doc
    );
    quote! {
        #[doc = #doc]
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: operands that the ruleset does not promote, an op that is not defined on
        /// them, shapes that do not fit.
        pub fn #name(self, lhs: &impl AsView, rhs: &impl AsView) -> Result<Tensor, ComputeError> {
            self.product(#variant, lhs.raw(), rhs.raw())
        }
    }
}

fn reduction(op: &Op) -> TokenStream {
    let (name, variant) = names(op);
    let doc = format!(" `{}` over the axes that [`Reduce`] names: {}.", op.name, op.doc);
    quote! {
        #[doc = #doc]
        ///
        /// # Errors
        ///
        /// [`ComputeError`]: an op that is not defined on the dtype, an axis that is not there, nothing
        /// to reduce where the op has no value for that.
        pub fn #name(self, operand: &impl AsView, how: &Reduce) -> Result<Tensor, ComputeError> {
            self.reduction(#variant, operand.raw(), how)
        }
    }
}
