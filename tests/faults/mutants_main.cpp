// container_mutants [--seed N] [--count N] [--seconds N] [--case I]
//
// Opens damaged containers. No container may open to another plaintext, crash, hang, or need memory
// beyond a bound. The program prints the seed, which together with --case repeats one damage (the
// salts of the container differ). A child does the work and is replaced if it dies, so that one
// crash does not hide other faults. The exit code is 1 if a case failed, or if too few cases ran in
// the time.
//
// It turned red when Aead::open did not compare the tag, and when nonce and AAD left out the final
// flag.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <new>

#include "mutants.hpp"

namespace {

using namespace hedgerow::container;
using Clock = std::chrono::steady_clock;

[[maybe_unused]] constexpr rlim_t kDataBytes =
    128u << 20;  // bases and mutants, and the 16 MiB that opening needs
constexpr std::uint64_t kEnough = 2000;
constexpr auto kHang = std::chrono::seconds(10);

struct Options {
  std::uint64_t seed = std::random_device{}();
  std::uint64_t count = 10000, first = 0;
  std::chrono::seconds seconds{30};
};

// Memory that parent and child share.
struct Shared {
  std::atomic<std::uint64_t> next;  // the case that is running
  std::atomic<unsigned> failures;
};

void fail(const Options& options, std::uint64_t index, const std::string& what) {
  printf("FAIL --seed %llu --case %llu: %s\n", static_cast<unsigned long long>(options.seed),
         static_cast<unsigned long long>(index), what.c_str());
  fflush(stdout);
}

void limit_memory() {
#ifndef HR_SANITIZED  // the sanitizers themselves take more memory than any bound
  const rlimit data{kDataBytes, kDataBytes};
  setrlimit(RLIMIT_DATA, &data);
#endif
}

[[noreturn]] void work(const Options& options, const std::vector<Base>& bases, Shared& shared) {
  limit_memory();
  for (auto index = shared.next.load(); index < options.first + options.count;
       index = ++shared.next) {
    std::mt19937_64 random(options.seed * 1000003 + index);
    const auto& base = bases[random() % bases.size()];
    std::string what;
    const auto mutant = mutate(base, random, what);
    const auto fault = fault_of(base, mutant, 1 + static_cast<unsigned>(random() % 2));
    if (fault.empty()) continue;
    shared.failures++;
    fail(options, index, base.name + ", " + what + ": " + fault);
  }
  fflush(stdout);
  _exit(0);
}

// Waits for the end of the child, at most until `end`. Kills a child that stays in one case for too
// long. Returns its status, or -1 at `end`.
int wait_for(pid_t child, const Shared& shared, Clock::time_point end) {
  auto seen = shared.next.load();
  auto since = Clock::now();
  for (int status;;) {
    if (waitpid(child, &status, WNOHANG) == child) return status;
    const auto now = Clock::now();
    if (shared.next != seen) {
      seen = shared.next;
      since = now;
    }
    if (now > end || now - since > kHang) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return now > end ? -1 : status;
    }
    const timespec pause{0, 2000000};
    nanosleep(&pause, nullptr);
  }
}

int run(const Options& options) {
  const auto bases = make_bases();
  void* memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  auto& shared = *new (memory) Shared{};
  shared.next = options.first;
  const auto begin = Clock::now();
  while (shared.next < options.first + options.count) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) work(options, bases, shared);
    const int status = child < 0 ? -1 : wait_for(child, shared, begin + options.seconds);
    if (status <= 0) break;
    shared.failures++;
    fail(options, shared.next++,
         std::string("ended by ") + strsignal(WTERMSIG(status)) + ", or hung");
  }
  const auto done = shared.next - options.first;
  printf("seed %llu: %llu of %llu damaged containers in %.1f s, %u failures\n",
         static_cast<unsigned long long>(options.seed), static_cast<unsigned long long>(done),
         static_cast<unsigned long long>(options.count),
         std::chrono::duration<double>(Clock::now() - begin).count(), shared.failures.load());
  return shared.failures == 0 && done >= std::min(options.count, kEnough) ? 0 : 1;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    const auto value = std::stoull(argv[i + 1]);
    if (name == "--seed") options.seed = value;
    if (name == "--count") options.count = value;
    if (name == "--seconds") options.seconds = std::chrono::seconds(value);
    if (name == "--case") options.first = value, options.count = 1;
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(parse(argc, argv));
  } catch (const std::exception& e) {
    fprintf(stderr, "container_mutants: %s\n", e.what());
    return 2;
  }
}
