//! Tasks → candle-core on its CPU device: its ops, which make fresh tensors, after its casts where dtypes differ.

use std::hint::black_box;

use candle_core::{DType as Kind, Device, Result, Tensor, WithDType};
use half::{bf16, f16};
use runtime::{DType, Op, Typed};

use super::{Library, Ready, Task};
use crate::cases::Work;
use crate::data::Array;
use crate::ours::Arrays;
use crate::results::Outcome;

pub(super) const LIBRARY: Library = Library { name: "candle-core", version: "0.11.1", ready };

fn ready(task: &Task, arrays: &Arrays, _threads: usize) -> Ready {
    let case = &task.case;
    let a = made(case.lhs, &*arrays.a)?;
    let b = match (case.rhs, &arrays.b) {
        (Some(rhs), Some(b)) => Some(made(rhs, &**b)?),
        _ => None,
    };
    let mut work: Box<dyn FnMut() -> Result<Tensor> + Send> = match (case.work, b) {
        (Work::Binary(Op::Less), Some(b)) => Box::new(move || black_box(&a).lt(black_box(&b))),
        (Work::Matmul, Some(b)) => {
            let order = task.len.isqrt();
            let square = |tensor: Tensor| tensor.reshape((order, order)).map_err(text);
            let (a, b) = (square(a)?, square(b)?);
            Box::new(move || black_box(&a).matmul(black_box(&b)))
        }
        (Work::Binary(op), Some(b)) => {
            let wide = kind(case.out)?;
            let function = match op {
                Op::Add => Tensor::add,
                Op::Multiply => Tensor::mul,
                Op::Maximum => |a: &Tensor, b: &Tensor| a.maximum(b),
                Op::Pow => Tensor::pow,
                other => return Err(format!("candle has no {other}")),
            };
            Box::new(move || {
                function(&black_box(&a).to_dtype(wide)?, &black_box(&b).to_dtype(wide)?)
            })
        }
        (Work::Unary(op), _) => {
            let function = match op {
                Op::Exp => Tensor::exp,
                Op::Log => Tensor::log,
                Op::Sin => Tensor::sin,
                Op::Tanh => Tensor::tanh,
                other => return Err(format!("candle has no {other}")),
            };
            Box::new(move || function(black_box(&a)))
        }
        (Work::Cast, _) => {
            let wide = kind(case.out)?;
            Box::new(move || black_box(&a).to_dtype(wide))
        }
        (Work::Sum, _) => Box::new(move || black_box(&a).sum_all()),
        _ => return Err(format!("candle has no {}", case.op())),
    };
    work().map_err(text)?;
    Ok(Box::new(move || drop(black_box(work()))))
}

fn text(error: candle_core::Error) -> String {
    error.to_string().lines().next().unwrap_or("it failed").to_owned()
}

fn kind(dtype: DType) -> Outcome<Kind> {
    Ok(match dtype {
        DType::U8 => Kind::U8,
        DType::U32 => Kind::U32,
        DType::I16 => Kind::I16,
        DType::I32 => Kind::I32,
        DType::I64 => Kind::I64,
        DType::F16 => Kind::F16,
        DType::Bf16 => Kind::BF16,
        DType::F32 => Kind::F32,
        DType::F64 => Kind::F64,
        other => return Err(format!("candle has no {}", other.code())),
    })
}

fn made(dtype: DType, array: &dyn Array) -> Outcome<Tensor> {
    fn tensor<T: Typed + WithDType>(array: &dyn Array) -> Outcome<Tensor> {
        let view = array.view();
        let elements = view.array::<T>().map_err(|error| error.to_string())?;
        let elements: Vec<T> = elements.iter().copied().collect();
        let len = elements.len();
        Tensor::from_vec(elements, len, &Device::Cpu).map_err(text)
    }
    match dtype {
        DType::U8 => tensor::<u8>(array),
        DType::U32 => tensor::<u32>(array),
        DType::I16 => tensor::<i16>(array),
        DType::I32 => tensor::<i32>(array),
        DType::I64 => tensor::<i64>(array),
        DType::F16 => tensor::<f16>(array),
        DType::Bf16 => tensor::<bf16>(array),
        DType::F32 => tensor::<f32>(array),
        DType::F64 => tensor::<f64>(array),
        other => Err(format!("candle has no {}", other.code())),
    }
}
