//! Every real framework made wrong, in one place after the other and in many at once, and what lowering says of it.

mod cells;
mod dtypes;
mod keys;
mod real;
