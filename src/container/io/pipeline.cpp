// The worker threads.
#include "container/io/pipeline.hpp"

#include <sched.h>
#include <sys/mman.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "container/error.hpp"

namespace hedgerow::container {
namespace {

unsigned usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

// The memory of a piece. If it is long, it is aligned to pages, in huge pages if the system has them.
// What was used of it is wiped at the end.
class Buffer {
 public:
  explicit Buffer(std::size_t bytes) : bytes_(bytes), used_(bytes) {
    if (bytes < kMappedBytes) {
      data_ = new std::uint8_t[bytes];
      return;
    }
    void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw Error(Status::kMemory, "no memory for a segment");
    if (bytes >= kHugeBytes) madvise(p, bytes, MADV_HUGEPAGE);
    data_ = static_cast<std::uint8_t*>(p);
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    wipe_memory(data_, used_);
    if (bytes_ < kMappedBytes)
      delete[] data_;
    else
      munmap(data_, bytes_);
  }
  std::uint8_t* data() { return data_; }
  void set_used(std::size_t bytes) { used_ = std::min(bytes, bytes_); }

 private:
  static constexpr std::size_t kMappedBytes = 64 << 10;
  static constexpr std::size_t kHugeBytes = 1 << 20;  // adjacent buffers form huge pages
  std::uint8_t* data_;
  std::size_t bytes_, used_;
};

class Pipeline {
 public:
  Pipeline(Source& source, Sink& sink, const Transform& transform, const Progress& progress)
      : source_(source), sink_(sink), transform_(transform), progress_(progress) {}

  // The work of one thread.
  void work(SegmentCipher& cipher) {
    Piece piece;
    try {
      // There is room after the stride for the longest tag, and for the byte that the source reads
      // in advance.
      const auto extra = 2 * cipher.tag_bytes();
      Buffer buffer(room_for(cipher.segment_bytes()) + extra);
      piece.data = buffer.data();
      std::size_t largest = 0;
      while (source_.next(piece)) {
        const auto taken = piece.bytes;
        largest = std::max(largest, taken);
        const auto made = transform_(cipher, piece.place, piece.data, piece.bytes);
        if (made && !sink_.write(piece.place.index, piece.data, *made)) return;
        report(taken);
      }
      buffer.set_used(largest + extra);
    } catch (...) {
      fail(piece.place.index);
    }
  }

  void fail(std::uint64_t index) {
    const std::lock_guard lock(mutex_);
    if (!error_ || index < failed_) {
      failed_ = index;
      error_ = std::current_exception();
    }
    sink_.fail(index);
  }

  void finish() {
    if (error_) std::rethrow_exception(error_);
    sink_.finish();
  }

 private:
  // Returns the longest piece, which is less than a segment for a short file.
  std::size_t room_for(std::size_t segment_bytes) const {
    if (source_.bytes() == 0) return segment_bytes;  // it is not known
    return static_cast<std::size_t>(std::min<std::uint64_t>(segment_bytes, source_.bytes()));
  }
  void report(std::size_t bytes) {
    if (!progress_) return;
    const std::lock_guard lock(mutex_);
    done_ += bytes;
    progress_(done_, source_.bytes());
  }

  Source& source_;
  Sink& sink_;
  const Transform& transform_;
  const Progress& progress_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::uint64_t failed_ = std::numeric_limits<std::uint64_t>::max();
  std::exception_ptr error_;
};

}  // namespace

void run_pipeline(Source& source, Sink& sink, SegmentCipher& cipher, const Transform& transform,
                  unsigned threads, const Progress& progress) {
  std::uint64_t workers = threads == 0 ? usable_cpus() : threads;
  if (source.pieces() != 0) workers = std::min(workers, source.pieces());
  std::vector<SegmentCipher> ciphers;
  for (std::uint64_t i = 1; i < workers; i++) ciphers.push_back(cipher.clone());
  Pipeline pipeline(source, sink, transform, progress);
  {
    std::vector<std::jthread> others;
    try {
      for (auto& own : ciphers) others.emplace_back([&pipeline, &own] { pipeline.work(own); });
    } catch (const std::system_error&) {
      // There are fewer threads than wanted, but they do the same work more slowly.
    }
    pipeline.work(cipher);
  }
  pipeline.finish();
}

}  // namespace hedgerow::container
