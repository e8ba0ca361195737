//! `concord-submit`: what `concord sql` does, on a cluster.

use std::process::ExitCode;

use clap::Parser;
use concord_ballista::client;
use concord_sql::{Args, Failure, answer, config, open, rules};

/// Answers a query of SQL on a cluster, with numbers computed as an array framework computes them
#[derive(Parser)]
struct Submit {
    /// The scheduler
    #[arg(long, default_value = "df://127.0.0.1:50050")]
    scheduler: String,

    #[command(flatten)]
    args: Args,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Submit { scheduler, args } = Submit::parse();
    let done = async {
        let rules = rules(&args.ruleset)?;
        let ctx = client(&scheduler, config(&args), &rules).await?;
        open(&ctx, &args)?;
        answer(&ctx, &args).await
    };
    let done: Result<(), Failure> = done.await;
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}
