// Moves data from a source through a transformation to a sink with several threads:
//
//   thread 0   take piece 0 | transform | write
//   thread 1    take piece 1 | transform | write      pieces are taken one at a time
//   thread 2     take piece 2 | transform | write
//
// Each thread takes the next piece, transforms it in its own buffer and writes it. So the memory is
// one buffer for each thread, and data is not copied between buffers. If a piece fails, an ordered
// sink still receives the pieces before it.
#pragma once

#include "container/io/sink.hpp"
#include "container/io/source.hpp"

namespace hedgerow::container {

// A function such as SegmentCipher::seal or SegmentCipher::open. It returns the new length of the
// piece, or nullopt if the piece must not be written, which is allowed only with a sink of
// kAnyOrder.
using Transform =
    std::function<std::optional<std::size_t>(SegmentCipher&, Place, std::uint8_t*, std::size_t)>;

// Runs until the end, with `cipher` in this thread and copies of it in the others, or throws the error of the earliest
// piece that failed. With `threads` 0, there is one thread for each CPU that this process may use. Any of the threads
// calls `progress`, but only one at a time, with the number of input bytes that are done.
void run_pipeline(Source& source, Sink& sink, SegmentCipher& cipher, const Transform& transform,
                  unsigned threads, const Progress& progress);

}  // namespace hedgerow::container
