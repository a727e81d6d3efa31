// The output of the pipeline: by position to a new file, or in order to a pipe.
#pragma once

#include <memory>

#include "container/container.hpp"

namespace hedgerow::container {

class Sink {
 public:
  virtual ~Sink() = default;
  // Writes piece `index`. Many threads call it, once for each index, and in order it waits until
  // the earlier pieces are written. It returns false if an earlier piece failed, and then it has
  // written no data.
  virtual bool write(std::uint64_t index, const std::uint8_t* data, std::size_t bytes) = 0;
  // Says that piece `index` will never come. Earlier pieces are still written, later ones are not.
  virtual void fail(std::uint64_t index) = 0;
  // One thread calls it once, when all pieces are written.
  virtual void finish() {}
};

// Says if a new file stores blocks of zeros as data or as holes.
enum class Zeros { kWritten, kHoles };

// kAnyOrder: full pieces have `stride` bytes, a multiple of 4096, and piece i is written at
// `offset` + i * stride. With kHoles, blocks of 4096 zeros are not written. With kInOrder, all data
// is written, because a pipe has no holes.
std::unique_ptr<Sink> open_sink(int fd, WriteOrder order, std::uint64_t offset, std::size_t stride,
                                Zeros zeros = Zeros::kWritten);

}  // namespace hedgerow::container
