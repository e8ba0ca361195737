//! The arithmetic of each array framework on a cluster of Ballista.
//!
//! A function travels as the names of its ruleset and op; of a ruleset of one's own, its text goes along. So the
//! client, the scheduler and the executors need the same release, and no files of each other's.
//!
//! The text also goes with the settings of the session, as `concord.ruleset_text`, from which the scheduler registers
//! the functions for queries that it plans itself.

mod codec;
mod offers;
mod settings;

pub use codec::{LogicalCodec, PhysicalCodec};
pub use offers::offer_open_tasks;
pub use settings::{Concord, client, scheduler_config, scheduler_state};
