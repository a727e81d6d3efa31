// One timed sample. The benchmark, its peers and the lab share this code, so that all are timed
// in the same way. A sample has three clocks: CLOCK_MONOTONIC in nanoseconds, the time-stamp
// counter, and core cycles. Most guests cannot read the core clock. Therefore a chain of dependent
// one-cycle rotates runs directly after the timed work, and shows how many ticks a core cycle
// takes. Without a time-stamp counter, `tsc` and `core` are 0, which means "not known".
#pragma once

#include <time.h>

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>
#define HR_BENCH_TSC 1
#endif

namespace hedgerow::bench {

struct Sample {
  double ns = 0;
  double tsc = 0;
  double core = 0;
  double on_cpu = 1;  // share of the time when the thread ran and did not wait for a CPU
  // The share of its core that the thread had before and after the work; see ticks_of_additions.
  double alone = 1;
};

// True if the running time of a thread is known precisely enough. Windows reports it in steps of 10
// ms.
#ifdef _WIN32
constexpr bool kThreadClock = false;
#else
constexpr bool kThreadClock = true;
#endif

// Below these shares another program used the CPU, or another thread used a part of the core, so
// the sample is not valid. lab/runner/run.py has the same two numbers because it also judges
// samples of other programs; its test compares them.
constexpr double kMinOnCpu = 0.97, kMinAlone = 0.95;
inline bool is_calm(const Sample& s) { return s.on_cpu >= kMinOnCpu && s.alone >= kMinAlone; }

// Joins two samples that ran at the same time, so the result ends when both are done. They may
// share a core on purpose.
inline Sample slower(const Sample& a, const Sample& b) {
  return {std::max(a.ns, b.ns), std::max(a.tsc, b.tsc), std::max(a.core, b.core),
          std::min(a.on_cpu, b.on_cpu), 1};
}

inline double now_ns(clockid_t clock = CLOCK_MONOTONIC) {
  timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

#if defined(HR_BENCH_TSC)
// The fences keep the measured work on its side of the read.
inline std::uint64_t read_tsc() {
  unsigned cpu;
  _mm_lfence();
  const std::uint64_t t = __rdtscp(&cpu);
  _mm_lfence();
  return t;
}

// Returns the current ticks per core cycle: the fastest of a few chains of dependent rotates with
// one cycle each, without the time to read the counter.
//
//   read | ror -> ror -> ror ... (2000 cycles) | read | read       ticks = (chain - reading) / 2000
//
// The chains are few and short because the clock changes. A core that works on vectors has a lower
// clock. A few microseconds after such work its clock rises by up to a fifth, and the work would
// seem to take more cycles than it took.
inline double ticks_per_core_cycle() {
  constexpr int kChains = 3, kLoops = 50, kRotates = 40;
  std::uint64_t best = ~0ull, reading = ~0ull;
  for (int c = 0; c < kChains; c++) {
    const std::uint64_t begin = read_tsc();
    std::uintptr_t x = (std::uintptr_t)begin;  // a register, of either width
    for (int i = 0; i < kLoops; i++) __asm__ volatile(".rept 40\n ror $3, %0\n .endr" : "+r"(x));
    const std::uint64_t end = read_tsc();
    best = std::min(best, end - begin);
    reading = std::min(reading, read_tsc() - end);
  }
  return (double)(best - reading) / (kLoops * kRotates);
}

// Returns the ticks of additions that a core does in kAdditionCycles: four independent ones per
// cycle, which every x86-64 core since Haswell and Zen can do. They take longer while another
// thread runs on the same core. If that thread belongs to another guest, the operating system does
// not show it, but measured work takes up to twice as long.
constexpr int kAdditionCycles = 1000;
inline double ticks_of_additions() {
  const std::uint64_t begin = read_tsc();
  std::uintptr_t a = (std::uintptr_t)begin, b = a, c = a, d = a;
  int loops = kAdditionCycles / 40;
  __asm__("" : "+r"(loops));  // not unrolled, because loading so much code for one run takes time
  for (int i = 0; i < loops; i++)
    __asm__ volatile(".rept 40\n add $3, %0\n add $3, %1\n add $3, %2\n add $3, %3\n .endr"
                     : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
  const std::uint64_t end = read_tsc();
  return (double)((end - begin) - (read_tsc() - end));
}
#else
inline std::uint64_t read_tsc() { return 0; }
inline double ticks_per_core_cycle() { return 0; }
constexpr int kAdditionCycles = 0;
inline double ticks_of_additions() { return 0; }
#endif

// Times `repeats` calls of `call`. Before, a quarter of that number runs untimed, so that caches,
// branch predictors, the power state of the vector units and the clock have settled. `ready` runs
// between the two, so that threads can wait for each other.
template <class Call, class Ready>
Sample timed(std::size_t repeats, Call&& call, Ready&& ready) {
  for (std::size_t i = 0; i < repeats / 4 + 1; i++) call();
  ready();
  const double before = ticks_of_additions();
  const double cpu = now_ns(CLOCK_THREAD_CPUTIME_ID);
  const double ns = now_ns();
  const std::uint64_t tsc = read_tsc();
  for (std::size_t i = 0; i < repeats; i++) call();
  const std::uint64_t tsc_end = read_tsc();
  const double elapsed = now_ns() - ns;
  const double on_cpu = kThreadClock ? (now_ns(CLOCK_THREAD_CPUTIME_ID) - cpu) / elapsed : 1;
  const double scale = ticks_per_core_cycle();
  const double additions = std::max(before, ticks_of_additions());
  const double ticks = (double)(tsc_end - tsc);
  if (scale <= 0) return {elapsed, ticks, 0, on_cpu, 1};
  return {elapsed, ticks, ticks / scale, on_cpu,
          std::min(1.0, kAdditionCycles * scale / additions)};
}

// Returns a number of calls that takes about `ns`, and at least half of it. `time` returns the
// nanoseconds of a number of calls.
template <class Time>
std::size_t calls_for(double ns, Time&& time) {
  constexpr std::size_t kMost = std::size_t{1} << 24;
  for (std::size_t calls = 1;;) {
    const double took = time(calls);
    if (took >= ns / 2 || calls >= kMost) return calls;
    calls = (std::size_t)((double)calls * ns / std::max(took, ns / 32)) + 1;
  }
}

// Runs `call(i)` in thread i of `threads`, `repeats` times each. All begin together, and the
// slowest counts.
template <class Call>
Sample timed_together(std::size_t threads, std::size_t repeats, Call&& call) {
  if (threads == 1) return timed(repeats, [&] { call(std::size_t{0}); }, [] {});
  std::vector<Sample> samples(threads);
  std::barrier start((std::ptrdiff_t)threads);
  {
    std::vector<std::jthread> running;
    for (std::size_t i = 0; i < threads; i++)
      running.emplace_back([&, i] {
        samples[i] = timed(repeats, [&] { call(i); }, [&] { start.arrive_and_wait(); });
      });
  }
  Sample slowest;
  for (const Sample& s : samples) slowest = slower(slowest, s);
  return slowest;
}

}  // namespace hedgerow::bench
