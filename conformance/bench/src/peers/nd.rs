//! Tasks → `ndarray`: a loop over zipped arrays with the conversions a user would write.

use std::hint::black_box;

use half::{bf16, f16};
use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, Zip};
use num_complex::Complex;
use runtime::{DType, Op, Typed};

use super::{Library, Ready, Task};
use crate::cases::Work;
use crate::data::Array;
use crate::ours::Arrays;

pub(super) const LIBRARY: Library = Library { name: "ndarray", version: "0.17.2", ready };

fn ready(task: &Task, arrays: &Arrays, threads: usize) -> Ready {
    let case = &task.case;
    let lone = || Err("ndarray has no such op on pairs".to_owned());
    match (case.work, &arrays.b) {
        (Work::Binary(op), Some(b)) => {
            pair(op, case.fresh, (case.lhs, case.rhs, case.out), &*arrays.a, &**b, threads)
        }
        (Work::Binary(_) | Work::Matmul, None) => lone(),
        (Work::Unary(op), _) => elementary(op, case.lhs, &*arrays.a, threads),
        (Work::Cast, _) => cast(case.lhs, case.out, &*arrays.a, threads),
        (Work::Sum, _) => match case.lhs {
            DType::F32 => {
                let a = owned::<f32>(&*arrays.a)?;
                Ok(Box::new(move || _ = black_box(black_box(&a).sum())))
            }
            other => Err(format!("ndarray sums {other} one after the other, which is other work")),
        },
        (Work::Matmul, Some(b)) => matmul(&*arrays.a, &**b),
    }
}

fn owned<T: Typed + Copy>(array: &dyn Array) -> Result<Array1<T>, String> {
    let view = array.view();
    let elements = view.array::<T>().map_err(|error| error.to_string())?;
    Ok(elements.iter().copied().collect())
}

/// The loop over one array, on as many threads.
fn map<A: Typed + Copy + Sync, O: Copy + Default + Send + Sync + 'static>(
    a: &dyn Array,
    threads: usize,
    op: impl Fn(A) -> O + Send + Sync + 'static,
) -> Ready {
    let a = owned::<A>(a)?;
    let mut out = Array1::from_elem(a.len(), O::default());
    Ok(Box::new(move || {
        let zip = Zip::from(&mut out).and(black_box(&a));
        match threads {
            1 => zip.for_each(|out, &a| *out = op(a)),
            _ => zip.par_for_each(|out, &a| *out = op(a)),
        }
        black_box(&out);
    }))
}

/// The loop over two.
fn map2<
    A: Typed + Copy + Sync,
    B: Typed + Copy + Sync,
    O: Copy + Default + Send + Sync + 'static,
>(
    (a, b): (&dyn Array, &dyn Array),
    threads: usize,
    op: impl Fn(A, B) -> O + Send + Sync + 'static,
) -> Ready {
    let (a, b) = (owned::<A>(a)?, owned::<B>(b)?);
    let mut out = Array1::from_elem(a.len(), O::default());
    Ok(Box::new(move || {
        let zip = Zip::from(&mut out).and(black_box(&a)).and(black_box(&b));
        match threads {
            1 => zip.for_each(|out, &a, &b| *out = op(a, b)),
            _ => zip.par_for_each(|out, &a, &b| *out = op(a, b)),
        }
        black_box(&out);
    }))
}

