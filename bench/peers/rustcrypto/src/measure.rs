//! Takes the same sample as bench/measure/sample.hpp: an untimed quarter first, then the timed
//! repeats, then a chain of dependent one-cycle rotates that gives the core clock. Buffers are
//! aligned to 2 MiB.

use std::alloc::{alloc, dealloc, handle_alloc_error, Layout};
use std::ffi::{c_int, c_long};
use std::hint::black_box;

/// `tsc` and `core` are 0 if there is no time-stamp counter.
pub struct Sample {
    pub ns: f64,
    pub tsc: f64,
    pub core: f64,
    /// The share of the time in which the thread ran and did not wait for a CPU.
    pub on_cpu: f64,
    /// The share of its core that the thread had before and after the work.
    pub alone: f64,
}

#[repr(C)]
struct Timespec {
    seconds: c_long,
    nanoseconds: c_long,
}

extern "C" {
    fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
}

const CLOCK_MONOTONIC: c_int = 1;
const CLOCK_THREAD_CPUTIME_ID: c_int = 3;

fn now_ns(clock: c_int) -> f64 {
    let mut time = Timespec {
        seconds: 0,
        nanoseconds: 0,
    };
    // SAFETY: Linux's libc, which std links, fills one timespec: two longs on 64-bit systems.
    unsafe { clock_gettime(clock, &mut time) };
    time.seconds as f64 * 1e9 + time.nanoseconds as f64
}

#[cfg(target_arch = "x86_64")]
fn read_tsc() -> u64 {
    use core::arch::x86_64::{__rdtscp, _mm_lfence};
    let mut cpu = 0;
    // SAFETY: RDTSCP and LFENCE are in every x86-64 CPU that this runs on and touch only `cpu`.
    unsafe {
        _mm_lfence();
        let ticks = __rdtscp(&mut cpu);
        _mm_lfence();
        ticks
    }
}

/// As in bench/measure/sample.hpp.
#[cfg(target_arch = "x86_64")]
fn ticks_per_core_cycle() -> f64 {
    const LOOPS: u32 = 50;
    const ROTATES: u32 = 40;
    let mut best = u64::MAX;
    let mut reading = u64::MAX;
    for _ in 0..3 {
        let begin = read_tsc();
        let mut _x = begin;
        for _ in 0..black_box(LOOPS) {
            // SAFETY: rotates one register; flags are clobbered by default.
            unsafe { core::arch::asm!(".rept 40", "ror {0}, 3", ".endr", inout(reg) _x) };
        }
        let end = read_tsc();
        best = best.min(end - begin);
        reading = reading.min(read_tsc() - end);
    }
    (best - reading) as f64 / f64::from(LOOPS * ROTATES)
}

const ADDITION_CYCLES: u32 = 1000;

/// As in bench/measure/sample.hpp.
#[cfg(target_arch = "x86_64")]
fn ticks_of_additions() -> f64 {
    let begin = read_tsc();
    let (mut _a, mut _b, mut _c, mut _d) = (begin, begin, begin, begin);
    // Not unrolled, because loading so much code for one run takes time.
    for _ in 0..black_box(ADDITION_CYCLES / 40) {
        // SAFETY: adds to four registers; flags are clobbered by default.
        unsafe {
            core::arch::asm!(
                ".rept 40", "add {0}, 3", "add {1}, 3", "add {2}, 3", "add {3}, 3", ".endr",
                inout(reg) _a, inout(reg) _b, inout(reg) _c, inout(reg) _d
            )
        };
    }
    let end = read_tsc();
    (end - begin) as f64 - (read_tsc() - end) as f64
}

#[cfg(not(target_arch = "x86_64"))]
fn ticks_of_additions() -> f64 {
    0.0
}

#[cfg(not(target_arch = "x86_64"))]
fn read_tsc() -> u64 {
    0
}

#[cfg(not(target_arch = "x86_64"))]
fn ticks_per_core_cycle() -> f64 {
    0.0
}

pub fn timed(repeats: usize, mut call: impl FnMut()) -> Sample {
    for _ in 0..repeats / 4 + 1 {
        call();
    }
    let before = ticks_of_additions();
    let cpu = now_ns(CLOCK_THREAD_CPUTIME_ID);
    let begin = now_ns(CLOCK_MONOTONIC);
    let tsc = read_tsc();
    for _ in 0..repeats {
        call();
    }
    let ticks = (read_tsc() - tsc) as f64;
    let ns = now_ns(CLOCK_MONOTONIC) - begin;
    let on_cpu = (now_ns(CLOCK_THREAD_CPUTIME_ID) - cpu) / ns;
    let scale = ticks_per_core_cycle();
    let additions = before.max(ticks_of_additions());
    let (core, alone) = if scale > 0.0 {
        (
            ticks / scale,
            (f64::from(ADDITION_CYCLES) * scale / additions).min(1.0),
        )
    } else {
        (0.0, 1.0)
    };
    Sample {
        ns,
        tsc: ticks,
        core,
        on_cpu,
        alone,
    }
}

/// Bytes on a 2 MiB boundary, filled like those of bench/measure/buffer.hpp.
pub struct Buffer {
    data: *mut u8,
    bytes: usize,
    layout: Layout,
}

impl Buffer {
    pub fn new(bytes: usize) -> Self {
        const ALIGN: usize = 2 << 20;
        let rounded = bytes.max(1).div_ceil(ALIGN) * ALIGN;
        let layout = Layout::from_size_align(rounded, ALIGN).expect("a size that memory can have");
        // SAFETY: the layout is not empty; all `bytes` bytes are written before they are read.
        let data = unsafe { alloc(layout) };
        if data.is_null() {
            handle_alloc_error(layout);
        }
        for i in 0..bytes {
            unsafe {
                data.add(i)
                    .write((i.wrapping_mul(7).wrapping_add(i >> 8)) as u8)
            };
        }
        Self {
            data,
            bytes,
            layout,
        }
    }

    pub fn slice(&mut self) -> &mut [u8] {
        // SAFETY: `data` holds `bytes` initialized bytes, borrowed with self.
        unsafe { std::slice::from_raw_parts_mut(self.data, self.bytes) }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: allocated by new() with this layout.
        unsafe { dealloc(self.data, self.layout) };
    }
}
