//! `concord-scheduler`: a scheduler of Ballista that knows the functions of every ruleset.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::error::Result;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service};
use clap::Parser;
use concord_ballista::{
    LogicalCodec, PhysicalCodec, offer_open_tasks, scheduler_config, scheduler_state,
};

/// Plans queries and hands their parts to executors
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Where it listens
    #[arg(long, default_value = "127.0.0.1:50050")]
    listen: SocketAddr,

    /// After how many seconds of silence an executor counts as gone
    #[arg(long, default_value_t = 30)]
    executor_timeout: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    concord_datafusion::errors_as_text();
    let config = SchedulerConfig {
        bind_host: args.listen.ip().to_string(),
        external_host: args.listen.ip().to_string(),
        bind_port: args.listen.port(),
        executor_timeout_seconds: args.executor_timeout,
        expire_dead_executor_interval_seconds: 1,
        override_config_producer: Some(Arc::new(scheduler_config)),
        override_session_builder: Some(Arc::new(scheduler_state)),
        override_logical_codec: Some(Arc::new(LogicalCodec::default())),
        override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let scheduler = create_scheduler(cluster, Arc::new(config)).await?;
    tokio::spawn(offer_open_tasks(scheduler.clone()));
    start_grpc_service(args.listen, scheduler).await
}
