// Source -> transform -> sink with several threads. Each thread takes the next piece, transforms it
// in its own buffer and writes it: memory is bounded by one buffer a thread, nothing is copied, and
// pieces before a failed one still leave an ordered sink.
#pragma once

#include "container/io/sink.hpp"
#include "container/io/source.hpp"

namespace hedgerow::container {

// SegmentCipher::seal, SegmentCipher::open or the like: how many bytes the piece then has. Nothing:
// it is not written, which a sink of kAnyOrder allows.
using Transform =
    std::function<std::optional<std::size_t>(SegmentCipher&, Place, std::uint8_t*, std::size_t)>;

// Runs to the end, or throws the error of the earliest piece that failed. `threads` 0: one per CPU
// that this process may use. `progress` is called by any of the threads, one at a time, with the
// bytes of input that are done.
void run_pipeline(Source& source, Sink& sink, const SegmentCipher& cipher,
                  const Transform& transform, unsigned threads, const Progress& progress);

}  // namespace hedgerow::container
