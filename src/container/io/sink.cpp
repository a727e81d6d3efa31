// Writes output by position or in order.
#include "container/io/sink.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <limits>
#include <mutex>

#include "container/io/descriptor.hpp"

namespace hedgerow::container {
namespace {

// File systems keep holes in this unit.
constexpr std::size_t kBlock = 4096;

bool is_zero(const std::uint8_t* data, std::size_t bytes) {
  return data[0] == 0 && std::memcmp(data, data + 1, bytes - 1) == 0;
}

// Returns the end of the run of blocks from `start` on that are all zero, or all not zero.
std::size_t end_of_run(const std::uint8_t* data, std::size_t bytes, std::size_t start, bool zero) {
  while (start < bytes) {
    const auto block = std::min(kBlock, bytes - start);
    if (is_zero(data + start, block) != zero) break;
    start += block;
  }
  return start;
}

class FileSink : public Sink {
 public:
  FileSink(int fd, std::uint64_t offset, std::size_t stride, Zeros zeros)
      : fd_(fd), offset_(offset), stride_(stride), zeros_(zeros) {}

  bool write(std::uint64_t index, const std::uint8_t* data, std::size_t bytes) override {
    if (failed_.load(std::memory_order_relaxed)) return false;
    const auto position = offset_ + index * stride_;
    if (zeros_ == Zeros::kWritten)
      pwrite_all(fd_, data, bytes, position);
    else
      write_around_holes(data, bytes, position);
    return true;
  }
  void fail(std::uint64_t) override { failed_.store(true, std::memory_order_relaxed); }
  // A hole at the end of the file was not written, so the file must be extended.
  void finish() override {
    if (hole_end_ != 0) extend_file(fd_, hole_end_);
  }

 private:
  void write_around_holes(const std::uint8_t* data, std::size_t bytes, std::uint64_t position) {
    for (std::size_t start = 0; start < bytes;) {
      const bool zero = is_zero(data + start, std::min(kBlock, bytes - start));
      const auto end = end_of_run(data, bytes, start, zero);
      if (zero)
        note_hole(position + end);
      else
        pwrite_all(fd_, data + start, end - start, position + start);
      start = end;
    }
  }

  void note_hole(std::uint64_t end) {
    auto last = hole_end_.load();
    while (last < end && !hole_end_.compare_exchange_weak(last, end)) {
    }
  }

  int fd_;
  std::uint64_t offset_;
  std::size_t stride_;
  Zeros zeros_;
  std::atomic<bool> failed_{false};
  std::atomic<std::uint64_t> hole_end_{0};
};

class StreamSink : public Sink {
 public:
  explicit StreamSink(int fd) : fd_(fd) {}

  bool write(std::uint64_t index, const std::uint8_t* data, std::size_t bytes) override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return turn_ == index || index > failed_; });
    if (index > failed_) return false;
    // No other thread has this turn, so the write needs no lock.
    lock.unlock();
    write_all(fd_, data, bytes);
    lock.lock();
    turn_++;
    changed_.notify_all();
    return true;
  }
  void fail(std::uint64_t index) override {
    const std::lock_guard lock(mutex_);
    failed_ = std::min(failed_, index);
    changed_.notify_all();
  }

 private:
  int fd_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t turn_ = 0;
  std::uint64_t failed_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace

std::unique_ptr<Sink> open_sink(int fd, WriteOrder order, std::uint64_t offset, std::size_t stride,
                                Zeros zeros) {
  if (order == WriteOrder::kInOrder) return std::make_unique<StreamSink>(fd);
  return std::make_unique<FileSink>(fd, offset, stride, zeros);
}

}  // namespace hedgerow::container
