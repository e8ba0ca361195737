//! `concord-executor`: an executor of Ballista that computes by rulesets.

use std::path::PathBuf;
use std::sync::Arc;

use ballista_core::error::Result;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use clap::Parser;
use concord_ballista::{LogicalCodec, PhysicalCodec, scheduler_config};

/// Computes the parts of queries that a scheduler hands out
#[derive(Parser)]
#[command(version)]
struct Args {
    /// The host of the scheduler
    #[arg(long, default_value = "127.0.0.1")]
    scheduler_host: String,

    /// Its port
    #[arg(long, default_value_t = 50050)]
    scheduler_port: u16,

    /// The host under which this executor is reached
    #[arg(long, default_value = "127.0.0.1")]
    host: String,

    /// Where results are fetched
    #[arg(long, default_value_t = 50051)]
    port: u16,

    /// Where tasks are taken
    #[arg(long, default_value_t = 50052)]
    grpc_port: u16,

    /// How many tasks run at once
    #[arg(long, default_value_t = 1)]
    tasks: usize,

    /// The folder of intermediate results; one for temporary files unless given
    #[arg(long)]
    work: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    concord_datafusion::errors_as_text();
    let config = ExecutorProcessConfig {
        bind_host: args.host.clone(),
        external_host: Some(args.host),
        port: args.port,
        grpc_port: args.grpc_port,
        scheduler_host: args.scheduler_host,
        scheduler_port: args.scheduler_port,
        scheduler_connect_timeout_seconds: 30,
        concurrent_tasks: args.tasks,
        work_dir: args.work.map(|path| path.display().to_string()),
        executor_heartbeat_interval_seconds: 1,
        override_config_producer: Some(Arc::new(scheduler_config)),
        override_logical_codec: Some(Arc::new(LogicalCodec::default())),
        override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
        ..ExecutorProcessConfig::default()
    };
    start_executor_process(Arc::new(config)).await
}
