// Hedgerow under measurement: one keyed context with its buffers, for one thread. Ciphers and AEADs
// are called through the C ABI alone; key set-up through the registry, since the ABI's allocation
// would hide it.
#pragma once

#include <memory>

#include "case.hpp"

namespace hedgerow::bench {

// Where in a thread's bytes each call begins: all of them in a call, or a chunk after the other, again and again.
// Samples of chunks are short beside what disturbs, and of bytes that no cache holds none is in one when its turn comes
// again.
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

// What one thread is timed doing.
class Work {
 public:
  virtual ~Work() = default;
  virtual void call() = 0;  // one message, one block or one key
};

class Subject : public Work {
 public:
  virtual const Kernel& kernel() const = 0;  // the kernel that serves call()
};

// `bytes` is this thread's share. Throws std::runtime_error with the library's reason when the case
// cannot run here.
std::unique_ptr<Subject> make_subject(const Case& what, std::size_t bytes);

}  // namespace hedgerow::bench
