// Many files at once: the size of a batch, and a loop in several threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace hedgerow::cli {

// The limits of a batch of files of a tree: its number of files, which follows from the number of descriptors that the
// system permits, and the time after which its results are stored or printed. An interruption loses one batch.
std::size_t batch_files();
inline constexpr std::chrono::milliseconds kBatchTime{5000};
// From this length on, several threads work on one file, instead of one thread on each of several files.
inline constexpr std::uint64_t kLargeBytes = 4 << 20;

// Calls work(i) for i = begin, begin + 1, ... in `threads` threads (0: one per CPU), which include the caller. It ends
// at `end`, or after `time`, and returns the first i that it did not work on. It calls `work` at least once. `work`
// must not throw.
std::size_t run_parallel(std::size_t begin, std::size_t end, unsigned threads,
                         std::chrono::milliseconds time,
                         const std::function<void(std::size_t)>& work);

}  // namespace hedgerow::cli
