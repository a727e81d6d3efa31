// Each thread takes the next item until the last one is taken.
#include "crypt/parallel.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace hedgerow::cli {

// A file needs up to four descriptors: two directories, the output, and the output's own descriptor of its directory.
// The walk of the tree needs the other half of what the system permits.
std::size_t batch_files() {
  constexpr std::size_t kMost = 1000;
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1;
  return std::clamp<std::size_t>(limit.rlim_cur / 8, 1, kMost);
}

std::size_t run_parallel(std::size_t begin, std::size_t end, unsigned threads,
                         std::chrono::milliseconds time,
                         const std::function<void(std::size_t)>& work) {
  using Clock = std::chrono::steady_clock;
  const auto stop = Clock::now() + time;
  std::atomic<std::size_t> next{begin};
  const auto run = [&] {
    do {
      auto i = next.load();
      while (i < end && !next.compare_exchange_weak(i, i + 1)) {
      }
      if (i >= end) return;
      work(i);
    } while (Clock::now() < stop);
  };
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  const auto workers = std::min<std::size_t>(threads, end - begin);
  {
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < workers) others.emplace_back(run);
    } catch (const std::system_error&) {
      // With fewer threads, the same work takes longer.
    }
    run();
  }
  return next;
}

}  // namespace hedgerow::cli
