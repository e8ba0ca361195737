//! `runtime` and `math` in a library without std.

#![no_std]

use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;

use math::{Complex, Real};
use runtime::{DType, rulesets};

/// What int8 + uint8 is under MindSpore's rules, as the dtype's place in `DType::ALL`.
#[unsafe(no_mangle)]
pub extern "C" fn int8_plus_uint8() -> u8 {
    rulesets::MINDSPORE.promote(DType::I8, DType::U8).map_or(u8::MAX, |dtype| dtype as u8)
}

/// A result of real and complex functions.
#[unsafe(no_mangle)]
pub extern "C" fn log_of_sine(angle: f64) -> f64 {
    Complex::new(Real::sin(angle), Real::sqrt(angle)).log().re
}

/// Error messages want an allocator; this library gives none, as promotion needs none.
struct Nothing;

// SAFETY: it never hands out memory, so none of its promises about memory can be broken.
unsafe impl GlobalAlloc for Nothing {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        core::ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static ALLOCATOR: Nothing = Nothing;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}
