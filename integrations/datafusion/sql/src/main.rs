//! `concord-sql`, which `concord sql` calls: a query on files → its answer.

use std::process::ExitCode;

use clap::Parser;
use concord_sql::{Args, answer, config, open, runtime};
use datafusion::prelude::SessionContext;

#[tokio::main]
async fn main() -> ExitCode {
    let args = Args::parse();
    let done = async {
        let ctx = SessionContext::new_with_config_rt(config(&args), runtime(&args)?);
        open(&ctx, &args)?;
        answer(&ctx, &args).await
    };
    match done.await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}
