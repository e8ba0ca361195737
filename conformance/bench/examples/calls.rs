//! Throwaway: one kind of call, many times.
use runtime::{Reduce, Ruleset, Tensor, TensorView, TensorViewMut, Op, Arg, AsView};
use std::hint::black_box;
use std::time::Instant;
fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap();
    let ruleset: Ruleset = args.next().unwrap().parse().unwrap();
    let n: usize = args.next().unwrap().parse().unwrap();
    let times: usize = args.next().unwrap().parse().unwrap();
    let a = Tensor::from((0..n).map(|x| x as f32 * 0.37 - 3.0).collect::<Vec<f32>>());
    let b = Tensor::from((0..n).map(|x| x as f32 * 0.11 + 1.0).collect::<Vec<f32>>());
    let h = Tensor::from((0..n).map(|x| half::f16::from_f32(x as f32 * 0.11 + 1.0)).collect::<Vec<half::f16>>());
    let i = Tensor::from((0..n).map(|x| (x % 100) as i32).collect::<Vec<i32>>());
    let c = Tensor::from((0..n).map(|x| x % 3 == 0).collect::<Vec<bool>>());
    let side = (n as f64).sqrt() as usize;
    let m = Tensor::from((0..side * side).map(|x| x as f32 * 0.37 - 3.0).collect::<Vec<f32>>()).reshape(&[side, side]).unwrap();
    let row = Tensor::from((0..side).map(|x| x as f32).collect::<Vec<f32>>()).reshape(&[1, side]).unwrap();
    let col = Tensor::from((0..side).map(|x| x as f32).collect::<Vec<f32>>()).reshape(&[side, 1]).unwrap();
    let mut out = Tensor::from(vec![0f32; n]);
    let mut mout = Tensor::from(vec![0f32; side * side]).reshape(&[side, side]).unwrap();
    let mut outh = Tensor::from(vec![half::f16::ZERO; n]);
    let pool_one = times;
    let begin = Instant::now();
    for _ in 0..pool_one {
        match what.as_str() {
            "into" => ruleset.add_into(black_box(&a), &b, &mut out).unwrap(),
            "fresh" => { black_box(ruleset.add(black_box(&a), &b).unwrap()); }
            "mixed" => { black_box(ruleset.add(black_box(&a), &h).unwrap()); }
            "half_out" => ruleset.add_into(black_box(&h), &h, &mut outh).unwrap(),
            "int_float" => { black_box(ruleset.multiply(black_box(&i), &a).unwrap()); }
            "scalar" => { black_box(ruleset.add_scalar(black_box(&a), 1.5).unwrap()); }
            "less_scalar" => { black_box(ruleset.less_scalar(black_box(&i), 5).unwrap()); }
            "abs" => { black_box(ruleset.abs(black_box(&a)).unwrap()); }
            "assign" => ruleset.add_assign(&mut out, black_box(&b)).unwrap(),
            "sum" => { black_box(ruleset.sum(black_box(&a), &Reduce::all()).unwrap()); }
            "sumh" => { black_box(ruleset.sum(black_box(&h), &Reduce::all()).unwrap()); }
            "sum0" => { black_box(ruleset.sum(black_box(&m), &Reduce::axis(0)).unwrap()); }
            "sum1" => { black_box(ruleset.sum(black_box(&m), &Reduce::axis(1)).unwrap()); }
            "sumt0" => { black_box(ruleset.sum(black_box(&m.view().transposed()), &Reduce::axis(0)).unwrap()); }
            "max1" => { black_box(ruleset.max(black_box(&m), &Reduce::axis(1)).unwrap()); }
            "argmax1" => { black_box(ruleset.argmax(black_box(&m), &Reduce::axis(1)).unwrap()); }
            "cumsum" => { black_box(ruleset.cumulative_sum(black_box(&a), &Reduce::axis(0)).unwrap()); }
            "cumsum0" => { black_box(ruleset.cumulative_sum(black_box(&m), &Reduce::axis(0)).unwrap()); }
            "where" => { black_box(ruleset.where_(black_box(&c), &a, &b).unwrap()); }
            "clip" => { black_box(ruleset.clip(black_box(&m), &row, &row).unwrap()); }
            "row" => { black_box(ruleset.add(black_box(&m), &row).unwrap()); }
            "rowinto" => ruleset.add_into(black_box(&m), &row, &mut mout).unwrap(),
            "col" => { black_box(ruleset.add(black_box(&m), &col).unwrap()); }
            "trans" => { black_box(ruleset.add(black_box(&m), &m.view().transposed()).unwrap()); }
            "cast" => { black_box(ruleset.cast(black_box(&a), runtime::DType::F16).unwrap()); }
            "castt" => { black_box(ruleset.cast(black_box(&m.view().transposed()), runtime::DType::F16).unwrap()); }
            "matmul" => { black_box(ruleset.matmul(black_box(&m), &m).unwrap()); }
            "full" => { black_box(ruleset.full(&[n], 3, runtime::DType::F32).unwrap()); }
            "arange" => { black_box(ruleset.arange(0, n as i64, 1, runtime::DType::F32).unwrap()); }
            "nothing" => { black_box(&a); }
            other => panic!("{other}"),
        }
    }
    let _ = (Op::Add, TensorView::of(&[1f32]), std::mem::size_of::<TensorViewMut>(), std::mem::size_of::<Arg>(), a.as_view());
    println!("{what} {} {n}: {:.1} ns", ruleset.name(), begin.elapsed().as_nanos() as f64 / times as f64);
}
