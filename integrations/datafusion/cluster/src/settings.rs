//! Sessions of the client and of the scheduler, which know the functions of the same rulesets.

use std::sync::Arc;

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use concord_datafusion::{Rules, register_rules};
use datafusion::common::{Result, extensions_options};
use datafusion::config::ConfigExtension;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};
use runtime::rulesets;

use crate::{LogicalCodec, PhysicalCodec};

extensions_options! {
    /// What a session says of rulesets to every process of a cluster.
    pub struct Concord {
        /// The name of the ruleset that the client's operators follow.
        pub ruleset: String, default = String::new()
        /// The text of its spec file, if it is one's own.
        pub ruleset_text: String, default = String::new()
    }
}

impl ConfigExtension for Concord {
    const PREFIX: &'static str = "concord";
}

/// The settings that a scheduler and an executor begin with.
pub fn scheduler_config() -> SessionConfig {
    codecs(SessionConfig::new_with_ballista())
}

fn codecs(config: SessionConfig) -> SessionConfig {
    config
        .with_option_extension(Concord::default())
        .with_ballista_logical_extension_codec(Arc::new(LogicalCodec::default()))
        .with_ballista_physical_extension_codec(Arc::new(PhysicalCodec::default()))
}

/// A session of the scheduler: the functions of every ruleset, and of the one whose text the settings have.
///
/// # Errors
///
/// A text that has mistakes.
pub fn scheduler_state(config: SessionConfig) -> Result<SessionState> {
    let own = config.options().extensions.get::<Concord>().cloned().unwrap_or_default();
    let runtime = RuntimeEnvBuilder::new().build_arc()?;
    let mut state = SessionStateBuilder::new()
        .with_config(config)
        .with_runtime_env(runtime)
        .with_default_features()
        .build();
    for &ruleset in rulesets::ALL {
        register_rules(&mut state, &Rules::from(ruleset))?;
    }
    if !own.ruleset_text.is_empty() {
        register_rules(&mut state, &Rules::own(&own.ruleset, &own.ruleset_text)?)?;
    }
    Ok(state)
}

/// A session of a client of the scheduler at an address such as `df://localhost:50050`.
///
/// # Errors
///
/// An address that cannot be read.
pub async fn client(address: &str, config: SessionConfig, rules: &Rules) -> Result<SessionContext> {
    let mut config = codecs(config.upgrade_for_ballista());
    if let Some(settings) = config.options_mut().extensions.get_mut::<Concord>() {
        settings.ruleset = rules.ruleset().name().to_owned();
        settings.ruleset_text = rules.text().unwrap_or_default().to_owned();
    }
    let state = SessionStateBuilder::new().with_config(config).with_default_features().build();
    SessionContext::remote_with_state(address, state).await
}
