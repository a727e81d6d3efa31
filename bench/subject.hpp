// The code under measurement: the keyed context of one thread with its buffers. Ciphers and AEADs
// are called only through the C ABI. Key setup is called through the registry, because the ABI's
// allocation would hide its cost.
#pragma once

#include <memory>

#include "case.hpp"

namespace hedgerow::bench {

// The start of each call in a thread's bytes. One call processes all bytes, or one chunk after the
// other, again and again:
//
//   | chunk 0 | chunk 1 | chunk 2 | ...   then again from chunk 0
//
// Samples of chunks are short compared with disturbances. If no cache holds all the bytes, a chunk
// is no longer in a cache when its turn comes again.
class Chunks {
 public:
  explicit Chunks(const Case& what)
      : whole_(what.bytes_per_thread()), bytes_(what.chunk ? what.chunk : whole_) {}
  std::size_t bytes() const { return bytes_; }  // of a call
  std::size_t next() {
    const std::size_t at = next_;
    next_ = at + 2 * bytes_ <= whole_ ? at + bytes_ : 0;
    return at;
  }

 private:
  std::size_t whole_, bytes_, next_ = 0;
};

// The work of one thread that is timed.
class Work {
 public:
  virtual ~Work() = default;
  virtual void call() = 0;  // one message, one block or one key
};

class Subject : public Work {
 public:
  virtual const Kernel& kernel() const = 0;  // the kernel that serves call()
};

// `bytes` is the share of this thread. Throws std::runtime_error with the library's reason if the
// case cannot run here.
std::unique_ptr<Subject> make_subject(const Case& what, std::size_t bytes);

}  // namespace hedgerow::bench
