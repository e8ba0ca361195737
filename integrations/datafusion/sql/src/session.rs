//! The command line → a session with a ruleset's functions and operators.

use std::path::Path;
use std::sync::Arc;

use concord_datafusion::{Rules, plan_rules_operators, register_rules};
use datafusion::execution::memory_pool::{FairSpillPool, TrackConsumersPool};
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::{Args, Failure};

/// The ruleset of a name, or of a spec file.
///
/// # Errors
///
/// A name that no ruleset has, a file that cannot be read or has mistakes.
pub fn rules(name: &str) -> Result<Rules, Failure> {
    let path = Path::new(name);
    if path.extension().is_none_or(|ending| ending != "toml") {
        return Ok(Rules::find(name)?);
    }
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Message(format!("cannot read {}: {error}", path.display())))?;
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    Ok(Rules::own(&stem.unwrap_or_default(), &text)?)
}

/// The settings that the command line asks for.
pub fn config(args: &Args) -> SessionConfig {
    let config =
        SessionConfig::new().with_batch_size(args.batch.max(1)).with_information_schema(true);
    match args.threads {
        Some(threads) => config.with_target_partitions(threads.max(1)),
        None => config,
    }
}

/// Memory and folders that it asks for.
///
/// # Errors
///
/// A folder that cannot be used.
pub fn runtime(args: &Args) -> Result<Arc<RuntimeEnv>, Failure> {
    let mut builder = RuntimeEnvBuilder::new();
    if let Some(size) = args.memory {
        let consumers = std::num::NonZeroUsize::MIN.saturating_add(4);
        let pool = TrackConsumersPool::new(FairSpillPool::new(size.0), consumers);
        builder = builder.with_memory_pool(Arc::new(pool));
    }
    if let Some(folder) = &args.spill {
        builder = builder.with_temp_file_path(folder);
    }
    Ok(builder.build_arc()?)
}

/// Gives a session the functions of the ruleset, and its operators unless the command line leaves them out.
///
/// # Errors
///
/// Those of [`rules`] and of the session.
pub fn open(ctx: &SessionContext, args: &Args) -> Result<(), Failure> {
    let rules = rules(&args.ruleset)?;
    register_rules(&mut ctx.clone(), &rules)?;
    if !args.functions_only {
        plan_rules_operators(ctx, &rules)?;
    }
    Ok(())
}
