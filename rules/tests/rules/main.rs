//! What the engine makes of a made-up ruleset: each line asks, and says what is given.

mod casts;
mod made_up;
mod ops;
mod promotion;
mod tables;
