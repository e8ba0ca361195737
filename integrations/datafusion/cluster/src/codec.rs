//! Functions and aggregates in plans ↔ bytes; everything else is Ballista's own codec's.

use std::fmt::Debug;
use std::sync::Arc;

use arrow::datatypes::SchemaRef;
use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use concord_datafusion::{decode_aggregate, decode_function, encode_aggregate, encode_function};
use datafusion::catalog::TableProvider;
use datafusion::common::{Result, TableReference};
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, Extension, LogicalPlan, ScalarUDF};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::PhysicalExtensionCodec;

/// Of logical plans, which the client sends to the scheduler.
#[derive(Debug, Default)]
pub struct LogicalCodec(BallistaLogicalExtensionCodec);

/// Of physical plans, which the scheduler sends to executors.
#[derive(Debug, Default)]
pub struct PhysicalCodec(BallistaPhysicalExtensionCodec);

fn put(bytes: Option<Vec<u8>>, into: &mut Vec<u8>) -> Result<()> {
    into.extend(bytes.unwrap_or_default());
    Ok(())
}

/// What plans of both kinds do with functions and aggregates.
macro_rules! functions {
    () => {
        fn try_decode_udf(&self, _: &str, bytes: &[u8]) -> Result<Arc<ScalarUDF>> {
            Ok(Arc::new(decode_function(bytes)?))
        }

        fn try_encode_udf(&self, function: &ScalarUDF, bytes: &mut Vec<u8>) -> Result<()> {
            put(encode_function(function), bytes)
        }

        fn try_decode_udaf(&self, _: &str, bytes: &[u8]) -> Result<Arc<AggregateUDF>> {
            Ok(Arc::new(decode_aggregate(bytes)?))
        }

        fn try_encode_udaf(&self, aggregate: &AggregateUDF, bytes: &mut Vec<u8>) -> Result<()> {
            put(encode_aggregate(aggregate), bytes)
        }
    };
}

impl LogicalExtensionCodec for LogicalCodec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[LogicalPlan],
        ctx: &TaskContext,
    ) -> Result<Extension> {
        self.0.try_decode(bytes, inputs, ctx)
    }

    fn try_encode(&self, node: &Extension, bytes: &mut Vec<u8>) -> Result<()> {
        self.0.try_encode(node, bytes)
    }

    fn try_decode_table_provider(
        &self,
        bytes: &[u8],
        table: &TableReference,
        schema: SchemaRef,
        ctx: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        self.0.try_decode_table_provider(bytes, table, schema, ctx)
    }

    fn try_encode_table_provider(
        &self,
        table: &TableReference,
        node: Arc<dyn TableProvider>,
        bytes: &mut Vec<u8>,
    ) -> Result<()> {
        self.0.try_encode_table_provider(table, node, bytes)
    }

    fn try_decode_file_format(
        &self,
        bytes: &[u8],
        ctx: &TaskContext,
    ) -> Result<Arc<dyn FileFormatFactory>> {
        self.0.try_decode_file_format(bytes, ctx)
    }

    fn try_encode_file_format(
        &self,
        bytes: &mut Vec<u8>,
        node: Arc<dyn FileFormatFactory>,
    ) -> Result<()> {
        self.0.try_encode_file_format(bytes, node)
    }

    functions!();
}

impl PhysicalExtensionCodec for PhysicalCodec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        ctx: &TaskContext,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.0.try_decode(bytes, inputs, ctx)
    }

    fn try_encode(&self, node: Arc<dyn ExecutionPlan>, bytes: &mut Vec<u8>) -> Result<()> {
        self.0.try_encode(node, bytes)
    }

    functions!();
}
