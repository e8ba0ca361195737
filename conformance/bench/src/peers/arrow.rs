//! Tasks → arrow-rs: its kernels, which make fresh arrays, after its casts where dtypes differ.

use std::hint::black_box;
use std::sync::Arc;

use arrow_arith::{aggregate, numeric};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float16Type, Float32Type};
use arrow_array::{
    ArrayRef, Float16Array, Float32Array, Float64Array, Int8Array, Int16Array, Int32Array,
    Int64Array, UInt8Array,
};
use arrow_cast::cast;
use arrow_ord::cmp;
use arrow_schema::DataType;
use runtime::{DType, Op, Typed};

use super::{Library, Ready, Task};
use crate::cases::Work;
use crate::data::Array;
use crate::ours::Arrays;
use crate::results::Outcome;

pub(super) const LIBRARY: Library = Library { name: "arrow-rs", version: "60.1.0", ready };

fn ready(task: &Task, arrays: &Arrays, _threads: usize) -> Ready {
    let case = &task.case;
    let a = made(case.lhs, &*arrays.a)?;
    let wide = kind(case.out)?;
    let b = match (case.rhs, &arrays.b) {
        (Some(rhs), Some(b)) => Some(made(rhs, &**b)?),
        _ => None,
    };
    match (case.work, b) {
        (Work::Binary(Op::Less), Some(b)) => {
            Ok(Box::new(move || drop(black_box(cmp::lt(black_box(&a), black_box(&b))))))
        }
        (Work::Binary(op), Some(b)) => {
            let function = match op {
                Op::Add => numeric::add_wrapping,
                Op::Multiply => numeric::mul_wrapping,
                other => return Err(format!("arrow-rs has no {other}")),
            };
            let widened = move |array: &ArrayRef| match *array.data_type() == wide {
                true => array.clone(),
                false => cast(array, &wide).expect("arrow-rs casts numbers"),
            };
            Ok(Box::new(move || {
                let (a, b) = (widened(black_box(&a)), widened(black_box(&b)));
                drop(black_box(function(&a, &b)));
            }))
        }
        (Work::Cast, _) => Ok(Box::new(move || drop(black_box(cast(black_box(&a), &wide))))),
        (Work::Sum, _) => sum(case.lhs, a),
        _ => Err(format!("arrow-rs has no {}", case.op())),
    }
}

fn sum(dtype: DType, a: ArrayRef) -> Ready {
    match dtype {
        DType::F32 => Ok(Box::new(move || {
            black_box(aggregate::sum(black_box(&a).as_primitive::<Float32Type>()));
        })),
        DType::F16 => Ok(Box::new(move || {
            black_box(aggregate::sum(black_box(&a).as_primitive::<Float16Type>()));
        })),
        other => Err(format!("no sum of {other} was written")),
    }
}

fn kind(dtype: DType) -> Outcome<DataType> {
    Ok(match dtype {
        DType::Bool => DataType::Boolean,
        DType::I8 => DataType::Int8,
        DType::I16 => DataType::Int16,
        DType::I32 => DataType::Int32,
        DType::I64 => DataType::Int64,
        DType::U8 => DataType::UInt8,
        DType::F16 => DataType::Float16,
        DType::F32 => DataType::Float32,
        DType::F64 => DataType::Float64,
        other => return Err(format!("arrow-rs has no {}", other.code())),
    })
}

fn made(dtype: DType, array: &dyn Array) -> Outcome<ArrayRef> {
    fn elements<T: Typed + Copy>(array: &dyn Array) -> Outcome<Vec<T>> {
        let view = array.view();
        let elements = view.array::<T>().map_err(|error| error.to_string())?;
        Ok(elements.iter().copied().collect())
    }
    Ok(match dtype {
        DType::I8 => Arc::new(Int8Array::from(elements::<i8>(array)?)),
        DType::I16 => Arc::new(Int16Array::from(elements::<i16>(array)?)),
        DType::I32 => Arc::new(Int32Array::from(elements::<i32>(array)?)),
        DType::I64 => Arc::new(Int64Array::from(elements::<i64>(array)?)),
        DType::U8 => Arc::new(UInt8Array::from(elements::<u8>(array)?)),
        DType::F16 => Arc::new(Float16Array::from(elements::<half::f16>(array)?)),
        DType::F32 => Arc::new(Float32Array::from(elements::<f32>(array)?)),
        DType::F64 => Arc::new(Float64Array::from(elements::<f64>(array)?)),
        other => return Err(format!("arrow-rs has no {}", other.code())),
    })
}
