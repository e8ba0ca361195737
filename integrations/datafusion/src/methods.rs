//! Methods that every function of an op has, scalar functions and aggregates alike.

/// Types are taken as they are given, and the result's follows from fields.
macro_rules! methods {
    () => {
        fn name(&self) -> &str {
            &self.name
        }

        fn signature(&self) -> &Signature {
            &self.signature
        }

        fn documentation(&self) -> Option<&Documentation> {
            docs::of_op(self.op)
        }

        fn return_type(&self, _: &[DataType]) -> Result<DataType> {
            exec_err!("{} depends on fields, not on types alone", self.name)
        }

        // The kernels convert what they need to, inside their loops.
        fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
            Ok(types.to_vec())
        }
    };
}

pub(crate) use methods;
