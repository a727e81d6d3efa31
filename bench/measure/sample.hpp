// What one timed sample is, shared by the benchmark, its C++ peers and the lab so that all are timed by the
// same code. Three clocks stand beside each other: CLOCK_MONOTONIC in nanoseconds, the time-stamp
// counter, and core cycles. The core clock cannot be read in most guests, so a chain of dependent
// one-cycle rotates, run right after the timed work, tells how many ticks one core cycle takes.
// Where there is no time-stamp counter, `tsc` and `core` are 0 and mean "not known".
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
  double on_cpu = 1;  // share of the time that the thread was running, not waiting for a CPU
  // Share of its core that it had, ahead of the work and behind it: see ticks_of_additions.
  double alone = 1;
};

// Whether the time that a thread was running is known well enough: on Windows it is told in steps of 10 ms.
#ifdef _WIN32
constexpr bool kThreadClock = false;
#else
constexpr bool kThreadClock = true;
#endif

// Below these shares another program had the CPU, or another thread a part of the core: the sample says nothing of the
// work. lab/runner/run.py has the same two numbers, since it judges samples of other programs too; its test compares.
constexpr double kMinOnCpu = 0.97, kMinAlone = 0.95;
inline bool is_calm(const Sample& s) { return s.on_cpu >= kMinOnCpu && s.alone >= kMinAlone; }

// Of two that ran at the same time: when both are done. They may share a core on purpose.
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
// The fences keep the work under measurement on its own side of the read.
inline std::uint64_t read_tsc() {
  unsigned cpu;
  _mm_lfence();
  const std::uint64_t t = __rdtscp(&cpu);
  _mm_lfence();
  return t;
}

// Ticks per core cycle now: the quickest of a few chains of dependent rotates, 1 cycle each, without what reading
// the counter takes. Few and short: the clock of a core that works on vectors is lower, and a few microseconds after
// such work it is that of other work, up to a fifth higher, which would make more cycles of the work than it took.
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

// Ticks of additions that a core does in kAdditionCycles: four independent ones a cycle, which every x86-64 core since
// Haswell and Zen takes. They take longer while another thread runs on the same core, which may be another guest's:
// then the operating system tells nothing of it, and whatever is measured takes up to twice as long.
constexpr int kAdditionCycles = 1000;
inline double ticks_of_additions() {
  const std::uint64_t begin = read_tsc();
  std::uintptr_t a = (std::uintptr_t)begin, b = a, c = a, d = a;
  int loops = kAdditionCycles / 40;
  __asm__("" : "+r"(loops));  // not unrolled: so much code that runs once would be waited for
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

// Times `repeats` calls of `call`. A quarter as many run untimed first: caches, branch predictors,
// the vector units' power state and the clock have settled when the timed part begins. `ready` runs
// between the two: threads meet there.
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

// How many calls take about `ns`, from half of it up; `time` gives the nanoseconds of so many.
template <class Time>
std::size_t calls_for(double ns, Time&& time) {
  constexpr std::size_t kMost = std::size_t{1} << 24;
  for (std::size_t calls = 1;;) {
    const double took = time(calls);
    if (took >= ns / 2 || calls >= kMost) return calls;
    calls = (std::size_t)((double)calls * ns / std::max(took, ns / 32)) + 1;
  }
}

// `call(i)` in thread i of `threads`, `repeats` times each, all beginning together; the slowest counts.
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
