// Reads input by position (files) or in order (pipes).
#include "container/io/source.hpp"

#include <atomic>
#include <mutex>
#include <utility>

#include "container/error.hpp"
#include "container/io/descriptor.hpp"

namespace hedgerow::container {
namespace {

class FileSource : public Source {
 public:
  FileSource(int fd, Extent extent, std::size_t stride)
      : fd_(fd),
        extent_(extent),
        stride_(stride),
        pieces_(extent.bytes == 0 ? 1 : (extent.bytes - 1) / stride + 1) {}

  bool next(Piece& piece) override {
    const auto index = next_.fetch_add(1, std::memory_order_relaxed);
    if (index >= pieces_) return false;
    piece.place = {index, index + 1 == pieces_};
    const auto start = index * stride_;
    const auto wanted = piece.place.final ? extent_.bytes - start : stride_;
    piece.bytes = pread_up_to(fd_, piece.data, wanted, extent_.offset + start);
    if (piece.bytes != wanted)
      throw Error(Status::kIo, "the input became shorter while it was read");
    return true;
  }
  std::uint64_t pieces() const override { return pieces_; }
  std::uint64_t bytes() const override { return extent_.bytes; }

 private:
  int fd_;
  Extent extent_;
  std::size_t stride_;
  std::uint64_t pieces_;
  std::atomic<std::uint64_t> next_{0};
};

// Reads one byte after each piece to find out if the piece is the last one. It keeps this byte for
// the next piece.
class StreamSource : public Source {
 public:
  StreamSource(int fd, std::size_t stride, AtEnd at_end)
      : fd_(fd), stride_(stride), at_end_(std::move(at_end)) {}

  bool next(Piece& piece) override {
    const std::lock_guard lock(mutex_);
    if (ended_) return false;
    piece.place.index = index_++;
    ended_ = true;  // also if reading throws
    const std::size_t kept = has_kept_byte_ ? 1 : 0;
    if (kept == 1) piece.data[0] = kept_byte_;
    // The buffer has room for a tag after the stride, so there is room for one byte.
    const auto got = kept + read_up_to(fd_, piece.data + kept, stride_ + 1 - kept);
    if (got <= stride_ && at_end_) at_end_();
    ended_ = got <= stride_;
    piece.place.final = ended_;
    piece.bytes = ended_ ? got : stride_;
    has_kept_byte_ = !ended_;
    if (has_kept_byte_) kept_byte_ = piece.data[stride_];
    return true;
  }
  std::uint64_t pieces() const override { return 0; }
  std::uint64_t bytes() const override { return 0; }

 private:
  int fd_;
  std::size_t stride_;
  AtEnd at_end_;
  std::mutex mutex_;
  std::uint64_t index_ = 0;
  std::uint8_t kept_byte_ = 0;
  bool has_kept_byte_ = false;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Source> open_source(int fd, std::size_t stride, AtEnd at_end) {
  const auto extent = input_extent(fd);
  if (extent.regular) return std::make_unique<FileSource>(fd, extent, stride);
  return std::make_unique<StreamSource>(fd, stride, std::move(at_end));
}

}  // namespace hedgerow::container