fn pair(
    op: Op,
    fresh: bool,
    (lhs, rhs, out): (DType, Option<DType>, DType),
    a: &dyn Array,
    b: &dyn Array,
    threads: usize,
) -> Ready {
    use DType::*;
    let both = (a, b);
    if fresh {
        let (a, b) = (owned::<f32>(a)?, owned::<f32>(b)?);
        return Ok(Box::new(move || drop(black_box(black_box(&a) + black_box(&b)))));
    }
    match (op, lhs, rhs, out) {
        (Op::Add, I8, Some(U8), I16) => {
            map2(both, threads, |a: i8, b: u8| i16::from(a).wrapping_add(i16::from(b)))
        }
        (Op::Add, U8, Some(I64), I64) => {
            map2(both, threads, |a: u8, b: i64| i64::from(a).wrapping_add(b))
        }
        (Op::Add, I16, Some(F32), F32) => map2(both, threads, |a: i16, b: f32| f32::from(a) + b),
        (Op::Add, I32, Some(F32), F32) => map2(both, threads, |a: i32, b: f32| a as f32 + b),
        (Op::Add, I32, Some(F32), F64) => {
            map2(both, threads, |a: i32, b: f32| f64::from(a) + f64::from(b))
        }
        (Op::Add, I64, Some(F32), F32) => map2(both, threads, |a: i64, b: f32| a as f32 + b),
        (Op::Add, F32, Some(F64), F64) => map2(both, threads, |a: f32, b: f64| f64::from(a) + b),
        (Op::Add, F32, Some(C64), C64) => map2(both, threads, |a: f32, b: Complex<f32>| a + b),
        (Op::Add, F32, Some(F32), F32) => map2(both, threads, |a: f32, b: f32| a + b),
        (Op::Add, I32, Some(I32), I32) => map2(both, threads, i32::wrapping_add),
        (Op::Add, F16, Some(F16), F16) => map2(both, threads, |a: f16, b: f16| a + b),
        (Op::Add, Bf16, Some(Bf16), Bf16) => map2(both, threads, |a: bf16, b: bf16| a + b),
        (Op::Add, F16, Some(Bf16), F32) => {
            map2(both, threads, |a: f16, b: bf16| a.to_f32() + b.to_f32())
        }
        (Op::Multiply, I8, ..) => map2(both, threads, i8::wrapping_mul),
        (Op::Multiply, F32, Some(F32), _) => map2(both, threads, |a: f32, b: f32| a * b),
        (Op::Multiply, F32, Some(C64), _) => map2(both, threads, |a: f32, b: Complex<f32>| a * b),
        (Op::Less, F32, ..) => map2(both, threads, |a: f32, b: f32| a < b),
        (Op::Maximum, F32, ..) => map2(both, threads, f32::max),
        (Op::Pow, F32, ..) => map2(both, threads, f32::powf),
        (Op::Pow, F64, ..) => map2(both, threads, f64::powf),
        _ => Err("no loop was written for this".to_owned()),
    }
}

fn elementary(op: Op, dtype: DType, a: &dyn Array, threads: usize) -> Ready {
    match (op, dtype) {
        (Op::Exp, DType::F32) => map(a, threads, f32::exp),
        (Op::Log, DType::F32) => map(a, threads, f32::ln),
        (Op::Sin, DType::F32) => map(a, threads, f32::sin),
        (Op::Tanh, DType::F32) => map(a, threads, f32::tanh),
        (Op::Exp, DType::F64) => map(a, threads, f64::exp),
        (Op::Log, DType::F64) => map(a, threads, f64::ln),
        (Op::Sin, DType::F64) => map(a, threads, f64::sin),
        (Op::Tanh, DType::F64) => map(a, threads, f64::tanh),
        _ => Err("no loop was written for this".to_owned()),
    }
}

fn cast(from: DType, to: DType, a: &dyn Array, threads: usize) -> Ready {
    match (from, to) {
        (DType::F16, DType::F32) => map(a, threads, f16::to_f32),
        (DType::F32, DType::F16) => map(a, threads, f16::from_f32),
        (DType::F32, DType::Bf16) => map(a, threads, bf16::from_f32),
        (DType::F64, DType::I32) => map(a, threads, |a: f64| a as i32),
        (DType::I64, DType::F32) => map(a, threads, |a: i64| a as f32),
        (DType::F32, DType::F64) => map(a, threads, |a: f32| f64::from(a)),
        _ => Err("no loop was written for this".to_owned()),
    }
}

fn matmul(a: &dyn Array, b: &dyn Array) -> Ready {
    let order = a.len().isqrt();
    let matrix = |array| {
        let elements = owned::<f32>(array)?;
        elements.into_shape_with_order((order, order)).map_err(|error| error.to_string())
    };
    let (a, b): (Array2<f32>, Array2<f32>) = (matrix(a)?, matrix(b)?);
    let mut out = Array2::zeros((order, order));
    Ok(Box::new(move || general_mat_mul(1.0, black_box(&a), black_box(&b), 0.0, &mut out)))
}
