// Divides work into pieces and runs them on several threads of this module.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace hedgerow_python {

inline constexpr std::uint64_t kMaxThreads = 256;

// Calls work(piece) for every piece below `pieces`, on up to `threads` threads including this one. Throws the first
// exception after all threads have ended. The caller does not hold the GIL, so `work` must not use Python.
template <class Work>
void parallel(std::uint64_t threads, std::size_t pieces, const Work& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr first;
  const auto run = [&] {
    try {
      for (std::size_t i; !failed && (i = next.fetch_add(1)) < pieces;) work(i);
    } catch (...) {
      if (!failed.exchange(true)) first = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  try {
    for (std::uint64_t t = 1; t < threads && t < pieces; t++) others.emplace_back(run);
  } catch (const std::system_error&) {
    // The system has no more threads, so the running threads do all of the work.
  }
  run();
  for (auto& thread : others) thread.join();
  if (first) std::rethrow_exception(first);
}

}  // namespace hedgerow_python
