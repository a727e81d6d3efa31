// Reads input by position (files) or in order (pipes).
#include "container/io/source.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

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
  bool has(std::size_t bytes) override { return extent_.bytes >= bytes; }

 private:
  int fd_;
  Extent extent_;
  std::size_t stride_;
  std::uint64_t pieces_;
  std::atomic<std::uint64_t> next_{0};
};

// Reads one byte after each piece to find out if the piece is the last one. It keeps this byte, and
// the bytes that `has` read, for the next piece.
class StreamSource : public Source {
 public:
  StreamSource(int fd, std::size_t stride, AtEnd at_end)
      : fd_(fd), stride_(stride), at_end_(std::move(at_end)) {}
  ~StreamSource() override { wipe_memory(kept_.data(), kept_.size()); }

  bool next(Piece& piece) override {
    const std::lock_guard lock(mutex_);
    if (ended_) return false;
    piece.place.index = index_++;
    ended_ = true;  // also if reading throws
    // The buffer has room for a tag after the stride, so there is room for one byte.
    std::copy(kept_.begin(), kept_.end(), piece.data);
    auto got = kept_.size();
    // A terminal would ask for another end.
    if (!saw_end_) got += read_up_to(fd_, piece.data + got, stride_ + 1 - got);
    if (got <= stride_ && at_end_) at_end_();
    ended_ = got <= stride_;
    piece.place.final = ended_;
    piece.bytes = ended_ ? got : stride_;
    wipe_memory(kept_.data(), kept_.size());
    kept_.assign(piece.data + piece.bytes, piece.data + got);
    return true;
  }
  std::uint64_t pieces() const override { return 0; }
  std::uint64_t bytes() const override { return 0; }
  bool has(std::size_t bytes) override {
    kept_.resize(bytes);
    kept_.resize(read_up_to(fd_, kept_.data(), bytes));
    saw_end_ = kept_.size() < bytes;
    return !saw_end_;
  }

 private:
  int fd_;
  std::size_t stride_;
  AtEnd at_end_;
  std::mutex mutex_;
  std::uint64_t index_ = 0;
  std::vector<std::uint8_t> kept_;
  bool saw_end_ = false;  // by `has`
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Source> open_source(int fd, std::size_t stride, AtEnd at_end) {
  const auto extent = input_extent(fd);
  if (extent.regular) return std::make_unique<FileSource>(fd, extent, stride);
  return std::make_unique<StreamSource>(fd, stride, std::move(at_end));
}

}  // namespace hedgerow::container
