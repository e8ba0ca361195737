//! Every real framework made wrong in one place, everywhere in turn, and what lowering says of it.

mod cells;
mod keys;
mod real;
