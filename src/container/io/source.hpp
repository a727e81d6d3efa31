// The input of the pipeline: cut into pieces of `stride` bytes, of which the last, marked final, is
// shorter, or full, or empty when the input is empty. Plaintext and containers (behind their
// header) are cut alike.
#pragma once

#include <functional>
#include <memory>

#include "container/format/segment.hpp"

namespace hedgerow::container {

struct Piece {
  Place place;
  std::uint8_t* data = nullptr;  // `stride` bytes and room for a tag
  std::size_t bytes = 0;
};

class Source {
 public:
  virtual ~Source() = default;
  // Fills piece.place, piece.data and piece.bytes; false when all pieces have been given out.
  // Called by many threads. When it throws, piece.place.index is already set.
  virtual bool next(Piece& piece) = 0;
  // Pieces, or 0 when not known.
  virtual std::uint64_t pieces() const = 0;
  // Bytes, or 0 when not known.
  virtual std::uint64_t bytes() const = 0;
};

// Called once, when an input that is read in turn has ended and before its last piece is given out;
// what it throws, `next` throws.
using AtEnd = std::function<void()>;

// A regular file is read by position, each piece by its own thread, and `at_end` is not called;
// anything else in turn.
std::unique_ptr<Source> open_source(int fd, std::size_t stride, AtEnd at_end = {});

}  // namespace hedgerow::container
