// The input of the pipeline, which is cut into pieces of `stride` bytes. The last piece is marked
// as final, and may be shorter or full, or empty if the input is empty. For example, 150 bytes with
// a stride of 100 are the pieces of 100 and 50 bytes. Plaintext, and containers after their header,
// are cut in the same way.
#pragma once

#include <functional>
#include <memory>

#include "container/format/segment.hpp"

namespace hedgerow::container {

struct Piece {
  Place place;
  std::uint8_t* data = nullptr;  // `stride` bytes, and room for a tag
  std::size_t bytes = 0;
};

class Source {
 public:
  virtual ~Source() = default;
  // Fills piece.place, piece.data and piece.bytes. Returns false if there are no more pieces. Many
  // threads call it, and if it throws, piece.place.index is already set.
  virtual bool next(Piece& piece) = 0;
  // Returns the number of pieces in the input, or 0 if it is not known.
  virtual std::uint64_t pieces() const = 0;
  // Returns the number of bytes in the input, or 0 if it is not known.
  virtual std::uint64_t bytes() const = 0;
  // Returns true if the input has at least `bytes` bytes, at most `stride`, for which it may read
  // that many. Only one thread may call it, once, before the first call of next.
  virtual bool has(std::size_t bytes) = 0;
};

// Called once if the input is read in order, when the input has ended and before its last piece is
// returned. If it throws, `next` throws the same error.
using AtEnd = std::function<void()>;

// A regular file is read by position, each piece by its own thread, and `at_end` is not called. Its
// holes are not read. Any other input is read in order.
std::unique_ptr<Source> open_source(int fd, std::size_t stride, AtEnd at_end = {});

}  // namespace hedgerow::container
