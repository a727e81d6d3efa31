// The output of the pipeline: by position into a new file, or in order into a pipe.
#pragma once

#include <memory>

#include "container/container.hpp"

namespace hedgerow::container {

class Sink {
 public:
  virtual ~Sink() = default;
  // Writes piece `index`. Called by many threads, once for each index; in order it waits for its
  // turn. False when an earlier piece failed: then nothing was written.
  virtual bool write(std::uint64_t index, const std::uint8_t* data, std::size_t bytes) = 0;
  // Piece `index` will never come. Pieces before it still leave, those behind it never do.
  virtual void fail(std::uint64_t index) = 0;
};

// kAnyOrder: full pieces have `stride` bytes and piece i goes to `offset` + i * stride.
std::unique_ptr<Sink> open_sink(int fd, WriteOrder order, std::uint64_t offset, std::size_t stride);

}  // namespace hedgerow::container
