//! The scheduler's tasks offered anew, so that those of an executor that is lost reach one that is idle.

use std::time::Duration;

use ballista_core::serde::protobuf::UpdateTaskStatusParams;
use ballista_core::serde::protobuf::scheduler_grpc_server::SchedulerGrpc;
use ballista_scheduler::scheduler_server::SchedulerServer;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tonic::Request;

/// How long a task may wait although an executor is idle.
const INTERVAL: Duration = Duration::from_secs(1);

/// Offers the open tasks of a scheduler to its executors, for ever.
///
/// Ballista 54.1 offers them when a task ends or an executor comes. When an executor is lost its tasks are open again,
/// but if the others have ended theirs by then, nothing would offer them: the query would hang. An executor's message
/// that no task of it has changed makes the scheduler offer what is open.
pub async fn offer_open_tasks(scheduler: SchedulerServer<LogicalPlanNode, PhysicalPlanNode>) {
    loop {
        tokio::time::sleep(INTERVAL).await;
        let executors = scheduler.state.executor_manager.get_executors_state().await;
        let Some((executor, ..)) = executors.unwrap_or_default().into_iter().next() else {
            continue;
        };
        let unchanged = UpdateTaskStatusParams { executor_id: executor.id, task_status: vec![] };
        // It fails if that executor is lost meanwhile; the next round asks another.
        let _ = SchedulerGrpc::update_task_status(&scheduler, Request::new(unchanged)).await;
    }
}
