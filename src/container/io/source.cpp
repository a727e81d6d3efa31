// Reads input by position (files) or in order (pipes).
#include "container/io/source.hpp"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

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
        pieces_(extent.bytes == 0 ? 1 : (extent.bytes - 1) / stride + 1),
        sparse_(has_holes(fd)) {}
  // The search for holes moves the position of the descriptor.
  ~FileSource() override {
    if (sparse_) lseek(fd_, static_cast<off_t>(extent_.offset), SEEK_SET);
  }

  bool next(Piece& piece) override {
    const auto index = next_.fetch_add(1, std::memory_order_relaxed);
    if (index >= pieces_) return false;
    piece.place = {index, index + 1 == pieces_};
    const auto start = index * stride_;
    const auto wanted = piece.place.final ? extent_.bytes - start : stride_;
    const auto offset = extent_.offset + start;
    piece.bytes = sparse_ ? read_around_holes(piece.data, wanted, offset)
                          : pread_up_to(fd_, piece.data, wanted, offset);
    if (piece.bytes != wanted)
      throw Error(Status::kIo, "the input became shorter while it was read");
    return true;
  }
  std::uint64_t pieces() const override { return pieces_; }
  std::uint64_t bytes() const override { return extent_.bytes; }
  bool has(std::size_t bytes) override { return extent_.bytes >= bytes; }

 private:
  // Returns true if the file may have holes, because it takes less room than its length. On ZFS it
  // returns false, because ZFS before 2.1.14 and 2.2.2 may report fresh data as a hole.
  static bool has_holes(int fd) {
    constexpr std::int64_t kUnit = 512;  // of st_blocks
    struct stat status;
    return fstat(fd, &status) == 0 && status.st_blocks < status.st_size / kUnit &&
           file_system_of(fd) != kZfs;
  }

  // Does the same as pread_up_to, but reads only data, and fills the holes with zeros.
  std::size_t read_around_holes(std::uint8_t* data, std::size_t bytes, std::uint64_t offset) const {
    for (std::size_t done = 0; done < bytes;) {
      const auto begin = static_cast<off_t>(offset + done);
      const auto room = static_cast<off_t>(bytes - done);
      auto next = lseek(fd_, begin, SEEK_DATA);
      if (next < 0 && errno != ENXIO)
        return done + pread_up_to(fd_, data + done, bytes - done, begin);
      // There is no data from here to the end of the file, which may be shorter than before.
      if (next < 0) next = std::max(begin, lseek(fd_, 0, SEEK_END));
      const auto hole = std::min(next - begin, room);
      std::fill_n(data + done, hole, std::uint8_t{0});
      done += static_cast<std::size_t>(hole);
      if (hole == room) break;
      // The end is not known, or there is no data any more if the file has changed meanwhile.
      const auto end = lseek(fd_, next, SEEK_HOLE);
      const auto run = end <= next ? room - hole : std::min(end - next, room - hole);
      const auto got = pread_up_to(fd_, data + done, static_cast<std::size_t>(run),
                                   static_cast<std::uint64_t>(next));
      done += got;
      if (got < static_cast<std::size_t>(run)) return done;
    }
    return bytes;
  }

  int fd_;
  Extent extent_;
  std::size_t stride_;
  std::uint64_t pieces_;
  bool sparse_;
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
