//! The arithmetic of each array framework in DataFusion: functions, operators and aggregates.

mod aggregate;
mod array;
mod cast;
mod docs;
mod dtype;
mod error;
mod exact;
mod function;
mod generic;
mod literals;
mod methods;
mod operators;
mod ops;
mod register;
mod rewrite;
mod rows;
mod rules;
mod wire;

pub use aggregate::OPS as AGGREGATES;
pub use array::{to_arrow, to_tensor};
pub use dtype::{arrow_type, dtype_of, field};
pub use error::{Error, errors_as_text};
pub use ops::{aggregates, functions};
pub use register::{plan_operators, plan_rules_operators, register, register_rules};
pub use rules::Rules;
pub use wire::{decode_aggregate, decode_function, encode_aggregate, encode_function};
