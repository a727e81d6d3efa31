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
  // Every piece was written; called once, by one thread.
  virtual void finish() {}
};

// What a new file gets for blocks of zeros.
enum class Zeros { kWritten, kHoles };

// kAnyOrder: full pieces have `stride` bytes, a multiple of 4096, and piece i goes to `offset` + i
// * stride; with kHoles, blocks of 4096 zeros are left out of it. In order, everything is written.
std::unique_ptr<Sink> open_sink(int fd, WriteOrder order, std::uint64_t offset, std::size_t stride,
                                Zeros zeros = Zeros::kWritten);

}  // namespace hedgerow::container
