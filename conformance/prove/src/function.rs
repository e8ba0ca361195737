//! The functions of one argument.

/// Declares [`Function`].
macro_rules! functions {
    ($($name:ident $function:ident,)*) => {
        /// A function of one argument, called as in `math`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "they are called as in `math`")]
        pub enum Function {
            $($function,)*
        }

        impl Function {
            /// All of them.
            pub const ALL: &[Function] = &[$(Function::$function),*];

            /// As in `math`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Function::$function => stringify!($name),)*
                }
            }
        }
    };
}

functions! {
    sqrt Sqrt,
    rsqrt Rsqrt,
    cbrt Cbrt,
    sigmoid Sigmoid,
    exp Exp,
    exp2 Exp2,
    expm1 Expm1,
    log Log,
    log1p Log1p,
    log2 Log2,
    log10 Log10,
    sin Sin,
    cos Cos,
    tan Tan,
    asin Asin,
    acos Acos,
    atan Atan,
    sinh Sinh,
    cosh Cosh,
    tanh Tanh,
    asinh Asinh,
    acosh Acosh,
    atanh Atanh,
}

impl std::str::FromStr for Function {
    type Err = String;

    fn from_str(name: &str) -> Result<Function, String> {
        let found = Function::ALL.iter().copied().find(|function| function.name() == name);
        found.ok_or_else(|| format!("no function is called `{name}`"))
    }
}
