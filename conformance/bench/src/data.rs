//! A dtype and a length → elements in memory, aligned alike for everyone who is measured.

use half::{bf16, f16};
use num_complex::Complex;
use runtime::{DType, TensorView, TensorViewMut, Typed, rulesets};

/// Elements of one dtype.
pub(crate) trait Array: Send + Sync {
    fn len(&self) -> usize;
    fn size(&self) -> usize;
    fn view(&self) -> TensorView<'_>;
    fn view_mut(&mut self) -> TensorViewMut<'_>;
    fn at(&self) -> *const u8;
    fn at_mut(&mut self) -> *mut u8;
}

/// Elements from a place on that starts a cache line.
struct Elements<T> {
    all: Vec<T>,
    first: usize,
    len: usize,
}

/// The bytes of a cache line, to whose start every array is aligned.
const LINE: usize = 64;

/// How many lines the n-th array of a case is moved: arrays that lie alike in their pages make loads
/// wait for stores they have nothing to do with.
const STAGGER: usize = 21;

/// After so many elements values repeat.
const PERIOD: usize = 8192;

impl<T: Typed + Sample> Elements<T> {
    fn new(len: usize, place: usize, (low, high): (f64, f64)) -> Elements<T> {
        let line = LINE / size_of::<T>();
        let slack = line * (1 + place * STAGGER);
        let mut state = 0x9e37_79b9_7f4a_7c15 ^ (place as u64);
        let mut all = memory::<T>(len + slack);
        let first = all.as_ptr().align_offset(LINE) + line * place * STAGGER;
        let elements = &mut all[first..][..len];
        let period = len.min(PERIOD);
        for element in &mut elements[..period] {
            state = next(state);
            let part = (state >> 11) as f64 / (1_u64 << 53) as f64;
            *element = T::sample(low + (high - low) * part);
        }
        for begin in (period..len).step_by(PERIOD) {
            elements.copy_within(..PERIOD.min(len - begin), begin);
        }
        Elements { all, first, len }
    }
}

/// Memory as the runtime's own outputs are: large ones ask for huge pages, as those of NumPy do.
fn memory<T: Typed>(len: usize) -> Vec<T> {
    let zeros = rulesets::MINDSPORE.zeros(&[len], T::DTYPE).ok();
    let array = zeros.and_then(|zeros| zeros.into_array::<T>().ok());
    array.expect("MindSpore has this dtype").into_raw_vec_and_offset().0
}

/// Xorshift: the same numbers in every run.
fn next(mut state: u64) -> u64 {
    state ^= state << 13;
    state ^= state >> 7;
    state ^ (state << 17)
}

impl<T: Typed + Sample> Array for Elements<T> {
    fn len(&self) -> usize {
        self.len
    }

    fn size(&self) -> usize {
        size_of::<T>()
    }

    fn view(&self) -> TensorView<'_> {
        TensorView::of(&self.all[self.first..][..self.len])
    }

    fn view_mut(&mut self) -> TensorViewMut<'_> {
        TensorViewMut::of(&mut self.all[self.first..][..self.len])
    }

    fn at(&self) -> *const u8 {
        self.all[self.first..].as_ptr().cast()
    }

    fn at_mut(&mut self) -> *mut u8 {
        self.all[self.first..].as_mut_ptr().cast()
    }
}

/// The value a dtype has for a number.
trait Sample: Copy + Send + Sync {
    fn sample(value: f64) -> Self;
}

macro_rules! sample {
    ($($type:ty: $value:ident => $sample:expr),* $(,)?) => { $(
        impl Sample for $type {
            fn sample($value: f64) -> $type {
                $sample
            }
        }
    )* };
}

sample! {
    bool: x => x > 0.0,
    i8: x => x as i8, i16: x => x as i16, i32: x => x as i32, i64: x => x as i64,
    u8: x => x as u8, u16: x => x as u16, u32: x => x as u32, u64: x => x as u64,
    f16: x => f16::from_f32(x as f32), bf16: x => bf16::from_f32(x as f32),
    f32: x => x as f32, f64: x => x,
    Complex<f32>: x => Complex::new(x as f32, 1.0 - x as f32),
    Complex<f64>: x => Complex::new(x, 1.0 - x),
}

/// The `place`-th array of a case, of values in a range.
pub(crate) fn array(dtype: DType, len: usize, place: usize, range: (f64, f64)) -> Box<dyn Array> {
    match dtype {
        DType::Bool => Box::new(Elements::<bool>::new(len, place, range)),
        DType::I8 => Box::new(Elements::<i8>::new(len, place, range)),
        DType::I16 => Box::new(Elements::<i16>::new(len, place, range)),
        DType::I32 => Box::new(Elements::<i32>::new(len, place, range)),
        DType::I64 => Box::new(Elements::<i64>::new(len, place, range)),
        DType::U8 => Box::new(Elements::<u8>::new(len, place, range)),
        DType::U16 => Box::new(Elements::<u16>::new(len, place, range)),
        DType::U32 => Box::new(Elements::<u32>::new(len, place, range)),
        DType::U64 => Box::new(Elements::<u64>::new(len, place, range)),
        DType::F16 => Box::new(Elements::<f16>::new(len, place, range)),
        DType::Bf16 => Box::new(Elements::<bf16>::new(len, place, range)),
        DType::F32 => Box::new(Elements::<f32>::new(len, place, range)),
        DType::F64 => Box::new(Elements::<f64>::new(len, place, range)),
        DType::C64 => Box::new(Elements::<Complex<f32>>::new(len, place, range)),
        DType::C128 => Box::new(Elements::<Complex<f64>>::new(len, place, range)),
        other => unreachable!("no case is of {other}"),
    }
}
