// Output by position and in order.
#include "container/sink.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <limits>
#include <mutex>

#include "container/descriptor.hpp"

namespace hedgerow::container {
namespace {

class FileSink : public Sink {
 public:
  FileSink(int fd, std::uint64_t offset, std::size_t stride)
      : fd_(fd), offset_(offset), stride_(stride) {}

  bool write(std::uint64_t index, const std::uint8_t* data, std::size_t bytes) override {
    if (failed_.load(std::memory_order_relaxed)) return false;
    pwrite_all(fd_, data, bytes, offset_ + index * stride_);
    return true;
  }
  void fail(std::uint64_t) override { failed_.store(true, std::memory_order_relaxed); }

 private:
  int fd_;
  std::uint64_t offset_;
  std::size_t stride_;
  std::atomic<bool> failed_{false};
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

std::unique_ptr<Sink> open_sink(int fd, WriteOrder order, std::uint64_t offset,
                                std::size_t stride) {
  if (order == WriteOrder::kInOrder) return std::make_unique<StreamSink>(fd);
  return std::make_unique<FileSink>(fd, offset, stride);
}

}  // namespace hedgerow::container
